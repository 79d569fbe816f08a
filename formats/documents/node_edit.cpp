#include "formats/documents/node_edit.hpp"

#include <algorithm>
#include <utility>

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

Node take_member(Node& object, std::string_view key) {
  const auto is_it = [&](const Member& m) { return m.key == key; };
  const auto at = std::find_if(object.members.begin(), object.members.end(), is_it);
  if (at == object.members.end()) return {};
  Node out = std::move(at->value);
  object.members.erase(at);
  return out;
}

void put_string(Node& object, std::string_view key, std::string text, SourceRef source) {
  Node value;
  value.kind = Kind::string;
  value.text = std::move(text);
  value.source = source;
  for (Member& m : object.members)
    if (m.key == key) {
      m.value = std::move(value);
      return;
    }
  object.members.insert(object.members.begin(), Member{std::string(key), source, std::move(value)});
}

void put_member(Node& object, Member member) {
  for (Member& m : object.members)
    if (m.key == member.key) {
      m = std::move(member);
      return;
    }
  object.members.push_back(std::move(member));
}

const Node* id_node(const Node& entry) {
  const Node* id = entry.find("id");
  if (!id) id = entry.find("op");
  return id && id->kind == Kind::string ? id : nullptr;
}

void write_node(json::Writer& out, const Node& node) {
  switch (node.kind) {
    case Kind::null:
      out.raw("null");
      break;
    case Kind::boolean:
      out.value(node.flag);
      break;
    case Kind::number:
      out.raw(node.text);
      break;
    case Kind::string:
      out.value(node.text);
      break;
    case Kind::array:
      out.begin_array();
      for (const Node& item : node.items) write_node(out, item);
      out.end_array();
      break;
    case Kind::object:
      out.begin_object();
      for (const Member& m : node.members) write_node(out.key(m.key), m.value);
      out.end_object();
      break;
  }
}

}  // namespace strate
