#include "passes/ops/shape_field.hpp"

#include <algorithm>
#include <cmath>

namespace strate {
namespace {

constexpr int kRow = kShapeBrick + 1, kPlane = kRow * kRow;
/// Up to so many bricks along an axis are looked at cell by cell.
constexpr int kNearBricks = 3;
constexpr double kUnit = kShapeUnitM;

double lerp(double a, double b, double f) { return a + f * (b - a); }

/// Of the eight corners at c, with steps to the next one along y and z.
double trilinear(const std::int16_t* c, std::ptrdiff_t y, std::ptrdiff_t z, double fx, double fy,
                 double fz) {
  const double low = lerp(lerp(c[0], c[1], fx), lerp(c[y], c[y + 1], fx), fy);
  const double high = lerp(lerp(c[z], c[z + 1], fx), lerp(c[z + y], c[z + y + 1], fx), fy);
  return lerp(low, high, fz);
}

}  // namespace

ShapeField::ShapeField(std::shared_ptr<const AssetData> shape)
    : data_(std::move(shape)), grid_(data_->get<ShapeGrid>()) {
  for (int i = 0; i < grid().step; ++i) per_m_ /= 2;
  for (int i = 0; i > grid().step; --i) per_m_ *= 2;
  std::size_t bricks = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    first_[a] = grid().first[a] * kShapeBrick;
    end_[a] = grid().bricks[a] * kShapeBrick;
    bricks *= static_cast<std::size_t>(grid().bricks[a]);
  }
  samples_of_.assign(bricks, -1);
  for (std::size_t i = 0; i < grid().fine.size(); ++i)
    samples_of_[grid().fine[i]] = static_cast<std::int32_t>(i) * kShapeSamples;
  add_levels();
}

double ShapeField::at(double u, double v, double w, double outside) const {
  const double x = u * per_m_ - first_[0], y = v * per_m_ - first_[1], z = w * per_m_ - first_[2];
  const bool inside = x >= 0 && y >= 0 && z >= 0 && x < end_[0] && y < end_[1] && z < end_[2];
  return inside ? in_cells(x, y, z) * kUnit : outside;
}

/// In units of kShapeUnitM; all three within the grid.
double ShapeField::in_cells(double x, double y, double z) const {
  constexpr double kShare = 1.0 / kShapeBrick;
  const auto low = [](double c, int count) {
    return std::min(static_cast<int>(c * kShare), count - 1);
  };
  const int i = low(x, grid().bricks[0]), j = low(y, grid().bricks[1]),
            k = low(z, grid().bricks[2]);
  const std::int32_t from = samples_of_[brick(i, j, k)];
  const double bx = x - i * kShapeBrick, by = y - j * kShapeBrick, bz = z - k * kShapeBrick;
  if (from < 0) {
    const std::ptrdiff_t row = grid().bricks[0] + 1, plane = row * (grid().bricks[1] + 1);
    return trilinear(corner(i, j, k), row, plane, bx * kShare, by * kShare, bz * kShare);
  }
  const auto cell = [](double c) { return std::min(static_cast<int>(c), kShapeBrick - 1); };
  const int cx = cell(bx), cy = cell(by), cz = cell(bz);
  return trilinear(grid().samples.data() + from + (cz * kRow + cy) * kRow + cx, kRow, kPlane,
                   bx - cx, by - cy, bz - cz);
}

ShapeField::Span ShapeField::span_of(int i, int j, int k) const {
  Span out;
  const std::int32_t from = samples_of_[brick(i, j, k)];
  for (int s = 0; from >= 0 && s < kShapeSamples; ++s)
    out.add(grid().samples[static_cast<std::size_t>(from + s)]);
  for (int c = 0; from < 0 && c < 8; ++c)
    out.add(*corner(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)));
  return out;
}

void ShapeField::add_levels() {
  Level bottom{grid().bricks, {}};
  for (int k = 0; k < bottom.size[2]; ++k)
    for (int j = 0; j < bottom.size[1]; ++j)
      for (int i = 0; i < bottom.size[0]; ++i) bottom.spans.push_back(span_of(i, j, k));
  levels_.push_back(std::move(bottom));
  while (levels_.back().spans.size() > 1) {
    const Level& below = levels_.back();
    Level next;
    for (std::size_t a = 0; a < 3; ++a) next.size[a] = (below.size[a] + 1) / 2;
    next.spans.resize(static_cast<std::size_t>(next.size[0] * next.size[1] * next.size[2]));
    std::size_t from = 0;
    for (int k = 0; k < below.size[2]; ++k)
      for (int j = 0; j < below.size[1]; ++j)
        for (int i = 0; i < below.size[0]; ++i)
          next.spans[static_cast<std::size_t>((k / 2 * next.size[1] + j / 2) * next.size[0] +
                                              i / 2)]
              .add(below.spans[from++]);
    levels_.push_back(std::move(next));
  }
}

