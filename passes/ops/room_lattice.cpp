#include "passes/ops/room_lattice.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "compiler/units.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/kernels.hpp"
#include "passes/ops/cave_shapes.hpp"

namespace strate {
namespace {

/// Beyond 1/6 of the spacing a neighbour inward might not be nearer the hub.
constexpr double kJitterShare = 0.16;
/// Rock between rooms of neighbouring cells, in spacings; what jitter may take of the run.
constexpr double kMarginShare = 0.06, kJitterOfRun = 0.5;
/// What rounding to the plan grid may add to a slope, and to a difference of heights.
constexpr double kGridSlope = 1.0 / 128, kGridSlack = 1.0 / 16;
constexpr double kFlatShare = 0.7, kTunnelStub = 3;
/// From a tunnel's middle to another's where the floor of neither is cut: a tunnel radius and half
/// a floor, and some rock.
constexpr double kFloorApart = 1.7, kFloorRock = 0.25;
/// Rock and roughness between one layer's rooms and the next.
constexpr double kLayerRock = 2.5;
/// Least room for floors of one layer to rise and fall.
constexpr double kLayerRoom = 4;
/// From this height on, in spacings, there are several layers; they stand at most so much farther
/// apart than they must.
constexpr double kManyLayers = 1.5, kLayerSpread = 1.05;
/// Of what a straight tunnel along a cell's diagonal climbs at most.
constexpr double kDiagonal = 1.4142, kEasyClimb = 0.9;

/// The jitter at which neighbours along one axis are still within reach:
/// (s + 2o)² + (2o)² ≤ reach².
double jitter_within(double reach, double s) {
  const double room = 2 * reach * reach - s * s;
  return room > s * s ? (std::sqrt(room) - s) / 4 : 0;
}

}  // namespace

RoomLattice::RoomLattice(std::uint64_t seed, std::uint64_t address, double spacing,
                         const RoomRanges& ranges)
    : seed_(seed), address_(address), spacing_(spacing), jitter_(spacing / 4) {
  choose_layers(ranges, spacing);
  sway_max_ = half_;
}

RoomLattice::RoomLattice(std::uint64_t seed, std::uint64_t address, double spacing,
                         const RoomRanges& ranges, const TunnelRule& rule)
    : seed_(seed), address_(address), spacing_(spacing), joined_(true), rule_(rule) {
  steepest_ = rule.tangent - kGridSlope;
  const double largest = ranges.radius.hi, across = kDiagonal * spacing;
  choose_layers(ranges,
                rule.reach < across ? 0 : steepest_ * (across - 2 * lead(middle(ranges.radius))));
  jitter_ = std::min(kJitterShare * spacing, jitter_within(rule.reach - 1.0 / 16, spacing));
  const double half_run = spacing / 2 - lead(largest);
  const double least = half_run - std::min(jitter_, kJitterOfRun * half_run);
  step_ = std::min(steepest_ * least, 2 * steepest_ * (spacing / 2 - lead(ranges.hub_radius))) -
          2 * kGridSlack;
  walkable_ = step_ > kGridSlack && rule.reach >= spacing;
  step_ = std::max(step_, kGridSlack);
  sway_max_ = half_ / 2;
  swell_height_ = std::max(0.0, half_ - std::min(sway_max_, sway(0)));
  swell_cells_ = 1 + static_cast<std::int64_t>(std::floor(2 * swell_height_ / step_));
  const double apart = spacing - 2 * jitter_;
  const double beside = (0.5 + kMarginShare) * spacing - jitter_ - rule.radius_max;
  wander_limit_ = std::clamp((apart - 2 * rule.radius_max - 1) / 2, 0.0, std::max(0.0, beside));
}

/// As many layers as keep rock between their rooms and are not much farther apart than a tunnel
/// can climb.
void RoomLattice::choose_layers(const RoomRanges& ranges, double climb) {
  const double low = ranges.heights.lo, high = std::max(low, ranges.heights.hi);
  const double body = (1 + kChamberDrop) * ranges.half_height.hi + kLayerRock;
  const double least = std::max(body + kLayerRoom, std::min(0.8 * spacing_, kEasyClimb * climb));
  const double range = high - low;
  if (range >= kManyLayers * spacing_ && climb >= least)
    layers_out_ = static_cast<std::int64_t>(std::floor(range / 2 / least));
  const double mean = kChamberDrop * middle(ranges.half_height);
  const double spread = kChamberDrop * width(ranges.half_height) / 2;
  middle_ = (low + high) / 2 - mean;
  layer_ = least * kLayerSpread;
  if (layers_out_ > 0) layer_ = std::min(layer_, range / 2 / static_cast<double>(layers_out_));
  half_ = std::max(0.0, (layers_out_ == 0 ? range : layer_ - body) / 2 - spread);
}

double RoomLattice::lead(double radius) const {
  return std::max(kFlatShare * radius, kTunnelStub * rule_.radius_max);
}

/// As far as its own radius and half of its run allow.
double RoomLattice::jitter_of(double radius) const {
  const double room = spacing_ / 2 - radius - kMarginShare * spacing_;
  const double run = joined_ ? kJitterOfRun * (spacing_ / 2 - lead(radius)) : jitter_;
  return std::max(0.0, std::min({jitter_, room, run}));
}

double RoomLattice::sway(double radius) const {
  if (!joined_) return sway_max_;
  const double run = spacing_ / 2 - jitter_of(radius) - lead(radius);
  return std::clamp(steepest_ * run - step_ / 2 - kGridSlack, 0.0, sway_max_);
}

double RoomLattice::corner(std::int64_t i, std::int64_t j, std::int64_t k) const {
  if (i == 0 && j == 0 && k == 0) return 0;
  return both_ways(unit(draw_at(seed_, address_, kDrawSwell, i, j, k)));
}

double RoomLattice::swell(Coord c) const {
  const std::int64_t i = floor_div(c.x, swell_cells_), j = floor_div(c.y, swell_cells_);
  const double cells = static_cast<double>(swell_cells_);
  const double u = static_cast<double>(c.x - i * swell_cells_) / cells;
  const double v = static_cast<double>(c.y - j * swell_cells_) / cells;
  const double a = corner(i, j, c.z), b = corner(i + 1, j, c.z);
  const double d = corner(i, j + 1, c.z), e = corner(i + 1, j + 1, c.z);
  const double low = a + u * (b - a), high = d + u * (e - d);
  return swell_height_ * (low + v * (high - low));
}

Vec3 RoomLattice::nominal(Coord c) const {
  return {static_cast<double>(c.x) * spacing_, static_cast<double>(c.y) * spacing_,
          middle_ + static_cast<double>(c.z) * layer_ + swell(c)};
}

Vec3 RoomLattice::floor(Coord c, double radius) const {
  Vec3 p = nominal(c);
  if (c != Coord{}) {
    const auto drawn = [&](RoomDraw salt) {
      return both_ways(unit(draw_at(seed_, address_, salt, c.x, c.y, c.z)));
    };
    const double jitter = jitter_of(radius);
    p = p + Vec3{jitter * drawn(kDrawX), jitter * drawn(kDrawY), sway(radius) * drawn(kDrawSway)};
  }
  return on_plan_grid(p);
}

bool RoomLattice::way(Vec3 a, double radius_a, Vec3 b, double radius_b) const {
  const double plan = length({b.x - a.x, b.y - a.y, 0});
  const double run = plan - lead(radius_a) - lead(radius_b);
  return plan <= rule_.reach && std::fabs(b.z - a.z) <= steepest_ * run - kGridSlack;
}

bool RoomLattice::apart(Vec3 a, double radius_a, Vec3 b, Vec3 beside) const {
  const Vec3 u{b.x - a.x, b.y - a.y, 0}, v{beside.x - a.x, beside.y - a.y, 0};
  if (dot(u, v) <= 0) return true;
  const double aside = std::fabs(u.x * v.y - u.y * v.x) * lead(radius_a);
  return aside >= (kFloorApart * rule_.radius_max + kFloorRock) * length(u) * length(v);
}

}  // namespace strate
