// The biomes of a strate (11 §5): its `biomes` and the files that it uses. Internal to
// formats/documents.
#pragma once

#include <utility>
#include <vector>

#include "compiler/season.hpp"
#include "formats/documents/inherit.hpp"
#include "formats/documents/library.hpp"

namespace strate {

struct BiomesDraft {
  BiomeMap map;                  ///< without what biomes set
  std::vector<BiomeLook> looks;  ///< parallel to map.biomes
  /// What they set: index into map.biomes and an object of ids; a later one lies over an earlier.
  std::vector<std::pair<std::size_t, json::Node>> sets;
  SourceRef cell;      ///< where cell_m stands, else the key `biomes`
  bool there = false;  ///< the strate says that it has some
  bool whole = false;  ///< none is missing: names and climates can be judged
};

/// Reads them. Errors: "biomes.duplicate", "biomes.too_many", "biomes.climate_hole" and those of
/// paths and values; warns of biomes that rule nowhere: "biomes.never". False if there was an
/// error.
bool read_biomes(const Document& strate, Library& library, Heritage& heritage, Diagnostics& diags,
                 BiomesDraft& out);

/// Warns of climate maps so fine that biomes would lie like salt and pepper: "biomes.fine_climate".
void warn_of_climate(const BiomesDraft& draft, const Climate& climate, Diagnostics& diags);

}  // namespace strate
