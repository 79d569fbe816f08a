// Season and strate documents to data. Internal to formats/documents.
#pragma once

#include <string>

#include "compiler/season.hpp"
#include "formats/documents/inherit.hpp"
#include "formats/documents/library.hpp"
#include "formats/documents/recipe_builder.hpp"

namespace strate {

/// One strate as its document says, before it has a slot.
struct StrateDraft {
  StrateWorld world;        ///< without id, seed, top and bottom
  StrateSettings settings;  ///< without slot
  Um height_um = 64'000'000;
  SourceRef height;                ///< where the height stands, or the document's start
  SourceRef transition, passages;  ///< keys, for warnings; may be unknown
  SourceRef distance;              ///< `passages.distance_m`; the same
};

/// Reads and resolves a strate document. False if there was an error.
bool read_strate(const Document& document, RecipeBuilder& builder, Library& library,
                 Heritage& heritage, Diagnostics& diags, StrateDraft& out);

/// Reads and resolves what stands behind the strate's `regions`. False if there was an error.
bool read_regions(const Document& document, RecipeBuilder& builder, Diagnostics& diags,
                  const StackSetting& setting, StrateDraft& out);

/// What a slot of a season says.
struct Slot {
  std::string id, note;
  bool has_seed = false;
  std::uint64_t seed = 0;
  const json::Node* strate = nullptr;
  SourceRef source;  ///< the value of its id
};

/// The season's own settings, and its slots in order.
bool read_season(const Document& document, Season& out, std::vector<Slot>& slots,
                 Diagnostics& diags);

/// The name that a season goes by: its file's, without folder and ending.
std::string stem_of(const std::string& path);

}  // namespace strate
