// The compiled world: density of any lattice block or point, bounds, the digest of a window.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/hash.hpp"
#include "compiler/op.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "compiler/world.hpp"

namespace strate {

class Biomes;  // biomes.hpp

/// Which layers of the world answer (10 B8).
struct Layers {
  enum class Posts {
    native,   ///< the strate's own stack and nothing else
    planned,  ///< stack, origin rooms, doors of seams, seals, edge, of the passages only `passage`
    all,      ///< the final density
  };
  Posts posts = Posts::all;
  const Passage* passage = nullptr;  ///< planned: may be one, or a door, not in the world yet
  bool prune = true;                 ///< false: no operator, candidate list or tile is skipped
};

/// What a bound proves of a box (10 B7).
enum class BoxVerdict {
  rock_beyond_band,  ///< every sample ≤ −band
  air_beyond_band,   ///< every sample ≥ +band
  rock,              ///< every sample < 0
  air,               ///< every sample ≥ 0
  unknown,
};

/// Per-worker memory of evaluation; grows to a high-water mark, then allocates no more.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(Scratch&&) noexcept;
  Scratch& operator=(Scratch&&) noexcept;
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Immutable handle of one world; any number of threads may read it.
class World {
 public:
  /// Compiles every stack. Errors point at the operator or parameter to blame.
  static Result<World> compile(WorldDef def, const Catalog& catalog);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  const WorldDef& def() const;

  /// Raw density of the samples of `box` (at most kBlockMax a side; it may span strates), layout of
  /// block_index. Clamping to ±band is the caller's last step: clamp_to_band.
  void sample(const IndexBox& box, const Layers& layers, Scratch& scratch, float* out) const;

  /// Raw density at a point in whole micrometres; the same bits as the lattice sample there.
  float at(Um x, Um y, Um z, const Layers& layers, Scratch& scratch) const;

  /// Interval that encloses the raw density of every real point of a box. [Units: m, world axes]
  Interval bound(const Box3& box, const Layers& layers, Scratch& scratch) const;
  /// The same of the samples in the box alone: tighter, surfaces being taken from real columns.
  Interval bound(const IndexBox& box, const Layers& layers, Scratch& scratch) const;

  /// What the bound of the samples proves of them.
  BoxVerdict classify(const IndexBox& box, const Layers& layers, Scratch& scratch) const;

  /// Index of the strate that owns world height z; −1 above, −2 below, −3 in a gap.
  int strate_at(Um z) const;

  /// The operator or post that decides the sign at a point: address of the last operator that
  /// changed it, or the name of the post. For blame.
  std::string decider_at(Um x, Um y, Um z, Scratch& scratch) const;
  /// The floor that the strate's stack keeps for the origin room, above the strate's bottom.
  std::optional<Vec3> home_of(int strate, Scratch& scratch) const;
  /// Height of the ground above the strate's bottom, if the strate has a height channel.
  bool ground_at(int strate, Um x, Um y, Scratch& scratch, double& height_m) const;
  /// The biomes of a strate; null if it has none.
  const Biomes* biomes(int strate) const;

  struct Impl;

 private:
  explicit World(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Clamps to ±band; −0 becomes +0 (10 B7: the one clamp, last).
void clamp_to_band(float* values, std::size_t rows);

/// Digest of the clamped density over the samples of `window` (10 A6), tile by tile in any order.
DensityDigest digest(const World& world, const IndexBox& window, const Executor& executor,
                     bool prune = true);

}  // namespace strate
