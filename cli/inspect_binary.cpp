// Pictures, volumes, meshes, materials, world assets.
#include <algorithm>

#include "cli/inspect_file.hpp"
#include "formats/assets/asset_file.hpp"
#include "formats/files/obj_summary.hpp"
#include "formats/files/png.hpp"
#include "formats/files/vdb.hpp"
#include "formats/files/vdb_header.hpp"

namespace strate::cli {

namespace {

Cell count(std::uint64_t n) { return n; }

Result<FactSheet> picture(const InspectedFile& file) {
  const Result<PngInfo> info = inspect_png(file.bytes);
  if (!info) return info.error();
  FactSheet sheet;
  sheet.add("kind", std::string("png"));
  sheet.add("width", count(static_cast<std::uint64_t>(info->width)), "pixels");
  sheet.add("height", count(static_cast<std::uint64_t>(info->height)), "pixels");
  sheet.add("bit_depth", count(static_cast<std::uint64_t>(info->bit_depth)));
  sheet.add("channels", count(static_cast<std::uint64_t>(info->channels)));
  return sheet;
}

Result<FactSheet> volume(const InspectedFile& file) {
  const Result<VdbSummary> head = read_vdb_header(file.bytes);
  if (!head) return head.error();
  FactSheet sheet;
  sheet.add("kind", std::string("vdb"));
  sheet.add("id", head->id);
  sheet.add("format_version", count(head->file_version));
  sheet.add("library",
            std::to_string(head->library_major) + "." + std::to_string(head->library_minor));
  sheet.add("grid", head->grid);
  sheet.add("grid_type", head->grid_type);
  if (file.listing == Listing::unchanged) {
    const Result<VdbInfo> info = inspect_vdb(file.bytes);
    if (!info) return info.error();
    sheet.add("voxel_m", info->voxel_m, "m");
    sheet.add("background_m", static_cast<double>(info->background), "m");
    sheet.add("leaves", count(info->leaves));
    sheet.add("rock_tiles", count(info->tiles));
    sheet.add("active_samples", count(info->active_samples));
  }
  sheet.add("samples_read", file.listing == Listing::unchanged);
  sheet.add_table("metadata", {"name", "type", "value"});
  for (const VdbEntry& e : head->metadata) sheet.add_row({e.name, e.type, e.value});
  return sheet;
}

Result<FactSheet> mesh(const InspectedFile& file) {
  const Result<ObjSummary> obj = summarize_obj(file.bytes);
  if (!obj) return obj.error();
  FactSheet sheet;
  sheet.add("kind", std::string(obj->witness ? "obj_witness" : "obj"));
  sheet.add("object", obj->object);
  sheet.add("vertices", count(obj->vertices));
  if (!obj->witness) sheet.add("triangles", count(obj->triangles));
  std::vector<double> bounds(obj->lo_m.begin(), obj->lo_m.end());
  bounds.insert(bounds.end(), obj->hi_m.begin(), obj->hi_m.end());
  sheet.add("bounds_m", std::move(bounds), "m");
  if (!obj->witness) {
    sheet.add_table("groups", {"name", "triangles"});
    for (const auto& [name, triangles] : obj->groups) sheet.add_row({name, triangles});
  }
  sheet.add_table("head", {"line"});
  for (const std::string& line : obj->head) sheet.add_row({line});
  return sheet;
}

Result<FactSheet> materials(const InspectedFile& file) {
  const Result<std::vector<std::string>> names = materials_of(file.bytes);
  if (!names) return names.error();
  FactSheet sheet;
  sheet.add("kind", std::string("mtl"));
  sheet.add_table("materials", {"name"});
  for (const std::string& name : *names) sheet.add_row({name});
  return sheet;
}

void add_facts(const HeightGrid& grid, FactSheet& sheet) {
  const auto [lo, hi] = std::minmax_element(grid.samples.begin(), grid.samples.end());
  sheet.add("width", count(static_cast<std::uint64_t>(grid.width)), "samples");
  sheet.add("height", count(static_cast<std::uint64_t>(grid.height)), "samples");
  sheet.add("lowest", count(*lo));
  sheet.add("highest", count(*hi));
}

void add_facts(const ShapeGrid& grid, FactSheet& sheet) {
  const double cell = grid.step < 0 ? 1.0 / (1 << -grid.step) : 1 << grid.step;
  const double brick = cell * kShapeBrick;
  std::vector<double> bounds;
  for (std::size_t a = 0; a < 3; ++a) bounds.push_back(grid.first[a] * brick);
  for (std::size_t a = 0; a < 3; ++a) bounds.push_back((grid.first[a] + grid.bricks[a]) * brick);
  sheet.add("scale", grid.scale);
  sheet.add("cell_m", cell, "m");
  sheet.add("bounds_m", std::move(bounds), "m");
  sheet.add("bricks_with_samples", count(grid.fine.size()));
}

Result<FactSheet> world_asset(const InspectedFile& file) {
  const Result<AssetData> data = decode_asset(file.bytes);
  if (!data) return data.error();
  FactSheet sheet;
  sheet.add("kind", std::string(asset_word(data->kind())));
  sheet.add("hash", hex(xxh3_128(file.bytes)));
  std::visit([&](const auto& grid) { add_facts(grid, sheet); }, data->of);
  return sheet;
}

bool is_asset_name(std::string_view path) {
  return path.ends_with(".heights") || path.ends_with(".shape");
}

}  // namespace

Result<FactSheet> inspect_binary(const InspectedFile& file, bool& known) {
  const std::string_view bytes = file.bytes;
  known = true;
  if (bytes.starts_with("\x89PNG") || file.path.ends_with(".png")) return picture(file);
  if (is_vdb(bytes) || file.path.ends_with(".vdb")) return volume(file);
  if (file.path.ends_with(".mtl")) return materials(file);
  if (bytes.starts_with("STRASSET") || is_asset_name(file.path)) return world_asset(file);
  if (bytes.starts_with("# stratec surface") || file.path.ends_with(".obj")) return mesh(file);
  known = false;
  return FactSheet();
}

}  // namespace strate::cli
