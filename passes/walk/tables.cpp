#include "passes/walk/tables.hpp"

#include <algorithm>

namespace strate {
namespace {

/// A place relative to the capsule's p. [Units: 1/256 voxel]
struct Part {
  std::int64_t x = 0, y = 0, z = 0;
};

class Blocking {
 public:
  explicit Blocking(const WalkParams& p)
      : axis_(p.axis), r2_(static_cast<std::int64_t>(p.radius) * p.radius) {}

  bool fit(Part q) const { return q.x * q.x + q.y * q.y + beyond2(q.z) < r2_; }

  /// Blocks the move and neither of its ends.
  bool lens(Part q, int move) const {
    const std::int64_t dx = kMoveX[move] * kPart, dy = kMoveY[move] * kPart;
    const std::int64_t run2 = dx * dx + dy * dy, along = q.x * dx + q.y * dy;
    if (along <= 0 || along >= run2) return false;
    const std::int64_t across = q.x * dy - q.y * dx;
    return across * across + beyond2(q.z) * run2 < r2_ * run2 && !fit(q) &&
           !fit({q.x - dx, q.y - dy, q.z});
  }

 private:
  /// Square of the height beyond the ends of the axis.
  std::int64_t beyond2(std::int64_t z) const {
    const std::int64_t d = z < 0 ? -z : std::max<std::int64_t>(0, z - axis_);
    return d * d;
  }
  std::int64_t axis_, r2_;
};

/// Offsets of samples p that a place in the unit cell above c may block.
struct Extent {
  int side = 0, below = 0, above = 0;  ///< x, y: −side … side + 1; z: −below … above
};

Part seen_from(Coord p, Part place) {
  return {place.x - p.x * kPart, place.y - p.y * kPart, place.z - p.z * kPart};
}

Part crossing_part(int axis, int t) {
  return {axis == 0 ? t : 0, axis == 1 ? t : 0, axis == 2 ? t : 0};
}

template <class Blocks>
std::vector<StencilRow> rows_of(const Extent& e, int move, Blocks&& blocks) {
  std::vector<StencilRow> rows;
  for (int z = -e.below; z <= e.above; ++z)
    for (int y = -e.side; y <= e.side + 1; ++y) {
      std::uint32_t mask = 0;
      for (int x = -e.side; x <= e.side + 1; ++x)
        if (blocks(Coord{x, y, z})) mask |= 1u << (x + kMaskZero);
      if (mask != 0)
        rows.push_back({static_cast<std::int8_t>(y), static_cast<std::int8_t>(z),
                        static_cast<std::uint8_t>(move), mask});
    }
  return rows;
}

std::vector<StencilRow> fit_rows(const Blocking& blocking, const Extent& e, int axis, bool lower,
                                 int t) {
  const Part place = crossing_part(axis, t), solid = crossing_part(axis, lower ? 0 : kPart);
  return rows_of(e, 0, [&](Coord p) {
    return blocking.fit(seen_from(p, place)) && !blocking.fit(seen_from(p, solid));
  });
}

std::vector<StencilRow> lens_rows(const Blocking& blocking, const Extent& e, Part place) {
  std::vector<StencilRow> all;
  for (int move = 0; move < kForwardMoves; ++move) {
    const auto rows =
        rows_of(e, move, [&](Coord p) { return blocking.lens(seen_from(p, place), move); });
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

VerticalReach vertical_reach(const Blocking& blocking, int x, int y, const Extent& e) {
  VerticalReach reach;
  const auto blocks = [&](int z) { return blocking.fit({x * kPart, y * kPart, z * kPart}); };
  while (reach.below < e.above && blocks(-reach.below - 1)) ++reach.below;
  while (reach.above < e.below && blocks(reach.above + 1)) ++reach.above;
  return reach;
}

void add_columns(WalkTables& tables, const Blocking& blocking, const Extent& e) {
  for (int y = 0; y <= kMaxReach; ++y)
    for (int x = 0; x <= kMaxReach; ++x) {
      tables.column[x][y] = -1;
      if (!blocking.fit({x * kPart, y * kPart, 0})) continue;
      const VerticalReach reach = vertical_reach(blocking, x, y, e);
      const auto at = std::find(tables.classes.begin(), tables.classes.end(), reach);
      tables.column[x][y] = static_cast<int>(at - tables.classes.begin());
      if (at == tables.classes.end()) tables.classes.push_back(reach);
      tables.above = std::max(tables.above, reach.above);
    }
}

}  // namespace

std::shared_ptr<const WalkTables> make_walk_tables(const WalkParams& params) {
  auto tables = std::make_shared<WalkTables>();
  const Blocking blocking(params);
  const auto voxels = [](int parts) { return static_cast<int>(ceil_div(parts, kPart)); };
  const Extent e{voxels(params.radius), voxels(params.axis + params.radius),
                 voxels(params.radius) + 1};
  if (e.side > kMaxReach || e.below > kMaxTall) {
    for (auto& row : tables->column) row.fill(-1);
    return tables;
  }
  tables->held = true;
  tables->reach = e.side;
  add_columns(*tables, blocking, e);
  tables->solid_lens = lens_rows(blocking, e, {});
  tables->fit.resize(3 * 512);
  tables->lens.resize(3 * 256);
  for (int axis = 0; axis < 3; ++axis)
    for (int t = 1; t < kPart; ++t) {
      tables->lens[axis * 256 + t] = lens_rows(blocking, e, crossing_part(axis, t));
      for (const bool lower : {false, true})
        tables->fit[axis * 512 + (lower ? 256 : 0) + t] = fit_rows(blocking, e, axis, lower, t);
    }
  return tables;
}

}  // namespace strate
