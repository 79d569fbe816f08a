// Reading JSON nodes against expectations: one place for types, ranges, decimals, unknown keys and
// the notes that say what is allowed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/field.hpp"
#include "compiler/json.hpp"
#include "compiler/units.hpp"

namespace strate {

/// One key that an object may have.
struct KeySpec {
  std::string_view name;
  std::string_view what;      ///< what is allowed, for notes; may be empty
  std::string_view doc = {};  ///< what it means, for schemas and the reference
};

/// Inclusive bounds of a number with the unit that notes print.
struct NumberSpec {
  double min = -kWorldLimitM, max = kWorldLimitM;
  std::string_view unit;
  bool whole = false;
};

class NodeReader {
 public:
  explicit NodeReader(Diagnostics& diags) : diags_(diags) {}

  Diagnostics& diags() { return diags_; }
  bool failed() const { return failed_; }
  Error& error(const char* code, std::string text, SourceRef at);

  /// Reports a node that is not of `kind`; `wanted` as in "a number".
  bool is(const json::Node& node, json::Kind kind, std::string_view wanted);
  /// A finite number with at most six decimals, in range.
  bool number(const json::Node& node, const NumberSpec& spec, double& out);
  bool whole(const json::Node& node, std::int64_t min, std::int64_t max, std::int64_t& out);
  /// A length in whole micrometres.
  bool length(const json::Node& node, double min_m, double max_m, Um& out);
  bool flag(const json::Node& node, bool& out);
  /// At most 4096 bytes.
  bool string(const json::Node& node, std::string& out);
  /// [low, high] with low ≤ high.
  bool pair(const json::Node& node, const NumberSpec& spec, double& lo, double& hi);
  /// Exactly `n` numbers.
  bool numbers(const json::Node& node, std::size_t n, const NumberSpec& spec,
               std::vector<double>& out);
  /// One of `allowed`; the note lists them.
  bool choice(const json::Node& node, std::span<const std::string_view> allowed,
              std::string_view what, std::string& out);
  /// "#rrggbb".
  bool color(const json::Node& node, std::string& out);
  /// snake_case, dots between parts if `dotted`, no unit at its end.
  bool id(const json::Node& node, bool dotted, std::string& out);

  /// Reports every key of `object` that is not in `allowed`.
  void only_keys(const json::Node& object, std::span<const KeySpec> allowed, std::string_view of);
  void unknown_key(const json::Member& member, std::span<const KeySpec> allowed,
                   std::string_view of);
  void missing_key(const json::Node& object, std::string_view key, std::string_view of);

 private:
  Error& wrong_type(const json::Node& node, std::string_view wanted);

  Diagnostics& diags_;
  bool failed_ = false;
};

/// "a number", "an object" …
std::string_view kind_name(json::Kind kind);
/// "did you mean 'x'?" into the notes if some known name is near.
void note_nearest(Error& error, std::string_view word, const std::vector<std::string>& known);
/// "a, b, c" with an end for lists that are too long.
std::string listed(const std::vector<std::string>& names);
/// "2 to 32 m, default [4, 10]".
std::string describe(const FieldSpec& spec);
/// "0.5 to 8 m"; empty if open on both sides.
std::string describe(const NumberSpec& spec);
/// Text for messages: quoted in single quotes, cut if long.
std::string in_quotes(std::string_view text);
/// Decimals behind the point that a number token needs.
int decimals_of(std::string_view token);
/// Whether `name` is a plain or dotted snake_case id.
bool is_id(std::string_view name, bool dotted);
bool ends_like_a_unit(std::string_view name);

}  // namespace strate
