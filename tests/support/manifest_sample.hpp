// A manifest that uses every part of the format, and a catalog of its own with every kind of
// parameter: what is tested here does not change when operators do.
#pragma once

#include <string>

#include "compiler/json.hpp"
#include "formats/manifest/manifest.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate::sample {

inline constexpr FieldSpec kRooms[] = {
    {"spacing_m", FieldKind::number, 12, 96, 32.0, {}, Drive::fixed, "lattice"},
    {"radius_m", FieldKind::pair, 2, 32, 4.0, 10.0, Drive::per_site, "radius"},
    {"heights_m", FieldKind::interval, 0, 512, 8.0, 56.0, Drive::fixed, "heights"},
    {"links", FieldKind::integer, 0, 6, 2.0, {}, Drive::fixed, "links"},
    {"placed", FieldKind::placed, 0, 0, {}, {}, Drive::fixed, "rooms by hand"},
};
inline constexpr FieldSpec kTunnels[] = {
    {"joins", FieldKind::name, 0, 0, {}, {}, Drive::fixed, "rooms"},
    {"radius_m", FieldKind::pair, 1, 8, 2.0, 2.4, Drive::per_site, "radius"},
};
inline constexpr FieldSpec kBox[] = {
    {"at_m", FieldKind::point3, -1e7, 1e7, {}, {}, Drive::fixed, "centre"},
    {"half_m", FieldKind::point3, 0.1, 512, {}, {}, Drive::fixed, "half sizes"},
    {"hollow", FieldKind::flag, 0, 1, 0.0, {}, Drive::fixed, "only a shell"},
};
inline constexpr FieldSpec kRoughness[] = {
    {"amount_m", FieldKind::number, 0, 1, 0.5, {}, Drive::per_point, "amplitude"},
    {"scale_m", FieldKind::number, 1, 64, 5.0, {}, Drive::fixed, "feature size"},
    {"octaves", FieldKind::integer, 1, 6, 3.0, {}, Drive::fixed, "octaves"},
};

inline OperatorRow row(std::string_view id, Role role, std::span<const FieldSpec> params) {
  OperatorRow r;
  r.id = id, r.role = role, r.params = params, r.doc = "a row for tests";
  r.world = id == "solid" || id == "void";
  r.has_sites = id == "rooms";
  return r;
}

inline Catalog catalog() {
  Catalog c;
  c.operators = {row("solid", Role::source, {}),     row("void", Role::source, {}),
                 row("rooms", Role::source, kRooms), row("tunnels", Role::source, kTunnels),
                 row("box", Role::source, kBox),     row("roughness", Role::modifier, kRoughness)};
  return c;
}

inline constexpr std::string_view kRecipe = R"({
  "fields": {
    "damp": { "noise": "xyz", "scale_m": 40, "stops": [[-0.1, 0], [0.25, 1]] },
    "in_rooms": { "density_of": "rooms", "stops": [[-0.5, 0], [0.5, 1]] },
    "deep": { "by": "depth_m", "stops": [[8, 0], [52, 1]], "note": "Grows downwards." },
    "far": { "where": [{ "spine_m": { "in": [30.5, null], "feather_m": 4 } }, { "disc": { "at_m": [40, 0], "radius_m": 12.5 } }],
             "except": { "box": { "min_m": [-4, -4], "max_m": [4, 4] } } }
  },
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "rooms", "op": "rooms", "combine": "smooth_subtract", "blend_m": 1.5, "spacing_m": 34,
      "radius_m": { "by": "depth_m", "stops": [[8, [3, 6]], [52, [6, 13]]] },
      "heights_m": [12, 52], "links": 3, "sites": { "spine_m": [null, 900] },
      "placed": [{ "id": "choir", "at_m": [46, -22, 20.015625], "radius_m": 11, "squash": 0.6, "links": 3 }],
      "note": "Small cells above, halls \"below\"." },
    { "id": "tunnels", "op": "tunnels", "combine": "smooth_subtract", "blend_m": 1, "joins": "rooms",
      "radius_m": 2.25, "salt": "old_tunnels" },
    { "id": "crypt", "combine": "subtract", "where": "far", "group": [
      { "id": "vault", "op": "box", "at_m": [10.1, 20.25, 30], "half_m": [2, 3, 1.5], "hollow": true },
      { "id": "grain", "op": "roughness", "amount_m": 0.1, "scale_m": 3, "octaves": 2, "mask": 0.5,
        "note": "Hewn." } ] },
    { "id": "roughness", "op": "roughness",
      "amount_m": { "by": "damp", "stops": [[0, 0.5], [1, 0.2]] }, "scale_m": 5, "octaves": 4,
      "mask": { "by": "in_rooms", "stops": [[0, 0.25], [1, 1]] }, "except": { "height_m": [null, 3] } },
    { "id": "skin", "op": "roughness", "amount_m": 0.05, "mask": "deep" }
  ]
})";

inline Recipe recipe() {
  SourceSet sources;
  const std::uint32_t document = sources.add("sample", std::string(kRecipe));
  json::Node root;
  Diagnostics diags;
  Recipe recipe;
  if (!json::parse(sources, document, false, {}, root, diags) ||
      !read_recipe(recipe_nodes(root), catalog(), recipe, diags))
    return {};
  return recipe;
}

