#include "formats/documents/schema.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/biome.hpp"
#include "compiler/json.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/builtin_fields.hpp"
#include "formats/recipe/recipe_io.hpp"

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
    out_.key("$schema"), type("string");
    out_.key("title"), type("string");
    out_.key("note"), type("string");
    out_.key("runtime").begin_object().end_object();
    out_.key("needs").begin_object().key("type").value("array").key("items").begin_object();
    out_.key("enum").begin_row().value("ground").value("water").value("biomes").end_array();
    out_.end_object().end_object();
    out_.key("knobs"), knobs();
    out_.key("fields"), ref("stack-1.json#/definitions/fields");
    out_.key("stack"), ref("stack-1.json#/definitions/stack");
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
  void entry_words(bool source);
  void own_words(const OperatorRow& row);
  void operators();
  void disturbances();
  void definition_entry();
  void definition_scope();
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
  if (!spec.doc.empty()) out_.key("description").value(spec.doc);
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
  out_.begin_object().key("type").value("object").key("additionalProperties").begin_object();
  out_.key("type").value("object").key("properties").begin_object();
  out_.key("default"), type("number");
  out_.key("range").begin_object();
  row_of(2, -kWorldLimitM, kWorldLimitM);
  out_.end_object();
  out_.key("note"), type("string");
  out_.end_object();
  required({"default"});
  out_.key("additionalProperties").value(false).end_object().end_object();
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
  out_.key("by"), type("string");
  out_.key("stops").begin_object().key("type").value("array").key("minItems").value(2);
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

void SchemaWriter::entry_words(bool source) {
  for (std::string_view key : {"id", "salt", "note", "after", "of"}) out_.key(key), type("string");
  out_.key("on"), type("boolean");
  out_.key("blend_m"), limited(0.05, 3, false);
  if (source) {
    out_.key("combine").begin_object().key("enum").begin_row();
    for (Combine c : {Combine::replace, Combine::union_, Combine::subtract, Combine::smooth_union,
                      Combine::smooth_subtract, Combine::add})
      out_.value(combine_name(c));
    out_.end_array().end_object();
  }
  for (std::string_view key : {"where", "except"})
    out_.key(key), ref("stack-1.json#/definitions/scope");
  out_.key("mask"), ref("stack-1.json#/definitions/mask");
}

/// Sites and parameters.
void SchemaWriter::own_words(const OperatorRow& row) {
  if (row.has_sites) out_.key("sites"), ref("stack-1.json#/definitions/scope");
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
    for (std::string_view key : {"salt", "note", "of"}) out_.key(key), type("string");
    out_.key("on"), type("boolean");
    for (std::string_view key : {"where", "except"})
      out_.key(key), ref("stack-1.json#/definitions/scope");
    out_.key("mask"), ref("stack-1.json#/definitions/mask");
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
    entry_words(row.role == Role::source);
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
  out_.key("group"), ref("stack-1.json#/definitions/stack");
  entry_words(true);
  out_.end_object();
  required({"id", "group"});
  out_.key("additionalProperties").value(false).end_object();
  out_.key("use").begin_object().key("type").value("object").key("properties").begin_object();
  out_.key("use"), type("string");
  out_.key("set"), type("object");
  entry_words(true);
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
  out_.key("in"), ref("stack-1.json#/definitions/ends");
  for (std::string_view key : {"feather", "feather_m", "feather_deg"})
    out_.key(key), ref(kNumberRef);
  out_.end_object();
  required({"in"});
  out_.key("additionalProperties").value(false).end_object().end_array().end_object();
}

void SchemaWriter::definition_scope() {
  definition_band();
  out_.key("clause").begin_object().key("anyOf").begin_array();
  type("string");
  out_.begin_object().key("type").value("object").key("properties").begin_object();
  out_.key("place"), type("string");
  out_.key("disc"), type("object");
  out_.key("box"), type("object");
  out_.key("biome").begin_object().key("anyOf").begin_array();
  type("string");
  out_.begin_object().key("type").value("array").key("minItems").value(1);
  out_.key("items"), type("string");
  out_.end_object().end_array().end_object();
  for (const BuiltinField& f : builtin_fields())
    out_.key(f.name), ref("stack-1.json#/definitions/band");
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

void SchemaWriter::definition_fields() {
  out_.key("field").begin_object().key("type").value("object").key("properties").begin_object();
  out_.key("by"), type("string");
  out_.key("density_of"), type("string");
  out_.key("noise").begin_object().key("enum").begin_row().value("xy").value("xyz").end_array();
  out_.end_object();
  out_.key("scale_m"), limited(2, 4096, false);
  out_.key("stops").begin_object().key("type").value("array").key("minItems").value(2).end_object();
  out_.key("where"), ref("stack-1.json#/definitions/scope");
  out_.key("except"), ref("stack-1.json#/definitions/scope");
  out_.key("note"), type("string");
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
