#include "passes/cook.hpp"

namespace strate {

namespace {

std::string window_text(const WindowXY& w) {
  const auto m = [](Um um) { return std::to_string(um / kUmPerM); };
  return "[" + m(w.lo_x) + ", " + m(w.lo_y) + ", " + m(w.hi_x) + ", " + m(w.hi_y) + "]";
}

/// A bake that cuts a plan proves nothing: refused with the smallest window that does.
Result<Done> check_window(const BakeSettings& bake, const WorldDef& world) {
  const WindowXY need = smallest_window(world);
  if (WindowXY{bake.lo_x, bake.lo_y, bake.hi_x, bake.hi_y}.contains(need)) return Done{};
  return Error{"plan.window",
               "bake.window_m does not contain the planned passages",
               bake.window_source,
               {"the smallest that does is " + window_text(need)}};
}

}  // namespace

Result<Done> pass_plan(Cook& cook) {
  const CookOptions& o = cook.options;
  if (!cook.world) {
    Result<WorldDef> def = plan(cook.season, o.catalog, o.executor, cook.plan_report);
    if (!def) return def.error();
    Result<World> world = World::compile(std::move(*def), o.catalog);
    if (!world) return world.error();
    cook.world.emplace(std::move(*world));
  }
  return check_window(cook.season.bake, cook.def());
}

}  // namespace strate
