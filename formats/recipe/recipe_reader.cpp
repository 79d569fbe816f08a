#include <algorithm>
#include <utility>

#include "formats/recipe/entry_reader.hpp"
#include "formats/recipe/recipe_io.hpp"
#include "formats/recipe/words.hpp"
#include "formats/recipe/world_laws.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

/// Groups may stand in groups this deep (11 §3.2).
constexpr int kMostNesting = 3;
constexpr std::size_t kMostEntries = 512;
constexpr double kLeastBlendM = 0.05, kMostBlendM = 3;

std::vector<std::string_view> names_of(std::span<const KeySpec> words) {
  std::vector<std::string_view> names;
  for (const KeySpec& word : words) names.push_back(word.name);
  return names;
}

/// The keys of an operator's entry, parameters first, or of a group's.
void only_known_keys(NodeReader& reader, const Node& node, const OperatorRow* row) {
  std::vector<std::string> allowed;
  std::vector<KeySpec> keys;
  if (row) {
    allowed.reserve(row->params.size());
    for (const FieldSpec& spec : row->params) {
      allowed.push_back(describe(spec));
      keys.push_back({spec.name, allowed.back()});
    }
  }
  keys.insert(keys.end(), entry_keys().begin(), entry_keys().end());
  reader.only_keys(node, keys, row ? row->id : "a group");
}

class RecipeReader {
 public:
  RecipeReader(const Catalog& catalog, Diagnostics& diags, RecipeReading& reading)
      : catalog_(catalog), diags_(diags), reading_(reading) {}

  bool run(const RecipeNodes& nodes, Recipe& out) {
    if (nodes.needs) needs(*nodes.needs, out);
    if (nodes.fields) fields(*nodes.fields, out);
    if (nodes.stack) {
      stack(*nodes.stack, 0, out.stack);
    }
    return !failed_;
  }

 private:
  void needs(const Node& node, Recipe& out);
  void fields(const Node& node, Recipe& out);
  void stack(const Node& node, int depth, std::vector<OpEntry>& out);
  void entry(const Node& node, int depth, OpEntry& out);
  bool name_entry(NodeReader& reader, const Node& node, OpEntry& out);
  void merging(NodeReader& reader, const Node& node, OpEntry& out);
  void scopes(NodeReader& reader, const Node& node, OpEntry& out);
  void parameters(NodeReader& reader, const Node& node, const OperatorRow& row, OpEntry& out);
  const OperatorRow* row_of(NodeReader& reader, const Node& op);

  const Catalog& catalog_;
  Diagnostics& diags_;
  RecipeReading& reading_;
  std::size_t entries_ = 0;
  bool failed_ = false;
};

void RecipeReader::needs(const Node& node, Recipe& out) {
  NodeReader reader(diags_);
  const std::vector<std::string_view> known = names_of(need_words());
  if (reader.is(node, Kind::array, "a list of words"))
    for (const Node& item : node.items) {
      std::string word;
      if (reader.choice(item, known, "need", word)) out.needs.push_back(std::move(word));
    }
  failed_ = failed_ || reader.failed();
}

void RecipeReader::fields(const Node& node, Recipe& out) {
  NodeReader object(diags_);
  if (!object.is(node, Kind::object, "an object of fields")) {
    failed_ = true;
    return;
  }
  for (const Member& m : node.members) {
    if (out.fields.size() == kMostFields) {
      too_many_fields(object, m.key_source);
      failed_ = true;
      return;
    }
    NodeReader reader(diags_);
    NamedField field;
    if (!read_field(reader, m, field)) reading_.broken.insert(m.key);
    for (const Member& inner : m.value.members)
      reading_.places[{m.key, inner.key}] = inner.value.source;
    failed_ = failed_ || reader.failed();
    out.fields.push_back(std::move(field));
  }
}

void RecipeReader::stack(const Node& node, int depth, std::vector<OpEntry>& out) {
  NodeReader reader(diags_);
  if (!reader.is(node, Kind::array, "a list of entries")) {
    failed_ = true;
    return;
  }
  if (node.items.empty()) {
    reader.error("recipe.empty_stack", "a stack needs an entry", node.source);
    failed_ = true;
  }
  for (const Node& item : node.items) {
    if (++entries_ > kMostEntries) {
      reader.error("recipe.too_many_entries", "a recipe has at most 512 entries", item.source);
      failed_ = true;
      return;
    }
    out.emplace_back();
    entry(item, depth, out.back());
  }
}

const OperatorRow* RecipeReader::row_of(NodeReader& reader, const Node& op) {
  if (!reader.is(op, Kind::string, "the name of an operator")) return nullptr;
  if (const OperatorRow* row = catalog_.op(op.text)) return row;
  if (const WorldLaw* law = world_law(op.text)) {
    reader
        .error("recipe.world_law",
               in_quotes(op.text) +
                   " is a world law: the compiler appends it to every strate and "
                   "nobody can write, move or omit it",
               op.source)
        .notes.push_back("its figures are set in `" + std::string(law->setting) + "`");
    return nullptr;
  }
  std::vector<std::string> names;
  for (const OperatorRow& r : catalog_.operators) names.emplace_back(r.id);
  Error& e = reader.error("recipe.unknown_operator", "there is no operator " + in_quotes(op.text),
                          op.source);
  note_nearest(e, op.text, names);
  e.notes.push_back("operators: " + listed(names));
  return nullptr;
}

