// Biomes of the world function (02 §6, 10 B3): sites by climate, blended heights, parameters by
// site, fields, bounds.
#include "passes/density/biomes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/noise_bound.hpp"
#include "passes/ops/room_graph.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

Param number_of(std::string name, double v) {
  Value value;
  value.lo = value.hi = v;
  return {std::move(name), value};
}

Param pair_of(std::string name, double lo, double hi) {
  Value value;
  value.kind = Value::Kind::pair;
  value.lo = lo, value.hi = hi;
  return {std::move(name), value};
}

/// Dry, wet lowland, wet highland; small cells, so that a short way crosses many.
StrateFrame ruled(double cell = 24) {
  StrateFrame f = frame(11);
  f.climate = {100, 120};
  f.biomes.cell_m = cell;
  f.biomes.biomes = {{"dry", {0, 1}, {0, 0.45}, {}, {}},
                     {"low", {0, 0.5}, {0.45, 1}, {}, {}},
                     {"high", {0.5, 1}, {0.45, 1}, {}, {}}};
  return f;
}

StrateFrame with_sets(std::vector<std::pair<int, BiomeSet>> sets, double cell = 24) {
  StrateFrame f = ruled(cell);
  for (auto& [b, set] : sets) f.biomes.biomes[static_cast<std::size_t>(b)].set.push_back(set);
  return f;
}

Entry ground() {
  return Entry("ground", "heightfield").set("base_m", 20).set("relief_m", 14).join(Combine::union_);
}
Recipe surface() { return recipe({air(), ground()}); }

/// What the three do to the ground: other scales and warps as well, which nothing but blending
/// heights can join.
StrateFrame three_grounds() {
  return with_sets({{0, {"ground", {number_of("relief_m", 3), number_of("base_m", 14)}, {}}},
                    {2,
                     {"ground",
                      {number_of("relief_m", 34), number_of("scale_m", 90),
                       number_of("ridge_scale_m", 40), number_of("warp_m", 3)},
                      {}}}});
}

double ground_height(const Stack& stack, double x, double y) {
  static StackScratch scratch;
  return stack.ground_at(x, y, scratch);
}

double drawn(std::uint64_t salt, int n) {
  return unit(draw(3, salt, static_cast<std::uint64_t>(n)));
}

/// The definition, by brute force over 9 × 9 cells: shares of the biomes at one place.
struct Slow {
  double share[3] = {};
  int dominant = 0;
  double border = 0;
};
Slow slowly(const StrateFrame& f, double x, double y) {
  const double cell = f.biomes.cell_m, blend = kBiomeBlend * cell;
  const std::uint64_t address = string_hash("biomes");
  const Fbm wx = make_fbm(draw(f.seed, address, 3), 1 / (kBiomeWarpScale * cell), 2);
  const Fbm wy = make_fbm(draw(f.seed, address, 4), 1 / (kBiomeWarpScale * cell), 2);
  const double px = x + kBiomeWarp * cell * static_cast<double>(fbm_point(wx, x, y, 0));
  const double py = y + kBiomeWarp * cell * static_cast<double>(fbm_point(wy, x, y, 0));
  const Fbm relief = make_fbm(draw(f.seed, string_hash("climate.relief"), 0),
                              1 / f.climate.relief_scale_m, kClimateOctaves);
  const Fbm moisture = make_fbm(draw(f.seed, string_hash("climate.moisture"), 0),
                                1 / f.climate.moisture_scale_m, kClimateOctaves);
  struct Site {
    double d;
    int biome;
  };
  std::vector<Site> sites;
  const auto ci = static_cast<std::int64_t>(std::floor(px / cell));
  const auto cj = static_cast<std::int64_t>(std::floor(py / cell));
  for (std::int64_t j = cj - 4; j <= cj + 4; ++j)
    for (std::int64_t i = ci - 4; i <= ci + 4; ++i) {
      const auto place = [&](std::int64_t c, std::uint64_t salt) {
        const double u = 2 * unit(draw_at(f.seed, address, salt, i, j, 0)) - 1;
        return on_plan_grid((static_cast<double>(c) + 0.5 + 0.4 * u) * cell);
      };
      const double sx = place(i, 1), sy = place(j, 2);
      const auto climate = [&](const Fbm& n) {
        return std::clamp(static_cast<double>(fbm_point(n, sx, sy, 0)) + 0.5, 0.0, 1.0);
      };
      int b = 0;
      while (b < 2 &&
             !(f.biomes.biomes[static_cast<std::size_t>(b)].relief.contains(climate(relief)) &&
               f.biomes.biomes[static_cast<std::size_t>(b)].moisture.contains(climate(moisture))))
        ++b;
      sites.push_back({std::sqrt((px - sx) * (px - sx) + (py - sy) * (py - sy)), b});
    }
  const auto nearest = std::min_element(sites.begin(), sites.end(),
                                        [](const Site& a, const Site& b) { return a.d < b.d; });
  Slow out;
  out.dominant = nearest->biome;
  double sum = 0, facing = 0;
  for (const Site& s : sites) {
    const double part = std::max(0.0, 1 - (s.d - nearest->d) / blend), w = part * part;
    out.share[s.biome] += w;
    sum += w;
    if (s.biome != out.dominant) facing = std::max(facing, w);
  }
  for (double& w : out.share) w /= sum;
  out.border = facing / (1 + facing);
  return out;
}

}  // namespace

