#include "passes/density/passage_tube.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/posts.hpp"

namespace strate {

namespace {

constexpr float kWallRelief = static_cast<float>(kWallReliefM);
constexpr float kSupportRelief = static_cast<float>(kSupportReliefM);
constexpr float kReach = static_cast<float>(kPostReachM);
constexpr float kFar2 = 1e30f;

float least(float a, float b) { return b < a ? b : a; }
float most(float a, float b) { return a < b ? b : a; }
float clamped(float t) { return most(0.0f, least(t, 1.0f)); }

double segment_distance(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 ab = b - a, ap = p - a;
  const double len2 = dot(ab, ab);
  const double t = len2 > 0 ? std::clamp(dot(ap, ab) / len2, 0.0, 1.0) : 0.0;
  return length(ap - ab * t);
}

double gap(double lo, double hi, double a, double b) {
  const double l = std::min(a, b), h = std::max(a, b);
  return std::max({0.0, l - hi, lo - h});
}

}  // namespace

double box_to_segment_least(const Box3& box, Vec3 a, Vec3 b) {
  const Vec3 centre = (box.lo + box.hi) * 0.5;
  const double half = length(box.hi - box.lo) * 0.5;
  const Vec3 apart{gap(box.lo.x, box.hi.x, a.x, b.x), gap(box.lo.y, box.hi.y, a.y, b.y),
                   gap(box.lo.z, box.hi.z, a.z, b.z)};
  return std::max(segment_distance(centre, a, b) - half, length(apart));
}

Interval box_to_segment(const Box3& box, Vec3 a, Vec3 b) {
  // A distance to a convex set is convex: its greatest value over a box is at a corner.
  double hi = 0;
  for (int corner = 0; corner < 8; ++corner)
    hi = std::max(
        hi, segment_distance({corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                              corner & 4 ? box.hi.z : box.lo.z},
                             a, b));
  return {box_to_segment_least(box, a, b), hi};
}

Interval box_to_axis(const Box3& box, double x, double y) {
  const double nx = gap(box.lo.x, box.hi.x, x, x), ny = gap(box.lo.y, box.hi.y, y, y);
  const double fx = std::max(std::fabs(box.lo.x - x), std::fabs(box.hi.x - x));
  const double fy = std::max(std::fabs(box.lo.y - y), std::fabs(box.hi.y - y));
  return {std::sqrt(nx * nx + ny * ny), std::sqrt(fx * fx + fy * fy)};
}

SupportShape::SupportShape(const Support& s) : a(s.from) {
  const Vec3 ab = s.to - s.from;
  abx = static_cast<float>(ab.x), aby = static_cast<float>(ab.y), abz = static_cast<float>(ab.z);
  const float len2 = abx * abx + aby * aby + abz * abz;
  inv_len2 = len2 > 0 ? 1.0f / len2 : 0.0f;
  radius = static_cast<float>(s.radius_m);
  const double wide = s.radius_m + kSupportReliefM + kPostReachM;
  box = {{std::min(s.from.x, s.to.x) - wide, std::min(s.from.y, s.to.y) - wide,
          std::min(s.from.z, s.to.z) - wide},
         {std::max(s.from.x, s.to.x) + wide, std::max(s.from.y, s.to.y) + wide,
          std::max(s.from.z, s.to.z) + wide}};
}

void SupportShape::apply(const PostBlock& block) const {
  const float* relief = block.relief->support();
  const Axes& axes = block.axes;
  for (int iz = 0; iz < axes.nz; ++iz)
    for (int iy = 0; iy < axes.ny; ++iy) {
      const std::size_t at = block_index(axes.ny, 0, iy, iz);
      const float py = static_cast<float>(axes.y[iy] - a.y);
      const float pz = static_cast<float>(axes.z[iz] - a.z);
      for (int i = 0; i < kBlockRow; ++i) {
        const float px = static_cast<float>(axes.x[i] - a.x);
        const float t = clamped((px * abx + py * aby + pz * abz) * inv_len2);
        const float qx = px - t * abx, qy = py - t * aby, qz = pz - t * abz;
        const float s = std::sqrt(qx * qx + qy * qy + qz * qz) - radius -
                        kSupportRelief * relief[at + static_cast<std::size_t>(i)];
        float& d = block.values[at + static_cast<std::size_t>(i)];
        d = s < kReach ? least(d, s) : d;
      }
    }
}

Interval SupportShape::bound(const Box3& b, Interval in) const {
  if (!overlap(box, b)) return in;
  const Vec3 end{a.x + static_cast<double>(abx), a.y + static_cast<double>(aby),
                 a.z + static_cast<double>(abz)};
  const Interval dist = box_to_segment(b, a, end);
  const double r = static_cast<double>(radius);
  const Interval s = widened({dist.lo - r - kSupportReliefM, dist.hi - r});
  if (s.lo >= kPostReachM) return in;
  const bool always = s.hi < kPostReachM;
  return {std::min(in.lo, s.lo), always ? std::min(in.hi, s.hi) : in.hi};
}

PassageTube::PassageTube(const std::vector<TubeNode>& path) {
  double widest = 0;
  for (const TubeNode& n : path) widest = std::max(widest, n.radius_m);
  widest_ = static_cast<float>(widest);
  reach_ = static_cast<float>(widest + kWallReliefM + kPostReachM);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const double ra = path[i].radius_m, rb = path[i + 1].radius_m;
    Segment s;
    s.centre = path[i].floor + Vec3{0, 0, kTubeCentre * ra};
    const Vec3 ab = path[i + 1].floor + Vec3{0, 0, kTubeCentre * rb} - s.centre;
    s.abx = static_cast<float>(ab.x), s.aby = static_cast<float>(ab.y);
    s.abz = static_cast<float>(ab.z);
    const float run2 = s.abx * s.abx + s.aby * s.aby;
    s.inv_run2 = run2 > 0 ? 1.0f / run2 : 0.0f;
    s.ra = static_cast<float>(ra), s.dr = static_cast<float>(rb - ra);
    segments_.push_back(s);
  }
}

