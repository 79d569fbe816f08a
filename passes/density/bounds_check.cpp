#include "passes/density/bounds_check.hpp"

#include <algorithm>
#include <cmath>

namespace strate {
namespace {

/// n positions from lo to hi, both included.
struct Positions {
  double at[kBlockRow];
  Positions(double lo, double hi, int n) {
    for (int i = 0; i < kBlockRow; ++i) at[i] = i + 1 < n ? lo + (hi - lo) * i / (n - 1) : hi;
  }
};

/// The first operator whose bound is contradicted at a point.
void blame(const Stack& stack, const EvalEnv& env, StackScratch& scratch, BoundFault& fault) {
  const std::vector<TraceStep> steps = stack.trace(fault.at, env, scratch);
  const std::vector<Interval> each = stack.bound_each(fault.box, env, scratch);
  const std::vector<std::string_view> addresses = stack.addresses();
  for (const TraceStep& s : steps) {
    const auto found = std::find(addresses.begin(), addresses.end(), s.address);
    const Interval proven = each[static_cast<std::size_t>(found - addresses.begin())];
    if (proven.contains(s.after)) continue;
    fault.address = s.address, fault.source = s.source;
    return;
  }
}

double side_of(std::uint64_t h, double longest) {
  // Evenly over the magnitudes: 1/32 m · 2^k.
  double side = 1.0 / 32;
  for (double u = unit(h) * 12; u > 1; u -= 1) side *= 2;
  return std::min(side * (1 + unit(mix64(h))), longest);
}

}  // namespace

std::optional<BoundFault> check_bound(const Stack& stack, const Box3& box, int n,
                                      const EvalEnv& env, StackScratch& scratch) {
  const Interval proven = stack.bound(box, env, scratch);
  const Positions x(box.lo.x, box.hi.x, n), y(box.lo.y, box.hi.y, n), z(box.lo.z, box.hi.z, n);
  const Axes axes{x.at, y.at, z.at, n, n, n};
  ArenaScope scope(scratch.temporary);
  float* values = scratch.temporary.take<float>(static_cast<std::size_t>(n * n) * kBlockRow);
  // Without pruning: a wrong bound must not hide behind the skip that it causes.
  stack.eval(axes, nullptr, {env.passages, false}, scratch, values);
  for (int iz = 0; iz < n; ++iz)
    for (int iy = 0; iy < n; ++iy)
      for (int ix = 0; ix < n; ++ix) {
        const float v = values[block_index(n, ix, iy, iz)];
        if (proven.contains(v)) continue;
        BoundFault fault{box, {x.at[ix], y.at[iy], z.at[iz]}, v, proven, "", {}};
        blame(stack, env, scratch, fault);
        return fault;
      }
  return std::nullopt;
}

Box3 random_box(std::uint64_t seed, std::uint64_t index, const Box3& region, double longest_m) {
  std::uint64_t h = draw(seed, string_hash("random box"), index);
  const auto next = [&] { return h = mix64(h + kSaltStep); };
  const auto side = [&](double lo, double hi, double& from, double& to) {
    const double length = std::min(side_of(next(), longest_m), hi - lo);
    from = on_plan_grid(lo + unit(next()) * (hi - lo - length));
    to = std::max(from, on_plan_grid(from + length));
  };
  Box3 box;
  side(region.lo.x, region.hi.x, box.lo.x, box.hi.x);
  side(region.lo.y, region.hi.y, box.lo.y, box.hi.y);
  side(region.lo.z, region.hi.z, box.lo.z, box.hi.z);
  if (next() % 8 == 0) box.hi.z = box.lo.z;
  return box;
}

}  // namespace strate
