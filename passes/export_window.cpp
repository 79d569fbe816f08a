#include "passes/export_window.hpp"

#include <bit>
#include <vector>

#include "passes/mesh/grid_tile.hpp"
#include "passes/mesh/mesh.hpp"
#include "passes/sample.hpp"

namespace strate {

namespace {

constexpr float kBand = static_cast<float>(kBandM);
constexpr std::int64_t kLeafSide = kTileCells / kLeafCells;

SampleRequest request_of(const World& world, const IndexBox& window) {
  SampleRequest request;
  request.window = window;
  request.voxel_um = world.def().voxel_um;
  request.lattice = request.mesh_facts = request.digest = request.grid = false;
  request.mesh_steps.clear();
  return request;
}

/// The coarse samples whose places lie in the window.
IndexBox coarse_box(const IndexBox& w, std::int64_t step) {
  return {{ceil_div(w.lo.x, step), ceil_div(w.lo.y, step), ceil_div(w.lo.z, step)},
          {ceil_div(w.hi.x, step), ceil_div(w.hi.y, step), ceil_div(w.hi.z, step)}};
}

IndexBox tiles_of(const IndexBox& w) {
  if (w.empty()) return {};
  return {
      {floor_div(w.lo.x, kTileCells), floor_div(w.lo.y, kTileCells), floor_div(w.lo.z, kTileCells)},
      {ceil_div(w.hi.x, kTileCells), ceil_div(w.hi.y, kTileCells), ceil_div(w.hi.z, kTileCells)}};
}

/// Block of one coarse tile: its own samples; the ring is never read.
void gather(const DensityGrid& fine, Coord tile, int step, float* block) {
  for (int z = 0; z < kTileCells; ++z)
    for (int y = 0; y < kTileCells; ++y)
      for (int x = 0; x < kTileCells; ++x)
        block[tile_sample(x, y, z)] =
            grid_value(fine, {(tile.x * kTileCells + x) * step, (tile.y * kTileCells + y) * step,
                              (tile.z * kTileCells + z) * step});
}

}  // namespace

float grid_value(const DensityGrid& grid, Coord at) {
  if (!grid.window.contains(at)) return kBand;
  const Coord tile{floor_div(at.x, kTileCells), floor_div(at.y, kTileCells),
                   floor_div(at.z, kTileCells)};
  const GridTile& slot = grid.slots[grid.tile_index(tile)];
  const Coord in = at - Coord{tile.x * kTileCells, tile.y * kTileCells, tile.z * kTileCells};
  const auto bit = static_cast<int>(
      (in.x / kLeafCells * kLeafSide + in.y / kLeafCells) * kLeafSide + in.z / kLeafCells);
  if ((slot.solid >> bit & 1) != 0) return -kBand;
  if ((slot.dense >> bit & 1) == 0) return kBand;
  const auto leaf = static_cast<std::size_t>(std::popcount(slot.dense & ((1ull << bit) - 1)));
  const auto inside = static_cast<std::size_t>(
      (in.x % kLeafCells * kLeafCells + in.y % kLeafCells) * kLeafCells + in.z % kLeafCells);
  return slot.values[leaf * kLeafSamples + inside];
}

DensityGrid coarse_grid(const DensityGrid& fine, int step, const Executor& executor) {
  DensityGrid out;
  out.window = coarse_box(fine.window, step);
  out.tiles = tiles_of(out.window);
  out.voxel_um = fine.voxel_um * step;
  out.slots.resize(out.tiles.count());
  std::vector<std::vector<float>> blocks(executor.workers());
  executor.for_each(out.slots.size(), [&](std::size_t i, unsigned worker) {
    blocks[worker].resize(kTileFloats, kBand);
    const Coord tile = out.tile_at(i);
    gather(fine, tile, step, blocks[worker].data());
    out.slots[i] = grid_tile(blocks[worker].data(), tile, out.window);
  });
  return out;
}

Result<StrateMesh> window_mesh(const World& world, const IndexBox& window, int step,
                               const Executor& executor) {
  SampleRequest request = request_of(world, window);
  request.mesh_steps = {step};
  Result<SampledStrate> sampled =
      sample_strate(WorldSource(world, executor.workers()), request, executor);
  if (!sampled) return sampled.error();
  return std::move(sampled->meshes.front());
}

Result<DensityGrid> window_grid(const World& world, const IndexBox& window, int step,
                                const Executor& executor) {
  SampleRequest request = request_of(world, window);
  request.grid = true;
  Result<SampledStrate> sampled =
      sample_strate(WorldSource(world, executor.workers()), request, executor);
  if (!sampled) return sampled.error();
  if (step == 1) return std::move(sampled->grid);
  return coarse_grid(sampled->grid, step, executor);
}

}  // namespace strate
