#include "passes/laws/openings.hpp"

#include <cmath>

#include "passes/density/tube.hpp"

namespace strate {

namespace {

/// Density in rock stays rock this far outside an opening (tube.hpp).
constexpr double kOpeningSlackM = 1.0 / 1024;

bool inside(const Box3& b, Vec3 p) {
  return b.lo.x <= p.x && p.x <= b.hi.x && b.lo.y <= p.y && p.y <= b.hi.y && b.lo.z <= p.z &&
         p.z <= b.hi.z;
}

Box3 hull(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

std::string whole(double v) { return std::to_string(static_cast<std::int64_t>(v)); }

}  // namespace

Openings::Openings(const WorldDef& def, int strate) {
  const StrateWorld& s = def.strates[static_cast<std::size_t>(strate)];
  for (const Passage& p : def.passages)
    if (p.upper == s.id || p.lower == s.id) passages_.push_back({&p, passage_box(p)});
  if (strate == 0 && def.entry.open) {
    entry_ = true;
    entry_floor_ = metres(s.bottom_um) + s.origin.floor.z - kOpeningSlackM;
    entry_radius_ = def.entry.radius_m + kWallReliefM + kOpeningSlackM;
  }
}

bool Openings::holds(Vec3 p) const {
  if (entry_ && p.z >= entry_floor_ && p.x * p.x + p.y * p.y <= entry_radius_ * entry_radius_)
    return true;
  for (const Planned& planned : passages_)
    if (inside(planned.box, p) && opening_distance(*planned.passage, p) <= kOpeningSlackM)
      return true;
  return false;
}

std::optional<Box3> Openings::extent() const {
  std::optional<Box3> all;
  for (const Planned& planned : passages_) all = all ? hull(*all, planned.box) : planned.box;
  return all;
}

std::string missing_window(const Openings& openings, const IndexBox& window, Um voxel_um) {
  const std::optional<Box3> e = openings.extent();
  if (!e) return {};
  const double v = metres(voxel_um);
  const bool held = e->lo.x >= lattice_m(window.lo.x, voxel_um) &&
                    e->lo.y >= lattice_m(window.lo.y, voxel_um) &&
                    e->hi.x <= lattice_m(window.hi.x, voxel_um) + v &&
                    e->hi.y <= lattice_m(window.hi.y, voxel_um) + v;
  if (held) return {};
  return "the window does not hold the planned passages; the smallest that does is x " +
         whole(std::floor(e->lo.x)) + " to " + whole(std::ceil(e->hi.x)) + " m, y " +
         whole(std::floor(e->lo.y)) + " to " + whole(std::ceil(e->hi.y)) + " m";
}

}  // namespace strate
