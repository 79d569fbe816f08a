// The two halves of a manifest, each written and read in one place.
#pragma once

#include "compiler/json.hpp"
#include "formats/manifest/manifest.hpp"
#include "formats/manifest/strict.hpp"

namespace strate {

/// The `world` object, and its `layout` object alone.
void write_world_object(json::Writer& out, const WorldDef& world, const Catalog& catalog);
void write_layout_object(json::Writer& out, const WorldDef& world);
/// What read_world gives back without notes: these are reviewed, never hashed as world.
WorldDef read_world(Strict& strict, const json::Node& node, const Catalog& catalog);

/// The member `assets` of the world's object, which stands where there are some. All that recipes
/// name must be listed, and the other way round.
void read_world_assets(Strict& strict, StrictObject& object, const Catalog& catalog,
                       WorldDef& world);

/// The `review` object; notes are taken from the recipes of `manifest.world`.
void write_review_object(json::Writer& out, const Manifest& manifest);
/// Fills `manifest.review` and puts the notes into the recipes of `manifest.world`.
void read_review(Strict& strict, const json::Node& node, Manifest& manifest);

inline void write_point(json::Writer& out, Vec3 p) {
  out.begin_row().value(p.x).value(p.y).value(p.z).end_array();
}

inline Vec3 read_point(Strict& strict, const json::Node& node) {
  Vec3 p;
  double* const axes[] = {&p.x, &p.y, &p.z};
  std::size_t i = 0;
  for (const json::Node& item : strict.items(node, 3, 3))
    *axes[i++] = strict.number(item, -kWorldLimitM, kWorldLimitM);
  return p;
}

}  // namespace strate
