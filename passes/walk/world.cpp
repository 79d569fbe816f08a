#include <algorithm>
#include <bit>

#include "passes/walk/union_find.hpp"
#include "passes/walk/world_impl.hpp"

namespace strate {
namespace {

bool before(Coord a, Coord b) {
  return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
}

}  // namespace

std::size_t WalkWorld::Impl::slab_of(NodeId id) const {
  return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), id) -
                                  first.begin()) -
         1;
}

std::span<const JoinedMove> WalkWorld::Impl::joins_of(NodeId id) const {
  const auto lo = std::lower_bound(joins.begin(), joins.end(), id,
                                   [](const JoinedMove& m, NodeId n) { return m.from < n; });
  auto hi = lo;
  while (hi != joins.end() && hi->from == id) ++hi;
  return {lo, hi};
}

bool WalkWorld::Impl::joined_below(std::size_t upper) const {
  return upper + 1 < slabs.size() && slabs[upper + 1].core().hi.z == slabs[upper].core().lo.z;
}

void WalkWorld::Impl::join_moves() {
  for (std::size_t s = 0; s < slabs.size(); ++s) {
    if (!joined_below(s)) continue;
    const WalkSlab& lower = slabs[s + 1];
    for (const CrossMove& c : slabs[s].impl().crosses) {
      const std::uint32_t to = lower.find(c.to);
      if (to == kNoNode) continue;
      const NodeId a = first[s] + c.node, b = first[s + 1] + to;
      joins.push_back({a, b, c.weight});
      joins.push_back({b, a, c.weight});
    }
  }
  std::sort(joins.begin(), joins.end(), [](const JoinedMove& a, const JoinedMove& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
}

void WalkWorld::Impl::label_walks() {
  UnionFind<NodeId> sets(first.back());
  std::array<WalkStep, kMaxSteps> steps;
  for (std::size_t s = 0; s < slabs.size(); ++s)
    for (std::uint32_t i = 0; i < slabs[s].node_count(); ++i) {
      const std::size_t n = slabs[s].impl().steps(i, steps);
      for (std::size_t k = 0; k < n && steps[k].to < i; ++k)
        sets.unite(first[s] + i, first[s] + steps[k].to);
    }
  for (const JoinedMove& j : joins)
    if (j.from < j.to) sets.unite(j.from, j.to);

  walk_of.assign(first.back(), kNoComponent);
  std::vector<WalkComponent> sums;
  for (std::size_t s = 0; s < slabs.size(); ++s) {
    const WalkSlab::Impl& slab = slabs[s].impl();
    const IndexBox sides = intersect(slab.judged, slab.core);
    for (std::uint32_t i = 0; i < slabs[s].node_count(); ++i) {
      const NodeId id = first[s] + i, root = sets.find(id);
      if (root == id) {
        walk_of[id] = static_cast<ComponentId>(sums.size());
        sums.push_back({0, id, false});
      }
      walk_of[id] = walk_of[root];
      WalkComponent& sum = sums[walk_of[id]];
      ++sum.nodes;
      const Coord p = slab.node(i);
      sum.open |=
          p.x == sides.lo.x || p.x + 1 == sides.hi.x || p.y == sides.lo.y || p.y + 1 == sides.hi.y;
    }
  }
  std::vector<ComponentId> order(sums.size()), rank(sums.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](ComponentId a, ComponentId b) {
    return sums[a].nodes > sums[b].nodes;  // ties: the lower first node, which came first
  });
  for (ComponentId k = 0; k < order.size(); ++k) {
    rank[order[k]] = k;
    walks.push_back(sums[order[k]]);
  }
  for (ComponentId& c : walk_of) c = rank[c];
}

namespace {

/// Unites components of fits over one interface: what fits on both sides hangs together.
void link_fits(const WalkSlab& upper, const WalkSlab& lower, std::uint32_t upper_base,
               std::uint32_t lower_base, UnionFind<std::uint32_t>& sets) {
  const IndexBox both = intersect(
      {{upper.core().lo.x, upper.core().lo.y, 0}, {upper.core().hi.x, upper.core().hi.y, 1}},
      {{lower.core().lo.x, lower.core().lo.y, 0}, {lower.core().hi.x, lower.core().hi.y, 1}});
  const std::int64_t z = upper.core().lo.z;
  for (std::int64_t y = both.lo.y; y < both.hi.y; ++y)
    for (std::int64_t x0 = floor_div(both.lo.x, 32) * 32; x0 < both.hi.x; x0 += 32) {
      const std::uint32_t link = upper.fits_word(x0, y, z) & lower.fits_word(x0, y, z - 1);
      for (std::uint32_t m = link; m != 0; m &= m - 1) {
        const std::int64_t x = x0 + std::countr_zero(m);
        sets.unite(upper_base + upper.impl().bodies.at(upper.impl().grid, {x, y, z}),
                   lower_base + lower.impl().bodies.at(lower.impl().grid, {x, y, z - 1}));
      }
    }
}

}  // namespace

void WalkWorld::Impl::label_fits() {
  std::vector<std::uint32_t> base{0};
  for (const WalkSlab& s : slabs)
    base.push_back(base.back() + static_cast<std::uint32_t>(s.impl().bodies.bodies().size()));
  UnionFind<std::uint32_t> sets(base.back());
  for (std::size_t s = 0; s < slabs.size(); ++s)
    if (joined_below(s)) link_fits(slabs[s], slabs[s + 1], base[s], base[s + 1], sets);

  std::vector<FitComponent> sums(base.back());
  for (std::size_t s = 0; s < slabs.size(); ++s) {
    std::uint8_t closed = 0;
    if (joined_below(s)) closed |= kOpenBelow;
    if (s > 0 && joined_below(s - 1)) closed |= kOpenAbove;
    const auto& bodies = slabs[s].impl().bodies.bodies();
    for (std::uint32_t k = 0; k < bodies.size(); ++k) {
      FitComponent& sum = sums[sets.find(base[s] + k)];
      if (sum.samples == 0 || before(bodies[k].first, sum.first)) sum.first = bodies[k].first;
      sum.samples += bodies[k].samples;
      sum.open |= (bodies[k].open & ~closed) != 0;
    }
  }
  std::vector<std::uint32_t> order, rank(base.back());
  for (std::uint32_t i = 0; i < sums.size(); ++i)
    if (sums[i].samples > 0) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sums[a].samples != sums[b].samples ? sums[a].samples > sums[b].samples
                                              : before(sums[a].first, sums[b].first);
  });
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    rank[order[k]] = k;
    fits.push_back(sums[order[k]]);
  }
  fit_of.resize(slabs.size());
  for (std::size_t s = 0; s < slabs.size(); ++s)
    for (std::uint32_t i = base[s]; i < base[s + 1]; ++i) fit_of[s].push_back(rank[sets.find(i)]);
}

