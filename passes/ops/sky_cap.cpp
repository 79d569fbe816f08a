// sky_cap: the shaped rock ceiling over a surface world.
//
//   roof(x, y) = height_m + undulation_m · n1 − ridges_m · (1 − |n2|)²
//   d = min(cap, −above(roof))                                      negative above the roof
//
// n1, n2: two-dimensional fBm of 3 octaves over kNoiseSup; n1 at scale_m, n2 at half of it.
#include "compiler/op.hpp"
#include "passes/ops/column_noise.hpp"
#include "passes/ops/surface.hpp"

namespace strate::ops {
namespace {

constexpr int kOctaves = 3;

constexpr FieldSpec kParams[] = {
    {.name = "height_m",
     .min = 4,
     .max = 512,
     .lo = 60.8,
     .drive = Drive::per_column,
     .doc = "height of the ceiling"},
    {.name = "undulation_m",
     .min = 0,
     .max = 24,
     .lo = 2,
     .drive = Drive::per_column,
     .doc = "how far it rises and sinks"},
    {.name = "ridges_m",
     .min = 0,
     .max = 24,
     .lo = 0,
     .drive = Drive::per_column,
     .doc = "how far ridges hang below it"},
    {.name = "scale_m", .min = 8, .max = 512, .lo = 60, .doc = "size of its swells"},
};

/// The formula for one column (doubles) or a rectangle (jets).
template <class T>
T roof(const T& height, const T& undulation, const T& ridges, const T& n1, const T& n2) {
  const T crest = absolute(n2 * (1 / kNoiseSup)) * -1.0 + 1.0;
  return height + undulation * (n1 * (1 / kNoiseSup)) + ridges * (crest * crest) * -1.0;
}

class Roof final : public Surface {
 public:
  struct Parts {
    Driver height, undulation, ridges;
    Fbm swell, crest;
  };
  Roof(int slot, Parts parts) : Surface(slot, 0), parts_(std::move(parts)) {}

 protected:
  void heights(EvalContext& context, double* out) const override {
    ArenaScope scope(context.temporary());
    const FieldView height = parts_.height.view(context);
    const FieldView undulation = parts_.undulation.view(context);
    const FieldView ridges = parts_.ridges.view(context);
    const float* n1 = noise_plane(context, parts_.swell);
    const float* n2 = noise_plane(context, parts_.crest);
    for (int iy = 0; iy < context.axes().ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) {
        const int i = iy * kBlockRow + ix;
        out[i] = roof<double>(height.row(iy, 0)[ix], undulation.row(iy, 0)[ix],
                              ridges.row(iy, 0)[ix], n1[i], n2[i]);
      }
  }
  Jet range(BoundContext& context) const override {
    return roof(driver_jet(parts_.height, context), driver_jet(parts_.undulation, context),
                driver_jet(parts_.ridges, context), noise_jet(parts_.swell, context.box()),
                noise_jet(parts_.crest, context.box()));
  }

 private:
  Parts parts_;
};

class SkyCap final : public Operator {
 public:
  explicit SkyCap(Roof roof) : roof_(std::move(roof)) {}
  void eval(EvalContext& context, float* values) const override {
    roof_.write(context, -1, values);
    kernels().min_value(values, context.rows(), static_cast<float>(kCapM));
  }
  Interval bound(BoundContext& context, Interval) const override {
    return min(roof_.over(context, -1), {kCapM, kCapM});
  }

 private:
  Roof roof_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Roof::Parts parts;
  const std::pair<const char*, Driver*> drivers[] = {{"height_m", &parts.height},
                                                     {"undulation_m", &parts.undulation},
                                                     {"ridges_m", &parts.ridges}};
  for (const auto& [name, driver] : drivers) {
    auto compiled = context.driver(name);
    if (!compiled) return compiled.error();
    *driver = std::move(*compiled);
  }
  const double scale = context.number("scale_m");
  auto swell = context.noise(1, scale, kOctaves), crest = context.noise(2, scale / 2, kOctaves);
  if (!swell) return swell.error();
  if (!crest) return crest.error();
  parts.swell = *swell, parts.crest = *crest;
  return std::unique_ptr<Operator>(
      std::make_unique<SkyCap>(Roof(context.slot(), std::move(parts))));
}

}  // namespace

OperatorRow sky_cap_row() {
  return {.id = "sky_cap",
          .params = kParams,
          .doc = "the shaped rock ceiling over a surface world",
          .compile = compile};
}

}  // namespace strate::ops
