// Laws and their findings (03 §3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/result.hpp"

namespace strate {

enum class Verdict { holds, fails, waived, not_applicable, not_proven };

std::string_view verdict_name(Verdict v);

/// What went against a law, or a margin worth printing. A failing finding has a witness.
struct Finding {
  std::string code;    ///< "seal.breach"
  std::string text;    ///< one sentence
  std::string strate;  ///< slot id; empty: the whole stack
  Vec3 at;             ///< world metres
  double measured = 0, required = 0;
  std::string unit;            ///< "m", "deg", "" …
  std::vector<Vec3> witness;   ///< polyline or points, world metres
  std::string blame_operator;  ///< address of the operator or name of the post
  SourceRef blame;
};

/// One named figure with its place: the tightest clearance, the steepest step.
struct Margin {
  std::string figure;  ///< name of 11/CATALOG: "thinnest_seal_m"
  double value = 0;
  Vec3 at;
  std::string unit;
};

/// The outcome of one law over one strate or the whole stack.
struct LawReport {
  std::string law, strate;
  Verdict verdict = Verdict::not_proven;
  IndexBox window;  ///< samples it was proven over
  double step_m = 0;
  std::string proved;  ///< how far: "by bound 97.2 %, sampled 2.8 %"
  std::vector<Margin> margins;
  std::vector<Finding> findings;  ///< sorted by severity, then place
  std::size_t left_out = 0;       ///< findings beyond the limit
};

}  // namespace strate
