// The pictures of a cook (05 §4, 12): from products to PNG files in a staging folder.
#pragma once

#include <optional>

#include "formats/files/staging.hpp"
#include "passes/biome_pictures.hpp"
#include "passes/cook.hpp"
#include "passes/pictures/pictures.hpp"

namespace strate {

// ---- The pictures themselves. All need the walk, and step-1 meshes for the views.
// ----------------

RgbImage strate_map(const Cook& cook, std::size_t index);
RgbImage strate_section(const Cook& cook, std::size_t index);
RgbImage stack_section(const Cook& cook);
/// Biomes, relief and moisture over the baked window; nothing if the strate has no biomes. Needs
/// the world alone.
std::optional<BiomeMaps> strate_biome_maps(const Cook& cook, std::size_t index);

/// Pixels of a view without its caption bar.
struct ViewSize {
  int width = kViewWidth, height = kViewHeight;
};

/// The first `count` places of a strate: fewer where it has no more good ones.
Result<ViewSet> strate_views(const Cook& cook, std::size_t index, int count, ViewSize size = {});
/// From a place of somebody's own choice.
Result<View> strate_view(const Cook& cook, std::size_t index, const Aim& aim, ViewSize size = {});
/// The one that shows most of a subject; nothing if it is seen from nowhere.
Result<std::optional<View>> strate_view_of(const Cook& cook, std::size_t index,
                                           const Subject& subject, ViewSize size = {});
/// The JSON beside them.
std::string strate_views_json(const Cook& cook, std::size_t index, const ViewSet& set);

// ---- As files
// ------------------------------------------------------------------------------------

/// map.png, section.png, view-1.png … and views.json of one strate; biome.png, relief.png and
/// moisture.png if it has biomes. Drops the strate's meshes: the
/// cameras have a copy of their own.
Result<Done> emit_strate_pictures(Cook& cook, std::size_t index, Staging& staging);

/// section.png of the whole stack.
Result<Done> emit_stack_section(const Cook& cook, Staging& staging);

}  // namespace strate
