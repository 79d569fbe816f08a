// Modifiers of sites: what their headers say, at the sites themselves.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "compiler/hash.hpp"
#include "passes/ops/site_survey.hpp"
#include "tests/ops/support/scene.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

/// A hall with an even floor at 16 and ceiling at 38.
std::vector<Entry> even_hall() {
  return {rock(), hall().set("floor_relief_m", 0).set("ceiling_relief_m", 0).set("ceiling_m", 38)};
}

Stack with(std::vector<Entry> list, Entry entry) {
  list.push_back(std::move(entry));
  return compiled(recipe(std::move(list)));
}

/// The first spot of a cell's site in a place where everything fits.
Vec3 first_spot(std::string_view id, double spacing, std::int64_t i, std::int64_t j,
                double jitter = kSiteJitter) {
  const auto at = [&](std::int64_t cell, std::uint64_t salt) {
    const double u = 2 * unit(draw_at(7, string_hash(id), salt, i, j, 1)) - 1;
    return on_plan_grid((static_cast<double>(cell) + jitter * u) * spacing);
  };
  return {at(i, 2), at(j, 3), 0};
}

double pick(std::string_view id, std::uint64_t salt, std::int64_t i, std::int64_t j) {
  return unit(draw_at(7, string_hash(id), kFirstSiteSalt + salt, i, j, 0));
}

double between(double lo, double hi, double u) { return lo + u * (hi - lo); }

void for_cells(const std::function<void(std::int64_t, std::int64_t)>& visit) {
  for (std::int64_t j = -2; j <= 2; ++j)
    for (std::int64_t i = -2; i <= 2; ++i) visit(i, j);
}

/// Along the vertical the height where the density passes 0 between two heights of known sides.
double crossing(const Stack& stack, Vec3 p, double below, double above) {
  const bool air_below = at(stack, {p.x, p.y, below}) >= 0;
  for (int i = 0; i < 30; ++i) {
    const double middle = (below + above) / 2;
    ((at(stack, {p.x, p.y, middle}) >= 0) == air_below ? below : above) = middle;
  }
  return (below + above) / 2;
}

}  // namespace

TEST_CASE("pit: as deep as drawn under the floor, air from its bottom to the floor") {
  const Stack stack = with(even_hall(), Entry("pit", "pit"));
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("pit", 40, i, j);
    const double depth = between(3, 8, pick("pit", 1, i, j));
    CHECK(crossing(stack, p, 5, 16.5) == Approx(16 - depth).margin(0.5));
    for (double z = 16.3 - depth + 0.5; z < 17; z += 0.4) CHECK(at(stack, {p.x, p.y, z}) > 0);
  });
}

TEST_CASE("pit: 4 m beside its mouth nothing changes, to the bit") {
  const Stack plain = compiled(recipe(even_hall())), pits = with(even_hall(), Entry("pit", "pit"));
  int changed = 0;
  for (int n = 0; n < 4000; ++n) {
    const Vec3 q{(n % 97) * 1.7 - 80, (n * 7 % 89) * 1.9 - 80, 8 + (n % 13) * 1.1};
    double nearest = 1e9;
    for_cells([&](std::int64_t i, std::int64_t j) {
      const Vec3 p = first_spot("pit", 40, i, j);
      nearest = std::min(nearest, std::hypot(p.x - q.x, p.y - q.y));
    });
    changed += bits(at(plain, q)) != bits(at(pits, q));
    if (nearest > 4 * 1.25 + 4 + 1) CHECK(bits(at(plain, q)) == bits(at(pits, q)));
  }
  CHECK(changed > 50);
}

TEST_CASE("chimney: air from the ceiling up through most of its rise") {
  const Stack stack = with(even_hall(), Entry("chimney", "chimney"));
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("chimney", 40, i, j);
    CHECK(at(stack, {p.x, p.y, 38.3}) > 0);
    const double rise = between(6, 14, pick("chimney", 1, i, j));
    double highest = 38;
    for (double z = 38; z < 38 + rise + 1; z += 0.5)
      for (double dx = -3; dx <= 3; dx += 0.5)
        for (double dy = -3; dy <= 3; dy += 0.5)
          if (at(stack, {p.x + dx, p.y + dy, z}) > 0) highest = z;
    CHECK(highest == Approx(38 + rise).margin(1));
  });
}

