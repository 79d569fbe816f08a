// Islands (02 §3): flat on top, pointed below, bridges that can be walked, an anchor on the ground.
#include "passes/ops/islands.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/angle.hpp"
#include "tests/ops/support/lone_operator.hpp"

using namespace strate;
using namespace strate::sample;
using strate::ops::IslandsOperator;

namespace {

struct IslandCase {
  const char* name = "defaults";
  std::uint64_t seed = 7;
  double spacing = 28, lo = 6, hi = 12, lobes = 0.4, occupancy = 0.8;
  Interval tops{22, 46};
  bool anchor = true;
};

const IslandCase kCases[] = {
    {},
    {.name = "many", .seed = 8, .spacing = 20, .lo = 4, .hi = 8, .occupancy = 1},
    {.name = "lobed", .seed = 9, .lobes = 1, .anchor = false},
    {.name = "high", .seed = 10, .spacing = 40, .lo = 6, .hi = 14, .tops = {12, 57}},
};

/// Islands without a stack around them.
class Isles : public LoneOperator {
 public:
  explicit Isles(const IslandCase& c) : LoneOperator(c.seed), islands_(settings(c)) {}

  const IslandGraph& graph() const { return islands_.graph(); }
  const IslandsOperator& islands() const { return islands_; }

  /// Distance to the rock of islands and bridges at a point.
  double at(Vec3 p) { return ask(islands_, p); }

 private:
  static IslandGraph::Settings settings(const IslandCase& c) {
    IslandGraph::Settings s;
    s.seed = c.seed;
    s.address = 3;
    s.spacing = c.spacing;
    s.tops = c.tops;
    s.anchor = c.anchor;
    s.radius = Driver(c.lo, c.hi);
    s.thickness = Driver(6, 14);
    s.lobes = Driver(c.lobes);
    s.taper = Driver(0.7);
    s.occupancy = Driver(c.occupancy);
    return s;
  }

  IslandsOperator islands_;
};

template <class Visit>
void for_cells(std::int64_t out, Visit visit) {
  for (std::int64_t j = -out; j <= out; ++j)
    for (std::int64_t i = -out; i <= out; ++i) visit(Coord{i, j, 0});
}

/// The bridges of a square of cells: how they lead, and how many islands have none.
struct BridgeFigures {
  std::size_t islands = 0, bridges = 0, outward = 0, to_nothing = 0;
  double steepest = 0;
};

BridgeFigures bridges_of(Isles& isles, std::int64_t out) {
  BridgeFigures f;
  for_cells(out, [&](Coord cell) {
    const Island from = isles.graph().island(isles.context(), cell);
    f.islands += from.exists;
    const std::optional<Coord> to = isles.graph().bridge(isles.context(), cell);
    if (!to) return;
    ++f.bridges;
    const Island other = isles.graph().island(isles.context(), *to);
    f.to_nothing += !other.exists || !from.exists;
    f.outward += !(spine_distance2(other.top) < spine_distance2(from.top));
    const TunnelPath deck = isles.graph().deck(isles.context(), cell, *to);
    for (int i = 0; i < deck.count; ++i) {
      const Vec3 line = deck.tubes[i].b - deck.tubes[i].a;
      const double plan = std::hypot(line.x, line.y);
      if (plan > 0) f.steepest = std::max(f.steepest, std::fabs(line.z) / plan);
    }
  });
  return f;
}

/// Islands of a square of cells from which a chain of bridges ends at the anchor.
std::size_t anchored(Isles& isles, std::int64_t out) {
  std::size_t n = 0;
  for_cells(out, [&](Coord cell) {
    for (int step = 0; step < 8 * out && cell != Coord{}; ++step) {
      const std::optional<Coord> to = isles.graph().bridge(isles.context(), cell);
      if (!to) return;
      cell = *to;
    }
    n += cell == Coord{};
  });
  return n;
}

Entry islands() { return Entry("islands", "islands"); }

}  // namespace

TEST_CASE("islands: bridges lead to islands nearer the spine, no steeper than 30 degrees") {
  for (const IslandCase& c : kCases) {
    INFO(c.name);
    Isles isles(c);
    const BridgeFigures f = bridges_of(isles, 25);
    CHECK(f.islands > 1500);
    CHECK(f.bridges > f.islands / 2);
    CHECK(f.bridges < f.islands);
    CHECK(f.outward == 0);
    CHECK(f.to_nothing == 0);
    CHECK(f.steepest <= tan_deg(30));
  }
}

TEST_CASE("islands: most near the spine are joined to the anchor") {
  for (const IslandCase& c : kCases) {
    if (!c.anchor) continue;
    INFO(c.name);
    Isles isles(c);
    const BridgeFigures f = bridges_of(isles, 3);
    CHECK(anchored(isles, 3) > f.bridges * 2 / 3);
  }
}

