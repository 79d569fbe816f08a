#include "formats/recipe/biome_io.hpp"

#include <algorithm>
#include <utility>

#include "formats/recipe/entry_reader.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

/// Addresses of the operators of a stack, in its order.
void list_operators(const std::vector<OpEntry>& stack, std::vector<std::string>& out) {
  for (const OpEntry& e : stack) {
    if (!e.op.empty()) out.push_back(e.id);
    list_operators(e.group, out);
  }
}

const FieldSpec* spec_of(const OperatorRow& row, std::string_view name) {
  for (const FieldSpec& spec : row.params)
    if (spec.name == name) return &spec;
  return nullptr;
}

class SetReader {
 public:
  SetReader(const SetTarget& target, Diagnostics& diags) : target_(target), reader_(diags) {
    list_operators(target.recipe.stack, operators_);
  }

  bool run(const Node& node, Biome& out) {
    if (!reader_.is(node, Kind::object, "an object of ids")) return false;
    for (const Member& m : node.members) entry(m, out);
    return !reader_.failed();
  }

  void sort(Biome& biome) const {
    const auto place = [&](const BiomeSet& s) {
      return std::find(operators_.begin(), operators_.end(), s.id) - operators_.begin();
    };
    std::stable_sort(biome.set.begin(), biome.set.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    std::erase_if(biome.set, [](const BiomeSet& s) { return s.params.empty(); });
    for (BiomeSet& set : biome.set) {
      const OperatorRow* row = target_.catalog.op(find_entry(target_.recipe.stack, set.id)->op);
      std::stable_sort(set.params.begin(), set.params.end(), [&](const auto& a, const auto& b) {
        return spec_of(*row, a.name) < spec_of(*row, b.name);
      });
    }
  }

 private:
  void entry(const Member& m, Biome& out) {
    if (target_.lost.contains(m.key)) return;
    const OpEntry* e = find_entry(target_.recipe.stack, m.key);
    const OperatorRow* row = e ? target_.catalog.op(e->op) : nullptr;
    if (!row) return no_operator(m, e);
    if (!reader_.is(m.value, Kind::object, "an object of parameters")) return;
    BiomeSet& set = set_of(out, m);
    for (const Member& p : m.value.members) {
      if (p.key == "note") {
        std::string text;
        reader_.string(p.value, text);
      } else {
        parameter(p, *e, *row, set);
      }
    }
  }

  static BiomeSet& set_of(Biome& out, const Member& m) {
    for (BiomeSet& s : out.set)
      if (s.id == m.key) return s;
    return out.set.emplace_back(BiomeSet{m.key, {}, m.key_source});
  }

  void no_operator(const Member& m, const OpEntry* group) {
    if (group) {
      reader_
          .error("recipe.not_drivable",
                 in_quotes(m.key) + " is a group: a biome sets parameters of operators",
                 m.key_source)
          .notes.push_back("in it: " + listed(inside(*group)));
    } else if (target_.off.contains(m.key)) {
      reader_
          .error("recipe.switched_off",
                 in_quotes(m.key) + " is switched off: a biome cannot set it", m.key_source)
          .notes.push_back("switch it on in the strate's own `set`");
    } else if (!target_.incomplete) {
      Error& e = reader_.error("recipe.unknown_entry",
                               "no operator " + in_quotes(m.key) + " in this stack", m.key_source);
      note_nearest(e, m.key, operators_);
      e.notes.push_back("here: " + listed(operators_));
    }
  }

  static std::vector<std::string> inside(const OpEntry& group) {
    std::vector<std::string> out;
    list_operators(group.group, out);
    return out;
  }

  void parameter(const Member& p, const OpEntry& e, const OperatorRow& row, BiomeSet& set) {
    std::vector<std::string> free, texts;
    std::vector<KeySpec> keys;
    texts.reserve(row.params.size());
    for (const FieldSpec& s : row.params)
      if (biome_may_set(row, s.name)) {
        free.emplace_back(s.name);
        texts.push_back(describe(s));
        keys.push_back({s.name, texts.back()});
      }
    const FieldSpec* spec = spec_of(row, p.key);
    if (spec && biome_may_set(row, p.key)) {
      Value value;
      if (!read_value(reader_, p.value, *spec, value)) return;
      if (value.kind == Value::Kind::curve) value.curve.by = resolved(value.curve.by, e.id);
      for (Param& there : set.params)
        if (there.name == p.key) return void(there.value = std::move(value));
      set.params.push_back({p.key, std::move(value)});
      return;
    }
    const std::span<const KeySpec> words = entry_keys();
    const auto same = [&](const KeySpec& k) { return k.name == p.key; };
    if (!spec && p.key != "on" && std::none_of(words.begin(), words.end(), same))
      return reader_.unknown_key(p, keys, "what a biome sets of " + std::string(row.id));
    reader_
        .error("recipe.not_drivable",
               spec ? in_quotes(p.key) + " is the same everywhere: no biome may set it"
                    : "a biome sets parameters alone, not " + in_quotes(p.key),
               p.key_source)
        .notes.push_back(free.empty() ? "it may set nothing of " + std::string(row.id)
                                      : "it may set: " + listed(free));
  }

  /// A field of the recipe, or one beside the operator.
  std::string resolved(const std::string& name, const std::string& user) const {
    const auto has = [&](const std::string& full) {
      return std::any_of(target_.recipe.fields.begin(), target_.recipe.fields.end(),
                         [&](const NamedField& f) { return f.name == full; });
    };
    const std::size_t dot = user.rfind('.');
    if (has(name) || dot == std::string::npos) return name;
    const std::string beside = user.substr(0, dot + 1) + name;
    return has(beside) ? beside : name;
  }

  const SetTarget& target_;
  NodeReader reader_;
  std::vector<std::string> operators_;
};

}  // namespace

const OpEntry* find_entry(const std::vector<OpEntry>& stack, std::string_view id) {
  for (const OpEntry& e : stack) {
    if (e.id == id) return &e;
    if (const OpEntry* inner = find_entry(e.group, id)) return inner;
  }
  return nullptr;
}

bool read_biome_set(const Node& node, const SetTarget& target, Biome& out, Diagnostics& diags) {
  SetReader reader(target, diags);
  const bool fine = reader.run(node, out);
  reader.sort(out);
  return fine;
}

void write_biome_set(json::Writer& out, const Biome& biome, const Recipe& recipe,
                     const Catalog& catalog) {
  out.begin_object();
  for (const BiomeSet& set : biome.set) {
    const OpEntry* entry = find_entry(recipe.stack, set.id);
    const OperatorRow* row = entry ? catalog.op(entry->op) : nullptr;
    if (!row) continue;
    out.key(set.id).begin_object();
    for (const Param& p : set.params)
      if (const FieldSpec* spec = spec_of(*row, p.name)) {
        out.key(p.name);
        write_value(out, *spec, p.value, false);
      }
    out.end_object();
  }
  out.end_object();
}

}  // namespace strate
