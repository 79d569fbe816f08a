// Modifiers that move surfaces by a pattern: their formulas, recomputed by hand.
#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/angle.hpp"
#include "compiler/hash.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

double quintic(double s) { return s * s * s * (s * (s * 6 - 15) + 10); }

/// Checks d' = d + amount · pattern(p) · w(|d|) round a cave; returns how many samples moved.
template <class Pattern>
int check_texture(const Entry& entry, double amount, Pattern pattern) {
  const Entry cave = ball("b", 0, 0, 30, 8).join(Combine::subtract);
  const Stack smooth = compiled(recipe({rock(), cave}));
  const Stack worn = compiled(recipe({rock(), cave, entry}));
  const double reach = kNoiseSup * amount;
  int moved = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p{(i % 23) * 0.9 - 10, (i * 7 % 23) * 0.9 - 10, 30 + (i * 3 % 29) * 0.7 - 10};
    const float d = at(smooth, p), got = at(worn, p);
    if (std::fabs(d) >= 2.001 * reach) {
      CHECK(bits(got) == bits(d));
      continue;
    }
    const double w = 1 - quintic(std::clamp((std::fabs(d) - reach) / reach, 0.0, 1.0));
    CHECK(got == Approx(d + amount * pattern(p) * w).margin(2e-4));
    moved += got != d;
  }
  return moved;
}

double fraction(double u) { return u - std::floor(u); }

double bend(const char* id, double scale, double x, double y) {
  return fbm_point(make_fbm(draw(7, string_hash(id), 1), 1 / scale, 2), x, y, 0);
}

double swing(double s) { return 2 * (s * s * (3 - 2 * s)) - 1; }

double saw(double u, double a) {
  const double t = u - std::floor(u + 0.5);  // −½ … ½, 0 at whole numbers
  if (std::fabs(t) < a) return swing((t / a + 1) / 2);
  return t > 0 ? -swing((t - a) / (1 - 2 * a)) : -swing((t + 1 - a) / (1 - 2 * a));
}

}  // namespace

TEST_CASE("terrace: without a ground, steps of min(0.13 · step, 1 m) · hardness") {
  CHECK(check_texture(Entry("t", "terrace"), 0.6 * 0.52, [](Vec3 p) {
          return saw(p.z / 4 + 0.2 * bend("t", 48, p.x, p.y), 0.2);
        }) > 300);
  CHECK(check_texture(Entry("t", "terrace").set("step_m", 12), 0.6, [](Vec3 p) {
          return saw(p.z / 12 + 0.2 * bend("t", 48, p.x, p.y), 0.2);
        }) > 300);
}

TEST_CASE("cliff: without a ground, slopes of slope_deg become walls every 7 m") {
  CHECK(check_texture(Entry("c", "cliff"), 0.6 * turn_of(35).cosine, [](Vec3 p) {
          return saw(p.z / 7 + 0.6 * bend("c", 36, p.x, p.y), 0.25);
        }) > 300);
}

TEST_CASE("layer_lines: without a ground, beds jut and recede by their shares of the depth") {
  const Turn to = turn_of(360 * unit(draw(7, string_hash("l"), 2)));
  const std::uint64_t salt = draw(7, string_hash("l"), 3);
  const double rise = tan_deg(4);
  CHECK(check_texture(Entry("l", "layer_lines"), 0.25, [&](Vec3 p) {
          const double u = (p.z + rise * (to.cosine * p.x + to.sine * p.y)) / 1.5 +
                           0.35 * bend("l", 24, p.x, p.y);
          const auto bed = static_cast<std::int64_t>(std::floor(2 * u));
          const double share = 0.15 + 0.85 * unit(draw_at(salt, 0, 0, bed, 0, 0)),
                       v = fraction(2 * u);
          const double rises = std::min(1.0, std::min(v, 1 - v) / 0.4);
          return (bed % 2 == 0 ? share : -share) * rises;
        }) > 200);
}

TEST_CASE("layer_lines: beds too thin for their depth take 0.18 of the spacing") {
  const Stack thin = compiled(recipe(
      {rock(), hall(), Entry("l", "layer_lines").set("spacing_m", 0.5).set("depth_m", 1.5)}));
  const Stack plain = compiled(recipe({rock(), hall()}));
  double most = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p{i * 0.37, i * 0.11, 14 + i % 40 * 0.1};
    most = std::max(most, std::fabs(double(at(thin, p)) - double(at(plain, p))));
  }
  CHECK(most <= 0.09 + 1e-5);
  CHECK(most > 0.07);
}

TEST_CASE("ribbing: round crests between grooves, across the bearing") {
  const Turn t = turn_of(30);
  const Fbm f = make_fbm(draw(7, string_hash("r"), 1), 1.0 / 9, 2);
  CHECK(check_texture(Entry("r", "ribbing").set("bearing_deg", 30), 0.4, [&](Vec3 p) {
          const double u = (p.x * t.cosine - p.y * t.sine) / 3 + 0.3 * fbm_point(f, p.x, p.y, p.z);
          const double s = std::pow(2 * fraction(u) - 1, 2);
          return 2 * (s * (1 - 0.25 * s) / 0.75) - 1;
        }) > 200);
}

TEST_CASE("scallop: hollows about drawn centres, only carved") {
  const std::uint64_t seed = draw(7, string_hash("s"), 1);
  const double size = 1.2, r = 0.95 * size;
  CHECK(check_texture(Entry("s", "scallop"), 0.2, [&](Vec3 p) {
          double deepest = 0;
          const auto cell = [&](double v) {
            return static_cast<std::int64_t>(std::floor(v / size));
          };
          for (std::int64_t i = cell(p.x) - 2; i <= cell(p.x) + 2; ++i)
            for (std::int64_t j = cell(p.y) - 2; j <= cell(p.y) + 2; ++j)
              for (std::int64_t k = cell(p.z) - 2; k <= cell(p.z) + 2; ++k) {
                const std::uint64_t h = draw_at(seed, 0, 0, i, j, k);
                const auto along = [&](std::int64_t c, int shift) {
                  const double drawn = double((h >> shift) & 0x1fffff) / 2097152;
                  const double v = (double(c) + 0.5 + 0.4 * (2 * drawn - 1)) * size;
                  return std::floor(v * 64 + 0.5) / 64;
                };
                const Vec3 d = p - Vec3{along(i, 0), along(j, 21), along(k, 42)};
                deepest = std::max(deepest, 1 - (d.x * d.x + d.y * d.y + d.z * d.z) / (r * r));
              }
          return deepest;
        }) > 150);
}
