// OpenVDB's mesh-to-volume judges ours: distances in the narrow band, signs everywhere. Beside a
// sharp edge it takes the sign from the normal of one face; where it says otherwise than we, the
// solid angle of the whole mesh decides (van Oosterom, Strackee 1983).
#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "formats/imports/import.hpp"
#include "formats/imports/mesh.hpp"
#include "tests/support/mesh_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

/// Cells on either side of the surface in which samples are exact: farther out, the last ones
/// before a brick's end may be what the next one's corners say.
constexpr float kBandCells = 1.5f;

struct Judged {
  std::size_t near = 0, far = 0;
  double worst = 0;
  std::size_t disputed = 0, wrong_signs = 0;
};

/// How often the mesh goes round a place, from the solid angles of its triangles.
double turns_around(const ImportMesh& mesh, Vec3 at) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - at, b = mesh.vertices[t[1]] - at,
               c = mesh.vertices[t[2]] - at;
    const double la = length(a), lb = length(b), lc = length(c);
    const Vec3 bc{b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x};
    sum += std::atan2(dot(a, bc), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * 3.14159265358979);
}

Judged judge(const ObjMesh& thing) {
  const std::string text = thing.text();
  const Result<ImportMesh> mesh = read_obj(text);
  const Result<AssetData> data = import_asset(AssetKind::shape, "a.obj", text);
  REQUIRE(mesh);
  REQUIRE(data);
  const ShapeGrid& grid = *data->get<ShapeGrid>();
  const double cell = std::ldexp(1.0, grid.step);

  openvdb::initialize();
  const auto transform = openvdb::math::Transform::createLinearTransform(cell);
  std::vector<openvdb::Vec3s> points;  // in cells
  std::vector<openvdb::Vec3I> triangles;
  for (const Vec3& v : mesh->vertices)
    points.emplace_back(transform->worldToIndex(openvdb::Vec3d(v.x, v.y, v.z)));
  for (const auto& t : mesh->triangles) triangles.emplace_back(t[0], t[1], t[2]);
  // Distances as found: not smoothed afterwards.
  const openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec3I> adapter(
      points, triangles);
  const auto volume = openvdb::tools::meshToVolume<openvdb::FloatGrid>(
      adapter, *transform, 6, 6,
      openvdb::tools::DISABLE_RENORMALIZATION | openvdb::tools::DISABLE_INTERSECTING_VOXEL_REMOVAL);
  const auto theirs = volume->getConstAccessor();

  Judged out;
  const auto sample = [&](int x, int y, int z, std::int16_t value) {
    const openvdb::Coord at(x + grid.first[0] * kShapeBrick, y + grid.first[1] * kShapeBrick,
                            z + grid.first[2] * kShapeBrick);
    const double d = theirs.getValue(at), ours = value * kShapeUnitM;
    const bool near = std::fabs(d) < kBandCells * cell;
    ++(near ? out.near : out.far);
    if (near) out.worst = std::max(out.worst, std::fabs(std::fabs(d) - std::fabs(ours)));
    if (std::fabs(d) < 0.001 || (d < 0) == (value < 0)) return;
    ++out.disputed;
    const Vec3 place{at.x() * cell, at.y() * cell, at.z() * cell};
    out.wrong_signs += (turns_around(*mesh, place) > 0.5) != (value < 0);
  };
  for (std::size_t f = 0; f < grid.fine.size(); ++f) {
    const int b = static_cast<int>(grid.fine[f]), nx = grid.bricks[0], ny = grid.bricks[1];
    std::size_t s = f * kShapeSamples;
    for (int z = 0; z <= kShapeBrick; ++z)
      for (int y = 0; y <= kShapeBrick; ++y)
        for (int x = 0; x <= kShapeBrick; ++x)
          sample(b % nx * kShapeBrick + x, b / nx % ny * kShapeBrick + y,
                 b / nx / ny * kShapeBrick + z, grid.samples[s++]);
  }
  std::size_t c = 0;
  for (int z = 0; z <= grid.bricks[2]; ++z)
    for (int y = 0; y <= grid.bricks[1]; ++y)
      for (int x = 0; x <= grid.bricks[0]; ++x)
        sample(x * kShapeBrick, y * kShapeBrick, z * kShapeBrick, grid.corners[c++]);
  return out;
}

}  // namespace

TEST_CASE("shape: OpenVDB's mesh-to-volume agrees to half a millimetre, and in every sign") {
  const std::pair<const char*, ObjMesh> things[] = {
      {"a block along the axes", block({-2, -1.5, -1}, {2, 1.25, 3})},
      {"a block askew", askew(block({-2, -1.5, -1}, {2, 1.25, 3}))},
      {"a torus", askew(torus(3, 1))},
      {"a star", askew(star(1.5, 4, 21))},
      {"a spiky star", askew(star(0.8, 4, 22, 16, 9))},
      {"a large star", star(20, 40, 23)}};
  for (const auto& [name, thing] : things) {
    INFO(name);
    const Judged j = judge(thing);
    CHECK(j.near > 10000);
    CHECK(j.far > 10000);
    CHECK(j.worst < 0.0005);
    CHECK(j.disputed < j.near / 20);
    CHECK(j.wrong_signs == 0);
  }
}
