#include "passes/plan/seams.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "passes/density/tube.hpp"
#include "passes/plan/door_way.hpp"
#include "passes/plan/proof.hpp"
#include "passes/plan/screen.hpp"
#include "passes/plan/turns.hpp"
#include "passes/walk/pieces.hpp"
#include "passes/walk/union_find.hpp"

namespace strate {

namespace {

/// Footings are looked for on every kStride-th column.
constexpr std::int64_t kStride = 8;
constexpr double kLeastFlat = 0.6, kLevelM = 0.35;
/// Longest door from floor to floor, seen from above. [Units: m]
constexpr double kLongestM = 48;
/// Ways drawn for one seam: the cheapest. And how many that ran into something are told of.
constexpr std::size_t kMostDrawn = kMaxSpots, kMostClashes = 16;
/// A metre of tube in the open costs as much as these metres more; a steep one is so much longer.
constexpr double kOpenCost = 2, kSteepCost = 1.5;
/// Of pairs whose ends lie in the same cubes of this side only the cheapest counts. [Units: m]
constexpr double kApartM = 4;
/// A way is looked at this often. [Units: m]
constexpr double kStepM = 0.5;
/// Nothing planned reaches nearer to the rim of the disc than this. [Units: m]
constexpr double kRimM = 1;

/// A pair of footings, drawn.
struct Drawn {
  Vec3 from, to;
  double cost = 0;
  Passage way;
};

class SeamPlanner {
 public:
  SeamPlanner(const SeamTask& task, Survey& survey, const Executor& executor,
              std::vector<SeamReport>& reports)
      : task_(task),
        survey_(survey),
        executor_(executor),
        reports_(reports),
        map_(survey.strate()),
        cells_(map_, task.radius_m),
        pieces_(survey.walk(), 0, static_cast<int>(cells_.sites().size()),
                [&](std::int64_t x, std::int64_t y) { return cell_at(x, y); }),
        joined_(survey.walk().walk_components().size()) {}

  Result<std::vector<SeamDoor>> run() {
    if (Result<Done> built = build(); !built) return built.error();
    protect_sides();
    for (const Seam& seam : map_.seams(task_.radius_m)) {
      SeamDoor door;
      door.strate = survey_.strate().id;
      door.a = {seam.a.i, seam.a.j}, door.b = {seam.b.i, seam.b.j};
      SeamReport report;
      report.id = seam_id(door.strate, door.a, door.b);
      const bool planned = plan(seam, door, report);
      report.kind = door.kind;
      reports_.push_back(report);
      if (!planned) return no_door(seam, report);
      doors_.push_back(std::move(door));
      if (doors_.back().kind != SeamDoor::Kind::door) continue;
      if (Result<Done> built = build(); !built) return built.error();
    }
    settle();
    return std::move(doors_);
  }

 private:
  /// The world with the doors so far.
  Result<Done> build() {
    WorldDef def = task_.world.def();
    def.doors = doors_;
    Result<World> world = World::compile(std::move(def), task_.catalog);
    if (!world) return world.error();
    world_.emplace(std::move(*world));
    return Done{};
  }

  Um voxel() const { return task_.world.def().voxel_um; }
  int cell_at(std::int64_t x, std::int64_t y) const {
    return cells_.at(lattice_m(x, voxel()), lattice_m(y, voxel()));
  }
  bool is_side(int cell) const {
    const double area = metres(voxel()) * metres(voxel());
    return static_cast<double>(pieces_.main_nodes(cell)) * area >= kLeastSideM2;
  }
  ComponentId component_of(int cell) const {
    return survey_.walk().walk_component(pieces_.pieces()[pieces_.main_of(cell)].first);
  }

  /// No door may cut what another one may lead to.
  void protect_sides() {
    std::vector<std::uint8_t> main(joined_.size(), 0);
    for (int cell = 0; cell < static_cast<int>(cells_.sites().size()); ++cell)
      if (is_side(cell)) main[component_of(cell)] = 1;
    if (!main.empty()) main[0] = 1;
    survey_.set_main(std::move(main));
  }

