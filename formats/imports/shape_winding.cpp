#include "formats/imports/shape_winding.hpp"

#include <algorithm>
#include <tuple>

namespace strate {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}
std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return -floor_div(-a, b); }

/// Twice the area of (p, q, s) in the plane of y and z, positive if they turn left.
std::int64_t turn(const WholePoint& p, const WholePoint& q, std::int64_t y, std::int64_t z) {
  return (q[1] - p[1]) * (z - p[2]) - (q[2] - p[2]) * (y - p[1]);
}

/// Whether places on the edge from p to q, which has its face on the left, belong to that face: one
/// of the two that share an edge says yes, seen from the same side.
bool owns_edge(const WholePoint& p, const WholePoint& q) {
  return q[2] < p[2] || (q[2] == p[2] && q[1] < p[1]);
}

bool left_of(const WholePoint& p, const WholePoint& q, std::int64_t y, std::int64_t z) {
  const std::int64_t side = turn(p, q, y, z);
  return side > 0 || (side == 0 && owns_edge(p, q));
}

}  // namespace

Winding::Winding(const std::vector<WholeTriangle>& triangles, std::int64_t spacing, int rows_y,
                 int rows_z)
    : rows_y_(rows_y), rows_z_(rows_z) {
  for (const WholeTriangle& t : triangles) cross(t, spacing);
  std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
    return std::tie(a.row, a.from, a.way) < std::tie(b.row, b.from, b.way);
  });
  const std::size_t rows = static_cast<std::size_t>(rows_y) * static_cast<std::size_t>(rows_z);
  starts_.assign(rows + 1, 0);
  for (const Crossing& c : crossings_) ++starts_[c.row + 1];
  for (std::size_t i = 0; i < rows; ++i) starts_[i + 1] += starts_[i];
  for (std::size_t c = crossings_.size(); c-- > 1;)
    if (crossings_[c - 1].row == crossings_[c].row) crossings_[c - 1].way += crossings_[c].way;
}

std::uint64_t Winding::work(const std::vector<WholeTriangle>& triangles, std::int64_t spacing) {
  std::uint64_t sum = 0;
  for (const WholeTriangle& t : triangles) {
    std::uint64_t rows = 1;
    for (const std::size_t axis : {1u, 2u}) {
      const auto [lo, hi] = std::minmax({t[0][axis], t[1][axis], t[2][axis]});
      rows *= static_cast<std::uint64_t>(floor_div(hi, spacing) - ceil_div(lo, spacing) + 1);
    }
    sum += rows;
  }
  return sum;
}

void Winding::cross(const WholeTriangle& t, std::int64_t spacing) {
  // Its normal; n[0] is twice the area as seen along x.
  WholePoint u, v;
  for (std::size_t a = 0; a < 3; ++a) u[a] = t[1][a] - t[0][a], v[a] = t[2][a] - t[0][a];
  const WholePoint n{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                     u[0] * v[1] - u[1] * v[0]};
  if (n[0] == 0) return;
  const bool out = n[0] > 0;
  const WholePoint &a = t[0], &b = out ? t[1] : t[2], &c = out ? t[2] : t[1];
  const auto [y0, y1] = std::minmax({a[1], b[1], c[1]});
  const auto [z0, z1] = std::minmax({a[2], b[2], c[2]});
  const auto rows = [&](std::int64_t lo, std::int64_t hi, int count) {
    return std::make_pair(std::max<std::int64_t>(0, ceil_div(lo, spacing)),
                          std::min<std::int64_t>(count - 1, floor_div(hi, spacing)));
  };
  const auto [j0, j1] = rows(y0, y1, rows_y_);
  const auto [k0, k1] = rows(z0, z1, rows_z_);
  for (std::int64_t k = k0; k <= k1; ++k)
    for (std::int64_t j = j0; j <= j1; ++j) {
      const std::int64_t y = j * spacing, z = k * spacing;
      if (!left_of(a, b, y, z) || !left_of(b, c, y, z) || !left_of(c, a, y, z)) continue;
      // x of the plane there, as a fraction over n[0]; places left of it see the crossing.
      const std::int64_t top = a[0] * n[0] - n[1] * (y - a[1]) - n[2] * (z - a[2]);
      const std::int64_t sign = out ? 1 : -1;
      const std::int64_t from = ceil_div(top * sign, n[0] * sign * spacing);
      crossings_.push_back({static_cast<std::uint32_t>(k * rows_y_ + j),
                            static_cast<std::int32_t>(from), static_cast<std::int32_t>(sign)});
    }
}

int Winding::at(int i, int j, int k) const {
  const auto row = static_cast<std::size_t>(k * rows_y_ + j);
  const auto begin = crossings_.begin() + starts_[row], end = crossings_.begin() + starts_[row + 1];
  const auto seen =
      std::upper_bound(begin, end, i, [](int at, const Crossing& c) { return at < c.from; });
  return seen == end ? 0 : seen->way;
}

}  // namespace strate
