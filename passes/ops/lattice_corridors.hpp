// lattice_corridors, and what tests ask of them.
#pragma once

#include "compiler/op.hpp"
#include "passes/density/compile.hpp"
#include "passes/ops/lattice_corridors_grid.hpp"
#include "passes/ops/lattice_corridors_ways.hpp"

namespace strate::ops {

class LatticeCorridors final : public Operator {
 public:
  /// All that one cell owns: its place, the ways to the next cells along x, y and z, their niches.
  struct Owned {
    Coord cell;
    bool used = false;
    int ways = 0, chambers = 0;
    CorridorWay way[3];
    ChamberShape chamber[3];
  };

  LatticeCorridors(const CorridorGrid::Settings& settings, Driver radius, int slot)
      : grid_(settings), radius_(std::move(radius)), slot_(slot) {}
  void eval(EvalContext& context, float* values) const override;
  Interval bound(BoundContext& context, Interval in) const override;

  const CorridorGrid& grid() const { return grid_; }
  /// Valid until the next call.
  const Owned& owned(StackContext& context, Coord cell) const;
  /// Air that a cell owns lies no farther than this, along x and y, from the middles of the cells
  /// it joins.
  double reach() const;

 private:
  struct CellRange;
  CellRange cells_over(const Box3& box, double more) const;
  template <class Tube, class Chamber>
  void for_shapes(StackContext& context, const Box3& box, Tube tube, Chamber chamber) const;
  double radius_at(StackContext& context, Coord cell, Vec3 floor) const;
  void compute(StackContext& context, Coord cell, Owned& out) const;
  void add_place(Coord cell, const CorridorEnd& end, Owned& out) const;
  void add_corridor(Coord cell, int axis, const CorridorEnd& from, const CorridorEnd& to,
                    Owned& out) const;
  void add_niche(Coord cell, int axis, const CorridorWay& way, Owned& out) const;

  CorridorGrid grid_;
  Driver radius_;
  int slot_;
};

}  // namespace strate::ops
