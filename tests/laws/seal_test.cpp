#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <set>

#include "compiler/hash.hpp"
#include "passes/density/tube.hpp"
#include "support/law_bench.hpp"
#include "tests/density/support/world_sample.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// Through the bedrock of a and the ceiling of b, straight down.
WorldDef drilled(double width_m) {
  WorldDef def = two_halls();
  def.edits = {drill({3, 3, -10}, {3, 3, -22}, width_m)};
  return def;
}

const Finding* find_code(const LawReport& report, std::string_view code) {
  for (const Finding& f : report.findings)
    if (f.code == code) return &f;
  return nullptr;
}

}  // namespace

TEST_CASE("seal: whole bands hold, and the report says how far and how thin") {
  LawBench bench(two_halls());
  for (const LawReport& r : bench.run("seal")) {
    CHECK(r.law == "seal");
    CHECK(r.verdict == Verdict::holds);
    CHECK(r.findings.empty());
    CHECK(r.proved.find("by bound 100.0 %") == 0);
    const Margin* thin = margin(r, "thinnest_seal_m");
    REQUIRE(thin);
    // The hall's floor lies near 5 m, its ceiling near 11 of 16 m.
    CHECK(thin->value > 3.5);
    CHECK(thin->value < 5.5);
  }
}

TEST_CASE("seal: a hair of 0.05 m along (1,1,1) is a leak that no player passes") {
  WorldDef def = two_halls();
  def.edits = {drill({1, 1, -12}, {1 + 9.0, 1 + 9.0, -12 + 9.0}, 0.05),
               drill({2, -5, -20}, {-6, -13, -28}, 0.05, 2),
               drill({-4, -4, -20}, {4, 4, -12}, 0.05, 3)};
  LawBench bench(def);
  const LawReport a = bench.run("seal", 0), b = bench.run("seal", 1);
  CHECK(a.verdict == Verdict::fails);
  CHECK(b.verdict == Verdict::fails);
  const Finding* leak = find_code(a, "seal.breach");
  REQUIRE(leak);
  CHECK(leak->measured <= 0.25);
  CHECK(leak->text.find("does not pass") != std::string::npos);
  CHECK(leak->witness.size() >= 16);
  CHECK(leak->blame_operator == "player_edits");
}

TEST_CASE("seal: a drill of 0.45 m leaks, the player does not pass") {
  LawBench bench(drilled(0.45));
  for (const LawReport& r : bench.run("seal")) {
    CHECK(r.verdict == Verdict::fails);
    const Finding* leak = find_code(r, "seal.breach");
    REQUIRE(leak);
    CHECK(leak->measured > 0.3);
    CHECK(leak->measured < 0.55);
    CHECK(leak->text.find("does not pass") != std::string::npos);
    REQUIRE(margin(r, "breach_width_m"));
    CHECK(margin(r, "breach_width_m")->value == leak->measured);
  }
}

TEST_CASE("seal: a drill of 0.95 m leaks and the player passes; the way leads through the band") {
  LawBench bench(drilled(0.95));
  const LawReport r = bench.run("seal", 0);
  CHECK(r.verdict == Verdict::fails);
  const Finding* leak = find_code(r, "seal.breach");
  REQUIRE(leak);
  CHECK(leak->measured > 0.8);
  CHECK(leak->measured < 1.05);
  CHECK(leak->text.find("the player passes") != std::string::npos);
  double hi = -1e9, lo = 1e9;
  for (const Vec3& p : leak->witness) {
    CHECK(std::fabs(p.x - 3) < 1);
    hi = std::max(hi, p.z), lo = std::min(lo, p.z);
  }
  CHECK(hi >= -14);
  CHECK(lo <= -16);
}

TEST_CASE(
    "seal: a bubble inside a band and a bite into it are open bands with the rock that is left") {
  WorldDef def = two_halls();
  Edit bubble = drill({0, 0, -15}, {0, 0, -15}, 0.8);
  Edit bite = drill({4, -4, -12}, {4, -4, -14.25}, 1.0, 2);
  def.edits = {bubble, bite};
  LawBench bench(def);
  const LawReport r = bench.run("seal", 0);
  CHECK(r.verdict == Verdict::fails);
  CHECK_FALSE(find_code(r, "seal.breach"));
  REQUIRE(r.findings.size() == 2);
  for (const Finding& f : r.findings) {
    CHECK(f.code == "seal.open_band");
    CHECK(f.required == 2);
    CHECK_FALSE(f.witness.empty());
  }
  // Worst first: the bubble leaves 0.6 m, the bite 1.25 m.
  CHECK(r.findings[0].measured == Approx(0.6).margin(0.13));
  CHECK(r.findings[1].measured == Approx(1.25).margin(0.13));
  CHECK(bench.run("seal", 1).verdict == Verdict::holds);
}

