#include "tests/walk/support/walk_table.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <iomanip>
#include <optional>
#include <set>
#include <sstream>

#include "passes/walk/walk.hpp"
#include "tests/walk/support/scenes.hpp"
#include "tests/walk/support/slow_walk.hpp"

namespace strate {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A round room around a scene that runs along x; the way goes from x = −1.55 m to +1.55 m.
struct Scene {
  scene::Density density;  ///< its floor at x = −1.55 lies at z = 0
  double goal_z = 0;       ///< floor at x = +1.55
  double top_z = 3.2;      ///< of the room
};

constexpr double kRoomRadius = 2.1, kWay = 1.55;

Scene room(scene::Density inside, double goal_z, double top_z) {
  return {[=](Vec3 p) {
            const double wall = kRoomRadius - std::sqrt(p.x * p.x + p.y * p.y);
            return std::min({inside(p), wall, top_z - p.z});
          },
          goal_z, top_z};
}

Scene doorway(double width) {
  return room(
      [=](Vec3 p) {
        const double wall = scene::box({p.x, 0, 0}, {}, {0.25, 9, 9});
        const double slab = std::max(wall, width / 2 - std::fabs(p.y));
        return std::min(p.z, slab);
      },
      0, 2.6);
}

Scene low_ceiling(double height) {
  return room([=](Vec3 p) { return std::min(p.z, std::max(height - p.z, std::fabs(p.x) - 0.8)); },
              0, 2.8);
}

/// Flat, a plane of `deg` that rises by `rise` around x = 0, flat.
Scene ramp(double deg, double rise) {
  const double s = std::sin(deg * kPi / 180), c = std::cos(deg * kPi / 180);
  return room(
      [=](Vec3 p) {
        const double slope = (p.z - rise / 2) * c - p.x * s;
        return std::min(p.z, std::max(slope, p.z - rise));
      },
      rise, rise + 2.4);
}

Scene step(double height) {
  return room([=](Vec3 p) { return std::min(p.z, std::max(p.z - height, -p.x)); }, height,
              height + 2.4);
}

Scene stairs(double tread, double riser) {
  const int n = static_cast<int>(std::floor(2.0 / tread));
  const double start = -tread * n / 2;
  return room(
      [=](Vec3 p) {
        double d = p.z;
        for (int i = 1; i <= n; ++i)
          d = std::min(d, std::max(p.z - riser * i, start + tread * (i - 1) - p.x));
        return d;
      },
      riser * n, riser * n + 2.4);
}

Scene crack(double width) {
  return room(
      [=](Vec3 p) { return std::max(p.z, std::min(width / 2 - std::fabs(p.x), p.z + 2.2)); }, 0,
      2.4);
}

Scene rough_floor(double feature, std::uint64_t seed) {
  return room(
      [=](Vec3 p) {
        const double edge = std::clamp(1.7 - std::sqrt(p.x * p.x + p.y * p.y), 0.0, 0.3) / 0.3;
        return (p.z - 0.1 * edge * scene::noise({p.x, p.y, 0}, feature, seed)) * 0.95;
      },
      0, 2.6);
}

struct Row {
  std::string name;
  std::function<Scene(double value, std::uint64_t seed)> scene;
  std::vector<double> values;
  bool reachable = true;
  bool along_axis = false;  ///< turned by right angles only
};

std::vector<Row> table() {
  const auto face = [](double rise) {
    return [rise](double deg, std::uint64_t) { return ramp(deg, rise); };
  };
  /// As high as fits the room, 1.5 m at most.
  const auto plane = [](double deg, std::uint64_t) {
    return ramp(deg, std::min(1.5, 1.9 * std::tan(deg * kPi / 180)));
  };
  const auto of = [](Scene (*f)(double)) { return [f](double v, std::uint64_t) { return f(v); }; };
  const auto flight = [](double tread, double riser) {
    return [=](double, std::uint64_t) { return stairs(tread, riser); };
  };
  return {
      {"doorway <= 0.67 m", of(doorway), {0.5, 0.62, 0.67}, false},
      {"doorway >= 0.85 m", of(doorway), {0.85, 0.9, 1.2}, true},
      {"ceiling <= 1.75 m", of(low_ceiling), {1.5, 1.7, 1.75}, false},
      {"ceiling >= 1.91 m", of(low_ceiling), {1.91, 1.95, 2.2}, true},
      {"ramp <= 44 deg", plane, {15, 30, 40, 44}, true},
      {"ramp >= 45.5 deg", plane, {45.5, 46, 48, 55}, false},
      {"step <= 0.42 m", of(step), {0.1, 0.25, 0.36, 0.42}, true},
      {"step >= 0.50 m", of(step), {0.5, 0.55, 0.7, 1.0}, false},
      {"face 0.6 m, 50-75 deg", face(0.6), {50, 55, 60, 65, 70, 75}, false},
      {"face 0.9 m, 50-75 deg", face(0.9), {50, 55, 60, 65, 70, 75}, false},
      {"face 1.2 m, 50-75 deg", face(1.2), {50, 55, 60, 65, 70, 75}, false},
      {"stairs 0.25/0.24 on an axis", flight(0.25, 0.24), {0}, true, true},
      {"stairs 0.28/0.17", flight(0.28, 0.17), {0}, true},
      {"stairs 0.38/0.37", flight(0.38, 0.37), {0}, true},
      {"crack <= 0.45 m", of(crack), {0.1, 0.2, 0.3, 0.4, 0.45}, true},
      {"crack >= 0.80 m", of(crack), {0.8, 0.9, 1.1}, false},
      {"rough floor 0.1 m at 1-3 m",
       [](double f, std::uint64_t s) { return rough_floor(f, s); },
       {1, 1.5, 2, 3},
       true},
  };
}

/// Standing samples near the floor point, as brute force sees them.
std::vector<Coord> slow_near(slow::Walk& walk, Vec3 at, Um voxel, double reach) {
  std::vector<Coord> found;
  const auto index = [&](double m) {
    return static_cast<std::int64_t>(std::floor(m * 1e6 / static_cast<double>(voxel) + 0.5));
  };
  const std::int64_t r = index(reach);
  for (std::int64_t z = index(at.z); z <= index(at.z + 0.8); ++z)
    for (std::int64_t y = index(at.y) - r; y <= index(at.y) + r; ++y)
      for (std::int64_t x = index(at.x) - r; x <= index(at.x) + r; ++x)
        if (walk.standing({x, y, z})) found.push_back({x, y, z});
  return found;
}

bool slow_reaches(slow::Walk& walk, const std::vector<Coord>& from, const std::set<Coord>& goals) {
  std::set<Coord> seen(from.begin(), from.end());
  std::deque<Coord> open(from.begin(), from.end());
  while (!open.empty()) {
    const Coord p = open.front();
    open.pop_front();
    if (goals.count(p)) return true;
    for (const Coord& q : walk.moves(p))
      if (seen.insert(q).second) open.push_back(q);
  }
  return false;
}

struct Verdict2 {
  bool fast = false;
  std::optional<bool> slow;  ///< none: not asked
};

Verdict2 judge(const Scene& scene, double turn, Vec3 shift, Um voxel, const WalkParams& params,
               bool ask_slow) {
  const auto index = [&](double m) {
    return static_cast<std::int64_t>(std::floor(m * 1e6 / static_cast<double>(voxel)));
  };
  const std::int64_t side = index(kRoomRadius + 0.9) + 1;
  const IndexBox window{{-side, -side, index(-1.4)}, {side, side, index(scene.top_z + 1.2)}};
  const Lattice lattice =
      scene::lattice_of(window, voxel, scene::placed(scene.density, turn, shift));
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(lattice, window, params, serial_executor()));
  const WalkWorld walk(std::move(slabs));
  const auto world_point = [&](double x, double z) {
    return Vec3{x * std::cos(turn), x * std::sin(turn), z} + shift;
  };
  const Vec3 start = world_point(-kWay, 0), goal = world_point(kWay, scene.goal_z);
  const NodeId a = walk.node_near(start, 0.3), b = walk.node_near(goal, 0.3);
  REQUIRE(a != kNoNode);
  REQUIRE(b != kNoNode);
  Verdict2 verdict;
  verdict.fast = walk.walk_component(a) == walk.walk_component(b);
  if (!ask_slow) return verdict;
  slow::Walk slow(lattice, window, params.player);
  const auto from = slow_near(slow, start, voxel, 0.2), to = slow_near(slow, goal, voxel, 0.2);
  REQUIRE(!from.empty());
  REQUIRE(!to.empty());
  verdict.slow = slow_reaches(slow, from, {to.begin(), to.end()});
  return verdict;
}

