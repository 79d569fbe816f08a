// Corridors on a lattice (02 §3): a tree by hash alone, walkable by construction.
#include "passes/ops/lattice_corridors.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "passes/ops/catalog.hpp"
#include "tests/ops/support/lone_operator.hpp"

using namespace strate;
using namespace strate::sample;
using strate::ops::LatticeCorridors;

namespace {

/// What corridors are made from; the defaults are those of the operator in a strate of 64 m.
struct MazeCase {
  const char* name = "defaults";
  std::uint64_t seed = 7;
  double cell = 16, radius_lo = 3.125, radius_hi = 3.125, branching = 0.6, verticality = 0.3;
  double content = 60;
};

const MazeCase kCases[] = {
    {},
    {.name = "small cells", .seed = 8, .cell = 13, .radius_lo = 2.75, .radius_hi = 2.75},
    {.name = "tight", .seed = 9, .cell = 16, .radius_lo = 2.4, .radius_hi = 3.75, .verticality = 1},
    {.name = "roomy", .seed = 10, .cell = 28, .radius_lo = 3, .radius_hi = 4, .branching = 1},
    {.name = "uneven", .seed = 12, .cell = 17.3, .radius_lo = 3, .radius_hi = 3.3, .content = 130},
    {.name = "flat", .seed = 11, .cell = 9, .radius_lo = 2.5, .radius_hi = 3, .content = 15},
};

/// Corridors without a stack around them. Radii follow the cell's own number.
class Maze : public LoneOperator {
 public:
  explicit Maze(const MazeCase& c) : LoneOperator(c.seed), corridors_(settings(c), radius(c), 1) {}

  const LatticeCorridors& corridors() const { return corridors_; }
  const CorridorGrid& grid() const { return corridors_.grid(); }
  const LatticeCorridors::Owned& owned(Coord cell) { return corridors_.owned(context(), cell); }

  /// Distance to the air of corridors at a point.
  double at(Vec3 p) { return ask(corridors_, p); }

  template <class Visit>
  void for_cells(std::int64_t out, Visit visit) const {
    for (std::int64_t k = grid().lowest(); k <= grid().highest(); ++k)
      for (std::int64_t j = -out; j <= out; ++j)
        for (std::int64_t i = -out; i <= out; ++i) visit(Coord{i, j, k});
  }

 private:
  static CorridorGrid::Settings settings(const MazeCase& c) {
    return {c.seed,
            3,
            c.cell,
            c.radius_hi,
            c.branching,
            c.verticality,
            {3.5, 2 + c.content - 1 - kCorridorTop * c.radius_hi}};
  }
  Driver radius(const MazeCase& c) {
    if (c.radius_lo == c.radius_hi) return Driver(c.radius_lo);
    FieldDef draw;
    draw.kind = FieldDef::Kind::draw;
    draw.site_only = true;
    return Driver(fields().add(draw),
                  {{0, c.radius_lo, c.radius_lo}, {1, c.radius_hi, c.radius_hi}});
  }

