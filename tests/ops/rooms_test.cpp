// The room graph (10 B10): decided by hash alone, walkable by construction.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "compiler/hash.hpp"
#include "tests/ops/support/graph_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

/// Settings from gentle to extreme; together well over ten thousand rooms.
std::vector<GraphCase> graph_cases() {
  std::vector<GraphCase> out(6);
  out[1] = {.name = "gentle", .seed = 99, .grade_tangent = 0.2679};
  out[2] = {.name = "sparse", .seed = 3, .occupancy = 0.2};
  out[3] = {.name = "tall", .seed = 4, .heights = {12, 150}};
  out[4] = {.name = "dense",
            .seed = 5,
            .spacing = 20,
            .radius_lo = 2.5,
            .radius_hi = 4,
            .hub = 5,
            .occupancy = 1,
            .reach = 20,
            .tunnel_lo = 1.5,
            .tunnel_hi = 1.75};
  out[5] = {.name = "wide", .seed = 6, .spacing = 48, .radius_hi = 20, .hub = 0, .reach = 64};
  return out;
}

constexpr std::int64_t kCells = 30;

template <class Visit>
void for_every_cell(const GraphSample& g, Visit visit) {
  const std::int64_t out = g.graph().lattice().layers_out();
  for (std::int64_t k = -out; k <= out; ++k)
    for (std::int64_t j = -kCells; j <= kCells; ++j)
      for (std::int64_t i = -kCells; i <= kCells; ++i) visit(Coord{i, j, k});
}

double from_spine(const Room& r) { return std::hypot(r.floor.x, r.floor.y); }

/// Follows the ways inward from a carved room; empty if they end at the hub, else what is wrong.
std::string way_to_hub(GraphSample& g, Coord cell) {
  const RoomGraph& graph = g.graph();
  for (int hops = 0; cell != Coord{}; ++hops) {
    if (hops > 4 * kCells) return "no end";
    if (!graph.carved(g.context(), cell)) return "a room on the way is not carved";
    const auto parent = graph.parent(g.context(), cell);
    if (!parent) return "a room without a parent is carved";
    const Room a = graph.room(g.context(), cell), b = graph.room(g.context(), *parent);
    if (!graph.lattice().way(a.floor, a.radius, b.floor, b.radius)) return "an illegal way";
    if (cell.z == 0 && from_spine(b) >= from_spine(a)) return "a parent farther from the hub";
    Coord links[RoomGraph::kLinksMax];
    if (graph.links(g.context(), cell, 3, links) < 1 || links[0] != *parent) return "no tunnel";
    cell = *parent;
  }
  return {};
}

}  // namespace

TEST_CASE("rooms: more than ten thousand carved rooms all reach the hub through legal tunnels") {
  std::size_t rooms = 0;
  for (const GraphCase& c : graph_cases()) {
    INFO(c.name);
    GraphSample g(c);
    REQUIRE(g.walkable());
    for_every_cell(g, [&](Coord cell) {
      if (!g.graph().carved(g.context(), cell)) return;
      rooms += g.graph().room(g.context(), cell).radius > 0;
      if (const std::string fault = way_to_hub(g, cell); !fault.empty()) {
        INFO(cell.x << " " << cell.y << " " << cell.z);
        CHECK(fault == "");
      }
    });
  }
  CHECK(rooms > 10000);
}

TEST_CASE("rooms: in the middle layer every room is carved, however sparse") {
  for (const GraphCase& c : graph_cases()) {
    INFO(c.name);
    GraphSample g(c);
    std::size_t left_out = 0, idle = 0;
    for_every_cell(g, [&](Coord cell) {
      if (cell.z != 0) return;
      const bool carved = g.graph().carved(g.context(), cell);
      (g.graph().room(g.context(), cell).radius > 0 ? left_out : idle) += !carved;
    });
    CHECK(left_out == 0);
    if (c.occupancy < 0.5) CHECK(idle > 100);  // crossings that nobody needs
  }
}

