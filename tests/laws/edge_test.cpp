#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/hash.hpp"
#include "support/law_bench.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

WorldDef round_world() {
  WorldDef def = two_halls();
  def.radius_um = 24 * kUmPerM;
  return def;
}

constexpr Square kEast{14, -4, 30, 4};

}  // namespace

TEST_CASE("edge: an unbounded world has no edge to judge") {
  LawBench bench(two_halls());
  for (const LawReport& r : bench.run("edge")) CHECK(r.verdict == Verdict::not_applicable);
}

TEST_CASE("edge: rock at the radius holds") {
  LawBench bench(round_world(), kEast);
  for (const LawReport& r : bench.run("edge")) {
    CHECK(r.verdict == Verdict::holds);
    CHECK(r.proved.find("by bound") == 0);
  }
}

TEST_CASE("edge: a tunnel dug through the edge is found, with its place and who dug it") {
  WorldDef def = round_world();
  def.edits = {drill({20, 1, -9}, {28, 1, -9}, 1.0)};
  LawBench bench(def, kEast);
  const LawReport r = bench.run("edge", 0);
  CHECK(r.verdict == Verdict::fails);
  REQUIRE(r.findings.size() == 1);
  const Finding& f = r.findings[0];
  CHECK(f.code == "edge.open");
  CHECK(std::sqrt(f.at.x * f.at.x + f.at.y * f.at.y) == Approx(24).margin(0.2));
  CHECK(f.measured == Approx(1).margin(0.3));
  CHECK(f.blame_operator == "player_edits");
  CHECK(bench.run("edge", 1).verdict == Verdict::holds);
}

TEST_CASE("edge: a window that ends before the edge proves nothing") {
  LawBench bench(round_world());
  CHECK(bench.run("edge", 0).verdict == Verdict::not_proven);
}

TEST_CASE("edge: agrees with a walk over every sample of randomly dug worlds") {
  std::size_t open = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    WorldDef def = round_world();
    for (std::uint64_t k = 0; k < 3; ++k) {
      const auto u = [&](std::uint64_t salt, double lo, double hi) {
        return on_plan_grid(lo + unit(draw(seed, k, salt)) * (hi - lo));
      };
      const Vec3 at{u(0, 20, 27), u(1, -1, 1), u(2, -11, -6)};
      def.edits.push_back(drill(at, at + Vec3{u(3, -2, 2), u(4, -1, 1), 0}, u(5, 0.2, 1),
                                static_cast<std::int64_t>(k) + 1));
    }
    LawBench bench(def, {18, -2, 30, 2});
    const LawStrate& s = bench.strates()[0];
    Scratch scratch;
    std::uint64_t want = 0;
    for (std::int64_t z = s.window.lo.z; z < s.window.hi.z; ++z)
      for (std::int64_t y = s.window.lo.y; y < s.window.hi.y; ++y)
        for (std::int64_t x = s.window.lo.x; x < s.window.hi.x; ++x) {
          if (x * x + y * y < 192 * 192) continue;
          want += bench.world().at(x * 125000, y * 125000, z * 125000, {}, scratch) >= 0 ? 1 : 0;
        }
    std::uint64_t got = 0;
    for (const Finding& f : bench.run("edge", 0).findings)
      got += static_cast<std::uint64_t>(std::stoull(f.text.substr(f.text.find(": ") + 2)));
    INFO("seed " << seed);
    CHECK(got == want);
    open += want > 0 ? 1 : 0;
  }
  CHECK(open >= 2);
}
