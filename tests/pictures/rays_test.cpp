#include "passes/pictures/rays.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>

#include "compiler/hash.hpp"
#include "passes/pictures/figure.hpp"
#include "passes/pictures/grain.hpp"
#include "support/synthetic.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

double ball(Vec3 p) { return 4 - length(p); }  // air inside

Vec3f drawn_direction(std::uint64_t k) {
  const auto u = [&](std::uint64_t s) { return unit(draw(7, 1, 4 * k + s)) * 2 - 1; };
  return unit_of(to_float({u(0), u(1), u(2)}));
}

/// Nearest hit over all triangles in double precision.
double brute_hit(const PictureMesh& m, Vec3 o, Vec3 d) {
  const auto at = [&](std::uint32_t i) {
    return Vec3{static_cast<double>(m.positions[i][0]), static_cast<double>(m.positions[i][1]),
                static_cast<double>(m.positions[i][2])};
  };
  const auto crossed = [](Vec3 a, Vec3 b) {
    return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  };
  double best = 1e300;
  for (const auto& t : m.triangles) {
    const Vec3 a = at(t[0]), e1 = at(t[1]) - a, e2 = at(t[2]) - a, p = crossed(d, e2), s = o - a;
    const double det = dot(e1, p);
    if (det == 0) continue;
    const double u = dot(s, p) / det, v = dot(d, crossed(s, e1)) / det,
                 w = dot(e2, crossed(s, e1)) / det;
    if (u >= -1e-9 && v >= -1e-9 && u + v <= 1 + 1e-9 && w > 0) best = std::min(best, w);
  }
  return best;
}

}  // namespace

TEST_CASE("rays: hits agree with a brute search over all triangles") {
  const PictureMesh mesh = surface_of(ball, {{-5, -5, -5}, {5, 5, 5}}, 0.5);
  REQUIRE(mesh.triangles.size() > 1000);
  const Result<RayScene> scene = RayScene::build(mesh);
  REQUIRE(scene);
  const Vec3f from = to_float(Vec3{1, -0.5, 0.25} - mesh.origin);
  for (std::uint64_t k = 0; k < 300; ++k) {
    const Vec3f d = drawn_direction(k);
    const RayHit hit = scene->first(from, d, 100);
    REQUIRE(hit.any);
    REQUIRE(static_cast<double>(hit.t) ==
            Approx(brute_hit(mesh, to_double(from), to_double(d))).margin(2e-4));
    CHECK(dot(hit.normal, d) < 0.2f);  // normals point into the air
    CHECK(scene->blocked(from, d, hit.t + 0.01f));
    CHECK_FALSE(scene->blocked(from, d, hit.t - 0.01f));
  }
}

TEST_CASE("rays: a scene leaves the loops of others their threads") {
  const PictureMesh mesh = surface_of(ball, {{-5, -5, -5}, {5, 5, 5}}, 0.5);
  const Result<RayScene> scene = RayScene::build(mesh);
  REQUIRE(scene);
  const auto executor = make_tbb_executor(2);
  std::atomic<int> begun{0};
  std::atomic<bool> together{false};
  const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  executor->for_each(2, [&](std::size_t, unsigned) {
    ++begun;
    while (!together && std::chrono::steady_clock::now() < last)
      if (begun == 2) together = true;
  });
  CHECK(together);
}

TEST_CASE("rays: a surface without triangles is never hit") {
  const PictureMesh nothing;
  const Result<RayScene> scene = RayScene::build(nothing);
  REQUIRE(scene);
  CHECK_FALSE(scene->first({}, {0, 0, 1}, 100).any);
  CHECK_FALSE(scene->blocked({}, {0, 0, 1}, 100));
}

TEST_CASE("figure: it is 1.76 m high and stands where it was put") {
  const Vec3 origin{100, 200, -50}, feet{103, 195, -47};
  const PictureMesh mesh = figure_mesh(origin, feet, {0.6, 0.8, 0});
  double lo = 1e9, hi = -1e9, wide = 0;
  for (const auto& p : mesh.positions) {
    const Vec3 at =
        origin +
        Vec3{static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])} -
        feet;
    lo = std::min(lo, at.z), hi = std::max(hi, at.z);
    wide = std::max(wide, std::sqrt(at.x * at.x + at.y * at.y));
  }
  CHECK(lo == Approx(0).margin(2e-3));
  CHECK(hi == Approx(kFigureHeightM).margin(2e-3));
  CHECK(wide < 0.34);  // it fits the player's capsule
  for (const auto& n : mesh.normals)
    REQUIRE(length(Vec3f{n[0], n[1], n[2]}) == Approx(1).margin(1e-5));
}

TEST_CASE("grain: values stay in range and the slope is the derivative") {
  for (std::uint64_t k = 0; k < 500; ++k) {
    const auto u = [&](std::uint64_t s) { return unit(draw(3, 2, 4 * k + s)) * 200 - 100; };
    const Vec3 p{u(0), u(1), u(2)};
    const Grain g = grain_at(p, 0.7, 5);
    REQUIRE(std::fabs(g.value) <= 1);
    constexpr double h = 1e-4;
    const double dx = static_cast<double>(grain_at({p.x + h, p.y, p.z}, 0.7, 5).value -
                                          grain_at({p.x - h, p.y, p.z}, 0.7, 5).value) /
                      (2 * h);
    REQUIRE(static_cast<double>(g.slope.x) == Approx(dx).margin(0.02));
  }
}
