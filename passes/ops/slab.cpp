// slab: one wide hall between a floor and a ceiling.
//
//   floor(x, y)   = floor_m + floor_relief_m · n1(x, y)
//   ceiling(x, y) = ceiling_m + ceiling_relief_m · n2(x, y)
//   d = min(cap, max(−above(floor), above(ceiling)))      negative inside the hall
//
// n1, n2: two-dimensional fBm of 3 octaves at scale_m, over kNoiseSup, so that a relief is a limit.
// above(h) is the density of surface.hpp.
#include "compiler/op.hpp"
#include "passes/ops/column_noise.hpp"
#include "passes/ops/surface.hpp"

namespace strate::ops {
namespace {

constexpr int kOctaves = 3;

constexpr FieldSpec kParams[] = {
    {.name = "floor_m",
     .min = 0.5,
     .max = 512,
     .lo = 16,
     .drive = Drive::per_column,
     .doc = "height of the floor"},
    {.name = "ceiling_m",
     .min = 2,
     .max = 512,
     .lo = 38.4,
     .drive = Drive::per_column,
     .doc = "height of the ceiling"},
    {.name = "floor_relief_m",
     .min = 0,
     .max = 24,
     .lo = 1.5,
     .drive = Drive::per_column,
     .doc = "how far the floor rises and sinks"},
    {.name = "ceiling_relief_m",
     .min = 0,
     .max = 24,
     .lo = 3,
     .drive = Drive::per_column,
     .doc = "how far the ceiling rises and sinks"},
    {.name = "scale_m", .min = 4, .max = 256, .lo = 24, .doc = "size of its swells"},
};

/// level + relief · noise / sup.
class Swell final : public Surface {
 public:
  Swell(int slot, int index, Driver level, Driver relief, const Fbm& noise)
      : Surface(slot, index), level_(std::move(level)), relief_(std::move(relief)), noise_(noise) {}

 protected:
  void heights(EvalContext& context, double* out) const override {
    ArenaScope scope(context.temporary());
    const FieldView level = level_.view(context), relief = relief_.view(context);
    const float* noise = noise_plane(context, noise_);
    for (int iy = 0; iy < context.axes().ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) {
        const double n = noise[iy * kBlockRow + ix] * (1 / kNoiseSup);
        out[iy * kBlockRow + ix] = level.row(iy, 0)[ix] + relief.row(iy, 0)[ix] * n;
      }
  }
  Jet range(BoundContext& context) const override {
    return driver_jet(level_, context) +
           driver_jet(relief_, context) * (noise_jet(noise_, context.box()) * (1 / kNoiseSup));
  }

 private:
  Driver level_, relief_;
  Fbm noise_;
};

class Slab final : public Operator {
 public:
  Slab(Swell floor, Swell ceiling) : floor_(std::move(floor)), ceiling_(std::move(ceiling)) {}

  void eval(EvalContext& context, float* values) const override {
    float* over = context.take_block();
    floor_.write(context, -1, values);
    ceiling_.write(context, 1, over);
    kernels().max(values, over, context.rows());
    kernels().min_value(values, context.rows(), static_cast<float>(kCapM));
  }
  Interval bound(BoundContext& context, Interval) const override {
    const Interval hall = max(floor_.over(context, -1), ceiling_.over(context, 1));
    return min(hall, {kCapM, kCapM});
  }

 private:
  Swell floor_, ceiling_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  Driver drivers[4];
  const char* names[] = {"floor_m", "floor_relief_m", "ceiling_m", "ceiling_relief_m"};
  for (int i = 0; i < 4; ++i) {
    auto driver = context.driver(names[i]);
    if (!driver) return driver.error();
    drivers[i] = std::move(*driver);
  }
  const double scale = context.number("scale_m");
  auto floor = context.noise(1, scale, kOctaves), ceiling = context.noise(2, scale, kOctaves);
  if (!floor) return floor.error();
  if (!ceiling) return ceiling.error();
  return std::unique_ptr<Operator>(std::make_unique<Slab>(
      Swell(context.slot(), 0, std::move(drivers[0]), std::move(drivers[1]), *floor),
      Swell(context.slot(), 1, std::move(drivers[2]), std::move(drivers[3]), *ceiling)));
}

/// Every value that a parameter may take.
Interval all_of(const OpEntry& entry, std::string_view name, double standard) {
  const Value* v = entry.param(name);
  if (!v) return {standard, standard};
  if (v->kind != Value::Kind::curve) return {v->lo, v->lo};
  Interval all{v->curve.stops.front().lo, v->curve.stops.front().lo};
  for (const Stop& s : v->curve.stops) all = hull(all, {s.lo, s.lo});
  return all;
}

std::vector<Error> check(const OpEntry& entry) {
  const double floor = all_of(entry, "floor_m", 16).hi + all_of(entry, "floor_relief_m", 1.5).hi;
  const double roof = all_of(entry, "ceiling_m", 38.4).lo - all_of(entry, "ceiling_relief_m", 3).hi;
  if (floor + 2.5 <= roof) return {};
  return {{"coupled.slab_height",
           "the hall leaves no 2.5 m of height to walk in: floor_m + floor_relief_m + 2.5 must not "
           "exceed ceiling_m - ceiling_relief_m",
           entry.source,
           {}}};
}

}  // namespace

OperatorRow slab_row() {
  return {.id = "slab",
          .params = kParams,
          .doc = "one wide hall between a floor and a ceiling",
          .compile = compile,
          .check = check};
}

}  // namespace strate::ops