WalkWorld::WalkWorld(std::vector<WalkSlab> slabs) : impl_(std::make_unique<Impl>()) {
  impl_->slabs = std::move(slabs);
  impl_->first.push_back(0);
  for (const WalkSlab& s : impl_->slabs)
    impl_->first.push_back(impl_->first.back() + s.node_count());
  impl_->join_moves();
  impl_->label_walks();
  impl_->label_fits();
}

WalkWorld::WalkWorld(WalkWorld&&) noexcept = default;
WalkWorld& WalkWorld::operator=(WalkWorld&&) noexcept = default;
WalkWorld::~WalkWorld() = default;

std::size_t WalkWorld::slab_count() const { return impl_->slabs.size(); }
const WalkSlab& WalkWorld::slab(std::size_t index) const { return impl_->slabs[index]; }
NodeId WalkWorld::first_node(std::size_t slab) const { return impl_->first[slab]; }

std::size_t WalkWorld::slab_at(std::int64_t z) const {
  for (std::size_t s = 0; s < slab_count(); ++s)
    if (slab(s).core().lo.z <= z && z < slab(s).core().hi.z) return s;
  return slab_count();
}

Coord WalkWorld::node(NodeId id) const {
  const std::size_t s = impl_->slab_of(id);
  return slab(s).node(id - impl_->first[s]);
}

std::int64_t WalkWorld::floor_of(NodeId id) const {
  const std::size_t s = impl_->slab_of(id);
  return slab(s).floor_of(id - impl_->first[s]);
}

Vec3 WalkWorld::floor_point(NodeId id) const {
  const Coord p = node(id);
  const Um voxel = params().voxel_um;
  return {lattice_m(p.x, voxel), lattice_m(p.y, voxel), params().metres_of(floor_of(id))};
}

NodeId WalkWorld::find(Coord p) const {
  const std::size_t s = slab_at(p.z);
  if (s == slab_count()) return kNoNode;
  const std::uint32_t i = slab(s).find(p);
  return i == kNoNode ? kNoNode : first_node(s) + i;
}

std::span<const WalkStep> WalkWorld::steps(NodeId id,
                                           std::array<WalkStep, kMaxSteps>& buffer) const {
  const std::size_t s = impl_->slab_of(id);
  std::size_t n = slab(s).impl().steps(id - impl_->first[s], buffer);
  for (std::size_t i = 0; i < n; ++i) buffer[i].to += impl_->first[s];
  const auto joins = impl_->joins_of(id);
  if (!joins.empty()) {
    for (const JoinedMove& j : joins)
      if (n < kMaxSteps) buffer[n++] = {j.to, j.weight};
    std::sort(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(n),
              [](const WalkStep& a, const WalkStep& b) { return a.to < b.to; });
  }
  return {buffer.data(), n};
}

const std::vector<WalkComponent>& WalkWorld::walk_components() const { return impl_->walks; }
ComponentId WalkWorld::walk_component(NodeId id) const {
  return id < impl_->walk_of.size() ? impl_->walk_of[id] : kNoComponent;
}
const std::vector<FitComponent>& WalkWorld::fit_components() const { return impl_->fits; }

ComponentId WalkWorld::fit_component(Coord p) const {
  const std::size_t s = slab_at(p.z);
  if (s == slab_count()) return kNoComponent;
  const WalkSlab::Impl& slab_impl = slab(s).impl();
  const ComponentId own = slab_impl.bodies.at(slab_impl.grid, p);
  return own == kNoComponent ? kNoComponent : impl_->fit_of[s][own];
}

std::uint64_t WalkWorld::fit_samples() const {
  std::uint64_t n = 0;
  for (const WalkSlab& s : impl_->slabs) n += s.fit_samples();
  return n;
}

std::size_t WalkWorld::bytes() const {
  std::size_t n = impl_->walk_of.size() * 4 + impl_->joins.size() * sizeof(JoinedMove);
  for (const WalkSlab& s : impl_->slabs) n += s.bytes();
  return n;
}

}  // namespace strate
