// overhang: shelves that jut from steep ground, where that stands (ground_source.hpp).
//
//   v = z − h; M, g: the ground's highest point and steepest rise among twelve about the column, in
//       eight directions `reach` away and in four 3 m away
//   T = min(0.6 · (M − h), 0.9 · height) · m · s                   how high over h a shelf may hang
//       m: quintic fade of g from slope_deg to slope_deg + 10°
//       s: clamp(0.6 + 1.6 · fbm(x, y), 0, 1)                      shelves come and go
//   u = z / height + 0.5 · fbm(x, y)                               a shelf every `height`
//   d' = T > 0 ? min(d, (v − T · shelf(u)) / √(1 + slope² + (2.5 · T / height)²)) : d
//
// Rock is added in (h, h + height] alone; under h there is more of what is there.
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/density/fields.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/strata.hpp"

namespace strate::ops {
namespace {

constexpr double kFadeDeg = 10, kMostHeight = 0.9, kRise = 0.6;

constexpr FieldSpec kParams[] = {
    {.name = "reach_m", .min = 0.5, .max = 16, .lo = 5, .doc = "how far shelves jut at most"},
    {.name = "height_m",
     .min = 1,
     .max = 24,
     .lo = 6,
     .doc = "from one shelf to the next; no rock is added higher above the ground"},
    {.name = "slope_deg", .min = 20, .max = 80, .lo = 40, .doc = "gentler ground carries none"},
};

struct Look {
  double reach, height, from, to;  ///< from, to: rise over run
};

/// T over every column.
class Hang final : public Surface {
 public:
  Hang(int slot, const Surface& ground, Look look, Fbm gaps)
      : Surface(slot, 1), ground_(ground), look_(look), gaps_(gaps) {}

  void heights(EvalContext& context, double* out) const override {
    ArenaScope scope(context.temporary());
    const int n = context.axes().ny * kBlockRow;
    const auto plane = [&] {
      return context.temporary().take<double>(static_cast<std::size_t>(n));
    };
    double* here = plane();
    double* there = plane();
    double* steepest = plane();
    ground_.heights(context, here);
    std::fill_n(out, n, 0.0), std::fill_n(steepest, n, 0.0);
    const auto look = [&](double dx, double dy) {
      moved(context, dx, dy, there);
      const double per_m = 1 / std::sqrt(dx * dx + dy * dy);
      for (int i = 0; i < n; ++i) {
        const double rise = there[i] - here[i];
        out[i] = std::max(out[i], rise);
        steepest[i] = std::max(steepest[i], rise * per_m);
      }
    };
    for (int sx = -1; sx <= 1; ++sx)
      for (int sy = -1; sy <= 1; ++sy) {
        if (sx == 0 && sy == 0) continue;
        const double far = (sx != 0 && sy != 0 ? kDiagonal : 1) * look_.reach;
        look(sx * far, sy * far);
        if (sx == 0 || sy == 0) look(sx * kBroadM, sy * kBroadM);
      }
    const float* gaps = noise_plane(context, gaps_);
    for (int i = 0; i < n; ++i)
      out[i] = highest(out[i]) * steep(steepest[i]) * share(static_cast<double>(gaps[i]));
  }

  Jet range(BoundContext& context) const override {
    const double span = std::max(kBroadM, look_.reach);
    const double g = broad_range(ground_, context, span).slope.hi;
    const Interval n = noise_over(gaps_, context.box(), true);
    return driven_jet({0, highest(g * span) * steep(g) * share(n.hi)}, 1e9);
  }

 protected:
  bool sloped() const override { return false; }

 private:
  static constexpr double kDiagonal = 0.7;

  void moved(EvalContext& context, double dx, double dy, double* out) const {
    const Axes& a = context.axes();
    double x[kBlockRow], y[kBlockRow];
    for (int i = 0; i < kBlockRow; ++i) x[i] = a.x[i] + dx, y[i] = a.y[i] + dy;
    EvalContext there(context.fields(), context.env(), context.scratch(),
                      {x, y, a.z, a.nx, a.ny, 1});
    ground_.heights(there, out);
  }

  double highest(double rise) const {
    return std::min(kRise * std::max(0.0, rise), kMostHeight * look_.height);
  }
  double steep(double g) const {
    const double s = std::clamp((g - look_.from) / (look_.to - look_.from), 0.0, 1.0);
    return s * s * s * (s * (s * 6 - 15) + 10);
  }
  static double share(double n) { return std::clamp(0.6 + 1.6 * n, 0.0, 1.0); }

  const Surface& ground_;
  Look look_;
  Fbm gaps_;
};

class Shelves final : public GroundOverlay {
 public:
  Shelves(const Surface& ground, Hang hang, Bedding levels, double height,
          const CompiledWeight& weight)
      : ground_(ground),
        hang_(std::move(hang)),
        levels_(std::move(levels)),
        height_(height),
        shelf_(Profile::Shape::shelf, 0.3),
        weight_(weight) {}

