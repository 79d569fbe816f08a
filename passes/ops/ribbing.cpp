// ribbing: parallel ribs, round crests between sharp grooves. A texture (texture.hpp).
//
//   across  = x · cos(bearing) − y · sin(bearing)
//   pattern = rib(across / spacing + 0.3 · fbm(p))                 fbm: 2 octaves at 3 · spacing
//   amount  = min(depth, 0.15 · spacing)                           so that no rib hangs free
#include "compiler/angle.hpp"
#include "passes/density/noise_bound.hpp"
#include "passes/ops/profile.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/texture.hpp"

namespace strate::ops {
namespace {

constexpr double kMostShare = 0.15, kBend = 0.3;

constexpr FieldSpec kParams[] = {
    {.name = "spacing_m", .min = 0.5, .max = 16, .lo = 3, .doc = "from one rib to the next"},
    {.name = "depth_m",
     .min = 0,
     .max = 2,
     .lo = 0.4,
     .drive = Drive::per_point,
     .doc = "how far crests and grooves lie from the middle; acts up to 0.15 of the spacing"},
    {.name = "bearing_deg",
     .min = 0,
     .max = 360,
     .lo = 0,
     .doc = "which way the ribs run: 0 along y, 90 along x"},
};

class Ribbing final : public Texture {
 public:
  Ribbing(Driver depth, double spacing, double bearing_deg, Fbm bend)
      : Texture(std::move(depth), 1, kMostShare * spacing),
        rib_(Profile::Shape::rib, 0),
        bend_(bend) {
    const Turn t = turn_of(bearing_deg);
    x_ = t.cosine / spacing, y_ = -t.sine / spacing;
  }

 protected:
  void pattern(EvalContext& context, const Part& part, float* out) const override {
    const Axes& axes = part.axes;
    kernels().fbm(bend_, axes, context.scratch().noise, out);
    for (int iz = 0; iz < axes.nz; ++iz)
      for (int iy = 0; iy < axes.ny; ++iy) {
        const std::size_t row = block_index(axes.ny, 0, iy, iz);
        for (int ix = 0; ix < kBlockRow; ++ix) {
          const std::size_t i = row + static_cast<std::size_t>(ix);
          if (part.far(i)) continue;
          const double u = x_ * axes.x[ix] + y_ * axes.y[iy];
          out[i] = static_cast<float>(rib_.at(u + kBend * static_cast<double>(out[i])));
        }
      }
  }

  Interval pattern_over(BoundContext& context) const override {
    const Box3& b = context.box();
    const Interval across = Interval{b.lo.x, b.hi.x} * x_ + Interval{b.lo.y, b.hi.y} * y_;
    return rib_.over(across + noise_over(bend_, b, false) * kBend);
  }

 private:
  Profile rib_;
  double x_ = 0, y_ = 0;  ///< ribs per metre
  Fbm bend_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto depth = context.driver("depth_m");
  if (!depth) return depth.error();
  const double spacing = context.number("spacing_m");
  auto bend = context.noise(1, 3 * spacing, 2);
  if (!bend) return bend.error();
  return std::unique_ptr<Operator>(
      std::make_unique<Ribbing>(std::move(*depth), spacing, context.number("bearing_deg"), *bend));
}

double reach(const OpEntry& entry) {
  const double most = kMostShare * values_of(entry, "spacing_m", {3, 3}).hi;
  return kNoiseSup * std::min(most, values_of(entry, "depth_m", {0.4, 0.4}).hi);
}

}  // namespace

OperatorRow ribbing_row() {
  return {.id = "ribbing",
          .role = Role::modifier,
          .params = kParams,
          .doc = "parallel ribs",
          .compile = compile,
          .reach = reach};
}

}  // namespace strate::ops
