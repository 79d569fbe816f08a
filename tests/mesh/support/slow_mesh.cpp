#include "slow_mesh.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace strate::test {

namespace {

bool on_side(std::int64_t a, std::int64_t b, std::int64_t lo, std::int64_t hi, int step) {
  const std::int64_t first = ceil_div(lo, step) * step, last = floor_div(hi - 1, step) * step;
  return a == b && (a == first * kMeshUnit || a == last * kMeshUnit);
}

bool in_window_plane(const Coord& a, const Coord& b, const StrateMesh& m) {
  return on_side(a.x, b.x, m.window.lo.x, m.window.hi.x, m.step) ||
         on_side(a.y, b.y, m.window.lo.y, m.window.hi.y, m.step) ||
         on_side(a.z, b.z, m.window.lo.z, m.window.hi.z, m.step);
}

bool collinear(const Coord& a, const Coord& b, const Coord& c) {
  const Coord u = b - a, v = c - a;
  return u.y * v.z == u.z * v.y && u.z * v.x == u.x * v.z && u.x * v.y == u.y * v.x;
}

}  // namespace

SlowReport check_slowly(const StrateMesh& mesh) {
  SlowReport report;
  std::map<std::pair<Coord, Coord>, int> sides;
  std::map<Coord, std::array<float, 3>> normals;
  for (const TileMesh& tile : mesh.tiles) {
    for (std::uint32_t v = 0; v < tile.position.size(); ++v) {
      const auto& n = tile.normal[v];
      const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      report.bad_normals += !(std::fabs(length - 1.0f) < 1e-5f);
      const auto [at, fresh] = normals.emplace(mesh_units(tile, v), n);
      report.split_normals += !fresh && at->second != n;
    }
    for (const auto& t : tile.triangle) {
      const Coord p[3] = {mesh_units(tile, t[0]), mesh_units(tile, t[1]), mesh_units(tile, t[2])};
      report.degenerate += collinear(p[0], p[1], p[2]);
      for (int k = 0; k < 3; ++k) ++sides[{p[k], p[(k + 1) % 3]}];
    }
  }
  for (const auto& [edge, count] : sides) {
    report.crowded += count > 1;
    if (sides.count({edge.second, edge.first}) != 0) continue;
    ++(in_window_plane(edge.first, edge.second, mesh) ? report.cut : report.unpaired);
  }
  return report;
}

double enclosed_volume(const StrateMesh& mesh) {
  double six = 0;
  for (const TileMesh& tile : mesh.tiles)
    for (const auto& t : tile.triangle) {
      double p[3][3];
      for (int k = 0; k < 3; ++k) {
        const Coord c = mesh_units(tile, t[static_cast<std::size_t>(k)]);
        const std::int64_t at[3] = {c.x, c.y, c.z};
        for (int i = 0; i < 3; ++i) p[k][i] = static_cast<double>(at[i]) / kMeshUnit;
      }
      six += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
             p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
             p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
  return -six / 6;
}

}  // namespace strate::test