  LatticeCorridors corridors_;
};

std::int64_t steps_from_root(Coord c) { return std::abs(c.x) + std::abs(c.y) + std::abs(c.z); }

/// What is wrong with a cell's parent; empty if nothing.
std::string fault_of(const CorridorGrid& grid, Coord cell) {
  const Coord parent = grid.parent(cell), lower = std::min(cell, parent);
  if (cell == Coord{}) return parent == cell ? "" : "a root with a parent";
  if (!grid.holds(parent)) return "a parent outside of the layers";
  const Coord step = std::max(cell, parent) - lower;
  if (steps_from_root(step) != 1) return "a parent that is no neighbour";
  if (steps_from_root(parent) != steps_from_root(cell) - 1) return "a parent not nearer the root";
  if (!grid.joined(lower, step.x ? 0 : step.y ? 1 : 2)) return "a parent without a way";
  return {};
}

/// Parents followed from a cell that many steps away end at the root.
bool reaches_root(const CorridorGrid& grid, Coord cell) {
  for (std::int64_t n = steps_from_root(cell); n > 0; --n) cell = grid.parent(cell);
  return cell == Coord{};
}

/// How far something reaches beyond an interval of two cells' middles along one axis.
double beyond(double lo, double hi, double from, double to) {
  return std::max({0.0, from - lo, hi - to});
}

/// Worst figures of the floor along a way's line.
struct FloorFigures {
  double step = 0, dip = 0, hump = 0;
  std::size_t blocked = 0, narrow = 0, points = 0;
};

/// Height of the floor under p, within 5 cm.
double floor_under(Maze& m, Vec3 p) {
  double z = p.z + 0.9;
  for (const double step : {0.2, 0.05}) {
    while (z > p.z - 3 && m.at({p.x, p.y, z}) < 0) z -= step;
    if (step > 0.1) z += step;
  }
  return z;
}

void follow(Maze& m, const CorridorWay& way, FloorFigures& out) {
  double before = way.tubes[0].a.z;
  for (int i = 0; i < way.count; ++i) {
    const TubeShape& tube = way.tubes[i];
    const Vec3 run = tube.b - tube.a;
    const double plan = std::hypot(run.x, run.y);
    if (plan <= 0) continue;
    const Vec3 across = Vec3{-run.y, run.x, 0} * (1.45 / plan);
    const int n = 1 + static_cast<int>(plan / 0.5);
    for (int k = 0; k <= n; ++k, ++out.points) {
      const Vec3 p = tube.a + run * (static_cast<double>(k) / n);
      out.blocked += m.at(p + Vec3{0, 0, 0.9}) >= 0 || m.at(p + Vec3{0, 0, 2.2}) >= 0;
      for (const double side : {-1.0, 1.0})
        out.narrow += m.at(p + across * side + Vec3{0, 0, 0.3}) >= 0;
      const double floor = floor_under(m, p);
      out.step = std::max(out.step, std::fabs(floor - before));
      out.dip = std::max(out.dip, p.z - floor);
      out.hump = std::max(out.hump, floor - p.z);
      before = floor;
    }
  }
}

Entry corridors() { return Entry("it", "lattice_corridors").join(Combine::subtract); }

std::string code(Entry e, double height = 64) {
  StrateFrame f = frame();
  f.height_m = height;
  f.content_top_m = height - 2;
  return compile_error(recipe({rock(), std::move(e)}), f);
}

}  // namespace

TEST_CASE("corridors: a million cells all reach the root, every parent strictly nearer") {
  std::size_t cells = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (MazeCase c : kCases) {
      c.seed = seed * 1000003;
      if (seed == 1) c.branching = c.verticality = 0;
      const Maze m(c);
      INFO(c.name << ", seed " << c.seed);
      std::string fault;
      std::size_t lost = 0;
      m.for_cells(c.content > 20 ? 64 : 100, [&](Coord cell) {
        ++cells;
        if (fault.empty()) fault = fault_of(m.grid(), cell);
        if (cells % 16 == 0) lost += !reaches_root(m.grid(), cell);
      });
      CHECK(lost == 0);
      CHECK(fault == "");
    }
  CHECK(cells >= 1'000'000);
}

TEST_CASE("corridors: far out cells reach the root's column too") {
  const Maze m(kCases[0]);
  for (std::int64_t far : {std::int64_t{600'000}, std::int64_t{-600'001}}) {
    Coord cell{far, -far / 2, m.grid().highest()};
    for (int i = 0; i < 5000; ++i) {
      const Coord parent = m.grid().parent(cell);
      REQUIRE(steps_from_root(parent) == steps_from_root(cell) - 1);
      cell = parent;
    }
  }
}

TEST_CASE("corridors: without loops they are a tree, with loops at most as many as they may be") {
  const auto count = [](double branching, double verticality) {
    const Maze m({.branching = branching, .verticality = verticality});
    std::size_t cells = 0, level = 0, ramps = 0;
    m.for_cells(20, [&](Coord c) {
      ++cells;
      level += (c.x < 20 && m.grid().joined(c, 0)) + (c.y < 20 && m.grid().joined(c, 1));
      ramps += m.grid().joined(c, 2);
    });
    return std::array<std::size_t, 3>{cells, level, ramps};
  };
  const auto bare = count(0, 0);
  CHECK(bare[1] + bare[2] == bare[0] - 1);
  CHECK(bare[2] == 3);  // the spine's column alone
  const auto looped = count(1, 0);
  const double share = static_cast<double>(looped[1] - bare[1]) / static_cast<double>(bare[0]);
  CHECK(share > 0.15);
  CHECK(share < 0.20);
  const auto steep = count(0, 0.5);
  CHECK(steep[1] + steep[2] > steep[0] - 1);
  CHECK(steep[1] + steep[2] < steep[0] + 3 * 21 * 21 / 10);
  CHECK(count(0, 1)[2] == 3 * 21 * 21);  // every column that can
}

