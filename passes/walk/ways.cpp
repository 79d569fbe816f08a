#include "passes/walk/ways.hpp"

#include <algorithm>

#include "passes/walk/union_find.hpp"

namespace strate {
namespace {

constexpr std::uint32_t kNoPatch = 0xffffffffu;
constexpr double kPatchM = 0.5;

bool joined(const WalkGraph& graph, std::uint32_t a, std::uint32_t b) {
  const auto& list = graph.edges[a];
  const auto at =
      std::lower_bound(list.begin(), list.end(), b,
                       [](const WalkGraph::Edge& e, std::uint32_t v) { return e.to < v; });
  return at != list.end() && at->to == b;
}

/// Floor that is worn off round by round.
class Thinning {
 public:
  explicit Thinning(const WalkGraph& floor)
      : floor_(floor), left_(floor.edges.size(), true), worn_(floor.edges.size()) {}

  void run() {
    std::vector<std::uint32_t> candidates(left_.size());
    for (std::uint32_t p = 0; p < candidates.size(); ++p) candidates[p] = p;
    for (std::uint32_t round = 1; !candidates.empty(); ++round)
      candidates = wear(candidates, round);
  }

  Ways rest() const {
    std::vector<std::uint32_t> number(left_.size(), kNoPatch);
    std::uint32_t count = 0;
    for (std::uint32_t p = 0; p < left_.size(); ++p)
      if (left_[p]) number[p] = count++;
    Ways out;
    out.graph.edges.resize(count);
    for (std::uint32_t p = 0; p < left_.size(); ++p) {
      if (!left_[p]) continue;
      out.half_width_m.push_back(kPatchM * worn_[p]);
      for (const WalkGraph::Edge& e : floor_.edges[p])
        if (left_[e.to]) out.graph.edges[number[p]].push_back({number[e.to], e.length_m});
    }
    return out;
  }

 private:
  /// One round: of the candidates, what can go at its start goes, unless a neighbour that went
  /// before has made it needed. Returns who may go in the next one.
  std::vector<std::uint32_t> wear(const std::vector<std::uint32_t>& candidates,
                                  std::uint32_t round) {
    std::vector<std::uint32_t> loose, next;
    for (const std::uint32_t p : candidates)
      if (left_[p] && can_go(p)) loose.push_back(p);
    for (const std::uint32_t p : loose) {
      if (!can_go(p)) continue;
      left_[p] = false;
      for (const WalkGraph::Edge& e : floor_.edges[p])
        if (left_[e.to]) next.push_back(e.to), worn_[e.to] = round;
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return next;
  }

  /// An end stays: without it a way would wear off from its end.
  bool can_go(std::uint32_t p) {
    around_.clear();
    for (const WalkGraph::Edge& e : floor_.edges[p])
      if (left_[e.to]) around_.push_back(e.to);
    return around_.size() > 1 && encloses_nothing();
  }

  /// True if `around_` hangs together and its edges and triangles leave no ring.
  bool encloses_nothing() {
    const std::size_t n = around_.size();
    piece_.resize(n);
    for (std::size_t i = 0; i < n; ++i) piece_[i] = i;
    std::size_t pieces = n, edges = 0, triangles = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        if (!joined(floor_, around_[i], around_[j])) continue;
        ++edges;
        for (std::size_t k = j + 1; k < n; ++k)
          triangles +=
              joined(floor_, around_[i], around_[k]) && joined(floor_, around_[j], around_[k]);
        const std::size_t from = piece_[i], to = piece_[j];
        pieces -= from != to;
        for (std::size_t& p : piece_)
          if (p == to) p = from;
      }
    return pieces == 1 && n + triangles == edges + 1;
  }

