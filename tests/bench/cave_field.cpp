#include "cave_field.hpp"

#include <algorithm>

namespace strate::bench {

CaveField::CaveField(unsigned workers) : noise_(make_fbm(2026, 1.0 / 3.0, 4)), scratch_(workers) {}

void CaveField::sample(const IndexBox& box, unsigned worker, float* out) const {
  alignas(64) double at[3][kBlockRow];
  const std::int64_t lo[3] = {box.lo.x, box.lo.y, box.lo.z};
  const Coord s = box.size();
  const std::int64_t n[3] = {s.x, s.y, s.z};
  for (int k = 0; k < 3; ++k)
    for (std::int64_t i = 0; i < kBlockRow; ++i)
      at[k][i] = lattice_m(lo[k] + std::min(i, n[k] - 1), 125'000);
  const Axes axes{
      at[0], at[1], at[2], static_cast<int>(s.x), static_cast<int>(s.y), static_cast<int>(s.z)};
  fbm_block(noise_, axes, scratch_[worker], out);
}

CaveBlocks::CaveBlocks(int side) : side_(side) {
  const CaveField field(1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(side) * side * side; ++i) {
    blocks_.push_back(arena_.take<float>(kTileFloats));
    const Coord t = tile(i);
    const Coord o{t.x * kTileCells - 1, t.y * kTileCells - 1, t.z * kTileCells - 1};
    field.sample({o, o + Coord{kTileBlock, kTileBlock, kTileBlock}}, 0, blocks_.back());
  }
}

Coord CaveBlocks::tile(std::size_t i) const {
  const auto k = static_cast<std::int64_t>(i);
  return {k % side_, k / side_ % side_, k / side_ / side_};
}

IndexBox CaveBlocks::window() const {
  const std::int64_t n = side_ * kTileCells + 1;
  return {{0, 0, 0}, {n, n, n}};
}

double CaveBlocks::voxels() const {
  return static_cast<double>(count()) * kTileCells * kTileCells * kTileCells;
}

}  // namespace strate::bench
