// A catalog for tests of documents: tables and archetypes that do not move when the shipped ones
// are tuned. Its operators cannot be compiled.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/op.hpp"

namespace strate::test {

inline double least(const Value& v) {
  if (v.kind != Value::Kind::curve) return v.lo;
  double out = v.curve.stops.front().lo;
  for (const Stop& s : v.curve.stops) out = s.lo < out ? s.lo : out;
  return out;
}
inline double most(const Value& v) {
  if (v.kind != Value::Kind::curve) return v.hi;
  double out = v.curve.stops.front().hi;
  for (const Stop& s : v.curve.stops) out = s.hi > out ? s.hi : out;
  return out;
}

/// Sites of neighbouring cells stay apart: largest radius_m < spacing_m/2.
inline std::vector<Error> check_spacing(const OpEntry& entry) {
  const Value *radius = entry.param("radius_m"), *spacing = entry.param("spacing_m");
  if (most(*radius) < least(*spacing) / 2) return {};
  return {{"recipe.contradiction",
           "neighbours would merge: needs radius_m < spacing_m/2",
           radius->source,
           {}}};
}

inline std::vector<Error> check_slab(const OpEntry& entry) {
  const double floor = most(*entry.param("floor_m")) + most(*entry.param("floor_relief_m"));
  const double ceiling = least(*entry.param("ceiling_m")) - most(*entry.param("ceiling_relief_m"));
  if (floor + 2.5 <= ceiling) return {};
  return {{"recipe.contradiction",
           "floor_m and ceiling_m leave no 2.5 m of height to walk in",
           {},
           {}}};
}

inline double moved_by(const OpEntry& roughness) {
  return 1.04 * most(*roughness.param("amount_m"));
}

inline std::optional<Clearance> lacking_height(const OpEntry& tunnels, double reach_m) {
  if (least(*tunnels.param("radius_m")) >= 0.97 + reach_m) return std::nullopt;
  return Clearance{"radius_m", 0.97 + reach_m, "does not let the player stand",
                   "0.97 m and 1.04 x the roughness"};
}

namespace tables {

using K = FieldKind;
using D = Drive;

inline constexpr FieldSpec kSlab[] = {
    {"floor_m", K::number, 0.5, 512, 16, {}, D::per_column, "height of the floor"},
    {"ceiling_m", K::number, 2, 512, 38.4, {}, D::per_column, "height of the ceiling"},
    {"floor_relief_m", K::number, 0, 24, 1.5, {}, D::per_column, ""},
    {"ceiling_relief_m", K::number, 0, 24, 3, {}, D::per_column, ""},
    {"scale_m", K::number, 4, 256, 24, {}, D::fixed, ""},
};
inline constexpr FieldSpec kRooms[] = {
    {"spacing_m", K::number, 12, 128, 32, {}, D::fixed, ""},
    {"radius_m", K::pair, 2, 32, 4, 10, D::per_site, ""},
    {"hub_radius_m", K::number, 0, 32, 12, {}, D::fixed, ""},
    {"squash", K::number, 0.3, 1.5, 0.7, {}, D::per_site, ""},
    {"occupancy", K::number, 0.1, 1, 0.85, {}, D::per_site, ""},
    {"heights_m", K::interval, 0, 512, 12, 52, D::fixed, ""},
    {"placed", K::placed, 0, 0, {}, {}, D::fixed, ""},
};
inline constexpr FieldSpec kTunnels[] = {
    {"joins", K::name, 0, 0, {}, {}, D::fixed, "the rooms it joins"},
    {"radius_m", K::pair, 1, 6, 2.2, {}, D::per_site, ""},
    {"reach_m", K::number, 8, 128, 48, {}, D::fixed, ""},
    {"links", K::integer, 1, 6, 3, {}, D::fixed, ""},
    {"wander_m", K::number, 0, 16, 4, {}, D::per_site, ""},
    {"grade_deg", K::number, 2, 35, 35, {}, D::fixed, ""},
};
inline constexpr FieldSpec kColumns[] = {
    {"spacing_m", K::number, 6, 96, 18, {}, D::fixed, ""},
    {"radius_m", K::pair, 0.5, 12, 2, 4, D::per_site, ""},
    {"occupancy", K::number, 0.05, 1, 0.7, {}, D::per_site, ""},
};
inline constexpr FieldSpec kHeightfield[] = {
    {"base_m", K::number, 0, 512, 16, {}, D::per_column, ""},
    {"relief_m", K::number, 0, 256, 20, {}, D::per_column, ""},
    {"scale_m", K::number, 32, 2048, 220, {}, D::fixed, ""},
    {"smooth", K::flag, 0, 0, 0, {}, D::fixed, "without ridges"},
};
inline constexpr FieldSpec kHeightmap[] = {
    {"file", K::file, 0, 0, {}, {}, D::fixed, "heights"},
    {"size_m", K::point2, 1, 65536, {}, {}, D::fixed, ""},
    {"range_m", K::interval, -512, 512, 0, 32, D::fixed, ""},
};
inline constexpr FieldSpec kStamp[] = {
    {"file", K::file, 0, 0, {}, {}, D::fixed, "a mesh", AssetKind::shape},
    {"at_m", K::point3, -1e7, 1e7, {}, {}, D::fixed, ""},
    {"scale", K::number, 0.01, 100, 1, {}, D::fixed, ""},
};
inline constexpr FieldSpec kSky[] = {
    {"height_m", K::number, 4, 512, 60.8, {}, D::per_column, ""},
    {"undulation_m", K::number, 0, 24, 2, {}, D::per_column, ""},
};
inline constexpr FieldSpec kBox[] = {
    {"at_m", K::point3, -1e7, 1e7, {}, {}, D::fixed, ""},
    {"size_m", K::point3, 0.25, 512, {}, {}, D::fixed, ""},
    {"round_m", K::number, 0, 8, 0.25, {}, D::fixed, ""},
    {"turn_deg", K::number, -360, 360, 0, {}, D::fixed, ""},
    {"shift_m", K::point2, -64, 64, 0, {}, D::fixed, ""},
};
inline constexpr FieldSpec kRoughness[] = {
    {"amount_m", K::number, 0, 2, 0.4, {}, D::per_point, ""},
    {"scale_m", K::number, 1, 40, 5, {}, D::fixed, ""},
    {"octaves", K::integer, 1, 8, 4, {}, D::fixed, ""},
};

inline OperatorRow row(std::string_view id, std::span<const FieldSpec> params) {
  OperatorRow out;
  out.id = id;
  out.params = params;
  out.doc = id;
  return out;
}

}  // namespace tables

inline Catalog test_catalog() {
  using namespace tables;
  Catalog out;
  OperatorRow solid = row("solid", {}), air = row("void", {});
  solid.world = air.world = true;
  OperatorRow slab = row("slab", kSlab), rooms = row("rooms", kRooms);
  OperatorRow columns = row("columns", kColumns), ground = row("heightfield", kHeightfield);
  OperatorRow tunnels = row("tunnels", kTunnels), roughness = row("roughness", kRoughness);
  slab.check = check_slab;
  rooms.check = columns.check = check_spacing;
  rooms.has_sites = columns.has_sites = true;
  ground.blends_biomes = true;
  OperatorRow map = row("heightmap", kHeightmap);
  ground.height_channel = map.height_channel = true;
  tunnels.lacks = lacking_height;
  roughness.role = Role::modifier;
  roughness.reach = moved_by;
  out.operators = {solid,
                   air,
                   slab,
                   rooms,
                   tunnels,
                   columns,
                   ground,
                   map,
                   row("sky_cap", kSky),
                   row("box", kBox),
                   row("mesh_stamp", kStamp),
                   roughness};
  out.archetypes = {
      {"tunnel_network", "rooms joined by tunnels", R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "rooms", "op": "rooms", "combine": "smooth_subtract", "blend_m": 1.5 },
    { "id": "tunnels", "op": "tunnels", "combine": "smooth_subtract", "blend_m": 1,
      "joins": "rooms" },
    { "id": "columns", "op": "columns", "on": false, "combine": "smooth_union", "blend_m": 1 },
    { "id": "roughness", "op": "roughness", "amount_m": 0.5 }
  ]
})",
       false},
      {"flat_plain", "one wide hall", R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "hall", "op": "slab", "combine": "subtract" },
    { "id": "columns", "op": "columns", "combine": "smooth_union", "blend_m": 1.5 },
    { "id": "roughness", "op": "roughness", "amount_m": 0.67 }
  ]
})",
       false},
      {"surface_world", "open ground", R"({
  "$schema": "recipe-1.json",
  "stack": [
    { "id": "air", "op": "void" },
    { "id": "ground", "op": "heightfield", "combine": "union" },
    { "id": "roughness", "op": "roughness", "amount_m": 0.25 },
    { "id": "sky", "op": "sky_cap", "combine": "union" }
  ]
})",
       false},
  };
  return out;
}

}  // namespace strate::test
