#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/passage_tube.hpp"
#include "passes/density/posts.hpp"

namespace strate {

namespace {

constexpr float kReach = static_cast<float>(kPostReachM);
constexpr float kRelief = static_cast<float>(kSupportReliefM);
constexpr float kFar = 1e9f;

Box3 box_of(const Support& s) {
  const double wide = s.radius_m + kSupportReliefM + kPostReachM;
  return {{std::min(s.from.x, s.to.x) - wide, std::min(s.from.y, s.to.y) - wide,
           std::min(s.from.z, s.to.z) - wide},
          {std::max(s.from.x, s.to.x) + wide, std::max(s.from.y, s.to.y) + wide,
           std::max(s.from.z, s.to.z) + wide}};
}

Box3 hull_of(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

}  // namespace

Supports::Supports(const std::vector<Support>& supports) {
  for (const Support& s : supports) {
    capsules_.push_back({{s.from, s.to, s.radius_m, s.radius_m}, box_of(s)});
    box_ = capsules_.size() == 1 ? capsules_[0].box : hull_of(box_, capsules_.back().box);
  }
}

void Supports::fold(const Capsule& c, const PostBlock& block, float* distance) const {
  Axes axes = block.axes;
  int from = 0, to = axes.nz;
  while (block.prune && from < to && axes.z[from] < c.box.lo.z) ++from;
  while (block.prune && to > from && axes.z[to - 1] > c.box.hi.z) --to;
  axes.z += from, axes.nz = to - from;
  if (axes.nz > 0) kernels().capsule(c.shape, axes, 0, distance + block_index(axes.ny, 0, 0, from));
}

void Supports::apply(const PostBlock& block) const {
  if (capsules_.empty() || !block.wants(box_)) return;
  const ArenaScope scope(*block.arena);
  const auto rows =
      static_cast<std::size_t>(block.axes.nz) * static_cast<std::size_t>(block.axes.ny);
  float* distance = nullptr;
  for (const Capsule& c : capsules_) {
    if (!block.wants(c.box)) continue;
    if (distance == nullptr) {
      distance = block.arena->take<float>(rows * kBlockRow);
      kernels().fill(distance, rows, kFar);
    }
    fold(c, block, distance);
  }
  if (distance == nullptr) return;
  const float* relief = block.relief->support();
  for (std::size_t i = 0; i < rows * kBlockRow; ++i) {
    const float s = distance[i] - kRelief * relief[i];
    const float d = block.values[i];
    block.values[i] = s < kReach && s < d ? s : d;
  }
}

Interval Supports::bound(const Box3& b, Interval in) const {
  if (capsules_.empty() || !overlap(box_, b)) return in;
  for (const Capsule& c : capsules_) {
    if (!overlap(c.box, b)) continue;
    const Interval dist = box_to_segment(b, c.shape.a, c.shape.b);
    const Interval s = widened({dist.lo - c.shape.ra - kSupportReliefM, dist.hi - c.shape.ra});
    if (s.lo >= kPostReachM) continue;
    const bool always = s.hi < kPostReachM;
    in = {std::min(in.lo, s.lo), always ? std::min(in.hi, s.hi) : in.hi};
  }
  return in;
}

}  // namespace strate
