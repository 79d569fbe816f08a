#include "passes/walk/rock_buckets.hpp"

#include <algorithm>
#include <cmath>

namespace strate {
namespace {

bool touches_air(const Lattice& lattice, const IndexBox& box, Coord c) {
  for (std::int64_t z = -1; z <= 1; ++z)
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t x = -1; x <= 1; ++x) {
        const Coord q = c + Coord{x, y, z};
        if (box.contains(q) && !lattice.solid(q)) return true;
      }
  return false;
}

}  // namespace

RockBuckets::RockBuckets(const Lattice& lattice, const IndexBox& box, std::int64_t most)
    : box_(box), most_(most) {
  const Coord s = box.size();
  counts_ = {ceil_div(s.x, kSide), ceil_div(s.y, kSide), ceil_div(s.z, kSide)};
  buckets_.resize(static_cast<std::size_t>(counts_.x * counts_.y * counts_.z));
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const Coord c{x, y, z}, in = c - box.lo;
        const RockPart at{in.x * kPart, in.y * kPart, in.z * kPart};
        if (lattice.solid(c) && touches_air(lattice, box, c)) add(in, at);
        const Coord next[3] = {{x + 1, y, z}, {x, y + 1, z}, {x, y, z + 1}};
        for (int axis = 0; axis < 3; ++axis) {
          const int t = box.contains(next[axis]) ? lattice.crossing(c, axis) : 0;
          if (t == 0) continue;
          add(in,
              {at.x + (axis == 0 ? t : 0), at.y + (axis == 1 ? t : 0), at.z + (axis == 2 ? t : 0)});
        }
      }
}

std::size_t RockBuckets::bucket(Coord b) const {
  return static_cast<std::size_t>((b.z * counts_.y + b.y) * counts_.x + b.x);
}

void RockBuckets::add(Coord in, const RockPart& place) {
  buckets_[bucket({in.x / kSide, in.y / kSide, in.z / kSide})].push_back(place);
}

/// Least square distance of the parts to a + t·d, 0 ≤ t ≤ 1.
double RockBuckets::nearest_in(const std::vector<RockPart>& parts, const RockPart& a,
                               const RockPart& d) const {
  const auto run2 = static_cast<double>(d.x * d.x + d.y * d.y + d.z * d.z);
  double best = static_cast<double>(most_) * static_cast<double>(most_);
  for (const RockPart& q : parts) {
    const auto x = static_cast<double>(q.x - a.x), y = static_cast<double>(q.y - a.y);
    const auto z = static_cast<double>(q.z - a.z);
    const auto dx = static_cast<double>(d.x), dy = static_cast<double>(d.y);
    const auto dz = static_cast<double>(d.z);
    const double t = run2 > 0 ? std::clamp((x * dx + y * dy + z * dz) / run2, 0.0, 1.0) : 0.0;
    const double px = x - t * dx, py = y - t * dy, pz = z - t * dz;
    best = std::min(best, px * px + py * py + pz * pz);
  }
  return best;
}

double RockBuckets::distance2(Coord a, Coord b) const {
  const Coord in = a - box_.lo, middle{in.x / kSide, in.y / kSide, in.z / kSide};
  const RockPart at{in.x * kPart, in.y * kPart, in.z * kPart};
  const RockPart d{(b.x - a.x) * kPart, (b.y - a.y) * kPart, (b.z - a.z) * kPart};
  double best = static_cast<double>(most_) * static_cast<double>(most_);
  const std::int64_t rings = most_ / (kSide * kPart) + 2;
  for (std::int64_t ring = 0; ring <= rings; ++ring) {
    // Places of ring n lie at least n − 1 buckets from a, and b one voxel farther at most.
    const auto reach = static_cast<double>(((ring - 1) * kSide - 2) * kPart);
    if (reach > 0 && reach * reach >= best) break;
    for (std::int64_t z = middle.z - ring; z <= middle.z + ring; ++z)
      for (std::int64_t y = middle.y - ring; y <= middle.y + ring; ++y)
        for (std::int64_t x = middle.x - ring; x <= middle.x + ring; ++x) {
          const std::int64_t far =
              std::max({std::abs(x - middle.x), std::abs(y - middle.y), std::abs(z - middle.z)});
          if (far != ring || !IndexBox{{}, counts_}.contains({x, y, z})) continue;
          best = std::min(best, nearest_in(buckets_[bucket({x, y, z})], at, d));
        }
  }
  return best;
}

}  // namespace strate
