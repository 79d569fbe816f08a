// The jittered Voronoi diagram under biomes and regions (02 §6, 10 B3).
#include "passes/density/voronoi.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "compiler/hash.hpp"

using namespace strate;

namespace {

using Id = std::pair<std::int64_t, std::int64_t>;  // (j, i): their order

std::uint64_t bits(double v) {
  std::uint64_t b;
  std::memcpy(&b, &v, sizeof b);
  return b;
}

std::uint8_t class_of(const VoronoiSite& s) {
  return static_cast<std::uint8_t>(draw_at(9, 9, 9, s.i, s.j, 0) % 3);
}

std::vector<std::uint8_t> classes_of(std::span<const VoronoiSite> sites) {
  std::vector<std::uint8_t> out;
  for (const VoronoiSite& s : sites) out.push_back(class_of(s));
  return out;
}

Voronoi plain() { return Voronoi(77, string_hash("cells"), 40, 12); }
Voronoi bent() { return Voronoi(77, string_hash("cells"), 40, 12, VoronoiWarp{9, 30}); }

/// One answer with sites by name.
struct Answer {
  std::map<Id, double> shares;
  Id dominant, neighbour;
  double border = 0;
};

template <class Sites>
Answer named(const Sites& sites, const VoronoiColumn& c) {
  Answer out;
  const auto id = [&](int s) {
    const VoronoiSite& site = sites[static_cast<std::size_t>(s)];
    return Id{site.j, site.i};
  };
  for (int n = 0; n < c.count; ++n) out.shares[id(c.site[n])] = c.share[n];
  out.dominant = id(c.dominant), out.neighbour = id(c.neighbour), out.border = c.border;
  return out;
}

bool same_bits(const Answer& a, const Answer& b) {
  const auto equal = [](const auto& p, const auto& q) {
    return p.first == q.first && bits(p.second) == bits(q.second);
  };
  return a.shares.size() == b.shares.size() &&
         std::equal(a.shares.begin(), a.shares.end(), b.shares.begin(), equal) &&
         a.dominant == b.dominant && a.neighbour == b.neighbour && bits(a.border) == bits(b.border);
}

Answer at_point(const Voronoi& v, double x, double y, bool with_classes = true) {
  const Voronoi::Point p = v.point(x, y);
  VoronoiColumn c;
  const std::vector<std::uint8_t> classes = classes_of(p.sites);
  p.at(with_classes ? classes.data() : nullptr, c);
  return named(p.sites, c);
}

/// The definition, over 9 × 9 cells around the warped point.
Answer slowly(const Voronoi& v, double x, double y, bool with_classes) {
  const Voronoi::Point p = v.point(x, y);
  const auto ci = static_cast<std::int64_t>(std::floor(p.x / v.cell()));
  const auto cj = static_cast<std::int64_t>(std::floor(p.y / v.cell()));
  std::map<Id, double> distance;
  for (std::int64_t j = cj - 4; j <= cj + 4; ++j)
    for (std::int64_t i = ci - 4; i <= ci + 4; ++i) {
      const VoronoiSite s = v.site(i, j);
      distance[{j, i}] = std::sqrt((p.x - s.x) * (p.x - s.x) + (p.y - s.y) * (p.y - s.y));
    }
  Answer out;
  double least = 1e300, facing = 1e300, sum = 0;
  for (const auto& [id, d] : distance)
    if (d < least) least = d, out.dominant = id;
  const auto part = [&](double d) { return 1 - (d - least) / v.blend(); };
  for (const auto& [id, d] : distance)
    if (d - least < v.blend()) sum = sum + part(d) * part(d);
  out.neighbour = out.dominant;
  for (const auto& [id, d] : distance) {
    if (d - least >= v.blend()) continue;
    out.shares[id] = part(d) * part(d) / sum;
    const auto kind = [&](Id s) { return class_of({s.second, s.first, 0, 0}); };
    const bool other = with_classes ? kind(id) != kind(out.dominant) : id != out.dominant;
    if (other && d < facing) facing = d, out.neighbour = id;
  }
  if (facing < 1e300) out.border = part(facing) * part(facing) / (1 + part(facing) * part(facing));
  return out;
}

/// Ascending positions of a block: first, first + step, …
struct BlockAxes {
  double x[kBlockRow], y[kBlockRow], z[kBlockRow];
  Axes axes;
  BlockAxes(double x0, double y0, double step, int nx, int ny) {
    for (int i = 0; i < kBlockRow; ++i) {
      x[i] = x0 + step * std::min(i, nx - 1);
      y[i] = y0 + step * std::min(i, ny - 1);
      z[i] = 0;
    }
    axes = {x, y, z, nx, ny, 1};
  }
};

}  // namespace