TEST_CASE("dome: its crown stands `rise` above the ceiling, the floor keeps its height") {
  const Stack stack = with(even_hall(), Entry("dome", "dome"));
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("dome", 36, i, j);
    const double rise = between(2, 5, pick("dome", 1, i, j));
    CHECK(crossing(stack, p, 37, 50) == Approx(38 + rise).margin(0.3));
    CHECK(crossing(stack, p, 12, 20) == Approx(16).margin(0.01));
  });
}

TEST_CASE("arch: rock overhead with a clear way under it, on feet wider than its crown") {
  const Stack stack = with(even_hall(), Entry("arch", "arch"));
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("arch", 64, i, j);
    const double span = between(6, 12, pick("arch", 0, i, j));
    const double crown = 1.25 * between(0.75, 1.25, pick("arch", 6, i, j));
    const double rise = span * between(0.5, 0.8, pick("arch", 2, i, j)) + crown;
    // How much rock there is at a height; an arch leans and bows by 5 m at most.
    const auto area = [&](double z) {
      int n = 0;
      for (double dx = -14; dx <= 14; dx += 0.5)
        for (double dy = -14; dy <= 14; dy += 0.5) n += at(stack, {p.x + dx, p.y + dy, z}) < 0;
      return n * 0.25;
    };
    CHECK(area(16 + rise) > 2);
    CHECK(area(16 + rise + crown + 1.2) == 0);
    CHECK(area(16.6) > 2 * 3.1 * 1.3 * crown * 1.3 * crown);
    CHECK(area(16.6) > area(16 + 0.5 * rise) * 1.1);
    for (double d = -0.5; d <= 0.5; d += 0.25)
      for (double z : {16.5, 17.2, 17.8}) CHECK(at(stack, {p.x + d, p.y - d, z}) > 0);
  });
}

TEST_CASE("dome, pit: pillars keep their tops and their feet") {
  std::vector<Entry> list = even_hall();
  list.push_back(Entry("pillars", "columns").set("spacing_m", 12).join(Combine::union_));
  const Stack plain = compiled(recipe(list));
  const Stack domes = with(list, Entry("dome", "dome").set("spacing_m", 20));
  const Stack pits = with(list, Entry("pit", "pit").set("spacing_m", 20));
  const auto inside = [](const Stack& stack, double x, double y, double z) {
    return at(stack, {x, y, z}) < -0.75f;  // not of what merely meets a rim
  };
  int pillars = 0, carved = 0;
  for (double x = -60; x <= 60; x += 1.5)
    for (double y = -60; y <= 60; y += 1.5) {
      carved += at(domes, {x, y, 39}) > 0;
      carved += at(pits, {x, y, 15}) > 0;
      if (!inside(plain, x, y, 27)) continue;
      ++pillars;
      for (double z : {30.0, 33.0, 36.0}) CHECK(at(domes, {x, y, z}) < 0);
      for (double z : {15.0, 18.0, 21.0}) CHECK(at(pits, {x, y, z}) < 0);
    }
  CHECK(pillars > 100);
  CHECK(carved > 100);
}

TEST_CASE("pinch: d − a within reach of a site, the surface's own bits beyond") {
  const std::vector<Entry> low = scene_under("pinch");
  const Stack plain = compiled(recipe(low)), stack = with(low, Entry("pinch", "pinch"));
  int moved = 0, still = 0;
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("pinch", 30, i, j, 0.5 - 4.0 / 30);
    for (double z = 14; z < 23; z += 0.25) {
      const float before = at(plain, {p.x, p.y, z}), after = at(stack, {p.x, p.y, z});
      CHECK(after <= before);
      CHECK(after >= before - 0.801f);
      moved += after < before;
      const Vec3 beyond{p.x + 4.1, p.y, z};
      const Vec3 next = first_spot("pinch", 30, i + 1, j, 0.5 - 4.0 / 30);
      if (std::hypot(next.x - beyond.x, next.y - beyond.y) < 4.1) continue;
      still += bits(at(plain, beyond)) == bits(at(stack, beyond));
      CHECK(bits(at(plain, beyond)) == bits(at(stack, beyond)));
    }
  });
  CHECK(moved > 100);
  CHECK(still > 500);
}

