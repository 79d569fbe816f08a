// Distances of closed meshes: against exact ones, in every corner case of signs.
#include "formats/imports/shape.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "formats/assets/asset_file.hpp"
#include "formats/imports/import.hpp"
#include "formats/imports/shape_nearest.hpp"
#include "formats/imports/shape_winding.hpp"
#include "passes/ops/shape_field.hpp"
#include "tests/support/mesh_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

Result<AssetData> imported(const ObjMesh& mesh, double scale = 1) {
  return import_asset(AssetKind::shape, "a.obj", mesh.text(), scale);
}

ShapeField field_of(const ObjMesh& mesh, double scale = 1) {
  Result<AssetData> data = imported(mesh, scale);
  REQUIRE(data);
  return ShapeField(std::make_shared<const AssetData>(std::move(*data)));
}

double at(const ShapeField& f, Vec3 p) { return f.at(p.x, p.y, p.z, 4); }

/// Exact distance to a box.
double box_distance(Vec3 p, Vec3 lo, Vec3 hi) {
  const Vec3 c = (lo + hi) * 0.5, h = (hi - lo) * 0.5;
  const Vec3 q{std::fabs(p.x - c.x) - h.x, std::fabs(p.y - c.y) - h.y, std::fabs(p.z - c.z) - h.z};
  const Vec3 out{std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)};
  return length(out) + std::min(0.0, std::max({q.x, q.y, q.z}));
}

double roll(std::uint64_t salt, std::int64_t i, double lo, double hi) {
  return lo + unit(draw_at(11, 4, salt, i, 0, 0)) * (hi - lo);
}
Vec3 place(std::int64_t i, double r) {
  return {roll(1, i, -r, r), roll(2, i, -r, r), roll(3, i, -r, r)};
}

/// Whether p lies inside a closed mesh: by solid angles, with atan2.
bool inside(const ImportMesh& mesh, Vec3 p) {
  double angle = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p,
               c = mesh.vertices[t[2]] - p;
    const double la = length(a), lb = length(b), lc = length(c);
    const Vec3 n{b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x};
    angle +=
        2 * std::atan2(dot(a, n), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return std::fabs(angle) > kTurn;
}

}  // namespace

TEST_CASE(
    "shape: distances of a block are right to a millimetre near it, and never of wrong sign") {
  const Vec3 lo{-1.5, -1, -2}, hi{1.25, 2, 0.5};
  const ShapeField f = field_of(block(lo, hi));
  for (std::int64_t i = 0; i < 4000; ++i) {
    const Vec3 p = place(i, 4);
    const double d = box_distance(p, lo, hi), got = at(f, p);
    INFO(p.x << " " << p.y << " " << p.z);
    if (std::fabs(d) > 0.002) CHECK((got < 0) == (d < 0));
    // Between samples edges are rounded by less than half a cell.
    if (std::fabs(d) < 0.25) CHECK(std::fabs(got - d) < 0.032);
    CHECK(std::fabs(std::min(got, 4.0) - std::min(d, 4.0)) < 0.3);
  }
  // Over the middle of a face nothing is rounded.
  for (double z = 0.5; z < 0.9; z += 0.013) CHECK(at(f, {0, 0, z}) == Approx(z - 0.5).margin(3e-4));
}

TEST_CASE("shape: distances are those to the nearest triangle, also beside flat ones") {
  std::vector<Triangle> few;
  for (std::int64_t i = 0; i < 60; ++i)
    few.push_back({place(3 * i, 5), place(3 * i + 1, 5), place(3 * i + 2, 5)});
  few.push_back({Vec3{1, 1, 1}, Vec3{2, 2, 2}, Vec3{3, 3, 3}});
  few.push_back({Vec3{4, 4, 4}, Vec3{4, 4, 4}, Vec3{4, 4, 4}});
  NearestTriangle tree(few, 1u << 30);
  for (std::int64_t i = 0; i < 500; ++i) {
    const Vec3 p = place(1000 + i, 7);
    double nearest = 1e300, sampled = 1e300;
    for (const Triangle& t : few) {
      nearest = std::min(nearest, squared_distance(p, t));
      for (int a = 0; a <= 12; ++a)
        for (int b = 0; a + b <= 12; ++b) {
          const Vec3 q = t[0] + (t[1] - t[0]) * (a / 12.0) + (t[2] - t[0]) * (b / 12.0);
          sampled = std::min(sampled, dot(p - q, p - q));
        }
    }
    CHECK(tree.squared(p, 1e300) == nearest);
    CHECK(tree.squared(p, nearest / 2) == nearest / 2);
    CHECK(std::sqrt(nearest) <= std::sqrt(sampled) + 1e-12);
    CHECK(std::sqrt(nearest) >= std::sqrt(sampled) - 0.7);
  }
}

