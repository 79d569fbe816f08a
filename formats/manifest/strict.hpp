// Reading our own canonical JSON: every key known, required, of one type and in range.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"
#include "compiler/limits.hpp"
#include "compiler/units.hpp"

namespace strate {

/// Keeps the first fault of one document. After it, everything reads as a default.
class Strict {
 public:
  /// Codes are "<prefix>.<what>".
  explicit Strict(std::string prefix) : prefix_(std::move(prefix)) {}
  bool ok() const { return ok_; }
  const Error& error() const { return error_; }
  /// Always false.
  bool fail(std::string_view what, std::string text, SourceRef at);

  /// Parses with this reader's codes: "truncated", "duplicate_key", "encoding", "too_large",
  /// "syntax".
  bool parse(const SourceSet& sources, std::uint32_t document, const json::Limits& limits,
             json::Node& root);

  bool is(const json::Node& node, json::Kind kind);
  double number(const json::Node& node, double lo, double hi);
  std::int64_t integer(const json::Node& node, std::int64_t lo, std::int64_t hi);
  /// A number with at most six decimals.
  Um metres(const json::Node& node, Um lo, Um hi);
  std::string text(const json::Node& node, std::size_t limit = 4096);
  /// A text that may stand in a line of output: no control characters, none that change direction.
  std::string line(const json::Node& node, std::size_t limit = 4096);
  /// A snake_case name, as documents have them; `dotted`: an address.
  std::string id(const json::Node& node, bool dotted = false);
  /// 32 hex digits.
  Hash128 hash(const json::Node& node);
  /// The items of an array, at most `limit`, exactly `exactly` if that is not 0.
  const std::vector<json::Node>& items(const json::Node& node, std::size_t limit,
                                       std::size_t exactly = 0);

 private:
  std::string prefix_;
  bool ok_ = true;
  Error error_;
};

/// One object: keys are asked for by name; end() refuses those nobody asked for.
class StrictObject {
 public:
  StrictObject(Strict& strict, const json::Node& node);

  const json::Node& node(std::string_view key);
  bool has(std::string_view key);  ///< an optional key; counts as asked for

  double number(std::string_view key, double lo, double hi);
  double number(std::string_view key, Limits range) { return number(key, range.lo, range.hi); }
  std::int64_t integer(std::string_view key, std::int64_t lo, std::int64_t hi);
  Um metres(std::string_view key, Um lo, Um hi);
  Um metres(std::string_view key, Limits range) {
    return metres(key, range.lo_um(), range.hi_um());
  }
  bool flag(std::string_view key);
  std::string text(std::string_view key, std::size_t limit = 4096);
  std::string line(std::string_view key, std::size_t limit = 4096);
  std::string id(std::string_view key, bool dotted = false);
  std::uint64_t seed(std::string_view key);  ///< 16 hex digits
  Hash128 hash(std::string_view key);
  /// Index of the text among `names`: "unknown_name" otherwise.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& names);
  const std::vector<json::Node>& items(std::string_view key, std::size_t limit,
                                       std::size_t exactly = 0);
  void end();

 private:
  Strict& strict_;
  const json::Node& object_;
  std::set<std::string_view> asked_;
};

}  // namespace strate