TEST_CASE("seal: a hole through the roof of the stack leads outside") {
  WorldDef def = two_halls();
  def.edits = {drill({-2, 2, -6}, {-2, 2, 1}, 0.6)};
  LawBench bench(def);
  CHECK(bench.run("seal", 0).verdict == Verdict::fails);
  CHECK(find_code(bench.run("seal", 0), "seal.breach"));
  CHECK(bench.run("seal", 1).verdict == Verdict::holds);
}

TEST_CASE("seal: a planned tube is no leak, and a drill beside it still is") {
  WorldDef def = sample::small_world();
  const Square square{-38, -6, 48, 12};
  LawBench whole(def, square);
  for (const LawReport& r : whole.run("seal")) {
    INFO(r.strate << ": " << (r.findings.empty() ? "" : r.findings[0].text));
    CHECK(r.verdict == Verdict::holds);
  }
  CHECK(margin(whole.run("seal", 0), "thinnest_seal_m")->value > 3.5);
  def.edits = {drill({5, 8, -10}, {5, 8, -22}, 0.5)};
  LawBench broken(def, square);
  CHECK(find_code(broken.run("seal", 0), "seal.breach"));
}

TEST_CASE("seal: air in the gap under a strate is that strate's fault") {
  WorldDef def = sample::small_world();
  def.passages.clear();
  def.edits = {drill({2, 2, -32.5}, {2, 2, -32.5}, 0.6)};  // the gap lies from -32 to -33
  LawBench bench(def);
  CHECK(bench.run("seal", 0).verdict == Verdict::holds);
  const LawReport b = bench.run("seal", 1);
  CHECK(b.verdict == Verdict::fails);
  REQUIRE(b.findings.size() == 1);
  CHECK(b.findings[0].code == "seal.open_band");
  CHECK(b.findings[0].text.find("beyond the bedrock") != std::string::npos);
  CHECK(bench.run("seal", 2).verdict == Verdict::holds);
}

TEST_CASE("seal: the open entry shaft is planned; one that nobody planned is not") {
  WorldDef def = two_halls();
  def.entry.open = true;
  LawBench planned(def);
  CHECK(planned.run("seal", 0).verdict == Verdict::holds);
  def.entry.open = false;
  def.edits = {drill({0, 0, -8}, {0, 0, 6}, 3.5)};
  LawBench dug(def);
  const LawReport r = dug.run("seal", 0);
  CHECK(r.verdict == Verdict::fails);
  REQUIRE(find_code(r, "seal.breach"));
  CHECK(find_code(r, "seal.breach")->text.find("the player passes") != std::string::npos);
}

TEST_CASE("seal: the same tube without its plan is a breach that the player passes") {
  // The passage is carved by hand along its floor line: no plan knows of it.
  WorldDef def = two_halls();
  def.edits = {drill({-5, 0, -11}, {5, 0, -26}, 2.6)};
  LawBench bench(def);
  const LawReport r = bench.run("seal", 0);
  const Finding* leak = find_code(r, "seal.breach");
  REQUIRE(leak);
  CHECK(leak->text.find("the player passes") != std::string::npos);
}

TEST_CASE("seal: a window that cuts a plan proves nothing and names the one that would") {
  LawBench bench(sample::small_world(), {-10, -6, 10, 12});
  const LawReport r = bench.run("seal", 0);
  CHECK(r.verdict == Verdict::not_proven);
  REQUIRE(r.findings.size() == 1);
  CHECK(r.findings[0].code == "seal.not_proven");
  CHECK(r.findings[0].text.find("smallest") != std::string::npos);
}

TEST_CASE("seal: a strate that was not sampled is not proven") {
  LawBench bench(two_halls());
  bench.strates()[1].lattice = nullptr;
  CHECK(bench.run("seal", 0).verdict == Verdict::holds);
  CHECK(bench.run("seal", 1).verdict == Verdict::not_proven);
}

TEST_CASE("seal: a season may ask for more rock than the world's law does") {
  LawBench bench(two_halls());
  bench.season().laws.push_back({"seal", "thinnest_seal_m", 6.0, std::nullopt, {}});
  const LawReport r = bench.run("seal", 0);
  CHECK(r.verdict == Verdict::fails);
  REQUIRE(find_code(r, "seal.thin"));
  CHECK(find_code(r, "seal.thin")->required == 6.0);
}

// ---- An independent slow checker ----------------------------------------------------------------

