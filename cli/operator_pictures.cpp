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

bool joins(const OpEntry& e, const std::vector<std::string>& ids) {
  const Value* joined = e.param("joins");
  return joined && std::find(ids.begin(), ids.end(), joined->name) != ids.end();
}

/// Takes an operator out of a stack, and what joins its sites.
void take_out(std::string_view op, std::vector<OpEntry>& stack, std::vector<std::string>& gone) {
  std::erase_if(stack, [&](OpEntry& e) {
    take_out(op, e.group, gone);
    if (e.op != op && !joins(e, gone)) return false;
    gone.push_back(e.id);
    return true;
  });
  std::erase_if(stack, [](const OpEntry& e) { return e.op.empty() && e.group.empty(); });
}

/// Where the operator made or moved the surface: where the world without it has none. A stack that
/// does not stand without it is asked who decides.
class Made {
 public:
  Made(const Cook& cook, std::string_view op) : world_(*cook.world) {
    WorldDef def = cook.def();
    take_out(op, def.strates[0].recipe.stack, gone_);
    if (Result<World> without = World::compile(std::move(def), cook.options.catalog); without)
      without_.emplace(std::move(*without));
  }
  bool operator()(Vec3 p) {
    constexpr double kMovedM = 0.06;
    const Um x = std::llround(p.x * 1e6), y = std::llround(p.y * 1e6), z = std::llround(p.z * 1e6);
    if (without_) return std::fabs(without_->at(x, y, z, {}, scratch_)) > kMovedM;
    const std::string decider = world_.decider_at(x, y, z, scratch_);
    return std::find(gone_.begin(), gone_.end(), decider) != gone_.end();
  }

 private:
  const World& world_;
  std::vector<std::string> gone_;  ///< ids of the operator's entries
  std::optional<World> without_;
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
  return strate_section(cook, 0);
}

}  // namespace strate::cli
