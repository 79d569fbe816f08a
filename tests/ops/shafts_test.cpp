// Shafts (02 §3): every one is joined to the spine by hash alone, and its tread can be walked.
#include "passes/ops/shafts.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/ops/ledge_shapes.hpp"
#include "tests/ops/support/lone_operator.hpp"

using namespace strate;
using namespace strate::sample;
using strate::ops::ShaftsOperator;

namespace {

/// What shafts are made from; the defaults are those of the operator in a strate of 64 m.
struct ShaftCase {
  const char* name = "defaults";
  std::uint64_t seed = 7;
  double spacing = 20, lo = 2, hi = 3.5, connector = 2.2, ledge_every = 8, links = 0.25, top = 62;
};

const ShaftCase kCases[] = {
    {},
    {.name = "wide", .seed = 8, .spacing = 44, .lo = 4, .hi = 9, .ledge_every = 12, .links = 1},
    {.name = "low", .seed = 9, .spacing = 18, .lo = 2, .hi = 2.6, .connector = 1.6, .top = 31},
    {.name = "tall", .seed = 10, .spacing = 22, .lo = 2, .hi = 5, .connector = 1.75, .top = 158},
};

/// Shafts without a stack around them.
class Wells : public LoneOperator {
 public:
  explicit Wells(const ShaftCase& c) : LoneOperator(c.seed), shafts_(settings(c), Driver(0.5)) {}

  const ShaftGraph& graph() const { return shafts_.graph(); }
  const ShaftsOperator& shafts() const { return shafts_; }

  /// Distance to the air of shafts and connectors at a point.
  double at(Vec3 p) { return ask(shafts_, p); }

 private:
  static ShaftGraph::Settings settings(const ShaftCase& c) {
    ShaftGraph::Settings s;
    s.seed = c.seed;
    s.address = 3;
    s.spacing = c.spacing;
    s.connector_radius = c.connector;
    s.ledge_every = c.ledge_every;
    s.links = c.links;
    s.heights = shaft_heights(2, c.top, c.connector, c.hi);
    s.radius = Driver(c.lo, c.hi);
    return s;
  }

  ShaftsOperator shafts_;
};

/// Shafts of the cells within `out` of the spine, and how many have a parent that is not strictly
/// nearer the spine, or a chain of parents that does not end there.
struct TreeFigures {
  std::size_t shafts = 0, not_nearer = 0, lost = 0;
};

TreeFigures tree_of(Wells& wells, std::int64_t out) {
  const std::int64_t side = 2 * out + 1;
  const auto index = [&](Coord c) {
    return static_cast<std::size_t>((c.y + out) * side + c.x + out);
  };
  enum State : char { unknown, rooted };
  std::vector<char> state(static_cast<std::size_t>(side * side), unknown);
  state[index({})] = rooted;
  TreeFigures f;
  std::vector<Coord> chain;
  for (std::int64_t j = -out; j <= out; ++j)
    for (std::int64_t i = -out; i <= out; ++i, ++f.shafts) {
      chain.clear();
      Coord c{i, j, 0};
      while (state[index(c)] == unknown && chain.size() < 4 * static_cast<std::size_t>(out)) {
        chain.push_back(c);
        const std::optional<Coord> parent = wells.graph().parent(wells.context(), c);
        if (!parent) break;
        const Vec3 here = wells.graph().shaft(wells.context(), c).foot;
        const Vec3 there = wells.graph().shaft(wells.context(), *parent).foot;
        f.not_nearer += !(spine_distance2(there) < spine_distance2(here));
        c = *parent;
      }
      if (state[index(c)] != rooted) ++f.lost;
      if (state[index(c)] == rooted)
        for (const Coord passed : chain) state[index(passed)] = rooted;
    }
  return f;
}

double slope_of(const TubeShape& t) {
  const double run = std::hypot(t.b.x - t.a.x, t.b.y - t.a.y);
  return run > 0 ? std::fabs(t.b.z - t.a.z) / run : 0;
}

/// Calls visit(shaft, path) for every connector owned by cells within `out` of the spine.
template <class Visit>
void for_connectors(Wells& wells, std::int64_t out, Visit visit) {
  for (std::int64_t j = -out; j <= out; ++j)
    for (std::int64_t i = -out; i <= out; ++i) {
      Coord others[ShaftGraph::kWaysMax];
      const int n = wells.graph().ways(wells.context(), {i, j, 0}, others);
      for (int k = 0; k < n; ++k)
        visit(Coord{i, j, 0}, others[k],
              wells.graph().connector(wells.context(), {i, j, 0}, others[k]));
    }
}

/// How far a door's floor is from the tread in front of it.
double off_tread(const Shaft& s, Vec3 door) {
  const double h = tread_height(s.tread, door.x - s.foot.x, door.y - s.foot.y);
  const double turns = (door.z - h) / s.pitch;
  return std::fabs(turns - std::floor(turns + 0.5)) * s.pitch;
}

/// Worst figures of a tread, walked along its middle.
struct TreadFigures {
  std::size_t points = 0, hollow = 0, blocked = 0, narrow = 0;
};

void walk_tread(Wells& wells, const Shaft& s, TreadFigures& f) {
  const double middle = s.radius - s.width / 2;
  for (double turn = 0.02; turn * s.pitch < s.top - s.foot.z; turn += 0.02, ++f.points) {
    const Turn t = turn_of(360 * turn * s.tread.hand);
    const Vec3 out{s.tread.cosine * t.cosine - s.tread.sine * t.sine,
                   s.tread.sine * t.cosine + s.tread.cosine * t.sine, 0};
    const Vec3 floor = s.foot + out * middle + Vec3{0, 0, turn * s.pitch};
    f.hollow += wells.at(floor - Vec3{0, 0, 0.2}) < 0;
    f.blocked += wells.at(floor + Vec3{0, 0, 0.2}) >= 0 || wells.at(floor + Vec3{0, 0, 1.9}) >= 0;
    for (const double aside : {-0.8, 0.4})
      f.narrow += wells.at(floor + out * aside - Vec3{0, 0, 0.3}) < 0 ||
                  wells.at(floor + out * aside + Vec3{0, 0, 0.3}) >= 0;
  }
}

Entry shafts() { return Entry("shafts", "shafts"); }

std::string code(Entry e, double height = 64) {
  StrateFrame f = frame();
  f.height_m = height, f.content_top_m = height - 2;
  return compile_error(recipe({rock(), e.join(Combine::subtract)}), f);
}

}  // namespace

