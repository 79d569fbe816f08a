#include "passes/walk/pieces.hpp"

#include <algorithm>

#include "passes/walk/union_find.hpp"

namespace strate {
namespace {

/// Cells of every column, row by row.
class Columns {
 public:
  Columns(const IndexBox& core, const std::function<int(std::int64_t, std::int64_t)>& cell_at)
      : lo_(core.lo),
        width_(core.size().x),
        cells_(static_cast<std::size_t>(width_ * core.size().y)) {
    std::size_t n = 0;
    for (std::int64_t y = core.lo.y; y < core.hi.y; ++y)
      for (std::int64_t x = core.lo.x; x < core.hi.x; ++x) cells_[n++] = cell_at(x, y);
  }
  int of(Coord c) const {
    return cells_[static_cast<std::size_t>((c.y - lo_.y) * width_ + (c.x - lo_.x))];
  }

 private:
  const Coord lo_;
  const std::int64_t width_;
  std::vector<int> cells_;
};

}  // namespace

WalkPieces::WalkPieces(const WalkWorld& walk, std::size_t slab, int cells,
                       const std::function<int(std::int64_t, std::int64_t)>& cell_at,
                       const std::function<bool(NodeId)>& counts)
    : first_node_(walk.first_node(slab)), main_(static_cast<std::size_t>(cells), kNoPiece) {
  const Columns columns(walk.slab(slab).core(), cell_at);
  const NodeId end = walk.first_node(slab + 1);
  UnionFind<NodeId> sets(end - first_node_);
  std::array<WalkStep, WalkWorld::kMaxSteps> buffer;
  std::vector<std::pair<NodeId, NodeId>> crossings;
  for (NodeId id = first_node_; id < end; ++id) {
    const int cell = columns.of(walk.node(id));
    if (cell < 0) continue;
    for (const WalkStep& step : walk.steps(id, buffer)) {
      if (step.to <= id || step.to >= end) continue;
      const int other = columns.of(walk.node(step.to));
      if (other == cell)
        sets.unite(id - first_node_, step.to - first_node_);
      else if (other >= 0)
        crossings.emplace_back(id, step.to);
    }
  }
  of_node_.assign(sets.size(), kNoPiece);
  for (NodeId id = first_node_; id < end; ++id) {
    const int cell = columns.of(walk.node(id));
    if (cell < 0) continue;
    // The root of a set is its least node: it has its number already.
    const NodeId root = sets.find(id - first_node_);
    PieceId& piece = of_node_[id - first_node_];
    if (first_node_ + root == id) {
      piece = static_cast<PieceId>(pieces_.size());
      pieces_.push_back({cell, 0, id});
    } else {
      piece = of_node_[root];
    }
    if (!counts || counts(id)) ++pieces_[piece].counted;
  }
  for (PieceId p = 0; p < pieces_.size(); ++p) {
    PieceId& main = main_[static_cast<std::size_t>(pieces_[p].cell)];
    if (pieces_[p].counted == 0) continue;
    if (main == kNoPiece || pieces_[p].counted > pieces_[main].counted) main = p;
  }
  for (auto [from, to] : crossings) {
    PieceId a = piece_of(from), b = piece_of(to);
    if (pieces_[a].cell > pieces_[b].cell) std::swap(a, b);
    links_[{pieces_[a].cell, pieces_[b].cell}].emplace_back(a, b);
  }
  for (auto& [cells_of, links] : links_) {
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
  }
}

std::uint64_t WalkPieces::main_nodes(int cell) const {
  const PieceId main = main_of(cell);
  return main == kNoPiece ? 0 : pieces_[main].counted;
}

double WalkPieces::crossed(int a, int b) const {
  if (a > b) std::swap(a, b);
  const auto links = links_.find({a, b});
  if (links == links_.end() || main_nodes(a) == 0 || main_nodes(b) == 0) return 0;
  UnionFind<PieceId> sets(pieces_.size());
  for (const auto& [from, to] : links->second) sets.unite(from, to);
  std::map<PieceId, std::pair<std::uint64_t, std::uint64_t>> held;
  for (PieceId p = 0; p < pieces_.size(); ++p) {
    if (pieces_[p].cell == a) held[sets.find(p)].first += pieces_[p].counted;
    if (pieces_[p].cell == b) held[sets.find(p)].second += pieces_[p].counted;
  }
  double best = 0;
  for (const auto& [root, nodes] : held)
    best = std::max(
        best, std::min(static_cast<double>(nodes.first) / static_cast<double>(main_nodes(a)),
                       static_cast<double>(nodes.second) / static_cast<double>(main_nodes(b))));
  return std::min(1.0, best);
}

}  // namespace strate
