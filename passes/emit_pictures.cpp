#include "passes/emit_pictures.hpp"

#include <deque>
#include <optional>
#include <utility>

#include "passes/biome_pictures.hpp"
#include "passes/memory.hpp"

namespace strate {

namespace {

/// Every how many-th standing sample is offered to the cameras: they need places, not all of them.
constexpr std::size_t kFloorStride = 7;

/// The mesh as the pictures want it: metres from the window's lower corner.
PictureMesh picture_mesh(const StrateMesh& mesh) {
  PictureMesh out;
  const auto corner = [&](std::int64_t i) { return lattice_m(i, mesh.voxel_um); };
  out.origin = {corner(mesh.window.lo.x), corner(mesh.window.lo.y), corner(mesh.window.lo.z)};
  out.positions.reserve(mesh.vertex_count());
  out.normals.reserve(mesh.vertex_count());
  out.triangles.reserve(mesh.triangle_count());
  for (const TileMesh& tile : mesh.tiles) {
    const auto first = static_cast<std::uint32_t>(out.positions.size());
    for (std::uint32_t v = 0; v < tile.position.size(); ++v) {
      const Vec3 p = mesh_metres(mesh_units(tile, v), mesh.voxel_um) - out.origin;
      out.positions.push_back(
          {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
      out.normals.push_back(tile.normal[v]);
    }
    for (const auto& t : tile.triangle)
      out.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return out;
}

Box3 metres_of(const IndexBox& box, Um voxel_um) {
  const auto m = [&](std::int64_t i) { return lattice_m(i, voxel_um); };
  return {{m(box.lo.x), m(box.lo.y), m(box.lo.z)}, {m(box.hi.x), m(box.hi.y), m(box.hi.z)}};
}

Vec3 origin_floor(const StrateWorld& s) { return s.origin.floor + Vec3{0, 0, metres(s.bottom_um)}; }

/// Where a player enters the strate.
Vec3 arrival_of(const Cook& cook, const StrateWorld& strate) {
  for (const Passage& p : cook.def().passages)
    if (p.lower == strate.id) return p.arrival.floor;
  return origin_floor(strate);
}

/// Floor points of the strate that a player reaches on foot from its origin room.
std::vector<Vec3> reachable_floors(const Cook& cook, std::size_t index) {
  const WalkWorld& walk = *cook.walk;
  const NodeId start = walk.node_near(origin_floor(cook.def().strates[index]), 1.5);
  std::vector<Vec3> floors;
  if (start == kNoNode) return floors;
  const ComponentId main = walk.walk_component(start);
  for (NodeId n = walk.first_node(index); n < walk.first_node(index + 1); n += kFloorStride)
    if (walk.walk_component(n) == main) floors.push_back(walk.floor_point(n));
  return floors;
}

Caption caption_of(const Cook& cook, std::string title) {
  return {cook.season.title.empty() ? cook.season.name : cook.season.title, std::move(title),
          cook.def().seed};
}

/// What pictures call a strate.
std::string title_of(const Cook& cook, std::size_t index) {
  const std::string& title = cook.season.strates[index].title;
  return title.empty() ? cook.def().strates[index].id : title;
}

std::vector<PictureLine> lines_of(const Cook& cook) {
  std::vector<PictureLine> lines;
  const auto add_way = [&](const Passage& p) {
    PictureLine line{LineKind::passage, {}};
    for (const TubeNode& n : p.path) line.points.push_back(n.floor);
    lines.push_back(std::move(line));
  };
  for (const Passage& p : cook.def().passages) add_way(p);
  for (const SeamDoor& d : cook.def().doors)
    if (d.kind == SeamDoor::Kind::door) add_way(d.way);
  if (cook.descent.found) lines.push_back({LineKind::descent, cook.descent.figures.points});
  for (const LawReport& r : cook.reports)
    for (const Finding& f : r.findings)
      if (r.law == "seal" && f.witness.size() > 1) lines.push_back({LineKind::leak, f.witness});
  return lines;
}

/// The stretches of the lines that lie in a strate.
std::vector<PictureLine> lines_inside(const std::vector<PictureLine>& lines, const StrateWorld& s) {
  std::vector<PictureLine> inside;
  for (const PictureLine& line : lines) {
    bool open = false;
    for (const Vec3& p : line.points) {
      const bool in = metres(s.bottom_um) <= p.z && p.z <= metres(s.top_um);
      if (in && !open) inside.push_back({line.kind, {}});
      if (in) inside.back().points.push_back(p);
      open = in;
    }
  }
  return inside;
}

double water_z(const StrateWorld& s) { return metres(s.bottom_um + s.water_um); }

const RockTint* tint_in(const std::optional<RockTint>& tint) { return tint ? &*tint : nullptr; }

SectionStrate section_strate(const Cook& cook, std::size_t index,
                             const std::optional<RockTint>& tint) {
  const StrateWorld& s = cook.def().strates[index];
  const StrateSettings& settings = cook.season.strates[index];
  return {title_of(cook, index),
          metres(s.top_um),
          metres(s.bottom_um),
          metres(s.seal_um),
          settings.atmosphere.rock_color,
          &cook.sampled[index].lattice,
          s.has_water,
          water_z(s),
          tint_in(tint)};
}

Result<Done> add_png(Staging& staging, const std::string& path, const RgbImage& image) {
  const Result<std::string> bytes = encode_png(image);
  if (!bytes) return bytes.error();
  return staging.add(path, *bytes, "pictures", {std::string(kManifestFile)});
}

RgbImage section_of(const Cook& cook, const std::vector<SectionStrate>& strates,
                    std::string title) {
  const std::vector<PictureLine> lines = lines_of(cook);
  SectionInput input;
  input.strates = strates;
  input.x0_m = metres(cook.season.bake.lo_x);
  input.x1_m = metres(cook.season.bake.hi_x);
  input.lines = lines;
  input.cut_y_m = section_cut(lines, cook.def().voxel_um);
  input.caption = caption_of(cook, std::move(title));
  return draw_section(input, cook.options.executor);
}

/// What the cameras of a strate are given; made once, since the cameras hold references to it.
struct ViewRoom {
  PictureMesh mesh;
  std::vector<Vec3> floors;
  std::optional<RockTint> tint;

  ViewRoom(const Cook& cook, std::size_t index)
      : mesh(picture_mesh(*cook.sampled[index].mesh(1))),
        floors(reachable_floors(cook, index)),
        tint(rock_tint(cook, index)) {}

  ViewsInput input(const Cook& cook, std::size_t index, int count, ViewSize size) const {
    return {mesh,
            floors,
            arrival_of(cook, cook.def().strates[index]),
            metres_of(cook.sampled[index].request.window, cook.def().voxel_um),
            cook.season.strates[index].atmosphere,
            caption_of(cook, title_of(cook, index)),
            count,
            size.width,
            size.height,
            cook.def().strates[index].has_water,
            water_z(cook.def().strates[index]),
            tint_in(tint)};
  }
};

}  // namespace

RgbImage strate_map(const Cook& cook, std::size_t index) {
  const StrateWorld& s = cook.def().strates[index];
  const WalkSlab& slab = cook.walk->slab(index);
  const std::vector<PictureLine> lines = lines_inside(lines_of(cook), s);
  std::vector<Landing> landings;
  for (const Passage& p : cook.def().passages) {
    if (p.upper == s.id) landings.push_back(p.departure);
    if (p.lower == s.id) landings.push_back(p.arrival);
  }
  for (const SeamDoor& d : cook.def().doors)
    if (d.strate == s.id && d.kind == SeamDoor::Kind::door)
      landings.push_back(d.way.departure), landings.push_back(d.way.arrival);
  const StandingWord standing = [&slab](std::int64_t x, std::int64_t y, std::int64_t z) {
    return slab.standing_word(x, y, z);
  };
  const std::optional<RockTint> tint = rock_tint(cook, index);
  const MapInput frame{cook.sampled[index].lattice,
                       cook.sampled[index].request.window,
                       standing,
                       slab.params().metres_of(slab.params().radius),
                       lines,
                       landings,
                       s.has_water,
                       water_z(s),
                       caption_of(cook, title_of(cook, index)),
                       tint_in(tint)};
  return draw_map(frame, cook.options.executor);
}

RgbImage strate_section(const Cook& cook, std::size_t index) {
  const std::optional<RockTint> tint = rock_tint(cook, index);
  return section_of(cook, {section_strate(cook, index, tint)}, title_of(cook, index));
}

RgbImage stack_section(const Cook& cook) {
  std::vector<SectionStrate> strates;
  std::deque<std::optional<RockTint>> tints;
  for (std::size_t i = 0; i < cook.sampled.size(); ++i)
    strates.push_back(section_strate(cook, i, tints.emplace_back(rock_tint(cook, i))));
  return section_of(cook, strates, "the whole stack");
}

std::optional<BiomeMaps> strate_biome_maps(const Cook& cook, std::size_t index) {
  if (!cook.world->biomes(static_cast<int>(index))) return std::nullopt;
  const BakeSettings& bake = cook.season.bake;
  const Um voxel = cook.def().voxel_um;
  const IndexBox window{{ceil_div(bake.lo_x, voxel), ceil_div(bake.lo_y, voxel), 0},
                        {ceil_div(bake.hi_x, voxel), ceil_div(bake.hi_y, voxel), 1}};
  return biome_maps(cook, index, window, caption_of(cook, title_of(cook, index)));
}

Result<ViewSet> strate_views(const Cook& cook, std::size_t index, int count, ViewSize size) {
  const ViewRoom room(cook, index);
  return draw_views(room.input(cook, index, count, size), cook.options.executor);
}

Result<View> strate_view(const Cook& cook, std::size_t index, const Aim& aim, ViewSize size) {
  const ViewRoom room(cook, index);
  return draw_view(room.input(cook, index, 1, size), aim, cook.options.executor);
}

Result<std::optional<View>> strate_view_of(const Cook& cook, std::size_t index,
                                           const Subject& subject, ViewSize size) {
  const ViewRoom room(cook, index);
  return draw_view_of(room.input(cook, index, 1, size), subject, cook.options.executor);
}

std::string strate_views_json(const Cook& cook, std::size_t index, const ViewSet& set) {
  return views_json(set, caption_of(cook, title_of(cook, index)));
}

namespace {

Result<Done> emit_views(Cook& cook, std::size_t index, Staging& staging) {
  const std::string& id = cook.def().strates[index].id;
  const ViewRoom room(cook, index);
  cook.sampled[index].meshes.clear();
  release_freed_memory();
  const Result<ViewSet> set =
      draw_views(room.input(cook, index, cook.season.bake.views, {}), cook.options.executor);
  if (!set) return set.error();
  for (std::size_t i = 0; i < set->views.size(); ++i) {
    const std::string path = id + "/view-" + std::to_string(i + 1) + ".png";
    if (Result<Done> r = add_png(staging, path, set->views[i].image); !r) return r;
  }
  return staging.add(id + "/views.json", strate_views_json(cook, index, *set), "pictures",
                     {std::string(kManifestFile)});
}

}  // namespace

Result<Done> emit_strate_pictures(Cook& cook, std::size_t index, Staging& staging) {
  const std::string& id = cook.def().strates[index].id;
  const RgbImage section = strate_section(cook, index);
  if (Result<Done> r = add_png(staging, id + "/section.png", section); !r) return r;
  if (Result<Done> r = add_png(staging, id + "/map.png", strate_map(cook, index)); !r) return r;
  if (const std::optional<BiomeMaps> maps = strate_biome_maps(cook, index))
    for (const auto& [name, image] : {std::pair{"/biome.png", &maps->biome},
                                      {"/relief.png", &maps->relief},
                                      {"/moisture.png", &maps->moisture}})
      if (Result<Done> r = add_png(staging, id + name, *image); !r) return r;
  return emit_views(cook, index, staging);
}

Result<Done> emit_stack_section(const Cook& cook, Staging& staging) {
  return add_png(staging, "section.png", stack_section(cook));
}

}  // namespace strate