TEST_CASE("biomes: shares, dominant and border are the definition's, over many places") {
  const StrateFrame f = ruled();
  const Biomes biomes(f.biomes, f.seed, f.climate);
  StackScratch scratch;
  const std::uint8_t own[] = {0, 1, 2};
  int seen[3] = {}, mixed = 0;
  for (int n = 0; n < 3000; ++n) {
    const double x = 1200 * drawn(1, n) - 600, y = 1200 * drawn(2, n) - 600;
    const Slow slow = slowly(f, x, y);
    const Biomes::Place place = biomes.at(x, y);
    REQUIRE(place.dominant == slow.dominant);
    CHECK(biomes.dominant_at(x, y, scratch) == slow.dominant);
    CHECK(static_cast<double>(place.border) == Approx(slow.border).margin(1e-6));
    Block one({0, 0, 0}, 1, 1, 1);
    std::fill_n(one.x, kBlockRow, x), std::fill_n(one.y, kBlockRow, y);
    ArenaScope scope(scratch.temporary);
    const double* share[kMostBiomes + 1];
    biomes.shares(scratch, one.axes(), {own, 3}, share);
    for (int b = 0; b < 3; ++b)
      CHECK((share[b] ? share[b][0] : 0.0) == Approx(slow.share[b]).margin(1e-9));
    ++seen[slow.dominant];
    mixed += slow.border > 0.05;
  }
  for (int count : seen) CHECK(count > 100);
  CHECK(mixed > 300);
}

TEST_CASE("biomes: a block's columns are the points', border and shares to the bit") {
  const StrateFrame f = ruled();
  const Biomes biomes(f.biomes, f.seed, f.climate);
  StackScratch scratch, other;
  const std::uint8_t own[] = {0, 1, 2};
  for (Coord lo : {Coord{-300, 77, 0}, Coord{8'000'000, -640, 0}, Coord{0, 0, 0}}) {
    const Block block(lo, 35, 33, 1);
    ArenaScope scope(scratch.temporary);
    std::vector<float> border(block.floats());
    std::vector<std::uint8_t> dominant(block.floats()), neighbour(block.floats());
    const double* share[kMostBiomes + 1];
    biomes.shares(scratch, block.axes(), {own, 3}, share);
    biomes.columns(scratch, block.axes(), border.data(), dominant.data(), neighbour.data());
    for (int iy = 0; iy < block.ny; ++iy)
      for (int ix = 0; ix < block.nx; ++ix) {
        const auto i = static_cast<std::size_t>(iy * kBlockRow + ix);
        const Biomes::Place p = biomes.at(block.x[ix], block.y[iy]);
        REQUIRE(bits(p.border) == bits(border[i]));
        REQUIRE(p.dominant == dominant[i]);
        REQUIRE(p.neighbour == neighbour[i]);
        Block one({lo.x + ix, lo.y + iy, 0}, 1, 1, 1);
        ArenaScope inner(other.temporary);
        const double* alone[kMostBiomes + 1];
        biomes.shares(other, one.axes(), {own, 3}, alone);
        for (int b = 0; b < 3; ++b)
          REQUIRE((share[b] ? share[b][i] : 0.0) == (alone[b] ? alone[b][0] : 0.0));
      }
  }
}

