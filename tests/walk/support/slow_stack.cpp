// Stack: columns, feet and floods. See slow_laws.hpp.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "tests/walk/support/slow_laws.hpp"

namespace strate::slow {

Stack::Stack(const World& world, const Lattice& lattice, const IndexBox& core)
    : world_(world),
      lattice_(lattice),
      voxel_(static_cast<double>(lattice.voxel_um()) / 1e6),
      walk_(lattice, core, world.def().player) {}

std::optional<Stack::Floor> Stack::floor_near(std::int64_t x, std::int64_t y, double z,
                                              double reach) const {
  const IndexBox& w = lattice_.window();
  if (!w.contains({x, y, w.lo.z})) return std::nullopt;
  // Every face of the column from below: rock from `bottom` to `top`, air from there to the next.
  std::vector<Floor> floors;
  double bottom = static_cast<double>(w.lo.z) * voxel_, face = bottom;
  for (std::int64_t k = w.lo.z; k + 1 < w.hi.z; ++k) {
    const bool here = solid({x, y, k}), over = solid({x, y, k + 1});
    if (here == over) continue;
    face = (static_cast<double>(k) + lattice_.crossing({x, y, k}, 2) / 256.0) * voxel_;
    if (over) {
      if (!floors.empty()) floors.back().air = face - floors.back().height;
      bottom = face;
    } else {
      floors.push_back({face, face - bottom, 0});
    }
  }
  const double end = static_cast<double>(w.hi.z - 1) * voxel_;
  if (!floors.empty() && !solid({x, y, w.hi.z - 1})) floors.back().air = end - floors.back().height;
  std::optional<Floor> best;
  for (const Floor& f : floors) {
    const double off = std::fabs(f.height - z);
    if (off <= reach && (!best || off < std::fabs(best->height - z))) best = f;
  }
  return best;
}

Vec3 Stack::foot(Coord p) {
  const auto floor = static_cast<double>(*walk_.floor(p.z, p.x, p.y));
  return {static_cast<double>(p.x) * voxel_, static_cast<double>(p.y) * voxel_,
          floor * voxel_ / 256};
}

std::optional<Coord> Stack::stand_near(Vec3 place, double reach) {
  const auto at = [&](double m) { return static_cast<std::int64_t>(std::floor(m / voxel_)); };
  std::optional<Coord> best;
  std::tuple<double, std::size_t, std::int64_t, std::int64_t, std::int64_t> least;
  for (std::int64_t y = at(place.y - reach); y <= at(place.y + reach) + 1; ++y)
    for (std::int64_t x = at(place.x - reach); x <= at(place.x + reach) + 1; ++x)
      for (std::int64_t z = at(place.z - reach); z <= at(place.z + reach + 1.5); ++z) {
        const Coord p{x, y, z};
        if (!core().contains(p) || !walk_.standing(p)) continue;
        const double away = length(foot(p) - place);
        if (away > reach) continue;
        std::size_t strate = 0;
        while (strate < def().strates.size() && !in_strate(p, strate)) ++strate;
        const auto key = std::make_tuple(away, strate, y, x, z);
        if (!best || key < least) best = p, least = key;
      }
  return best;
}

const std::vector<Coord>& Stack::moves(Coord p) {
  const auto known = moves_.find(p);
  if (known != moves_.end()) return known->second;
  std::vector<Coord> ends;
  for (const Coord& q : walk_.moves(p))
    if (core().contains(q)) ends.push_back(q);
  return moves_.emplace(p, std::move(ends)).first->second;
}

std::vector<Coord> Stack::stands(std::size_t strate) {
  std::vector<Coord> in;
  for (std::int64_t y = core().lo.y; y < core().hi.y; ++y)
    for (std::int64_t x = core().lo.x; x < core().hi.x; ++x)
      for (std::int64_t z = core().lo.z; z < core().hi.z; ++z)
        if (in_strate({x, y, z}, strate) && walk_.standing({x, y, z})) in.push_back({x, y, z});
  return in;
}

std::vector<Coord> Stack::reached(Coord p, const std::function<bool(Coord)>& allowed) {
  Marks seen(core());
  seen.mark(p);
  std::vector<Coord> found{p};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Coord at = found[i];
    for (const Coord& q : moves(at))
      if (allowed(q) && seen.mark(q)) found.push_back(q);
  }
  return found;
}

const Marks& Stack::body(Coord start) {
  if (body_ && body_->has(start)) return *body_;
  Marks& body = body_.emplace(core());
  body.mark(start);
  std::vector<Coord> open{start};
  while (!open.empty()) {
    const Coord p = open.back();
    open.pop_back();
    for (std::int64_t k = 0; k < 27; ++k) {
      const Coord d{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1}, q = p + d;
      if ((d.z != 0) == (d.x != 0 || d.y != 0)) continue;
      if (body.has(q) || !core().contains(q) || !walk_.fits(q).value_or(false)) continue;
      if (d.z == 0 && !walk_.swept(p, q)) continue;
      body.mark(q);
      open.push_back(q);
    }
  }
  return body;
}

bool Stack::in_strate(Coord p, std::size_t strate) const {
  const StrateWorld& s = def().strates[strate];
  const Um z = p.z * def().voxel_um;
  return s.bottom_um <= z && z < s.top_um;
}

bool Stack::native(Coord c) const {
  const Um v = def().voxel_um;
  return world_.at(c.x * v, c.y * v, c.z * v, {Layers::Posts::planned, nullptr, false}, scratch_) <
         0;
}

double Stack::native_density(Vec3 at) const {
  const auto um = [](double m) { return static_cast<Um>(std::llround(m * 1e6)); };
  return static_cast<double>(
      world_.at(um(at.x), um(at.y), um(at.z), {Layers::Posts::planned, nullptr, false}, scratch_));
}

}  // namespace strate::slow
