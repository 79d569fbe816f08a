// The graph of `shafts` (02 §3): where shafts stand, which way leads from each to the one on the
// spine, and at which heights.
//
// - Cell (i, j) holds a shaft beside i, j · spacing by at most
//     min(0.16 · spacing, spacing/2 − r − recess − lead − pitch/2.6)       in x and in y,
//   that of (0, 0) stands on the spine, has the largest radius and is there whatever `sites` says.
// - Its tread winds from the common floor to its own last height. With width w = max(1.8, r/2) and
//   middle m = r − w/2 it climbs  pitch = max(4, min(ledge_every, 2π · m · tan 28°))  each turn, at
//   most 35° in its middle, and at most a third of the heights that all shafts have in common.
// - Tree: the parent is the nearest legal shaft strictly nearer the spine within two cells, else
//   within three, else the spine's own if that is within six; a way is legal if no other shaft is
//   near it. Without `sites` a side neighbour always is: there is no orphan and no cycle. Under
//   `sites` legal also means that such a way leads on; a shaft without a parent is not carved.
// - A connector begins and ends at the treads. Of the heights of the child's tread on that side it
//   takes the one nearest its own draw from which the way to the parent's tread is no steeper than
//   33°; the jitter above leaves  pitch/2.6 each  of run for at most half of the lesser pitch.
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

/// What follows from the settings alone.
struct ShaftHeights {
  double floor = 0;       ///< of every shaft
  Interval doors;         ///< floors of connectors
  double roof = 0;        ///< no shaft reaches higher
  double radius_max = 0;  ///< of a shaft
  double pitch_max = 0;   ///< a third of the doors' heights that all shafts share
  double spread = 0;      ///< how much lower than the others' a shaft's last door may be
  double lacking = 0;     ///< > 0: so much too low
};

ShaftHeights shaft_heights(double content_bottom, double content_top, double connector_radius,
                           double radius_max);

struct Shaft {
  Coord cell;
  bool exists = false;
  Vec3 foot;  ///< on the axis, at the floor; plan grid
  double radius = 0;
  double width = 0;  ///< of its tread
  double pitch = 0;
  double top = 0;    ///< where its tread ends
  double roof = 0;   ///< of its dome
  HelixShape tread;  ///< as the kernels want it
};

/// Of the tread at least, and what it takes of the pitch. [Units: m]
inline constexpr double kTreadWidthM = 1.8, kTreadThickM = 1.05, kLeastPitchM = 4;
inline constexpr double kTreadShare = 0.5, kTreadInWallM = 0.3, kTreadGrow = 0.5;
inline constexpr double kTreadStillM = 0.8;
/// Vertical half-axis of the chamber at a shaft's foot. [Units: m]
inline constexpr double kFootHeightM = 2.3;

double tread_width(double radius);
/// What a tread of this shaft climbs each turn, the heights' share aside.
double tread_pitch(double radius, double ledge_every);

/// A worker's memory of cells: direct-mapped, of fixed size.
class ShaftCache final : public OperatorCache {
 public:
  struct Entry {
    Coord cell;
    bool used = false, has_shaft = false, has_parent = false;
    Shaft shaft;
    std::optional<Coord> parent;
  };
  ShaftCache() : entries_(kEntries) {}
  Entry& at(Coord cell);
  std::unique_ptr<OperatorCache> beside;  ///< what the operator keeps

 private:
  static constexpr std::size_t kEntries = 4096;
  std::vector<Entry> entries_;
};

/// The salts of draw_at at a cell.
enum ShaftDraw : std::uint64_t {
  kShaftX = 1,
  kShaftY,
  kShaftRadius,
  kShaftSite,
  kShaftBearing,
  kShaftHand,
  kShaftTop,
  kShaftRoof,
  kShaftDoor,
  kShaftLink,
  kShaftBend,
  kShaftTwist,
  kShaftShelf,  ///< and the 16 after it
};

class ShaftGraph {
 public:
  static constexpr int kWaysMax = 3;
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    int slot = 0;
    double spacing = 20, connector_radius = 2.2, ledge_every = 8, links = 0.25;
    ShaftHeights heights;
    Driver radius;
    Sites sites;
  };
  explicit ShaftGraph(Settings settings);

  const Settings& settings() const { return s_; }
  /// False if there is no run for connectors between neighbours.
  bool walkable() const { return walkable_; }
  /// No shaft stands farther from its cell's middle, along either axis.
  double jitter() const { return kInwardJitter * s_.spacing; }
  /// The farthest in plan that something a cell owns, ways to the spine from afar aside, brings the
  /// density under the cap from the cell's middle.
  double reach() const;
  /// Under `sites` shafts no farther than this may be joined to the spine's directly.
  static constexpr std::int64_t kSpineCells = 6;

  const Shaft& shaft(StackContext& context, Coord cell) const;
  std::optional<Coord> parent(StackContext& context, Coord cell) const;
  bool carved(StackContext& context, Coord cell) const;
  /// The connectors that a cell owns: the other ends, the parent first.
  int ways(StackContext& context, Coord cell, Coord out[kWaysMax]) const;
  /// The connector from a carved shaft to another, door to door.
  TunnelPath connector(StackContext& context, Coord from, Coord to) const;
  double pick(std::uint64_t salt, Coord cell) const;

 private:
  Shaft compute_shaft(StackContext& context, Coord cell) const;
  std::optional<Coord> compute_parent(StackContext& context, Coord cell) const;
  bool leads_on(StackContext& context, Coord cell) const;
  bool clear(StackContext& context, Coord from, Coord to) const;
  double need(double radius) const;
  std::optional<Vec3> place(StackContext& context, Coord cell) const;

  Settings s_;
  bool walkable_ = true;
};

}  // namespace strate
