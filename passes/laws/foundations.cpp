#include "passes/laws/foundations.hpp"

#include <deque>

namespace strate {

bool Foundations::joined(Coord c) {
  if (native(c) || known_.count(c)) return true;
  std::set<Coord> seen{c};
  std::deque<Coord> open{c};
  while (!open.empty() && seen.size() < kMostFollowed) {
    const Coord p = open.front();
    open.pop_front();
    if (native(p) || known_.count(p)) {
      known_.insert(seen.begin(), seen.end());
      return true;
    }
    const Coord next[6] = {p - Coord{0, 0, 1}, p + Coord{1, 0, 0}, p - Coord{1, 0, 0},
                           p + Coord{0, 1, 0}, p - Coord{0, 1, 0}, p + Coord{0, 0, 1}};
    for (const Coord& q : next)
      if (lattice_.window().contains(q) && lattice_.solid(q) && seen.insert(q).second)
        open.push_back(q);
  }
  return false;
}

bool Foundations::native(Coord c) {
  const Layers without{Layers::Posts::planned, nullptr, true};
  return context_.world.at(c.x * voxel_, c.y * voxel_, c.z * voxel_, without, context_.scratch[0]) <
         0;
}

}  // namespace strate
