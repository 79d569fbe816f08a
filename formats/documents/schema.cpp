#include "formats/documents/schema.hpp"

#include "compiler/biome.hpp"
#include "formats/documents/schema_writer.hpp"

namespace strate {

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
      else if (spec.name == "list")
        regions();
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

void SchemaWriter::regions() {
  out_.key("type").value("array").key("minItems").value(1).key("maxItems").value(3);
  out_.key("items").begin_object();
  object(region_settings());
  bases({{"archetype"}, {"recipe"}});
  out_.key("not").begin_object();
  required({"archetype", "recipe"});
  out_.end_object().end_object();
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
