// The surface over a grid of heights, against its definition written another way.
#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/ops/height_spline.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

HeightSpline spline_of(HeightGrid grid) {
  return HeightSpline(std::make_shared<const AssetData>(std::move(grid)));
}

double value(const HeightSpline& s, double u, double v) { return s.at(s.tap_x(u), s.tap_y(v)); }

/// A sample counted from the south; the outermost go on.
double node(const HeightGrid& g, int i, int j) {
  const int x = std::clamp(i, 0, g.width - 1), y = g.height - 1 - std::clamp(j, 0, g.height - 1);
  return g.samples[static_cast<std::size_t>(y * g.width + x)];
}

/// The B-spline's basis: a box three times in a row with itself.
double basis(double t) {
  const double a = std::fabs(t);
  return a < 0.5 ? 0.75 - a * a : a < 1.5 ? 0.5 * (1.5 - a) * (1.5 - a) : 0;
}

/// Over all samples, and as many beyond the edge.
double brute(const HeightGrid& g, double u, double v) {
  double sum = 0;
  for (int j = -6; j < g.height + 6; ++j)
    for (int i = -6; i < g.width + 6; ++i) sum += basis(u - i) * basis(v - j) * node(g, i, j);
  return sum;
}

Entry map() {
  Entry e("map", "heightmap");
  Value file;
  file.kind = Value::Kind::file;
  file.name = asset_of(AssetKind::heights).file;
  e.value("file", file).point("size_m", {64, 40});
  return e.set("range_m", 8, 40).join(Combine::union_);
}

double ground(const Stack& stack, double x, double y) {
  StackScratch scratch;
  return stack.ground_at(x, y, scratch);
}

}  // namespace

TEST_CASE("heightmap: the surface is the quadratic B-spline over the samples") {
  const HeightGrid g = hill(13, 9);
  const HeightSpline s = spline_of(g);
  for (int k = 0; k < 2000; ++k) {
    const double u = unit(mix64(static_cast<std::uint64_t>(k))) * 18 - 3;
    const double v = unit(mix64(static_cast<std::uint64_t>(k + 5000))) * 14 - 3;
    INFO(u << " " << v);
    CHECK(value(s, u, v) == Approx(brute(g, u, v)).epsilon(1e-12).margin(1e-8));
  }
}

TEST_CASE("heightmap: a plane stays a plane, and slopes have no jumps") {
  HeightGrid plane{8, 8, {}};
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i)
      plane.samples.push_back(static_cast<std::uint16_t>(1000 + 300 * i + 70 * (7 - j)));
  const HeightSpline flat = spline_of(plane);
  for (double u = 1; u <= 6; u += 0.37)
    for (double v = 1; v <= 6; v += 0.29)
      CHECK(value(flat, u, v) == Approx(1000 + 300 * u + 70 * v).epsilon(1e-12));

  const HeightSpline s = spline_of(hill(13, 9));
  constexpr double kStep = 1e-6;
  for (double u = -0.5; u < 13; u += 0.5) {  // where pieces meet
    const double before = (value(s, u, 4.2) - value(s, u - kStep, 4.2)) / kStep;
    const double after = (value(s, u + kStep, 4.2) - value(s, u, 4.2)) / kStep;
    INFO(u);
    CHECK(std::fabs(after - before) < 0.2);
  }
}

TEST_CASE("heightmap: it lies where at_m and size_m say, north up, and goes on level beyond") {
  const HeightGrid g = hill();
  const Stack stack = compiled(recipe({air(), map()}));
  const auto height = [&](int i, int j) {  // just inside a corner half of its own sample counts
    return 8 + 32 * brute(g, i, j) / 65535;
  };
  CHECK(ground(stack, -32, -20) == Approx(height(0, 0)));
  CHECK(ground(stack, 32, -20) == Approx(height(32, 0)));
  CHECK(ground(stack, -32, 20) == Approx(height(0, 20)));
  CHECK(ground(stack, 32, 20) == Approx(height(32, 20)));
  CHECK(ground(stack, -8, -6) == Approx(height(12, 7)));
  // The first sample of the picture lies in the north-west.
  CHECK(ground(stack, -500, 500) == Approx(8 + 32 * g.samples[0] / 65535.0));
  CHECK(ground(stack, 1e7, -1e7) == Approx(8 + 32 * g.samples.back() / 65535.0));

  Entry moved = map();
  moved.point("at_m", {100, -30});
  const Stack other = compiled(recipe({air(), moved}));
  for (double x = -50; x < 50; x += 7.5)
    CHECK(ground(other, x + 100, -x - 30) == Approx(ground(stack, x, -x)));
}