  const WalkGraph& floor_;
  std::vector<bool> left_;
  std::vector<std::uint32_t> worn_;    ///< the last round that took a neighbour
  std::vector<std::uint32_t> around_;  ///< neighbours of the patch at hand
  std::vector<std::size_t> piece_;     ///< theirs
};

/// Ways cut back to what is no short spur.
class Pruned {
 public:
  explicit Pruned(const Ways& ways) : ways_(ways), gone_(ways.graph.edges.size()) {
    for (const auto& e : ways.graph.edges) degree_.push_back(e.size());
  }

  /// Until none is left: where a spur went, its fork may be the end of the next.
  void cut_spurs(double spur_m) {
    for (bool cut = true; cut;) {
      cut = false;
      for (std::uint32_t leaf = 0; leaf < degree_.size(); ++leaf)
        if (!gone_[leaf] && degree_[leaf] == 1)
          cut |= cut_from(leaf, spur_m + 2 * ways_.half_width_m[leaf]);
    }
  }

  std::uint64_t leaves() const {
    std::uint64_t n = 0;
    for (std::uint32_t i = 0; i < degree_.size(); ++i) n += !gone_[i] && degree_[i] == 1;
    return n;
  }

 private:
  /// Follows the chain from a leaf to where the way forks or ends, and takes it away if it is
  /// short.
  bool cut_from(std::uint32_t leaf, double spur_m) {
    std::vector<std::uint32_t> chain{leaf};
    double length = 0;
    std::uint32_t at = leaf, from = kNoPatch;
    while (const WalkGraph::Edge* next = next_of(at, from)) {
      length += next->length_m;
      if (length >= spur_m) return false;
      from = at;
      at = next->to;
      if (degree_[at] > 2) {
        --degree_[at];
        break;
      }
      chain.push_back(at);
    }
    for (const std::uint32_t p : chain) gone_[p] = true;
    return true;
  }

  const WalkGraph::Edge* next_of(std::uint32_t at, std::uint32_t from) const {
    for (const WalkGraph::Edge& e : ways_.graph.edges[at])
      if (e.to != from && !gone_[e.to]) return &e;
    return nullptr;
  }

  const Ways& ways_;
  std::vector<bool> gone_;
  std::vector<std::size_t> degree_;
};

/// Cliques of three and of four patches.
struct Cliques {
  std::uint64_t three = 0, four = 0;
};

Cliques cliques_of(const WalkGraph& g) {
  Cliques out;
  for (std::uint32_t a = 0; a < g.edges.size(); ++a)
    for (const WalkGraph::Edge& b : g.edges[a])
      for (const WalkGraph::Edge& c : g.edges[a]) {
        if (b.to <= a || c.to <= b.to || !joined(g, b.to, c.to)) continue;
        ++out.three;
        for (const WalkGraph::Edge& d : g.edges[a])
          out.four += d.to > c.to && joined(g, b.to, d.to) && joined(g, c.to, d.to);
      }
  return out;
}

std::uint64_t pieces_of(const WalkGraph& g) {
  UnionFind<std::uint32_t> sets(g.edges.size());
  std::uint64_t pieces = g.edges.size();
  for (std::uint32_t p = 0; p < g.edges.size(); ++p)
    for (const WalkGraph::Edge& e : g.edges[p]) {
      pieces -= sets.find(p) != sets.find(e.to);
      sets.unite(p, e.to);
    }
  return pieces;
}

}  // namespace

Ways ways_of(const WalkGraph& floor) {
  Thinning thinning(floor);
  thinning.run();
  return thinning.rest();
}

std::uint64_t dead_ends(const Ways& ways, double spur_m) {
  Pruned pruned(ways);
  pruned.cut_spurs(spur_m);
  return pruned.leaves();
}

std::uint64_t loops(const WalkGraph& graph) {
  // Pieces less the Euler characteristic, squares and triangles of floor being filled.
  const Cliques filled = cliques_of(graph);
  const std::uint64_t all = graph.edge_count() + pieces_of(graph) + filled.four;
  const std::uint64_t less = graph.edges.size() + filled.three;
  return all > less ? all - less : 0;
}

}  // namespace strate