TEST_CASE("shape: the search for the nearest triangle gives up after so much work, and says so") {
  const std::vector<Triangle> same(100, Triangle{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}});
  NearestTriangle tree(same, 500);
  CHECK(tree.squared({0, 0, 2}, 1e9) == 4);
  CHECK_FALSE(tree.exhausted());
  for (int i = 0; i < 50; ++i) static_cast<void>(tree.squared({0, 0, 2.0 + i}, 1e9));
  CHECK(tree.exhausted());
}

TEST_CASE("shape: winding is exact where rays meet corners, edges and faces") {
  // An octahedron with its corners on lattice places: rays of whole rows run through all of them.
  const WholePoint top{40, 40, 80}, low{40, 40, 0},
      ring[] = {{80, 40, 40}, {40, 80, 40}, {0, 40, 40}, {40, 0, 40}};
  std::vector<WholeTriangle> whole;
  for (std::size_t i = 0; i < 4; ++i) {
    whole.push_back({ring[i], ring[(i + 1) % 4], top});
    whole.push_back({ring[(i + 1) % 4], ring[i], low});
  }
  const Winding w(whole, 10, 9, 9);
  for (int k = 0; k < 9; ++k)
    for (int j = 0; j < 9; ++j)
      for (int i = 0; i < 9; ++i) {
        const int reach = std::abs(i - 4) + std::abs(j - 4) + std::abs(k - 4);
        INFO(i << " " << j << " " << k);
        if (reach < 4) CHECK(w.at(i, j, k) == 1);
        if (reach > 4) CHECK(w.at(i, j, k) == 0);
        if (reach == 4) CHECK((w.at(i, j, k) == 0 || w.at(i, j, k) == 1));
      }
}

TEST_CASE("shape: signs agree with solid angles on meshes along no axis") {
  for (const ObjMesh& mesh : {askew(block({-2, -1, -1}, {2, 1, 1})), askew(torus(2.5, 0.8)),
                              askew(star(1, 3, 5)), askew(star(0.5, 3, 6, 9, 7))}) {
    const Result<ImportMesh> read = read_obj(mesh.text());
    REQUIRE(read);
    const ShapeField f = field_of(mesh);
    int checked = 0;
    for (std::int64_t i = 0; i < 3000; ++i) {
      const Vec3 p = place(i, 3.5);
      const double d = at(f, p);
      if (std::fabs(d) < 0.03) continue;  // within what rounding of edges may turn
      INFO(p.x << " " << p.y << " " << p.z << ": " << d);
      CHECK((d < 0) == inside(*read, p));
      ++checked;
    }
    CHECK(checked > 2000);
  }
}

TEST_CASE(
    "shape: overlapping parts are one, a hollow stays hollow, a mesh turned over is the same") {
  const ObjMesh a = block({-2, -2, -2}, {1, 1, 1}), b = block({-1, -1, -1}, {2, 2, 2});
  const ShapeField both = field_of(a.with(b));
  for (std::int64_t i = 0; i < 3000; ++i) {
    const Vec3 p = place(i, 2.6);
    const double d = std::min(box_distance(p, {-2, -2, -2}, {1, 1, 1}),
                              box_distance(p, {-1, -1, -1}, {2, 2, 2}));
    if (std::fabs(d) > 0.035) CHECK((at(both, p) < 0) == (d < 0));
  }
  // Places exactly on the walls between the parts are rock.
  for (double y = -0.9375; y < 1; y += 0.0625) CHECK(at(both, {1, y, 0}) < 0);

  const ShapeField hollow = field_of(a.with(block({-1, -1, -1}, {0, 0, 0}).inverted()));
  CHECK(at(hollow, {-0.5, -0.5, -0.5}) > 0);
  CHECK(at(hollow, {-1.5, -0.5, -0.5}) < 0);
  CHECK(at(hollow, {0.5, 0.5, 0.5}) < 0);

  CHECK(*imported(a) == *imported(a.inverted()));
}

TEST_CASE("shape: a field has no step where samples end, and the cap beyond its bricks") {
  const ShapeField f = field_of(askew(star(1, 3, 8)));
  for (std::int64_t i = 0; i < 300; ++i) {
    const Vec3 from = place(i, 6), to = place(i + 500, 6);
    const int steps = 4000;
    double last = at(f, from);
    for (int s = 1; s <= steps; ++s) {
      const Vec3 p = from + (to - from) * (static_cast<double>(s) / steps);
      const double d = at(f, p), moved = length(to - from) / steps;
      REQUIRE(std::fabs(d - last) < 4.5 * moved + 3e-4);
      last = d;
    }
  }
  CHECK(at(f, {50, 0, 0}) == 4);
  CHECK(at(f, {0, 0, -1e7}) == 4);
}

