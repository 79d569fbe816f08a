// lattice_from: see lattice.hpp.
#pragma once

#include <vector>

namespace strate {

template <class Density>
Lattice lattice_from(IndexBox window, Um voxel_um, Density&& density) {
  Lattice lattice(window, voxel_um);
  constexpr int kN = kTileCells + 1;
  std::vector<float> d(static_cast<std::size_t>(kN) * kN * kN);
  for (std::size_t i = 0; i < lattice.tile_count(); ++i) {
    const Coord t = lattice.tile_at(i);
    const Coord o{t.x * kTileCells, t.y * kTileCells, t.z * kTileCells};
    float* out = d.data();
    for (int z = 0; z < kN; ++z)
      for (int y = 0; y < kN; ++y)
        for (int x = 0; x < kN; ++x) *out++ = density(Coord{o.x + x, o.y + y, o.z + z});
    bool solid = true;
    if (auto tile = make_tile(d.data(), kN, kN, solid))
      lattice.set_tile(i, std::move(tile));
    else
      lattice.set_uniform(i, solid);
  }
  return lattice;
}

}  // namespace strate
