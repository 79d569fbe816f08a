#include "passes/density/passage_tube.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/posts.hpp"

namespace strate {

namespace {

constexpr float kWallRelief = static_cast<float>(kWallReliefM);
constexpr float kFar2 = 1e30f, kEndless = 1e9f;
constexpr float kSlack = static_cast<float>(kMitreSlackM);

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

PassageTube::PassageTube(const std::vector<TubeNode>& path) {
  double widest = 0;
  for (const TubeNode& n : path) widest = std::max(widest, n.radius_m);
  widest_ = static_cast<float>(widest);
  reach_ = static_cast<float>(widest + kWallReliefM + kPostReachM);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const double ra = path[i].radius_m, rb = path[i + 1].radius_m;
    TubeSegment s;
    s.centre = path[i].floor + Vec3{0, 0, kTubeCentre * ra};
    const Vec3 ab = path[i + 1].floor + Vec3{0, 0, kTubeCentre * rb} - s.centre;
    s.abx = static_cast<float>(ab.x), s.aby = static_cast<float>(ab.y);
    s.abz = static_cast<float>(ab.z);
    const Vec3 n0 = mitre_normal(path, i), n1 = mitre_normal(path, i + 1);
    s.n0x = static_cast<float>(n0.x), s.n0y = static_cast<float>(n0.y);
    s.n1x = static_cast<float>(n1.x), s.n1y = static_cast<float>(n1.y);
    s.span = s.abx * s.n1x + s.aby * s.n1y;
    s.before = i == 0 ? kEndless : kSlack;
    s.behind = i + 2 == path.size() ? kEndless : kSlack;
    s.ra = static_cast<float>(ra), s.dr = static_cast<float>(rb - ra);
    s.lift = static_cast<float>(kTubeCentre);
    segments_.push_back(s);
  }
}

int PassageTube::pick(const PostBlock& block, std::uint16_t* picked) const {
  int n = 0;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const TubeSegment& s = segments_[i];
    const bool far = block.prune && box_to_segment_least(block.box, s.centre, s.end()) >
                                        static_cast<double>(reach_) + 0.01;
    if (!far) picked[n++] = static_cast<std::uint16_t>(i);
  }
  return n;
}

bool PassageTube::nearest(const PostBlock& block, const std::uint16_t* picked, int n, int iy,
                          int iz, TubeRow row) const {
  std::fill_n(row.distance, kBlockRow, kFar2);
  std::fill_n(row.radius, kBlockRow, 0.0f);
  std::fill_n(row.height, kBlockRow, 0.0f);
  const double y = block.axes.y[iy], z = block.axes.z[iz];
  const Box3 line{{block.box.lo.x, y, z}, {block.box.hi.x, y, z}};
  bool any = false;
  for (int k = 0; k < n; ++k) {
    const TubeSegment& s = segments_[picked[k]];
    if (block.prune &&
        box_to_segment_least(line, s.centre, s.end()) > static_cast<double>(reach_) + 0.01)
      continue;
    any = true;
    kernels().tube_segment(s, block.axes, iy, iz, row);
  }
  for (int i = 0; any && i < kBlockRow; ++i) row.distance[i] = std::sqrt(row.distance[i]);
  return any;
}

void PassageTube::measure(const PostBlock& block, Arena& arena, TubeField& out) const {
  const auto rows =
      static_cast<std::size_t>(block.axes.nz) * static_cast<std::size_t>(block.axes.ny);
  float* data = arena.take<float>(3 * rows * kBlockRow);
  bool* near = arena.take<bool>(rows);
  std::uint16_t* picked = arena.take<std::uint16_t>(segments_.size());
  const int n = pick(block, picked);
  for (int iz = 0; iz < block.axes.nz; ++iz)
    for (int iy = 0; iy < block.axes.ny; ++iy) {
      const std::size_t at = block_index(block.axes.ny, 0, iy, iz);
      const TubeRow row{data + at, data + rows * kBlockRow + at, data + 2 * rows * kBlockRow + at};
      near[at / kBlockRow] = n > 0 && nearest(block, picked, n, iy, iz, row);
    }
  out = {this, data, data + rows * kBlockRow, data + 2 * rows * kBlockRow, near, out.next};
}

const TubeField& TubeFields::of(const PassageTube& tube, const PostBlock& block) {
  for (const TubeField* f = first_; f != nullptr; f = f->next)
    if (f->tube == &tube) return *f;
  TubeField* made = new (arena_.take<TubeField>(1)) TubeField{};
  made->next = first_;
  tube.measure(block, arena_, *made);
  return *(first_ = made);
}

