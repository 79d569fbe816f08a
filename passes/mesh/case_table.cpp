#include "passes/mesh/case_table.hpp"

#include <vector>

namespace strate {

namespace {

constexpr int kForbidden = 1'000'000;

/// Corners of the faces x = 0, x = 1, y = 0 … z = 1, counter-clockwise seen from outside the cell.
constexpr int kFace[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                             {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

int edge_between(int a, int b) {
  const int low = a < b ? a : b, along = a ^ b;
  const int axis = along == 1 ? 0 : along == 2 ? 1 : 2;
  int e = axis * 4;
  while (kEdgeCorner[static_cast<std::size_t>(e)] != low) ++e;
  return e;
}

/// Bit f is set where edge e lies in face f.
int faces_of(int e) {
  int faces = 0;
  for (int f = 0; f < 6; ++f)
    for (int i = 0; i < 4; ++i)
      if (edge_between(kFace[f][i], kFace[f][(i + 1) & 3]) == e) faces |= 1 << f;
  return faces;
}

/// Twice the middle of edge e.
std::array<int, 3> middle(int e) {
  const int c = kEdgeCorner[static_cast<std::size_t>(e)];
  std::array<int, 3> m{(c & 1) * 2, (c >> 1 & 1) * 2, (c >> 2) * 2};
  m[static_cast<std::size_t>(e / 4)] = 1;
  return m;
}

/// Cost of an inner edge of a polygon: its squared length, or far too much if it lies in a face.
int diagonal_cost(int a, int b) {
  if ((faces_of(a) & faces_of(b)) != 0) return kForbidden;
  const std::array<int, 3> p = middle(a), q = middle(b);
  int sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (p[k] - q[k]) * (p[k] - q[k]);
  return sum;
}

/// next[e]: the crossed edge that follows e around the surface in this case; −1 if e is not
/// crossed. On every face each run of air corners is cut off by one segment.
std::array<int, 12> trace(int rock) {
  std::array<int, 12> next;
  next.fill(-1);
  const auto air = [rock](int corner) { return (rock >> corner & 1) == 0; };
  for (const auto& face : kFace)
    for (int i = 0; i < 4; ++i) {
      const int before = face[(i + 3) & 3];
      if (!air(face[i]) || air(before)) continue;
      int last = i;
      while (air(face[(last + 1) & 3])) last = (last + 1) & 3;
      const int enter = edge_between(before, face[i]);
      const int leave = edge_between(face[last], face[(last + 1) & 3]);
      next[static_cast<std::size_t>(enter)] = leave;
    }
  return next;
}

/// Splits the polygon into triangles of least total inner edges.
class Splitter {
 public:
  explicit Splitter(const std::vector<int>& loop) : loop_(loop) {}

  int cost(std::size_t i, std::size_t j) const { return j - i < 2 ? 0 : best(i, j).first; }

  template <class Emit>
  void split(std::size_t i, std::size_t j, Emit&& emit) const {
    if (j - i < 2) return;
    const std::size_t k = best(i, j).second;
    split(i, k, emit);
    emit(loop_[i], loop_[k], loop_[j]);
    split(k, j, emit);
  }

 private:
  /// Cheapest apex over the chain i … j, whose closing edge is (i, j).
  std::pair<int, std::size_t> best(std::size_t i, std::size_t j) const {
    std::pair<int, std::size_t> found{-1, 0};
    for (std::size_t k = i + 1; k < j; ++k) {
      const int c = side(i, k) + side(k, j) + cost(i, k) + cost(k, j);
      if (found.first < 0 || c < found.first) found = {c, k};
    }
    return found;
  }
  int side(std::size_t a, std::size_t b) const {
    return b - a < 2 ? 0 : diagonal_cost(loop_[a], loop_[b]);
  }
  const std::vector<int>& loop_;
};

void append_case(int rock, std::uint8_t& count, std::array<std::uint8_t, 36>& edges) {
  const std::array<int, 12> next = trace(rock);
  std::array<bool, 12> used{};
  std::size_t n = 0;
  for (int start = 0; start < 12; ++start) {
    std::vector<int> loop;
    for (int e = start;
         next[static_cast<std::size_t>(e)] >= 0 && !used[static_cast<std::size_t>(e)];
         e = next[static_cast<std::size_t>(e)]) {
      used[static_cast<std::size_t>(e)] = true;
      loop.push_back(e);
    }
    if (loop.empty()) continue;
    Splitter(loop).split(0, loop.size() - 1, [&](int a, int b, int c) {
      for (const int e : {a, c, b}) edges[n++] = static_cast<std::uint8_t>(e);
    });
  }
  count = static_cast<std::uint8_t>(n / 3);
}

CaseTable make_table() {
  CaseTable table;
  for (int rock = 0; rock < 256; ++rock) {
    const auto c = static_cast<std::size_t>(rock);
    append_case(rock, table.triangles[c], table.edges[c]);
  }
  return table;
}

}  // namespace

const CaseTable& case_table() {
  static const CaseTable table = make_table();
  return table;
}

}  // namespace strate
