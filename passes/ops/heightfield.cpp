// heightfield: open ground from continents, ridged mountains and detail. Writes the height channel.
//
//   (u, v)  = (x, y) + warp_m · (w1, w2)            w1, w2: fBm of 2 octaves at scale_m
//   c       = clamp(1.5 · continents(u, v), −1, 1)  4 octaves at scale_m
//   m       = clamp(c + 0.5, 0, 1)                  mountains stand on high continents
//   r       = clamp(1 − 2.5 · |ridge(u, v)|, 0, 1)  3 octaves at ridge_scale_m
//   a       = 1 + relief_influence · (relief − 1)
//   h       = base_m + relief_m · a · (0.5 · c + ridges · m · (1.6 · r² − 0.25)) + detail_m ·
//   detail(x, y) beach   t = h − water level; |t| < beach_m: h = level + t · (0.4 + 0.6 ·
//   (t/beach_m)²) d = min(cap, above(h))                    negative under the ground (surface.hpp)
//
// All noise is two-dimensional; positions of warped noise stay double (10 B5). Biomes may set any
// parameter: then every one has its own h, and these are blended (biome_ground.hpp).
#include <cmath>

#include "compiler/op.hpp"
#include "passes/density/fields.hpp"
#include "passes/ops/biome_ground.hpp"
#include "passes/ops/column_noise.hpp"
#include "passes/ops/ground_source.hpp"

namespace strate::ops {
namespace {

constexpr FieldSpec kParams[] = {
    {.name = "base_m",
     .min = 0,
     .max = 512,
     .lo = 16,
     .drive = Drive::per_column,
     .doc = "mean height of the ground"},
    {.name = "relief_m",
     .min = 0,
     .max = 256,
     .lo = 20,
     .drive = Drive::per_column,
     .doc = "how much hills and mountains rise"},
    {.name = "warp_m", .min = 0, .max = 64, .lo = 12, .doc = "how far shapes are bent sideways"},
    {.name = "scale_m", .min = 32, .max = 2048, .lo = 220, .doc = "size of continents"},
    {.name = "ridges",
     .min = 0,
     .max = 1,
     .lo = 0.5,
     .drive = Drive::per_column,
     .doc = "share of ridged mountains"},
    {.name = "ridge_scale_m", .min = 16, .max = 512, .lo = 90, .doc = "size of a mountain"},
    {.name = "detail_m",
     .min = 0,
     .max = 8,
     .lo = 1.2,
     .drive = Drive::per_column,
     .doc = "height of bumps"},
    {.name = "detail_scale_m", .min = 2, .max = 64, .lo = 12, .doc = "size of bumps"},
    {.name = "relief_influence",
     .min = 0,
     .max = 1,
     .lo = 0.8,
     .doc = "how much the climate map `relief` flattens plains"},
    {.name = "beach_m",
     .min = 0,
     .max = 8,
     .lo = 2,
     .doc = "flat shore this far from the water level"},
};

struct Parts {
  Driver base, relief, ridges, detail;
  double warp = 0, influence = 0, beach = 0, water = 0;
  FieldId climate = kNoField;  ///< relief; none if it has no influence
  Fbm warp_x, warp_y, continents, ridge, bumps;
};

/// Everything that the height of a column is made of.
template <class T>
struct Column {
  T base, relief, ridges, detail;  ///< parameters
  T climate;                       ///< relief 0 … 1
  T continents, ridge, bumps;      ///< noise
};

template <class T>
T height_of(const Column<T>& c, double influence) {
  const T land = clamped(c.continents * 1.5, -1, 1);
  const T mountains = clamped(land + 0.5, 0, 1);
  const T crest = clamped(absolute(c.ridge) * -2.5 + 1.0, 0, 1);
  const T body = land * 0.5 + c.ridges * mountains * (crest * crest * 1.6 + -0.25);
  const T amplitude = (c.climate + -1.0) * influence + 1.0;
  return c.base + c.relief * amplitude * body + c.detail * c.bumps;
}

double beached(double h, double level, double beach) {
  const double t = h - level, s = t / beach;
  return std::fabs(s) < 1 ? level + t * (0.4 + 0.6 * (s * s)) : h;
}

/// Increasing; its slope is 0.4 at the level and 2.2 at most.
Jet beached(const Jet& h, double level, double beach) {
  const Interval t = h.v + -level;
  if (t.lo >= beach || t.hi <= -beach) return h;
  const double near = std::min(1.0, abs(t).lo / beach), far = std::min(1.0, abs(t).hi / beach);
  Interval slope{0.4 + 1.8 * near * near, 0.4 + 1.8 * far * far};
  if (abs(t).hi >= beach) slope = hull(slope, {1, 1});
  return through(h, increasing(h.v, [&](double v) { return beached(v, level, beach); }), slope);
}

/// The warped rectangle and f over it, by the chain rule.
Jet warped_jet(const Fbm& f, const Jet& u, const Jet& v) {
  const Jet n = noise_jet(f, {{u.v.lo, v.v.lo, 0}, {u.v.hi, v.v.hi, 0}});
  return {n.v, n.dx * u.dx + n.dy * v.dx, n.dx * u.dy + n.dy * v.dy};
}

class Ground final : public Surface {
 public:
  Ground(int slot, int index, Parts parts) : Surface(slot, index), p_(std::move(parts)) {}