TEST_CASE("chasms: as deep as drawn, as wide as drawn at the floor, nothing below the band") {
  const Stack stack = with(even_hall(), Entry("chasms", "chasms").set("depth_m", 4, 9));
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("chasms", 96, i, j);
    const double depth = between(4, 9, pick("chasms", 2, i, j));
    const double width = between(3, 7, pick("chasms", 0, i, j));
    double deepest = 16;
    int wide = 0;
    for (double dx = -4; dx <= 4; dx += 0.5)
      for (double dy = -4; dy <= 4; dy += 0.5) {
        for (double z = 3; z < 16; z += 0.25)
          if (at(stack, {p.x + dx, p.y + dy, z}) > 0) {
            deepest = std::min(deepest, z);
            break;
          }
        wide += at(stack, {p.x + dx, p.y + dy, 15.5}) > 0;
      }
    CHECK(deepest == Approx(16 - 0.94 * depth).margin(0.8 + 0.06 * depth));
    CHECK(wide * 0.25 > 0.6 * std::min(width, 8.0) * 8);
    CHECK(at(stack, {p.x, p.y, 2.1}) < 0);
  });
}

TEST_CASE("ridges: a blade from the floor up, at most 0.8 of the way to the ceiling") {
  const Stack stack = with(even_hall(), Entry("ridges", "ridges").set("height_m", 10, 40));
  for_cells([&](std::int64_t i, std::int64_t j) {
    const Vec3 p = first_spot("ridges", 80, i, j);
    const double height = std::min(between(10, 40, pick("ridges", 2, i, j)), 0.8 * 22);
    double highest = 16;
    for (double dx = -3; dx <= 3; dx += 0.5)
      for (double dy = -3; dy <= 3; dy += 0.5)
        for (double z = 37.5; z > 16; z -= 0.25)
          if (at(stack, {p.x + dx, p.y + dy, z}) < 0) {
            highest = std::max(highest, z);
            break;
          }
    CHECK(highest < 16 + height + 1.2);
    CHECK(highest > 16 + 0.7 * height - 1.2);
  });
}

namespace {

/// Chasms in an even hall, and bridges over them.
std::vector<Entry> cracked_hall() {
  std::vector<Entry> list = even_hall();
  list.push_back(
      Entry("rift", "chasms").set("spacing_m", 40).set("length_m", 24, 36).set("depth_m", 8, 10));
  return list;
}
Entry many_bridges() { return Entry("bridges", "bridges").set("spacing_m", 24); }

/// A square map of places, each 0.5 m wide, around the spine.
struct WalkMap {
  static constexpr int kSide = 192;
  static Vec3 place(int n) {
    return {(n % kSide - kSide / 2) * 0.5, (n / kSide - kSide / 2) * 0.5, 0};
  }
  std::vector<char> deck = std::vector<char>(kSide * kSide);         ///< rock over what was air
  std::vector<double> top = std::vector<double>(kSide * kSide, -1);  ///< of decks and floors
};

/// Where decks lie at the floor's height, and how high one walks.
WalkMap map_of(const Stack& open, const Stack& bridged) {
  WalkMap map;
  for (int n = 0; n < WalkMap::kSide * WalkMap::kSide; ++n) {
    const Vec3 p = WalkMap::place(n);
    if (at(bridged, {p.x, p.y, 15.2}) >= 0 || at(bridged, {p.x, p.y, 17.2}) < 0) continue;
    map.deck[n] = at(open, {p.x, p.y, 15.2}) >= 0;
    map.top[n] = crossing(bridged, p, 15.2, 17.2);
  }
  return map;
}

/// The places of one deck, taken off the map.
std::vector<int> take_deck(WalkMap& map, int first) {
  std::vector<int> out{first};
  map.deck[first] = 0;
  for (std::size_t k = 0; k < out.size(); ++k)
    for (int step : {-1, 1, -WalkMap::kSide, WalkMap::kSide}) {
      const int next = out[k] + step;
      if (next < 0 || next >= WalkMap::kSide * WalkMap::kSide || !map.deck[next]) continue;
      map.deck[next] = 0;
      out.push_back(next);
    }
  return out;
}

Vec3 middle_of(const std::vector<int>& places) {
  Vec3 sum;
  for (int n : places) sum = sum + WalkMap::place(n);
  return sum * (1.0 / static_cast<double>(places.size()));
}

}  // namespace

