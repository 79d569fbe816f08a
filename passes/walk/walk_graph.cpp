#include "passes/walk/walk_graph.hpp"

#include <algorithm>

#include "passes/walk/union_find.hpp"

namespace strate {
namespace {

constexpr std::uint32_t kNoPatch = 0xffffffffu;
constexpr Um kCellUm = 500'000;

struct Cell {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

Cell cell_of(const WalkSlab::Impl& slab, Coord c) {
  const Um v = slab.params.voxel_um;
  return {floor_div(c.x * v, kCellUm), floor_div(c.y * v, kCellUm)};
}

/// Calls f(node, neighbour) for every move inside the set to a lower node.
template <class F>
void for_moves(const WalkSlab::Impl& slab, const NodeSet& nodes, const std::vector<bool>& in,
               F&& f) {
  std::array<WalkStep, WalkWorld::kMaxSteps> steps;
  for (const std::uint32_t n : nodes) {
    const std::size_t count = slab.steps(n, steps);
    for (std::size_t k = 0; k < count && steps[k].to < n; ++k)
      if (in[steps[k].to]) f(n, steps[k].to);
  }
}

}  // namespace

std::uint64_t WalkGraph::edge_count() const {
  std::uint64_t n = 0;
  for (const auto& e : edges) n += e.size();
  return n / 2;
}

double WalkGraph::total_m() const {
  double sum = 0;
  for (const auto& list : edges)
    for (const Edge& e : list) sum += e.length_m;
  return sum / 2;
}

WalkGraph walk_graph(const WalkSlab::Impl& slab, const NodeSet& nodes) {
  std::vector<bool> in(slab.z.size());
  for (const std::uint32_t n : nodes) in[n] = true;
  UnionFind<std::uint32_t> sets(slab.z.size());
  for_moves(slab, nodes, in, [&](std::uint32_t a, std::uint32_t b) {
    if (cell_of(slab, slab.node(a)) == cell_of(slab, slab.node(b))) sets.unite(a, b);
  });

  WalkGraph graph;
  graph.patch_of.assign(slab.z.size(), kNoPatch);
  std::vector<Vec3> sum;
  std::vector<double> count;
  for (const std::uint32_t n : nodes) {
    const std::uint32_t root = sets.find(n);
    if (root == n) {
      graph.patch_of[n] = static_cast<std::uint32_t>(sum.size());
      sum.push_back({});
      count.push_back(0);
    }
    const std::uint32_t patch = graph.patch_of[n] = graph.patch_of[root];
    const Coord c = slab.node(n);
    const Um v = slab.params.voxel_um;
    sum[patch] = sum[patch] + Vec3{lattice_m(c.x, v), lattice_m(c.y, v),
                                   slab.params.metres_of(slab.floor_of(n))};
    count[patch] += 1;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
  for_moves(slab, nodes, in, [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t p = graph.patch_of[a], q = graph.patch_of[b];
    if (p == q) return;
    joined.emplace_back(p, q);
    joined.emplace_back(q, p);
  });
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  graph.edges.resize(sum.size());
  for (const auto& [p, q] : joined)
    graph.edges[p].push_back({q, length(sum[q] * (1 / count[q]) - sum[p] * (1 / count[p]))});
  return graph;
}

double agent_distance_m(const WalkGraph& graph, std::uint32_t from, std::uint32_t to) {
  struct Visit {
    std::uint32_t patch;
    std::size_t next;  ///< edge tried next
    double back_m;     ///< way back to where it came from
  };
  if (from >= graph.edges.size()) return -1;
  std::vector<bool> seen(graph.edges.size());
  std::vector<Visit> way{{from, 0, 0}};
  seen[from] = true;
  double walked = 0;
  while (!way.empty()) {
    Visit& at = way.back();
    if (at.patch == to) return walked;
    if (at.next == graph.edges[at.patch].size()) {
      walked += at.back_m;
      way.pop_back();
      continue;
    }
    const WalkGraph::Edge e = graph.edges[at.patch][at.next++];
    if (seen[e.to]) continue;
    seen[e.to] = true;
    walked += e.length_m;
    way.push_back({e.to, 0, e.length_m});
  }
  return -1;
}

}  // namespace strate
