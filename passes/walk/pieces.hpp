// What of a walk hangs together within the cells of a partition of x and y, and within two
// neighbouring cells taken together: whether a border is crossed on foot.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "passes/walk/walk.hpp"

namespace strate {

/// A seam of two cells is crossed by a walk that holds this share of the main piece on either side.
inline constexpr double kCrossedShare = 0.5;
/// Least floor of a cell's main piece for there to be something to cross to. [Units: m²]
inline constexpr double kLeastSideM2 = 16;

/// Index of a piece; ascending by its first node.
using PieceId = std::uint32_t;
inline constexpr PieceId kNoPiece = 0xffffffffu;

/// Standing samples that hang together on foot without leaving their cell.
struct WalkPiece {
  int cell = 0;
  std::uint64_t counted = 0;  ///< nodes that count
  NodeId first = kNoNode;
};

class WalkPieces {
 public:
  /// Of one slab. `cell_at`: of a column of samples, −1 for none. `counts`: null, or which nodes
  /// count as floor of their cell: those that do not only join others.
  WalkPieces(const WalkWorld& walk, std::size_t slab, int cells,
             const std::function<int(std::int64_t x, std::int64_t y)>& cell_at,
             const std::function<bool(NodeId)>& counts = nullptr);

  const std::vector<WalkPiece>& pieces() const { return pieces_; }
  PieceId piece_of(NodeId id) const { return of_node_[id - first_node_]; }
  /// The piece with the most counted nodes of a cell, ties to the lower one; kNoPiece if none has.
  PieceId main_of(int cell) const { return main_[static_cast<std::size_t>(cell)]; }
  /// Counted nodes of it; 0 if there is none.
  std::uint64_t main_nodes(int cell) const;

  /// What one walk within two cells holds of their main pieces' size, of the poorer side: the most
  /// over all walks there. 1: it holds both main pieces, or as much as they. 0: nothing crosses.
  double crossed(int a, int b) const;

 private:
  NodeId first_node_ = 0;
  std::vector<WalkPiece> pieces_;
  std::vector<PieceId> of_node_;  ///< kNoPiece outside every cell
  std::vector<PieceId> main_;
  /// Of two cells, lower index first: pieces with a step from one to the other.
  std::map<std::pair<int, int>, std::vector<std::pair<PieceId, PieceId>>> links_;
};

}  // namespace strate
