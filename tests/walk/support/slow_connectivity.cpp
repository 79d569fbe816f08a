// The law of connectivity, by floods. See slow_laws.hpp.
#include <algorithm>
#include <cmath>
#include <queue>

#include "tests/walk/support/slow_laws.hpp"

namespace strate::slow {
namespace {

constexpr double kShare = 0.5, kReachM = 1.0;

Vec3 origin(const StrateWorld& s) {
  return {s.origin.floor.x, s.origin.floor.y, s.origin.floor.z + metres(s.bottom_um)};
}

/// The first passage that leads into a strate decides where one arrives, the first that leads out
/// where one departs; at the ends of the stack the origin room.
Vec3 arrival(const WorldDef& def, std::size_t strate) {
  for (const Passage& p : def.passages)
    if (p.lower == def.strates[strate].id) return p.arrival.floor;
  return origin(def.strates[strate]);
}

Vec3 departure(const WorldDef& def, std::size_t strate) {
  for (const Passage& p : def.passages)
    if (p.upper == def.strates[strate].id) return p.departure.floor;
  return origin(def.strates[strate]);
}

/// Of the samples of a strate in which the capsule fits, those of the body around `start`.
double share_of_body(Stack& stack, std::size_t strate, Coord start) {
  const Marks& body = stack.body(start);
  double all = 0, part = 0;
  const IndexBox& w = stack.core();
  for (std::int64_t z = w.lo.z; z < w.hi.z; ++z)
    for (std::int64_t y = w.lo.y; y < w.hi.y; ++y)
      for (std::int64_t x = w.lo.x; x < w.hi.x; ++x)
        if (stack.in_strate({x, y, z}, strate) && stack.walk().fits({x, y, z}).value_or(false))
          ++all, part += body.has({x, y, z}) ? 1 : 0;
  return all > 0 ? part / all : 0;
}

/// Room straight over what is reached on foot.
double reachable_m3(Stack& stack, std::size_t strate, Coord start) {
  Marks room(stack.core());
  double samples = 0;
  for (Coord p : stack.reached(start))
    for (; stack.in_strate(p, strate) && stack.walk().fits(p).value_or(false); ++p.z)
      samples += room.mark(p) ? 1 : 0;
  const double v = stack.voxel();
  return samples * v * v * v;
}

/// Length of the shortest way on foot.
std::optional<double> shortest(Stack& stack, Coord from, Coord to) {
  std::map<Coord, double> done;
  using Entry = std::pair<double, Coord>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  open.push({0, from});
  while (!open.empty()) {
    const auto [way, p] = open.top();
    open.pop();
    if (!done.emplace(p, way).second) continue;
    if (p == to) return way;
    for (const Coord& q : stack.moves(p))
      if (!done.count(q)) open.push({way + length(stack.foot(q) - stack.foot(p)), q});
  }
  return std::nullopt;
}

}  // namespace

Ruling crossing(Stack& stack, std::size_t strate) {
  Ruling ruling;
  const auto from = stack.stand_near(arrival(stack.def(), strate), kReachM);
  const auto to = stack.stand_near(departure(stack.def(), strate), kReachM);
  if (!from || !to) ruling.faults.insert("no_stand");
  const auto inside = [&](Coord p) { return stack.in_strate(p, strate); };
  if (from && to) {
    const std::vector<Coord> way = stack.reached(*from, inside);
    if (!inside(*from) || std::find(way.begin(), way.end(), *to) == way.end())
      ruling.faults.insert("cut");
  }
  if (!from) return ruling;
  const double share = share_of_body(stack, strate, *from);
  ruling.figures["main_component_fraction"] = share;
  ruling.figures["reachable_fit_m3"] = reachable_m3(stack, strate, *from);
  if (share < kShare) ruling.faults.insert("main_component");
  if (std::fabs(share - kShare) < 1e-9) ruling.doubt = "a share at its limit";
  return ruling;
}

Ruling descent(Stack& stack) {
  Ruling ruling;
  const WorldDef& def = stack.def();
  const auto from = stack.stand_near(origin(def.strates.front()), kReachM);
  const auto to = stack.stand_near(origin(def.strates.back()), kReachM);
  if (!from || !to) {
    ruling.faults.insert("no_stand");
    return ruling;
  }
  const std::optional<double> way = shortest(stack, *from, *to);
  if (way)
    ruling.figures["descent_length_m"] = *way;
  else
    ruling.faults.insert("cut");
  return ruling;
}

}  // namespace strate::slow
