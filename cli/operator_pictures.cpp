#include "cli/operator_examples.hpp"
#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "passes/emit_pictures.hpp"
#include "passes/to_walk.hpp"

namespace strate::cli {

namespace {

/// Places in the example's text mean nothing to who asked for a picture.
Error fault_of(const OperatorExample& example, std::string why) {
  return {"bug.example",
          "the example of " + std::string(example.op) + " makes no world",
          {},
          {std::move(why)}};
}

Result<Season> season_of(const OperatorExample& example, const Catalog& catalog) {
  const std::string path = "/" + std::string(example.op) + ".recipe.json";
  MemoryFileSystem files;
  files.put(path, std::string(example.recipe));
  for (const ExampleFile& f : example_files())
    files.put("/" + std::string(f.path), std::string(f.bytes));
  SourceSet sources;
  Diagnostics diags;
  Season season;
  if (load_world(path, files, catalog, {}, sources, season, diags)) return season;
  return fault_of(example, print(diags, sources, false));
}

}  // namespace

const OperatorExample* example_of(std::string_view op) {
  for (const OperatorExample& e : operator_examples())
    if (e.op == op) return &e;
  return nullptr;
}

Result<RgbImage> picture_of(const OperatorExample& example, const Session& session) {
  const auto fault = [&](const Error& e) { return fault_of(example, e.text); };
  const Result<Season> season = season_of(example, session.catalog);
  if (!season) return season.error();
  Cook cook{*season, {session.catalog, *session.executor}};
  const std::size_t surfaces[] = {0};
  if (Result<Done> r = run_to_walk(cook, surfaces, [](std::string_view) {}); !r)
    return fault(r.error());
  Result<ViewSet> set = strate_views(cook, 0, 1, {kExampleWidth, kExampleHeight});
  if (!set) return fault(set.error());
  if (!set->views.empty()) return std::move(set->views.front().image);
  return strate_section(cook, 0);
}

}  // namespace strate::cli
