#include "passes/ops/site_survey.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"

namespace strate {
namespace {

constexpr std::uint64_t kSaltX = 2, kSaltY = 3, kSaltGap = 4;
/// A surface is looked at from this far below to this far above it. [Units: m]
constexpr double kCloseM = 0.75, kCloseStepM = 0.125;

/// One axis of a block.
struct AxisOf {
  double v[kBlockRow];
  AxisOf(const double* x, int n) {
    fill(n, [&](int i) { return x[i]; });
  }
  AxisOf(double first, double step, int n) {
    fill(n, [&](int i) { return first + step * i; });
  }

 private:
  template <class At>
  void fill(int n, At at) {
    for (int i = 0; i < kBlockRow; ++i) v[i] = at(std::min(i, n - 1));
  }
};

/// Turns the samples of one vertical, lowest first, into its gaps. Surfaces lie where the straight
/// line between two samples passes 0.
class GapsOf {
 public:
  explicit GapsOf(Gaps& out) : out_(out) { out_.count = 0; }
  void sample(double z, double rock) {
    const double at = first_ ? z : z - (z - below_) * rock / (rock - before_);
    if (rock < 0 && !air_) open_ = at;
    if (rock >= 0 && air_) close(at);
    air_ = rock < 0;
    first_ = false, below_ = z, before_ = rock;
  }
  void finish(double z) {
    if (air_) close(z);
  }

 private:
  void close(double z) {
    if (out_.count < Gaps::kMost) out_.at[out_.count++] = {open_, z};
  }
  Gaps& out_;
  bool first_ = true, air_ = false;
  double below_ = 0, before_ = 0, open_ = 0;
};

}  // namespace

double Survey::drawn(std::uint64_t salt, std::int64_t k) const {
  return unit(draw_at(setting_.seed, setting_.address, salt, i_, j_, k));
}

double Survey::place(std::int64_t cell, std::uint64_t salt, std::int64_t k) const {
  const double u = 2 * drawn(salt, 1 + k) - 1;
  return on_plan_grid((static_cast<double>(cell) + setting_.jitter * u) * setting_.spacing);
}

Vec3 Survey::middle() const {
  return {static_cast<double>(i_) * setting_.spacing, static_cast<double>(j_) * setting_.spacing,
          0};
}

bool Survey::next() {
  if (++spot_ >= kSpotRows * kRowSpots) return false;
  if (spot_ % kRowSpots == 0) survey_row();
  at_ = order_[spot_ % kRowSpots];
  return true;
}

void Survey::survey_row() {
  double drawn_x[kRowSpots];
  for (int s = 0; s < kRowSpots; ++s) drawn_x[s] = place(i_, kSaltX, spot_ + s);
  y_ = place(j_, kSaltY, spot_ / kRowSpots);
  for (int s = 0; s < kRowSpots; ++s) {
    order_[s] = 0;  // spots that are drawn in one place keep the order of their draws
    for (int o = 0; o < kRowSpots; ++o)
      order_[s] += drawn_x[o] < drawn_x[s] || (drawn_x[o] == drawn_x[s] && o < s);
    x_[order_[s]] = drawn_x[s];
  }
  columns(x_, kRowSpots, &y_, 1, content(), kSurveyStepM, gaps_);
}

bool Survey::pick_gap(double least, Gap& out) {
  int fit = 0;
  for (const Gap& g : here()) fit += g.height() >= least;
  if (fit == 0) return false;
  int wanted = std::min(fit - 1, static_cast<int>(pick_here(kSaltGap) * fit));
  for (const Gap& g : here())
    if (g.height() >= least && wanted-- == 0) out = g;
  out = {floor_near(spot().x, spot().y, out.floor), ceiling_near(spot().x, spot().y, out.ceiling)};
  return out.height() >= least - 0.5;
}

void Survey::columns(const double* x, int nx, const double* y, int ny, Interval z, double step,
                     Gaps* out) {
  const AxisOf xs(x, nx), ys(y, ny);
  const std::size_t n = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  ArenaScope all(context_.temporary());
  GapsOf* open = context_.temporary().take<GapsOf>(n);
  for (std::size_t c = 0; c < n; ++c) new (open + c) GapsOf(out[c]);
  const EvalEnv native{nullptr, context_.prune(), nullptr};
  const int samples = static_cast<int>((z.hi - z.lo) / step) + 1;
  for (int first = 0; first < samples; first += kBlockMax) {
    const int nz = std::min(kBlockMax, samples - first);
    const AxisOf zs(z.lo + step * first, step, nz);
    EvalContext block(context_.fields(), native, context_.scratch(),
                      {xs.v, ys.v, zs.v, nx, ny, nz});
    ArenaScope scope(block.temporary());
    const FieldView rock = block.field(setting_.rock_above);
    for (int iz = 0; iz < nz; ++iz)
      for (int iy = 0; iy < ny; ++iy)
        for (int ix = 0; ix < nx; ++ix)
          open[iy * nx + ix].sample(zs.v[iz], static_cast<double>(rock.row(iy, iz)[ix]));
  }
  for (std::size_t c = 0; c < n; ++c) open[c].finish(z.hi);
}

Gaps Survey::gaps(double x, double y, Interval z, double step) {
  Gaps out;
  columns(&x, 1, &y, 1, z, step, &out);
  return out;
}

double Survey::surface_near(double x, double y, double z, bool floor) {
  const Interval near{std::max(z - kCloseM, content().lo), std::min(z + kCloseM, content().hi)};
  double best = z, off = kCloseM;
  for (const Gap& g : gaps(x, y, near, kCloseStepM)) {
    const double at = floor ? g.floor : g.ceiling;
    const bool cut = floor ? at <= near.lo : at >= near.hi;  // of the window, not of the rock
    if (cut || std::fabs(at - z) >= off) continue;
    best = at, off = std::fabs(at - z);
  }
  return best;
}

bool Survey::open_around(Vec3 p, double radius, Interval z) {
  constexpr int kSide = 5;
  double x[kSide], y[kSide];
  for (int i = 0; i < kSide; ++i) {
    const double off = radius * (2.0 * i / (kSide - 1) - 1);
    x[i] = p.x + off, y[i] = p.y + off;
  }
  Gaps over[kSide * kSide];
  columns(x, kSide, y, kSide, z, kCloseM, over);
  for (int c = 0; c < kSide * kSide; ++c) {
    const bool corner = (c % kSide) % (kSide - 1) == 0 && (c / kSide) % (kSide - 1) == 0;
    const Gaps& g = over[c];
    if (!corner && (g.count != 1 || g.at[0].floor > z.lo || g.at[0].ceiling < z.hi)) return false;
  }
  return true;
}

double Survey::open_radius(Vec3 p, double radius, double least, Interval z) {
  for (; radius >= least; radius *= 0.75)
    if (open_around(p, radius, z)) return radius;
  return 0;
}

double Survey::rock(Vec3 p) {
  const AxisOf x(p.x, 0, 1), y(p.y, 0, 1), z(p.z, 0, 1);
  const EvalEnv native{nullptr, context_.prune(), nullptr};
  EvalContext block(context_.fields(), native, context_.scratch(), {x.v, y.v, z.v, 1, 1, 1});
  ArenaScope scope(block.temporary());
  return static_cast<double>(block.field(setting_.rock_above).data[0]);
}

}  // namespace strate
