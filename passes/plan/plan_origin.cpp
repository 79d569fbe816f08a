#include "passes/density/tube.hpp"
#include "passes/plan/planner.hpp"
#include "passes/plan/proof.hpp"

namespace strate {

namespace {

/// How far from the spine, and how level, in the order tried: near and level first.
constexpr double kSearch[] = {2, 4, 8, 16, 32, 64};
constexpr double kLevel[] = {0.75, 0.5, 0.25};
constexpr int kMostTries = 8;

Box3 box_of(const StrateWorld& s, const OriginRoom& room) {
  const Vec3 floor = room.floor + Vec3{0, 0, metres(s.bottom_um)};
  const double wide = room.radius_m + kWallReliefM + kPostReachM;
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

Error no_footing(const Survey& survey, std::vector<std::string> notes) {
  return {"plan.no_footing",
          "strate \"" + survey.strate().id + "\" has no footing for its origin room",
          {},
          std::move(notes)};
}

}  // namespace

Result<OriginRoom> plan_origin(const World& base, const Survey& survey, const Catalog& catalog,
                               const Executor& executor) {
  OriginRoom room;
  if (!survey.walkable()) return no_footing(survey, {"nowhere can a player stand"});
  Survey::Wanted wanted;
  wanted.radius_m = room.radius_m;
  wanted.order = Survey::Order::nearest;
  wanted.below_m = 0.75 + kSealMarginM;
  wanted.above_m = room.height_m + kWallReliefM + kSealMarginM;
  std::vector<std::string> notes;
  for (double level : kLevel)
    for (double search : kSearch) {
      wanted.search_m = search, wanted.least_flat = level;
      Footing footing;
      if (static_cast<int>(notes.size()) >= kMostTries ||
          !survey.find_footing(0, 0, wanted, footing))
        continue;
      room.floor = on_plan_grid(footing.floor - Vec3{0, 0, survey.bottom_m()});
      Result<std::string> lack = lack_of_room(base, survey, room, catalog, executor);
      if (!lack) return lack.error();
      if (lack->empty()) return room;
      wanted.avoid.push_back(footing.floor);
      notes.push_back(*lack);
    }
  if (notes.empty()) notes.push_back("no floor inside the bands is level over a quarter of it");
  return no_footing(survey, std::move(notes));
}

}  // namespace strate
