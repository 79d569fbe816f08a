// The schema of stacks: entries, operators and their parameters, scopes, fields.
#include <algorithm>

#include "formats/documents/schema_writer.hpp"
#include "formats/recipe/builtin_fields.hpp"

namespace strate {

namespace {

constexpr std::string_view kNumberRef = "stack-1.json#/definitions/number";

}  // namespace

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

}  // namespace strate
