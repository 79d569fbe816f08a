#include "formats/recipe/builtin_fields.hpp"

namespace strate {
namespace {

constexpr BuiltinField kFields[] = {
    {"height_m", false, false, false, false, false, "above the strate's bottom"},
    {"depth_m", false, false, false, false, false, "below the top of the strate's content"},
    {"rock_m", false, false, false, false, false,
     "into the rock that is there so far; negative in air"},
    {"below_ground_m", false, true, false, false, false,
     "below the heightfield or heightmap above this operator"},
    {"spine_m", true, false, false, false, false, "horizontal distance from the spine"},
    {"edge_m", true, false, false, false, false,
     "horizontal distance inward from the world radius"},
    {"passage_m", false, false, false, false, false,
     "distance to the nearest passage or landing; far away while passages are planned"},
    {"water_m", false, false, true, false, false, "above the water level; negative under water"},
    {"x_m", true, false, false, false, false, "east of the spine"},
    {"y_m", true, false, false, false, false, "north of the spine"},
    {"relief", true, false, false, false, false, "climate map 0..1: plains to highland"},
    {"moisture", true, false, false, false, false, "climate map 0..1: dry to wet"},
    {"border", true, false, false, false, true,
     "biome border weight: 0 deep inside, 0.5 on the border"},
    {"slope_deg", true, true, false, false, false, "slope of the ground above this operator"},
    {"draw", true, false, false, true, false, "the site's own number 0..1"},
};

}  // namespace

std::span<const BuiltinField> builtin_fields() { return kFields; }

const BuiltinField* builtin_field(std::string_view name) {
  for (const BuiltinField& f : kFields)
    if (f.name == name) return &f;
  return nullptr;
}

}  // namespace strate