namespace {

struct Counts {
  std::size_t breaches = 0, open = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Floods air sample by sample, without bounds, masks or the lattice: what opens one face of strate
/// i.
class SlowSeal {
 public:
  SlowSeal(const World& world, const IndexBox& window) : world_(world), window_(window) {}

  Counts face(std::size_t i, bool down) {
    const StrateWorld& s = world_.def().strates[i];
    const Um v = world_.def().voxel_um;
    // Heights of the closed band and, beyond the stack, of what the lattice holds.
    const Um in = down ? s.bottom_um + s.seal_um : s.top_um - s.seal_um;
    const Um out = down ? s.bottom_um : s.top_um;
    const bool end = down ? i + 1 == world_.def().strates.size() : i == 0;
    const Um far = out + (down ? -1 : 1) * (end ? 24 * v : 0);
    std::set<Coord> left;
    for (std::int64_t z = std::min(in, far) / v - 1; z <= std::max(in, far) / v + 1; ++z) {
      const Um h = z * v;
      if (h < std::min(in, far) || h > std::max(in, far)) continue;
      for (std::int64_t y = window_.lo.y; y < window_.hi.y; ++y)
        for (std::int64_t x = window_.lo.x; x < window_.hi.x; ++x)
          if (air({x, y, z})) left.insert({x, y, z});
    }
    Counts counts;
    while (!left.empty()) {
      bool content = false, beyond = false;
      flood(left, in, out, down, content, beyond);
      ++(content && beyond ? counts.breaches : counts.open);
    }
    return counts;
  }

 private:
  bool air(Coord c) {
    const Um v = world_.def().voxel_um;
    return world_.at(c.x * v, c.y * v, c.z * v, {Layers::Posts::all, nullptr, false}, scratch_) >=
           0;
  }

  void flood(std::set<Coord>& left, Um in, Um out, bool down, bool& content, bool& beyond) {
    const Um v = world_.def().voxel_um;
    std::deque<Coord> queue{*left.begin()};
    left.erase(left.begin());
    while (!queue.empty()) {
      const Coord c = queue.front();
      queue.pop_front();
      for (std::int64_t k = 0; k < 27; ++k) {
        const Coord n = c + Coord{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        if (left.erase(n) > 0) queue.push_back(n);
        if (!window_.contains({n.x, n.y, window_.lo.z}) || !air(n)) continue;
        const bool past_in = down ? n.z * v > in : n.z * v < in;
        const bool past_out = down ? n.z * v < out : n.z * v > out;
        content = content || past_in;
        beyond = beyond || past_out;
      }
    }
  }

  const World& world_;
  IndexBox window_;
  Scratch scratch_;
};

Counts counted(const LawReport& report) {
  Counts c;
  for (const Finding& f : report.findings) ++(f.code == "seal.breach" ? c.breaches : c.open);
  return c;
}

/// Random drills around both bands of the interface and the stack's ends.
WorldDef shot_at(std::uint64_t seed) {
  WorldDef def = two_halls();
  def.seed = seed;
  for (std::int64_t k = 0; k < 5; ++k) {
    const auto u = [&](std::uint64_t salt, double lo, double hi) {
      return on_plan_grid(lo + unit(draw(seed, 5, static_cast<std::uint64_t>(k) * 8 + salt)) *
                                   (hi - lo));
    };
    const double centre = k % 2 == 0 ? -16 : k == 1 ? -32 : 0;
    const Vec3 from{u(0, -2, 2), u(1, -2, 2), centre + u(2, -4, 4)};
    def.edits.push_back(
        drill(from, from + Vec3{u(3, -1, 1), u(4, -1, 1), u(5, -4, 4)}, u(6, 0.1, 0.7), k + 1));
  }
  return def;
}

}  // namespace

TEST_CASE("seal: agrees with a slow flood over randomly shot worlds") {
  const std::uint64_t rounds = std::getenv("STRATEC_SOAK") ? 60 : 5;
  std::size_t breaches = 0, open = 0;
  for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
    LawBench bench(shot_at(seed), {-3, -3, 3, 3});
    for (std::size_t i = 0; i < 2; ++i) {
      SlowSeal slow(bench.world(), bench.strates()[i].window);
      const Counts up = slow.face(i, false), down = slow.face(i, true);
      const Counts want{up.breaches + down.breaches, up.open + down.open};
      const Counts got = counted(bench.run("seal", i));
      INFO("seed " << seed << " strate " << i << ": " << got.breaches << "+" << got.open
                   << " against " << want.breaches << "+" << want.open);
      CHECK(got == want);
      breaches += want.breaches, open += want.open;
    }
  }
  // A check that saw nothing is no check.
  CHECK(breaches >= rounds / 2);
  CHECK(open >= 1);
}
