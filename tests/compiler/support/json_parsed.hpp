// Reading a text as a document, and the same text as nlohmann's library reads it.
#pragma once

#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "compiler/json.hpp"

namespace strate::test {

/// Processor time, so that a busy machine changes nothing. [Units: s]
inline double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

struct Parsed {
  SourceSet sources;
  Diagnostics diags;
  json::Node root;
  bool fine = false;
  std::string code() const { return diags.all().empty() ? "" : diags.all()[0].what.code; }
};

inline Parsed parse(std::string text, bool jsonc = false, json::Limits limits = {}) {
  Parsed out;
  const std::uint32_t id = out.sources.add("t.json", std::move(text));
  out.fine = json::parse(out.sources, id, jsonc, limits, out.root, out.diags);
  return out;
}

/// nlohmann accepts a document that we must accept, too, except for what 08 forbids.
inline bool oracle_accepts(const std::string& text) { return nlohmann::json::accept(text); }

inline nlohmann::json as_oracle(const json::Node& node) {
  switch (node.kind) {
    case json::Kind::null:
      return nullptr;
    case json::Kind::boolean:
      return node.flag;
    case json::Kind::number:
      return nlohmann::json::parse(node.text);
    case json::Kind::string:
      return node.text;
    case json::Kind::array: {
      nlohmann::json out = nlohmann::json::array();
      for (const json::Node& item : node.items) out.push_back(as_oracle(item));
      return out;
    }
    case json::Kind::object: {
      nlohmann::json out = nlohmann::json::object();
      for (const auto& m : node.members) out[m.key] = as_oracle(m.value);
      return out;
    }
  }
  return {};
}

}  // namespace strate::test
