// Disjoint sets; the least index of a set is its root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace strate {

template <class Index>
class UnionFind {
 public:
  explicit UnionFind(std::size_t n = 0) { reset(n); }
  void reset(std::size_t n) {
    parent_.resize(n);
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }
  Index find(Index i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(Index a, Index b) {
    a = find(a), b = find(b);
    if (a > b) std::swap(a, b);
    parent_[b] = a;
  }
  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<Index> parent_;
};

}  // namespace strate