  void heights(EvalContext& context, double* out) const override {
    ArenaScope scope(context.temporary());
    const Planes in = planes_of(context);
    for (int iy = 0; iy < context.axes().ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) out[iy * kBlockRow + ix] = height_at(in, ix, iy);
  }

  Jet range(BoundContext& context) const override {
    const Box3& b = context.box();
    const Jet x{{b.lo.x, b.hi.x}, {1, 1}, {0, 0}}, y{{b.lo.y, b.hi.y}, {0, 0}, {1, 1}};
    const Jet u = x + noise_jet(p_.warp_x, b) * p_.warp, v = y + noise_jet(p_.warp_y, b) * p_.warp;
    Column<Jet> c;
    c.base = driver_jet(p_.base, context), c.relief = driver_jet(p_.relief, context);
    c.ridges = driver_jet(p_.ridges, context), c.detail = driver_jet(p_.detail, context);
    c.climate = climate_jet(context);
    c.continents = warped_jet(p_.continents, u, v);
    c.ridge = warped_jet(p_.ridge, u, v);
    c.bumps = noise_jet(p_.bumps, b);
    const Jet h = height_of(c, p_.influence);
    return p_.beach > 0 ? beached(h, p_.water, p_.beach) : h;
  }

 private:
  struct Planes {
    FieldView base, relief, ridges, detail;
    const float *climate, *continents, *ridge, *bumps;
  };

  Planes planes_of(EvalContext& context) const {
    const Axes& axes = context.axes();
    const std::size_t rows = static_cast<std::size_t>(axes.ny);
    const float* wx = noise_plane(context, p_.warp_x);
    const float* wy = noise_plane(context, p_.warp_y);
    double* u = context.temporary().take<double>(rows * kBlockRow);
    double* v = context.temporary().take<double>(rows * kBlockRow);
    for (int iy = 0; iy < axes.ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) {
        const int i = iy * kBlockRow + ix;
        u[i] = axes.x[ix] + p_.warp * wx[i];
        v[i] = axes.y[iy] + p_.warp * wy[i];
      }
    float* continents = context.take_plane();
    float* ridge = context.take_plane();
    kernels().fbm_scattered(p_.continents, u, v, rows, continents);
    kernels().fbm_scattered(p_.ridge, u, v, rows, ridge);
    return {p_.base.view(context),
            p_.relief.view(context),
            p_.ridges.view(context),
            p_.detail.view(context),
            p_.climate == kNoField ? nullptr : context.field(p_.climate).data,
            continents,
            ridge,
            noise_plane(context, p_.bumps)};
  }

  double height_at(const Planes& in, int ix, int iy) const {
    const int i = iy * kBlockRow + ix;
    Column<double> c;
    c.base = in.base.row(iy, 0)[ix], c.relief = in.relief.row(iy, 0)[ix];
    c.ridges = in.ridges.row(iy, 0)[ix], c.detail = in.detail.row(iy, 0)[ix];
    c.climate = in.climate ? in.climate[i] : 1;
    c.continents = in.continents[i], c.ridge = in.ridge[i], c.bumps = in.bumps[i];
    const double h = height_of(c, p_.influence);
    return p_.beach > 0 ? beached(h, p_.water, p_.beach) : h;
  }

