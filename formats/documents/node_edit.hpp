// Small changes to JSON trees. Internal to formats/documents.
#pragma once

#include <string>
#include <string_view>

#include "compiler/json.hpp"

namespace strate {

/// Takes a member out; a null node without a place if there is none.
json::Node take_member(json::Node& object, std::string_view key);
/// Sets a member, in front if it is new.
void put_string(json::Node& object, std::string_view key, std::string text, SourceRef source);
/// Replaces a member or appends it.
void put_member(json::Node& object, json::Member member);
/// The id an entry has: written, or the name of its operator. Null if it has none.
const json::Node* id_node(const json::Node& entry);
/// Canonical JSON of any tree.
void write_node(json::Writer& out, const json::Node& node);

}  // namespace strate