TEST_CASE("voronoi: a site stands in the middle parts of its own cell, on the plan grid") {
  const Voronoi v = plain();
  double left = 1, right = 0;
  for (std::int64_t i = -40; i < 40; ++i)
    for (std::int64_t j = -5; j < 5; ++j) {
      const VoronoiSite s = v.site(i, j);
      const double u = s.x / 40 - static_cast<double>(i), w = s.y / 40 - static_cast<double>(j);
      CHECK(std::fabs(u - 0.5) <= 0.401);
      CHECK(std::fabs(w - 0.5) <= 0.401);
      CHECK(s.x * 64 == std::floor(s.x * 64));
      left = std::min(left, u), right = std::max(right, w);
    }
  CHECK(left < 0.15);
  CHECK(right > 0.85);
}

TEST_CASE("voronoi: a point says what the definition says, to the bit") {
  for (const Voronoi& v : {plain(), bent()})
    for (bool classes : {false, true})
      for (int n = 0; n < 4000; ++n) {
        const double x = 2000 * unit(draw(1, 2, static_cast<std::uint64_t>(n))) - 1000;
        const double y = 2000 * unit(draw(1, 3, static_cast<std::uint64_t>(n))) - 1000;
        REQUIRE(same_bits(at_point(v, x, y, classes), slowly(v, x, y, classes)));
      }
}

TEST_CASE("voronoi: a block says what its points say, however its columns stand") {
  NoiseScratch noise;
  Arena arena;
  struct Case {
    double x, y, step;
    int nx, ny;
  };
  const Case cases[] = {{-3.5, 17.25, 0.125, 35, 35},
                        {1e6, -4e6, 0.125, 35, 33},
                        {-80, -80, 4, 40, 40},
                        {12, 12, 1, 1, 1},
                        {-2e5, 3e5, 977, 40, 7}};
  for (const Voronoi& v : {plain(), bent()})
    for (const Case& c : cases) {
      ArenaScope scope(arena);
      const BlockAxes block(c.x, c.y, c.step, c.nx, c.ny);
      const Voronoi::Columns columns = v.columns(block.axes, noise, arena);
      const std::vector<std::uint8_t> classes = classes_of(columns.sites());
      for (int iy = 0; iy < c.ny; ++iy)
        for (int ix = 0; ix < c.nx; ++ix) {
          VoronoiColumn column;
          columns.at(ix, iy, classes.data(), column);
          REQUIRE(same_bits(named(columns.sites(), column), at_point(v, block.x[ix], block.y[iy])));
        }
    }
}

TEST_CASE("voronoi: shares are whole, compact, and exactly 1 inside") {
  const Voronoi v = bent();
  int alone = 0, three = 0;
  for (int n = 0; n < 4000; ++n) {
    const Answer a = at_point(v, n * 1.7 - 3000, n * -0.9 + 500);
    double sum = 0;
    for (const auto& [id, share] : a.shares) {
      CHECK(share > 0);
      CHECK(share <= a.shares.at(a.dominant));
      sum += share;
    }
    CHECK(sum == Approx(1).margin(1e-12));
    CHECK(a.border >= 0);
    CHECK(a.border <= 0.5);
    alone += a.shares.size() == 1, three += a.shares.size() > 2;
    if (a.shares.size() != 1) continue;
    CHECK(bits(a.shares.begin()->second) == bits(1.0));
    CHECK(bits(a.border) == 0);
    CHECK(a.neighbour == a.dominant);
  }
  CHECK(alone > 400);
  CHECK(three > 100);
}

TEST_CASE("voronoi: nothing jumps, at borders and triple points neither") {
  const Voronoi v = bent();
  // A value of every site; what is blended may not change faster than its proven steepness.
  const auto value = [](Id id) { return unit(draw_at(4, 4, 4, id.second, id.first, 0)); };
  Arena arena;
  double steepest = 0;
  for (int line = 0; line < 24; ++line) {
    double before = -1, border_before = 0;
    for (int n = 0; n < 1600; ++n) {
      const double x = n * 0.125, y = line * 7.3;
      const Answer a = at_point(v, x, y);
      double mean = 0;
      for (const auto& [id, share] : a.shares) mean += share * value(id);
      if (before >= 0) {
        ArenaScope scope(arena);
        const Box3 box{{x - 0.125, y, 0}, {x, y, 0}};
        const double most = v.steepness(v.range(box, arena), v.stretch_over(box));
        CHECK(std::fabs(mean - before) <= 0.125 * most + 1e-12);
        CHECK(std::fabs(a.border - border_before) <= 0.125 * 2 * v.stretch_over(box) / 12 + 1e-12);
        steepest = std::max(steepest, std::fabs(mean - before));
      }
      before = mean, border_before = a.border;
    }
  }
  CHECK(steepest > 0.004);
}

