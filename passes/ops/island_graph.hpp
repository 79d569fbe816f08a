// Where `islands` float and which bridges join them (02 §3). Every answer is a function of the
// cell.
//
// - Cell (i, j) holds an island if its occupancy draw and `sites` say so, that of (0, 0) if there
// is
//   an anchor or they do. It stands beside i, j · spacing by at most
//     min(0.16 · spacing, spacing/2 − r − 1)                          in x and in y.
// - Tops lie in tops_m, kept clear of the bands: bilinear between hashed corners three cells apart,
//   plus a little of their own; one island in seven drifts at any height.
// - A bridge leads to the nearest island strictly nearer the spine, within two cells, else three,
//   to which it is no steeper than 29°, no longer than 1.6 spacings and clear of other islands, and
//   which is the one of (0, 0) or has such a way itself. Islands without one are scenery.
//   [Units: m]
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "passes/density/compile.hpp"
#include "passes/ops/spine_tree.hpp"
#include "passes/ops/tunnel_path.hpp"

namespace strate {

struct Island {
  Coord cell;
  bool exists = false;
  Vec3 top;  ///< middle of its top; plan grid
  double radius = 0, thickness = 0, lobes = 0, taper = 0;
};

/// A worker's memory of cells: direct-mapped, of fixed size.
class IslandCache final : public OperatorCache {
 public:
  struct Entry {
    Coord cell;
    bool used = false, has_island = false, has_bridge = false;
    Island island;
    std::optional<Coord> bridge;
  };
  IslandCache() : entries_(kEntries) {}
  Entry& at(Coord cell);
  std::unique_ptr<OperatorCache> beside;  ///< what the operator keeps

 private:
  static constexpr std::size_t kEntries = 4096;
  std::vector<Entry> entries_;
};

/// The salts of draw_at at a cell.
enum IslandDraw : std::uint64_t {
  kIslandX = 1,
  kIslandY,
  kIslandOccupied,
  kIslandRadius,
  kIslandThickness,
  kIslandSite,
  kIslandSwell,
  kIslandSway,
  kIslandDrifts,
  kIslandDrift,
  kIslandBend,
  kIslandTwist,
  kIslandTrunk,
  kIslandLobe = 32,  ///< and the 63 after it
};

class IslandGraph {
 public:
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    int slot = 0;
    double spacing = 28;
    Interval tops{22, 46};  ///< already kept clear of the bands
    double content_bottom = 2;
    bool anchor = false;
    Driver radius, thickness, lobes, taper, occupancy;
    Sites sites;
  };
  explicit IslandGraph(Settings settings) : s_(std::move(settings)) {}

  const Settings& settings() const { return s_; }
  double jitter() const { return kInwardJitter * s_.spacing; }
  /// The largest radius, the anchor's included.
  double radius_max() const;
  /// The farthest in plan that something a cell owns brings the density under the cap from the
  /// cell's middle.
  double reach() const;

  const Island& island(StackContext& context, Coord cell) const;
  /// The island that the bridge from this one leads to.
  std::optional<Coord> bridge(StackContext& context, Coord cell) const;
  /// The floor line of that bridge. Its heights are negated: a deck is a tunnel upside down.
  TunnelPath deck(StackContext& context, Coord from, Coord to) const;
  double pick(std::uint64_t salt, Coord cell) const;

 private:
  Island compute_island(StackContext& context, Coord cell) const;
  std::optional<Vec3> place(StackContext& context, Coord cell) const;
  bool reaches(StackContext& context, Coord from, Coord to) const;
  bool clear(StackContext& context, const Island& a, const Island& b) const;
  bool leads_on(StackContext& context, Coord cell) const;
  double top_of(Coord cell) const;
  double corner(std::int64_t i, std::int64_t j) const;
  double radius_of(Coord cell, double drawn) const;

  Settings s_;
};

/// Radius of a bridge's section: its walk is 1.37 times as wide, its depth 1.73 of it.
inline constexpr double kBridgeRadiusM = 1.9;

}  // namespace strate