TEST_CASE("bridges: over chasms one walks from edge to edge without a step, with headroom") {
  const Stack open = compiled(recipe(cracked_hall()));
  const Stack stack = with(cracked_hall(), many_bridges());
  WalkMap map = map_of(open, stack);
  int decks = 0;
  for (int n = 0; n < WalkMap::kSide * WalkMap::kSide; ++n) {
    if (!map.deck[n]) continue;
    const std::vector<int> deck = take_deck(map, n);
    const Vec3 middle = middle_of(deck);
    const double out = std::max(std::fabs(middle.x), std::fabs(middle.y));
    if (deck.size() < 12 || out > 36) continue;  // a corner of one, or cut by the map
    ++decks;
    // Where one comes ashore that walks from its middle, at most 30° steep.
    std::vector<Vec3> ashore;
    std::vector<int> walked{*std::min_element(deck.begin(), deck.end(), [&](int p, int q) {
      return length(WalkMap::place(p) - middle) < length(WalkMap::place(q) - middle);
    })};
    for (std::size_t k = 0; k < walked.size(); ++k)
      for (int step : {-1, 1, -WalkMap::kSide, WalkMap::kSide}) {
        const int q = walked[k] + step;
        if (map.top[q] < 0 || std::fabs(map.top[q] - map.top[walked[k]]) > 0.3) continue;
        if (at(open, WalkMap::place(q) + Vec3{0, 0, 15.2}) < 0)
          ashore.push_back(WalkMap::place(q) - middle);
        else if (std::find(walked.begin(), walked.end(), q) == walked.end())
          walked.push_back(q);
      }
    bool both_ends = false;
    for (Vec3 a : ashore)
      for (Vec3 b : ashore) both_ends = both_ends || dot(a, b) < -0.7 * length(a) * length(b);
    INFO("deck at " << middle.x << ", " << middle.y);
    CHECK(both_ends);
    // The narrowest line through its middle on which one stands.
    double narrowest = 100;
    for (int turn = 0; turn < 16; ++turn) {
      const double c = std::cos(turn * 0.19635), s = std::sin(turn * 0.19635);
      double width = 0;
      for (int way : {-1, 1})
        for (double d = 0.05; d < 6; d += 0.05) {
          const Vec3 q{middle.x + way * d * c, middle.y + way * d * s, 0};
          if (at(stack, {q.x, q.y, 15.2}) >= 0) break;
          width += 0.05;
        }
      narrowest = std::min(narrowest, width);
    }
    CHECK(narrowest > 1.5);
  }
  CHECK(decks >= 2);
}

TEST_CASE("bridges: none where nothing faces each other, none that sites drop") {
  const auto changed = [](const std::vector<Entry>& list, const Entry& bridges) {
    const Stack plain = compiled(recipe(list)), stack = with(list, bridges);
    int n = 0;
    for (double z = 8; z < 40; z += 1.5)
      for (double x = -30; x <= 30; x += 1.5)
        for (double y = -30; y <= 30; y += 1.5)
          n += bits(at(plain, {x, y, z})) != bits(at(stack, {x, y, z}));
    return n;
  };
  const std::vector<Entry> well{rock(), Entry("well", "capsule")
                                            .point("at_m", {0, 0, 12})
                                            .point("to_m", {0, 0, 52})
                                            .set("radius_m", 4)
                                            .join(Combine::subtract)};
  CHECK(changed(well, many_bridges()) == 0);
  CHECK(changed(even_hall(), many_bridges()) == 0);
  CHECK(changed(cracked_hall(), many_bridges()) > 10);
  Entry none = many_bridges();
  none.sites.any = {{band("spine_m", 500, std::nullopt)}};
  CHECK(changed(cracked_hall(), none) == 0);
}

TEST_CASE("sites: the order in which places are asked for, and by whom, changes no bit") {
  const std::vector<Entry> list = cracked_hall();
  const Stack one = with(list, many_bridges()), other = with(list, many_bridges());
  StackScratch first, second;
  std::vector<std::uint32_t> forth, back;
  for (int n = 0; n < 1500; ++n)
    forth.push_back(bits(one.at({n * 0.37 - 250, n * 0.11 - 60, 12.0 + n % 7}, {}, first)));
  for (int n = 1500; n-- > 0;)
    back.push_back(
        bits(other.at({n * 0.37 - 250, n * 0.11 - 60, 12.0 + n % 7}, {}, n % 3 ? first : second)));
  std::reverse(back.begin(), back.end());
  CHECK(forth == back);
}

TEST_CASE("sites: workers that come to the same sites at once see the same") {
  const Stack one = with(cracked_hall(), many_bridges()),
              shared = with(cracked_hall(), many_bridges());
  const auto walk = [](const Stack& stack) {
    StackScratch scratch;
    std::vector<std::uint32_t> out;
    for (int n = 0; n < 400; ++n)
      out.push_back(bits(stack.at({n * 0.91 - 180, n * 0.23 - 50, 12.0 + n % 7}, {}, scratch)));
    return out;
  };
  std::vector<std::vector<std::uint32_t>> seen(4);
  std::vector<std::thread> workers;
  for (auto& out : seen) workers.emplace_back([&] { out = walk(shared); });
  for (std::thread& w : workers) w.join();
  const auto expected = walk(one);
  for (const auto& out : seen) CHECK(out == expected);
}