TEST_CASE("biomes: one that changes nothing changes no bit of the ground") {
  const Stack plain = compiled(surface());
  StrateFrame f = ruled();
  f.seed = 7;
  f.climate = {};
  const Stack divided = compiled(surface(), f);
  StackScratch a, b;
  const Block block({-40, 10, 100}, 33, 33, 8);
  CHECK(samples(plain, block, {}, a) == samples(divided, block, {}, b));
}

TEST_CASE("biomes: heights are each biome's own inside, and blended by the shares") {
  const StrateFrame f = three_grounds();
  const Stack all = compiled(surface(), f);
  // The three worlds in which one biome rules alone.
  std::vector<Stack> alone;
  for (std::size_t b = 0; b < 3; ++b) {
    StrateFrame one = f;
    Recipe r = surface();
    if (const BiomeSet* set = f.biomes.biomes[b].of("ground"))
      r.stack[1] = with_set(r.stack[1], *set);
    one.biomes = {};
    alone.push_back(compiled(r, one));
  }
  int inside = 0, blended = 0;
  for (int n = 0; n < 1500; ++n) {
    const double x = 800 * drawn(4, n) - 400, y = 800 * drawn(5, n) - 400;
    const Slow slow = slowly(f, x, y);
    const double h = ground_height(all, x, y);
    double mean = 0;
    for (std::size_t b = 0; b < 3; ++b) mean += slow.share[b] * ground_height(alone[b], x, y);
    CHECK(h == Approx(mean).margin(1e-6));
    const auto ruler = static_cast<std::size_t>(slow.dominant);
    if (slow.border == 0) CHECK(h == ground_height(alone[ruler], x, y));
    inside += slow.border == 0, blended += slow.border > 0.1;
  }
  CHECK(inside > 200);
  CHECK(blended > 200);
}

TEST_CASE("biomes: the ground does not jump, across borders and at triple points neither") {
  const StrateFrame f = three_grounds();
  const Stack stack = compiled(surface(), f);
  double steepest = 0;
  int crossed = 0, triple = 0;
  for (int line = 0; line < 12; ++line) {
    const double y = line * 17.3 - 90;
    double before = ground_height(stack, -150, y);
    int ruler = slowly(f, -150, y).dominant;
    for (int n = 1; n < 2400; ++n) {
      const double x = -150 + n * 0.125, h = ground_height(stack, x, y);
      steepest = std::max(steepest, std::fabs(h - before));
      before = h;
      if (n % 4 != 0) continue;
      const Slow slow = slowly(f, x, y);
      crossed += slow.dominant != ruler;
      triple += *std::min_element(slow.share, slow.share + 3) > 0.05;
      ruler = slow.dominant;
    }
  }
  CHECK(crossed > 20);
  CHECK(triple > 20);
  CHECK(steepest < 0.8);
  CHECK(steepest > 0.1);
}

