// Finding values in a tree, and places in a document.
#include <algorithm>
#include <charconv>

#include "compiler/json.hpp"

namespace strate::json {
namespace {

bool covers(const SourceRef& s, std::uint32_t offset) {
  return s.begin <= offset && offset < s.end;
}

std::uint32_t begin_of_item(const Node& n) { return n.source.begin; }
std::uint32_t begin_of_member(const Member& m) { return m.key_source.begin; }

/// How many parts, in the order as written, begin at or before `offset`.
template <class Part>
std::size_t begun_before(const std::vector<Part>& parts, std::uint32_t offset,
                         std::uint32_t (*begin_of)(const Part&)) {
  const auto end = std::partition_point(parts.begin(), parts.end(),
                                        [&](const Part& p) { return begin_of(p) <= offset; });
  return static_cast<std::size_t>(end - parts.begin());
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
    if (const std::size_t n = begun_before(node->items, offset, begin_of_item); n > 0) {
      const Node& item = node->items[n - 1];
      if (covers(item.source, offset)) {
        out += '/';
        out += std::to_string(n - 1);
        next = &item;
      }
    }
    if (const std::size_t n = begun_before(node->members, offset, begin_of_member); n > 0) {
      const Member& m = node->members[n - 1];
      if (covers(m.key_source, offset) || covers(m.value.source, offset)) {
        append_escaped(out, m.key);
        next = &m.value;
      }
    }
    node = next;
  }
  return out;
}

}  // namespace strate::json
