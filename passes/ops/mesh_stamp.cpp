// mesh_stamp: a closed mesh at an exact place.
//
//   (u, v) = (x, y) − at, turned by −turn_deg;  w = z − at.z
//   d = min(cap, shape(u, v, w))                    negative inside (shape_field.hpp)
//
// The shape is scaled already, in metres; its cells are 1/16 m for sides up to 16 m, and twice that
// with each doubling of the longest side (formats/imports/shape.hpp). All in double, then rounded.
#include "compiler/angle.hpp"
#include "compiler/op.hpp"
#include "passes/density/compile.hpp"
#include "passes/ops/shape_field.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "file",
     .kind = FieldKind::file,
     .doc = "a closed mesh, Z up, its faces counter-clockwise from outside",
     .asset = AssetKind::shape},
    {.name = "at_m",
     .kind = FieldKind::point3,
     .min = -kWorldLimitM,
     .max = kWorldLimitM,
     .doc = "where the mesh's origin stands; the third number is above the strate's bottom"},
    {.name = "turn_deg", .min = -360, .max = 360, .lo = 0, .doc = "turned about the vertical"},
    {.name = "scale", .min = 0.01, .max = 100, .lo = 1, .doc = "metres of one unit of the mesh"},
};

struct Frame {
  Vec3 at;
  Turn turn;
};

class MeshStamp final : public Operator {
 public:
  MeshStamp(ShapeField shape, const Frame& frame) : shape_(std::move(shape)), f_(frame) {}

  void eval(EvalContext& context, float* values) const override {
    const Axes& a = context.axes();
    for (int iz = 0; iz < a.nz; ++iz)
      for (int iy = 0; iy < a.ny; ++iy) {
        float* row = values + block_index(a.ny, 0, iy, iz);
        const double dy = a.y[iy] - f_.at.y, w = a.z[iz] - f_.at.z;
        for (int ix = 0; ix < a.nx; ++ix) {
          const double dx = a.x[ix] - f_.at.x;
          const double u = dx * f_.turn.cosine + dy * f_.turn.sine;
          const double v = dy * f_.turn.cosine - dx * f_.turn.sine;
          row[ix] = static_cast<float>(std::min(kCapM, shape_.at(u, v, w, kCapM)));
        }
        std::fill(row + a.nx, row + kBlockRow, row[a.nx - 1]);
      }
  }

  Interval bound(BoundContext& context, Interval) const override {
    const LocalBox box = local_box(context.box(), f_.at, f_.turn.cosine, f_.turn.sine);
    // Places are turned in double, far from the origin a little beside the exact ones.
    const auto wider = [](Interval i) { return Interval{i.lo - kTurned, i.hi + kTurned}; };
    const Interval d = shape_.over({wider(box.u), wider(box.v), wider(box.w)}, kCapM);
    return min(widened(d), {kCapM, kCapM});
  }

 private:
  static constexpr double kTurned = 1e-6;

  ShapeField shape_;
  Frame f_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  auto asset = context.asset("file");
  if (!asset) return asset.error();
  ShapeField shape(std::move(*asset));
  if (shape.scale() != context.number("scale"))
    return context.error("asset.wrong_scale", "the world asset was made for another scale",
                         "scale");
  const Frame frame{context.point("at_m"), turn_of(context.number("turn_deg"))};
  return std::unique_ptr<Operator>(std::make_unique<MeshStamp>(std::move(shape), frame));
}

}  // namespace

OperatorRow mesh_stamp_row() {
  return {.id = "mesh_stamp", .params = kParams, .doc = "a closed OBJ", .compile = compile};
}

}  // namespace strate::ops