TEST_CASE("shafts: a hundred thousand are each joined to the spine, nearer with every step") {
  std::size_t shafts = 0;
  for (const ShaftCase& c : kCases) {
    INFO(c.name);
    Wells wells(c);
    REQUIRE(wells.graph().walkable());
    const TreeFigures f = tree_of(wells, 80);
    CHECK(f.not_nearer == 0);
    CHECK(f.lost == 0);
    shafts += f.shafts;
  }
  CHECK(shafts >= 100'000);
}

TEST_CASE("shafts: connectors begin and end on the treads and are no steeper than 35 degrees") {
  for (const ShaftCase& c : kCases) {
    INFO(c.name);
    Wells wells(c);
    double steepest = 0, off = 0;
    std::size_t connectors = 0, level = 0;
    for_connectors(wells, 12, [&](Coord from, Coord to, const TunnelPath& path) {
      ++connectors;
      double steep = 0;
      for (int i = 0; i < path.count; ++i) steep = std::max(steep, slope_of(path.tubes[i]));
      level += steep < 0.2;
      steepest = std::max(steepest, steep);
      const Shaft a = wells.graph().shaft(wells.context(), from);
      const Shaft b = wells.graph().shaft(wells.context(), to);
      off = std::max(
          {off, off_tread(a, path.tubes[0].a), off_tread(b, path.tubes[path.count - 1].b)});
    });
    CHECK(connectors > 600);
    CHECK(steepest < 0.7);
    CHECK(off < 0.1);
    CHECK(level > connectors / 3);
  }
}

TEST_CASE("shafts: a tread of 1.2 m leads up every shaft with room for the player over it") {
  for (const ShaftCase& c : kCases) {
    INFO(c.name);
    Wells wells(c);
    TreadFigures f;
    for (std::int64_t j = -3; j <= 3; ++j)
      for (std::int64_t i = -3; i <= 3; ++i) {
        const Shaft s = wells.graph().shaft(wells.context(), {i, j, 0});
        CHECK(s.pitch <= std::tan(35 * 3.14159265 / 180) * 6.2831853 * (s.radius - s.width / 2));
        walk_tread(wells, s, f);
      }
    CHECK(f.points > 5000);
    CHECK(f.hollow == 0);
    CHECK(f.blocked == 0);
    CHECK(f.narrow == 0);
  }
}

TEST_CASE("shafts: from a connector's floor to the tread there is no step") {
  Wells wells({});
  std::size_t doors = 0, steps = 0;
  for_connectors(wells, 4, [&](Coord from, Coord, const TunnelPath& path) {
    const Shaft s = wells.graph().shaft(wells.context(), from);
    const Vec3 door = path.tubes[0].a,
               in = (s.foot - door) * (1 / std::hypot(s.foot.x - door.x, s.foot.y - door.y));
    const double way = std::hypot(s.foot.x - door.x, s.foot.y - door.y) - s.radius + s.width / 2;
    for (double d = 0; d < way; d += 0.1, ++doors) {
      const Vec3 p = door + Vec3{in.x, in.y, 0} * d;
      steps += wells.at(p - Vec3{0, 0, 0.2}) < 0 || wells.at(p + Vec3{0, 0, 0.2}) >= 0 ||
               wells.at(p + Vec3{0, 0, 1.8}) >= 0;
    }
  });
  CHECK(doors > 1000);
  CHECK(steps == 0);
}

TEST_CASE("shafts: sites leave whole shafts out, the spine's stays") {
  Entry some = shafts().set("radius_m", 3).set("links", 0);
  const auto stack_of = [](Entry e) {
    return compiled(recipe({rock(), e.join(Combine::subtract)}));
  };
  const Stack all = stack_of(some);
  some.sites.any = {{band("spine_m", 50, std::nullopt)}};
  const Stack outer = stack_of(some);
  CHECK(at(outer, {0, 0, 30}) == at(all, {0, 0, 30}));
  std::size_t air = 0, outside = 0;
  for (double y = -90; y < 90; y += 1.3)
    for (double x = -90; x < 90; x += 1.3) {
      const double r = std::hypot(x, y);
      // Over the last doors there are shafts alone.
      const bool a = at(all, {x, y, 56}) >= 0, b = at(outer, {x, y, 56}) >= 0;
      if (r > 6 && r < 45) air += b;
      if (r > 55) outside += a != b;
    }
  CHECK(air == 0);
  CHECK(outside == 0);
}

TEST_CASE("shafts: what leaves no walk is an error with its own code") {
  CHECK(code(shafts()) == "");
  CHECK(code(shafts().set("radius_m", 4, 10)) == "coupled.shaft_radius");
  CHECK(code(shafts().set("spacing_m", 12)) == "shafts.no_run");
  CHECK(code(shafts(), 24) == "shafts.height");
  CHECK(code(shafts(), 32) == "");
}

TEST_CASE("shafts: its errors say what is allowed") {
  const auto text = [](Entry e, double height) {
    StrateFrame f = frame();
    f.height_m = height, f.content_top_m = height - 2;
    auto stack = Stack::compile(recipe({rock(), e.join(Combine::subtract)}), f, shipped_catalog());
    return stack ? std::string() : stack.error().text;
  };
  CHECK(text(shafts().set("radius_m", 4, 10), 64) ==
        "neighbouring shafts would merge: the largest radius_m must be less than half of "
        "spacing_m");
  CHECK(text(shafts().set("spacing_m", 12), 64) ==
        "no walkable run is left between neighbouring shafts: choose a smaller radius_m or "
        "connector_radius_m, or a wider spacing_m");
  CHECK(text(shafts(), 24).find("height_m must be at least ") != std::string::npos);
}

TEST_CASE("shafts: roughness that its treads and connectors cannot bear is told, with the least") {
  const Catalog catalog = shipped_catalog();
  const OperatorRow* row = catalog.op("shafts");
  REQUIRE(row);
  CHECK_FALSE(row->lacks(shafts(), 0.52));
  const auto tunnel = row->lacks(shafts().set("connector_radius_m", 1.25), 0.52);
  REQUIRE(tunnel);
  CHECK(tunnel->param == "connector_radius_m");
  CHECK(tunnel->least == Approx(1.49));
  const auto tread = row->lacks(shafts(), 0.7);
  REQUIRE(tread);
  CHECK(tread->param == "radius_m");
  CHECK(tread->least > 2);
  CHECK_FALSE(row->lacks(shafts().set("radius_m", tread->least, 6), 0.7));
  const auto height = row->lacks(shafts().set("ledge_every_m", 4), 0.7);
  REQUIRE(height);
  CHECK(height->param == "ledge_every_m");
}
