// Rooms with a flat floor, the entry shaft, the XY edge and the boundary bands.
#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/kernels.hpp"
#include "passes/density/posts.hpp"

namespace strate {

namespace {

constexpr float kReach = static_cast<float>(kPostReachM);
constexpr float kWallRelief = static_cast<float>(kWallReliefM);
/// From level distances to those across the slope around a floor.
const double kSlopeAcross = 1 / std::sqrt(1 + kFloorSpread * kFloorSpread);
constexpr double kInfinite = 4 * kWorldLimitM;

float least(float a, float b) { return b < a ? b : a; }
float most(float a, float b) { return a < b ? b : a; }

/// Runs body(row index, z) for each row.
template <class Body>
void each_slice(const PostBlock& block, Body&& body) {
  for (int iz = 0; iz < block.axes.nz; ++iz)
    for (int iy = 0; iy < block.axes.ny; ++iy)
      body(iy, iz, block.values + block_index(block.axes.ny, 0, iy, iz));
}

/// ρ of every column about an axis: ny rows of doubles.
const double* columns_about(const PostBlock& block, double x, double y) {
  double* out = block.arena->take<double>(static_cast<std::size_t>(block.axes.ny) * kBlockRow);
  kernels().radii(block.axes, x, y, out);
  return out;
}

/// What max(d, v) leaves, with v in `v` and acting only above −reach.
Interval carved(Interval in, Interval v) {
  v = widened(v);
  const bool always = v.lo > -kPostReachM;
  return {always ? std::max(in.lo, v.lo) : in.lo, std::max(in.hi, v.hi)};
}

/// What min(d, s) leaves, with s in `s` and acting only below reach.
Interval filled(Interval in, Interval s) {
  s = widened(s);
  const bool always = s.hi < kPostReachM;
  return {std::min(in.lo, s.lo), always ? std::min(in.hi, s.hi) : in.hi};
}

Interval minimum(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
Interval maximum(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }

}  // namespace

Box3 FlatRoom::box() const {
  const double wide = static_cast<double>(radius) + floor_reach(static_cast<double>(thickness));
  return {{floor.x - wide, floor.y - wide, floor.z - static_cast<double>(thickness) - kPostReachM},
          {floor.x + wide, floor.y + wide,
           floor.z + static_cast<double>(height) + kWallReliefM + kPostReachM}};
}

void FlatRoom::carve(const PostBlock& block) const {
  const ArenaScope scope(*block.arena);
  const float* relief = block.relief->wall();
  const double* rho = columns_about(block, floor.x, floor.y);
  const double r = static_cast<double>(radius);
  each_slice(block, [&](int iy, int iz, float* d) {
    const float up = static_cast<float>(block.axes.z[iz] - floor.z);
    const float* bump = relief + block_index(block.axes.ny, 0, iy, iz);
    const double* column = rho + static_cast<std::size_t>(iy) * kBlockRow;
    for (int i = 0; i < kBlockRow; ++i) {
      const float out = kWallRelief * bump[i];
      const float wall = static_cast<float>(r - column[i]) + out;
      const float v = least(least(wall, up), height - up + out);
      d[i] = v > -kReach ? most(d[i], v) : d[i];
    }
  });
}

void FlatRoom::lay_floor(const PostBlock& block) const {
  const ArenaScope scope(*block.arena);
  const double* rho = columns_about(block, floor.x, floor.y);
  const double r = static_cast<double>(radius);
  each_slice(block, [&](int iy, int iz, float* d) {
    const float up = static_cast<float>(block.axes.z[iz] - floor.z);
    const double edge = r - kFloorSpread * static_cast<double>(up);
    const double* column = rho + static_cast<std::size_t>(iy) * kBlockRow;
    for (int i = 0; i < kBlockRow; ++i) {
      const float wall = static_cast<float>((column[i] - edge) * kSlopeAcross);
      const float s = most(most(wall, up), -thickness - up);
      d[i] = s < kReach ? least(d[i], s) : d[i];
    }
  });
}

Interval FlatRoom::carve_bound(const Box3& b, Interval in) const {
  if (!overlap(box(), b)) return in;
  const Interval rho = box_to_axis(b, floor.x, floor.y);
  const double r = static_cast<double>(radius), h = static_cast<double>(height);
  const Interval up{b.lo.z - floor.z, b.hi.z - floor.z};
  return carved(in, minimum(minimum({r - rho.hi, r + kWallReliefM - rho.lo}, up),
                            {h - up.hi, h + kWallReliefM - up.lo}));
}

Interval FlatRoom::floor_bound(const Box3& b, Interval in) const {
  if (!overlap(box(), b)) return in;
  const Interval rho = box_to_axis(b, floor.x, floor.y);
  const double r = static_cast<double>(radius), t = static_cast<double>(thickness);
  const Interval up{b.lo.z - floor.z, b.hi.z - floor.z};
  const Interval wall{(rho.lo - r + kFloorSpread * up.lo) * kSlopeAcross,
                      (rho.hi - r + kFloorSpread * up.hi) * kSlopeAcross};
  return filled(in, maximum(maximum(wall, up), {-t - up.hi, -t - up.lo}));
}

bool SealShape::reaches(const Box3& b) const {
  if (b.hi.z < bottom || b.lo.z >= top) return false;
  return b.lo.z < bottom_face + kPostReachM || b.hi.z > top_face - kPostReachM;
}

void SealShape::apply(const PostBlock& block) const {
  for (int iz = 0; iz < block.axes.nz; ++iz) {
    const double z = block.axes.z[iz];
    if (z < bottom || z >= top) continue;
    const float s = least(static_cast<float>(z - bottom_face), static_cast<float>(top_face - z));
    if (!(s < kReach)) continue;
    kernels().min_value(block.values + block_index(block.axes.ny, 0, 0, iz),
                        static_cast<std::size_t>(block.axes.ny), s);
  }
}

Interval SealShape::bound(const Box3& b, Interval in) const {
  if (!reaches(b)) return in;
  const Interval s =
      minimum({b.lo.z - bottom_face, b.hi.z - bottom_face}, {top_face - b.hi.z, top_face - b.lo.z});
  const Interval out = filled(in, s);
  const bool whole = b.lo.z >= bottom && b.hi.z < top;
  return whole ? out : hull(in, out);
}

Box3 EntryShape::box() const {
  const double wide = static_cast<double>(radius) + kWallReliefM + kPostReachM;
  return {{-wide, -wide, floor_z - kPostReachM}, {wide, wide, kInfinite}};
}

void EntryShape::apply(const PostBlock& block) const {
  const ArenaScope scope(*block.arena);
  const float* relief = block.relief->wall();
  const double* rho = columns_about(block, 0, 0);
  const double r = static_cast<double>(radius);
  each_slice(block, [&](int iy, int iz, float* d) {
    const float up = static_cast<float>(block.axes.z[iz] - floor_z);
    const float* bump = relief + block_index(block.axes.ny, 0, iy, iz);
    const double* column = rho + static_cast<std::size_t>(iy) * kBlockRow;
    for (int i = 0; i < kBlockRow; ++i) {
      const float wall = static_cast<float>(r - column[i]) + kWallRelief * bump[i];
      const float v = least(wall, up);
      d[i] = v > -kReach ? most(d[i], v) : d[i];
    }
  });
}

Interval EntryShape::bound(const Box3& b, Interval in) const {
  if (!overlap(box(), b)) return in;
  const Interval rho = box_to_axis(b, 0, 0);
  const double r = static_cast<double>(radius);
  return carved(
      in, minimum({r - rho.hi, r + kWallReliefM - rho.lo}, {b.lo.z - floor_z, b.hi.z - floor_z}));
}

namespace {

/// What the edge takes off at ρ: 0 before the ramp, 2·cap from R on.
double edge_loss(const EdgeShape& e, double rho) {
  const double t = (rho - (e.radius - e.ramp)) / e.ramp;
  if (t <= 0) return 0;
  return t >= 1 ? 2 * kCapM : 2 * kCapM * (t * t * (3 - 2 * t));
}

}  // namespace

bool EdgeShape::reaches(const Box3& b) const {
  return radius > 0 && box_to_axis(b, 0, 0).hi > radius - ramp;
}

void EdgeShape::apply(const PostBlock& block) const {
  const ArenaScope scope(*block.arena);
  const double* rho = columns_about(block, 0, 0);
  const std::size_t n = static_cast<std::size_t>(block.axes.ny) * kBlockRow;
  float* loss = block.arena->take<float>(n);
  float* limit = block.arena->take<float>(n);
  for (std::size_t i = 0; i < n; ++i) {
    loss[i] = static_cast<float>(edge_loss(*this, rho[i]));
    limit[i] = rho[i] >= radius ? -1.0f : static_cast<float>(kInfinite);
  }
  each_slice(block, [&](int iy, int, float* d) {
    const float* take = loss + static_cast<std::size_t>(iy) * kBlockRow;
    const float* most_of = limit + static_cast<std::size_t>(iy) * kBlockRow;
    for (int i = 0; i < kBlockRow; ++i) d[i] = least(d[i] - take[i], most_of[i]);
  });
}

Interval EdgeShape::bound(const Box3& b, Interval in) const {
  if (!reaches(b)) return in;
  const Interval rho = box_to_axis(b, 0, 0);
  Interval out{in.lo - edge_loss(*this, rho.hi), in.hi - edge_loss(*this, rho.lo)};
  out = widened(out);
  if (rho.hi >= radius) out.lo = std::min(out.lo, -1.0);
  if (rho.lo >= radius) out.hi = std::min(out.hi, -1.0);
  return out;
}

}  // namespace strate
