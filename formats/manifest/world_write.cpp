#include "formats/manifest/parts.hpp"
#include "formats/recipe/biome_io.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {
namespace {

void write_interval(json::Writer& out, std::string_view key, Um lo, Um hi) {
  out.key(key).begin_row().value(lo).value(hi).end_array();
}

void write_bands(json::Writer& out, const WorldDef& world) {
  out.key("bands").begin_array();
  for (const StrateWorld& s : world.strates) {
    out.begin_object().key("slot").value(s.id);
    write_interval(out, "ceiling", s.top_um - s.seal_um, s.top_um);
    write_interval(out, "content", s.bottom_um + s.seal_um, s.top_um - s.seal_um);
    write_interval(out, "bedrock", s.bottom_um, s.bottom_um + s.seal_um);
    out.end_object();
  }
  out.end_array();
}

void write_landing(json::Writer& out, std::string_view key, const Landing& landing) {
  out.key(key).begin_object();
  out.key("slot").value(landing.strate);
  out.key("floor_m");
  write_point(out, landing.floor);
  out.key("half_width_m").value(landing.half_width_m);
  out.key("height_m").value(landing.height_m);
  out.key("floor_thickness_m").value(landing.floor_thickness_m);
  out.end_object();
}

std::string_view kind_name(Support::Kind kind) {
  switch (kind) {
    case Support::Kind::jacket:
      return "jacket";
    case Support::Kind::column:
      return "column";
    case Support::Kind::span:
      return "span";
  }
  return "";
}

void write_supports(json::Writer& out, const std::vector<Support>& supports) {
  out.key("supports").begin_array();
  for (const Support& s : supports) {
    out.begin_object().key("kind").value(kind_name(s.kind));
    out.key("from_m");
    write_point(out, s.from);
    out.key("to_m");
    write_point(out, s.to);
    out.key("radius_m").value(s.radius_m).end_object();
  }
  out.end_array();
}

void write_path(json::Writer& out, const std::vector<TubeNode>& path) {
  out.key("path_m").begin_array();
  for (const TubeNode& n : path) {
    out.begin_row().value(n.floor.x).value(n.floor.y).value(n.floor.z).value(n.radius_m);
    out.end_array();
  }
  out.end_array();
}

void write_passage(json::Writer& out, const Passage& p) {
  out.begin_object();
  out.key("id").value(p.id);
  out.key("between").begin_row().value(p.upper).value(p.lower).end_array();
  out.key("style").value(p.style);
  out.key("walkable").value(p.walkable);
  out.key("candidate_spots_tried").value(p.spots_tried);
  write_path(out, p.path);
  write_landing(out, "departure", p.departure);
  write_landing(out, "arrival", p.arrival);
  write_supports(out, p.supports);
  out.end_object();
}

void write_door(json::Writer& out, const SeamDoor& d) {
  out.begin_object();
  out.key("slot").value(d.strate);
  out.key("sites").begin_row();
  for (const SeamDoor::Site& s : {d.a, d.b}) out.value(s.i).value(s.j);
  out.end_array();
  out.key("kind").value(door_word(d.kind));
  if (d.kind == SeamDoor::Kind::door) {
    out.key("candidate_spots_tried").value(d.way.spots_tried);
    write_path(out, d.way.path);
    write_landing(out, "from", d.way.departure);
    write_landing(out, "to", d.way.arrival);
  }
  out.end_object();
}

void write_player(json::Writer& out, const Player& player) {
  out.key("player").begin_object();
  out.key("radius_m").value(metres(player.radius_um));
  out.key("height_m").value(metres(player.height_um));
  out.key("step_m").value(metres(player.step_um));
  out.key("scramble_deg").value(player.scramble_deg);
  out.key("tunnel_deg").value(player.tunnel_deg);
  out.end_object();
}

void write_settings(json::Writer& out, const WorldDef& world) {
  out.key("world_function").value(world.world_function);
  out.key("seed").value(hex(world.seed));
  out.key("voxel_size_m").value(metres(world.voxel_um));
  out.key("radius_m").value(metres(world.radius_um));
  out.key("edge_seal_m").value(metres(world.edge_seal_um));
  out.key("top_z_m").value(metres(world.top_um));
  out.key("gap_m").value(metres(world.gap_um));
  write_player(out, world.player);
  out.key("surface_entry").begin_object().key("open").value(world.entry.open);
  out.key("radius_m").value(world.entry.radius_m).end_object();
}

void write_biomes(json::Writer& out, const StrateWorld& s, const Catalog& catalog) {
  out.key("biomes").begin_object().key("cell_m").value(s.biomes.cell_m);
  out.key("list").begin_array();
  for (const Biome& b : s.biomes.biomes) {
    out.begin_object().key("name").value(b.name);
    out.key("relief").begin_row().value(b.relief.lo).value(b.relief.hi).end_array();
    out.key("moisture").begin_row().value(b.moisture.lo).value(b.moisture.hi).end_array();
    out.key("set");
    write_biome_set(out, b, s.recipe, catalog);
    out.end_object();
  }
  out.end_array().end_object();
}

void write_recipe_object(json::Writer& out, const Recipe& recipe, const Catalog& catalog) {
  out.key("recipe").begin_object();
  write_recipe(out, recipe, catalog);
  out.end_object();
}

void write_regions(json::Writer& out, const Regions& r, const Catalog& catalog) {
  out.key("regions").begin_object();
  out.key("cell_m").value(r.cell_m);
  out.key("blend_m").value(r.blend_m);
  out.key("planned_m").value(r.planned_m);
  out.key("list").begin_array();
  for (const Region& region : r.list) {
    out.begin_object().key("id").value(region.id).key("share").value(region.share);
    write_recipe_object(out, region.recipe, catalog);
    out.end_object();
  }
  out.end_array().end_object();
}

void write_strate(json::Writer& out, const StrateWorld& s, const Catalog& catalog) {
  out.begin_object();
  out.key("slot").value(s.id);
  out.key("seed").value(hex(s.seed));
  out.key("diggable").value(s.diggable);
  if (s.has_water) out.key("water_level_m").value(metres(s.water_um));
  out.key("climate").begin_object().key("relief_scale_m").value(s.climate.relief_scale_m);
  out.key("moisture_scale_m").value(s.climate.moisture_scale_m).end_object();
  if (!s.biomes.empty()) write_biomes(out, s, catalog);
  out.key("origin_room").begin_object().key("floor_m");
  write_point(out, s.origin.floor);
  out.key("radius_m").value(s.origin.radius_m);
  out.key("height_m").value(s.origin.height_m).end_object();
  if (s.regions.list.empty())
    write_recipe_object(out, s.recipe, catalog);
  else
    write_regions(out, s.regions, catalog);
  out.end_object();
}

/// Nothing where there are none: worlds without assets keep their hashes.
void write_assets(json::Writer& out, const WorldDef& world) {
  if (world.assets.empty()) return;
  out.key("assets").begin_array();
  for (const WorldAsset& a : world.assets)
    out.begin_object().key("file").value(a.file).key("size").value(a.size).end_object();
  out.end_array();
}

std::string_view shape_name(Edit::Shape shape) {
  switch (shape) {
    case Edit::Shape::sphere:
      return "sphere";
    case Edit::Shape::box:
      return "box";
    case Edit::Shape::capsule:
      return "capsule";
  }
  return "";
}

void write_edit(json::Writer& out, const Edit& e) {
  out.begin_object();
  out.key("seq").value(e.seq);
  out.key("mode").value(e.carve ? "carve" : "fill");
  out.key("shape").value(shape_name(e.shape));
  out.key("at_m");
  write_point(out, e.at);
  if (e.shape != Edit::Shape::sphere) {
    out.key(e.shape == Edit::Shape::box ? "half_m" : "to_m");
    write_point(out, e.to);
  }
  if (e.shape != Edit::Shape::box) out.key("radius_m").value(e.radius_m);
  out.key("falloff_m").value(e.falloff_m);
  out.end_object();
}

}  // namespace

void write_layout_object(json::Writer& out, const WorldDef& world) {
  out.begin_object();
  out.key("unit").value("um");
  write_bands(out, world);
  out.key("passages").begin_array();
  for (const Passage& p : world.passages) write_passage(out, p);
  out.end_array();
  if (!world.doors.empty()) {
    out.key("doors").begin_array();
    for (const SeamDoor& d : world.doors) write_door(out, d);
    out.end_array();
  }
  out.end_object();
}

void write_world_object(json::Writer& out, const WorldDef& world, const Catalog& catalog) {
  out.begin_object();
  write_settings(out, world);
  out.key("layout");
  write_layout_object(out, world);
  out.key("strates").begin_array();
  for (const StrateWorld& s : world.strates) write_strate(out, s, catalog);
  out.end_array();
  write_assets(out, world);
  out.key("edits").begin_array();
  for (const Edit& e : world.edits) write_edit(out, e);
  out.end_array();
  out.end_object();
}

}  // namespace strate
