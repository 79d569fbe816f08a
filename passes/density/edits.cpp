#include "passes/density/edits.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/posts.hpp"

namespace strate {

namespace {

constexpr float kReach = static_cast<float>(kPostReachM);

float least(float a, float b) { return b < a ? b : a; }
float most(float a, float b) { return a < b ? b : a; }

Box3 core_of(const Edit& e) {
  const double r = e.radius_m;
  switch (e.shape) {
    case Edit::Shape::box:
      return {e.at - e.to, e.at + e.to};
    case Edit::Shape::capsule:
      return {{std::min(e.at.x, e.to.x) - r, std::min(e.at.y, e.to.y) - r,
               std::min(e.at.z, e.to.z) - r},
              {std::max(e.at.x, e.to.x) + r, std::max(e.at.y, e.to.y) + r,
               std::max(e.at.z, e.to.z) + r}};
    case Edit::Shape::sphere:
      break;
  }
  return {{e.at.x - r, e.at.y - r, e.at.z - r}, {e.at.x + r, e.at.y + r, e.at.z + r}};
}

Box3 grown(const Box3& b, double by) {
  return {{b.lo.x - by, b.lo.y - by, b.lo.z - by}, {b.hi.x + by, b.hi.y + by, b.hi.z + by}};
}

Interval coordinate(double lo, double hi, double c, double half) {
  const double a = lo - c, b = hi - c;
  const double far = std::max(std::fabs(a), std::fabs(b));
  const double near = a > 0 ? a : b < 0 ? -b : 0;
  return {near - half, far - half};
}

/// Range of the box distance over a box, from the ranges of its per-axis excess.
Interval box_distance(Interval x, Interval y, Interval z) {
  const auto at = [](double a, double b, double c) {
    const double ox = std::max(a, 0.0), oy = std::max(b, 0.0), oz = std::max(c, 0.0);
    return std::sqrt(ox * ox + oy * oy + oz * oz) + std::min(std::max({a, b, c}), 0.0);
  };
  return {at(x.lo, y.lo, z.lo), at(x.hi, y.hi, z.hi)};
}

}  // namespace

EditShape::EditShape(const Edit& e)
    : shape_(e.shape),
      carve_(e.carve),
      at_(e.at),
      radius_(static_cast<float>(e.radius_m)),
      falloff_(static_cast<float>(e.falloff_m)),
      core_(core_of(e)) {
  const Vec3 h = e.shape == Edit::Shape::box ? e.to : e.to - e.at;
  hx_ = static_cast<float>(h.x), hy_ = static_cast<float>(h.y), hz_ = static_cast<float>(h.z);
  if (e.shape == Edit::Shape::sphere) hx_ = hy_ = hz_ = 0;
  const float len2 = hx_ * hx_ + hy_ * hy_ + hz_ * hz_;
  inv_len2_ = len2 > 0 ? 1.0f / len2 : 0.0f;
}

float EditShape::distance(float x, float y, float z) const {
  if (shape_ == Edit::Shape::box) {
    const float ax = std::fabs(x) - hx_, ay = std::fabs(y) - hy_, az = std::fabs(z) - hz_;
    const float ox = most(ax, 0.0f), oy = most(ay, 0.0f), oz = most(az, 0.0f);
    return std::sqrt(ox * ox + oy * oy + oz * oz) + least(most(ax, most(ay, az)), 0.0f);
  }
  const float t = most(0.0f, least((x * hx_ + y * hy_ + z * hz_) * inv_len2_, 1.0f));
  const float qx = x - t * hx_, qy = y - t * hy_, qz = z - t * hz_;
  return std::sqrt(qx * qx + qy * qy + qz * qz) - radius_;
}

bool EditShape::reaches(const Box3& box) const {
  return overlap(grown(core_, static_cast<double>(falloff_) + kPostReachM), box);
}

void EditShape::apply(const PostBlock& block) const {
  const Axes& axes = block.axes;
  for (int iz = 0; iz < axes.nz; ++iz)
    for (int iy = 0; iy < axes.ny; ++iy) {
      float* d = block.values + block_index(axes.ny, 0, iy, iz);
      const float y = static_cast<float>(axes.y[iy] - at_.y);
      const float z = static_cast<float>(axes.z[iz] - at_.z);
      for (int i = 0; i < kBlockRow; ++i) {
        const float s = distance(static_cast<float>(axes.x[i] - at_.x), y, z) - falloff_;
        const float v = carve_ ? most(d[i], -s) : least(d[i], s);
        d[i] = s > kReach ? d[i] : v;
      }
    }
}

Interval EditShape::bound(const Box3& b, Interval in) const {
  if (!reaches(b)) return in;
  Interval s;
  if (shape_ == Edit::Shape::box) {
    s = box_distance(coordinate(b.lo.x, b.hi.x, at_.x, static_cast<double>(hx_)),
                     coordinate(b.lo.y, b.hi.y, at_.y, static_cast<double>(hy_)),
                     coordinate(b.lo.z, b.hi.z, at_.z, static_cast<double>(hz_)));
  } else {
    const Vec3 end{at_.x + static_cast<double>(hx_), at_.y + static_cast<double>(hy_),
                   at_.z + static_cast<double>(hz_)};
    const Interval dist = box_to_segment(b, at_, end);
    s = {dist.lo - static_cast<double>(radius_), dist.hi - static_cast<double>(radius_)};
  }
  s = widened({s.lo - static_cast<double>(falloff_), s.hi - static_cast<double>(falloff_)});
  const bool always = s.hi <= kPostReachM;
  if (carve_) return {always ? std::max(in.lo, -s.hi) : in.lo, std::max(in.hi, -s.lo)};
  return {std::min(in.lo, s.lo), always ? std::min(in.hi, s.hi) : in.hi};
}

}  // namespace strate
