// Makes the hashes of a changed manifest right again, working on its text alone: what a reader can
// then still refuse is the content itself.
#pragma once

#include <string>
#include <string_view>

#include "compiler/hash.hpp"

namespace strate::testing {

/// The object after `key` at depth one as a text of its own, two columns to the left.
inline std::string object_text(const std::string& text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + key.size(), last = text.find("\n  }", begin);
  if (last == std::string::npos) return {};
  std::string out;
  for (std::size_t i = begin; i < last + 4; ++i) {
    out += text[i];
    if (text[i] == '\n') i += 2;
  }
  return out + "\n";
}

inline void put_after(std::string& text, std::string_view key, const std::string& value) {
  const std::size_t at = text.find(key);
  if (at == std::string::npos || at + key.size() + value.size() > text.size()) return;
  text.replace(at + key.size(), value.size(), value);
}

/// Right for canonical texts; others keep some wrong hash.
inline std::string rehashed(std::string text) {
  const std::string world = object_text(text, "\n  \"world\": ");
  const std::string review = object_text(text, "\n  \"review\": ");
  const std::string tool = object_text(text, "\n  \"tool\": ");
  std::string layout = object_text(world, "\n  \"layout\": ");
  std::string reviewed = "{\n  \"tool\": ";
  const auto indent = [&](std::string_view part) {
    part.remove_suffix(part.empty() ? 0 : 1);
    for (const char c : part) {
      reviewed += c;
      if (c == '\n') reviewed += "  ";
    }
  };
  indent(tool);
  reviewed += ",\n  \"review\": ";
  indent(review);
  reviewed += "\n}\n";
  put_after(text, "\"content_hash\": \"", hex(xxh3_128(world)));
  put_after(text, "\"layout_hash\": \"", hex(xxh3_128(layout)));
  put_after(text, "\"review_hash\": \"", hex(xxh3_128(reviewed)));
  put_after(text, "\"content_sha256\": \"", sha256_hex(world));
  return text;
}

}  // namespace strate::testing