TEST_CASE("voronoi: the border weight comes to a half where the ruler changes, and nowhere else") {
  const Voronoi v = bent();
  int changes = 0;
  for (int line = 0; line < 10; ++line) {
    Answer before = at_point(v, 0, line * 13.7);
    for (int n = 1; n < 4000; ++n) {
      const Answer now = at_point(v, n * 0.05, line * 13.7);
      const auto kind = [](Id id) { return class_of({id.second, id.first, 0, 0}); };
      const bool changed = kind(now.dominant) != kind(before.dominant);
      if (changed) {
        CHECK(now.border > 0.47);
        CHECK(before.border > 0.47);
        CHECK(kind(now.neighbour) == kind(before.dominant));
      } else if (now.border > 0.4999) {
        CHECK(before.border > 0.45);
      }
      changes += changed;
      before = now;
    }
  }
  CHECK(changes > 15);
}

TEST_CASE(
    "voronoi: a rectangle names every site with a share in it, its border weights, and few more") {
  Arena arena;
  double named_sites = 0, seen_sites = 0;
  std::size_t outside = 0, tight = 0;
  for (const Voronoi& v : {plain(), bent()})
    for (int n = 0; n < 400; ++n) {
      ArenaScope scope(arena);
      const auto drawn = [&](std::uint64_t salt) {
        return unit(draw(5, salt, static_cast<std::uint64_t>(n)));
      };
      const double w = n % 4 == 0 ? 0 : 0.5 + 30 * drawn(3) * drawn(3);
      const double x = 900 * drawn(1) - 400, y = 900 * drawn(2) - 400;
      const Box3 box{{x, y, 0}, {x + w, y + 0.7 * w, 0}};
      const Voronoi::Range range = v.range(box, arena);
      REQUIRE(range.known);
      CHECK(std::is_sorted(range.sites.begin(), range.sites.end(), [](auto& a, auto& b) {
        return Id{a.j, a.i} < Id{b.j, b.i};
      }));
      const std::vector<std::uint8_t> classes = classes_of(range.sites);
      const Interval border = v.border_over(range, classes.data());
      std::map<std::uint8_t, Interval> shares;
      for (const std::uint8_t c : classes) shares[c] = v.share_over(range, classes.data(), c);
      std::map<Id, double> seen;
      for (int k = 0; k < 60; ++k) {
        const double px = x + w * unit(draw(6, 1, static_cast<std::uint64_t>(k))) * (k > 3);
        const double py = y + 0.7 * w * unit(draw(6, 2, static_cast<std::uint64_t>(k))) * (k > 1);
        const Answer a = at_point(v, px, py);
        CHECK(border.contains(a.border));
        for (const auto& [of, over] : shares) {
          double share = 0;
          for (std::size_t s = 0; s < classes.size(); ++s)
            if (const auto found = a.shares.find({range.sites[s].j, range.sites[s].i});
                classes[s] == of && found != a.shares.end())
              share += found->second;
          outside += share < over.lo || share > over.hi + 1e-12;  // sums are rounded
          tight += over.hi - over.lo < 0.999;
        }
        seen.insert(a.shares.begin(), a.shares.end());
      }
      for (const auto& one : seen)
        CHECK(std::any_of(range.sites.begin(), range.sites.end(), [&](auto& s) {
          return Id{s.j, s.i} == one.first;
        }));
      named_sites += static_cast<double>(range.sites.size());
      seen_sites += static_cast<double>(seen.size());
    }
  CHECK(named_sites < 1.5 * seen_sites);
  CHECK(outside == 0);
  CHECK(tight > 1000);
}

TEST_CASE("voronoi: over more cells than can be looked at nothing is claimed") {
  Arena arena;
  const Voronoi v = bent();
  const Voronoi::Range range = v.range({{-1e6, -1e6, 0}, {1e6, 1e6, 0}}, arena);
  CHECK_FALSE(range.known);
  CHECK(v.border_over(range, nullptr) == Interval{0, 0.5});
}

TEST_CASE("voronoi: golden sites and shares") {
  const VoronoiSite s = plain().site(-3, 7);
  CHECK(s.x == -101.171875);
  CHECK(s.y == 305.125);
  const Answer a = at_point(bent(), 137.25, -41.5);
  std::uint64_t all = 0;
  for (const auto& [id, share] : a.shares) all = mix64(all + bits(share));
  CHECK(all == 0x7e9a56407e962a3full);
  CHECK(bits(a.border) == 0x3fb3cd064edfa960ull);
}