int PassageTube::pick(const PostBlock& block, std::uint16_t* picked) const {
  int n = 0;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const Segment& s = segments_[i];
    const bool far = block.prune && box_to_segment_least(block.box, s.centre, s.end()) >
                                        static_cast<double>(reach_) + 0.01;
    if (!far) picked[n++] = static_cast<std::uint16_t>(i);
  }
  return n;
}

void PassageTube::fold(const Segment& s, const Axes& axes, int iy, int iz, Row& row) const {
  const float py = static_cast<float>(axes.y[iy] - s.centre.y);
  const float pz = static_cast<float>(axes.z[iz] - s.centre.z);
  for (int i = 0; i < kBlockRow; ++i) {
    const float px = static_cast<float>(axes.x[i] - s.centre.x);
    const float t = clamped((px * s.abx + py * s.aby) * s.inv_run2);
    const float qx = px - t * s.abx, qy = py - t * s.aby, qz = pz - t * s.abz;
    const float d2 = qx * qx + qy * qy + qz * qz;
    const float r = s.ra + t * s.dr;
    const bool nearer = d2 < row.distance2[i];
    row.distance2[i] = nearer ? d2 : row.distance2[i];
    row.radius[i] = nearer ? r : row.radius[i];
    row.height[i] = nearer ? qz + static_cast<float>(kTubeCentre) * r : row.height[i];
  }
}

bool PassageTube::nearest(const PostBlock& block, const std::uint16_t* picked, int n, int iy,
                          int iz, Row& row) const {
  std::fill(row.distance2, row.distance2 + kBlockRow, kFar2);
  const double y = block.axes.y[iy], z = block.axes.z[iz];
  const double far = static_cast<double>(reach_) + 0.01;
  bool any = false;
  for (int k = 0; k < n; ++k) {
    const Segment& s = segments_[picked[k]];
    const Vec3 end = s.end();
    const double gy = gap(y, y, s.centre.y, end.y), gz = gap(z, z, s.centre.z, end.z);
    if (block.prune && gy * gy + gz * gz > far * far) continue;
    any = true;
    fold(s, block.axes, iy, iz, row);
  }
  return any;
}

template <class Body>
void PassageTube::each_row(const PostBlock& block, Body&& body) const {
  const ArenaScope scope(*block.arena);
  std::uint16_t* picked = block.arena->take<std::uint16_t>(segments_.size());
  const int n = pick(block, picked);
  if (n == 0) return;
  Row row;
  for (int iz = 0; iz < block.axes.nz; ++iz)
    for (int iy = 0; iy < block.axes.ny; ++iy)
      if (nearest(block, picked, n, iy, iz, row)) body(block_index(block.axes.ny, 0, iy, iz), row);
}

void PassageTube::carve(const PostBlock& block) const {
  const float* relief = nullptr;
  each_row(block, [&](std::size_t at, const Row& row) {
    if (relief == nullptr) relief = block.relief->wall();
    float* d = block.values + at;
    for (int i = 0; i < kBlockRow; ++i) {
      const float dist = std::sqrt(row.distance2[i]);
      const float wall =
          row.radius[i] + kWallRelief * relief[at + static_cast<std::size_t>(i)] - dist;
      const float v = least(wall, row.height[i]);
      d[i] = dist < reach_ ? most(d[i], v) : d[i];
    }
  });
}

