// The parts of an entry: parameter values, curves, scopes, masks, named fields. Internal to the
// recipe reader.
#pragma once

#include "compiler/field.hpp"
#include "compiler/recipe.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {

/// The value that `spec` stands for where its key is absent.
Value default_value(const FieldSpec& spec);

/// `notes`: those of placed rooms too.
void write_value(json::Writer& out, const FieldSpec& spec, const Value& value, bool notes);

bool read_value(NodeReader& reader, const json::Node& node, const FieldSpec& spec, Value& out);

/// Stops [[at, v], …] with rising `at`; v in `spec`'s range, or [low, high] if `pairs`.
bool read_stops(NodeReader& reader, const json::Node& node, const NumberSpec& spec, bool pairs,
                std::vector<Stop>& out);

bool read_scope(NodeReader& reader, const json::Node& node, Scope& out);
bool read_mask(NodeReader& reader, const json::Node& node, Mask& out);
/// Reports the first field beyond kMostFields.
void too_many_fields(NodeReader& reader, SourceRef at);

bool read_field(NodeReader& reader, const json::Member& member, NamedField& out);

}  // namespace strate