TEST_CASE("shape: a scaled mesh is the mesh scaled, with cells to its size") {
  const auto grid = [](double size, double scale) {
    const Result<AssetData> data = imported(block({0, 0, 0}, {size, size / 2, size / 2}), scale);
    REQUIRE(data);
    return *data->get<ShapeGrid>();
  };
  CHECK(grid(4, 1).step == -4);
  CHECK(grid(16, 1).step == -4);
  CHECK(grid(16.5, 1).step == -3);
  CHECK(grid(64, 1).step == -2);
  CHECK(grid(4, 8).step == -3);
  ShapeGrid scaled = grid(2, 3);
  CHECK(scaled.scale == 3);
  scaled.scale = 1;
  CHECK(scaled == grid(6, 1));
}

TEST_CASE("shape: too small, too large, too far and flat ones are refused") {
  const auto code = [](const ObjMesh& mesh, double scale = 1) {
    const Result<AssetData> data = imported(mesh, scale);
    return data ? "" : data.error().code;
  };
  const ObjMesh unit_block = block({0, 0, 0}, {1, 1, 1});
  CHECK(code(unit_block, 0.25) == "");
  CHECK(code(unit_block, 0.2) == "asset.too_small");
  CHECK(code(block({0, 0, 0}, {100, 8, 8}), 6) == "asset.too_large");
  CHECK(code(block({5000, 0, 0}, {5001, 1, 1})) == "asset.too_large");
  ObjMesh flat;
  flat.vertices = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  flat.faces = {{0, 1, 2}, {2, 1, 0}};
  CHECK(code(flat) == "asset.degenerate");
  CHECK(code(block({0.01, 0.01, 0.01}, {3, 3, 0.05})) == "asset.degenerate");
}

TEST_CASE("shape: faces without number over each other are refused, not measured for ever") {
  // Leaves that span the whole grid: each is closed, and twice as thick as nothing.
  ObjMesh leaves = block({0, 0, 0}, {16, 16, 16});
  for (int i = 0; i < 1200; ++i) {
    const double x = 0.01 * i + 0.005;
    ObjMesh leaf;
    leaf.vertices = {{x, 0, 0}, {x, 16, 0}, {x, 0, 16}};
    leaf.faces = {{0, 1, 2}, {2, 1, 0}};
    leaves = leaves.with(leaf);
  }
  const Result<AssetData> data = imported(leaves);
  REQUIRE_FALSE(data);
  CHECK(data.error().code == "asset.too_large");
}

TEST_CASE("shape: ranges enclose the field over boxes of every size, and pay") {
  const ShapeField f = field_of(askew(star(1.5, 3, 9)));
  int proven = 0, all = 0;
  for (std::int64_t i = 0; i < 3000; ++i) {
    const Vec3 lo = place(i, 8);
    const double side = i % 3 == 0 ? 8 : i % 3 == 1 ? 1 : 0.1;
    const Vec3 hi = lo + Vec3{roll(5, i, 0, side), roll(6, i, 0, side), roll(7, i, 0, side)};
    const Interval r = f.over({{lo.x, hi.x}, {lo.y, hi.y}, {lo.z, hi.z}}, 4);
    Interval seen{1e300, -1e300};
    for (int s = 0; s < 216; ++s) {
      const auto part = [](double a, double b, int n) { return a + (b - a) * n / 5; };
      const double d =
          at(f, {part(lo.x, hi.x, s % 6), part(lo.y, hi.y, s / 6 % 6), part(lo.z, hi.z, s / 36)});
      seen = {std::min(seen.lo, d), std::max(seen.hi, d)};
    }
    REQUIRE(r.lo <= seen.lo + 1e-9);
    REQUIRE(seen.hi <= r.hi + 1e-9);
    if (side > 1 || (seen.lo < 0.75 && seen.hi > -0.75)) continue;
    ++all;
    proven += r.lo >= 0.5 || r.hi <= -0.5;
  }
  CHECK(all > 300);
  CHECK(proven * 10 >= all * 9);
}

TEST_CASE("shape: the bytes of a known mesh are golden") {
  const Result<AssetData> data =
      imported(block({-1, -1, 0}, {1, 1.25, 2.5}).with(block({-0.5, -0.5, 2}, {0.5, 0.5, 3.7})));
  REQUIRE(data);
  CHECK(make_world_asset(*data).file == "assets/77211afc4dde2e561c145ec261823322.shape");
}
