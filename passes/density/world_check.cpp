#include "passes/density/world_check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "passes/density/region_map.hpp"

namespace strate {

namespace {

/// Segments of one tube are numbered in 16 bits.
constexpr std::size_t kMaxNodes = 65535;

Error fault(std::string code, std::string text) {
  return {std::move(code), std::move(text), {}, {}};
}

Result<Done> check_layout(const WorldDef& world) {
  const Um limit = static_cast<Um>(kWorldLimitM) * kUmPerM;
  for (std::size_t i = 0; i < world.strates.size(); ++i) {
    const StrateWorld& s = world.strates[i];
    if (s.top_um <= s.bottom_um || s.top_um > limit || s.bottom_um < -limit)
      return fault("world.layout", "strate \"" + s.id + "\" has no height or lies beyond 10000 km");
    if (i > 0 && s.top_um > world.strates[i - 1].bottom_um)
      return fault("world.layout", "strate \"" + s.id + "\" reaches into \"" +
                                       world.strates[i - 1].id + "\" above it");
  }
  return Done{};
}

bool placed(Vec3 p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) &&
         std::fabs(p.x) <= kWorldLimitM && std::fabs(p.y) <= kWorldLimitM &&
         std::fabs(p.z) <= kWorldLimitM;
}

Result<Done> check_path(const Passage& p, const std::string& what) {
  const auto bad = [](const TubeNode& n) { return !placed(n.floor) || !(n.radius_m > 0); };
  if (p.path.size() >= 2 && p.path.size() <= kMaxNodes &&
      std::none_of(p.path.begin(), p.path.end(), bad))
    return Done{};
  return fault("world.passage_path", what + " \"" + p.id +
                                         "\" needs 2 to 65535 nodes with finite places and "
                                         "radii above 0");
}

Result<Done> check_passages(const WorldDef& world) {
  for (const Passage& p : world.passages)
    if (Result<Done> fit = check_path(p, "passage"); !fit) return fit;
  for (const SeamDoor& d : world.doors)
    if (d.kind == SeamDoor::Kind::door)
      if (Result<Done> fit = check_path(d.way, "door"); !fit) return fit;
  return Done{};
}

/// What region_map.hpp and voronoi.hpp can work with.
Result<Done> check_regions(const WorldDef& world) {
  for (const StrateWorld& s : world.strates) {
    const Regions& r = s.regions;
    if (r.list.empty()) continue;
    const std::string name = "strate \"" + s.id + "\"";
    if (r.list.size() > kMostRegions)
      return fault("world.regions", name + " has more than three regions");
    if (!(r.cell_m >= 4 && r.cell_m <= kWorldLimitM && r.blend_m > 0 && r.blend_m < r.cell_m / 2))
      return fault("world.regions",
                   name + " needs cells of 4 m or more and a blend under half a cell");
    for (std::size_t i = 0; i < r.list.size(); ++i) {
      if (!(std::isfinite(r.list[i].share) && r.list[i].share > 0))
        return fault("world.regions", name + " has a region without a share");
      for (std::size_t k = 0; k < i; ++k)
        if (r.list[i].id == r.list[k].id)
          return fault("world.regions", name + " has two regions \"" + r.list[i].id + "\"");
    }
  }
  return Done{};
}

/// Heights that an edit may change.
Interval edit_heights(const Edit& e) {
  const double low = e.shape == Edit::Shape::box       ? e.at.z - e.to.z
                     : e.shape == Edit::Shape::capsule ? std::min(e.at.z, e.to.z) - e.radius_m
                                                       : e.at.z - e.radius_m;
  const double high = e.shape == Edit::Shape::box       ? e.at.z + e.to.z
                      : e.shape == Edit::Shape::capsule ? std::max(e.at.z, e.to.z) + e.radius_m
                                                        : e.at.z + e.radius_m;
  return {low - e.falloff_m, high + e.falloff_m};
}

Result<Done> check_edits(const WorldDef& world) {
  for (std::size_t i = 0; i < world.edits.size(); ++i) {
    const Edit& e = world.edits[i];
    const std::string name = "edit " + std::to_string(e.seq);
    if (i > 0 && e.seq <= world.edits[i - 1].seq)
      return fault("world.edit_order",
                   name + " does not follow edit " + std::to_string(world.edits[i - 1].seq));
    const Interval z = edit_heights(e);
    for (const StrateWorld& s : world.strates) {
      if (s.diggable) continue;
      const bool floor = z.lo < metres(s.bottom_um + s.seal_um) && z.hi > metres(s.bottom_um);
      const bool roof = z.hi > metres(s.top_um - s.seal_um) && z.lo < metres(s.top_um);
      if (floor || roof)
        return fault("world.protected_band",
                     name + " reaches into a protected band of strate \"" + s.id + "\"");
    }
  }
  return Done{};
}

}  // namespace

Result<Done> check_world(const WorldDef& world) {
  if (world.world_function != kWorldFunction)
    return fault("world.version", "world function " + std::to_string(world.world_function) +
                                      " cannot be evaluated; this build is " +
                                      std::to_string(kWorldFunction));
  if (world.voxel_um <= 0) return fault("world.layout", "the voxel size must be above 0");
  for (auto check : {check_layout, check_regions, check_passages, check_edits})
    if (Result<Done> done = check(world); !done) return done;
  return Done{};
}

}  // namespace strate
