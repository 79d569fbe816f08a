#include <algorithm>

#include "passes/density/tube.hpp"
#include "passes/plan/planner.hpp"
#include "passes/plan/proof.hpp"
#include "passes/plan/screen.hpp"

namespace strate {

namespace {

/// How far from the spine, and how level, in the order tried: near and level first.
constexpr double kSearch[] = {2, 4, 8, 16, 32, 64};
constexpr double kLevel[] = {0.75, 0.5, 0.25};
constexpr int kMostTries = 8;
/// Places that a door is in the way of; they cost no proof.
constexpr int kMostMet = 64;

Box3 box_of(const StrateWorld& s, const OriginRoom& room) {
  const Vec3 floor = room.floor + Vec3{0, 0, metres(s.bottom_um)};
  const double wide = room.radius_m + floor_reach(0.75);
  return {floor - Vec3{wide, wide, 0.75 + kPostReachM},
          floor + Vec3{wide, wide, room.height_m + kWallReliefM + kPostReachM}};
}

/// What the room would do to the walk of its strate, by building it.
Result<std::string> lack_of_room(const World& base, const Survey& survey, const OriginRoom& room,
                                 const Catalog& catalog, const Executor& executor) {
  WorldDef def = base.def();
  StrateWorld& s = def.strates[static_cast<std::size_t>(survey.index())];
  s.origin = room;
  const Box3 box = box_of(s, room);
  const Vec3 floor = room.floor + Vec3{0, 0, metres(s.bottom_um)};
  Result<World> built = World::compile(std::move(def), catalog);
  if (!built) return built.error();
  Change change;
  change.before = &base;
  change.after = &*built;
  change.layers = {Layers::Posts::planned, nullptr, true};
  change.box = box;
  change.surveys = {&survey};
  change.joints = {{floor, &survey, "the origin room"}};
  return lack_of(change, executor);
}

/// One search for the room's floor.
struct Search {
  Vec3 at;  ///< x and y
  Interval heights;
  double level = 0, within_m = 0;
};

/// In the order tried: around what the stack keeps for the room (02 §5: the top of an anchored
/// island), then around the spine at any height.
std::vector<Search> searches_of(const World& base, const Survey& survey) {
  constexpr double kKeptM = 1.5;
  std::vector<Search> places;
  Scratch scratch;
  if (const std::optional<Vec3> home = base.home_of(survey.index(), scratch)) {
    const double z = home->z + survey.bottom_m();
    places.push_back({*home, {z - kKeptM, z + kKeptM}});
  }
  places.push_back({{}, {-1e9, 1e9}});
  std::vector<Search> out;
  for (const Search& place : places)
    for (double level : kLevel)
      for (double within : kSearch) out.push_back({place.at, place.heights, level, within});
  return out;
}

Error no_footing(const Survey& survey, std::vector<std::string> notes) {
  return {"plan.no_footing",
          "strate \"" + survey.strate().id + "\" has no footing for its origin room",
          {},
          std::move(notes)};
}

}  // namespace

Result<OriginRoom> plan_origin(const World& base, const Survey& survey,
                               const std::vector<const Passage*>& doors, const Catalog& catalog,
                               const Executor& executor) {
  OriginRoom room;
  if (!survey.walkable()) return no_footing(survey, {"nowhere can a player stand"});
  Survey::Wanted wanted;
  wanted.radius_m = room.radius_m;
  wanted.order = Survey::Order::nearest;
  wanted.below_m = 0.75 + kSealMarginM;
  wanted.above_m = room.height_m + kWallReliefM + kSealMarginM;
  std::vector<std::string> notes;
  int met = 0;
  const auto meets_door = [&](Vec3 floor) {
    const Surroundings::Room body{"", floor, room.radius_m, room.height_m, 0.75};
    return std::any_of(doors.begin(), doors.end(),
                       [&](const Passage* door) { return meets_room(body, *door); });
  };
  for (const Search& search : searches_of(base, survey)) {
    wanted.search_m = search.within_m, wanted.least_flat = search.level;
    wanted.heights = search.heights;
    Footing footing;
    bool found = static_cast<int>(notes.size()) < kMostTries &&
                 survey.find_footing(search.at.x, search.at.y, wanted, footing);
    while (found && meets_door(footing.floor)) {
      wanted.avoid.push_back(footing.floor);
      found = ++met < kMostMet && survey.find_footing(search.at.x, search.at.y, wanted, footing);
    }
    if (!found) continue;
    room.floor = on_plan_grid(footing.floor - Vec3{0, 0, survey.bottom_m()});
    Result<std::string> lack = lack_of_room(base, survey, room, catalog, executor);
    if (!lack) return lack.error();
    if (lack->empty()) return room;
    wanted.avoid.push_back(footing.floor);
    notes.push_back(*lack);
  }
  if (notes.empty())
    notes.push_back(met > 0 ? "every level floor near the spine is in the way of a seam's door"
                            : "no floor inside the bands is level over a quarter of it");
  return no_footing(survey, std::move(notes));
}

}  // namespace strate
