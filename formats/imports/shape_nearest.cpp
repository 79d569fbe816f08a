#include "formats/imports/shape_nearest.hpp"

#include <algorithm>
#include <utility>

namespace strate {
namespace {

constexpr std::uint32_t kLeaf = 4;
constexpr int kDeepest = 64;

double squared(Vec3 v) { return dot(v, v); }

Box3 box_of(const Triangle& t) {
  Box3 box{t[0], t[0]};
  for (const Vec3& v : t) {
    box.lo = {std::min(box.lo.x, v.x), std::min(box.lo.y, v.y), std::min(box.lo.z, v.z)};
    box.hi = {std::max(box.hi.x, v.x), std::max(box.hi.y, v.y), std::max(box.hi.z, v.z)};
  }
  return box;
}

Box3 join(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

double axis_of(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

int longest_axis(const Box3& b) {
  const Vec3 size = b.hi - b.lo;
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

double to_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 ab = b - a;
  const double whole = dot(ab, ab);
  const double t = whole > 0 ? std::clamp(dot(p - a, ab) / whole, 0.0, 1.0) : 0;
  return squared(p - (a + ab * t));
}

}  // namespace

/// Ericson, Real-Time Collision Detection, 5.1.5: the face where p stands over it, else the nearest
/// edge.
double squared_distance(Vec3 p, const Triangle& t) {
  const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], ap = p - t[0];
  const double d00 = dot(ab, ab), d01 = dot(ab, ac), d11 = dot(ac, ac);
  const double d20 = dot(ap, ab), d21 = dot(ap, ac);
  const double area = d00 * d11 - d01 * d01;
  if (area > 0) {
    const double v = (d11 * d20 - d01 * d21) / area, w = (d00 * d21 - d01 * d20) / area;
    if (v >= 0 && w >= 0 && v + w <= 1) return squared(ap - (ab * v + ac * w));
  }
  return std::min(to_segment(p, t[0], t[1]),
                  std::min(to_segment(p, t[1], t[2]), to_segment(p, t[2], t[0])));
}

NearestTriangle::NearestTriangle(std::vector<Triangle> triangles, std::uint64_t most_work)
    : most_work_(most_work) {
  std::vector<std::uint32_t> order(triangles.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  if (!order.empty()) build(order, 0, static_cast<std::uint32_t>(order.size()), triangles);
  triangles_.reserve(order.size());
  for (const std::uint32_t i : order) triangles_.push_back(triangles[i]);
}

/// Halves by the middle of the boxes along the longest axis, ties by index.
std::uint32_t NearestTriangle::build(std::vector<std::uint32_t>& order, std::uint32_t from,
                                     std::uint32_t to, const std::vector<Triangle>& given) {
  const auto self = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Box3 box = box_of(given[order[from]]);
  for (std::uint32_t i = from + 1; i < to; ++i) box = join(box, box_of(given[order[i]]));
  nodes_[self] = {box, from, to, 0};
  if (to - from <= kLeaf) return self;
  const int axis = longest_axis(box);
  const auto middle = [&](std::uint32_t i) {
    const Box3 b = box_of(given[i]);
    return axis_of(b.lo, axis) + axis_of(b.hi, axis);
  };
  std::sort(order.begin() + from, order.begin() + to, [&](std::uint32_t a, std::uint32_t b) {
    const double ma = middle(a), mb = middle(b);
    return ma != mb ? ma < mb : a < b;
  });
  const std::uint32_t half = from + (to - from) / 2;
  build(order, from, half, given);
  const std::uint32_t right = build(order, half, to, given);
  nodes_[self].right = right;
  return self;
}

double NearestTriangle::to_box(std::uint32_t node, Vec3 p) const {
  const Box3& b = nodes_[node].box;
  const Vec3 out{std::max({b.lo.x - p.x, 0.0, p.x - b.hi.x}),
                 std::max({b.lo.y - p.y, 0.0, p.y - b.hi.y}),
                 std::max({b.lo.z - p.z, 0.0, p.z - b.hi.z})};
  return strate::squared(out);
}

double NearestTriangle::squared(Vec3 p, double limit) {
  struct Open {
    std::uint32_t node;
    double squared;
  };
  Open open[kDeepest];
  int count = 0;
  if (!nodes_.empty()) open[count++] = {0, to_box(0, p)};
  while (count > 0 && !exhausted()) {
    const Open next = open[--count];
    if (next.squared >= limit) continue;
    const Node& node = nodes_[next.node];
    work_ += 2;
    if (node.right == 0) {
      work_ += node.to - node.from;
      for (std::uint32_t i = node.from; i < node.to; ++i)
        limit = std::min(limit, squared_distance(p, triangles_[i]));
      continue;
    }
    // The nearer child is looked into first.
    Open near{next.node + 1, to_box(next.node + 1, p)}, far{node.right, to_box(node.right, p)};
    if (far.squared < near.squared) std::swap(near, far);
    if (far.squared < limit) open[count++] = far;
    if (near.squared < limit) open[count++] = near;
  }
  return limit;
}

}  // namespace strate
