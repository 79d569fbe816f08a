// Authored documents: seasons, strates and recipes (11), resolved to a Season.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/diagnostic.hpp"
#include "compiler/file_system.hpp"
#include "compiler/op.hpp"
#include "compiler/season.hpp"
#include "compiler/source_set.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {

struct LoadOptions {
  std::optional<std::uint64_t> seed;  ///< replaces the season's (`--seed`)
  std::size_t max_bytes = 16u << 20;  ///< per document, checked before it is read
  std::size_t max_documents = 4096;
};

/// Reads a season and everything it names, and resolves it: layout, seeds, recipes with every
/// parameter. All errors and warnings of all files are reported; false if there was an error.
/// `path` is where the season lies; messages name files relative to the folder that `path` is
/// relative to. Nothing outside the root (11 §1: nearest folder upward with a `stratec-root` file,
/// else the season's folder) is opened, nor anything through a symlink below it.
bool load_season(const std::string& path, FileSystem& files, const Catalog& catalog,
                 const LoadOptions& options, SourceSet& sources, Season& season,
                 Diagnostics& diags);

/// One strate document alone, as if it were the only slot of a season with defaults.
bool load_strate(const std::string& path, FileSystem& files, const Catalog& catalog,
                 const LoadOptions& options, SourceSet& sources, Season& season,
                 Diagnostics& diags);

/// Whatever says a world, by the ending of its name: a season, a strate alone, or a recipe alone as
/// the base of a strate of kPreviewHeightUm, cooked over ±kPreviewReachUm: for looking at one.
bool load_world(const std::string& path, FileSystem& files, const Catalog& catalog,
                const LoadOptions& options, SourceSet& sources, Season& season, Diagnostics& diags);
inline constexpr Um kPreviewHeightUm = 32'000'000, kPreviewReachUm = 24'000'000;

/// True of the names that load_world takes: x.season.json, x.strate.jsonc, ….
bool is_world_document(std::string_view path);

/// A recipe document that recompiles to the same recipe, bit for bit (`stratec expand`), if it lies
/// in `folder` (relative to the root): paths of files are relative to that.
std::string expand_text(Recipe recipe, const Catalog& catalog, RecipeForm form,
                        const std::string& folder = {});

/// A seed as written: decimal or 0x hex in a string, up to 64 bits (08 "Conventions").
bool parse_seed(std::string_view text, std::uint64_t& out);

}  // namespace strate