TEST_CASE("biomes: a point, a block and any split of it say the same") {
  const Stack stack =
      compiled(recipe({air(), ground(), Entry("rough", "roughness").set("amount_m", 0.3)}),
               with_sets({{0, {"ground", {number_of("relief_m", 3)}, {}}},
                          {1, {"rough", {number_of("amount_m", 0.9)}, {}}}}));
  StackScratch a, b, c;
  const Block block({-120, 64, 120}, 33, 33, 16);
  const std::vector<std::uint32_t> whole = samples(stack, block, {}, a);
  std::size_t at = 0;
  std::vector<std::uint32_t> left, right;
  for (int part = 0; part < 2; ++part)
    (part == 0 ? left : right) =
        samples(stack, Block({-120 + part * 16, 64, 120}, part == 0 ? 16 : 17, 33, 16), {}, b);
  std::size_t l = 0, r = 0;
  for (int row = 0; row < 33 * 16; ++row)
    for (int ix = 0; ix < 33; ++ix, ++at) REQUIRE(whole[at] == (ix < 16 ? left[l++] : right[r++]));
  for (int n = 0; n < 400; ++n) {
    const int ix = n % 33, iy = (n * 7) % 33, iz = (n * 5) % 16;
    const float p = stack.at({block.x[ix], block.y[iy], block.z[iz]}, {}, c);
    REQUIRE(bits(p) == whole[static_cast<std::size_t>((iz * 33 + iy) * 33 + ix)]);
  }
}

TEST_CASE("biomes: bounds enclose every sample of random boxes, little wider than of one ground") {
  const StrateFrame f = three_grounds();
  const Stack stack = compiled(surface(), f);
  // The wildest of the three alone is the yardstick.
  StrateFrame one = f;
  one.biomes = {};
  Recipe wild = surface();
  wild.stack[1] = with_set(wild.stack[1], *f.biomes.biomes[2].of("ground"));
  const Stack alone = compiled(wild, one);
  StackScratch scratch;
  const auto width_of = [&](const Stack& of, const Box3& box, int n) {
    const Interval bound = of.bound(box, {}, scratch);
    const Vec3 size = box.hi - box.lo;
    Interval seen{1e9, -1e9};
    for (int k = 0; k < 40; ++k) {
      const auto in = [&](std::uint64_t salt) { return drawn(salt, n * 40 + k) * (k > 4); };
      const Vec3 p{box.lo.x + size.x * in(10), box.lo.y + size.y * in(11),
                   box.lo.z + size.z * in(12)};
      const auto v = static_cast<double>(at(of, p));
      REQUIRE(bound.contains(v));
      seen = {std::min(seen.lo, v), std::max(seen.hi, v)};
    }
    return (bound.hi - bound.lo) - (seen.hi - seen.lo);
  };
  double slack = 0, own = 0;
  for (int n = 0; n < 500; ++n) {
    const double w = 1 + 12 * drawn(6, n) * drawn(6, n);
    const double x = 600 * drawn(7, n) - 300, y = 600 * drawn(8, n) - 300, z = 60 * drawn(9, n);
    const Box3 box{{x, y, z}, {x + w, y + w, z + 2}};
    slack += width_of(stack, box, n);
    own += width_of(alone, box, n);
  }
  INFO(slack / 500 << " m against " << own / 500);
  CHECK(slack < 1.5 * own);
}

