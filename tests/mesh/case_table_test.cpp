#include "passes/mesh/case_table.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace strate;

namespace {

/// Bit f is set where edge e lies in the face f of the cell: x = 0, x = 1, y = 0 …
int faces(int e) {
  const int corner = kEdgeCorner[static_cast<std::size_t>(e)];
  int mask = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (axis != e / 4) mask |= 1 << (axis * 2 + (corner >> axis & 1));
  return mask;
}

bool crosses(int rock, int e) {
  const int low = kEdgeCorner[static_cast<std::size_t>(e)];
  return ((rock >> low ^ rock >> (low | 1 << (e / 4))) & 1) != 0;
}

using Sides = std::map<std::pair<int, int>, int>;

Sides sides_of(int rock) {
  const CaseTable& table = case_table();
  Sides sides;
  const auto& edges = table.edges[static_cast<std::size_t>(rock)];
  for (std::size_t t = 0; t < table.triangles[static_cast<std::size_t>(rock)]; ++t)
    for (std::size_t k = 0; k < 3; ++k) ++sides[{edges[t * 3 + k], edges[t * 3 + (k + 1) % 3]}];
  return sides;
}

/// Directed sides of the patch that lie in face f, as pairs of corners (low corner, axis).
std::set<std::pair<int, int>> cut_of_face(int rock, int f) {
  std::set<std::pair<int, int>> cut;
  const Sides sides = sides_of(rock);
  for (const auto& [side, n] : sides)
    if (sides.count({side.second, side.first}) == 0 &&
        (faces(side.first) & faces(side.second) & 1 << f) != 0)
      cut.insert(side);
  return cut;
}

/// The edge opposite to e across the cell along `axis`.
int moved(int e, int axis) {
  const int corner = kEdgeCorner[static_cast<std::size_t>(e)] ^ 1 << axis;
  for (int o = e / 4 * 4; o < e / 4 * 4 + 4; ++o)
    if (kEdgeCorner[static_cast<std::size_t>(o)] == corner) return o;
  return -1;
}

}  // namespace

TEST_CASE("case table: every crossed edge is used and no other") {
  for (int rock = 0; rock < 256; ++rock) {
    std::set<int> used;
    for (const auto& [side, n] : sides_of(rock)) used.insert(side.first);
    for (int e = 0; e < 12; ++e) {
      INFO("case " << rock << " edge " << e);
      REQUIRE((used.count(e) != 0) == crosses(rock, e));
    }
  }
}

TEST_CASE("case table: a patch is open only in the faces of its cell") {
  for (int rock = 0; rock < 256; ++rock) {
    const Sides sides = sides_of(rock);
    for (const auto& [side, n] : sides) {
      INFO("case " << rock << " side " << side.first << " " << side.second);
      REQUIRE(n == 1);
      const bool paired = sides.count({side.second, side.first}) != 0;
      const bool in_face = (faces(side.first) & faces(side.second)) != 0;
      REQUIRE(paired != in_face);
    }
  }
}

TEST_CASE("case table: two cells cut the face between them alike, in opposite directions") {
  for (int axis = 0; axis < 3; ++axis)
    for (int a = 0; a < 256; ++a)
      for (int b = 0; b < 256; ++b) {
        bool agree = true;
        for (int c = 0; c < 8; ++c)
          if ((c >> axis & 1) != 0) agree = agree && (a >> c & 1) == (b >> (c ^ 1 << axis) & 1);
        if (!agree) continue;
        std::set<std::pair<int, int>> other;
        for (const auto& [from, to] : cut_of_face(b, axis * 2))
          other.insert({moved(to, axis), moved(from, axis)});
        INFO("axis " << axis << " cases " << a << " and " << b);
        REQUIRE(cut_of_face(a, axis * 2 + 1) == other);
      }
}

TEST_CASE("case table: rock is joined and air separated where diagonal corners agree") {
  // Corners 0 and 3 of the face z = 0 are rock; the cell above is air.
  const std::set<std::pair<int, int>> cut = cut_of_face(0b00001001, 4);
  REQUIRE(cut.size() == 2);
  for (const auto& [from, to] : cut) {
    // Each segment cuts off one air corner, 1 or 2: its two edges meet there.
    const auto ends = [](int e) {
      const int low = kEdgeCorner[static_cast<std::size_t>(e)];
      return std::set<int>{low, low | 1 << (e / 4)};
    };
    std::set<int> shared;
    for (const int c : ends(from))
      if (ends(to).count(c) != 0) shared.insert(c);
    REQUIRE(shared.size() == 1);
    REQUIRE((*shared.begin() == 1 || *shared.begin() == 2));
  }
}

TEST_CASE("case table: triangles run counter-clockwise seen from air") {
  // Rock at corner 0 alone: the normal of the triangle points away from it.
  const auto& e = case_table().edges[1];
  REQUIRE(case_table().triangles[1] == 1);
  double p[3][3];
  for (std::size_t i = 0; i < 3; ++i) {
    const int c = kEdgeCorner[e[i]];
    for (int k = 0; k < 3; ++k) p[i][k] = (c >> k & 1) + (e[i] / 4 == k ? 0.5 : 0.0);
  }
  const double u[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
  const double v[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
  REQUIRE(u[1] * v[2] - u[2] * v[1] > 0);
  REQUIRE(u[2] * v[0] - u[0] * v[2] > 0);
  REQUIRE(u[0] * v[1] - u[1] * v[0] > 0);
}
