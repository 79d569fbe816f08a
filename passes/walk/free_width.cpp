// free_width_m: how wide the way is. See route.hpp.
#include <algorithm>
#include <bit>
#include <cmath>

#include "passes/walk/fit_grid.hpp"
#include "passes/walk/route.hpp"

namespace strate {
namespace {

struct Wall {
  std::int64_t x = 0, y = 0;  ///< relative to p [Units: 1/256 voxel]
};

/// Rock around p at heights between waist and upper end of the axis, seen from above.
class Walls {
 public:
  Walls(const Lattice& lattice, const WalkParams& params, Coord p, std::int64_t reach_vx)
      : lattice_(lattice), p_(p), low_(params.axis / 2), high_(params.axis), reach_(reach_vx) {
    for (std::int64_t z = low_ / kPart; z * kPart <= high_; ++z)
      for (std::int64_t y = -reach_; y <= reach_; ++y) add_row(y, z);
  }

  const std::vector<Wall>& all() const { return walls_; }

 private:
  void add_row(std::int64_t y, std::int64_t z) {
    const std::int64_t wy = p_.y + y, wz = p_.z + z;
    const IndexBox& w = lattice_.window();
    if (wy < w.lo.y || wy >= w.hi.y || wz < w.lo.z || wz >= w.hi.z) return;
    const std::int64_t lo = std::max(p_.x - reach_, w.lo.x);
    const std::int64_t hi = std::min(p_.x + reach_ + 1, w.hi.x);
    for (std::int64_t x0 = floor_div(lo, 32) * 32; x0 < hi; x0 += 32)
      add_word(x0, wy, wz, span_mask(x0, lo, hi));
  }

  void add_word(std::int64_t x0, std::int64_t wy, std::int64_t wz, std::uint32_t span) {
    const std::int64_t y = (wy - p_.y) * kPart, z = (wz - p_.z) * kPart;
    const bool level = low_ <= z && z <= high_;
    if (level)
      for_bits(surface(x0, wy, wz) & span, [&](std::int64_t x) {
        walls_.push_back({(x - p_.x) * kPart, y});
      });
    for (int axis = 0; axis < 3; ++axis)
      for_bits(lattice_.edge_word(axis, x0, wy, wz) & span, x0, [&](std::int64_t x) {
        const std::int64_t t = lattice_.crossing({x, wy, wz}, axis);
        const bool in = axis == 2 ? low_ <= z + t && z + t <= high_ : level;
        if (in)
          walls_.push_back({(x - p_.x) * kPart + (axis == 0 ? t : 0), y + (axis == 1 ? t : 0)});
      });
  }

  /// Solid samples with air beside them in the row or in the rows beside it.
  std::uint32_t surface(std::int64_t x0, std::int64_t y, std::int64_t z) {
    x0_ = x0;
    const std::uint32_t s = lattice_.solid_word(x0, y, z);
    const std::uint32_t left = lattice_.solid_word(x0 - 32, y, z) >> 31 | s << 1;
    const std::uint32_t right = lattice_.solid_word(x0 + 32, y, z) << 31 | s >> 1;
    return s &
           ~(left & right & lattice_.solid_word(x0, y - 1, z) & lattice_.solid_word(x0, y + 1, z));
  }

  template <class F>
  static void for_bits(std::uint32_t bits, std::int64_t x0, F&& f) {
    for (; bits != 0; bits &= bits - 1) f(x0 + std::countr_zero(bits));
  }
  template <class F>
  void for_bits(std::uint32_t bits, F&& f) {
    for_bits(bits, x0_, f);
  }

  const Lattice& lattice_;
  Coord p_;
  std::int64_t low_, high_, reach_, x0_ = 0;
  std::vector<Wall> walls_;
};

/// Rock this far beside a line of sight ends it: no gap between samples is wider. [Units: voxels]
constexpr double kBeside = 0.71;

/// Free length from p along a unit vector, at most `most`. [Units: 1/256 voxel]
double free_length(const std::vector<Wall>& walls, double ux, double uy, double most) {
  for (const Wall& w : walls) {
    const auto x = static_cast<double>(w.x), y = static_cast<double>(w.y);
    const double along = x * ux + y * uy;
    if (along > 0 && along < most && std::fabs(x * uy - y * ux) <= kBeside * kPart) most = along;
  }
  return most;
}

/// Turns by 0°, ±22.5°, ±45°: cosine and sine.
constexpr double kTurns[5][2] = {{1, 0},
                                 {0.9238795325112867, 0.3826834323650898},
                                 {0.9238795325112867, -0.3826834323650898},
                                 {0.7071067811865476, 0.7071067811865476},
                                 {0.7071067811865476, -0.7071067811865476}};

}  // namespace

double free_width_m(const Lattice& lattice, const WalkParams& params, Coord p, Vec3 ahead,
                    double most_m) {
  const double scale = kPart * 1e6 / static_cast<double>(params.voxel_um);
  const double run = std::sqrt(ahead.x * ahead.x + ahead.y * ahead.y);
  const double side = most_m / 2 * scale;
  if (run == 0) return most_m;
  const double ux = -ahead.y / run, uy = ahead.x / run;
  const Walls walls(lattice, params, p, static_cast<std::int64_t>(side / kPart) + 1);
  double least = 2 * side;
  for (const auto& [c, s] : kTurns) {
    const double x = c * ux - s * uy, y = s * ux + c * uy;
    least = std::min(least,
                     free_length(walls.all(), x, y, side) + free_length(walls.all(), -x, -y, side));
  }
  return least / scale;
}

}  // namespace strate