TEST_CASE("biomes: shares change no faster than is said of a rectangle") {
  const StrateFrame f = ruled();
  const Biomes biomes(f.biomes, f.seed, f.climate);
  StackScratch scratch;
  const double value[] = {0, 1, 0.3};
  const std::uint8_t own[] = {0, 1, 2};
  double worst = 0;
  for (int n = 0; n < 400; ++n) {
    const double x = 400 * drawn(21, n) - 200, y = 400 * drawn(22, n) - 200;
    const Biomes::Range range = biomes.over({{x, y, 0}, {x + 4, y + 4, 0}}, scratch);
    double before = 0;
    float border = 0;
    for (int k = 0; k < 33; ++k) {
      Block one({0, 0, 0}, 1, 1, 1);
      const double s = k * 0.125;
      std::fill_n(one.x, kBlockRow, x + s), std::fill_n(one.y, kBlockRow, y + s);
      ArenaScope scope(scratch.temporary);
      const double* share[kMostBiomes + 1];
      const BiomeBits present = biomes.shares(scratch, one.axes(), {own, 3}, share);
      CHECK((present & ~range.share) == 0);
      const Biomes::Place p = biomes.at(x + s, y + s);
      CHECK(((range.dominant >> p.dominant) & 1) == 1);
      CHECK(range.border.contains(static_cast<double>(p.border)));
      double mean = 0;
      for (int b = 0; b < 3; ++b) mean += share[b] ? share[b][0] * value[b] : 0;
      const double step = 0.125 * std::sqrt(2.0);
      if (k > 0) {
        CHECK(std::fabs(mean - before) <= step * range.steepness + 1e-9);
        CHECK(std::fabs(static_cast<double>(p.border - border)) <=
              step * range.border_steepness + 1e-6);
        worst = std::max(worst, std::fabs(mean - before) / step);
      }
      before = mean, border = p.border;
    }
  }
  CHECK(worst > 0.05);
}

TEST_CASE("biomes: rooms take the parameters of the biome they stand in, whole") {
  const auto radius = [](double lo, double hi) {
    return BiomeSet{"rooms", {pair_of("radius_m", lo, hi)}, {}};
  };
  const StrateFrame f =
      with_sets({{0, radius(3, 3.5)}, {1, radius(8, 9)}, {2, radius(5, 5.5)}}, 64);
  const Recipe r = recipe({rock(), Entry("rooms", "rooms")
                                       .set("spacing_m", 32)
                                       .set("hub_radius_m", 6)
                                       .join(Combine::subtract)});
  const Stack stack = compiled(r, f);
  const Biomes biomes(f.biomes, f.seed, f.climate);
  // A room's own radius: how far its floor's height stays open sideways.
  int seen[3] = {};
  StackScratch scratch;
  for (int j = -6; j <= 6; ++j)
    for (int i = -6; i <= 6; ++i) {
      if (i == 0 && j == 0) continue;
      const double x = 32.0 * i, y = 32.0 * j;
      const int ruler = biomes.dominant_at(x, y, scratch);
      double deepest = -4;
      for (int k = 0; k < 4000; ++k) {
        const Vec3 p{x + 20 * drawn(31, k) - 10, y + 20 * drawn(32, k) - 10, 64 * drawn(33, k)};
        deepest = std::max(deepest, static_cast<double>(at(stack, p)));
      }
      if (deepest < 0.5) continue;  // no room
      ++seen[ruler];
      // Half-axes are 0.7 of the radius; random points find the deepest place nearly.
      const double least = ruler == 0 ? 0.8 : ruler == 1 ? 3.6 : 2;
      const double most = ruler == 0 ? 2.5 : ruler == 1 ? 6.4 : 3.9;
      CHECK(deepest > least);
      CHECK(deepest < most);
    }
  CHECK(seen[0] > 5);
  CHECK(seen[1] > 5);
}

TEST_CASE("biomes: parameters per column are blended, exactly each one's own inside") {
  const StrateFrame f = with_sets({{0, {"hall", {number_of("floor_m", 10)}, {}}},
                                   {1, {"hall", {number_of("floor_m", 20)}, {}}}});
  Entry flat = hall();
  flat.set("floor_m", 16).set("floor_relief_m", 0).set("ceiling_relief_m", 0);
  const Stack stack = compiled(recipe({rock(), flat}), f);
  int pure = 0, between = 0;
  for (int n = 0; n < 400; ++n) {
    const double x = 500 * drawn(41, n) - 250, y = 500 * drawn(42, n) - 250;
    const Slow slow = slowly(f, x, y);
    const double floor = slow.share[0] * 10 + slow.share[1] * 20 + slow.share[2] * 16;
    CHECK(at(stack, {x, y, floor + 0.5}) > 0);
    CHECK(at(stack, {x, y, floor - 0.5}) < 0);
    if (slow.border == 0) {
      const double own = slow.dominant == 0 ? 10 : slow.dominant == 1 ? 20 : 16;
      CHECK(at(stack, {x, y, own}) == 0);
      ++pure;
    }
    between += slow.border > 0.2;
  }
  CHECK(pure > 50);
  CHECK(between > 50);
}

