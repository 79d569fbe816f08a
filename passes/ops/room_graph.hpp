// The graph of a `rooms` and the `tunnels` that join it (10 B10, 02 §3): which rooms exist, which
// way leads from each to the hub. Every answer is a function of the cell alone, from hashes and
// from fields at the rooms' centres, so that it is the same in every window.
//
// - A cell's room exists if its occupancy draw and `sites` (at its centre) say so. In the middle
//   layer a cell without a room holds a crossing, a room of radius 0 where tunnels meet.
// - A way is legal between cells that share a side, if it is within reach and grade
//   (RoomLattice::way); so ways of one layer never cross. Between layers it runs along one diagonal
//   of each square of cells, chosen by hash, where it keeps clear of the layers' own tunnels.
// - In the middle layer the parent of a room is the nearest legal room strictly nearer the hub in
//   plan; legal means that it is the hub or has such a way itself. Without `sites` each has one, by
//   the lattice's construction. In other layers it is the nearest room one layer nearer the middle,
//   or else the room beside it that has such a way in the fewest steps, at most kHopsMax, the
//   nearest of these. Ties go to the lower cell.
// - A room without a parent is not carved, a crossing also not unless it is somebody's parent.
//   Further tunnels up to `links` go to other legal rooms nearer the hub, each by a draw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/recipe.hpp"
#include "passes/density/compile.hpp"
#include "passes/ops/room_lattice.hpp"

namespace strate {

struct Room {
  Coord cell;
  Vec3 floor;              ///< centre of its floor, strate-local
  double radius = 0;       ///< 0: a crossing
  double half_height = 0;  ///< vertical half-axis
  bool exists = false;
  Vec3 centre() const { return {floor.x, floor.y, floor.z + kChamberDrop * half_height}; }
  ChamberShape shape() const { return {floor, radius, half_height}; }
};

/// Layer number that stands for hand-placed rooms: cell (index, 0, kPlacedLayer).
inline constexpr std::int64_t kPlacedLayer = INT64_C(1) << 40;

/// The nearest cells of those offered, nearest first; ties go to the lower cell, by layer, then y,
/// then x.
template <int kMost>
struct NearestFew {
  int count = 0;
  Coord cells[kMost] = {};
  double distances[kMost] = {};

  static bool before(double d, Coord a, double e, Coord b) {
    if (d != e) return d < e;
    if (a.z != b.z) return a.z < b.z;
    return a.y != b.y ? a.y < b.y : a.x < b.x;
  }
  void offer(double distance, Coord cell) {
    int at = count < kMost ? count++ : kMost;
    for (; at > 0 && before(distance, cell, distances[at - 1], cells[at - 1]); --at)
      if (at < kMost) cells[at] = cells[at - 1], distances[at] = distances[at - 1];
    if (at < kMost) cells[at] = cell, distances[at] = distance;
  }
  std::optional<Coord> first() const {
    return count > 0 ? std::optional<Coord>(cells[0]) : std::nullopt;
  }
};

/// A worker's memory of cells: direct-mapped, of fixed size.
class RoomCache final : public OperatorCache {
 public:
  struct Entry {
    Coord cell;
    bool used = false, has_room = false, has_parent = false, has_below = false;
    Room room;
    std::optional<Coord> parent, below;
  };
  RoomCache() : entries_(kEntries) {}
  /// The slot of a cell; it forgets another cell that stood there.
  Entry& at(Coord cell);

 private:
  static constexpr std::size_t kEntries = 4096;
  std::vector<Entry> entries_;
};

class RoomGraph {
 public:
  static constexpr int kLinksMax = 6;
  struct Settings {
    std::uint64_t seed = 0, address = 0;
    int slot = 0;
    double spacing = 32;
    RoomRanges ranges;
    Driver radius, squash, occupancy;
    Sites sites;
    std::vector<PlacedRoom> placed;
  };

  explicit RoomGraph(Settings settings);

  /// Ties the graph to the tunnels that join it; once, while the stack compiles. False if the
  /// settings leave no walkable run between neighbours.
  bool join(const TunnelRule& rule);
  bool joined() const { return joined_; }

  const RoomLattice& lattice() const { return lattice_; }
  const Settings& settings() const { return settings_; }
  /// No room reaches farther than this from its centre.
  double radius_max() const { return radius_max_; }

  /// Lattice cells; also hand-placed rooms.
  Room room(StackContext& context, Coord cell) const;
  std::optional<Coord> parent(StackContext& context, Coord cell) const;
  bool carved(StackContext& context, Coord cell) const;
  /// The tunnels that `cell` owns, of at most `links`: the other ends, the way to the hub first.
  /// All joined rooms are carved.
  int links(StackContext& context, Coord cell, int links, Coord out[kLinksMax]) const;
  /// The same for the hand-placed room `index`: its nearest legal carved rooms.
  int placed_links(StackContext& context, std::size_t index, Coord out[kLinksMax]) const;

  /// Calls visit(cell) for lattice cells whose floor centre may lie within `pad` of the box in
  /// plan, every layer, in ascending order of (z, y, x).
  template <class Visit>
  void for_cells(const Box3& box, double pad, Visit visit) const {
    const auto cell = [&](double v) {
      return static_cast<std::int64_t>(std::floor(v / lattice_.spacing() + 0.5));
    };
    const double reach = pad + lattice_.jitter();
    const std::int64_t out = lattice_.layers_out();
    for (std::int64_t k = -out; k <= out; ++k)
      for (std::int64_t j = cell(box.lo.y - reach); j <= cell(box.hi.y + reach); ++j)
        for (std::int64_t i = cell(box.lo.x - reach); i <= cell(box.hi.x + reach); ++i)
          visit(Coord{i, j, k});
  }
  /// How many cells that would be.
  double cells_over(const Box3& box, double pad) const;

 private:
  Room compute_room(StackContext& context, Coord cell) const;
  Room placed_room(std::size_t index) const;
  std::optional<Coord> compute_parent(StackContext& context, Coord cell) const;
  std::optional<Coord> parent_in_layer(StackContext& context, const Room& room) const;
  std::optional<Coord> parent_below(StackContext& context, Coord cell) const;
  std::optional<Coord> compute_below(StackContext& context, const Room& room) const;
  std::optional<Coord> step_towards(StackContext& context, const Room& room, int hops) const;
  bool inward(StackContext& context, const Room& from, Coord to, Room& found) const;
  void others_inward(StackContext& context, const Room& from, Coord first,
                     NearestFew<kLinksMax>& out) const;
  bool has_way(StackContext& context, Coord cell) const;
  bool diagonal(Coord cell, std::int64_t dx, std::int64_t dy) const;
  bool clear_of_sides(StackContext& context, const Room& from, const Room& to) const;
  bool is_parent(StackContext& context, Coord cell, int depth) const;
  bool counts_on(StackContext& context, Coord child, Coord cell, int depth) const;
  double pick(RoomDraw salt, Coord cell) const;

  Settings settings_;
  RoomLattice lattice_;
  double radius_max_ = 0;
  bool joined_ = false;
};

/// The parameter table's bounds of a value: every number that it may take.
Interval values_of(const OpEntry& entry, std::string_view name, Interval standard);

}  // namespace strate
