// Finding values in a tree, and places in a document.
#include <charconv>

#include "compiler/json.hpp"

namespace strate::json {
namespace {

bool covers(const SourceRef& s, std::uint32_t offset) {
  return s.begin <= offset && offset < s.end;
}

void append_escaped(std::string& out, std::string_view key) {
  out += '/';
  for (char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
}

}  // namespace

const Member* Node::find_member(std::string_view key) const {
  for (const Member& m : members)
    if (m.key == key) return &m;
  return nullptr;
}

const Node* Node::find(std::string_view key) const {
  const Member* m = find_member(key);
  return m ? &m->value : nullptr;
}

double number_value(std::string_view token) {
  double value = 0;
  std::from_chars(token.data(), token.data() + token.size(), value);
  return value;
}

std::string pointer_at(const Node& root, std::uint32_t offset) {
  std::string out;
  const Node* node = &root;
  while (node) {
    const Node* next = nullptr;
    for (std::size_t i = 0; i < node->items.size() && !next; ++i) {
      if (!covers(node->items[i].source, offset)) continue;
      out += '/';
      out += std::to_string(i);
      next = &node->items[i];
    }
    for (const Member& m : node->members) {
      if (!covers(m.key_source, offset) && !covers(m.value.source, offset)) continue;
      append_escaped(out, m.key);
      next = &m.value;
      break;
    }
    node = next;
  }
  return out;
}

}  // namespace strate::json
