#include "passes/self_check.hpp"

#include <algorithm>
#include <cstdio>

#include "compiler/json.hpp"

namespace strate {

namespace {

/// The samples that the sampling pass asks of a strate.
SampleRequest request_of(const Cook& cook, const WorldDef& def, std::size_t strate) {
  const BakeSettings& bake = cook.season.bake;
  SampleRequest r = strate_request(def, strate, bake.lo_x, bake.lo_y, bake.hi_x, bake.hi_y);
  r.prune = cook.options.prune;
  return r;
}

std::string place_text(Coord c, Um voxel_um) {
  const auto m = [&](std::int64_t i) { return json::number_text(lattice_m(i, voxel_um)); };
  return "(" + m(c.x) + ", " + m(c.y) + ", " + m(c.z) + ") m";
}

/// 8 hex digits.
std::string bits_text(std::uint32_t bits) { return hex(std::uint64_t{bits}).substr(8); }

std::string stage_text(const PrintDifference& d) {
  std::string text = "stage " + d.stage.pass;
  if (!d.stage.strate.empty()) text += " of " + d.stage.strate;
  if (d.stage.product.empty()) return text;
  text += " (" + d.stage.product;
  if (d.part && !d.part->name.empty()) text += ", " + d.part->name;
  return text + ")";
}

bool same(const Error& a, const Error& b) { return a.code == b.code && a.text == b.text; }

}  // namespace

unsigned other_threads(unsigned threads) { return threads + 1; }

SimdLevel other_simd(SimdLevel level) {
  const std::vector<SimdLevel> present = simd_levels();
  const auto at = std::find(present.begin(), present.end(), level);
  if (at == present.end()) return level;
  if (at != present.begin()) return *(at - 1);
  return present.size() > 1 ? *(at + 1) : level;
}

void SelfCheck::run(const Season& season, const CookOptions& options,
                    const std::function<void(std::string_view pass)>& progress) {
  const SimdScope simd(other_.simd);
  Cook cook{season,
            {options.catalog, other_.executor, options.prune, options.audit, options.laws,
             options.products, options.version, options.max_findings, options.memory_bytes}};
  const Result<Done> done =
      run_passes(cook, [&](const PassRow& pass, std::size_t) { progress(pass.id); });
  if (!done) error_ = done.error();
  print_ = print_of(cook);
}

std::size_t SelfCheck::parts() const {
  std::size_t n = 0;
  for (const StagePrint& s : print_) n += s.parts.size();
  return n;
}

Result<Done> SelfCheck::compare(const Cook& cook, const Result<Done>& done) const {
  if (const auto d = first_difference(print_of(cook), print_)) return named(cook, *d);
  const bool same_end = done ? !error_ : error_ && same(done.error(), *error_);
  if (same_end) return Done{};
  const Error& end = done ? *error_ : done.error();
  PrintDifference ending;
  ending.stage.pass = cook.world ? "sample" : "plan";
  Error e = named(cook, ending);
  e.notes.push_back("only one of the runs ended with " + end.code + ": " + end.text);
  return e;
}

std::optional<DensityFault> SelfCheck::plan_fault(const Cook& cook) const {
  const WorldDef def = unplanned(cook.season);
  for (std::size_t i = 0; i < def.strates.size(); ++i) {
    const FaultSearch search{def,
                             cook.options.catalog,
                             i,
                             request_of(cook, def, i),
                             Layers::Posts::native,
                             {cook.options.executor, simd_level()},
                             other_};
    if (auto fault = find_density_fault(search, {})) return fault;
  }
  return std::nullopt;
}

std::optional<DensityFault> SelfCheck::density_fault(const Cook& cook,
                                                     const PrintDifference& d) const {
  if (d.stage.pass == "plan") return plan_fault(cook);
  if (!cook.world || d.stage.pass != "sample") return std::nullopt;
  const FaultSearch search{cook.def(),
                           cook.options.catalog,
                           d.stage.index,
                           request_of(cook, cook.def(), d.stage.index),
                           Layers::Posts::all,
                           {cook.options.executor, simd_level()},
                           other_};
  std::optional<Coord> suspect;
  if (d.stage.tiled && d.part) suspect = d.part->tile;
  return find_density_fault(search, suspect);
}

Error SelfCheck::named(const Cook& cook, const PrintDifference& d) const {
  Error e{"bug.nondeterminism", stage_text(d) + " has other bits on " + how_, {}, {}};
  const Um voxel = cook.season.world.voxel_um;
  if (const auto fault = density_fault(cook, d)) {
    e.source = fault->source;
    const std::string at = place_text(fault->at, voxel);
    if (!fault->blame.empty()) e.text += ": by " + fault->blame + " at " + at;
    e.notes.push_back("first differing sample: " + at);
    if (fault->unproven)
      e.notes.push_back("a bound proves it one way and not the other");
    else
      e.notes.push_back("density bits " + bits_text(fault->one) + " here, " +
                        bits_text(fault->other) + " there");
    e.notes.push_back(fault->blame.empty() ? "no operator differs when asked again"
                                           : "first differing operator: " + fault->blame);
  } else if (d.stage.tiled && d.part) {
    const Coord t = d.part->tile;
    e.notes.push_back("first differing tile begins at " +
                      place_text({t.x * kTileCells, t.y * kTileCells, t.z * kTileCells}, voxel));
  }
  return e;
}

}  // namespace strate
