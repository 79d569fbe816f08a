// Names written in one document, as addresses of the whole stack. Internal to the builder.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "compiler/op.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {

/// A knob of a recipe with the value it has in one use.
struct Knob {
  json::Node value;
  NumberSpec range;
  SourceRef named;  ///< its key in `knobs`
  bool used = false;
  bool lost = false;  ///< has no value: what uses it is not judged
};

/// Where names are looked up: one document in one use.
struct NameScope {
  std::string prefix;            ///< "caves." inside the use `caves`
  std::set<std::string> fields;  ///< own fields of the document
  std::map<std::string, Knob> knobs;

  std::string address(std::string_view id) const { return prefix + std::string(id); }
};

/// Replaces "$knob" by its value everywhere in `node`, and curves over a knob by their value there.
/// `unit` is that of the nearest key above. False if there was an error.
bool put_knobs(json::Node& node, std::string_view unit, NameScope& scope, Diagnostics& diags);

/// Fields and ids that an entry (or what is set on one) names, as addresses. `written` is where it
/// was written, `target` the recipe of the entry.
void put_addresses(json::Node& entry, const OperatorRow* row, const NameScope& written,
                   const NameScope& target);
/// The same for a named field.
void put_field_addresses(json::Node& field, const NameScope& written, const NameScope& target);

}  // namespace strate