struct RowTally : TableTally {
  std::string worst;
};

RowTally run(const Row& row, Um voxel, const WalkParams& params, int turns, int slow_turns) {
  RowTally tally;
  for (std::size_t k = 0; k < row.values.size(); ++k)
    for (int i = 0; i < turns; ++i) {
      scene::Draw d(string_hash(row.name) + 1000 * k + static_cast<std::uint64_t>(i));
      const double turn = row.along_axis ? kPi / 2 * std::floor(d.in(0, 4))
                          : i == 0       ? 0
                          : i == 1       ? kPi / 4
                                         : d.in(0, 2 * kPi);
      const double v = metres(voxel);
      const Vec3 shift{d.in(-v, v), d.in(-v, v), d.in(-v, v)};
      const Scene scene = row.scene(row.values[k], static_cast<std::uint64_t>(i) + 17);
      const Verdict2 got = judge(scene, turn, shift, voxel, params, i < slow_turns);
      ++tally.cases;
      tally.right += got.fast == row.reachable;
      tally.slow_cases += got.slow.has_value();
      tally.slow_right += got.slow == row.reachable;
      if (got.fast != row.reachable || got.slow.value_or(row.reachable) != row.reachable) {
        std::ostringstream at;
        at << " [" << row.values[k] << " turn " << turn << " shift " << shift.x << " " << shift.y
           << " " << shift.z << "]";
        tally.worst = at.str();
      }
    }
  return tally;
}

}  // namespace

TableTally run_table(Um voxel, int turns, int slow_turns) {
  const WalkParams params = WalkParams::make(Player{}, voxel);
  TableTally all;
  std::ostringstream summary;
  summary << "voxel " << metres(voxel) << " m\n";
  for (const Row& row : table()) {
    const RowTally t = run(row, voxel, params, turns, slow_turns);
    all.cases += t.cases, all.right += t.right;
    all.slow_cases += t.slow_cases, all.slow_right += t.slow_right;
    summary << std::left << std::setw(30) << row.name << (row.reachable ? " always " : " never  ")
            << t.right << " of " << t.cases << ", by brute force " << t.slow_right << " of "
            << t.slow_cases << t.worst << "\n";
  }
  WARN(summary.str());
  return all;
}

}  // namespace strate