void PassageTube::lay_tread(const PostBlock& block) const {
  each_row(block, [&](std::size_t at, const Row& row) {
    float* d = block.values + at;
    for (int i = 0; i < kBlockRow; ++i) {
      const float dist = std::sqrt(row.distance2[i]);
      const float s = most(row.height[i], dist - row.radius[i] - kWallRelief);
      d[i] = dist < reach_ ? least(d[i], s) : d[i];
    }
  });
}

PassageTube::Ranges PassageTube::ranges(const Box3& box) const {
  Ranges out;
  double nearest_hi = 1e30;
  const double reach = static_cast<double>(reach_) + 0.01;
  for (const Segment& s : segments_) {
    const Vec3 end = s.end();
    const Interval straight = box_to_segment(box, s.centre, end);
    const double run2 = static_cast<double>(s.abx * s.abx + s.aby * s.aby);
    const double rise = std::fabs(static_cast<double>(s.abz));
    // A section is vertical: its distance exceeds the straight one by at most √(1 + grade²).
    const double hi =
        run2 > 0 ? straight.hi * std::sqrt(1 + rise * rise / run2) : straight.hi + rise;
    nearest_hi = std::min(nearest_hi, hi);
    if (straight.lo > reach) continue;
    const double fa = s.centre.z - kTubeCentre * static_cast<double>(s.ra);
    const double fb = end.z - kTubeCentre * static_cast<double>(s.ra + s.dr);
    const Interval height{box.lo.z - std::max(fa, fb), box.hi.z - std::min(fa, fb)};
    const double rb = static_cast<double>(s.ra + s.dr), ra = static_cast<double>(s.ra);
    const Interval radius{std::min(ra, rb), std::max(ra, rb)};
    out.distance.lo = out.near ? std::min(out.distance.lo, straight.lo) : straight.lo;
    out.height = out.near ? hull(out.height, height) : height;
    out.radius = out.near ? hull(out.radius, radius) : radius;
    out.near = true;
  }
  out.distance.hi = nearest_hi;
  return out;
}

Interval PassageTube::carve_bound(const Box3& box, Interval in) const {
  const Ranges r = ranges(box);
  if (!r.near) return in;
  const Interval v = widened({std::min(r.radius.lo - r.distance.hi, r.height.lo),
                              std::min(r.radius.hi + kWallReliefM - r.distance.lo, r.height.hi)});
  const bool always = r.distance.hi < static_cast<double>(reach_) - 0.01;
  return {always ? std::max(in.lo, v.lo) : in.lo, std::max(in.hi, v.hi)};
}

Interval PassageTube::tread_bound(const Box3& box, Interval in) const {
  const Ranges r = ranges(box);
  if (!r.near) return in;
  const Interval s = widened({std::max(r.height.lo, r.distance.lo - r.radius.hi - kWallReliefM),
                              std::max(r.height.hi, r.distance.hi - r.radius.lo - kWallReliefM)});
  const bool always = r.distance.hi < static_cast<double>(reach_) - 0.01;
  return {std::min(in.lo, s.lo), always ? std::min(in.hi, s.hi) : in.hi};
}

void PassageTube::distances(const Axes& axes, float* io) const {
  Row row;
  for (int iz = 0; iz < axes.nz; ++iz)
    for (int iy = 0; iy < axes.ny; ++iy) {
      std::fill(row.distance2, row.distance2 + kBlockRow, kFar2);
      for (const Segment& s : segments_) fold(s, axes, iy, iz, row);
      float* d = io + block_index(axes.ny, 0, iy, iz);
      for (int i = 0; i < kBlockRow; ++i)
        d[i] = least(d[i], most(0.0f, std::sqrt(row.distance2[i]) - widest_));
    }
}

Interval PassageTube::distance_over(const Box3& box) const {
  Interval out{1e30, 1e30};
  for (const Segment& s : segments_) {
    const Interval d = box_to_segment(box, s.centre, s.end());
    const double run2 = static_cast<double>(s.abx * s.abx + s.aby * s.aby);
    const double rise = std::fabs(static_cast<double>(s.abz));
    const double hi = run2 > 0 ? d.hi * std::sqrt(1 + rise * rise / run2) : d.hi + rise;
    out = {std::min(out.lo, d.lo), std::min(out.hi, hi)};
  }
  const double w = static_cast<double>(widest_);
  return widened({std::max(0.0, out.lo - w), std::max(0.0, out.hi - w)});
}

}  // namespace strate
