// What an operator sees while the stack compiles: the strate's settings, its parameters as drivers,
// its salt, the operators above it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/recipe.hpp"
#include "compiler/world.hpp"
#include "passes/density/biomes.hpp"
#include "passes/density/context.hpp"

namespace strate {

/// Ground slopes are height differences over this distance (10 B4). [Units: m]
inline constexpr double kSlopeStepM = 0.5;

/// Settings of the strate that operators and fields read. [Units: m]
struct StrateFrame {
  std::uint64_t seed = 0;
  double height_m = 64;
  double content_bottom_m = 2, content_top_m = 62;  ///< inside faces of the bands
  double voxel_m = 0.125;
  double radius_m = 0;  ///< of the world; 0: unbounded
  bool has_water = false;
  double water_m = 0;  ///< above the strate's bottom
  Climate climate;
  BiomeMap biomes;
  std::vector<WorldAsset> assets;  ///< of the world
  std::string region;  ///< "warren." before every address that draws; empty without regions
};

StrateFrame frame_of(const StrateWorld& strate, const WorldDef& world);

/// A parameter as compiled: a constant, a pair, or a curve over a field; where biomes set it, one
/// such of its own for each. Per site that of the biome at the site's centre rules; per column and
/// per point values are blended by the biomes' shares, in their order, in double.
class Driver {
 public:
  Driver() = default;
  explicit Driver(double v) : lo_(v), hi_(v), range_{v, v} {}
  Driver(double lo, double hi) : lo_(lo), hi_(hi), range_{std::min(lo, hi), std::max(lo, hi)} {}
  Driver(FieldId by, const std::vector<Stop>& stops);
  /// `group_of[biome]`: 0 for those that leave `base`, n for `variants[n − 1]`.
  Driver(Driver base, std::vector<Driver> variants, std::vector<std::uint8_t> group_of);

  /// The same everywhere.
  bool constant() const { return by_ == kNoField && lo_ == hi_ && variants_.empty(); }
  /// see(id) for every field that it reads.
  template <class See>
  void each_field(See see) const {
    if (by_ != kNoField) see(by_);
    for (const Driver& v : variants_) v.each_field(see);
  }
  /// The value of a fixed parameter; the low end of a pair.
  double value() const { return lo_; }
  /// Every value it can take anywhere, proven from the stops.
  Interval range() const { return range_; }

  /// Per site: pairs and pair curves give lo + pick · (hi − lo), pick in [0, 1) drawn by the
  /// caller.
  double at(SitePoint& site, double pick) const;
  /// Per column or per point: one float per sample; a constant is one row with strides 0.
  FieldView view(EvalContext& context) const;
  /// Encloses `view` in the box.
  Interval over(BoundContext& context) const;
  /// Upper bound of the slope in x and y over the box, differences of floats over kSlopeStepM
  /// included; infinite where none is known. [Units: per m]
  double steepness(BoundContext& context) const;

 private:
  bool follows_field() const { return by_ != kNoField; }
  const Driver& group(std::size_t g) const { return g == 0 ? *this : variants_[g - 1]; }
  Biomes::Groups groups() const {
    return {group_of_.data(), static_cast<int>(variants_.size()) + 1};
  }
  double own_at(SitePoint& site, double pick) const;
  FieldView own_view(EvalContext& context) const;
  FieldView blended(EvalContext& context) const;
  Interval own_over(BoundContext& context) const;
  double own_steepness(BoundContext& context) const;

  double lo_ = 0, hi_ = 0;
  FieldId by_ = kNoField;
  Polyline low_, high_;
  Interval range_{0, 0};
  std::vector<Driver> variants_;
  std::vector<std::uint8_t> group_of_;
};

/// `sites`: which rooms, islands, columns exist.
class Sites;

class StackBuilder;     // stack_builder.hpp
struct CompiledWeight;  // scopes.hpp

class CompileContext {
 public:
  CompileContext(StackBuilder& builder, const OpEntry& entry, const OperatorRow& row, int slot)
      : builder_(builder), entry_(entry), row_(row), slot_(slot) {}

  const StrateFrame& frame() const;
  const OpEntry& entry() const { return entry_; }
  std::string_view address() const { return entry_.id; }
  /// Of `salt`, or of the address: the middle argument of draw() and draw_at(); the first is
  /// frame().seed.
  std::uint64_t address_hash() const;
  /// The seed of the operator's noise number `salt`: draw(seed, address_hash, salt).
  std::uint64_t noise_seed(std::uint64_t salt) const;
  /// Number of the operator for StackContext::cache.
  int slot() const { return slot_; }

  /// The operator as it is where one biome rules alone, for those that blend what they make and not
  /// what they are made with; −1: as it is without biomes.
  CompileContext as_in(int biome) const {
    CompileContext out = *this;
    out.biome_ = biome;
    return out;
  }
  /// What a biome sets of this operator; null: nothing.
  const BiomeSet* set_by(int biome) const;

  /// The parameter as written, or as its default; null if it has neither.
  const Value* param(std::string_view name) const;
  /// A parameter that is the same everywhere: the low end of its value. 0 if it is absent.
  double number(std::string_view name) const;
  Interval pair(std::string_view name) const;
  bool flag(std::string_view name) const;
  /// The world asset that a file parameter names, of its table's kind.
  Result<std::shared_ptr<const AssetData>> asset(std::string_view name) const;
  /// point2 and point3; z 0 for a point2.
  Vec3 point(std::string_view name) const;
  /// A parameter that may follow a field: constants, pairs, curves. Fields are resolved from where
  /// the operator stands; an error names those that are allowed.
  Result<Driver> driver(std::string_view name);
  /// A built-in or own field seen from here; per column or per point.
  Result<FieldId> field(const std::string& name);
  /// `rock_m` of what stands above the operator in its list, at any position: for sites.
  Result<FieldId> rock_above();
  /// Noise number `salt` of the operator. An error if its finest feature is below the coarsest step
  /// shipped (10 A2).
  Result<Fbm> noise(std::uint64_t salt, double scale_m, int octaves);
  /// The compiled `sites` of the entry.
  Result<Sites> sites();
  /// The operator that entry `id` above compiled to; also found beside this entry's own prefix
  /// ("rooms" from "caves.tunnels" finds "caves.rooms"). Null if there is none.
  const Operator* earlier(std::string_view id) const;
  /// The ground that a modifier works on: the nearest heightfield above (or `of`) in its own list
  /// or in a group there, and the last operator that made something of it. Nulls if there is none.
  struct Ground {
    const GroundOperator* top = nullptr;
    GroundOperator* source = nullptr;
  };
  Ground ground() const;
  /// where, except and mask of the entry; lives as long as the stack.
  const CompiledWeight& weight() const;
  const FieldTable& fields() const;
  /// An error placed at the parameter, or at the entry if it is not written.
  Error error(std::string code, std::string text, std::string_view param = {}) const;

 private:
  static constexpr int kEveryBiome = -2;
  Result<Driver> own_driver(std::string_view name, const Value* v);

  StackBuilder& builder_;
  const OpEntry& entry_;
  const OperatorRow& row_;
  int slot_;
  int biome_ = kEveryBiome;
};

}  // namespace strate

#include "passes/density/scopes.hpp"