TEST_CASE("biomes: in `where` they are in or out by who rules, `border` is a number") {
  const StrateFrame f = ruled();
  const auto ruled_by = [](std::vector<std::string> names) {
    ScopeTerm t;
    t.kind = ScopeTerm::Kind::biome;
    t.biomes = std::move(names);
    return t;
  };
  Entry dry = hall(), damp = hall(), inner = hall();
  dry.where.any = {{ruled_by({"dry"})}};
  damp.where.any = {{ruled_by({"low", "high"})}};
  inner.where.any = {{band("border", 0, 0.1)}};
  const Stack a = compiled(recipe({rock(), dry}), f), b = compiled(recipe({rock(), damp}), f);
  const Stack c = compiled(recipe({rock(), inner}), f);
  int in = 0, core = 0;
  for (int n = 0; n < 600; ++n) {
    const double x = 500 * drawn(51, n) - 250, y = 500 * drawn(52, n) - 250;
    const Slow slow = slowly(f, x, y);
    CHECK((at(a, {x, y, 27}) > 0) == (slow.dominant == 0));
    CHECK((at(b, {x, y, 27}) > 0) == (slow.dominant != 0));
    if (std::fabs(slow.border - 0.1) > 1e-5) CHECK((at(c, {x, y, 27}) > 0) == (slow.border < 0.1));
    in += slow.dominant == 0, core += slow.border < 0.1;
  }
  CHECK(in > 100);
  CHECK(core > 100);
}

TEST_CASE("biomes: what they cannot do is refused") {
  const auto code = [](BiomeSet set) {
    return compile_error(surface(), with_sets({{0, std::move(set)}}));
  };
  CHECK(code({"ground", {number_of("scale_m", 90)}, {}}).empty());
  CHECK(code({"grund", {number_of("scale_m", 90)}, {}}) == "biomes.unknown_entry");
  const Recipe rooms = recipe({rock(), Entry("rooms", "rooms").join(Combine::subtract)});
  CHECK(compile_error(rooms, with_sets({{0, {"rooms", {number_of("spacing_m", 40)}, {}}}})) ==
        "biomes.not_drivable");
  CHECK(compile_error(rooms, with_sets({{0, {"rooms", {pair_of("radius_m", 5, 31)}, {}}}})) ==
        "coupled.room_radius");
  Entry in_biome = hall();
  ScopeTerm t;
  t.kind = ScopeTerm::Kind::biome;
  t.biomes = {"dusk"};
  in_biome.where.any = {{t}};
  CHECK(compile_error(recipe({rock(), in_biome}), ruled()) == "field.unknown");
  in_biome.where.any = {{band("border", 0, 0.1)}};
  CHECK(compile_error(recipe({rock(), in_biome})) == "field.no_biomes");
  StrateFrame many = ruled();
  many.biomes.biomes.resize(17);
  CHECK(compile_error(surface(), many) == "biomes.too_many");
}

TEST_CASE("biomes: asking them again takes no memory") {
  const Stack stack = compiled(surface(), three_grounds());
  StackScratch scratch;
  const auto run = [&](std::int64_t x) {
    const Block block({x, 0, 100}, 33, 33, 8);
    Values values(block.floats());
    stack.eval(block.axes(), nullptr, {}, scratch, values.data());
    static_cast<void>(stack.bound(block.axes().box(), {}, scratch));
  };
  for (int n = 0; n < 40; ++n) run(32 * n);
  const std::size_t temporary = scratch.temporary.held(), kept = scratch.kept.held();
  for (int n = 40; n < 120; ++n) run(32 * n);
  CHECK(scratch.temporary.held() == temporary);
  CHECK(scratch.kept.held() == kept);
}
