// Tunnels: floor to floor, clear for the player along their whole length.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/ops/support/graph_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

/// Worst figures of the floor under a tunnel's floor line.
struct FloorFigures {
  double step = 0, dip = 0, hump = 0;
  std::size_t blocked = 0, points = 0;
};

/// Height of the floor under p, scanned down from 0.9 m above in steps of 5 cm.
double floor_under(GraphSample& g, Vec3 p) {
  double z = p.z + 0.9;
  while (z > p.z - 3 && g.at({p.x, p.y, z}) < 0) z -= 0.05;
  return z;
}

void follow(GraphSample& g, const TunnelPath& path, FloorFigures& out) {
  double before = path.tubes[0].a.z;
  for (int i = 0; i < path.count; ++i) {
    const TubeShape& tube = path.tubes[i];
    const int n = 1 + static_cast<int>(length(tube.b - tube.a) / 0.5);
    for (int k = 0; k <= n; ++k, ++out.points) {
      const Vec3 p = tube.a + (tube.b - tube.a) * (static_cast<double>(k) / n);
      out.blocked += g.at(p + Vec3{0, 0, 0.9}) >= 0 || g.at(p + Vec3{0, 0, 1.85}) >= 0;
      const double floor = floor_under(g, p);
      out.step = std::max(out.step, std::fabs(floor - before));
      out.dip = std::max(out.dip, p.z - floor);
      out.hump = std::max(out.hump, floor - p.z);
      before = floor;
    }
  }
}

FloorFigures figures(const GraphCase& c, std::int64_t cells) {
  GraphSample g(c);
  FloorFigures out;
  const std::int64_t layers = g.graph().lattice().layers_out();
  for (std::int64_t k = -layers; k <= layers; ++k)
    for (std::int64_t j = -cells; j <= cells; ++j)
      for (std::int64_t i = -cells; i <= cells; ++i) {
        const ops::TunnelsOperator::Owned own = g.tunnels().owned(g.context(), {i, j, k});
        for (int p = 0; p < own.count; ++p) follow(g, own.paths[p], out);
      }
  return out;
}

Entry tunnels(const char* joins) {
  return Entry("tunnels", "tunnels").join(Combine::subtract).named("joins", joins);
}

std::string code(Entry t, Entry rooms = Entry("rooms", "rooms")) {
  return compile_error(
      recipe({Entry("rock", "solid"), rooms.join(Combine::subtract), std::move(t)}));
}

}  // namespace

TEST_CASE("tunnels: from room to room the floor has no step, pit or block") {
  const GraphCase cases[] = {
      {},
      {.name = "narrow", .seed = 3, .tunnel_lo = 1.5, .tunnel_hi = 2.25, .wander = 8},
      {.name = "layers", .seed = 4, .heights = {10, 70}},
      {.name = "dense",
       .seed = 5,
       .spacing = 20,
       .radius_lo = 2.5,
       .radius_hi = 4,
       .hub = 5,
       .reach = 28,
       .tunnel_lo = 1.5,
       .tunnel_hi = 1.75}};
  for (const GraphCase& c : cases) {
    INFO(c.name);
    const FloorFigures f = figures(c, 2);
    CHECK(f.points > 800);
    CHECK(f.blocked == 0);
    CHECK(f.step < 0.42);
    CHECK(f.dip < 0.25);
    CHECK(f.hump < 0.25);
  }
}

TEST_CASE("tunnels: they wander, but not where they begin and end") {
  GraphSample straight({.wander = 0}), bent({.wander = 8});
  const auto& a = straight.tunnels().owned(straight.context(), {2, 1, 0});
  const auto& b = bent.tunnels().owned(bent.context(), {2, 1, 0});
  REQUIRE(a.count == b.count);
  REQUIRE(a.count > 0);
  const TunnelPath &p = a.paths[0], &q = b.paths[0];
  REQUIRE(p.count == q.count);
  CHECK(p.tubes[0].b == q.tubes[0].b);
  CHECK(p.tubes[p.count - 1].a == q.tubes[q.count - 1].a);
  double aside = 0;
  for (int i = 1; i + 1 < p.count; ++i)
    aside = std::max(aside,
                     std::hypot(p.tubes[i].a.x - q.tubes[i].a.x, p.tubes[i].a.y - q.tubes[i].a.y));
  CHECK(aside > 0.3);
  CHECK(aside <= 8);
}

TEST_CASE("tunnels: one link a room makes a tree, more links make loops") {
  const auto count = [](int links) {
    GraphSample g({.links = links});
    std::size_t tunnels = 0, nodes = 0;
    for (std::int64_t j = -10; j <= 10; ++j)
      for (std::int64_t i = -10; i <= 10; ++i) {
        tunnels += static_cast<std::size_t>(g.tunnels().owned(g.context(), {i, j, 0}).count);
        nodes += g.graph().carved(g.context(), {i, j, 0});
      }
    return std::pair(tunnels, nodes);
  };
  const auto [tree, nodes] = count(1);
  CHECK(tree == nodes - 1);
  CHECK(count(3).first > tree * 5 / 4);
}

TEST_CASE("tunnels: what they cannot join is an error with its own code") {
  CHECK(code(tunnels("rooms")) == "");
  CHECK(code(tunnels("halls")) == "tunnels.joins");
  CHECK(code(tunnels("rock")) == "tunnels.joins");
  CHECK(code(tunnels("rooms").set("reach_m", 30)) == "tunnels.reach");
  CHECK(code(tunnels("rooms").set("radius_m", 6),
             Entry("rooms", "rooms").set("spacing_m", 24).set("hub_radius_m", 8)) ==
        "tunnels.no_run");
  Entry second = tunnels("rooms");
  second.id = "more";
  CHECK(
      compile_error(recipe({Entry("rock", "solid"), Entry("rooms", "rooms").join(Combine::subtract),
                            tunnels("rooms"), second})) == "tunnels.joined");
}
