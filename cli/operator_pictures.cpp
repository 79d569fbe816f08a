#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "cli/operator_examples.hpp"
#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "passes/emit_pictures.hpp"
#include "passes/to_walk.hpp"
#include "passes/without_operator.hpp"

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

/// Where the operator made or moved the surface: where the world without it has none. A stack that
/// does not stand without it is asked who decides.
class Made {
 public:
  Made(const Cook& cook, std::string_view op)
      : world_(*cook.world), without_(without_operator(cook.def(), op, cook.options.catalog)) {}
  bool operator()(Vec3 p) {
    constexpr double kMovedM = 0.06;
    const Um x = std::llround(p.x * 1e6), y = std::llround(p.y * 1e6), z = std::llround(p.z * 1e6);
    if (without_.world) return std::fabs(without_.world->at(x, y, z, {}, scratch_)) > kMovedM;
    const std::string decider = world_.decider_at(x, y, z, scratch_);
    return std::find(without_.gone.begin(), without_.gone.end(), decider) != without_.gone.end();
  }

 private:
  const World& world_;
  const WithoutOperator without_;
  Scratch scratch_;
};

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
  Made made(cook, example.op);
  Result<std::optional<View>> view =
      strate_view_of(cook, 0, std::ref(made), {kExampleWidth, kExampleHeight});
  if (!view) return fault(view.error());
  if (*view) return std::move((*view)->image);
  Result<ViewSet> any = strate_views(cook, 0, 1, {kExampleWidth, kExampleHeight});
  if (!any) return fault(any.error());
  if (!any->views.empty()) return std::move(any->views.front().image);
  return strate_section(cook, 0);
}

}  // namespace strate::cli