  void add(EvalContext& context, float* values) const override {
    const std::size_t n = static_cast<std::size_t>(context.axes().ny) * kBlockRow;
    double* hang = context.temporary().take<double>(n);
    const double* held = hang_.planes(context).height;
    std::copy_n(held, n, hang);
    if (std::all_of(hang, hang + n, [](double t) { return t <= 0; })) return;
    if (weight_.one()) return join(context, hang, values);
    float* weight = context.take_block();
    float* joined = context.take_block();
    weight_.weigh(context, weight);
    std::copy_n(values, context.size(), joined);
    join(context, hang, joined);
    kernels().lerp(values, joined, weight, context.rows());
  }

  Interval over(BoundContext& context, Interval in) const override {
    const Interval t = hang_.height_over(context);
    const Interval weight = weight_.one() ? Interval{1, 1} : weight_.over(context);
    if (t.hi <= kNothing || weight.hi <= 0) return in;
    const Interval h = ground_.height_over(context), slope = ground_.slope_over(context);
    const Interval z{context.box().lo.z, context.box().hi.z};
    const Jet u = levels_.over(context, Jet{z, {0, 0}, {0, 0}}, levels_.period_over(context));
    const Interval v = (z - h) - clamp(t, 0, kFarM) * shelf_.over(u.v);
    const Interval scale{scale_of(slope.hi, t.hi), scale_of(slope.lo, std::max(0.0, t.lo))};
    const Interval out = min(in, widened(v * scale));
    return {out.lo, weight.lo >= 1 && t.lo > kNothing ? out.hi : in.hi};
  }

 private:
  /// Heights over boxes are this much wider than what they enclose.
  static constexpr double kNothing = 1.0 / 1024;

  double scale_of(double slope, double hang) const {
    const double s = std::min(slope, kSteepest), shelf = 2.5 * hang / height_;
    return 1 / std::sqrt(1 + s * s + shelf * shelf);
  }

  void join(EvalContext& context, const double* hang, float* values) const {
    const Axes& axes = context.axes();
    const Bedding::Planes levels = levels_.planes(context);
    const Surface::Planes ground = ground_.planes(context);
    for (int iy = 0; iy < axes.ny; ++iy)
      for (int ix = 0; ix < kBlockRow; ++ix) {
        const int i = iy * kBlockRow + ix;
        if (hang[i] <= 0) continue;
        const double scale = scale_of(ground.slope[i], hang[i]);
        for (int iz = 0; iz < axes.nz; ++iz) {
          float& value = values[block_index(axes.ny, ix, iy, iz)];
          const double v =
              axes.z[iz] - ground.height[i] - hang[i] * shelf_.at(levels.u(axes.z[iz], ix, iy));
          const auto d = static_cast<float>(v * scale);
          value = d < value ? d : value;
        }
      }
  }

  const Surface& ground_;
  Hang hang_;
  Bedding levels_;
  double height_;
  Profile shelf_;
  const CompiledWeight& weight_;
};

/// Does nothing where it stands: the ground is already written with its shelves.
class Overhang final : public Operator {
 public:
  explicit Overhang(Shelves shelves) : shelves_(std::move(shelves)) {}
  const GroundOverlay& shelves() const { return shelves_; }
  void eval(EvalContext&, float*) const override {}
  Interval bound(BoundContext&, Interval in) const override { return in; }

 private:
  Shelves shelves_;
};

Result<std::unique_ptr<Operator>> compile(const OpEntry& entry, CompileContext& context) {
  const GroundBelow below = ground_below(context);
  if (!below.ground)
    return context.error(
        "field.no_ground",
        "\"" + entry.id + "\" needs a heightfield or heightmap above it in its list");
  if (auto done = check_ground_reader(context, {}); !done) return done.error();
  const double reach = context.number("reach_m"), height = context.number("height_m");
  const double limit = context.number("slope_deg");
  auto levels = bedding_of(context, Driver(height), {.bend = 0.5, .scale_m = 24});
  if (!levels) return levels.error();
  auto gaps = context.noise(3, std::max(8.0, 2 * reach), 2);
  if (!gaps) return gaps.error();
  const Look look{reach, height, tan_deg(limit), tan_deg(std::min(limit + kFadeDeg, 85.0))};
  const Surface& ground = below.ground->surface();
  auto op = std::make_unique<Overhang>(Shelves(ground, Hang(context.slot(), ground, look, *gaps),
                                               std::move(*levels), height, context.weight()));
  below.source->carry(op->shelves());
  return std::unique_ptr<Operator>(std::move(op));
}

}  // namespace

OperatorRow overhang_row() {
  return {.id = "overhang",
          .role = Role::modifier,
          .needs_ground = true,
          .params = kParams,
          .doc = "shelves that jut from steep ground",
          .compile = compile};
}

}  // namespace strate::ops
