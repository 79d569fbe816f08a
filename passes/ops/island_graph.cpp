#include "passes/ops/island_graph.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"
#include "passes/ops/cave_shapes.hpp"

namespace strate {
namespace {

constexpr double kAirM = 1;  ///< half of the least gap between islands
constexpr std::int64_t kSwellCells = 3;
/// Of the tops' range: what an island adds of its own; what stretches the swell.
constexpr double kSway = 0.08, kStretch = 1.5, kDrifters = 1.0 / 7;
/// tan 29°; longest run, in spacings.
constexpr double kSteepest = 0.5543, kLongest = 1.6;
/// A bridge begins so far from the middle, in radii, and is level to a little beyond the edge.
constexpr double kBeginShare = 0.6, kPierM = 0.8, kWanderShare = 0.08, kWanderM = 2;
/// From a bridge's middle to another island beside, over and under it.
constexpr double kBesideM = 3, kOverM = 4, kUnderM = 4, kDeeper = 1.4;
/// An anchor's least radius where there is room, and its lobes.
constexpr double kAnchorRadiusM = 12, kAnchorLobes = 0.3;

double run_of(const Island& a, const Island& b) {
  const double dx = b.top.x - a.top.x, dy = b.top.y - a.top.y;
  return std::sqrt(dx * dx + dy * dy) - a.radius - b.radius - 2 * kPierM;
}

}  // namespace

IslandCache::Entry& IslandCache::at(Coord cell) {
  Entry& e = entries_[draw_at(0, 0, 6, cell.x, cell.y, 0) % kEntries];
  if (!e.used || e.cell != cell) {
    e = {};
    e.cell = cell;
    e.used = true;
  }
  return e;
}

double IslandGraph::pick(std::uint64_t salt, Coord c) const {
  return unit(draw_at(s_.seed, s_.address, salt, c.x, c.y, 0));
}

/// Every island keeps inside its cell.
double IslandGraph::radius_of(Coord cell, double drawn) const {
  const bool anchor = s_.anchor && cell == Coord{};
  return std::min(anchor ? std::max(kAnchorRadiusM, s_.radius.range().hi) : drawn,
                  s_.spacing / 2 - kAirM);
}

double IslandGraph::radius_max() const {
  return std::max(s_.radius.range().hi, s_.anchor ? radius_of({}, 0) : 0.0);
}

double IslandGraph::reach() const {
  const double bridge = kLongest * s_.spacing + radius_max() + kWanderM + kBridgeRadiusM;
  return jitter() + radius_max() + bridge + 2 * kCapM;
}

double IslandGraph::corner(std::int64_t i, std::int64_t j) const {
  return i == 0 && j == 0 ? 0
                          : both_ways(unit(draw_at(s_.seed, s_.address, kIslandSwell, i, j, 0)));
}

double IslandGraph::top_of(Coord c) const {
  const double half = width(s_.tops) / 2, mid = middle(s_.tops);
  if (c != Coord{} && pick(kIslandDrifts, c) < kDrifters)
    return mid + half * both_ways(pick(kIslandDrift, c));
  const std::int64_t i = floor_div(c.x, kSwellCells), j = floor_div(c.y, kSwellCells);
  const double cells = static_cast<double>(kSwellCells);
  const double u = static_cast<double>(c.x - i * kSwellCells) / cells;
  const double v = static_cast<double>(c.y - j * kSwellCells) / cells;
  const double low = corner(i, j) + u * (corner(i + 1, j) - corner(i, j));
  const double high = corner(i, j + 1) + u * (corner(i + 1, j + 1) - corner(i, j + 1));
  const double swell = kStretch * (low + v * (high - low));
  const double own = c == Coord{} ? 0 : kSway * both_ways(pick(kIslandSway, c));
  return mid + half * std::clamp(swell + own, -1.0, 1.0);
}

const Island& IslandGraph::island(StackContext& context, Coord cell) const {
  IslandCache::Entry& e = context.cache<IslandCache>(s_.slot).at(cell);
  if (!e.has_island) {
    e.island = compute_island(context, cell);
    e.has_island = true;
  }
  return e.island;
}

/// Parameters are read at the cell's middle at the height of the top, `sites` judged where the
/// island floats.
Island IslandGraph::compute_island(StackContext& context, Coord cell) const {
  const bool anchor = s_.anchor && cell == Coord{};
  const double number = pick(kIslandSite, cell);
  Island it;
  it.cell = cell;
  it.top = {static_cast<double>(cell.x) * s_.spacing, static_cast<double>(cell.y) * s_.spacing,
            on_plan_grid(top_of(cell))};
  {
    SitePoint site(context, it.top, number);
    if (!anchor && pick(kIslandOccupied, cell) >= s_.occupancy.at(site, 0)) return it;
    it.radius = radius_of(cell, s_.radius.at(site, pick(kIslandRadius, cell)));
    it.thickness =
        std::min(s_.thickness.at(site, pick(kIslandThickness, cell)), it.top.z - s_.content_bottom);
    it.lobes = s_.lobes.at(site, 0);
    it.taper = s_.taper.at(site, 0);
  }
  if (anchor) it.lobes = std::min(it.lobes, kAnchorLobes);
  const double room = s_.spacing / 2 - it.radius - kAirM;
  const double aside = cell == Coord{} ? 0 : std::clamp(room, 0.0, jitter() - 0.0625);
  it.top = on_plan_grid(it.top + Vec3{aside * both_ways(pick(kIslandX, cell)),
                                      aside * both_ways(pick(kIslandY, cell)), 0});
  it.exists = true;
  if (!anchor && !s_.sites.all()) {
    SitePoint site(context, it.top, number);
    it.exists = s_.sites.keeps(site);
  }
  return it;
}

std::optional<Vec3> IslandGraph::place(StackContext& context, Coord cell) const {
  const Island& it = island(context, cell);
  return it.exists ? std::optional<Vec3>(it.top) : std::nullopt;
}

/// No third island is in the way of a bridge.
bool IslandGraph::clear(StackContext& context, const Island& a, const Island& b) const {
  const double low = std::min(a.top.z, b.top.z) - kUnderM, high = std::max(a.top.z, b.top.z);
  const Coord lo{std::min(a.cell.x, b.cell.x) - 1, std::min(a.cell.y, b.cell.y) - 1, 0};
  const Coord hi{std::max(a.cell.x, b.cell.x) + 1, std::max(a.cell.y, b.cell.y) + 1, 0};
  for (std::int64_t j = lo.y; j <= hi.y; ++j)
    for (std::int64_t i = lo.x; i <= hi.x; ++i) {
      const Coord c{i, j, 0};
      if (c == a.cell || c == b.cell) continue;
      const Island& it = island(context, c);
      if (!it.exists || it.top.z < low || it.top.z - kDeeper * it.thickness > high + kOverM)
        continue;
      if (plan_distance(it.top, a.top, b.top) < it.radius + kBesideM) return false;
    }
  return true;
}

bool IslandGraph::reaches(StackContext& context, Coord from, Coord to) const {
  const Island a = island(context, from), b = island(context, to);
  const double run = run_of(a, b);
  return run <= kLongest * s_.spacing && std::fabs(b.top.z - a.top.z) <= kSteepest * run &&
         clear(context, a, b);
}

bool IslandGraph::leads_on(StackContext& context, Coord cell) const {
  if (cell == Coord{}) return true;
  return nearest_inward(
             cell, island(context, cell).top, [&](Coord c) { return place(context, c); },
             [&](Coord c) { return reaches(context, cell, c); })
      .has_value();
}

std::optional<Coord> IslandGraph::bridge(StackContext& context, Coord cell) const {
  IslandCache& cache = context.cache<IslandCache>(s_.slot);
  if (const IslandCache::Entry& e = cache.at(cell); e.has_bridge) return e.bridge;
  std::optional<Coord> found;
  if (cell != Coord{} && island(context, cell).exists)
    found = nearest_inward(
        cell, island(context, cell).top, [&](Coord c) { return place(context, c); },
        [&](Coord c) { return reaches(context, cell, c) && leads_on(context, c); });
  IslandCache::Entry& e = cache.at(cell);
  e.bridge = found;
  e.has_bridge = true;
  return found;
}

TunnelPath IslandGraph::deck(StackContext& context, Coord from, Coord to) const {
  const Island a = island(context, from), b = island(context, to);
  Vec3 p = a.top, q = b.top;
  const Vec3 line{q.x - p.x, q.y - p.y, 0}, ahead = line * (1 / length(line));
  p = p + ahead * (kBeginShare * a.radius), q = q - ahead * (kBeginShare * b.radius);
  p.z = -a.top.z, q.z = -b.top.z;
  const auto lead = [](const Island& it) { return (1 - kBeginShare) * it.radius + kPierM; };
  const Coord pair = from + to;
  return tunnel_path({on_plan_grid(p), lead(a), kBridgeRadiusM},
                     {on_plan_grid(q), lead(b), kBridgeRadiusM},
                     std::min(kWanderM, kWanderShare * run_of(a, b)),
                     both_ways(pick(kIslandBend, pair)), both_ways(pick(kIslandTwist, pair)));
}

}  // namespace strate