inline StrateWorld strate(std::string id, Um top_m, Um bottom_m, std::uint64_t seed) {
  StrateWorld s;
  s.id = std::move(id);
  s.seed = seed;
  s.top_um = top_m * kUmPerM, s.bottom_um = bottom_m * kUmPerM;
  s.recipe = recipe();
  s.origin = {{0.5, -0.25, 30.015625}, 3, 3.5};
  return s;
}

inline Passage passage() {
  Passage p;
  p.id = "ossuary/1", p.upper = "ossuary", p.lower = "lantern_hall", p.style = "switchback";
  p.spots_tried = 3;
  p.path = {
      {{31.5, -14.25, -62.125}, 1.75}, {{58, 6, -64}, 1.5}, {{33.25, 24.5, -80.015625}, 1.75}};
  p.departure = {"ossuary", {31.5, -14.25, -62.125}, 2.25, 4, 0.75};
  p.arrival = {"lantern_hall", {33.25, 24.5, -80.015625}, 2.25, 4, 0.75};
  p.supports = {{Support::Kind::column, {40, 1, -70}, {40, 1, -90}, 3},
                {Support::Kind::span, {50, 1, -70}, {40, 1, -70}, 2.5}};
  return p;
}

/// Two regions of one recipe, and every kind of seam.
inline StrateWorld regions_strate(Um top_um) {
  StrateWorld s = strate("the_seam", 0, -192, 7);
  s.top_um = top_um;
  s.recipe = {};
  s.regions = {40.5, 8.25, {{"warren", 1, recipe(), "Narrow."}, {"halls", 0.6, recipe(), ""}}, 64};
  return s;
}

inline std::vector<SeamDoor> doors() {
  std::vector<SeamDoor> out(3);
  for (SeamDoor& d : out) d.strate = "the_seam";
  out[0].a = {-1, 0}, out[0].b = {0, 0};
  out[1].a = {0, 0}, out[1].b = {-1, 1}, out[1].kind = SeamDoor::Kind::blank;
  out[2].a = {0, 0}, out[2].b = {1, 1}, out[2].kind = SeamDoor::Kind::door;
  Passage& p = out[2].way;
  p.id = seam_id("the_seam", out[2].a, out[2].b);
  p.upper = p.lower = "the_seam", p.style = "door", p.spots_tried = 4;
  p.path = {{{1.5, 2.25, -150}, 1.5}, {{9, 2.25, -151.015625}, 1.5}};
  p.departure = {"the_seam", {1.5, 2.25, -150}, 1.5, 3, 0.75};
  p.arrival = {"the_seam", {9, 2.25, -151.015625}, 1.5, 3, 0.75};
  return out;
}

inline WorldDef world() {
  WorldDef w;
  w.seed = 20260714;
  w.radius_um = 1024 * kUmPerM;
  w.gap_um = 500'000;
  w.entry = {true, 1.75};
  w.strates = {strate("ossuary", 0, -64, 0x8c1d5e02b7f3a946ull)};
  StrateWorld lower = strate("lantern_hall", -64, -128, ~0ull);
  lower.top_um -= w.gap_um, lower.seal_um = 2'500'001;
  lower.diggable = false, lower.has_water = true, lower.water_um = 8'100'000;
  lower.climate = {200.5, 100};
  w.strates.push_back(lower);
  w.strates.push_back(regions_strate(lower.bottom_um - w.gap_um));
  w.passages = {passage()};
  w.doors = doors();
  Edit ball{1, true, Edit::Shape::sphere, {1, 2, -3}, {}, 1.5, 0.25};
  Edit block{4, false, Edit::Shape::box, {1, 2, -30}, {1, 1, 2}, 1, 0};
  Edit rod{9, true, Edit::Shape::capsule, {1, 2, -30}, {4, 5, -31}, 0.75, 0.1};
  w.edits = {ball, block, rod};
  return w;
}

inline StrateReview strate_review(std::string slot) {
  StrateReview s;
  s.title = "The " + slot;
  s.note = "Bones, \"dust\"\nand a line.";
  s.file = "strates/" + slot + ".strate.json";
  s.base = "archetype tunnel_network";
  s.atmosphere.fog_color = "#4b4236";
  s.figures = {{"air_fraction", 0.214}, {"walk_length_m", 176.90625}};
  s.slot = std::move(slot);
  return s;
}

inline Review review() {
  Review r;
  r.name = "katabasis", r.title = "Going down", r.revision = 7;
  r.lo_x = r.lo_y = -64 * kUmPerM, r.hi_x = r.hi_y = 64 * kUmPerM;
  r.strates = {strate_review("ossuary"), strate_review("lantern_hall"), strate_review("the_seam")};
  r.figures = {{"descent_length_m", 412.25}};
  LawReview seal;
  seal.law = "seal", seal.strate = "ossuary", seal.verdict = Verdict::holds;
  seal.window_m = {-64, -64, -64, 64, 64, 0}, seal.step_m = 0.125;
  seal.proved = "by bound 97.2 %, sampled 2.8 %";
  seal.margins = {{"thinnest_seal_m", 2.125, {1, 2, -3}, "m"}};
  LawReview walk;
  walk.law = "connectivity", walk.verdict = Verdict::not_proven, walk.step_m = 0.125;
  r.laws = {seal, walk};
  return r;
}

inline Manifest manifest() {
  Manifest m;
  m.version = "0.1.0";
  m.world = world();
  m.review = review();
  return m;
}

}  // namespace strate::sample
