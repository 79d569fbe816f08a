#include "passes/mesh/mesh_facts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "compiler/json.hpp"
#include "passes/mesh/volume.hpp"

namespace strate {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// A triangle's side as seen from its lower vertex.
struct HalfEdge {
  std::uint32_t high;
  bool up;  ///< runs from the lower vertex to the higher
};

/// The half edges of a mesh gathered by their lower vertex (a counting sort).
class EdgeBuckets {
 public:
  explicit EdgeBuckets(const TileMesh& mesh) : begin_(mesh.position.size() + 2) {
    for (const Triangle& t : mesh.triangle)
      for (std::size_t k = 0; k < 3; ++k) ++begin_[std::min(t[k], t[(k + 1) % 3]) + 2];
    for (std::size_t i = 2; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    halves_.resize(mesh.triangle.size() * 3);
    for (const Triangle& t : mesh.triangle)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = t[k], b = t[(k + 1) % 3];
        halves_[begin_[std::min(a, b) + 1]++] = {std::max(a, b), a < b};
      }
  }
  /// Half edges whose lower vertex is v, by their higher one.
  std::pair<HalfEdge*, HalfEdge*> of(std::uint32_t v) {
    HalfEdge* first = halves_.data() + begin_[v];
    HalfEdge* last = halves_.data() + begin_[v + 1];
    std::sort(first, last, [](HalfEdge a, HalfEdge b) {
      return std::tuple(a.high, a.up) < std::tuple(b.high, b.up);
    });
    return {first, last};
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<HalfEdge> halves_;
};

void add_fault(TileFacts& facts, MeshFault::Kind kind, Coord from, Coord to) {
  ++facts.counts[kind];
  if (facts.faults.size() < kMaxFaults) facts.faults.push_back({kind, facts.tile, from, to});
}

/// In a plane that bounds the window's cells: nothing lies beyond it.
bool in_cut_plane(Coord a, Coord b, const IndexBox& window) {
  const auto on = [](std::int64_t p, std::int64_t q, std::int64_t lo, std::int64_t hi) {
    return p == q && (p == lo * kMeshUnit || p == (hi - 1) * kMeshUnit);
  };
  return on(a.x, b.x, window.lo.x, window.hi.x) || on(a.y, b.y, window.lo.y, window.hi.y) ||
         on(a.z, b.z, window.lo.z, window.hi.z);
}

/// Settles the half edges between two vertices: `up` and `down` of them. One without a partner may
/// find it in the neighbouring tile.
void settle(const TileMesh& mesh, std::uint32_t low, std::uint32_t high, std::size_t up,
            std::size_t down, TileFacts& facts) {
  if (up == 1 && down == 1) return;
  const Coord a = mesh_units(mesh, low), b = mesh_units(mesh, high);
  if (up > 1 || down > 1)
    add_fault(facts, MeshFault::Kind::crowded_edge, a, b);
  else
    facts.border.push_back(up ? OpenEdge{a, b} : OpenEdge{b, a});
}

void pair_edges(const TileMesh& mesh, TileFacts& facts) {
  EdgeBuckets buckets(mesh);
  for (std::uint32_t v = 0; v < mesh.position.size(); ++v) {
    const auto [first, last] = buckets.of(v);
    for (const HalfEdge* h = first; h != last;) {
      std::size_t count[2] = {0, 0};
      const std::uint32_t high = h->high;
      for (; h != last && h->high == high; ++h) ++count[h->up];
      settle(mesh, v, high, count[1], count[0], facts);
    }
  }
}

/// Twice the area of a triangle in voxel².
double double_area(const TileMesh& mesh, const Triangle& t) {
  double u[3], v[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const double a = mesh.position[t[0]][k];
    u[k] = (mesh.position[t[1]][k] - a) / kMeshUnit;
    v[k] = (mesh.position[t[2]][k] - a) / kMeshUnit;
  }
  const double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2],
               z = u[0] * v[1] - u[1] * v[0];
  return std::sqrt(x * x + y * y + z * z);
}

void check_triangles(const TileMesh& mesh, TileFacts& facts) {
  double least = mesh.triangle.empty() ? 0 : 1e30;
  for (const Triangle& t : mesh.triangle) {
    const double area = double_area(mesh, t) / 2;
    least = std::min(least, area);
    if (area <= 0)
      add_fault(facts, MeshFault::Kind::degenerate, mesh_units(mesh, t[0]), mesh_units(mesh, t[1]));
  }
  facts.least_area = least;
}

void check_normals(const TileMesh& mesh, TileFacts& facts) {
  constexpr double kTolerance = 1e-5;
  for (std::uint32_t v = 0; v < mesh.normal.size(); ++v) {
    const auto& n = mesh.normal[v];
    double sum = 0;
    for (const float c : n) sum += static_cast<double>(c) * static_cast<double>(c);
    const double off = std::fabs(std::sqrt(sum) - 1);
    facts.worst_normal = std::max(facts.worst_normal, off);
    if (!(off <= kTolerance))
      add_fault(facts, MeshFault::Kind::normal, mesh_units(mesh, v), mesh_units(mesh, v));
  }
}

/// False if the mesh cannot be walked at all.
bool check_indices(const TileMesh& mesh, TileFacts& facts) {
  const std::size_t n = mesh.position.size();
  bool fine = mesh.normal.size() == n;
  for (const Triangle& t : mesh.triangle) fine = fine && t[0] < n && t[1] < n && t[2] < n;
  if (!fine) {
    const Coord at{mesh.tile.x * kTileCells * kMeshUnit, mesh.tile.y * kTileCells * kMeshUnit,
                   mesh.tile.z * kTileCells * kMeshUnit};
    add_fault(facts, MeshFault::Kind::index, at, at);
  }
  return fine;
}

/// A border edge by its ends regardless of direction.
struct BorderKey {
  Coord low, high;
  bool up;
  Coord tile;
  auto operator<=>(const BorderKey&) const = default;
};

BorderKey key_of(const OpenEdge& e, Coord tile) {
  const bool up = e.from < e.to;
  return {up ? e.from : e.to, up ? e.to : e.from, up, tile};
}

std::vector<BorderKey> sorted_borders(const std::vector<TileFacts>& tiles) {
  std::vector<BorderKey> keys;
  for (const TileFacts& t : tiles)
    for (const OpenEdge& e : t.border) keys.push_back(key_of(e, t.tile));
  std::sort(keys.begin(), keys.end());
  return keys;
}

void add_fault(MeshFacts& facts, const MeshFault& fault) {
  ++facts.counts[fault.kind];
  facts.faults.push_back(fault);
}

void match_borders(const std::vector<TileFacts>& tiles, MeshFacts& facts) {
  const std::vector<BorderKey> keys = sorted_borders(tiles);
  for (std::size_t i = 0; i < keys.size();) {
    const BorderKey& k = keys[i];
    std::size_t count[2] = {0, 0};
    for (; i < keys.size() && keys[i].low == k.low && keys[i].high == k.high; ++i)
      ++count[keys[i].up];
    const MeshFault fault{
        count[0] > 1 || count[1] > 1 ? MeshFault::Kind::crowded_edge : MeshFault::Kind::open_edge,
        k.tile, k.up ? k.low : k.high, k.up ? k.high : k.low};
    if (count[0] == 1 && count[1] == 1) continue;
    if (fault.kind == MeshFault::Kind::open_edge && in_cut_plane(k.low, k.high, facts.window))
      ++facts.cut_edges;
    else
      add_fault(facts, fault);
  }
}

void add_tile(const TileFacts& t, MeshFacts& facts) {
  if (t.triangles > 0) {
    facts.least_area = facts.tiles == 0 ? t.least_area : std::min(facts.least_area, t.least_area);
    ++facts.tiles;
  }
  facts.vertices += t.vertices;
  facts.triangles += t.triangles;
  facts.mesh_air += t.mesh_air;
  facts.trilinear_air += t.trilinear_air;
  facts.worst_normal = std::max(facts.worst_normal, t.worst_normal);
  for (std::size_t k = 0; k < MeshFault::kKinds; ++k) facts.counts.of[k] += t.counts.of[k];
  facts.faults.insert(facts.faults.end(), t.faults.begin(), t.faults.end());
}

double cells_of(const IndexBox& window) {
  if (window.empty()) return 0;
  const Coord s = window.size();
  return static_cast<double>(s.x - 1) * static_cast<double>(s.y - 1) * static_cast<double>(s.z - 1);
}

std::string_view kind_text(MeshFault::Kind kind) {
  switch (kind) {
    case MeshFault::Kind::open_edge:
      return "an edge has a triangle on one side only";
    case MeshFault::Kind::crowded_edge:
      return "an edge has more than one triangle on one side";
    case MeshFault::Kind::degenerate:
      return "a triangle has no area";
    case MeshFault::Kind::normal:
      return "a normal is not of unit length";
    case MeshFault::Kind::index:
      return "a triangle names a vertex that does not exist";
  }
  return "";
}

}  // namespace