  /// The main component is the largest set of joined ones, ties to the one that holds the larger.
  void settle() {
    std::vector<std::uint64_t> nodes(joined_.size(), 0);
    const auto& all = survey_.walk().walk_components();
    for (ComponentId c = 0; c < all.size(); ++c) nodes[joined_.find(c)] += all[c].nodes;
    const auto best = std::max_element(nodes.begin(), nodes.end());
    std::vector<std::uint8_t> main(joined_.size(), 0);
    for (ComponentId c = 0; c < all.size(); ++c)
      main[c] = joined_.find(c) == static_cast<ComponentId>(best - nodes.begin()) ? 1 : 0;
    survey_.set_main(std::move(main));
  }

  /// False if the seam needs a door that cannot be planned.
  bool plan(const Seam& seam, SeamDoor& door, SeamReport& report) {
    const int a = cells_.index(seam.a), b = cells_.index(seam.b);
    door.kind = SeamDoor::Kind::blank;
    if (!is_side(a) || !is_side(b)) return true;
    door.kind = SeamDoor::Kind::open;
    const bool open = pieces_.crossed(a, b) >= kCrossedShare;
    if (!open) {
      door.kind = SeamDoor::Kind::door;
      door.way.id = report.id;
      door.way.upper = door.way.lower = door.strate;
      door.way.style = "door";
      if (!find_door(a, b, door.way, report)) return false;
      joined_.unite(component_of(a), component_of(b));
    }
    return true;
  }

  /// Where a door may stand on the main piece of a cell.
  const std::vector<Vec3>& footings(int cell) {
    const auto [it, fresh] = footings_.try_emplace(cell);  // of a map: references stay
    if (!fresh) return it->second;
    const PieceId main = pieces_.main_of(cell);
    const ComponentId component = component_of(cell);
    const StrateWorld& s = survey_.strate();
    const Landing landing = door_landing("", {});
    const double low =
        survey_.bottom_m() + metres(s.seal_um) + landing.floor_thickness_m + kSealMarginM;
    const double high =
        metres(s.top_um - s.seal_um) - landing.height_m - kWallReliefM - kSealMarginM;
    const WalkWorld& walk = survey_.walk();
    for (NodeId id = 0; id < walk.node_count(); ++id) {
      if (pieces_.piece_of(id) != main) continue;
      const Coord c = walk.node(id);
      if (floor_div(c.x, kStride) * kStride != c.x || floor_div(c.y, kStride) * kStride != c.y)
        continue;
      const Vec3 floor = on_plan_grid(walk.floor_point(id));
      if (floor.z < low || floor.z > high) continue;
      if (survey_.flat_share(floor, landing.half_width_m, kLevelM, component) >= kLeastFlat)
        it->second.push_back(floor);
    }
    return it->second;
  }

  /// True if the straight way between two places leaves neither cell but for the other.
  bool stays(int a, int b, Vec3 from, Vec3 to) const {
    const int n = static_cast<int>(length_xy(to - from) / kStepM) + 1;
    for (int i = 0; i <= n; ++i) {
      const Vec3 p = from + (to - from) * (static_cast<double>(i) / n);
      const int cell = cells_.at(p.x, p.y);
      if (cell != a && cell != b) return false;
    }
    return true;
  }

  /// Pairs of footings that a door of bearable grade may join, the cheapest first: {cost, index of
  /// the one, of the other}.
  using Pair = std::tuple<double, std::uint32_t, std::uint32_t>;
  static std::vector<Pair> pairs_of(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    std::vector<Pair> all;
    for (std::uint32_t i = 0; i < from.size(); ++i)
      for (std::uint32_t k = 0; k < to.size(); ++k) {
        if (length_xy(to[k] - from[i]) > kLongestM) continue;
        const double grade = door_grade(from[i], to[k]);
        if (grade > kSteepGrade) continue;
        all.emplace_back(length(to[k] - from[i]) * (grade > kGentleGrade ? kSteepCost : 1), i, k);
      }
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Cubes of kApartM in which both ends lie.
  static std::array<std::int64_t, 6> cubes_of(Vec3 from, Vec3 to) {
    const auto cube = [](double v) { return static_cast<std::int64_t>(std::floor(v / kApartM)); };
    return {cube(from.x), cube(from.y), cube(from.z), cube(to.x), cube(to.y), cube(to.z)};
  }

  /// Ways inside the two cells that nothing is in the way of, the cheapest first; what others ran
  /// into goes into the report.
  std::vector<Drawn> ways_of(int a, int b, const Passage& head, SeamReport& report) {
    const std::vector<Vec3>&from = footings(a), &to = footings(b);
    const Surroundings surroundings = around();
    std::set<std::array<std::int64_t, 6>> seen;
    std::vector<Drawn> out;
    for (const auto& [cost, i, k] : pairs_of(from, to)) {
      if (out.size() == kMostDrawn) break;
      if (!seen.insert(cubes_of(from[i], to[k])).second || !stays(a, b, from[i], to[k])) continue;
      Drawn drawn{from[i], to[k], cost, {}};
      if (std::string clash = draw(surroundings, head, drawn); clash.empty())
        out.push_back(std::move(drawn));
      else if (report.spots.size() < kMostClashes)
        report.spots.push_back({drawn.from, drawn.to, std::move(clash)});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Drawn& p, const Drawn& q) { return p.cost < q.cost; });
    return out;
  }

