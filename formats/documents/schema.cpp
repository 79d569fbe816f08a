#include "formats/documents/schema.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/biome.hpp"
#include "compiler/json.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/builtin_fields.hpp"
#include "formats/recipe/recipe_io.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

using json::Writer;

namespace {

constexpr std::string_view kNumberRef = "stack-1.json#/definitions/number";

/// Writes draft-07 schemas of values. Numbers are also "$knob" strings where recipes are written.
class SchemaWriter {
 public:
  explicit SchemaWriter(const Catalog& catalog) : catalog_(catalog) {}

  std::string text() const { return out_.text(); }

  void head(std::string_view kind, std::string_view doc) {
    out_.begin_object();
    out_.key("$schema").value("http://json-schema.org/draft-07/schema#");
    out_.key("$id").value(std::string(kind) + ".json");
    out_.key("description").value(doc);
  }

  void season() {
    head("season-1", "A season: seed, world, bake, laws, slots.");
    object(season_settings());
    bases({{"seed", "slots"}, {"extends"}});
    out_.end_object();
  }

  void strate() {
    head("strate-1", "One strate: its density part and its settings.");
    object(strate_settings());
    bases({{"archetype"}, {"recipe"}, {"extends"}});
    out_.key("not").begin_object();
    required({"archetype", "recipe"});
    out_.end_object().end_object();
  }

  void biome() {
    head("biome-1", "A biome: where it rules, by climate, and what it changes there.");
    object(biome_settings());
    out_.end_object();
  }

  void recipe() {
    head("recipe-1", "A recipe: knobs, fields and a stack.");
    out_.key("type").value("object").key("properties").begin_object();
    for (const KeySpec& key : recipe_keys()) {
      out_.key(key.name).begin_object();
      recipe_member(key);
      out_.end_object();
    }
    out_.end_object();
    required({"$schema", "stack"});
    out_.key("additionalProperties").value(false).end_object();
  }

  void expect() {
    head("expect-1", "A baseline: figures as measured, and how far each may move.");
    object(expect_settings());
    out_.end_object();
  }

  void stack();

 private:
  void doc(std::string_view text) {
    if (!text.empty()) out_.key("description").value(text);
  }
  void enumerated(std::span<const KeySpec> words) {
    out_.key("enum").begin_row();
    for (const KeySpec& word : words) out_.value(word.name);
    out_.end_array();
  }
  /// Members of a schema that is `definition` of stack-1 and says more: beside a "$ref" nothing
  /// else is read.
  void is_also(std::string_view definition) {
    out_.key("allOf").begin_array();
    ref("stack-1.json#/definitions/" + std::string(definition));
    out_.end_array();
  }
  void type(std::string_view name) { out_.begin_object().key("type").value(name).end_object(); }
  void ref(std::string_view to) { out_.begin_object().key("$ref").value(to).end_object(); }
  void required(std::initializer_list<std::string_view> keys) {
    out_.key("required").begin_row();
    for (std::string_view k : keys) out_.value(k);
    out_.end_array();
  }
  void range(double min, double max) { out_.key("minimum").value(min).key("maximum").value(max); }

  /// At least one of these sets of keys is there.
  void bases(std::initializer_list<std::initializer_list<std::string_view>> sets) {
    out_.key("anyOf").begin_array();
    for (const auto& keys : sets) {
      out_.begin_object();
      required(keys);
      out_.end_object();
    }
    out_.end_array();
  }
  void object(std::span<const SettingSpec> table);
  void setting(const SettingSpec& spec);
  void ids(std::string_view name);
  void slots();
  void biomes_used();
  void knobs();
  void limited(double min, double max, bool whole);
  void row_of(std::size_t n, double min, double max);
  void curve(double min, double max);
  void parameter(const FieldSpec& spec);
  void placed();
  void recipe_member(const KeySpec& key);
  void entry_members(bool source);
  void definition_words();
  void word(const KeySpec& key);
  void field_member(const KeySpec& key);
  void own_words(const OperatorRow& row);
  void operators();
  void disturbances();
  void definition_entry();
  void definition_scope();
  void clause_member(std::string_view name);
  void definition_band();
  void definition_fields();