  Jet climate_jet(BoundContext& context) const {
    if (p_.climate == kNoField) return driven_jet({1, 1}, 0);
    return driven_jet(context.field(p_.climate), context.fields().steepness(p_.climate, context));
  }

  Parts p_;
};

class Heightfield final : public GroundSource {
 public:
  explicit Heightfield(std::unique_ptr<Surface> ground) : ground_(std::move(ground)) {}
  const Surface& surface() const override { return *ground_; }

 private:
  std::unique_ptr<Surface> ground_;
};

Result<Done> compile_drivers(CompileContext& context, Parts& parts) {
  const std::pair<const char*, Driver*> drivers[] = {{"base_m", &parts.base},
                                                     {"relief_m", &parts.relief},
                                                     {"ridges", &parts.ridges},
                                                     {"detail_m", &parts.detail}};
  for (const auto& [name, driver] : drivers) {
    auto compiled = context.driver(name);
    if (!compiled) return compiled.error();
    *driver = std::move(*compiled);
  }
  return Done{};
}

Result<Done> compile_noises(CompileContext& context, Parts& parts) {
  const double scale = context.number("scale_m");
  struct Made {
    Fbm* into;
    double scale;
    int octaves;
  };
  const Made noises[] = {{&parts.warp_x, scale, 2},
                         {&parts.warp_y, scale, 2},
                         {&parts.continents, scale, 4},
                         {&parts.ridge, context.number("ridge_scale_m"), 3},
                         {&parts.bumps, context.number("detail_scale_m"), 3}};
  std::uint64_t salt = 0;
  for (const Made& m : noises) {
    auto noise = context.noise(++salt, m.scale, m.octaves);
    if (!noise) return noise.error();
    *m.into = *noise;
  }
  return Done{};
}

Result<std::unique_ptr<Surface>> compile_ground(CompileContext context, int index) {
  Parts parts;
  if (auto done = compile_drivers(context, parts); !done) return done.error();
  if (auto done = compile_noises(context, parts); !done) return done.error();
  parts.warp = context.number("warp_m");
  parts.influence = context.number("relief_influence");
  if (parts.influence > 0) {
    auto climate = context.field("relief");
    if (!climate) return climate.error();
    parts.climate = *climate;
  }
  parts.water = context.frame().water_m;
  parts.beach = context.frame().has_water ? context.number("beach_m") : 0;
  return std::unique_ptr<Surface>(
      std::make_unique<Ground>(context.slot(), index, std::move(parts)));
}

Result<std::unique_ptr<Operator>> compile(const OpEntry&, CompileContext& context) {
  std::vector<std::unique_ptr<Surface>> grounds;
  std::vector<std::uint8_t> group_of(context.frame().biomes.biomes.size(), 0);
  const auto add = [&](int biome) -> Result<Done> {
    auto ground = compile_ground(context.as_in(biome), static_cast<int>(grounds.size()) + 1);
    if (!ground) return ground.error();
    grounds.push_back(std::move(*ground));
    return Done{};
  };
  if (auto done = add(-1); !done) return done.error();
  for (std::size_t b = 0; b < group_of.size(); ++b) {
    if (!context.set_by(static_cast<int>(b))) continue;
    group_of[b] = static_cast<std::uint8_t>(grounds.size());
    if (auto done = add(static_cast<int>(b)); !done) return done.error();
  }
  std::unique_ptr<Surface> ground;
  if (grounds.size() == 1)
    ground = std::move(grounds.front());
  else
    ground = std::make_unique<BiomeGround>(context.slot(), std::move(grounds), std::move(group_of));
  return std::unique_ptr<Operator>(std::make_unique<Heightfield>(std::move(ground)));
}

}  // namespace

OperatorRow heightfield_row() {
  return {.id = "heightfield",
          .height_channel = true,
          .blends_biomes = true,
          .params = kParams,
          .doc = "open ground: continents, ridged mountains, detail",
          .compile = compile};
}

}  // namespace strate::ops
