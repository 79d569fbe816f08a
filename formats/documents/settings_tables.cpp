#include "compiler/limits.hpp"
#include "formats/documents/settings.hpp"

namespace strate {
namespace {

using S = Setting;
using namespace limits;

constexpr std::string_view kFormats[] = {"vdb", "obj", "png"};
constexpr std::string_view kTransitions[] = {"hard"};
constexpr std::string_view kStyles[] = {"switchback"};

constexpr SettingSpec kEntry[] = {
    {"open", S::flag, 0, 0, {}, {}, false, "whether the shaft from above the first strate exists"},
    {"radius_m", S::number, kEntryRadius.lo, kEntryRadius.hi, {}, {}, false, "of the shaft"},
};
constexpr SettingSpec kWorld[] = {
    {"voxel_size_m", S::number, kVoxel.lo, kVoxel.hi, {}, {}, false, "a resolution, not a scale"},
    {"radius_m",
     S::number,
     kRadius.lo,
     kRadius.hi,
     {},
     {},
     false,
     "of the world in x and y; 0: unbounded"},
    {"edge_seal_m",
     S::number,
     kEdgeSeal.lo,
     kEdgeSeal.hi,
     {},
     {},
     false,
     "how far inward the edge's rock ramps up"},
    {"top_z_m",
     S::number,
     kTop.lo,
     kTop.hi,
     {},
     {},
     false,
     "world height of the first strate's top"},
    {"gap_m", S::number, kGap.lo, kGap.hi, {}, {}, false, "rock between two strates' bands"},
    {"surface_entry", S::object, 0, 0, {}, kEntry, false, "a planned shaft at the spine"},
};
constexpr SettingSpec kBake[] = {
    {"window_m", S::window, kWindow.lo, kWindow.hi, {}, {}, false, "x and y that are baked"},
    {"mesh_step",
     S::whole,
     1,
     32,
     {},
     {},
     false,
     "voxels between samples of the preview meshes: 1, 2, 4, 8, 16 or 32"},
    {"formats", S::words, 0, 0, kFormats, {}, false, "what is written"},
    {"views", S::whole, 0, 32, {}, {}, false, "pictures from a player's eye, per strate"},
};
constexpr SettingSpec kSlot[] = {
    {"id", S::id, 0, 0, {}, {}, true, "the slot's name for ever"},
    {"strate", S::path, 0, 0, {}, {}, true, "a .strate.json file"},
    {"seed", S::seed, 0, 0, {}, {}, false, "instead of the one drawn from season and slot"},
    {"note", S::text, 0, 0, {}, {}, false, "for reviewers"},
};
constexpr SettingSpec kSeason[] = {
    {"$schema", S::text, 0, 0, {}, {}, true, "ends in season-1.json"},
    {"title", S::text, 0, 0, {}, {}, false, "for people"},
    {"note", S::text, 0, 0, {}, {}, false, "for reviewers"},
    {"runtime", S::any, 0, 0, {}, {}, false, "carried through unread"},
    {"seed", S::seed, 0, 0, {}, {}, true, "of the whole world"},
    {"revision", S::whole, kRevision.lo, kRevision.hi, {}, {}, false, "counts what was shipped"},
    {"world", S::object, 0, 0, {}, kWorld, false, "what all strates share"},
    {"bake", S::object, 0, 0, {}, kBake, false, "what is written"},
    {"laws", S::ids, 0, 0, {}, {}, false, "bands over the figures of laws: only tighter"},
    {"slots", S::list, 0, 0, {}, {}, true, "the strates, top first"},
    {"extends", S::path, 0, 0, {}, {}, false, "a .season.json file whose values it takes over"},
    {"set", S::ids, 0, 0, {}, {}, false, "changes by id to the slots of the season it extends"},
};

constexpr SettingSpec kTransition[] = {
    {"style", S::choice, 0, 0, kTransitions, {}, true, "how a strate ends below"},
};
constexpr SettingSpec kConnection[] = {
    {"style", S::choice, 0, 0, kStyles, {}, false, "the shape of this way"},
    {"mouth_radius_m",
     S::number,
     kTubeRadius.lo,
     kTubeRadius.hi,
     {},
     {},
     false,
     "of the tube at its ends"},
    {"mid_radius_m",
     S::number,
     kTubeRadius.lo,
     kTubeRadius.hi,
     {},
     {},
     false,
     "of the tube between its ends"},
    {"at_m", S::place, -512, 512, {}, {}, false, "world x and y: the only place it is looked for"},
};
constexpr SettingSpec kPassages[] = {
    {"connections", S::whole, 1, kMostConnections, {}, {}, false, "ways to the strate below"},
    {"style", S::choice, 0, 0, kStyles, {}, false, "the shape of the way"},
    {"mouth_radius_m",
     S::number,
     kTubeRadius.lo,
     kTubeRadius.hi,
     {},
     {},
     false,
     "of the tube at its ends"},
    {"mid_radius_m",
     S::number,
     kTubeRadius.lo,
     kTubeRadius.hi,
     {},
     {},
     false,
     "of the tube between its ends"},
    {"reach_m",
     S::number,
     8,
     24,
     {},
     {},
     false,
     "how far a footing may lie from where it is sought"},
    {"distance_m", S::pair, 8, 256, {}, {}, false, "of the departure from the spine"},
    {"leg_max_m", S::number, 12, 64, {}, {}, false, "run of one leg of a switchback"},
    {"per_connection",
     S::counted,
     1,
     kMostConnections,
     {},
     kConnection,
     false,
     "what one connection has of its own, by its number"},
};
constexpr SettingSpec kWater[] = {
    {"level_m",
     S::number,
     kWaterLevel.lo,
     kWaterLevel.hi,
     {},
     {},
     true,
     "above the strate's bottom"},
};
constexpr SettingSpec kClimate[] = {
    {"relief_scale_m",
     S::number,
     kClimateScale.lo,
     kClimateScale.hi,
     {},
     {},
     false,
     "feature size of the map `relief`"},
    {"moisture_scale_m",
     S::number,
     kClimateScale.lo,
     kClimateScale.hi,
     {},
     {},
     false,
     "feature size of the map `moisture`"},
};
constexpr SettingSpec kBiomeUse[] = {
    {"file", S::path, 0, 0, {}, {}, true, "a .biome.json file"},
    {"note", S::text, 0, 0, {}, {}, false, "for reviewers"},
    {"set", S::ids, 0, 0, {}, {}, false, "changes by id to operators of this strate"},
};
constexpr SettingSpec kBiomes[] = {
    {"use", S::list, 0, 0, {}, {}, true, "the biomes; where climates overlap the first rules"},
    {"cell_m",
     S::number,
     kBiomeCell.lo,
     kBiomeCell.hi,
     {},
     {},
     false,
     "from the middle of one patch to the next"},
};
constexpr SettingSpec kBiomeClimate[] = {
    {"relief", S::pair, 0, 1, {}, {}, false, "from plains to highland"},
    {"moisture", S::pair, 0, 1, {}, {}, false, "from dry to wet"},
};
constexpr SettingSpec kBiome[] = {
    {"$schema", S::text, 0, 0, {}, {}, true, "ends in biome-1.json"},
    {"title", S::text, 0, 0, {}, {}, false, "for people"},
    {"note", S::text, 0, 0, {}, {}, false, "for reviewers"},
    {"runtime", S::any, 0, 0, {}, {}, false, "carried through unread"},
    {"extends", S::path, 0, 0, {}, {}, false, "a .biome.json file whose values it takes over"},
    {"climate", S::object, 0, 0, {}, kBiomeClimate, false, "where it rules"},
    {"palette", S::whole, 0, 255, {}, {}, false, "index of a runtime's materials"},
    {"color", S::color, 0, 0, {}, {}, false, "of its rock, in pictures"},
    {"set", S::ids, 0, 0, {}, {}, false, "changes by id to operators of the strate"},
};
constexpr SettingSpec kAtmosphere[] = {
    {"fog_color", S::color, 0, 0, {}, {}, false, "what distance fades to"},
    {"rock_color", S::color, 0, 0, {}, {}, false, "of the walls"},
    {"ambient_color", S::color, 0, 0, {}, {}, false, "of the light from everywhere"},
    {"key_color", S::color, 0, 0, {}, {}, false, "of the one strong light"},
    {"fog_reach_m", S::number, kFogReach.lo, kFogReach.hi, {}, {}, false, "where the fog is thick"},
    {"ambient",
     S::number,
     kAmbient.lo,
     kAmbient.hi,
     {},
     {},
     false,
     "how strong the light from everywhere is"},
};
constexpr SettingSpec kStrate[] = {
    {"$schema", S::text, 0, 0, {}, {}, true, "ends in strate-1.json"},
    {"title", S::text, 0, 0, {}, {}, false, "for people"},
    {"note", S::text, 0, 0, {}, {}, false, "for reviewers"},
    {"runtime", S::any, 0, 0, {}, {}, false, "carried through unread"},
    {"extends", S::path, 0, 0, {}, {}, false, "a .strate.json file whose values it takes over"},
    {"archetype", S::text, 0, 0, {}, {}, false, "the named recipe that it is built from"},
    {"recipe", S::path, 0, 0, {}, {}, false, "the .recipe.json file that it is built from"},
    {"fields", S::ids, 0, 0, {}, {}, false, "own fields"},
    {"set", S::ids, 0, 0, {}, {}, false, "changes by id"},
    {"add", S::list, 0, 0, {}, {}, false, "more entries"},
    {"disturbances", S::ids, 0, 0, {}, {}, false, "chasms, bridges, ridges: the last entries"},
    {"height_m",
     S::number,
     kHeight.lo,
     kHeight.hi,
     {},
     {},
     false,
     "from bottom to top, bands included"},
    {"seal_thickness_m",
     S::number,
     kSeal.lo,
     kSeal.hi,
     {},
     {},
     false,
     "of the band at the top and at the bottom"},
    {"diggable", S::flag, 0, 0, {}, {}, false, "whether edits may open the bands"},
    {"transition", S::object, 0, 0, {}, kTransition, false, "to the strate below"},
    {"passages", S::object, 0, 0, {}, kPassages, false, "to the strate below"},
    {"water", S::object, 0, 0, {}, kWater, false, "one water plane"},
    {"climate", S::object, 0, 0, {}, kClimate, false, "maps that fields read"},
    {"biomes", S::object, 0, 0, {}, kBiomes, false, "what rules where, by climate"},
    {"atmosphere", S::object, 0, 0, {}, kAtmosphere, false, "pictures only"},
};

constexpr SettingSpec kExpect[] = {
    {"$schema", S::text, 0, 0, {}, {}, true, "ends in expect-1.json"},
    {"note", S::text, 0, 0, {}, {}, false, "for reviewers"},
    {"season", S::path, 0, 0, {}, {}, true, "the .season.json file that was measured"},
    {"content_hash", S::text, 0, 0, {}, {}, true, "of the world that was measured"},
    {"step_m", S::number, 0.0625, 0.125, {}, {}, true, "what it was measured at"},
    {"window_m", S::window, kWindow.lo, kWindow.hi, {}, {}, true, "x and y that were measured"},
    {"allow", S::ids, 0, 0, {}, {}, false, "how far a figure may move, [down, up] in its unit"},
    {"allow_fraction", S::ids, 0, 0, {}, {}, false, "the same as a share of what is expected"},
    {"descent", S::ids, 0, 0, {}, {}, false, "of the way through the whole stack"},
    {"stack", S::ids, 0, 0, {}, {}, false, "of laws over the whole stack"},
    {"laws", S::ids, 0, 0, {}, {}, false, "the worst verdict of each law"},
    {"strates", S::ids, 0, 0, {}, {}, true, "the figures of each slot"},
};

}  // namespace

std::span<const SettingSpec> expect_settings() { return kExpect; }
std::span<const SettingSpec> season_settings() { return kSeason; }
std::span<const SettingSpec> strate_settings() { return kStrate; }
std::span<const SettingSpec> slot_settings() { return kSlot; }
std::span<const SettingSpec> biome_settings() { return kBiome; }
std::span<const SettingSpec> biome_use_settings() { return kBiomeUse; }

std::span<const SettingSpec> members_of(std::span<const SettingSpec> table, std::string_view name) {
  for (const SettingSpec& s : table)
    if (s.name == name) return s.members;
  return {};
}

}  // namespace strate