TEST_CASE("corridors: ramps are as steep as the settings say, and gentle where there is room") {
  for (const MazeCase& c : kCases) {
    INFO(c.name);
    Maze m(c);
    double steepest = 0;
    std::size_t ramps = 0;
    m.for_cells(6, [&](Coord cell) {
      if (!m.grid().joined(cell, 2)) return;
      const auto& own = m.owned(cell);
      const CorridorWay& ramp = own.way[own.ways - 1];
      ++ramps;
      for (int i = 0; i < ramp.count; ++i) {
        const Vec3 d = ramp.tubes[i].b - ramp.tubes[i].a;
        steepest = std::max(steepest, d.z / std::hypot(d.x, d.y));
        if (i > 0) REQUIRE(ramp.tubes[i].a == ramp.tubes[i - 1].b);
      }
      REQUIRE(ramp.tubes[0].a == m.grid().floor(cell));
      REQUIRE(ramp.tubes[ramp.count - 1].b == m.grid().floor(step_along(cell, 2)));
    });
    if (m.grid().lowest() == m.grid().highest()) {
      CHECK(ramps == 0);
      continue;
    }
    CHECK(ramps > 5);
    CHECK(steepest <= m.grid().sizes().grade + 0.02);
    CHECK(m.grid().sizes().grade < 0.70021);  // tan 35°
    CHECK(steepest > 0.35);
    if (c.cell > 20) CHECK(steepest < 0.45);  // about 22° where there is room
  }
}

TEST_CASE(
    "corridors: along every corridor and ramp the floor has no step, pit or block, 3 m wide") {
  for (const MazeCase& c : kCases) {
    INFO(c.name);
    Maze m(c);
    FloorFigures f;
    m.for_cells(2, [&](Coord cell) {
      const LatticeCorridors::Owned own = m.owned(cell);
      for (int w = 0; w < own.ways; ++w) follow(m, own.way[w], f);
    });
    CHECK(f.points > 700);
    CHECK(f.blocked == 0);
    CHECK(f.narrow == 0);
    CHECK(f.step < 0.42);
    CHECK(f.dip < 0.2);
    CHECK(f.hump < 0.31);
  }
}

TEST_CASE("corridors: air lies within one cell of the two it joins, and between the bands") {
  for (const MazeCase& c : kCases) {
    INFO(c.name);
    Maze m(c);
    double most = 0, lowest = 1e9, highest = -1e9;
    const auto take = [&](const Box3& box, double pad, Coord cell) {
      const double x = static_cast<double>(cell.x) * c.cell,
                   y = static_cast<double>(cell.y) * c.cell;
      most = std::max({most, beyond(box.lo.x + pad, box.hi.x - pad, x, x + c.cell),
                       beyond(box.lo.y + pad, box.hi.y - pad, y, y + c.cell)});
    };
    m.for_cells(12, [&](Coord cell) {
      const auto& own = m.owned(cell);
      for (int w = 0; w < own.ways; ++w) {
        take(own.way[w].box, kCapM, cell);
        for (int t = 0; t < own.way[w].count; ++t) {
          lowest = std::min(lowest, own.way[w].tubes[t].a.z);
          highest = std::max(highest, own.way[w].box.hi.z - kCapM);
        }
      }
      for (int i = 0; i < own.chambers; ++i) {
        const ChamberShape& s = own.chamber[i];
        const Vec3 r{s.radius, s.radius, 0};
        take({s.floor - r, s.floor + r}, 0, cell);
        lowest = std::min(lowest, s.floor.z);
        highest = std::max(highest, s.floor.z + (1 + kChamberDrop) * s.height);
      }
    });
    CHECK(most <= m.corridors().reach());
    CHECK(most > 0.5 * m.corridors().reach());
    CHECK(m.corridors().reach() <= c.cell);
    CHECK(lowest >= 3.5 - 1.0 / 64);
    CHECK(highest <= 2 + c.content - 1 + 1.0 / 64);
  }
}

