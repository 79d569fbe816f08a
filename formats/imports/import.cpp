#include "formats/imports/import.hpp"

#include "formats/imports/heights.hpp"
#include "formats/imports/mesh.hpp"
#include "formats/imports/shape.hpp"

namespace strate {
namespace {

Result<AssetData> shape_asset(std::string_view bytes, double scale) {
  const Result<ImportMesh> mesh = read_obj(bytes);
  if (!mesh) return mesh.error();
  if (Result<Done> closed = check_closed(*mesh); !closed) return closed.error();
  Result<ShapeGrid> grid = shape_of(*mesh, scale);
  if (!grid) return grid.error();
  return AssetData(std::move(*grid));
}

}  // namespace

bool is_import_name(AssetKind kind, std::string_view name) {
  if (kind == AssetKind::shape) return name.ends_with(".obj");
  return name.ends_with(".png") || name.ends_with(".r16");
}

std::string_view import_endings(AssetKind kind) {
  return kind == AssetKind::shape ? ".obj" : ".png or .r16";
}

Result<AssetData> import_asset(AssetKind kind, std::string_view name, std::string_view bytes,
                               double scale) {
  if (kind == AssetKind::shape) return shape_asset(bytes, scale);
  Result<HeightGrid> grid = name.ends_with(".png") ? heights_of_png(bytes) : heights_of_r16(bytes);
  if (!grid) return grid.error();
  return AssetData(std::move(*grid));
}

}  // namespace strate
