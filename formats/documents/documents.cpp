#include "formats/documents/documents.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "compiler/hash.hpp"
#include "formats/documents/inherit.hpp"
#include "formats/documents/season_reader.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

/// Salt of a strate's seed: hash(world seed, slot id) (02 §4).
constexpr std::uint64_t kStrateSalt = 1;

/// Everything that loading shares.
struct Loader {
  Loader(FileSystem& files, const Catalog& catalog_in, const LoadOptions& options_in,
         SourceSet& sources, Diagnostics& diags_in)
      : catalog(catalog_in),
        options(options_in),
        diags(diags_in),
        archetypes(catalog, sources, diags),
        library(files, options, sources, diags),
        heritage(library, diags),
        builder(library, catalog, archetypes, sources, diags) {}

  const Catalog& catalog;
  const LoadOptions& options;
  Diagnostics& diags;
  Archetypes archetypes;
  Library library;
  Heritage heritage;
  RecipeBuilder builder;
  std::map<const Document*, StrateDraft> drafts;  ///< a file that fills two slots is read once

  const Document* open(const std::string& path, DocumentKind kind);
  const StrateDraft* strate(const Document& document, bool& fine);
  bool fill(const std::vector<Slot>& slots, const Document& from, Season& season);
  bool fill_alone(const Document& document, const std::string& path, Season& season);
  void warn_unused(const std::vector<Slot>& slots, const Season& season);
  void warn_of_distances(const Season& season);
};

/// The first document with what it inherits.
const Document* Loader::open(const std::string& path, DocumentKind kind) {
  const Document* document = library.open(path, kind);
  return document ? heritage.whole(*document) : nullptr;
}

const StrateDraft* Loader::strate(const Document& document, bool& fine) {
  const auto [it, fresh] = drafts.try_emplace(&document);
  if (fresh) fine = read_strate(document, builder, library, heritage, diags, it->second) && fine;
  return &it->second;
}

/// Lays the strates below each other, top first, and gives them their seeds.
bool Loader::fill(const std::vector<Slot>& slots, const Document& from, Season& season) {
  bool fine = true;
  Um top = season.world.top_um;
  for (const Slot& slot : slots) {
    const Document* document =
        slot.strate ? library.open_from(from, *slot.strate, DocumentKind::strate) : nullptr;
    if (document) document = heritage.whole(*document);
    if (!document) {
      fine = false;
      continue;
    }
    const StrateDraft& draft = *strate(*document, fine);
    StrateWorld world = draft.world;
    StrateSettings settings = draft.settings;
    world.id = settings.slot = slot.id;
    settings.source = slot.source;
    if (!slot.note.empty()) settings.note = slot.note;
    world.seed =
        slot.has_seed ? slot.seed : draw(season.world.seed, string_hash(slot.id), kStrateSalt);
    world.top_um = top;
    world.bottom_um = top - draft.height_um;
    top = world.bottom_um - season.world.gap_um;
    season.world.strates.push_back(std::move(world));
    season.strates.push_back(std::move(settings));
  }
  return fine;
}

/// The id of a slot that is called after a file: "Bone Hall" → "bone_hall".
std::string slot_of(const std::string& stem) {
  constexpr std::size_t kLongest = 64;
  std::string id;
  for (const char c : stem.substr(0, kLongest)) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    id += upper ? static_cast<char>(c - 'A' + 'a') : plain ? c : '_';
  }
  return is_id(id, false) ? id : ("s_" + id).substr(0, kLongest);
}

/// One strate, in a slot called after the file.
bool Loader::fill_alone(const Document& document, const std::string& path, Season& season) {
  bool fine = true;
  const StrateDraft& draft = *strate(document, fine);
  season.name = stem_of(path);
  season.world.seed = options.seed.value_or(0);
  StrateWorld world = draft.world;
  world.id = slot_of(season.name);
  world.seed = draw(season.world.seed, string_hash(world.id), kStrateSalt);
  world.bottom_um = world.top_um - draft.height_um;
  season.strates.push_back(draft.settings);
  season.strates.back().slot = world.id;
  season.strates.back().source = draft.height;
  season.world.strates.push_back(std::move(world));
  season.world.assets = builder.shelf().used_by(season.world);
  season.inputs = library.inputs();
  season.root = library.root_folder();
  return fine;
}

/// The last strate has nothing below: its passages and transition say nothing.
void Loader::warn_unused(const std::vector<Slot>& slots, const Season& season) {
  // A last slot that could not be read still lies below the one above it.
  if (season.strates.empty() || season.strates.size() != slots.size()) return;
  const std::string& last = season.strates.back().file;
  const auto uses = std::count_if(season.strates.begin(), season.strates.end(),
                                  [&](const StrateSettings& s) { return s.file == last; });
  if (uses != 1) return;
  for (const auto& [document, draft] : drafts) {
    if (document->path != last) continue;
    for (const SourceRef& at : {draft.transition, draft.passages})
      if (at.document == document->id)  // what it inherited is another strate's business
        diags.warning("season.unused_setting", "the last strate leads nowhere: this has no effect",
                      at);
  }
}