TEST_CASE("corridors: what a cell owns does not depend on what was asked before") {
  for (const MazeCase& c : kCases) {
    INFO(c.name);
    Maze forward(c);
    std::vector<LatticeCorridors::Owned> all;
    const std::int64_t far = 300'000;
    for (std::int64_t i = 0; i < 400; ++i) all.push_back(forward.owned({far + i % 20, i / 20, 0}));
    for (std::int64_t i = 399; i >= 0; i -= 7) {
      Maze alone(c);  // asked for one cell only
      const auto& own = alone.owned({far + i % 20, i / 20, 0});
      const auto& before = all[static_cast<std::size_t>(i)];
      REQUIRE(own.ways == before.ways);
      REQUIRE(own.chambers == before.chambers);
      for (int w = 0; w < own.ways; ++w)
        for (int t = 0; t < own.way[w].count; ++t) {
          REQUIRE(own.way[w].tubes[t].a == before.way[w].tubes[t].a);
          REQUIRE(own.way[w].tubes[t].ra == before.way[w].tubes[t].ra);
        }
      for (int k = 0; k < own.chambers; ++k)
        REQUIRE(own.chamber[k].floor == before.chamber[k].floor);
    }
  }
}

TEST_CASE("corridors: layers are as many as fit, and a low strate makes a flat maze") {
  const auto layers = [](double content, double cell = 16) {
    const Maze m({.cell = cell, .content = content});
    return m.grid().highest() - m.grid().lowest() + 1;
  };
  CHECK(layers(12) == 1);
  CHECK(layers(20) == 1);
  CHECK(layers(44) == 3);
  CHECK(layers(60) == 4);
  CHECK(layers(60, 32) == 2);
}

TEST_CASE("corridors: settings that cannot be walked are refused with what would do") {
  CHECK(code(corridors()) == "");
  CHECK(code(corridors(), 24) == "");
  CHECK(code(corridors(), 12) == "corridors.height");
  CHECK(code(corridors().set("radius_m", 6.5)) == "coupled.corridor_radius");
  CHECK(code(corridors().set("radius_m", 6.4)) == "corridors.grade");
  CHECK(code(corridors().set("radius_m", 6.4), 24) == "");
  CHECK(code(corridors().by("radius_m", "depth_m", {{10, 2.75, 2.75}, {54, 3.75, 3.75}})) == "");
  for (const double radius : {2.4, 3.125, 4.0, 5.0}) {
    const double cell = least_climbing_cell(radius);
    CHECK(corridor_sizes(cell, radius).climbs);
    CHECK_FALSE(corridor_sizes(cell - 0.1, radius).climbs);
    CHECK(code(corridors().set("radius_m", radius).set("cell_m", cell)) == "");
    CHECK(code(corridors().set("radius_m", radius).set("cell_m", cell - 0.1)) == "corridors.grade");
  }
}

TEST_CASE(
    "corridors: roughness that would take their floor is refused with the length that keeps it") {
  const OperatorRow row = *shipped_catalog().op("lattice_corridors");
  const auto lacks = [&](double radius, double cell, double reach) {
    const OpEntry e = corridors().set("radius_m", radius).set("cell_m", cell);
    return row.lacks(e, reach);
  };
  CHECK_FALSE(lacks(3.125, 16, 0.52));
  const auto narrow = lacks(2.5, 16, 0.9), steep = lacks(4.5, 14, 0.9);
  REQUIRE(narrow);
  CHECK(narrow->param == "radius_m");
  CHECK_FALSE(lacks(narrow->least + 0.001, 64, 0.9));
  REQUIRE(steep);
  CHECK(steep->param == "cell_m");
  CHECK_FALSE(lacks(4.5, steep->least + 0.001, 0.9));
}