  Surroundings around() const {
    Surroundings out;
    out.radius_m = task_.radius_m - kRimM;
    const WorldDef& def = task_.world.def();
    if (def.radius_um > 0)
      out.radius_m = std::min(out.radius_m, metres(def.radius_um - def.edge_seal_um));
    return out;
  }

  /// What the way would run into; nothing: it is drawn.
  std::string draw(const Surroundings& around, const Passage& head, Drawn& out) const {
    Passage& way = out.way = head;
    way.path = door_path(out.from, out.to);
    way.departure = door_landing(way.upper, out.from);
    way.arrival = door_landing(way.lower, out.to);
    if (std::string clash = clash_of(way, around); !clash.empty()) return clash;
    // Its treads alone cross the open: walls of rock there would only cut what lies beside.
    for (const Support& s : jackets_of(way, [&](Vec3 at) { return survey_.rock_at(at); }))
      out.cost += kOpenCost * (length(s.to - s.from) + 1);
    return "";
  }

  bool find_door(int a, int b, Passage& way, SeamReport& report) {
    for (Drawn& drawn : ways_of(a, b, way, report)) {
      if (report.proofs == kMaxSpots) break;
      ++report.proofs;
      report.spots.push_back({drawn.from, drawn.to, lack_of_door(a, b, drawn.way)});
      if (!report.spots.back().lacked.empty()) continue;
      way = std::move(drawn.way);
      way.spots_tried = static_cast<int>(report.spots.size());
      return true;
    }
    return false;
  }

  std::string lack_of_door(int a, int b, const Passage& way) const {
    Change change;
    change.before = change.after = &*world_;
    change.layers = {Layers::Posts::planned, &way, true};
    change.box = passage_box(way);
    change.surveys = {&survey_};
    change.joints = {{way.departure.floor, &survey_, "its first end", component_of(a)},
                     {way.arrival.floor, &survey_, "its second end", component_of(b)}};
    for (const SeamDoor& door : doors_)
      if (door.kind == SeamDoor::Kind::door) change.ways.push_back(&door.way);
    return lack_of(change, executor_);
  }

  Error no_door(const Seam& seam, const SeamReport& report) {
    const auto& list = survey_.strate().regions.list;
    const auto name = [&](int region) { return list[static_cast<std::size_t>(region)].id; };
    Error e{"plan.no_door",
            "the seam " + report.id + " between " + name(seam.region_a) + " and " +
                name(seam.region_b) + " cannot have a door: " +
                (report.spots.empty() ? "no two level floors are near enough"
                                      : "none of " + std::to_string(report.spots.size()) +
                                            " pairs of footings carries it"),
            {},
            {}};
    for (std::size_t i = 0; i < report.spots.size(); ++i)
      e.notes.push_back("pair " + std::to_string(i + 1) + " at " +
                        place_text(report.spots[i].upper) + ": " + report.spots[i].lacked);
    return e;
  }

  const SeamTask& task_;
  Survey& survey_;
  const Executor& executor_;
  std::vector<SeamReport>& reports_;
  const RegionMap map_;
  const SiteCells cells_;
  const WalkPieces pieces_;
  UnionFind<ComponentId> joined_;
  std::map<int, std::vector<Vec3>> footings_;
  std::vector<SeamDoor> doors_;
  std::optional<World> world_;  ///< with the doors so far
};

}  // namespace

Result<std::vector<SeamDoor>> plan_seams(const SeamTask& task, Survey& survey,
                                         const Executor& executor,
                                         std::vector<SeamReport>& reports) {
  return SeamPlanner(task, survey, executor, reports).run();
}

}  // namespace strate