TEST_CASE("heightmap: it is ground to fields and to what works on grounds") {
  const Stack stack = compiled(recipe({air(), map()}));
  for (double x = -40; x < 40; x += 3.3) {
    const double h = ground(stack, x, 5);
    CHECK(at(stack, {x, 5, h - 0.01}) < 0);
    CHECK(at(stack, {x, 5, h + 0.01}) > 0);
  }
  Entry deep = ball("ball", -8, -6, ground(stack, -8, -6) - 6, 5).join(Combine::subtract);
  deep.where.any = {{band("below_ground_m", 5, std::nullopt)}};
  const Recipe carved = recipe({air(), map(), deep});
  CHECK(at(carved, {-8, -6, ground(stack, -8, -6) - 4}) < 0);
  CHECK(at(carved, {-8, -6, ground(stack, -8, -6) - 7}) > 0);

  for (const char* op : {"terrace", "cliff", "layer_lines"}) {
    const Stack worked = compiled(recipe({air(), map(), Entry("it", op)}));
    double moved = 0;
    for (double x = -30; x < 30; x += 0.7)
      moved = std::max(moved, std::fabs(ground(worked, x, -4) - ground(stack, x, -4)));
    INFO(op);
    CHECK(moved > 0.05);
  }
  CHECK(compile_error(recipe({air(), map(), Entry("it", "overhang")})).empty());
}

TEST_CASE("heightmap: ranges enclose the surface, small and large, and are no wider than samples") {
  const HeightGrid g = hill(150, 90);
  const HeightSpline s = spline_of(g);
  for (std::uint64_t k = 0; k < 400; ++k) {
    const auto roll = [&](int salt, double lo, double hi) {
      return lo + unit(draw_at(3, 5, static_cast<std::uint64_t>(salt), static_cast<std::int64_t>(k),
                               0, 0)) *
                      (hi - lo);
    };
    const double side = k % 4 == 0 ? 140 : k % 4 == 1 ? 30 : 2;
    const Interval u{roll(1, -20, 150), 0}, v{roll(2, -20, 95), 0};
    const Interval us{u.lo, u.lo + roll(3, 0, side)}, vs{v.lo, v.lo + roll(4, 0, side)};
    const HeightSpline::Range r = s.over(us, vs);
    constexpr double kStep = 1e-3;
    for (int i = 0; i <= 12; ++i)
      for (int j = 0; j <= 12; ++j) {
        const double x = us.lo + (us.hi - us.lo) * i / 12, y = vs.lo + (vs.hi - vs.lo) * j / 12;
        const double h = value(s, x, y);
        REQUIRE(r.value.lo - 1e-6 <= h);
        REQUIRE(h <= r.value.hi + 1e-6);
        const double dx = (value(s, std::min(x + kStep, us.hi), y) - h);
        REQUIRE(dx <= std::max(0.0, r.dx.hi) * kStep + 1e-6);
        REQUIRE(dx >= std::min(0.0, r.dx.lo) * kStep - 1e-6);
      }
    if (side > 2) continue;
    double lo = 65535, hi = 0;
    for (int j = static_cast<int>(std::floor(vs.lo)) - 2; j <= vs.hi + 2; ++j)
      for (int i = static_cast<int>(std::floor(us.lo)) - 2; i <= us.hi + 2; ++i)
        lo = std::min(lo, node(g, i, j)), hi = std::max(hi, node(g, i, j));
    CHECK(r.value.lo >= lo);
    CHECK(r.value.hi <= hi);
  }
}

TEST_CASE("heightmap: most of the air and rock around it is proven by bounds") {
  const Stack stack = compiled(recipe({air(), map()}));
  StackScratch scratch;
  int proven = 0, all = 0;
  for (double x = -40; x < 40; x += 4)
    for (double y = -40; y < 40; y += 4)
      for (double z = 0; z < 48; z += 4, ++all) {
        const Interval b = stack.bound({{x, y, z}, {x + 4, y + 4, z + 4}}, {}, scratch);
        proven += b.lo >= kBandM || b.hi <= -kBandM;
      }
  CHECK(proven * 10 > all * 7);
}

TEST_CASE("heightmap: an asset that is not there, or not loaded, is no world") {
  StrateFrame bare = frame();
  bare.assets.clear();
  CHECK(compile_error(recipe({air(), map()}), bare) == "asset.not_loaded");
  StrateFrame empty = frame();
  for (WorldAsset& a : empty.assets) a.data = nullptr;
  CHECK(compile_error(recipe({air(), map()}), empty) == "asset.not_loaded");
}
