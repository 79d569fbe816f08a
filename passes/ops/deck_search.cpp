#include "passes/ops/deck_search.hpp"

#include <algorithm>
#include <cmath>

namespace strate {
namespace {

constexpr int kSide = 24;  ///< columns along a patch
constexpr int kColumns = kSide * kSide;
constexpr int kStride = 211;     ///< from one column to the next that is tried; prime
constexpr double kPitchM = 2.5;  ///< between columns, at most
constexpr int kPatches = 4;      ///< of a cell, at most
constexpr int kLooks = 10;       ///< close looks in a cell, at most
constexpr int kHalvings = 4;     ///< until an edge is told
constexpr double kCloseStepM = 0.25;
/// What a floor may differ on the way to its edge, and from a deck's end 1 m farther.
constexpr double kEndOffM = 0.5, kLandOffM = 0.4;
/// How even a floor is on the map beside what it may slope.
constexpr double kEvenM = 0.3;

enum DeckDraw : std::uint64_t { kDrawX = 64, kDrawY, kDrawFirst, kDrawOffX, kDrawOffY };

/// Bearings on the map.
constexpr int kWays[][2] = {{1, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 1}, {-1, 2}, {-1, 1}, {-2, 1}};

double distance(Vec3 a, Vec3 b) {
  const double x = b.x - a.x, y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}

Vec3 between(Vec3 a, Vec3 b, double t) { return a + (b - a) * t; }

}  // namespace

double Deck::length() const { return distance(left, right); }

DeckSearch::DeckSearch(Survey& survey, const DeckRule& rule)
    : survey_(survey), rule_(rule), column_(kColumns) {
  const Survey::Setting& s = survey.setting();
  pitch_ = std::min(kPitchM, 2 * s.jitter * s.spacing / (kSide - 1));
  Arena& memory = survey.context().temporary();
  x_ = memory.take<double>(kSide);
  y_ = memory.take<double>(kSide);
  map_ = memory.take<Gaps>(kColumns);
}

const Gaps& DeckSearch::at(int x, int y) const { return map_[y * kSide + x]; }

std::optional<Deck> DeckSearch::next() {
  while (looks_ < kLooks) {
    if (column_ == kColumns && !next_patch()) break;
    for (; column_ < kColumns && looks_ < kLooks;) {
      const int first = static_cast<int>(survey_.pick_of(kDrawFirst, patch_) * kColumns);
      const int c = (first + kStride * column_++) % kColumns;
      if (auto deck = over(c % kSide, c / kSide)) return deck;
    }
  }
  return std::nullopt;
}

/// As many patches as there is room for beside each other, in drawn places.
bool DeckSearch::next_patch() {
  const Survey::Setting& s = survey_.setting();
  const double zone = s.jitter * s.spacing, half = pitch_ * (kSide - 1) / 2;
  if (patch_ >= std::min(kPatches, std::max(1, static_cast<int>(zone / half + 0.25)))) return false;
  const double free = std::max(0.0, zone - half);
  const Vec3 middle = survey_.middle();
  const double x = middle.x + free * (2 * survey_.pick_of(kDrawX, patch_) - 1);
  const double y = middle.y + free * (2 * survey_.pick_of(kDrawY, patch_) - 1);
  for (int i = 0; i < kSide; ++i) {
    x_[i] = on_plan_grid(x - half + pitch_ * i);
    y_[i] = on_plan_grid(y - half + pitch_ * i);
  }
  survey_.columns(x_, kSide, y_, kSide, survey_.content(), kSurveyStepM, map_);
  highest_ = survey_.content().lo;
  for (int c = 0; c < kColumns; ++c)
    for (const Gap& g : map_[c])
      if (g.height() >= kDeckHeadM) highest_ = std::max(highest_, g.floor);
  ++patch_, column_ = 0;
  return true;
}

/// The shortest deck over a column's air, if a close look confirms it.
std::optional<Deck> DeckSearch::over(int x, int y) {
  for (const Gap& g : at(x, y)) {
    const double low = g.floor + kDeckDropM + rule_.thickness;
    if (low > g.ceiling - kDeckHeadM || low > highest_) continue;
    double shortest = rule_.longest + 3 * pitch_;  // edges are told later
    End left, right;
    bool found = false;
    for (const auto& [dx, dy] : kWays) {
      End l, r;
      if (!march(x, y, -dx, -dy, g, l) || !march(x, y, dx, dy, g, r)) continue;
      const double u = r.x - l.x, v = r.y - l.y, run = std::sqrt(u * u + v * v) * pitch_;
      if (run >= shortest || std::fabs(r.floor - l.floor) > kDeckSteepest * run) continue;
      shortest = run, left = l, right = r, found = true;
    }
    if (!found) continue;
    ++looks_;
    if (auto deck = look_closely({x_[x], y_[y], g.floor}, left, right)) return deck;
  }
  return std::nullopt;
}

/// A floor that one can stand on in a column `step` away from one of this height.
bool DeckSearch::goes_on(int x, int y, double floor, double step) const {
  if (x < 0 || y < 0 || x >= kSide || y >= kSide) return false;
  for (const Gap& g : at(x, y))
    if (g.height() >= kDeckHeadM && std::fabs(g.floor - floor) <= kDeckSteepest * step + kEvenM)
      return true;
  return false;
}

/// From a column over the drop to the first floor at a deck's height that goes on; false at a wall.
bool DeckSearch::march(int x, int y, int dx, int dy, const Gap& from, End& end) const {
  const double low = from.floor + kDeckDropM + rule_.thickness, high = from.ceiling - kDeckHeadM;
  const double step = pitch_ * std::sqrt(static_cast<double>(dx * dx + dy * dy));
  for (;;) {
    x += dx, y += dy;
    if (x < 0 || y < 0 || x >= kSide || y >= kSide) return false;
    bool still = false;
    for (const Gap& g : at(x, y)) {
      still = still || g.ceiling > low + kDeckHeadM;
      if (g.floor < low) continue;
      if (g.floor > high || !goes_on(x + dx, y + dy, g.floor, step)) continue;
      end = {x, y, g.floor};
      return true;
    }
    if (!still) return false;
  }
}

/// Somewhere about the column.
Vec3 DeckSearch::place(const End& end) {
  const int c = (patch_ * kSide + end.y) * kSide + end.x;
  const double off = pitch_ / 2;
  return {x_[end.x] + off * (2 * survey_.pick_of(kDrawOffX, c) - 1),
          y_[end.y] + off * (2 * survey_.pick_of(kDrawOffY, c) - 1), end.floor};
}

std::optional<Deck> DeckSearch::look_closely(Vec3 drop, End left, End right) {
  Deck deck{place(left), place(right)};
  // The point of the line next to the drop.
  const Vec3 along = deck.right - deck.left, from = drop - deck.left;
  const double t =
      (along.x * from.x + along.y * from.y) / std::max(along.x * along.x + along.y * along.y, 1.0);
  const Vec3 over = between(deck.left, deck.right, std::clamp(t, 0.1, 0.9));
  if (!settle(over, deck.left) || !settle(over, deck.right)) return std::nullopt;
  const double run = deck.length(), rise = std::fabs(deck.right.z - deck.left.z);
  if (run > rule_.longest || rise > kDeckSteepest * run || !clear(deck)) return std::nullopt;
  return deck;
}

/// Draws an end in to where its floor begins, less kDeckLandM.
bool DeckSearch::settle(Vec3 drop, Vec3& end) {
  double floor = end.z, edge = 0;
  if (!stands(end.x, end.y, end.z, kSurveyStepM, floor)) return false;
  double out = 0, on = 1;  // shares of the way from the drop to the floor
  for (int n = 0; n < kHalvings; ++n) {
    const double t = (out + on) / 2;
    const Vec3 p = between(drop, end, t);
    (stands(p.x, p.y, floor, kEndOffM, edge) ? on : out) = t;
  }
  const double way = std::max(distance(drop, end), 1.0);
  const Vec3 last = between(drop, end, on + kDeckLandM / way);
  const Vec3 beyond = between(drop, end, on + (kDeckLandM + 1) / way);
  if (!stands(last.x, last.y, floor, kEndOffM, edge)) return false;
  end = {last.x, last.y, edge};
  return stands(beyond.x, beyond.y, edge, kLandOffM, floor);
}

/// A floor within `off` of a height, with headroom.
bool DeckSearch::stands(double x, double y, double near, double off, double& floor) {
  const Interval z{near - off - kCloseStepM, near + kDeckHeadM};
  for (const Gap& g : survey_.gaps(x, y, z, kCloseStepM)) {
    if (g.ceiling < z.hi || g.floor <= z.lo || std::fabs(g.floor - near) > off) continue;
    floor = g.floor;
    return true;
  }
  return false;
}

/// Air from `down` under to `up` over a point.
bool DeckSearch::open(Vec3 p, double down, double up) {
  const Interval z{p.z - down, p.z + up};
  const Gaps g = survey_.gaps(p.x, p.y, z, 2 * kCloseStepM);
  return g.count == 1 && g.at[0].floor <= z.lo && g.at[0].ceiling >= z.hi;
}

bool DeckSearch::clear(const Deck& deck) {
  return open(deck.middle(), rule_.thickness + kDeckDropM, kDeckHeadM) &&
         open(between(deck.left, deck.right, 0.25), -0.5, kDeckHeadM) &&
         open(between(deck.left, deck.right, 0.75), -0.5, kDeckHeadM);
}

}  // namespace strate
