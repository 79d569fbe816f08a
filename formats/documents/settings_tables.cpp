#include "compiler/limits.hpp"
#include "formats/documents/settings.hpp"

namespace strate {
namespace {

using S = Setting;
using namespace limits;

constexpr std::span<const std::string_view> kNoWords;
constexpr std::span<const SettingSpec> kNoKeys;

constexpr std::string_view kFormats[] = {"vdb", "obj", "png"};
constexpr std::string_view kTransitions[] = {"hard"};
constexpr std::string_view kStyles[] = {"switchback"};

constexpr SettingSpec kEntry[] = {
    {"open", S::flag, 0, 0, kNoWords, kNoKeys, false,
     "whether the shaft from above the first strate exists", "false"},
    {"radius_m", S::number, kEntryRadius.lo, kEntryRadius.hi, kNoWords, kNoKeys, false,
     "of the shaft", "1.75"},
};
constexpr SettingSpec kWorld[] = {
    {"voxel_size_m", S::number, kVoxel.lo, kVoxel.hi, kNoWords, kNoKeys, false,
     "the distance of samples: a resolution, not a scale", "0.125"},
    {"radius_m", S::number, kRadius.lo, kRadius.hi, kNoWords, kNoKeys, false,
     "of the world in x and y; 0: unbounded", "0"},
    {"edge_seal_m", S::number, kEdgeSeal.lo, kEdgeSeal.hi, kNoWords, kNoKeys, false,
     "how far inward the edge's rock ramps up", "16"},
    {"top_z_m", S::number, kTop.lo, kTop.hi, kNoWords, kNoKeys, false,
     "world height of the first strate's top", "0"},
    {"gap_m", S::number, kGap.lo, kGap.hi, kNoWords, kNoKeys, false,
     "rock between two strates' bands", "0"},
    {"surface_entry", S::object, 0, 0, kNoWords, kEntry, false, "a planned shaft at the spine"},
};
constexpr SettingSpec kBake[] = {
    {"window_m", S::window, kWindow.lo, kWindow.hi, kNoWords, kNoKeys, false,
     "x and y that are baked: sampled, walked, judged by the laws and drawn", "[-64, -64, 64, 64]"},
    {"mesh_step", S::whole, 1, 32, kNoWords, kNoKeys, false,
     "voxels between samples of the preview meshes: 1, 2, 4, 8, 16 or 32", "2"},
    {"formats", S::words, 0, 0, kFormats, kNoKeys, false, "what is written of each strate",
     "[\"vdb\", \"obj\", \"png\"]"},
    {"views", S::whole, 0, 32, kNoWords, kNoKeys, false, "pictures from a player's eye, per strate",
     "2"},
};
constexpr SettingSpec kSlot[] = {
    {"id", S::id, 0, 0, kNoWords, kNoKeys, true,
     "the slot's name for ever: it salts the slot's randomness, so renaming it changes the world"},
    {"strate", S::path, 0, 0, kNoWords, kNoKeys, true, "a .strate.json file"},
    {"seed", S::seed, 0, 0, kNoWords, kNoKeys, false,
     "of this slot alone; else it is drawn from the seed of the season and the id of the slot"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
};
constexpr SettingSpec kSeason[] = {
    {"$schema", S::text, 0, 0, kNoWords, kNoKeys, true, "ends in season-1.json"},
    {"title", S::text, 0, 0, kNoWords, kNoKeys, false, "for people"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
    {"runtime", S::any, 0, 0, kNoWords, kNoKeys, false, "carried through unread"},
    {"seed", S::seed, 0, 0, kNoWords, kNoKeys, true,
     "of the whole world; a string, since numbers lose digits beyond 2^53"},
    {"revision", S::whole, kRevision.lo, kRevision.hi, kNoWords, kNoKeys, false,
     "counts what was shipped", "0"},
    {"world", S::object, 0, 0, kNoWords, kWorld, false, "what all strates share"},
    {"bake", S::object, 0, 0, kNoWords, kBake, false, "what is written"},
    {"laws", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "bands over the figures of laws, by law and figure, only tighter than its own: { \"passage\": "
     "{ \"grade_deg\": [null, 12] } }"},
    {"slots", S::list, 0, 0, kNoWords, kNoKeys, true, "the strates, top first"},
    {"extends", S::path, 0, 0, kNoWords, kNoKeys, false,
     "a .season.json file whose values it takes over"},
    {"set", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "changes by id to the slots of the season it extends: { \"wells\": { \"strate\": "
     "\"other.strate.json\" } }"},
};

constexpr SettingSpec kTransition[] = {
    {"style", S::choice, 0, 0, kTransitions, kNoKeys, true, "how a strate ends below", "\"hard\""},
};
constexpr SettingSpec kConnection[] = {
    {"style", S::choice, 0, 0, kStyles, kNoKeys, false, "the shape of this way; else that of all"},
    {"mouth_radius_m", S::number, kTubeRadius.lo, kTubeRadius.hi, kNoWords, kNoKeys, false,
     "of the tube at its ends; else that of all"},
    {"mid_radius_m", S::number, kTubeRadius.lo, kTubeRadius.hi, kNoWords, kNoKeys, false,
     "of the tube between its ends; else that of all"},
    {"at_m", S::place, -512, 512, kNoWords, kNoKeys, false,
     "world x and y: the only place it is looked for"},
};
constexpr SettingSpec kPassages[] = {
    {"connections", S::whole, 1, kMostConnections, kNoWords, kNoKeys, false,
     "ways to the strate below", "1"},
    {"style", S::choice, 0, 0, kStyles, kNoKeys, false, "the shape of the way", "\"switchback\""},
    {"mouth_radius_m", S::number, kTubeRadius.lo, kTubeRadius.hi, kNoWords, kNoKeys, false,
     "of the tube at its ends", "1.75"},
    {"mid_radius_m", S::number, kTubeRadius.lo, kTubeRadius.hi, kNoWords, kNoKeys, false,
     "of the tube between its ends", "1.5"},
    {"reach_m", S::number, 8, 24, kNoWords, kNoKeys, false,
     "how far a footing may lie from where it is sought", "16"},
    {"distance_m", S::pair, 8, 256, kNoWords, kNoKeys, false,
     "of the departure from the spine, which is the line x = y = 0; within the baked window",
     "[16, 48]"},
    {"leg_max_m", S::number, 12, 64, kNoWords, kNoKeys, false, "run of one leg of a switchback",
     "24"},
    {"per_connection", S::counted, 1, kMostConnections, kNoWords, kConnection, false,
     "what one connection has of its own, by its number"},
};
constexpr SettingSpec kWater[] = {
    {"level_m", S::number, kWaterLevel.lo, kWaterLevel.hi, kNoWords, kNoKeys, true,
     "height of the water plane above the strate's bottom; an archetype with water has one of its "
     "own"},
};
constexpr SettingSpec kClimate[] = {
    {"relief_scale_m", S::number, kClimateScale.lo, kClimateScale.hi, kNoWords, kNoKeys, false,
     "feature size of the map `relief`", "380"},
    {"moisture_scale_m", S::number, kClimateScale.lo, kClimateScale.hi, kNoWords, kNoKeys, false,
     "feature size of the map `moisture`", "460"},
};
constexpr SettingSpec kBiomeUse[] = {
    {"file", S::path, 0, 0, kNoWords, kNoKeys, true, "a .biome.json file"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
    {"set", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "changes to operators of this strate where the biome rules, by id: { \"ground\": { "
     "\"relief_m\": 9 } }"},
};
constexpr SettingSpec kBiomes[] = {
    {"use", S::list, 0, 0, kNoWords, kNoKeys, true,
     "the biomes, each a path or { file, set }; every climate needs one, and where climates "
     "overlap the first in the list rules"},
    {"cell_m", S::number, kBiomeCell.lo, kBiomeCell.hi, kNoWords, kNoKeys, false,
     "from the middle of one patch to the next", "88"},
};
constexpr SettingSpec kBiomeClimate[] = {
    {"relief", S::pair, 0, 1, kNoWords, kNoKeys, false, "from plains to highland", "[0, 1]"},
    {"moisture", S::pair, 0, 1, kNoWords, kNoKeys, false, "from dry to wet", "[0, 1]"},
};
constexpr SettingSpec kBiome[] = {
    {"$schema", S::text, 0, 0, kNoWords, kNoKeys, true, "ends in biome-1.json"},
    {"title", S::text, 0, 0, kNoWords, kNoKeys, false, "for people"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
    {"runtime", S::any, 0, 0, kNoWords, kNoKeys, false, "carried through unread"},
    {"extends", S::path, 0, 0, kNoWords, kNoKeys, false,
     "a .biome.json file whose values it takes over"},
    {"climate", S::object, 0, 0, kNoWords, kBiomeClimate, false,
     "the climates that it rules, as a box"},
    {"palette", S::whole, 0, 255, kNoWords, kNoKeys, false, "index of a runtime's materials", "0"},
    {"color", S::color, 0, 0, kNoWords, kNoKeys, false,
     "of its rock, in pictures; else the strate's rock_color"},
    {"set", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "changes by id to operators of the strate where the biome rules; only parameters that may "
     "follow a field"},
};
constexpr SettingSpec kAtmosphere[] = {
    {"fog_color", S::color, 0, 0, kNoWords, kNoKeys, false, "what distance fades to",
     "\"#8a8f98\""},
    {"rock_color", S::color, 0, 0, kNoWords, kNoKeys, false, "of the walls", "\"#7a7068\""},
    {"ambient_color", S::color, 0, 0, kNoWords, kNoKeys, false, "of the light from everywhere",
     "\"#a8b4c8\""},
    {"key_color", S::color, 0, 0, kNoWords, kNoKeys, false, "of the one strong light",
     "\"#ffd9a0\""},
    {"fog_reach_m", S::number, kFogReach.lo, kFogReach.hi, kNoWords, kNoKeys, false,
     "where the fog is thick", "60"},
    {"ambient", S::number, kAmbient.lo, kAmbient.hi, kNoWords, kNoKeys, false,
     "how strong the light from everywhere is", "0.25"},
};
constexpr SettingSpec kRegion[] = {
    {"id", S::id, 0, 0, kNoWords, kNoKeys, true,
     "the region's name for ever; its addresses begin with it"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
    {"archetype", S::text, 0, 0, kNoWords, kNoKeys, false,
     "the named recipe that it is built from"},
    {"recipe", S::path, 0, 0, kNoWords, kNoKeys, false,
     "the .recipe.json file that it is built from"},
    {"fields", S::ids, 0, 0, kNoWords, kNoKeys, false, "own fields by name, as in a recipe"},
    {"set", S::ids, 0, 0, kNoWords, kNoKeys, false, "changes by id, as in a strate"},
    {"add", S::list, 0, 0, kNoWords, kNoKeys, false, "more entries, as in a strate"},
    {"disturbances", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "chasms, bridges, ridges: the last entries"},
    {"share", S::number, kRegionShare.lo, kRegionShare.hi, kNoWords, kNoKeys, false,
     "of the sites, weighed against the others'", "1"},
};
constexpr SettingSpec kRegions[] = {
    {"cell_m", S::number, kRegionCell.lo, kRegionCell.hi, kNoWords, kNoKeys, false,
     "side of the lattice whose cells hold a site", "32"},
    {"blend_m", S::number, kRegionBlend.lo, kRegionBlend.hi, kNoWords, kNoKeys, false,
     "over which two regions pass into each other", "8"},
    {"list", S::list, 0, 0, kNoWords, kNoKeys, true, "one to three regions"},
};
constexpr SettingSpec kStrate[] = {
    {"$schema", S::text, 0, 0, kNoWords, kNoKeys, true, "ends in strate-1.json"},
    {"title", S::text, 0, 0, kNoWords, kNoKeys, false, "for people"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
    {"runtime", S::any, 0, 0, kNoWords, kNoKeys, false, "carried through unread"},
    {"extends", S::path, 0, 0, kNoWords, kNoKeys, false,
     "a .strate.json file whose values it takes over"},
    {"archetype", S::text, 0, 0, kNoWords, kNoKeys, false,
     "the named recipe that it is built from"},
    {"recipe", S::path, 0, 0, kNoWords, kNoKeys, false,
     "the .recipe.json file that it is built from"},
    {"regions", S::object, 0, 0, kNoWords, kRegions, false, "worlds side by side"},
    {"fields", S::ids, 0, 0, kNoWords, kNoKeys, false, "own fields by name, as in a recipe"},
    {"set", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "changes by id to entries and fields of the archetype or recipe: { \"rooms\": { \"radius_m\": "
     "6 } }; \"$knob\" sets a knob, \"id.id\" reaches into a use"},
    {"add", S::list, 0, 0, kNoWords, kNoKeys, false,
     "more entries, at the end of the stack or `after` the id of another"},
    {"disturbances", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "chasms, bridges, ridges: the last entries"},
    {"height_m", S::number, kHeight.lo, kHeight.hi, kNoWords, kNoKeys, false,
     "from bottom to top, bands included", "64"},
    {"seal_thickness_m", S::number, kSeal.lo, kSeal.hi, kNoWords, kNoKeys, false,
     "of the band at the top and at the bottom", "2"},
    {"diggable", S::flag, 0, 0, kNoWords, kNoKeys, false, "whether edits may open the bands",
     "true"},
    {"transition", S::object, 0, 0, kNoWords, kTransition, false, "to the strate below"},
    {"passages", S::object, 0, 0, kNoWords, kPassages, false, "to the strate below"},
    {"water", S::object, 0, 0, kNoWords, kWater, false, "one water plane"},
    {"climate", S::object, 0, 0, kNoWords, kClimate, false, "maps that fields read"},
    {"biomes", S::object, 0, 0, kNoWords, kBiomes, false, "what rules where, by climate"},
    {"atmosphere", S::object, 0, 0, kNoWords, kAtmosphere, false, "pictures only"},
};

constexpr SettingSpec kExpect[] = {
    {"$schema", S::text, 0, 0, kNoWords, kNoKeys, true, "ends in expect-1.json"},
    {"note", S::text, 0, 0, kNoWords, kNoKeys, false, "for reviewers"},
    {"season", S::path, 0, 0, kNoWords, kNoKeys, true, "the .season.json file that was measured"},
    {"content_hash", S::text, 0, 0, kNoWords, kNoKeys, true,
     "of the world that was measured, as in its manifest"},
    {"step_m", S::number, 0.0625, 0.125, kNoWords, kNoKeys, true, "what it was measured at"},
    {"window_m", S::window, kWindow.lo, kWindow.hi, kNoWords, kNoKeys, true,
     "x and y that were measured"},
    {"allow", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "how far a figure may move from what is expected, by figure: [down, up] in its unit, down at "
     "most 0, up at least 0, null freely; { \"floor_m2\": [-20, 20] }. What people write"},
    {"allow_fraction", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "the same as a share of what is expected: { \"floor_m2\": [-0.05, 0.05] }"},
    {"descent", S::ids, 0, 0, kNoWords, kNoKeys, false,
     "figures of the way through the whole stack"},
    {"stack", S::ids, 0, 0, kNoWords, kNoKeys, false, "figures of laws over the whole stack"},
    {"laws", S::ids, 0, 0, kNoWords, kNoKeys, false, "the worst verdict of each law"},
    {"strates", S::ids, 0, 0, kNoWords, kNoKeys, true, "the figures of each slot"},
};

}  // namespace

std::span<const SettingSpec> expect_settings() { return kExpect; }
std::span<const SettingSpec> season_settings() { return kSeason; }
std::span<const SettingSpec> strate_settings() { return kStrate; }
std::span<const SettingSpec> slot_settings() { return kSlot; }
std::span<const SettingSpec> biome_settings() { return kBiome; }
std::span<const SettingSpec> biome_use_settings() { return kBiomeUse; }
std::span<const SettingSpec> region_settings() { return kRegion; }

std::span<const SettingSpec> members_of(std::span<const SettingSpec> table, std::string_view name) {
  for (const SettingSpec& s : table)
    if (s.name == name) return s.members;
  return {};
}

}  // namespace strate
