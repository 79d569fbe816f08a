// expect.json (11 §6): the figures of a world as measured, and how far each may move.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "compiler/law.hpp"
#include "compiler/source_set.hpp"
#include "compiler/units.hpp"
#include "formats/manifest/manifest.hpp"

namespace strate {

/// No figure is larger: volumes and counts are larger than lengths of a world.
inline constexpr double kMostFigure = 1e12;

/// How far one figure may move from what is expected, everywhere it is measured; down ≤ 0 ≤ up,
/// absent: freely.
struct Allowance {
  std::string figure;
  std::optional<double> down, up;
  bool fraction = false;  ///< of the expected value's size, not in the figure's unit
  SourceRef source;       ///< its key
};

struct ExpectedLaw {
  std::string law;
  Verdict verdict = Verdict::holds;  ///< the worst over all strates
};

/// Figures of one slot.
struct ExpectedStrate {
  std::string slot;
  std::vector<Figure> figures;
};

/// A baseline as a document, and a measured world in the same form. Figures are rounded to six
/// decimals.
struct Expect {
  std::string schema = "expect-1.json";
  std::string note;
  std::string season;  ///< path of the season, relative to the document
  SourceRef season_source;
  std::string content_hash;  ///< 32 lower-case hex digits
  Um step_um = 0;
  std::array<Um, 4> window_um{};  ///< x0, y0, x1, y1
  std::vector<Allowance> allow;   ///< as written: those in units, then fractions
  std::vector<Figure> descent;
  std::vector<Figure> stack;  ///< of laws over the whole stack
  std::vector<ExpectedLaw> laws;
  std::vector<ExpectedStrate> strates;  ///< top first
};

/// A figure as a baseline records it: six decimals.
double recorded(double value);

/// Reads a document of `sources`. Every error is reported, with codes of 11 §8 and
/// "expect.unknown_figure" for an allowance that no figure of the document has; false if there was
/// one.
bool read_expect(const SourceSet& sources, std::uint32_t document, bool jsonc, Expect& out,
                 Diagnostics& diags);

/// Reports what `allow` names and `measured` has not: "expect.unknown_figure".
bool check_allowances(const std::vector<Allowance>& allow, const Expect& measured,
                      Diagnostics& diags);

/// Canonical bytes; read_expect gives the same back.
std::string write_expect(const Expect& expect);

}  // namespace strate
