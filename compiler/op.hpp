// The operator contract (02 §2, 10 B) and the rows of the operator and archetype catalogs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/field.hpp"
#include "compiler/geometry.hpp"
#include "compiler/recipe.hpp"
#include "compiler/result.hpp"

namespace strate {

/// Largest number of samples along one axis of a block.
inline constexpr int kBlockMax = 40;
/// Floats from one row of a block to the next; rows are 64-byte aligned, lanes past nx are padding
/// that kernels may write.
inline constexpr int kBlockRow = 48;

/// A block: the outer product of three arrays of strate-local positions (z above the strate's
/// bottom), each of kBlockRow entries, those past n repeating the last. A point is a 1 × 1 × 1
/// block. [Units: m]
struct Axes {
  const double* x = nullptr;
  const double* y = nullptr;
  const double* z = nullptr;
  int nx = 0, ny = 0, nz = 0;
  Box3 box() const { return {{x[0], y[0], z[0]}, {x[nx - 1], y[ny - 1], z[nz - 1]}}; }
};

/// Index of sample (ix, iy, iz) in a block's values.
constexpr std::size_t block_index(int ny, int ix, int iy, int iz) {
  return (static_cast<std::size_t>(iz) * static_cast<std::size_t>(ny) +
          static_cast<std::size_t>(iy)) *
             kBlockRow +
         static_cast<std::size_t>(ix);
}

class StackContext;    // passes/density/context.hpp: what both contexts below have in common
class EvalContext;     // passes/density/context.hpp: fields, height channel, scratch of one block
class BoundContext;    // passes/density/context.hpp: the same as intervals over one box
class CompileContext;  // passes/density/compile.hpp: strate settings, drivers, earlier operators

/// One compiled operator. Pure in position: a sample depends on its position and fields alone,
/// never on batch, order, thread or instruction set. Immutable, so any number of threads may use
/// it.
class Operator {
 public:
  virtual ~Operator() = default;
  /// Source: writes its density at every sample of the block. Modifier: rewrites `values` in place.
  /// `values` has the layout of block_index.
  virtual void eval(EvalContext& context, float* values) const = 0;
  /// Interval that encloses every float `eval` computes in the box; for a modifier, `in` encloses
  /// what is there before. Widened as 10 B7 says. A modifier that returns exactly `in` promises
  /// that it changes no value in the box, to the bit: it is then skipped.
  virtual Interval bound(BoundContext& context, Interval in) const = 0;
  /// The middle of the floor that it keeps for the strate's origin room (02 §5); null: it keeps
  /// none, and the room stands where the walk is nearest to the spine.
  virtual std::optional<Vec3> home(StackContext&) const { return std::nullopt; }
};

enum class Role { source, modifier };

/// What a way needs so that players pass once later operators have moved its walls and floor.
struct Clearance {
  std::string_view param;  ///< the length to blame
  double least = 0;        ///< of it. [Units: m]
  std::string fault;       ///< "does not let the player stand"
  std::string reason;      ///< what makes `least`
};

/// One row of ops.def.
struct OperatorRow {
  std::string_view id;
  Role role = Role::source;
  bool world = false;  ///< starts a world: solid, void
  bool has_sites = false;
  bool height_channel = false;   ///< heightfield: writes the ground that fields mean
  bool blends_biomes = false;    ///< biomes may set any number of it: what it makes is blended
  bool rewrites_height = false;  ///< modifier: where its list holds a ground, works on its height
  bool needs_ground = false;     ///< modifier: has no meaning where its list holds none
  std::span<const FieldSpec> params;
  std::string_view doc;  ///< one sentence
  Result<std::unique_ptr<Operator>> (*compile)(const OpEntry& entry,
                                               CompileContext& context) = nullptr;
  /// Checks rules between parameters ("largest radius_m < spacing_m/2"); empty list: all hold.
  std::vector<Error> (*check)(const OpEntry& entry) = nullptr;
  /// How far it moves a surface at most; null: not at all. [Units: m]
  double (*reach)(const OpEntry& entry) = nullptr;
  /// Of a modifier that merges shapes into what is there: as `blend_m` of a combiner. [Units: m]
  double blend_m = 0;
  /// A strate names it among its `disturbances`.
  bool disturbance = false;
  /// Of a source that players walk in: what it lacks if walls and floor move by `reach_m` (02 §3).
  std::optional<Clearance> (*lacks)(const OpEntry& entry, double reach_m) = nullptr;
};

/// One row of archetypes.def: a named recipe.
struct ArchetypeRow {
  std::string_view id;
  std::string_view doc;
  /// The recipe, as JSON text of a recipe document; optional entries have "on": false.
  std::string_view recipe_json;
  bool water = false;
};

/// Catalogs are values passed in, so that tests can append lying rows.
struct Catalog {
  std::vector<OperatorRow> operators;
  std::vector<ArchetypeRow> archetypes;
  const OperatorRow* op(std::string_view id) const;
  const ArchetypeRow* archetype(std::string_view id) const;
};

/// Whether a biome may set this parameter (11 §5): it may follow a field, or what the operator
/// makes is blended. False for unknown names.
bool biome_may_set(const OperatorRow& row, std::string_view param);

}  // namespace strate
