// Rules of a recipe that hold between its parts (11 §3, §4, §8): order, fields, grounds, worlds and
// things, coupled values. Works on the plain form, so it judges documents and manifests alike.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "compiler/biome.hpp"
#include "compiler/diagnostic.hpp"
#include "compiler/op.hpp"
#include "compiler/recipe.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {

/// What the recipe may rely on.
struct RecipeSetting {
  bool ground = false;                  ///< a heightfield stands above what uses this recipe
  bool water = false;                   ///< the strate has a water level
  bool biomes = false;                  ///< it has biomes
  const BiomeMap* biome_map = nullptr;  ///< which; null: not known
  bool finished = true;                 ///< a strate's whole stack: must start a world
  std::set<std::string> also_used;      ///< fields used by entries that are switched off
  std::set<std::string> off;            ///< addresses of entries that are switched off
  SourceRef word;                       ///< what named the recipe: for faults nobody wrote down
  std::uint32_t first_authored = 0;     ///< documents below this one are built in, nobody's fault
  const SourceSet* sources = nullptr;   ///< to name files in notes; may be null
};

/// Reports every broken rule; false if there was one. What `reading` calls broken is not judged.
bool check_recipe(const Recipe& recipe, const Catalog& catalog, const RecipeSetting& setting,
                  Diagnostics& diags, const RecipeReading& reading = {});

}  // namespace strate
