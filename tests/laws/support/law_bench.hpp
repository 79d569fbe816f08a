// A world with everything that laws read, sampled over a small window.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "passes/laws/law.hpp"
#include "passes/ops/catalog.hpp"
#include "passes/sample.hpp"
#include "tests/support/season_sample.hpp"

namespace strate::testing {

/// Two strates of 16 m, a (0 … −16) over b (−16 … −32), each one low hall between 5 and 11 m.
inline WorldDef two_halls() {
  WorldDef def;
  def.seed = 41;
  Um top = 0;
  for (const char* id : {"a", "b"}) {
    StrateWorld s;
    s.id = id;
    s.seed = 900 + static_cast<std::uint64_t>(id[0]);
    s.top_um = top, s.bottom_um = top - 16 * kUmPerM;
    s.recipe = sample::plain(5, 11);
    s.recipe.stack[1].params.push_back(sample::number("floor_relief_m", 0.5));
    s.recipe.stack[1].params.push_back(sample::number("ceiling_relief_m", 0.5));
    s.recipe.stack[1].source = {0, 100, 120};
    s.origin.floor = {1.5, -2, 5};
    def.strates.push_back(s);
    top = s.bottom_um;
  }
  return def;
}

/// A round carve from one place to another.
inline Edit drill(Vec3 from, Vec3 to, double width_m, std::int64_t seq = 1) {
  Edit e;
  e.seq = seq;
  e.shape = Edit::Shape::capsule;
  e.at = from, e.to = to;
  e.radius_m = width_m / 2;
  return e;
}

/// x and y window, in metres.
struct Square {
  double lo_x = -6, lo_y = -6, hi_x = 6, hi_y = 6;
};

class LawBench {
 public:
  explicit LawBench(WorldDef def, Square square = {}, Catalog catalog = shipped_catalog(),
                    unsigned threads = 1)
      : catalog_(std::move(catalog)),
        world_(compiled(def, catalog_)),
        executor_(make_thread_executor(threads)),
        scratch_(threads) {
    season_.world = def;
    const auto um = [](double m) { return static_cast<Um>(m * 1e6); };
    const WorldSource source(world_, threads);
    for (std::size_t i = 0; i < def.strates.size(); ++i) {
      StrateSettings settings;
      settings.slot = def.strates[i].id;
      settings.source = {0, static_cast<std::uint32_t>(10 * i),
                         static_cast<std::uint32_t>(10 * i + 5)};
      season_.strates.push_back(settings);
      SampleRequest request = strate_request(def, i, um(square.lo_x), um(square.lo_y),
                                             um(square.hi_x), um(square.hi_y));
      Result<SampledStrate> sampled = sample_strate(source, request, *executor_);
      if (!sampled) FAIL(sampled.error().text);
      sampled_.push_back(std::make_unique<SampledStrate>(std::move(*sampled)));
      LawStrate s;
      s.index = static_cast<int>(i);
      s.window = request.window;
      s.sampled = sampled_.back().get();
      s.lattice = &s.sampled->lattice;
      s.mesh = s.sampled->mesh(1);
      strates_.push_back(s);
    }
  }

  LawContext context() { return {season_, world_, catalog_, strates_, *executor_, scratch_}; }
  std::vector<LawReport> run(std::string_view law) { return run_law(law_row(law), context()); }
  LawReport run(std::string_view law, std::size_t strate) { return run(law)[strate]; }

  Season& season() { return season_; }
  const World& world() const { return world_; }
  std::vector<LawStrate>& strates() { return strates_; }

 private:
  static World compiled(const WorldDef& def, const Catalog& catalog) {
    Result<World> world = World::compile(def, catalog);
    if (!world) FAIL(world.error().code << ": " << world.error().text);
    return std::move(*world);
  }
  static const LawRow& law_row(std::string_view id) {
    const LawRow* row = find_law(shipped_laws(), id);
    if (!row) FAIL("no law " << id);
    return *row;
  }

  Catalog catalog_;
  World world_;
  std::unique_ptr<Executor> executor_;
  std::vector<Scratch> scratch_;
  Season season_;
  std::vector<std::unique_ptr<SampledStrate>> sampled_;
  std::vector<LawStrate> strates_;
};

inline const Margin* margin(const LawReport& report, std::string_view figure) {
  for (const Margin& m : report.margins)
    if (m.figure == figure) return &m;
  return nullptr;
}

}  // namespace strate::testing