TEST_CASE("sites: what sites drops is gone whole, what it keeps is the same to the bit") {
  for (const char* op : {"pit", "arch", "chasms", "ridges", "dome", "chimney"}) {
    INFO(op);
    const Stack all = with(scene_under(op), Entry("it", op));
    Entry some("it", op);
    some.sites.any = {{band("x_m", 0, std::nullopt)}};
    const Stack east = with(scene_under(op), some);
    const Stack none = compiled(recipe(scene_under(op)));
    int kept = 0, dropped = 0, others = 0;
    for (int n = 0; n < 6000; ++n) {
      const Vec3 p{(n % 101) * 2.3 - 115, (n * 13 % 103) * 2.1 - 110, 6.0 + n % 37};
      const auto a = bits(at(all, p)), b = bits(at(east, p)), c = bits(at(none, p));
      kept += a != c && a == b;
      dropped += a != c && b == c;
      others += b != a && b != c;
    }
    CHECK(kept > 0);
    CHECK(dropped > 0);
    CHECK(others <= kept / 4);  // where a dropped site met a kept one
  }
}

TEST_CASE("sites: where cuts a modifier of sites, except takes away, mask weakens") {
  Entry cut("it", "chasms");
  cut.where.any = {{band("height_m", std::nullopt, 12)}};
  const Stack none = compiled(recipe(even_hall()));
  const Stack low = with(even_hall(), cut);
  const Stack all = with(even_hall(), Entry("it", "chasms"));
  Entry weak("it", "chasms");
  weak.mask.kind = Mask::Kind::number;
  weak.mask.number = 0;
  const Stack masked = with(even_hall(), weak);
  int cut_away = 0;
  for (int n = 0; n < 3000; ++n) {
    const Vec3 p{(n % 101) * 1.3 - 65, (n * 13 % 103) * 1.1 - 55, 7.0 + (n % 9)};
    CHECK(bits(at(masked, p)) == bits(at(none, p)));
    if (p.z <= 12) {
      CHECK(bits(at(low, p)) == bits(at(all, p)));
    } else {
      CHECK(bits(at(low, p)) == bits(at(none, p)));
      cut_away += bits(at(all, p)) != bits(at(none, p));
    }
  }
  CHECK(cut_away > 10);
}

TEST_CASE("sites: coupled values that contradict are errors") {
  const auto code = [](Entry e) {
    std::vector<Entry> list = even_hall();
    list.push_back(std::move(e));
    return compile_error(recipe(std::move(list)));
  };
  CHECK(code(Entry("p", "pit").set("radius_m", 2, 5).set("spacing_m", 10)) == "coupled.pit_radius");
  CHECK(code(Entry("c", "chimney").set("radius_m", 6).set("spacing_m", 12)) ==
        "coupled.chimney_radius");
  CHECK(code(Entry("d", "dome").set("radius_m", 18)) == "coupled.dome_radius");
  CHECK(code(Entry("a", "arch").set("span_m", 32)) == "coupled.arch_span");
  CHECK(code(Entry("n", "pinch").set("reach_m", 15)) == "coupled.pinch_reach");
  CHECK(code(Entry("c", "chasms").set("width_m", 8).set("length_m", 8)) == "coupled.chasms_width");
  CHECK(code(Entry("b", "bridges").set("width_m", 4).set("length_m", 4)) ==
        "coupled.bridges_width");
  CHECK(code(Entry("r", "ridges").set("width_m", 16).set("length_m", 9, 20)) ==
        "coupled.ridges_width");
  CHECK(code(Entry("p", "pit").set("radius_m", 2, 4.9).set("spacing_m", 10)).empty());
}

TEST_CASE("sites: a modifier that merges shapes needs room under the cap as a blend does") {
  std::vector<Entry> list = even_hall();
  list.push_back(Entry("p", "pit"));
  list.push_back(Entry("skin", "roughness").set("amount_m", 2));
  CHECK(compile_error(recipe(list)).empty());
  list.back().set("amount_m", 2);
  list.push_back(Entry("more", "roughness").set("amount_m", 0.6).set("octaves", 3));
  CHECK(compile_error(recipe(list)) == "stack.reach");
}