void PassageTube::carve(const PostBlock& block) const {
  const TubeField& f = block.tubes->of(*this, block);
  const float* relief = nullptr;
  const std::size_t end = block_index(block.axes.ny, 0, 0, block.axes.nz);
  for (std::size_t at = 0; at < end; at += kBlockRow) {
    if (!f.near[at / kBlockRow]) continue;
    if (relief == nullptr) relief = block.relief->wall();
    for (std::size_t i = at; i < at + kBlockRow; ++i) {
      const float wall = f.radius[i] + kWallRelief * relief[i] - f.distance[i];
      const float v = least(wall, f.height[i]);
      block.values[i] = f.distance[i] < reach_ ? most(block.values[i], v) : block.values[i];
    }
  }
}

void PassageTube::lay_tread(const PostBlock& block) const {
  const TubeField& f = block.tubes->of(*this, block);
  const std::size_t end = block_index(block.axes.ny, 0, 0, block.axes.nz);
  for (std::size_t at = 0; at < end; at += kBlockRow) {
    if (!f.near[at / kBlockRow]) continue;
    for (std::size_t i = at; i < at + kBlockRow; ++i) {
      const float s = most(f.height[i], f.distance[i] - f.radius[i] - kWallRelief);
      block.values[i] = f.distance[i] < reach_ ? least(block.values[i], s) : block.values[i];
    }
  }
}

PassageTube::Ranges PassageTube::ranges(const Box3& box) const {
  Ranges out;
  for (const TubeSegment& s : segments_) {
    const Vec3 end = s.end();
    const double least_distance = box_to_segment_least(box, s.centre, end);
    if (least_distance > static_cast<double>(reach_) + 0.01) continue;
    const double ra = static_cast<double>(s.ra), rb = static_cast<double>(s.ra + s.dr);
    const double fa = s.centre.z - kTubeCentre * ra, fb = end.z - kTubeCentre * rb;
    const Interval height{box.lo.z - std::max(fa, fb), box.hi.z - std::min(fa, fb)};
    out.distance = out.near ? std::min(out.distance, least_distance) : least_distance;
    out.height = out.near ? hull(out.height, height) : height;
    out.widest = std::max({out.widest, ra, rb});
    out.near = true;
  }
  return out;
}

Interval PassageTube::carve_bound(const Box3& box, Interval in) const {
  const Ranges r = ranges(box);
  if (!r.near) return in;
  const double wall = r.widest + kWallReliefM - r.distance;
  return {in.lo, std::max(in.hi, widened({0, std::min(wall, r.height.hi)}).hi)};
}

Interval PassageTube::tread_bound(const Box3& box, Interval in) const {
  const Ranges r = ranges(box);
  if (!r.near) return in;
  const double wall = r.distance - r.widest - kWallReliefM;
  return {std::min(in.lo, widened({std::max(wall, r.height.lo), 0}).lo), in.hi};
}

void PassageTube::distances(const Axes& axes, float* io) const {
  for (const TubeSegment& s : segments_) {
    const float inv_len2 = 1.0f / most(s.abx * s.abx + s.aby * s.aby + s.abz * s.abz, 1e-12f);
    for (int iz = 0; iz < axes.nz; ++iz)
      for (int iy = 0; iy < axes.ny; ++iy) {
        float* d = io + block_index(axes.ny, 0, iy, iz);
        const float py = static_cast<float>(axes.y[iy] - s.centre.y);
        const float pz = static_cast<float>(axes.z[iz] - s.centre.z);
        for (int i = 0; i < kBlockRow; ++i) {
          const float px = static_cast<float>(axes.x[i] - s.centre.x);
          const float t = clamped((px * s.abx + py * s.aby + pz * s.abz) * inv_len2);
          const float qx = px - t * s.abx, qy = py - t * s.aby, qz = pz - t * s.abz;
          d[i] = least(d[i], most(0.0f, std::sqrt(qx * qx + qy * qy + qz * qz) - widest_));
        }
      }
  }
}

Interval PassageTube::distance_over(const Box3& box) const {
  Interval out{1e30, 1e30};
  for (const TubeSegment& s : segments_) {
    const Interval d = box_to_segment(box, s.centre, s.end());
    out = {std::min(out.lo, d.lo), std::min(out.hi, d.hi)};
  }
  const double w = static_cast<double>(widest_);
  return widened({std::max(0.0, out.lo - w), std::max(0.0, out.hi - w)});
}

}  // namespace strate
