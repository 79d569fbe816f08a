#include "passes/mesh/volume.hpp"

#include <bit>

#include "passes/mesh/cells.hpp"

namespace strate {

namespace {

constexpr float kBand = static_cast<float>(kBandM);

float clamped(float v) { return v < -kBand ? -kBand : v > kBand ? kBand : v; }

struct Point2 {
  double u, v;
};

/// Corners of the unit square in order around it.
constexpr Point2 kCorner[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

/// Crossing on the side from corner i to the next.
Point2 crossing_on(const float* v, int i) {
  const int j = (i + 1) & 3;
  const bool forward = i < 2;  // sides 0 and 1 run from the lower sample
  const int low = forward ? i : j, high = forward ? j : i;
  const double t = crossing_of(v[low], v[high]) / 256.0;
  return {kCorner[low].u + t * (kCorner[high].u - kCorner[low].u),
          kCorner[low].v + t * (kCorner[high].v - kCorner[low].v)};
}

double cross(Point2 a, Point2 b) { return a.u * b.v - a.v * b.u; }

/// Area of air in a square of four clamped samples, cut as the case table cuts a face.
double square_air(const float* v) {
  double twice = 0;
  int air = 0;
  for (int i = 0; i < 4; ++i) {
    air += v[i] >= 0.0f;
    const int before = (i + 3) & 3;
    if (v[i] < 0.0f || v[before] >= 0.0f) continue;
    const Point2 enter = crossing_on(v, before);
    Point2 at = enter;
    int last = i;
    while (true) {
      twice += cross(at, kCorner[last]);
      at = kCorner[last];
      if (v[(last + 1) & 3] < 0.0f) break;
      last = (last + 1) & 3;
    }
    const Point2 leave = crossing_on(v, last);
    twice += cross(at, leave) + cross(leave, enter);
  }
  return air == 4 ? 1.0 : twice / 2;
}

double lower_side_air(const float* block, const CornerRange& r) {
  double area = 0;
  for (int z = r.lo[2]; z < r.hi[2]; ++z)
    for (int y = r.lo[1]; y < r.hi[1]; ++y) {
      const float* p = block + tile_sample(r.lo[0], y, z);
      constexpr std::size_t kY = kBlockRow, kZ = kBlockRow * kTileBlock;
      const float v[4] = {clamped(p[0]), clamped(p[kY]), clamped(p[kY + kZ]), clamped(p[kZ])};
      area += square_air(v);
    }
  return area;
}

/// x of the triangle's vector area, and of its centroid. [Units: voxel², voxel]
void area_and_centre_x(const TileMesh& mesh, const std::array<std::uint32_t, 3>& t, double& area,
                       double& centre) {
  const auto& a = mesh.position[t[0]];
  const auto& b = mesh.position[t[1]];
  const auto& c = mesh.position[t[2]];
  const double uy = b[1] - a[1], uz = b[2] - a[2], vy = c[1] - a[1], vz = c[2] - a[2];
  area = (uy * vz - uz * vy) / (2.0 * kMeshUnit * kMeshUnit);
  centre = (static_cast<double>(a[0]) + b[0] + c[0]) / (3.0 * kMeshUnit);
}

/// Share of the unit line from value a to value b that is air.
double line_air(double a, double b) {
  if (a >= 0) return b >= 0 ? 1.0 : a / (a - b);
  return b >= 0 ? b / (b - a) : 0.0;
}

double lerp(double a, double b, double t) { return a + t * (b - a); }

/// Share of the cell at p that is air.
double cell_air(const float* p) {
  constexpr std::size_t kY = kBlockRow, kZ = kBlockRow * kTileBlock;
  constexpr int kN = 4;
  double c[8];
  for (std::size_t i = 0; i < 8; ++i)
    c[i] = static_cast<double>(clamped(p[(i & 1) + (i >> 1 & 1) * kY + (i >> 2) * kZ]));
  double sum = 0;
  for (int i = 0; i < kN; ++i) {
    const double u = (i + 0.5) / kN;
    const double a0 = lerp(c[0], c[2], u), a1 = lerp(c[4], c[6], u);
    const double b0 = lerp(c[1], c[3], u), b1 = lerp(c[5], c[7], u);
    for (int j = 0; j < kN; ++j) {
      const double w = (j + 0.5) / kN;
      sum += line_air(lerp(a0, a1, w), lerp(b0, b1, w));
    }
  }
  return sum / (kN * kN);
}

}  // namespace

double mesh_air_volume(const TileMesh& mesh, const float* block, const IndexBox& window) {
  const CornerRange r = corners_in(window, mesh.tile, 1);
  if (r.empty()) return 0;
  double volume = lower_side_air(block, r) * (r.hi[0] - r.lo[0]);
  for (const auto& t : mesh.triangle) {
    double area, centre;
    area_and_centre_x(mesh, t, area, centre);
    volume += area * (r.hi[0] - centre);
  }
  return volume;
}

double trilinear_air_volume(const TileEdges& edges, const float* block, Coord tile,
                            const IndexBox& window) {
  const CornerRange r = corners_in(window, tile, 1);
  if (r.empty()) return 0;
  const std::uint64_t allowed = bits_between(r.lo[0], r.hi[0] - 1);
  double air = 0;
  for (int z = r.lo[2]; z < r.hi[2]; ++z)
    for (int y = r.lo[1]; y < r.hi[1]; ++y) {
      const CellRows cells(edges, y, z);
      const std::uint64_t rock = cells.a | cells.b | cells.c | cells.d;
      air += std::popcount(~(rock | rock >> 1) & allowed);
      for (std::uint64_t m = cells.mixed() & allowed; m != 0; m &= m - 1)
        air += cell_air(block + tile_sample(std::countr_zero(m), y, z));
    }
  return air;
}

}  // namespace strate