/// Departures that the bake cannot hold: neither laws nor pictures reach them.
void Loader::warn_of_distances(const Season& season) {
  const BakeSettings& b = season.bake;
  const Um reach = std::max({-b.lo_x, b.hi_x, -b.lo_y, b.hi_y});
  for (std::size_t i = 0; i + 1 < season.strates.size(); ++i) {
    const PassageSettings& p = season.strates[i].passages;
    if (p.distance_hi_m <= metres(reach)) continue;
    SourceRef written;
    for (const auto& [document, draft] : drafts)
      if (document->path == season.strates[i].file) written = draft.distance;
    SourceRef at = written.known() ? written : b.window_source;
    if (!at.known()) at = p.source;
    Error& e = diags.warning("passages.beyond_window",
                             "departures may lie beyond the window that is baked", at);
    e.notes.push_back("passages.distance_m ends at " + json::number_text(p.distance_hi_m) +
                      (written.known() ? " m" : " m (default)") + ", bake.window_m reaches " +
                      json::number_text(metres(reach)) + " m from the spine");
    e.notes.emplace_back("a passage planned out there stops the cook: laws and pictures need it");
  }
}

}  // namespace

bool load_season(const std::string& path, FileSystem& files, const Catalog& catalog,
                 const LoadOptions& options, SourceSet& sources, Season& season,
                 Diagnostics& diags) {
  const std::size_t before = diags.error_count();
  Loader loader(files, catalog, options, sources, diags);
  const Document* document = loader.open(path, DocumentKind::season);
  if (!document) return false;
  std::vector<Slot> slots;
  bool fine = read_season(*document, season, slots, diags);
  if (options.seed) season.world.seed = *options.seed;
  fine = loader.fill(slots, *document, season) && fine;
  loader.warn_unused(slots, season);
  if (fine) loader.warn_of_distances(season);
  season.world.assets = loader.builder.shelf().used_by(season.world);
  season.inputs = loader.library.inputs();
  season.root = loader.library.root_folder();
  return fine && diags.error_count() == before;
}

bool load_strate(const std::string& path, FileSystem& files, const Catalog& catalog,
                 const LoadOptions& options, SourceSet& sources, Season& season,
                 Diagnostics& diags) {
  const std::size_t before = diags.error_count();
  Loader loader(files, catalog, options, sources, diags);
  const Document* document = loader.open(path, DocumentKind::strate);
  return document && loader.fill_alone(*document, path, season) && diags.error_count() == before;
}

namespace {

bool load_recipe(const std::string& path, FileSystem& files, const Catalog& catalog,
                 const LoadOptions& options, SourceSet& sources, Season& season,
                 Diagnostics& diags) {
  const std::size_t before = diags.error_count();
  Loader loader(files, catalog, options, sources, diags);
  const Document* recipe = loader.library.open(path, DocumentKind::recipe);
  if (!recipe) return false;
  BakeSettings& bake = season.bake;
  bake.lo_x = bake.lo_y = -kPreviewReachUm;
  bake.hi_x = bake.hi_y = kPreviewReachUm;
  const Document* strate = loader.library.strate_around(*recipe, kPreviewHeightUm);
  return loader.fill_alone(*strate, path, season) && diags.error_count() == before;
}

}  // namespace

bool load_world(const std::string& path, FileSystem& files, const Catalog& catalog,
                const LoadOptions& options, SourceSet& sources, Season& season,
                Diagnostics& diags) {
  const auto load = is_named_as(path, DocumentKind::strate)   ? load_strate
                    : is_named_as(path, DocumentKind::recipe) ? load_recipe
                                                              : load_season;
  return load(path, files, catalog, options, sources, season, diags);
}

bool is_world_document(std::string_view path) {
  for (DocumentKind kind : {DocumentKind::season, DocumentKind::strate, DocumentKind::recipe})
    if (is_named_as(path, kind)) return true;
  return false;
}

namespace {

/// Files by their paths from a folder, as somebody would write them there.
void name_files_from(const std::string& folder, std::vector<OpEntry>& stack) {
  for (OpEntry& e : stack) {
    name_files_from(folder, e.group);
    for (Param& p : e.params)
      if (p.value.kind == Value::Kind::file) p.value.name = relative_path(folder, p.value.path);
  }
}

}  // namespace

std::string expand_text(Recipe recipe, const Catalog& catalog, RecipeForm form,
                        const std::string& folder) {
  name_files_from(folder, recipe.stack);
  json::Writer out;
  out.begin_object().key("$schema").value("recipe-1.json");
  write_recipe(out, recipe, catalog, form, true);
  out.end_object();
  return out.text();
}

bool parse_seed(std::string_view text, std::uint64_t& out) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  if (text.empty()) return false;
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != end) return false;
  out = value;
  return true;
}

}  // namespace strate
