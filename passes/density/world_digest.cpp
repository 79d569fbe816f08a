// The digest of a window (10 A6): boxes of 128³ samples, in them tiles of 32³; what a bound proves
// beyond the band is hashed without being evaluated.
#include <algorithm>
#include <vector>

#include "passes/density/arena.hpp"
#include "passes/density/kernels.hpp"
#include "passes/density/world.hpp"

namespace strate {

namespace {

constexpr std::int64_t kCoarse = 4 * kTileCells;

struct Worker {
  Scratch scratch;
  Arena arena;
};

Coord cell_of(Coord c, std::int64_t edge) {
  return {floor_div(c.x, edge), floor_div(c.y, edge), floor_div(c.z, edge)};
}

IndexBox cells_of(const IndexBox& window, std::int64_t edge) {
  const Coord one{1, 1, 1};
  return {cell_of(window.lo, edge), cell_of(window.hi - one, edge) + one};
}

IndexBox samples_of(Coord cell, std::int64_t edge, const IndexBox& window) {
  const Coord lo{cell.x * edge, cell.y * edge, cell.z * edge};
  return intersect({lo, lo + Coord{edge, edge, edge}}, window);
}

/// Rows of a box, each with one clamped value.
void add_uniform(const IndexBox& box, float value, Um voxel, DensityDigest& digest) {
  alignas(64) float row[kBlockRow];
  std::fill(row, row + kBlockRow, value);
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; x += kTileCells)
        kernels().digest_row(row,
                             static_cast<int>(std::min<std::int64_t>(kTileCells, box.hi.x - x)),
                             x * voxel, voxel, y * voxel, z * voxel, digest);
}

bool add_proven(const World& world, const IndexBox& box, const Layers& layers, Scratch& scratch,
                DensityDigest& digest) {
  const BoxVerdict verdict = world.classify(box, layers, scratch);
  const bool rock = verdict == BoxVerdict::rock_beyond_band;
  if (!rock && verdict != BoxVerdict::air_beyond_band) return false;
  add_uniform(box, static_cast<float>(rock ? -kBandM : kBandM), world.def().voxel_um, digest);
  return true;
}

void add_sampled(const World& world, const IndexBox& box, const Layers& layers, Worker& worker,
                 DensityDigest& digest) {
  const ArenaScope scope(worker.arena);
  const Coord size = box.size();
  const auto rows = static_cast<std::size_t>(size.y * size.z);
  float* values = worker.arena.take<float>(rows * kBlockRow);
  world.sample(box, layers, worker.scratch, values);
  clamp_to_band(values, rows);
  const Um v = world.def().voxel_um;
  const float* row = values;
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y, row += kBlockRow)
      kernels().digest_row(row, static_cast<int>(size.x), box.lo.x * v, v, y * v, z * v, digest);
}

template <class Body>
void each_cell(const IndexBox& cells, Body&& body) {
  for (std::int64_t z = cells.lo.z; z < cells.hi.z; ++z)
    for (std::int64_t y = cells.lo.y; y < cells.hi.y; ++y)
      for (std::int64_t x = cells.lo.x; x < cells.hi.x; ++x) body(Coord{x, y, z});
}

}  // namespace

DensityDigest digest(const World& world, const IndexBox& window, const Executor& executor,
                     bool prune) {
  if (window.empty()) return {};
  const IndexBox coarse = cells_of(window, kCoarse);
  std::vector<Coord> cells;
  each_cell(coarse, [&](Coord c) { cells.push_back(c); });
  std::vector<DensityDigest> parts(cells.size());
  std::vector<Worker> workers(executor.workers());
  const Layers layers{Layers::Posts::all, nullptr, prune};
  executor.for_each(cells.size(), [&](std::size_t i, unsigned w) {
    const IndexBox box = samples_of(cells[i], kCoarse, window);
    Worker& worker = workers[w];
    if (add_proven(world, box, layers, worker.scratch, parts[i])) return;
    each_cell(cells_of(box, kTileCells), [&](Coord tile) {
      const IndexBox part = samples_of(tile, kTileCells, box);
      if (!add_proven(world, part, layers, worker.scratch, parts[i]))
        add_sampled(world, part, layers, worker, parts[i]);
    });
  });
  DensityDigest sum;
  for (const DensityDigest& part : parts) sum += part;
  return sum;
}

}  // namespace strate