TEST_CASE("islands: a bridge is flat rock with air over it from top to top") {
  for (const IslandCase& c : kCases) {
    INFO(c.name);
    Isles isles(c);
    std::size_t points = 0, hollow = 0, blocked = 0;
    for_cells(5, [&](Coord cell) {
      const std::optional<Coord> to = isles.graph().bridge(isles.context(), cell);
      if (!to || cell == Coord{} || *to == Coord{}) return;
      const TunnelPath deck = isles.graph().deck(isles.context(), cell, *to);
      for (int i = 0; i < deck.count; ++i)
        for (int k = 0; k <= 8; ++k, ++points) {
          const TubeShape& t = deck.tubes[i];
          Vec3 p = t.a + (t.b - t.a) * (k / 8.0);
          p.z = -p.z;
          hollow += isles.at(p - Vec3{0, 0, 0.3}) >= 0;
          blocked += isles.at(p + Vec3{0, 0, 0.3}) < 0 || isles.at(p + Vec3{0, 0, 1.8}) < 0;
        }
    });
    CHECK(points > 1000);
    CHECK(hollow == 0);
    CHECK(static_cast<double>(blocked) < 0.02 * static_cast<double>(points));
  }
}

TEST_CASE("islands: flat on top, tapering and pointed below, no two outlines alike") {
  Isles isles({.lobes = 0.6, .occupancy = 1, .anchor = false});
  std::size_t islands = 0, alike = 0;
  double before = 0;
  for_cells(4, [&](Coord cell) {
    const Island it = isles.graph().island(isles.context(), cell);
    ++islands;
    CHECK(isles.at(it.top - Vec3{0, 0, 0.2}) < 0);
    const auto area = [&](double z) {
      int n = 0;
      for (double y = -it.radius; y <= it.radius; y += 0.5)
        for (double x = -it.radius; x <= it.radius; x += 0.5)
          n += isles.at({it.top.x + x, it.top.y + y, z}) < 0;
      return n * 0.25 / (3.1416 * it.radius * it.radius);
    };
    const double top = area(it.top.z - 0.1), half = area(it.top.z - it.thickness / 2);
    CHECK(top > 0.3);
    CHECK(top < 1.15);
    CHECK(half < 0.75 * top);
    CHECK(area(it.top.z - 1.45 * it.thickness) < 0.1);
    alike += std::fabs(top - before) < 1e-3;
    before = top;
  });
  CHECK(islands == 81);
  CHECK(alike < 3);
}

TEST_CASE("islands: the anchor stands on the ground, and a tread winds up to its top") {
  for (const IslandCase& c : kCases) {
    if (!c.anchor) continue;
    INFO(c.name);
    Isles isles(c);
    const Island anchor = isles.graph().island(isles.context(), {});
    REQUIRE(anchor.exists);
    const Trunk trunk = isles.islands().trunk(isles.context());
    const Vec3 axis = trunk.tread.at;
    std::size_t core = 0, hollow = 0, blocked = 0, points = 0;
    for (double z = 2; z < anchor.top.z; z += 0.5) core += isles.at({axis.x, axis.y, z}) >= 0;
    const double middle = (trunk.core.rb + trunk.well.radius) / 2 + 0.4;
    for (double turn = 0.05; turn * trunk.tread.pitch < anchor.top.z - 4; turn += 0.02, ++points) {
      const Turn t = turn_of(-360 * turn);
      const Vec3 out{trunk.tread.cosine * t.cosine - trunk.tread.sine * t.sine,
                     trunk.tread.sine * t.cosine + trunk.tread.cosine * t.sine, 0};
      const Vec3 p = axis + out * middle - Vec3{0, 0, turn * trunk.tread.pitch};
      hollow += isles.at(p - Vec3{0, 0, 0.3}) >= 0;
      blocked += isles.at(p + Vec3{0, 0, 0.3}) < 0 || isles.at(p + Vec3{0, 0, 1.9}) < 0;
    }
    CHECK(points > 60);
    CHECK(core == 0);
    CHECK(hollow == 0);
    CHECK(blocked == 0);
  }
}

TEST_CASE("islands: sites leave whole islands out; radii of half the spacing are refused") {
  Entry some = islands();
  const auto stack_of = [](Entry e) { return compiled(recipe({air(), e.join(Combine::union_)})); };
  const Stack all = stack_of(some);
  some.sites.any = {{band("spine_m", 60, std::nullopt)}};
  const Stack outer = stack_of(some);
  std::size_t inside = 0, outside = 0;
  for (double y = -140; y < 140; y += 2.3)
    for (double x = -140; x < 140; x += 2.3) {
      const double r = std::hypot(x, y);
      if (r < 40) inside += at(outer, {x, y, 33}) < 0;
      if (r > 60) outside += at(all, {x, y, 33}) < 0 && at(outer, {x, y, 33}) < 0;
    }
  CHECK(inside == 0);
  CHECK(outside > 100);
  CHECK(compile_error(recipe({air(), islands().set("radius_m", 6, 14).join(Combine::union_)})) ==
        "coupled.island_radius");
}
