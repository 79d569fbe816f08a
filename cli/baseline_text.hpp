// A comparison with a baseline for people: a table of what moved, and the verdict.
#pragma once

#include <string>

#include "compiler/json.hpp"
#include "passes/baseline.hpp"

namespace strate::cli {

/// The table. `file` is how the baseline is called; `color`: regressions in colour; `verdict`:
/// whether the baseline is kept.
std::string baseline_text(const BaselineReport& report, const std::string& file, bool color,
                          bool verdict);

/// The member "baseline" of the object that is open: every figure, moved or not.
void write_baseline(json::Writer& out, const BaselineReport& report, const std::string& file);

}  // namespace strate::cli
