// Writes the JSON schemas: documents and settings in schema.cpp, stacks in schema_stack.cpp.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/json.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/recipe_io.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

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
    bases({{"archetype"}, {"recipe"}, {"regions"}, {"extends"}});
    out_.key("not").begin_object().key("anyOf").begin_array();
    for (const auto& [one, other] :
         {std::pair{"archetype", "recipe"}, {"archetype", "regions"}, {"recipe", "regions"}}) {
      out_.begin_object();
      required({one, other});
      out_.end_object();
    }
    out_.end_array().end_object().end_object();
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
  void regions();
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

  json::Writer out_;
  const Catalog& catalog_;
};

}  // namespace strate
