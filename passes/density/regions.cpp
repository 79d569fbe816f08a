#include "passes/density/regions.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/kernels.hpp"

namespace strate {
namespace {

/// The weights of every region over a block's columns: one plane each.
class Planes {
 public:
  Planes(const RegionMap& map, std::size_t regions, std::uint64_t stack, const Axes& axes,
         const EvalEnv& env, StackScratch& scratch)
      : plane_(static_cast<std::size_t>(axes.ny) * kBlockRow) {
    float* all = scratch.temporary.take<float>(regions * plane_);
    data_ = all;
    const std::uint64_t key = draw(stack, string_hash("regions"), 0);
    const std::size_t bytes = regions * plane_ * sizeof(float);
    if (const std::byte* held = env.prune ? scratch.columns.find(key, axes) : nullptr) {
      std::copy_n(held, bytes, reinterpret_cast<std::byte*>(all));
      return;
    }
    float* planes[kMostRegions] = {};
    for (std::size_t r = 0; r < regions; ++r) planes[r] = all + r * plane_;
    map.columns(axes, scratch, planes);
    if (env.prune) scratch.columns.store(key, axes, all, bytes);
  }
  const float* of(std::size_t region) const { return data_ + region * plane_; }
  bool seen(std::size_t region) const {
    return std::any_of(of(region), of(region) + plane_, [](float w) { return w > 0; });
  }

 private:
  const std::size_t plane_;
  const float* data_ = nullptr;
};

/// What one stack may be in a box, and the share that it may have there.
struct Part {
  Interval weight, density;
};

/// Least Σ w · d over weights in their intervals that are 1 together: what is left over their least
/// goes to the least densities. Sorts the parts.
double least_blend(std::span<Part> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.density.lo < b.density.lo; });
  double sum = 0, left = 1;
  for (const Part& p : parts) sum += p.weight.lo * p.density.lo, left -= p.weight.lo;
  for (const Part& p : parts) {
    const double more = std::clamp(p.weight.hi - p.weight.lo, 0.0, std::max(0.0, left));
    sum += more * p.density.lo, left -= more;
  }
  return sum + std::max(0.0, left) * parts.front().density.lo;
}

}  // namespace

Result<std::vector<Stack>> compile_stacks(const StrateWorld& strate, const WorldDef& world,
                                          const Catalog& catalog) {
  std::vector<Stack> out;
  if (strate.regions.list.empty()) {
    Result<Stack> stack = Stack::compile(strate, world, catalog);
    if (!stack) return stack.error();
    out.push_back(std::move(*stack));
    return out;
  }
  StrateFrame frame = frame_of(strate, world);
  for (const Region& region : strate.regions.list) {
    frame.region = region.id + ".";
    Result<Stack> stack = Stack::compile(region.recipe, frame, catalog);
    if (!stack) return stack.error();
    out.push_back(std::move(*stack));
  }
  return out;
}

Result<StrateDensity> StrateDensity::compile(const StrateWorld& strate, const WorldDef& world,
                                             const Catalog& catalog) {
  Result<std::vector<Stack>> stacks = compile_stacks(strate, world, catalog);
  if (!stacks) return stacks.error();
  std::optional<RegionMap> map;
  if (!strate.regions.list.empty()) map.emplace(strate);
  std::vector<std::string> ids;
  for (const Region& region : strate.regions.list) ids.push_back(region.id);
  return StrateDensity(std::move(*stacks), std::move(map), std::move(ids));
}

void StrateDensity::eval(const Axes& axes, const EvalEnv& env, StackScratch& scratch,
                         float* out) const {
  if (!map_) return stacks_[0].eval(axes, nullptr, env, scratch, out);
  if (!env.prune) return blend(axes, env, scratch, out);
  const unsigned seen = map_->within(axes.box(), scratch.temporary);
  if (std::popcount(seen) > 1) return blend(axes, env, scratch, out);
  stacks_[static_cast<std::size_t>(std::countr_zero(seen))].eval(axes, nullptr, env, scratch, out);
}

void StrateDensity::blend(const Axes& axes, const EvalEnv& env, StackScratch& scratch,
                          float* out) const {
  ArenaScope scope(scratch.temporary);
  const Planes weights(*map_, stacks_.size(), stacks_[0].id(), axes, env, scratch);
  const auto ny = static_cast<std::size_t>(axes.ny), slice = ny * kBlockRow;
  const auto rows = static_cast<std::size_t>(axes.nz) * ny;
  float* one = scratch.temporary.take<float>(rows * kBlockRow);
  kernels().fill(out, rows, 0);
  for (std::size_t r = 0; r < stacks_.size(); ++r) {
    if (env.prune && !weights.seen(r)) continue;
    stacks_[r].eval(axes, nullptr, env, scratch, one);
    for (std::size_t iz = 0; iz < static_cast<std::size_t>(axes.nz); ++iz)
      kernels().add_weighted(out + iz * slice, one + iz * slice, weights.of(r), ny);
  }
}

Interval StrateDensity::bound(const Box3& box, const EvalEnv& env, StackScratch& scratch) const {
  if (!map_) return stacks_[0].bound(box, env, scratch);
  Part parts[kMostRegions];
  Interval weights[kMostRegions];
  const unsigned seen = map_->within(box, scratch.temporary, weights);
  int count = 0;
  for (std::size_t r = 0; r < stacks_.size(); ++r)
    if ((seen >> r & 1u) != 0) parts[count++] = {weights[r], stacks_[r].bound(box, env, scratch)};
  if (count == 1) return parts[0].density;
  const std::span<Part> all(parts, static_cast<std::size_t>(count));
  const double lo = least_blend(all);
  for (Part& p : all) p.density = -p.density;
  return widened({lo, -least_blend(all)});
}

std::size_t StrateDensity::heaviest(double x, double y) const {
  if (!map_) return 0;
  const RegionMap::Weights w = map_->at(x, y);
  return static_cast<std::size_t>(std::max_element(w.of, w.of + stacks_.size()) - w.of);
}

Stack::Decider StrateDensity::decider(Vec3 p, const EvalEnv& env, StackScratch& scratch) const {
  const std::size_t r = heaviest(p.x, p.y);
  Stack::Decider out = stacks_[r].decider(p, env, scratch);
  if (map_) out.address = ids_[r] + "." + out.address;
  return out;
}

std::optional<double> StrateDensity::ground_at(double x, double y, StackScratch& scratch) const {
  const Stack& stack = stacks_[heaviest(x, y)];
  if (!stack.has_ground()) return std::nullopt;
  return stack.ground_at(x, y, scratch);
}

std::optional<Vec3> StrateDensity::home(StackScratch& scratch) const {
  for (std::size_t r = 0; r < stacks_.size(); ++r)
    if (const std::optional<Vec3> kept = stacks_[r].home(scratch);
        kept && heaviest(kept->x, kept->y) == r)
      return kept;
  return std::nullopt;
}

}  // namespace strate