TEST_CASE("rooms: layers above and below the middle join it where tunnels can climb") {
  GraphSample g(graph_cases()[3]);
  REQUIRE(g.graph().lattice().layers_out() > 0);
  std::size_t rooms = 0, carved = 0;
  for_every_cell(g, [&](Coord cell) {
    if (cell.z == 0 || !g.graph().room(g.context(), cell).exists) return;
    ++rooms;
    carved += g.graph().carved(g.context(), cell);
  });
  CHECK(carved > rooms / 2);
}

TEST_CASE("rooms: no tunnel's floor is steeper than the grade, nor its end off a room's floor") {
  for (const GraphCase& c : graph_cases()) {
    INFO(c.name);
    GraphSample g(c);
    double steepest = 0;
    std::size_t tunnels = 0;
    for_every_cell(g, [&](Coord cell) {
      const auto& own = g.tunnels().owned(g.context(), cell);
      for (int p = 0; p < own.count; ++p, ++tunnels) {
        const TunnelPath& path = own.paths[p];
        for (int i = 0; i < path.count; ++i) {
          const Vec3 d = path.tubes[i].b - path.tubes[i].a;
          const double run = std::hypot(d.x, d.y);
          if (run > 0) steepest = std::max(steepest, std::fabs(d.z) / run);
          if (i > 0) REQUIRE(path.tubes[i].a == path.tubes[i - 1].b);
        }
        REQUIRE(path.tubes[0].a == g.graph().room(g.context(), cell).floor);
      }
    });
    CHECK(tunnels > 1000);
    CHECK(steepest <= c.grade_tangent);
    CHECK(steepest > c.grade_tangent * 0.3);
  }
}

TEST_CASE("rooms: the graph does not depend on what was asked before") {
  for (const GraphCase& c : graph_cases()) {
    INFO(c.name);
    GraphSample forward(c);
    std::vector<std::uint64_t> facts;
    const auto fact = [](GraphSample& g, Coord cell) {
      const Room r = g.graph().room(g.context(), cell);
      Coord links[RoomGraph::kLinksMax];
      const int n = g.graph().links(g.context(), cell, 3, links);
      std::uint64_t h = mix64(static_cast<std::uint64_t>(r.floor.x * 64) * 3 +
                              static_cast<std::uint64_t>(r.floor.z * 64) +
                              static_cast<std::uint64_t>(r.radius * 1e6));
      for (int i = 0; i < n; ++i)
        h = mix64(h + static_cast<std::uint64_t>(links[i].x * 7 + links[i].y));
      return h;
    };
    const std::int64_t far = 250'000;  // 8 000 km out
    for (std::int64_t i = 0; i < 400; ++i)
      facts.push_back(fact(forward, {far + i % 20, i / 20, 0}));
    for (std::int64_t i = 399; i >= 0; i -= 7) {
      GraphSample alone(c);  // asked for one cell only
      CHECK(fact(alone, {far + i % 20, i / 20, 0}) == facts[static_cast<std::size_t>(i)]);
    }
  }
}

TEST_CASE("rooms: rooms of neighbouring cells never merge, hub included") {
  for (const GraphCase& c : graph_cases()) {
    INFO(c.name);
    GraphSample g(c);
    for_every_cell(g, [&](Coord cell) {
      const Room a = g.graph().room(g.context(), cell);
      for (const Coord side : {Coord{1, 0, 0}, Coord{0, 1, 0}}) {
        const Room b = g.graph().room(g.context(), cell + side);
        const double apart = std::hypot(a.floor.x - b.floor.x, a.floor.y - b.floor.y);
        if (a.exists && b.exists) REQUIRE(apart > a.radius + b.radius);
      }
    });
  }
}

TEST_CASE("rooms: a way too steep or too long is not legal") {
  GraphSample g(GraphCase{});
  const RoomLattice& lattice = g.graph().lattice();
  CHECK(lattice.way({0, 0, 30}, 5, {36, 0, 40}, 5));
  CHECK_FALSE(lattice.way({0, 0, 30}, 5, {36, 0, 50}, 5));
  CHECK_FALSE(lattice.way({0, 0, 30}, 5, {49, 0, 30}, 5));
  CHECK_FALSE(lattice.way({0, 0, 30}, 5, {12, 0, 30}, 5));
}

