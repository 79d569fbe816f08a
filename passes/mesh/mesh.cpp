#include "passes/mesh/mesh.hpp"

#include <bit>
#include <cmath>

#include "passes/mesh/case_table.hpp"
#include "passes/mesh/cells.hpp"

namespace strate {

namespace {

constexpr int kRow = kTileCorners;

/// The edges that the range's cells use, and where a row's vertices begin in the mesh.
struct VertexRows {
  std::uint64_t edge[3][TileEdges::kRows];
  std::uint32_t first[3][TileEdges::kRows];
  std::uint32_t count = 0;

  std::uint32_t index(int axis, int row, int x) const {
    return first[axis][row] +
           static_cast<std::uint32_t>(std::popcount(edge[axis][row] & ((1ull << x) - 1)));
  }
};

void number_vertices(const TileEdges& edges, const CornerRange& r, VertexRows& rows) {
  rows.count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const std::uint64_t allowed = bits_between(r.lo[0], r.hi[0] - (axis == 0));
    for (int z = r.lo[2]; z <= r.hi[2] - (axis == 2); ++z)
      for (int y = r.lo[1]; y <= r.hi[1] - (axis == 1); ++y) {
        const int row = z * kRow + y;
        rows.edge[axis][row] =
            edges.edge[static_cast<std::size_t>(axis)][static_cast<std::size_t>(row)] & allowed;
        rows.first[axis][row] = rows.count;
        rows.count += static_cast<std::uint32_t>(std::popcount(rows.edge[axis][row]));
      }
  }
}

constexpr std::ptrdiff_t kAlong[3] = {1, kBlockRow, kBlockRow* kTileBlock};

/// Gradient over one voxel at both ends of the edge, interpolated by t / 256, of unit length. Where
/// it vanishes the edge itself says where air is.
std::array<float, 3> normal_at(const float* a, const float* b, int axis, std::uint8_t t) {
  const float w = static_cast<float>(t) * (1.0f / 256.0f);
  double g[3];
  for (int k = 0; k < 3; ++k) {
    const float low = a[kAlong[k]] - a[-kAlong[k]];
    const float high = b[kAlong[k]] - b[-kAlong[k]];
    g[k] = static_cast<double>(low + w * (high - low));
  }
  const double norm = std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  std::array<float, 3> n{};
  if (norm < 1e-12) {
    n[static_cast<std::size_t>(axis)] = *a < 0.0f ? 1.0f : -1.0f;
    return n;
  }
  const double scale = 1.0 / norm;
  for (std::size_t k = 0; k < 3; ++k) n[k] = static_cast<float>(g[k] * scale) + 0.0f;
  return n;
}

void write_vertices(const float* block, const TileEdges& edges, int step, const CornerRange& r,
                    const VertexRows& rows, TileMesh& mesh) {
  mesh.position.resize(rows.count);
  mesh.normal.resize(rows.count);
  std::uint32_t v = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (int z = r.lo[2]; z <= r.hi[2] - (axis == 2); ++z)
      for (int y = r.lo[1]; y <= r.hi[1] - (axis == 1); ++y) {
        const int row = z * kRow + y;
        const std::uint64_t all =
            edges.edge[static_cast<std::size_t>(axis)][static_cast<std::size_t>(row)];
        const std::uint8_t* t =
            edges.t.data() +
            edges.first[static_cast<std::size_t>(axis)][static_cast<std::size_t>(row)] +
            std::popcount(all & ((1ull << r.lo[0]) - 1));
        const float* p = block + tile_sample(0, y * step, z * step);
        for (std::uint64_t m = rows.edge[axis][row]; m != 0; m &= m - 1, ++v, ++t) {
          const int x = std::countr_zero(m);
          int place[3] = {x * 256, y * 256, z * 256};
          place[axis] += *t;
          for (std::size_t k = 0; k < 3; ++k)
            mesh.position[v][k] = static_cast<std::uint16_t>(place[k] * step);
          const float* a = p + x * step;
          mesh.normal[v] = normal_at(a, a + kAlong[axis] * step, axis, *t);
        }
      }
}

template <class Visit>
void each_mixed_cell(const TileEdges& edges, const CornerRange& r, Visit&& visit) {
  const std::uint64_t allowed = bits_between(r.lo[0], r.hi[0] - 1);
  for (int z = r.lo[2]; z < r.hi[2]; ++z)
    for (int y = r.lo[1]; y < r.hi[1]; ++y) {
      const CellRows cells(edges, y, z);
      for (std::uint64_t m = cells.mixed() & allowed; m != 0; m &= m - 1) {
        const int x = std::countr_zero(m);
        visit(x, y, z, cells.rock(x));
      }
    }
}

void write_triangles(const TileEdges& edges, const CornerRange& r, const VertexRows& rows,
                     TileMesh& mesh) {
  const CaseTable& table = case_table();
  std::size_t count = 0;
  each_mixed_cell(edges, r, [&](int, int, int, std::size_t c) { count += table.triangles[c]; });
  mesh.triangle.resize(count);
  std::uint32_t* out = mesh.triangle.empty() ? nullptr : mesh.triangle[0].data();
  each_mixed_cell(edges, r, [&](int x, int y, int z, std::size_t c) {
    for (int i = 0; i < table.triangles[c] * 3; ++i) {
      const int e = table.edges[c][static_cast<std::size_t>(i)];
      const int corner = kEdgeCorner[static_cast<std::size_t>(e)];
      const int row = (z + (corner >> 2)) * kRow + y + (corner >> 1 & 1);
      *out++ = rows.index(e >> 2, row, x + (corner & 1));
    }
  });
}

}  // namespace

TileMesh mesh_tile(const float* block, const TileEdges& edges, int step, Coord tile,
                   const IndexBox& window) {
  TileMesh mesh;
  mesh.tile = tile;
  const CornerRange range = corners_in(window, tile, step);
  if (!edges.mixed() || range.empty()) return mesh;
  static thread_local VertexRows rows;
  number_vertices(edges, range, rows);
  if (rows.count == 0) return mesh;
  write_vertices(block, edges, step, range, rows, mesh);
  write_triangles(edges, range, rows, mesh);
  return mesh;
}

}  // namespace strate
