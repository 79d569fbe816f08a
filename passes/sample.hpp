// The fused pass over one strate: the final density is evaluated once, tile by tile, and everything
// that is made of it is made while the tile is hot (06, 04 §5).
//
// Boxes of 128³, 32³, 16³ and 8³ cells are asked what their bound proves; a tile is sampled only if
// that leaves something open, and then only the open part of it. Results do not depend on threads,
// order, instruction set or on what was proven.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/density_grid.hpp"
#include "compiler/hash.hpp"
#include "compiler/lattice.hpp"
#include "compiler/mesh.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "passes/density/world.hpp"
#include "passes/mesh/mesh_facts.hpp"

namespace strate {

/// Where densities come from: a world, or a formula in a test. Any number of threads may ask, each
/// under its own worker number.
class TileSource {
 public:
  virtual ~TileSource() = default;
  /// What is proven of the samples of `box`.
  virtual BoxVerdict classify(const IndexBox& box, unsigned worker) const = 0;
  /// Raw densities of `box`, at most kBlockMax a side, layout of block_index; `out` is 64-byte
  /// aligned.
  virtual void sample(const IndexBox& box, unsigned worker, float* out) const = 0;
};

/// The final density of a world.
class WorldSource final : public TileSource {
 public:
  WorldSource(const World& world, unsigned workers, Layers layers = {});
  BoxVerdict classify(const IndexBox& box, unsigned worker) const override;
  void sample(const IndexBox& box, unsigned worker, float* out) const override;

 private:
  const World& world_;
  Layers layers_;
  mutable std::vector<Scratch> scratch_;
};

/// What to make. Windows are lattice indices.
struct SampleRequest {
  IndexBox window;          ///< grid and digest cover it
  IndexBox lattice_window;  ///< empty: `window`. Contains the other two
  IndexBox mesh_window;     ///< empty: `window`
  Um voxel_um = 125'000;
  bool lattice = true;
  std::vector<int> mesh_steps{1};  ///< 1, 2, 4 or 8
  bool mesh_facts = true;          ///< of step 1, whether or not its mesh is kept
  bool grid = true;
  bool digest = true;
  bool prune = true;  ///< false: every tile is sampled whole
};

/// How much work the bounds saved. A tile with `surface` holds both signs among the corners of its
/// cells; sampled : surface ≤ 1.5 is the goal.
struct SampleStats {
  std::uint64_t tiles = 0;  ///< those that meet the lattice window
  std::uint64_t proven = 0;
  std::uint64_t sampled = 0;
  std::uint64_t surface = 0;
  std::uint64_t samples = 0;  ///< densities evaluated, rings included
};

struct SampledStrate {
  SampleRequest request;
  Lattice lattice;
  std::vector<StrateMesh> meshes;  ///< one for each of mesh_steps
  MeshFacts mesh_facts;
  DensityGrid grid;
  DensityDigest digest;
  SampleStats stats;

  /// The mesh of a step; null if it was not asked for.
  const StrateMesh* mesh(int step) const;
};

/// Samples once, makes everything asked for. Fails with "density.not_finite" and the place of the
/// first such sample.
Result<SampledStrate> sample_strate(const TileSource& source, const SampleRequest& request,
                                    const Executor& executor);

/// Samples of strate `index` inside the baked x and y interval: `window` is its own interval,
/// `mesh_window` takes one more sample at its top, so that the meshes of two neighbours share a
/// plane, `lattice_window` takes kLatticeMargin more at both ends, or what
/// walking across the interface needs if that is more.
SampleRequest strate_request(const WorldDef& def, std::size_t index, Um lo_x, Um lo_y, Um hi_x,
                             Um hi_y);

}  // namespace strate