bool RecipeReader::name_entry(NodeReader& reader, const Node& node, OpEntry& out) {
  const Node* op = node.find("op");
  const Node* group = node.find("group");
  out.source = node.source;
  const bool one = (op != nullptr) != (group != nullptr);
  if (!one)
    reader.error("recipe.entry_kind",
                 op ? "an entry is either an operator or a group" : "an entry needs \"op\"",
                 node.source);
  if (op && op->kind == Kind::string) out.op = op->text;
  if (const Node* id = node.find("id")) {
    reader.id(*id, true, out.id);
  } else if (op) {
    out.id = out.op;
  } else {
    reader.missing_key(node, "id", "a group");
  }
  return one;
}

void RecipeReader::merging(NodeReader& reader, const Node& node, OpEntry& out) {
  if (const Node* n = node.find("combine")) {
    std::string word;
    if (reader.choice(*n, names_of(combine_words()), "combiner", word))
      parse_combine(word, out.combine);
  }
  const bool smooth =
      out.combine == Combine::smooth_union || out.combine == Combine::smooth_subtract;
  const Node* blend = node.find("blend_m");
  const bool judged = !node.find("combine") || out.combine != Combine::none;
  if (blend) reader.number(*blend, {kLeastBlendM, kMostBlendM, "m", false}, out.blend_m);
  if (blend && !smooth && judged)
    reader.error("recipe.blend_without_smooth",
                 "'blend_m' belongs to smooth_union and "
                 "smooth_subtract",
                 node.find_member("blend_m")->key_source);
  if (!blend && smooth)
    reader
        .error("key.missing", std::string(combine_name(out.combine)) + " needs 'blend_m'",
               node.find("combine")->source)
        .notes.push_back("0.05 to 3 m");
  if (const Node* n = node.find("salt")) {
    if (reader.string(*n, out.salt) && (out.salt.empty() || out.salt.size() > 256))
      reader.error("value.bad_salt", "a salt has 1 to 256 bytes", n->source);
  }
  if (const Node* n = node.find("of")) reader.id(*n, true, out.of);
  if (const Node* n = node.find("note")) reader.string(*n, out.note);
}

void RecipeReader::scopes(NodeReader& reader, const Node& node, OpEntry& out) {
  if (const Node* n = node.find("sites")) read_scope(reader, *n, out.sites);
  if (const Node* n = node.find("where")) read_scope(reader, *n, out.where);
  if (const Node* n = node.find("except")) read_scope(reader, *n, out.except);
  if (const Node* n = node.find("mask")) read_mask(reader, *n, out.mask);
}

void RecipeReader::parameters(NodeReader& reader, const Node& node, const OperatorRow& row,
                              OpEntry& out) {
  for (const FieldSpec& spec : row.params) {
    Param param{std::string(spec.name), default_value(spec)};
    const Node* n = node.find(spec.name);
    if (n) {
      Value value;
      if (read_value(reader, *n, spec, value)) param.value = std::move(value);
      param.value.source = n->source;
    } else if (!spec.lo && spec.kind != FieldKind::placed) {
      const Node* op = node.find("op");
      reader
          .error("key.missing", std::string(row.id) + " needs " + in_quotes(spec.name), op->source)
          .notes.push_back(describe(spec));
    }
    out.params.push_back(std::move(param));
  }
}

void RecipeReader::entry(const Node& node, int depth, OpEntry& out) {
  NodeReader reader(diags_);
  if (reader.is(node, Kind::object, "an entry {id, op, …}") && name_entry(reader, node, out)) {
    const Node* op = node.find("op");
    const OperatorRow* row = op ? row_of(reader, *op) : nullptr;
    if (row || !op) only_known_keys(reader, node, row);
    merging(reader, node, out);
    scopes(reader, node, out);
    if (row) parameters(reader, node, *row, out);
    for (const Member& m : node.members) {
      reading_.places[{out.id, m.key}] = m.value.source;
      if (const Node* by = m.value.find("by"))
        reading_.places[{out.id, m.key + ".by"}] = by->source;
    }
    if (!op && depth >= kMostNesting) {
      reader.error("recipe.nested_too_deep", "groups stand at most three deep in each other",
                   node.source);
    } else if (!op) {
      stack(*node.find("group"), depth + 1, out.group);
    }
  }
  if (!reader.failed()) return;
  failed_ = true;
  reading_.broken.insert(out.id);
}

}  // namespace

void too_many_fields(NodeReader& reader, SourceRef at) {
  reader.error("recipe.too_many_fields",
               "a recipe has at most " + std::to_string(kMostFields) +
                   " fields, those of the recipes that it uses included",
               at);
}

std::string_view combine_name(Combine combine) {
  if (combine == Combine::none) return {};
  return combine_words()[static_cast<std::size_t>(combine) - 1].name;
}

bool parse_combine(std::string_view name, Combine& out) {
  const std::span<const KeySpec> words = combine_words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].name != name) continue;
    out = static_cast<Combine>(i + 1);
    return true;
  }
  return false;
}

SourceRef RecipeReading::place(const std::string& address, const std::string& key) const {
  const auto it = places.find({address, key});
  return it == places.end() ? SourceRef{} : it->second;
}

RecipeNodes recipe_nodes(const json::Node& object) {
  return {object.find("needs"), object.find("fields"), object.find("stack")};
}

bool read_recipe(const RecipeNodes& nodes, const Catalog& catalog, Recipe& out, Diagnostics& diags,
                 RecipeReading* reading) {
  RecipeReading own;
  return RecipeReader(catalog, diags, reading ? *reading : own).run(nodes, out);
}

}  // namespace strate
