// Errors and warnings about documents: collected over a whole run, printed once, sorted by place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "compiler/result.hpp"
#include "compiler/source_set.hpp"

namespace strate {

namespace json {
class Writer;
}

enum class Severity { error, warning };

struct Diagnostic {
  Severity severity = Severity::error;
  Error what;
};

/// All findings about the input of one run. The same finding (code, place, text) is kept once:
/// a document that is used twice is judged twice.
class Diagnostics {
 public:
  /// Appends an error; returns it so that notes can be added: `diags.error(…).notes.push_back(…)`.
  Error& error(std::string code, std::string text, SourceRef at);
  Error& warning(std::string code, std::string text, SourceRef at);
  void add(Error error);
  bool has_errors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return list_; }

 private:
  Error& append(Severity severity, Error error);
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  std::vector<Diagnostic> list_;
  std::set<Key> seen_;
  Error repeated_;  ///< takes the notes of a finding that is already there
  std::size_t errors_ = 0;
};

/// Printed form of 01 "Diagnostics": `file:line:col: error[code]: what`, the line with a caret, the
/// JSON pointer, the notes. Sorted by file and position, in a file unused fields and knobs behind
/// the rest, which may be its cause; at most `max_per_code` of a kind, with the number left out. No
/// colour when `color` is false.
std::string print(const Diagnostics& diags, const SourceSet& sources, bool color = false,
                  std::size_t max_per_code = 100);

/// The same as one JSON array (for `--json`).
std::string print_json(const Diagnostics& diags, const SourceSet& sources);
void write_json(json::Writer& out, const Diagnostics& diags, const SourceSet& sources);

/// The name of `known` nearest to `word` within edit distance 2 (one for words under five letters),
/// empty if none. Ties go to the earlier name. A number and a single letter are near to nothing.
std::string nearest_name(std::string_view word, const std::vector<std::string>& known);

/// Up to `most` names, those that hold the word first, then the nearest, however far they are; ties
/// in the order of `known`.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& known,
                                       std::size_t most);

}  // namespace strate
