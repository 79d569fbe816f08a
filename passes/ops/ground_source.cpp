#include "passes/ops/ground_source.hpp"

#include "passes/density/fields.hpp"

namespace strate {

void GroundSource::eval(EvalContext& context, float* values) const {
  top().write(context, 1, values);
  kernels().min_value(values, context.rows(), static_cast<float>(kCapM));
  for (const GroundOverlay* overlay : overlays_) {
    ArenaScope scope(context.temporary());
    overlay->add(context, values);
  }
}

Interval GroundSource::bound(BoundContext& context, Interval) const {
  Interval all = min(top().over(context, 1), {kCapM, kCapM});
  for (const GroundOverlay* overlay : overlays_) all = overlay->over(context, all);
  return all;
}

GroundBelow ground_below(CompileContext& context) {
  const CompileContext::Ground found = context.ground();
  GroundBelow out{dynamic_cast<const SurfaceOperator*>(found.top),
                  dynamic_cast<GroundSource*>(found.source)};
  if (!out.ground || !out.source) return {};
  return out;
}

Result<Done> check_ground_reader(CompileContext& context, std::initializer_list<Driver> drivers) {
  bool reads = false;
  const auto see = [&](FieldId id) { reads = reads || context.fields()[id].density; };
  context.weight().each_field(see);
  for (const Driver& d : drivers) d.each_field(see);
  if (!reads) return Done{};
  return context.error("field.not_ground",
                       "\"" + context.entry().id +
                           "\" works on the ground itself, before there is rock: rock_m and "
                           "density_of are not known to it");
}

}  // namespace strate