double MeshFacts::volume_error() const {
  const double smaller = std::min(trilinear_air, cells - trilinear_air);
  return smaller > 0 ? std::fabs(mesh_air - trilinear_air) / smaller : 0;
}

TileFacts tile_facts(const TileMesh& mesh, const float* block, const TileEdges& edges,
                     const IndexBox& window) {
  TileFacts facts;
  facts.tile = mesh.tile;
  facts.vertices = mesh.position.size();
  facts.triangles = mesh.triangle.size();
  if (check_indices(mesh, facts)) {
    pair_edges(mesh, facts);
    check_triangles(mesh, facts);
    check_normals(mesh, facts);
    facts.mesh_air = mesh_air_volume(mesh, block, window);
  }
  facts.trilinear_air = trilinear_air_volume(edges, block, mesh.tile, window);
  return facts;
}

MeshFacts join_facts(std::vector<TileFacts> tiles, const IndexBox& window, double uniform_air) {
  std::sort(tiles.begin(), tiles.end(), [](const TileFacts& a, const TileFacts& b) {
    return std::tuple(a.tile.z, a.tile.y, a.tile.x) < std::tuple(b.tile.z, b.tile.y, b.tile.x);
  });
  MeshFacts facts;
  facts.window = window;
  facts.cells = cells_of(window);
  facts.mesh_air = facts.trilinear_air = uniform_air;
  for (const TileFacts& t : tiles) add_tile(t, facts);
  match_borders(tiles, facts);
  std::sort(facts.faults.begin(), facts.faults.end(), [](const MeshFault& a, const MeshFault& b) {
    return std::tuple(a.from, a.to, a.kind) < std::tuple(b.from, b.to, b.kind);
  });
  if (facts.faults.size() > kMaxFaults) facts.faults.resize(kMaxFaults);
  return facts;
}

std::string fault_text(const MeshFault& fault, Um voxel_um) {
  const Vec3 at = mesh_metres(fault.from, voxel_um);
  return std::string(kind_text(fault.kind)) + " at (" + json::number_text(at.x) + ", " +
         json::number_text(at.y) + ", " + json::number_text(at.z) + ") m, tile (" +
         std::to_string(fault.tile.x) + ", " + std::to_string(fault.tile.y) + ", " +
         std::to_string(fault.tile.z) + ")";
}

}  // namespace strate