  Writer out_;
  const Catalog& catalog_;
};

void SchemaWriter::object(std::span<const SettingSpec> table) {
  out_.key("type").value("object").key("properties").begin_object();
  for (const SettingSpec& s : table) {
    out_.key(s.name);
    setting(s);
  }
  out_.end_object();
  out_.key("required").begin_row();
  // What extends another document has the parent's.
  const bool heir = std::any_of(table.begin(), table.end(),
                                [](const SettingSpec& s) { return s.name == "extends"; });
  for (const SettingSpec& s : table)
    if (s.required && (!heir || s.name == "$schema")) out_.value(s.name);
  out_.end_array().key("additionalProperties").value(false);
}

void SchemaWriter::setting(const SettingSpec& spec) {
  out_.begin_object();
  doc(spec.doc);
  if (!spec.fallback.empty()) out_.key("default").raw(spec.fallback);
  switch (spec.kind) {
    case Setting::number:
    case Setting::whole:
      out_.key("type").value(spec.kind == Setting::whole ? "integer" : "number");
      range(spec.min, spec.max);
      break;
    case Setting::pair:
    case Setting::window:
    case Setting::place:
      row_of(spec.kind == Setting::window ? 4 : 2, spec.min, spec.max);
      break;
    case Setting::flag:
      out_.key("type").value("boolean");
      break;
    case Setting::color:
      out_.key("type").value("string").key("pattern").value("^#[0-9a-f]{6}$");
      break;
    case Setting::seed:
      out_.key("type").value("string").key("pattern").value("^(0x[0-9a-fA-F]+|[0-9]+)$");
      break;
    case Setting::id:
      out_.key("type").value("string").key("pattern").value("^[a-z][a-z0-9_]*$");
      break;
    case Setting::choice:
      out_.key("enum").begin_row();
      for (std::string_view w : spec.words) out_.value(w);
      out_.end_array();
      break;
    case Setting::words:
      out_.key("type").value("array").key("uniqueItems").value(true).key("items").begin_object();
      out_.key("enum").begin_row();
      for (std::string_view w : spec.words) out_.value(w);
      out_.end_array().end_object();
      break;
    case Setting::object:
      object(spec.members);
      break;
    case Setting::any:
      break;
    case Setting::counted:
      out_.key("type").value("object").key("propertyNames").begin_object();
      out_.key("pattern").value("^[" + json::number_text(spec.min) + "-" +
                                json::number_text(spec.max) + "]$");
      out_.end_object().key("additionalProperties").begin_object();
      object(spec.members);
      out_.end_object();
      break;
    case Setting::ids:
      ids(spec.name);
      break;
    case Setting::list:
      if (spec.name == "slots")
        slots();
      else if (spec.name == "use")
        biomes_used();
      else
        out_.key("$ref").value("stack-1.json#/definitions/stack");
      break;
    default:
      out_.key("type").value("string");
      if (spec.name == "content_hash") out_.key("pattern").value("^[0-9a-f]{32}$");
      if (spec.name == "archetype") {
        out_.key("enum").begin_row();
        for (const ArchetypeRow& row : catalog_.archetypes) out_.value(row.id);
        out_.end_array();
      }
      break;
  }
  out_.end_object();
}

/// An object keyed by ids, by what stands behind them.
void SchemaWriter::ids(std::string_view name) {
  if (name == "fields" || name == "disturbances") {
    out_.key("$ref").value("stack-1.json#/definitions/" + std::string(name));
    return;
  }
  out_.key("type").value("object");
  if (name == "allow" || name == "allow_fraction") {
    out_.key("additionalProperties"), ref("stack-1.json#/definitions/ends");
  } else if (name == "descent" || name == "stack") {
    out_.key("additionalProperties"), type("number");
  } else if (name == "strates") {
    out_.key("additionalProperties").begin_object().key("type").value("object");
    out_.key("additionalProperties"), type("number");
    out_.end_object();
  }
}

/// What stands behind a key of a recipe document.
void SchemaWriter::recipe_member(const KeySpec& key) {
  doc(key.doc);
  if (key.name == "needs") {
    out_.key("type").value("array").key("items").begin_object();
    enumerated(need_words());
    out_.end_object();
  } else if (key.name == "fields" || key.name == "stack") {
    is_also(key.name);
  } else if (key.name == "knobs") {
    knobs();
  } else if (key.name != "runtime") {
    out_.key("type").value("string");
  }
}

void SchemaWriter::slots() {
  out_.key("type").value("array").key("minItems").value(1).key("items").begin_object();
  object(slot_settings());
  out_.end_object();
}

void SchemaWriter::biomes_used() {
  out_.key("type").value("array").key("minItems").value(1);
  out_.key("maxItems").value(static_cast<std::uint64_t>(kMostBiomes)).key("items").begin_object();
  out_.key("anyOf").begin_array();
  type("string");
  out_.begin_object();
  object(biome_use_settings());
  out_.end_object().end_array().end_object();
}

void SchemaWriter::knobs() {
  out_.key("type").value("object").key("additionalProperties").begin_object();
  out_.key("type").value("object").key("properties").begin_object();
  for (const KeySpec& key : knob_keys()) {
    out_.key(key.name).begin_object();
    doc(key.doc);
    if (key.name == "range")
      row_of(2, -kWorldLimitM, kWorldLimitM);
    else
      out_.key("type").value(key.name == "default" ? "number" : "string");
    out_.end_object();
  }
  out_.end_object();
  required({"default"});
  out_.key("additionalProperties").value(false).end_object();
}

/// A number of a stack, or a knob.
void SchemaWriter::limited(double min, double max, bool whole) {
  out_.begin_object().key("anyOf").begin_array();
  out_.begin_object().key("type").value(whole ? "integer" : "number");
  range(min, max);
  out_.end_object();
  ref("stack-1.json#/definitions/knob");
  out_.end_array().end_object();
}

/// Members of an array schema of exactly n plain numbers.
void SchemaWriter::row_of(std::size_t n, double min, double max) {
  out_.key("type").value("array").key("items").begin_object().key("type").value("number");
  range(min, max);
  out_.end_object().key("minItems").value(static_cast<std::uint64_t>(n));
  out_.key("maxItems").value(static_cast<std::uint64_t>(n));
}

void SchemaWriter::curve(double min, double max) {
  out_.begin_object().key("type").value("object").key("properties").begin_object();
  out_.key("by").begin_object();
  doc(word_of(curve_keys(), "by").doc);
  out_.key("type").value("string").end_object();
  out_.key("stops").begin_object();
  doc(word_of(curve_keys(), "stops").doc);
  out_.key("type").value("array").key("minItems").value(2);
  out_.key("items").begin_object().key("type").value("array").key("minItems").value(2);
  out_.key("maxItems").value(2).key("items").begin_array();
  ref(kNumberRef);
  out_.begin_object().key("anyOf").begin_array();
  limited(min, max, false);
  out_.begin_object().key("type").value("array").key("items");
  limited(min, max, false);
  out_.key("minItems").value(2).key("maxItems").value(2).end_object();
  out_.end_array().end_object().end_array().end_object().end_object().end_object();
  required({"by", "stops"});
  out_.key("additionalProperties").value(false).end_object();
}

void SchemaWriter::placed() {
  out_.key("type").value("array").key("items").begin_object().key("type").value("object");
  required({"id", "at_m", "radius_m"});
  out_.end_object();
}

void SchemaWriter::parameter(const FieldSpec& spec) {
  out_.begin_object().key("description").value(std::string(spec.doc) + " (" + describe(spec) + ")");
  const bool list = spec.kind == FieldKind::pair || spec.kind == FieldKind::interval ||
                    spec.kind == FieldKind::point2 || spec.kind == FieldKind::point3;
  const std::size_t count = spec.kind == FieldKind::point3 ? 3 : 2;
  if (spec.kind == FieldKind::flag) {
    out_.key("type").value("boolean");
  } else if (spec.kind == FieldKind::name || spec.kind == FieldKind::file) {
    out_.key("type").value("string");
  } else if (spec.kind == FieldKind::placed) {
    placed();
  } else {
    out_.key("anyOf").begin_array();
    if (!list || spec.kind == FieldKind::pair)
      limited(spec.min, spec.max, spec.kind == FieldKind::integer);
    if (list) {
      out_.begin_object().key("type").value("array").key("items");
      limited(spec.min, spec.max, false);
      out_.key("minItems").value(static_cast<std::uint64_t>(count));
      out_.key("maxItems").value(static_cast<std::uint64_t>(count)).end_object();
    }
    const bool numeric = spec.kind == FieldKind::number || spec.kind == FieldKind::pair;
    if (numeric && spec.drive != Drive::fixed) curve(spec.min, spec.max);
    if (numeric && spec.drive == Drive::fixed) {
      out_.begin_object().key("type").value("object");
      required({"by", "stops"});
      out_.key("properties").begin_object().key("by").begin_object();
      out_.key("type").value("string").key("pattern").value("^\\$").end_object().end_object();
      out_.end_object();
    }
    out_.end_array();
  }
  out_.end_object();
}

/// The words that every entry may have; what it is stands beside them.
void SchemaWriter::entry_members(bool source) {
  for (const KeySpec& key : entry_words()) {
    const bool own = key.name == "op" || key.name == "group" || key.name == "use" ||
                     key.name == "set" || key.name == "sites";
    if (own || (key.name == "combine" && !source)) continue;
    word(key);
  }
}

/// A member that one word of an entry is.
void SchemaWriter::word(const KeySpec& key) {
  out_.key(key.name), ref("stack-1.json#/definitions/word_" + std::string(key.name));
}

/// What each word of an entry takes, with its text.
void SchemaWriter::definition_words() {
  for (const KeySpec& key : entry_words()) {
    out_.key("word_" + std::string(key.name)).begin_object();
    std::string text(key.doc);
    if (key.name == "combine")
      for (const KeySpec& c : combine_words())
        text += ". " + std::string(c.name) + ": " + std::string(c.doc);
    doc(text);
    if (key.name == "combine") {
      enumerated(combine_words());
    } else if (key.name == "blend_m") {
      out_.key("allOf").begin_array();
      limited(0.05, 3, false);
      out_.end_array();
    } else if (key.name == "where" || key.name == "except" || key.name == "sites") {
      is_also("scope");
    } else if (key.name == "mask") {
      is_also("mask");
    } else if (key.name == "group") {
      is_also("stack");
    } else {
      out_.key("type").value(key.name == "on"    ? "boolean"
                             : key.name == "set" ? "object"
                                                 : "string");
    }
    out_.end_object();
  }
}

/// Sites and parameters.
void SchemaWriter::own_words(const OperatorRow& row) {
  if (row.has_sites) word(word_of(entry_words(), "sites"));
  for (const FieldSpec& spec : row.params) {
    out_.key(spec.name);
    parameter(spec);
  }
}

/// An object of the operators that a strate may name by their ids alone.
void SchemaWriter::disturbances() {
  out_.key("disturbances").begin_object().key("type").value("object");
  out_.key("properties").begin_object();
  for (const OperatorRow& row : catalog_.operators) {
    if (!row.disturbance) continue;
    out_.key(row.id).begin_object().key("description").value(row.doc);
    out_.key("type").value("object").key("properties").begin_object();
    for (std::string_view key : {"salt", "note", "of", "on", "where", "except", "mask"})
      word(word_of(entry_words(), key));
    own_words(row);
    out_.end_object().key("additionalProperties").value(false).end_object();
  }
  out_.end_object().key("additionalProperties").value(false).end_object();
}

void SchemaWriter::operators() {
  for (const OperatorRow& row : catalog_.operators) {
    out_.key("op_" + std::string(row.id)).begin_object();
    out_.key("description").value(row.doc).key("type").value("object");
    out_.key("properties").begin_object();
    out_.key("op").begin_object().key("const").value(row.id).end_object();
    entry_members(row.role == Role::source);
    own_words(row);
    out_.end_object();
    out_.key("required").begin_row().value("op");
    for (const FieldSpec& spec : row.params)
      if (!spec.lo && spec.kind != FieldKind::placed) out_.value(spec.name);
    out_.end_array().key("additionalProperties").value(false).end_object();
  }
}

void SchemaWriter::definition_entry() {
  out_.key("group").begin_object().key("type").value("object").key("properties").begin_object();
  word(word_of(entry_words(), "group"));
  entry_members(true);
  out_.end_object();
  required({"id", "group"});
  out_.key("additionalProperties").value(false).end_object();
  out_.key("use").begin_object().key("type").value("object").key("properties").begin_object();
  word(word_of(entry_words(), "use"));
  word(word_of(entry_words(), "set"));
  entry_members(true);
  out_.end_object();
  required({"id", "use"});
  out_.key("additionalProperties").value(false).end_object();
  out_.key("stack").begin_object().key("type").value("array").key("items").begin_object();
  out_.key("anyOf").begin_array();
  for (const OperatorRow& row : catalog_.operators)
    ref("stack-1.json#/definitions/op_" + std::string(row.id));
  ref("stack-1.json#/definitions/group");
  ref("stack-1.json#/definitions/use");
  out_.end_array().end_object().end_object();
}

void SchemaWriter::definition_band() {
  out_.key("ends").begin_object().key("type").value("array").key("items").begin_object();
  out_.key("anyOf").begin_array();
  type("null");
  ref(kNumberRef);
  out_.end_array().end_object().key("minItems").value(2).key("maxItems").value(2).end_object();
  out_.key("band").begin_object().key("anyOf").begin_array();
  ref("stack-1.json#/definitions/ends");
  out_.begin_object().key("type").value("object").key("properties").begin_object();
  out_.key("in").begin_object();
  doc(word_of(band_keys(), "in").doc);
  is_also("ends");
  out_.end_object();
  for (std::string_view key : {"feather", "feather_m", "feather_deg"}) {
    out_.key(key).begin_object();
    doc(word_of(band_keys(), "feather").doc);
    is_also("number");
    out_.end_object();
  }
  out_.end_object();
  required({"in"});
  out_.key("additionalProperties").value(false).end_object().end_array().end_object();
}

void SchemaWriter::clause_member(std::string_view name) {
  if (name == "place") {
    out_.key("type").value("string");
  } else if (name == "biome") {
    out_.key("anyOf").begin_array();
    type("string");
    out_.begin_object().key("type").value("array").key("minItems").value(1);
    out_.key("items"), type("string");
    out_.end_object().end_array();
  } else {
    out_.key("type").value("object").key("properties").begin_object();
    const std::span<const KeySpec> keys = name == "disc" ? disc_keys() : box_keys();
    for (const KeySpec& key : keys) {
      out_.key(key.name).begin_object();
      doc(key.doc);
      out_.end_object();
    }
    out_.end_object();
    required({keys[0].name, keys[1].name});
    out_.key("additionalProperties").value(false);
  }
}

void SchemaWriter::definition_scope() {
  definition_band();
  out_.key("clause").begin_object().key("anyOf").begin_array();
  type("string");
  out_.begin_object().key("type").value("object").key("properties").begin_object();
  for (const KeySpec& key : clause_words()) {
    out_.key(key.name).begin_object();
    doc(key.doc);
    clause_member(key.name);
    out_.end_object();
  }
  for (const BuiltinField& f : builtin_fields()) {
    out_.key(f.name).begin_object();
    doc(f.doc);
    is_also("band");
    out_.end_object();
  }
  out_.end_object().key("additionalProperties");
  ref("stack-1.json#/definitions/band");
  out_.end_object().end_array().end_object();
  out_.key("scope").begin_object().key("anyOf").begin_array();
  ref("stack-1.json#/definitions/clause");
  out_.begin_object().key("type").value("array").key("minItems").value(1).key("items");
  ref("stack-1.json#/definitions/clause");
  out_.end_object().end_array().end_object();
  out_.key("mask").begin_object().key("anyOf").begin_array();
  limited(0, 1, false);
  type("string");
  curve(0, 1);
  out_.end_array().end_object();
}

void SchemaWriter::field_member(const KeySpec& key) {
  doc(key.doc);
  if (key.name == "noise") {
    out_.key("enum").begin_row().value("xy").value("xyz").end_array();
  } else if (key.name == "scale_m") {
    out_.key("allOf").begin_array();
    limited(2, 4096, false);
    out_.end_array();
  } else if (key.name == "stops") {
    out_.key("type").value("array").key("minItems").value(2);
  } else if (key.name == "where" || key.name == "except") {
    is_also("scope");
  } else {
    out_.key("type").value("string");
  }
}

void SchemaWriter::definition_fields() {
  out_.key("field").begin_object().key("type").value("object").key("properties").begin_object();
  for (const KeySpec& key : field_keys()) {
    out_.key(key.name).begin_object();
    field_member(key);
    out_.end_object();
  }
  out_.end_object().key("additionalProperties").value(false).end_object();
  out_.key("fields").begin_object().key("type").value("object").key("additionalProperties");
  ref("stack-1.json#/definitions/field");
  out_.end_object();
}

void SchemaWriter::stack() {
  head("stack-1", "Operators, groups and fields: what the other schemas refer to.");
  out_.key("definitions").begin_object();
  out_.key("knob").begin_object().key("type").value("string").key("pattern").value("^\\$");
  out_.end_object();
  out_.key("number").begin_object().key("anyOf").begin_array();
  type("number");
  ref("stack-1.json#/definitions/knob");
  out_.end_array().end_object();
  definition_scope();
  definition_fields();
  definition_words();
  operators();
  disturbances();
  definition_entry();
  out_.end_object().end_object();
}

}  // namespace

const std::vector<std::string_view>& schema_kinds() {
  static const std::vector<std::string_view> kinds{"season-1", "strate-1", "recipe-1",
                                                   "biome-1",  "expect-1", "stack-1"};
  return kinds;
}

std::string schema_text(std::string_view kind, const Catalog& catalog) {
  SchemaWriter writer(catalog);
  if (kind == "season-1") writer.season();
  if (kind == "strate-1") writer.strate();
  if (kind == "recipe-1") writer.recipe();
  if (kind == "biome-1") writer.biome();
  if (kind == "expect-1") writer.expect();
  if (kind == "stack-1") writer.stack();
  return writer.text();
}

}  // namespace strate
