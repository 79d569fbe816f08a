#include <tuple>

#include "formats/manifest/parts.hpp"
#include "formats/recipe/biome_io.hpp"
#include "formats/recipe/recipe_check.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {
namespace {

constexpr Um kLimitUm = static_cast<Um>(kWorldLimitM) * kUmPerM;
constexpr std::size_t kPassageLimit = limits::kMostSlots * limits::kMostConnections;
constexpr std::size_t kNodeLimit = 65536;
constexpr std::size_t kEditLimit = 1u << 20;
constexpr double kSizeLimitM = 65536;
constexpr std::size_t kDoorLimit = 65536;
constexpr std::int64_t kSiteLimit = std::int64_t{1} << 32;

const std::vector<std::string_view> kStyles{"switchback"};
const std::vector<std::string_view> kDoorKinds{"open", "door", "blank"};
const std::vector<std::string_view> kSupports{"jacket", "column", "span"};
const std::vector<std::string_view> kShapes{"sphere", "box", "capsule"};
const std::vector<std::string_view> kModes{"carve", "fill"};

struct Extent {
  Um lo = 0, hi = 0;
};

Extent read_extent(Strict& strict, const json::Node& node) {
  Um bounds[2] = {0, 0};
  std::size_t i = 0;
  for (const json::Node& item : strict.items(node, 2, 2))
    bounds[i++] = strict.integer(item, -kLimitUm, kLimitUm);
  return {bounds[0], bounds[1]};
}

Extent checked_extent(Strict& strict, const json::Node& node) {
  const Extent e = read_extent(strict, node);
  if (strict.ok() && e.lo >= e.hi)
    strict.fail("layout", "the faces of a band stand in order, [low, high]", node.source);
  return e;
}

/// What a season's documents may say of a strate's heights.
void check_heights(Strict& strict, const json::Node& node, const StrateWorld& s) {
  const auto check = [&](std::string_view what, Um value, Limits range) {
    if (!strict.ok() || (range.lo_um() <= value && value <= range.hi_um())) return;
    strict.fail("out_of_range",
                std::string(what) + " of " + json::number_text(metres(value)) + " m is not from " +
                    json::number_text(range.lo) + " to " + json::number_text(range.hi) + " m",
                node.source);
  };
  const Um height = s.top_um - s.bottom_um;
  check("a seal", s.seal_um, limits::kSeal);
  check("a height", height, limits::kHeight);
  check("the room between the bands", height - 2 * s.seal_um,
        {limits::kLeastContentM, limits::kHeight.hi});
}

/// Bands must agree with each other and with the settings: a layout leaves nothing to
/// interpretation.
void read_band(Strict& strict, const json::Node& node, Um expected_top, StrateWorld& s) {
  StrictObject object(strict, node);
  s.id = object.id("slot");
  const Extent ceiling = checked_extent(strict, object.node("ceiling"));
  const Extent content = checked_extent(strict, object.node("content"));
  const Extent bedrock = checked_extent(strict, object.node("bedrock"));
  object.end();
  s.top_um = ceiling.hi;
  s.bottom_um = bedrock.lo;
  s.seal_um = ceiling.hi - ceiling.lo;
  const bool joined = content.hi == ceiling.lo && content.lo == bedrock.hi;
  if (!joined || bedrock.hi - bedrock.lo != s.seal_um)
    strict.fail("layout", "the bands of this strate do not fit together", node.source);
  if (s.top_um != expected_top)
    strict.fail("layout", "the strate does not start where the one above ends", node.source);
  check_heights(strict, node, s);
}

int strate_index(const WorldDef& world, const std::string& id) {
  for (std::size_t i = 0; i < world.strates.size(); ++i)
    if (world.strates[i].id == id) return static_cast<int>(i);
  return -1;
}

void read_bands(Strict& strict, StrictObject& layout, WorldDef& world) {
  Um top = world.top_um;
  const json::Node& bands = layout.node("bands");
  for (const json::Node& node : strict.items(bands, limits::kMostSlots)) {
    StrateWorld s;
    read_band(strict, node, top, s);
    if (strict.ok() && strate_index(world, s.id) >= 0)
      strict.fail("layout", "a slot has the id of another", node.source);
    top = s.bottom_um - world.gap_um;
    world.strates.push_back(std::move(s));
  }
  if (world.strates.empty()) strict.fail("layout", "there is no strate", bands.source);
}

Landing read_landing(Strict& strict, const json::Node& node, const std::string& strate) {
  StrictObject object(strict, node);
  Landing landing;
  landing.strate = object.id("slot");
  if (strict.ok() && landing.strate != strate)
    strict.fail("unknown_name", "the landing is not in the strate of its passage", node.source);
  landing.floor = read_point(strict, object.node("floor_m"));
  landing.half_width_m = object.number("half_width_m", limits::kPlanned);
  landing.height_m = object.number("height_m", limits::kPlanned);
  landing.floor_thickness_m = object.number("floor_thickness_m", limits::kPlanned);
  object.end();
  return landing;
}

Support read_support(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  Support support;
  support.kind = static_cast<Support::Kind>(object.choice("kind", kSupports));
  support.from = read_point(strict, object.node("from_m"));
  support.to = read_point(strict, object.node("to_m"));
  support.radius_m = object.number("radius_m", limits::kPlanned);
  object.end();
  return support;
}

TubeNode read_tube_node(Strict& strict, const json::Node& node) {
  double v[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (const json::Node& item : strict.items(node, 4, 4))
    v[i++] = strict.number(item, -kWorldLimitM, kWorldLimitM);
  if (strict.ok() && (v[3] < limits::kTubeRadius.lo || v[3] > limits::kTubeRadius.hi))
    strict.fail("out_of_range", "a tube's radius is from 1.5 to 2 m", node.source);
  return {{v[0], v[1], v[2]}, v[3]};
}

void read_ends(Strict& strict, StrictObject& object, const WorldDef& world, Passage& p) {
  const json::Node& between = object.node("between");
  std::string* const ends[] = {&p.upper, &p.lower};
  std::size_t i = 0;
  for (const json::Node& item : strict.items(between, 2, 2)) *ends[i++] = strict.id(item);
  const int upper = strate_index(world, p.upper);
  if (strict.ok() && (upper < 0 || strate_index(world, p.lower) != upper + 1))
    strict.fail("unknown_name", "these are not two neighbouring strates", between.source);
}

/// "upper_slot/1": the number of the connection.
void check_passage_id(Strict& strict, const json::Node& node, const Passage& p) {
  if (!strict.ok()) return;
  for (int n = 1; n <= limits::kMostConnections; ++n)
    if (p.id == p.upper + "/" + std::to_string(n)) return;
  strict.fail("bad_id", "a passage is named after its upper strate and its number", node.source);
}

void read_path(Strict& strict, const json::Node& path, Passage& p) {
  for (const json::Node& item : strict.items(path, kNodeLimit))
    p.path.push_back(read_tube_node(strict, item));
  if (strict.ok() && p.path.size() < 2)
    strict.fail("wrong_count", "a way has two nodes or more", path.source);
}

Passage read_passage(Strict& strict, const json::Node& node, const WorldDef& world) {
  StrictObject object(strict, node);
  Passage p;
  p.id = object.text("id", 512);
  read_ends(strict, object, world, p);
  check_passage_id(strict, node, p);
  p.style = kStyles[object.choice("style", kStyles)];
  p.walkable = object.flag("walkable");
  p.spots_tried = static_cast<int>(object.integer("candidate_spots_tried", 0, 1'000'000));
  read_path(strict, object.node("path_m"), p);
  p.departure = read_landing(strict, object.node("departure"), p.upper);
  p.arrival = read_landing(strict, object.node("arrival"), p.lower);
  for (const json::Node& item : object.items("supports", kNodeLimit))
    p.supports.push_back(read_support(strict, item));
  object.end();
  return p;
}

SeamDoor read_door(Strict& strict, const json::Node& node, const WorldDef& world) {
  StrictObject object(strict, node);
  SeamDoor d;
  d.strate = object.id("slot");
  if (strict.ok() && strate_index(world, d.strate) < 0)
    strict.fail("unknown_name", "there is no such strate", node.source);
  std::int64_t* const cells[] = {&d.a.i, &d.a.j, &d.b.i, &d.b.j};
  const json::Node& sites = object.node("sites");
  std::size_t n = 0;
  for (const json::Node& item : strict.items(sites, 4, 4))
    *cells[n++] = strict.integer(item, -kSiteLimit, kSiteLimit);
  if (strict.ok() && !(std::tie(d.a.j, d.a.i) < std::tie(d.b.j, d.b.i)))
    strict.fail("layout", "the sites of a seam stand in order, by their second numbers first",
                sites.source);
  d.kind = static_cast<SeamDoor::Kind>(object.choice("kind", kDoorKinds));
  if (strict.ok() && d.kind == SeamDoor::Kind::door) {
    Passage& p = d.way;
    p.id = seam_id(d.strate, d.a, d.b);
    p.upper = p.lower = d.strate;
    p.style = "door";
    p.spots_tried = static_cast<int>(object.integer("candidate_spots_tried", 0, 1'000'000));
    read_path(strict, object.node("path_m"), p);
    p.departure = read_landing(strict, object.node("from"), d.strate);
    p.arrival = read_landing(strict, object.node("to"), d.strate);
  }
  object.end();
  return d;
}

/// Seams stand in the order of their strates, then of their sites, none twice.
void read_doors(Strict& strict, StrictObject& layout, WorldDef& world) {
  if (!layout.has("doors")) return;
  const json::Node& doors = layout.node("doors");
  const auto key = [&](const SeamDoor& d) {
    return std::tuple(strate_index(world, d.strate), d.a.j, d.a.i, d.b.j, d.b.i);
  };
  for (const json::Node& item : strict.items(doors, kDoorLimit)) {
    SeamDoor door = read_door(strict, item, world);
    if (strict.ok() && !world.doors.empty() && !(key(world.doors.back()) < key(door)))
      strict.fail("layout", "seams stand in another order, or one twice", item.source);
    world.doors.push_back(std::move(door));
  }
  if (strict.ok() && world.doors.empty())
    strict.fail("wrong_count", "without seams there is no list of doors", doors.source);
}

void read_layout(Strict& strict, const json::Node& node, WorldDef& world) {
  StrictObject layout(strict, node);
  layout.choice("unit", {"um"});
  read_bands(strict, layout, world);
  for (const json::Node& item : layout.items("passages", kPassageLimit))
    world.passages.push_back(read_passage(strict, item, world));
  read_doors(strict, layout, world);
  layout.end();
}

Player read_player(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  Player player;
  player.radius_um = object.metres("radius_m", limits::kPlayerRadius);
  player.height_um = object.metres("height_m", limits::kPlayerHeight);
  player.step_um = object.metres("step_m", limits::kPlayerStep);
  player.scramble_deg = object.number("scramble_deg", limits::kScrambleDeg);
  player.tunnel_deg = object.number("tunnel_deg", limits::kTunnelDeg);
  object.end();
  return player;
}

SurfaceEntry read_entry(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  SurfaceEntry entry;
  entry.open = object.flag("open");
  entry.radius_m = object.number("radius_m", limits::kEntryRadius);
  object.end();
  return entry;
}

void read_settings(Strict& strict, StrictObject& object, WorldDef& world) {
  world.seed = object.seed("seed");
  world.voxel_um = object.metres("voxel_size_m", limits::kVoxel);
  const json::Node& radius = object.node("radius_m");
  world.radius_um = strict.metres(radius, limits::kRadius.lo_um(), limits::kRadius.hi_um());
  world.edge_seal_um = object.metres("edge_seal_m", limits::kEdgeSeal);
  if (strict.ok() && world.radius_um > 0 && world.radius_um < 2 * world.edge_seal_um)
    strict.fail("out_of_range", "the edge seal takes more than half of the world's radius",
                radius.source);
  world.top_um = object.metres("top_z_m", limits::kTop);
  world.gap_um = object.metres("gap_m", limits::kGap);
  world.player = read_player(strict, object.node("player"));
  world.entry = read_entry(strict, object.node("surface_entry"));
}

/// Fields that only switched-off entries used stay in a recipe: they are not judged.
RecipeSetting setting_of(const StrateWorld& s, const Recipe& recipe) {
  RecipeSetting setting;
  setting.water = s.has_water;
  setting.biomes = !s.biomes.empty();
  if (setting.biomes) setting.biome_map = &s.biomes;
  for (const NamedField& field : recipe.fields) {
    setting.also_used.insert(field.name);
    if (field.kind == NamedField::Kind::density_of) setting.off.insert(field.by);
  }
  return setting;
}

Interval read_span(Strict& strict, const json::Node& node) {
  double v[2] = {0, 0};
  std::size_t i = 0;
  for (const json::Node& item : strict.items(node, 2, 2)) v[i++] = strict.number(item, 0, 1);
  if (strict.ok() && v[0] > v[1])
    strict.fail("out_of_range", "the low end is above the high end", node.source);
  return {v[0], v[1]};
}

/// `sets` receives what each sets: read once the recipe is there.
void read_biomes(Strict& strict, const json::Node& node, BiomeMap& out,
                 std::vector<const json::Node*>& sets) {
  StrictObject object(strict, node);
  out.cell_m = object.number("cell_m", limits::kBiomeCell);
  for (const json::Node& item : object.items("list", kMostBiomes)) {
    StrictObject one(strict, item);
    Biome b;
    b.name = one.line("name", 256);
    if (strict.ok() && (b.name.empty() || out.find(b.name) >= 0))
      strict.fail("unknown_name", "a biome has no name or that of another", item.source);
    b.relief = read_span(strict, one.node("relief"));
    b.moisture = read_span(strict, one.node("moisture"));
    sets.push_back(&one.node("set"));
    one.end();
    out.biomes.push_back(std::move(b));
  }
  object.end();
  ClimateBox hole;
  if (strict.ok() && find_climate_hole(out.biomes, {}, hole))
    strict.fail("out_of_range", "the biomes do not cover every climate", node.source);
}

/// The first error of the recipe's reader or rules becomes ours; its code goes into the text.
void read_one_recipe(Strict& strict, const json::Node& node, const Catalog& catalog,
                     const std::vector<const json::Node*>& sets, StrateWorld& s, Recipe& out) {
  StrictObject object(strict, node);
  object.has("needs");
  object.has("fields");
  object.node("stack");
  object.end();
  if (!strict.ok()) return;
  Diagnostics diags;
  bool fine = read_recipe(recipe_nodes(node), catalog, out, diags);
  for (std::size_t b = 0; fine && b < sets.size(); ++b)
    fine = read_biome_set(*sets[b], {out, catalog}, s.biomes.biomes[b], diags);
  if (fine && check_recipe(out, catalog, setting_of(s, out), diags)) return;
  for (const Diagnostic& d : diags.all()) {
    if (d.severity != Severity::error) continue;
    strict.fail("recipe", d.what.code + ": " + d.what.text, d.what.source);
    return;
  }
  strict.fail("recipe", "the recipe cannot be read", node.source);
}

Region read_region(Strict& strict, const json::Node& node, const Catalog& catalog, StrateWorld& s) {
  StrictObject object(strict, node);
  Region region;
  region.id = object.id("id");
  region.share = object.number("share", limits::kRegionShare);
  read_one_recipe(strict, object.node("recipe"), catalog, {}, s, region.recipe);
  object.end();
  return region;
}

void read_regions(Strict& strict, const json::Node& node, const Catalog& catalog, StrateWorld& s) {
  StrictObject object(strict, node);
  Regions& r = s.regions;
  r.cell_m = object.number("cell_m", limits::kRegionCell);
  r.blend_m = object.number("blend_m", limits::kRegionBlend);
  r.planned_m = object.number("planned_m", limits::kPlanDisc);
  if (strict.ok() && r.blend_m >= r.cell_m / 2)
    strict.fail("out_of_range", "a blend takes less than half a cell", node.source);
  const json::Node& list = object.node("list");
  for (const json::Node& item : strict.items(list, limits::kMostRegions)) {
    Region region = read_region(strict, item, catalog, s);
    for (const Region& other : r.list)
      if (strict.ok() && other.id == region.id)
        strict.fail("layout", "two regions have one id", item.source);
    r.list.push_back(std::move(region));
  }
  if (strict.ok() && r.list.empty()) strict.fail("wrong_count", "there is no region", list.source);
  object.end();
}

OriginRoom read_origin(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  OriginRoom origin;
  origin.floor = read_point(strict, object.node("floor_m"));
  origin.radius_m = object.number("radius_m", limits::kPlanned);
  origin.height_m = object.number("height_m", limits::kPlanned);
  object.end();
  return origin;
}

void read_strate(Strict& strict, const json::Node& node, const Catalog& catalog, StrateWorld& s) {
  StrictObject object(strict, node);
  const std::string slot = object.id("slot");
  if (strict.ok() && slot != s.id)
    strict.fail("layout", "strates and bands are in different orders", node.source);
  s.seed = object.seed("seed");
  s.diggable = object.flag("diggable");
  s.has_water = object.has("water_level_m");
  if (s.has_water) s.water_um = object.metres("water_level_m", 0, s.top_um - s.bottom_um);
  StrictObject climate(strict, object.node("climate"));
  s.climate.relief_scale_m = climate.number("relief_scale_m", limits::kClimateScale);
  s.climate.moisture_scale_m = climate.number("moisture_scale_m", limits::kClimateScale);
  climate.end();
  std::vector<const json::Node*> sets;
  if (object.has("biomes")) read_biomes(strict, object.node("biomes"), s.biomes, sets);
  s.origin = read_origin(strict, object.node("origin_room"));
  if (!object.has("regions"))
    read_one_recipe(strict, object.node("recipe"), catalog, sets, s, s.recipe);
  else if (sets.empty())
    read_regions(strict, object.node("regions"), catalog, s);
  else
    strict.fail("unknown_key", "a strate of regions has no biomes", node.source);
  object.end();
}

Edit read_edit(Strict& strict, const json::Node& node, std::int64_t least_seq) {
  StrictObject object(strict, node);
  Edit edit;
  edit.seq = object.integer("seq", least_seq, std::int64_t{1} << 53);
  edit.carve = object.choice("mode", kModes) == 0;
  edit.shape = static_cast<Edit::Shape>(object.choice("shape", kShapes));
  edit.at = read_point(strict, object.node("at_m"));
  if (edit.shape != Edit::Shape::sphere)
    edit.to = read_point(strict, object.node(edit.shape == Edit::Shape::box ? "half_m" : "to_m"));
  if (edit.shape != Edit::Shape::box) edit.radius_m = object.number("radius_m", 0, kSizeLimitM);
  edit.falloff_m = object.number("falloff_m", 0, kSizeLimitM);
  object.end();
  return edit;
}

}  // namespace

WorldDef read_world(Strict& strict, const json::Node& node, const Catalog& catalog) {
  WorldDef world;
  StrictObject object(strict, node);
  const json::Node& function = object.node("world_function");
  world.world_function = static_cast<int>(strict.integer(function, 0, 1'000'000));
  if (strict.ok() && world.world_function != kWorldFunction)
    strict.fail("world_function",
                "the manifest is of world function " + std::to_string(world.world_function) +
                    "; this program computes " + std::to_string(kWorldFunction),
                function.source);
  read_settings(strict, object, world);
  read_layout(strict, object.node("layout"), world);
  const json::Node& strates = object.node("strates");
  if (!world.strates.empty()) {
    std::size_t i = 0;
    for (const json::Node& item : strict.items(strates, limits::kMostSlots, world.strates.size()))
      read_strate(strict, item, catalog, world.strates[i++]);
  }
  read_world_assets(strict, object, catalog, world);
  std::int64_t seq = 0;
  for (const json::Node& item : object.items("edits", kEditLimit)) {
    world.edits.push_back(read_edit(strict, item, seq));
    seq = world.edits.back().seq + 1;
  }
  object.end();
  return world;
}

}  // namespace strate
