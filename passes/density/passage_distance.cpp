#include "passes/density/passage_distance.hpp"

#include <algorithm>
#include <cmath>

namespace strate {

namespace {

float least(float a, float b) { return b < a ? b : a; }
float most(float a, float b) { return a < b ? b : a; }

/// Distance to the cylinder of a landing, 0 inside.
void fold_landing(const FlatRoom& room, const Axes& axes, float* io) {
  for (int iz = 0; iz < axes.nz; ++iz)
    for (int iy = 0; iy < axes.ny; ++iy) {
      float* d = io + block_index(axes.ny, 0, iy, iz);
      const float y = static_cast<float>(axes.y[iy] - room.floor.y);
      const float up = static_cast<float>(axes.z[iz] - room.floor.z);
      const float dz = most(0.0f, most(-up, up - room.height));
      for (int i = 0; i < kBlockRow; ++i) {
        const float x = static_cast<float>(axes.x[i] - room.floor.x);
        const float out = most(0.0f, std::sqrt(x * x + y * y) - room.radius);
        d[i] = least(d[i], std::sqrt(out * out + dz * dz));
      }
    }
}

Interval landing_over(const FlatRoom& room, const Box3& box) {
  const Interval rho = box_to_axis(box, room.floor.x, room.floor.y);
  const double r = static_cast<double>(room.radius), h = static_cast<double>(room.height);
  const auto at = [&](double out, double dz) {
    out = std::max(0.0, out - r), dz = std::max(0.0, dz);
    return std::sqrt(out * out + dz * dz);
  };
  const double lo = box.lo.z - room.floor.z, hi = box.hi.z - room.floor.z;
  return {at(rho.lo, std::max(-hi, lo - h)), at(rho.hi, std::max(-lo, hi - h))};
}

}  // namespace

void PassageDistances::distances(const Axes& axes, float* out) const {
  double z[kBlockRow];
  for (int i = 0; i < kBlockRow; ++i) z[i] = axes.z[i] + bottom_m_;
  const Axes world{axes.x, axes.y, z, axes.nx, axes.ny, axes.nz};
  std::fill(out, out + block_index(axes.ny, 0, 0, axes.nz), static_cast<float>(kFarM));
  for (const PassageShape& p : passages_) {
    p.tube.distances(world, out);
    for (const FlatRoom& room : p.landings) fold_landing(room, world, out);
  }
}

Interval PassageDistances::over(const Box3& box) const {
  const Box3 world{{box.lo.x, box.lo.y, box.lo.z + bottom_m_},
                   {box.hi.x, box.hi.y, box.hi.z + bottom_m_}};
  Interval out{kFarM, kFarM};
  const auto join = [&](Interval d) { out = {std::min(out.lo, d.lo), std::min(out.hi, d.hi)}; };
  for (const PassageShape& p : passages_) {
    join(p.tube.distance_over(world));
    for (const FlatRoom& room : p.landings) join(widened(landing_over(room, world)));
  }
  return out;
}

}  // namespace strate
