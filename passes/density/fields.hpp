// The fields of one stack (11 §4): built-in and own, resolved to ids while the stack compiles,
// computed once per block.
//
//   height_m       z                                 depth_m         content top − z
//   rock_m         min(cap, −density so far); at a site: of the operators above at its centre
//   below_ground_m ground − z                        slope_deg       arc tangent of the ground's
//   slope spine_m        √(x² + y²)                        edge_m          world radius − spine_m
//   passage_m      given by the world                water_m         z − water level
//   x_m, y_m       x, y                              draw            the site's own number
//   relief, moisture  curve [−0.5, 0] [0.5, 1] over fBm of kClimateOctaves at the climate's scale
//   border         border weight of biomes            biome           1 where one of some rules, or
//   0 own noise      curve over fBm of kFieldOctaves   own density_of  curve over the metres into
//   what
//                                                    the operator makes (positive inside)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "passes/density/biomes.hpp"
#include "passes/density/compile.hpp"
#include "passes/density/context.hpp"
#include "passes/density/scopes.hpp"

namespace strate {

inline constexpr int kFieldOctaves = 3;

struct FieldDef {
  enum class Kind {
    height,
    depth,
    rock,
    below_ground,
    slope,
    spine,
    edge,
    passage,
    water,
    x,
    y,
    draw,
    border,
    biome,  ///< 1 where one of `biomes` rules, else 0
    noise,  ///< curve over fBm: own noise, relief, moisture
    curve,  ///< curve over `child`
    reach,  ///< curve over the metres into operator `node`
    place,  ///< min(where, 1 − except)
    above,  ///< rock_m of the operators above `node` in its list, for sites
  };
  Kind kind = Kind::height;
  bool column = false;     ///< pure in x and y: a plane
  bool lasting = true;     ///< false: follows the density so far, computed at every use
  bool site_only = false;  ///< follows `draw`
  bool density = false;    ///< follows what operators make
  bool passages = false;   ///< follows passage_m
  FieldId child = kNoField;
  int node = -1;
  BiomeBits biomes = 0;
  const GroundOperator* ground = nullptr;
  Polyline line;
  Fbm noise;
  bool flat = false;     ///< noise: two dimensions
  CompiledWeight place;  ///< where and except of a place
};

/// What fields ask of the stack.
class ShapeSource {
 public:
  virtual ~ShapeSource() = default;
  /// Metres into what operator or group `node` makes, for every sample.
  virtual void reach_of(int node, EvalContext& context, float* out) const = 0;
  virtual Interval reach_over(int node, BoundContext& context) const = 0;
  /// Density of the operators above `node` in its list.
  virtual void density_above(int node, EvalContext& context, float* out) const = 0;
  virtual Interval density_above_over(int node, BoundContext& context) const = 0;
};

class FieldTable {
 public:
  FieldTable(const StrateFrame& frame, const ShapeSource& shapes);

  const StrateFrame& frame() const { return frame_; }
  std::uint64_t stack_id() const { return stack_id_; }
  /// Null: the strate has none.
  const Biomes* biomes() const { return biomes_ ? &*biomes_ : nullptr; }
  std::size_t size() const { return defs_.size(); }
  const FieldDef& operator[](FieldId id) const { return defs_[static_cast<std::size_t>(id)]; }
  FieldId add(FieldDef def);

  FieldView view(FieldId id, EvalContext& context) const;
  Interval over(FieldId id, BoundContext& context) const;
  /// Upper bound of a column field's slope, as Driver::steepness. [Units: per m]
  double steepness(FieldId id, BoundContext& context) const;

 private:
  const float* values(FieldId id, EvalContext& context) const;
  void fill(const FieldDef& def, EvalContext& context, float* out) const;
  void fill_column(const FieldDef& def, EvalContext& context, float* out) const;
  void fill_noise(const FieldDef& def, EvalContext& context, float* out) const;
  Interval compute_over(const FieldDef& def, BoundContext& context) const;

  StrateFrame frame_;
  const ShapeSource& shapes_;
  std::uint64_t stack_id_;
  std::optional<Biomes> biomes_;
  std::vector<FieldDef> defs_;
};

/// The value of a curve at one place; what the vector kernel computes there, within a float step.
double polyline_at(const Polyline& line, double x);
/// Encloses a curve's floats over an interval.
Interval polyline_over(const Polyline& line, Interval x);

/// Upper bound of the slope of a curve over a column field, differences of floats over kSlopeStepM
/// included. [Units: per m]
double curve_steepness(const Polyline& line, FieldId by, BoundContext& context);

/// Horizontal distances of a rectangle's points from (cx, cy).
Interval radius_over(const Box3& box, double cx, double cy);

}  // namespace strate