TEST_CASE("rooms: settings that leave no run to walk are refused") {
  CHECK_FALSE(GraphSample({.reach = 31}).walkable());
  CHECK_FALSE(GraphSample({.spacing = 20, .radius_hi = 9, .hub = 9, .tunnel_hi = 4}).walkable());
  CHECK_FALSE(GraphSample({.grade_tangent = 0.005}).walkable());
}

TEST_CASE("rooms: the flat floor lies where the graph says, with room to stand on it") {
  GraphSample g(GraphCase{});
  for (std::int64_t i = 1; i < 12; ++i) {
    const Room r = g.graph().room(g.context(), {i, 2, 0});
    if (r.radius <= 0) continue;
    for (const double side : {0.0, 0.55 * r.radius, -0.55 * r.radius}) {
      const Vec3 p = r.floor + Vec3{side, 0, 0};
      CHECK(g.at(p + Vec3{0, 0, 0.05}) < 0);
      CHECK(g.at(p + Vec3{0, 0, 1.9}) < 0);
      CHECK(g.at(p - Vec3{0, 0, 0.05}) > 0);
    }
  }
}

TEST_CASE("rooms: a room placed by hand stands there, joins the graph and moves nothing else") {
  GraphCase c;
  GraphSample without(c);
  c.placed = {{"choir", {46, -22, 20}, 11, 0.6, 3}};
  GraphSample with(c);
  for_every_cell(with, [&](Coord cell) {
    REQUIRE(with.graph().room(with.context(), cell).floor ==
            without.graph().room(without.context(), cell).floor);
    REQUIRE(with.graph().parent(with.context(), cell) ==
            without.graph().parent(without.context(), cell));
  });
  CHECK(with.at({46, -22, 20}) < -4);
  CHECK(without.at({46, -22, 20}) > -4);
  const auto& own = with.tunnels().owned(with.context(), {0, 0, kPlacedLayer});
  CHECK(own.count >= 1);
  for (int i = 0; i < own.count; ++i) CHECK(own.paths[i].tubes[0].a.z == 20 - 0.8 * 6.6);
}

TEST_CASE("rooms: sites are judged at the centre, and rooms are left whole") {
  Entry rooms = Entry("rooms", "rooms").join(Combine::subtract);
  const Stack all = compiled(recipe({Entry("rock", "solid"), rooms}));
  rooms.sites.any = {{band("x_m", 0, std::nullopt)}};
  const Stack east = compiled(recipe({Entry("rock", "solid"), rooms}));
  StackScratch scratch;
  std::size_t same = 0, gone = 0, kept_west = 0;
  for (double x = -80; x < 80; x += 0.5)
    for (double y = -60; y < 60; y += 4) {
      const float a = all.at({x, y, 30}, {}, scratch), b = east.at({x, y, 30}, {}, scratch);
      if (a < 0) continue;
      same += a == b;
      gone += b < 0;
      kept_west += a == b && x < -0.5;
      if (x > 17) CHECK(a == b);
      if (x < -17) CHECK(b < 0);
    }
  CHECK(same > 100);
  CHECK(gone > 100);
  CHECK(kept_west > 0);  // rooms reach over the border
}

TEST_CASE("rooms: rules between parameters name the parameter to blame") {
  const auto code = [](Entry rooms) {
    return compile_error(recipe({Entry("rock", "solid"), rooms.join(Combine::subtract)}));
  };
  CHECK(code(Entry("rooms", "rooms")) == "");
  CHECK(code(Entry("rooms", "rooms").set("radius_m", 4, 16)) == "coupled.room_radius");
  CHECK(code(Entry("rooms", "rooms").set("hub_radius_m", 16)) == "coupled.hub_radius");
  CHECK(code(Entry("rooms", "rooms").set("radius_m", 2, 6).set("squash", 0.4)) ==
        "coupled.room_height");
}
