// A world against its baseline (03 §3 `--baseline`): which figures moved, how far they may, which
// verdicts changed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/documents/expect.hpp"
#include "passes/cook.hpp"

namespace strate {

/// How a figure stands to its baseline. Only the last two are regressions.
enum class Shift { same, within, fresh, beyond, gone };

/// "same", "within", "new", "beyond", "gone".
std::string_view shift_name(Shift shift);
inline bool is_regression(Shift s) { return s == Shift::beyond || s == Shift::gone; }

/// One figure at one place. A figure that no allowance names may not move.
struct FigureShift {
  std::string where;  ///< a slot's id, "descent" or "stack"
  std::string figure;
  std::optional<double> expected, measured;
  std::optional<double> down = 0, up = 0;  ///< in the figure's unit; absent: freely
  Shift shift = Shift::same;
  double moved() const { return expected && measured ? recorded(*measured - *expected) : 0; }
};

/// One law. Any other verdict than the expected one is a regression, unless the law holds now.
struct VerdictShift {
  std::string law;
  std::optional<Verdict> expected, measured;
  Shift shift = Shift::same;
};

struct BaselineReport {
  std::string expected_hash, measured_hash;  ///< contents; another one is another world
  /// What makes figures incomparable, one clause each: another window, another step. A regression.
  std::vector<std::string> frame;
  std::vector<FigureShift> figures;  ///< strates top first, then descent and stack
  std::vector<VerdictShift> laws;
  bool same_world() const { return expected_hash == measured_hash; }
  std::size_t count(Shift shift) const;  ///< figures and laws
  bool regressed() const;
};

/// A run whose passes are done, with all laws, in the form of a baseline: figures of the walk, and
/// those of laws that carry a unit (counts belong to a law's proof). Without `schema`, `note`,
/// `season` and `allow`.
Expect expect_of(const Cook& cook);

BaselineReport compare(const Expect& baseline, const Expect& measured);

}  // namespace strate
