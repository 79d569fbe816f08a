// Grounds: sources that own the height channel, and the modifiers that work in their place.
//
// A modifier that rewrites the height, or hangs rock over it, acts where the ground stands in its
// stack: the ground is written once, with everything that was made of it, so that what is carved
// into it later stays carved.
#pragma once

#include <vector>

#include "passes/ops/surface.hpp"

namespace strate {

/// Writes the height channel as a Surface.
class SurfaceOperator : public GroundOperator {
 public:
  virtual const Surface& surface() const = 0;

  Planes ground(EvalContext& context) const final {
    const Surface::Planes p = surface().planes(context);
    return {p.height, p.slope};
  }
  Interval height_over(BoundContext& context) const final { return surface().height_over(context); }
  Interval slope_over(BoundContext& context) const final { return surface().slope_over(context); }
};

/// Rock added to a ground where that stands.
class GroundOverlay {
 public:
  virtual ~GroundOverlay() = default;
  /// `values` hold the ground's density; padding included.
  virtual void add(EvalContext& context, float* values) const = 0;
  virtual Interval over(BoundContext& context, Interval in) const = 0;
};

/// d = min(cap, above(h)), then the overlays in stack order; h: of the last that rewrote it.
class GroundSource : public SurfaceOperator {
 public:
  void eval(EvalContext& context, float* values) const final;
  Interval bound(BoundContext& context, Interval in) const final;

  /// While the stack compiles; both live as long as it does.
  void stand_on(const Surface& top) { top_ = &top; }
  void carry(const GroundOverlay& overlay) { overlays_.push_back(&overlay); }

 private:
  const Surface& top() const { return top_ ? *top_ : surface(); }

  const Surface* top_ = nullptr;
  std::vector<const GroundOverlay*> overlays_;
};

/// The ground that the compiling modifier works on; nulls if its list holds none.
struct GroundBelow {
  const SurfaceOperator* ground = nullptr;  ///< with what was made of it so far
  GroundSource* source = nullptr;
};
GroundBelow ground_below(CompileContext& context);

/// An error if `where`, `except`, `mask` or one of `drivers` reads what only stands once the ground
/// does: rock_m, and what operators make.
Result<Done> check_ground_reader(CompileContext& context, std::initializer_list<Driver> drivers);

}  // namespace strate
