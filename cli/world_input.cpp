#include "cli/world_input.hpp"

#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "compiler/file_system.hpp"
#include "formats/assets/world_assets.hpp"
#include "formats/documents/documents.hpp"
#include "formats/documents/library.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/plan/plan.hpp"

namespace strate::cli {

namespace {

constexpr std::size_t kManifestLimit = 256u << 20;

Result<Manifest> load_manifest(const std::string& path, Io& io, Session& session) {
  const std::string file = path.ends_with(".json") ? path : join_path(path, kManifestFile);
  Result<std::string> bytes = read_input(io.files, file, kManifestLimit);
  if (!bytes && bytes.error().code == "path.not_found") {
    std::vector<std::string> notes = notes_of_seasons_in(io.files, path);
    if (const std::string near = nearest_document(io.files, path); !near.empty())
      notes.push_back("did you mean '" + near + "'?");
    notes.emplace_back("a world is a *.season.json, an output folder or its season_manifest.json");
    return Error{"path.not_found", "there is no manifest '" + file + "'", {}, std::move(notes)};
  }
  if (!bytes) return bytes.error();
  const std::uint32_t document = session.sources.add(file, std::move(*bytes));
  Result<Manifest> manifest = read_manifest(session.sources, document, session.catalog);
  if (!manifest) return manifest;
  if (Result<Done> done = load_assets(io.files, parent_path(file), manifest->world); !done)
    return done.error();
  return manifest;
}

/// The files that the world was read from.
std::vector<std::string> files_of(const std::string& path, const WorldDef* recorded,
                                  const Season& season) {
  std::vector<std::string> out;
  if (!recorded) {
    for (const std::string& file : season.inputs) out.push_back(join_path(season.root, file));
    return out;
  }
  out.push_back(path.ends_with(".json") ? path : join_path(path, kManifestFile));
  for (const WorldAsset& asset : recorded->assets)
    out.push_back(join_path(parent_path(out.front()), asset.file));
  return out;
}

/// The recorded world; `season` gets what a manifest knows of it.
Result<WorldDef> recorded(const std::string& path, Io& io, Session& session) {
  Result<Manifest> manifest = load_manifest(path, io, session);
  if (!manifest) return manifest.error();
  session.season.name = manifest->review.name;
  session.season.title = manifest->review.title;
  session.season.bake.lo_x = manifest->review.lo_x;
  session.season.bake.lo_y = manifest->review.lo_y;
  session.season.bake.hi_x = manifest->review.hi_x;
  session.season.bake.hi_y = manifest->review.hi_y;
  session.season.world = manifest->world;
  for (const StrateReview& r : manifest->review.strates) {
    StrateSettings s;
    s.slot = r.slot;
    s.title = r.title;
    s.note = r.note;
    s.file = r.file;
    s.base = r.base;
    s.atmosphere = r.atmosphere;
    s.biomes = r.biomes;
    session.season.strates.push_back(std::move(s));
  }
  return std::move(manifest->world);
}

}  // namespace

bool is_manifest(const std::string& path) { return !is_world_document(path); }

std::optional<World> open_world(const std::string& path, const Options& options, Io& io,
                                Session& session, int& exit) {
  const auto fault = [&](const Error& e) {
    exit = report(io, session, e);
    return std::nullopt;
  };
  Result<WorldDef> def = Error{};
  if (is_manifest(path)) {
    if (options.has("--seed"))
      return fault({"usage.seed", "--seed applies to a season, not to a manifest", {}, {}});
    def = recorded(path, io, session);
    if (!def) return fault(def.error());
    if (Result<Done> r =
            check_not_read(io.files, session.outputs, files_of(path, &*def, session.season));
        !r)
      return fault(r.error());
  } else {
    if (const std::optional<int> code = load(path, options, io, session)) {
      exit = *code;
      return std::nullopt;
    }
    if (Result<Done> r =
            check_not_read(io.files, session.outputs, files_of(path, nullptr, session.season));
        !r)
      return fault(r.error());
    PlanReport plan_report;
    Progress progress(io, options, 1);
    if (session.season.strates.size() > 1) progress.begin("plan");
    def = plan(session.season, session.catalog, *session.executor, plan_report);
  }
  if (!def) return fault(def.error());
  Result<World> world = World::compile(std::move(*def), session.catalog);
  if (!world) return fault(world.error());
  return std::move(*world);
}

Result<Window> chosen_window(const Options& options, const Session& session,
                             const WorldDef& world) {
  if (options.has("--window")) return parse_window(options.text("--window"));
  const BakeSettings& bake = session.season.bake;
  return Window{{bake.lo_x, bake.lo_y, world.strates.back().bottom_um},
                {bake.hi_x, bake.hi_y, world.strates.front().top_um}};
}

}  // namespace strate::cli