ShapeField::Reach ShapeField::reach(Interval along, int axis) const {
  const auto a = static_cast<std::size_t>(axis);
  const double lo = along.lo * per_m_ - first_[a], hi = along.hi * per_m_ - first_[a];
  return {std::clamp(lo, 0.0, end_[a]), std::clamp(hi, 0.0, end_[a]), lo < 0 || hi >= end_[a],
          hi < 0 || lo >= end_[a]};
}

Interval ShapeField::over(const LocalBox& box, double outside) const {
  const std::array<Reach, 3> r{reach(box.u, 0), reach(box.v, 1), reach(box.w, 2)};
  bool out = false, none = false;
  double longest = 0;
  for (const Reach& a : r) {
    out = out || a.outside, none = none || a.empty;
    longest = std::max(longest, a.hi - a.lo);
  }
  if (none) return {outside, outside};
  const bool near = longest <= (kNearBricks - 1) * kShapeBrick;
  const Interval inside = (near ? near_over(r) : far_over(r)) * kUnit;
  return out ? hull(inside, {outside, outside}) : inside;
}

/// Cell by cell: of a linear piece only its own corners count.
Interval ShapeField::near_over(const std::array<Reach, 3>& r) const {
  Interval all{1e300, -1e300};
  const auto add = [&](double v) { all = {std::min(all.lo, v), std::max(all.hi, v)}; };
  std::array<int, 3> from, to;
  for (std::size_t a = 0; a < 3; ++a) {
    from[a] = std::min(static_cast<int>(r[a].lo) / kShapeBrick, grid().bricks[a] - 1);
    to[a] = std::min(static_cast<int>(r[a].hi) / kShapeBrick, grid().bricks[a] - 1);
  }
  for (int k = from[2]; k <= to[2]; ++k)
    for (int j = from[1]; j <= to[1]; ++j)
      for (int i = from[0]; i <= to[0]; ++i) {
        const std::array<int, 3> b{i, j, k};
        std::array<double, 3> lo, hi;  // in cells of this brick
        for (std::size_t a = 0; a < 3; ++a) {
          lo[a] = std::max(r[a].lo - b[a] * kShapeBrick, 0.0);
          hi[a] = std::min(r[a].hi - b[a] * kShapeBrick, double{kShapeBrick});
        }
        const std::int32_t samples = samples_of_[brick(i, j, k)];
        if (samples < 0) {
          constexpr double kShare = 1.0 / kShapeBrick;
          const std::ptrdiff_t row = grid().bricks[0] + 1, plane = row * (grid().bricks[1] + 1);
          for (int c = 0; c < 8; ++c)
            add(trilinear(corner(i, j, k), row, plane, ((c & 1) ? hi[0] : lo[0]) * kShare,
                          ((c & 2) ? hi[1] : lo[1]) * kShare, ((c & 4) ? hi[2] : lo[2]) * kShare));
          continue;
        }
        const auto up = [](double v) {
          return std::min(static_cast<int>(std::ceil(v)), kShapeBrick);
        };
        for (int z = static_cast<int>(lo[2]); z <= up(hi[2]); ++z)
          for (int y = static_cast<int>(lo[1]); y <= up(hi[1]); ++y)
            for (int x = static_cast<int>(lo[0]); x <= up(hi[0]); ++x)
              add(grid().samples[static_cast<std::size_t>(samples + (z * kRow + y) * kRow + x)]);
      }
  return all;
}

/// By cubes of bricks, few along each axis.
Interval ShapeField::far_over(const std::array<Reach, 3>& r) const {
  std::array<int, 3> from, to;
  int longest = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    from[a] = std::min(static_cast<int>(r[a].lo) / kShapeBrick, grid().bricks[a] - 1);
    to[a] = std::min(static_cast<int>(r[a].hi) / kShapeBrick, grid().bricks[a] - 1);
    longest = std::max(longest, to[a] - from[a]);
  }
  std::size_t n = 0;
  while (n + 1 < levels_.size() && (longest >> n) > 4) ++n;
  const Level& level = levels_[n];
  Span all;
  for (int k = from[2] >> n; k <= to[2] >> n; ++k)
    for (int j = from[1] >> n; j <= to[1] >> n; ++j)
      for (int i = from[0] >> n; i <= to[0] >> n; ++i)
        all.add(level.spans[static_cast<std::size_t>((k * level.size[1] + j) * level.size[0] + i)]);
  return {static_cast<double>(all.lo), static_cast<double>(all.hi)};
}

}  // namespace strate
