#include "passes/density/voronoi.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/context.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/noise_bound.hpp"

namespace strate {
namespace {

/// Salts of the draws of a site, and of the warp's noises.
enum VoronoiDraw : std::uint64_t { kDrawX = 1, kDrawY, kWarpX, kWarpY };

constexpr int kWarpOctaves = 2;
/// A site of the column's own cell is never farther, in cells: √2 · (½ + kVoronoiJitter), and what
/// the plan grid may add.
constexpr double kNearest = 1.28;
/// More cells than these are not looked at one by one.
constexpr double kMostCells = 1024;
/// So many sites are compared each with each.
constexpr std::size_t kMostCompared = 64;
/// Far beyond the rounding of a distance.
constexpr double kSlack = 1e-6;

double both_sides(std::uint64_t h) { return 2 * unit(h) - 1; }

std::int64_t cell_of(double v, double cell) {
  return static_cast<std::int64_t>(std::floor(v / cell));
}

bool before(const VoronoiSite& a, const VoronoiSite& b) {
  return a.j != b.j ? a.j < b.j : a.i < b.i;
}

double distance(const VoronoiSite& s, double x, double y) {
  const double dx = x - s.x, dy = y - s.y;
  return std::sqrt(dx * dx + dy * dy);
}

/// The shares at (x, y) of the sites of a list that holds every one that has a share.
void share_out(std::span<const VoronoiSite> sites, double x, double y, double blend,
               const std::uint8_t* classes, VoronoiColumn& out) {
  double nearest = 1e300;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    const double d = distance(sites[s], x, y);
    if (d < nearest) nearest = d, out.dominant = static_cast<int>(s);
  }
  const auto class_of = [&](int s) { return classes ? static_cast<int>(classes[s]) : s; };
  double sum = 0, other = 1e300, facing = 0;
  out.count = 0;
  out.neighbour = out.dominant;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    const double behind = distance(sites[s], x, y) - nearest;
    if (!(behind < blend)) continue;
    const int id = static_cast<int>(s);
    const double part = 1 - behind / blend, f = part * part;
    out.site[out.count] = id, out.share[out.count] = f;
    ++out.count;
    sum = sum + f;
    if (class_of(id) != class_of(out.dominant) && behind < other)
      other = behind, facing = f, out.neighbour = id;
  }
  for (int n = 0; n < out.count; ++n) out.share[n] = out.share[n] / sum;
  out.border = facing / (1 + facing);
}

/// Of the distances from one site over a rectangle.
Interval distance_over(const VoronoiSite& s, Interval x, Interval y) {
  const Interval d = square(x + -s.x) + square(y + -s.y);
  return {std::sqrt(d.lo), std::sqrt(d.hi)};
}

/// d_s − d_k over a rectangle is at least this: its product with d_s + d_k is linear.
double lead_over(const VoronoiSite& s, const VoronoiSite& k, Interval x, Interval y, double sum) {
  const double ax = s.x - middle(x), ay = s.y - middle(y);
  const double bx = k.x - middle(x), by = k.y - middle(y);
  const double least = (ax * ax + ay * ay) - (bx * bx + by * by) -
                       (width(x) * std::fabs(ax - bx) + width(y) * std::fabs(ay - by));
  return least > 0 ? least / sum : 0;
}

}  // namespace

Voronoi::Voronoi(std::uint64_t seed, std::uint64_t address, double cell_m, double blend_m,
                 std::optional<VoronoiWarp> warp)
    : seed_(seed), address_(address), cell_(cell_m), blend_(blend_m), warp_(warp) {
  if (!warp_) return;
  warp_x_ = make_fbm(draw(seed, address, kWarpX), 1 / warp_->scale_m, kWarpOctaves);
  warp_y_ = make_fbm(draw(seed, address, kWarpY), 1 / warp_->scale_m, kWarpOctaves);
}

VoronoiSite Voronoi::site(std::int64_t i, std::int64_t j) const {
  const auto place = [&](std::int64_t cell, VoronoiDraw salt) {
    const double moved = kVoronoiJitter * both_sides(draw_at(seed_, address_, salt, i, j, 0));
    return on_plan_grid((static_cast<double>(cell) + 0.5 + moved) * cell_);
  };
  return {i, j, place(i, kDrawX), place(j, kDrawY)};
}

/// Every site that may have a share in a rectangle of warped columns; empty if they are too many.
std::span<const VoronoiSite> Voronoi::near(Interval x, Interval y, Arena& arena) const {
  const double far = kNearest * cell_ + blend_;
  const auto first = [&](double v) { return std::floor(v / cell_) - 2; };
  const auto count = [&](Interval v) { return first(v.hi) + 5 - first(v.lo); };
  if (!(count(x) * count(y) <= kMostCells)) return {};
  const auto i0 = static_cast<std::int64_t>(first(x.lo)),
             j0 = static_cast<std::int64_t>(first(y.lo));
  const auto ni = static_cast<std::int64_t>(count(x)), nj = static_cast<std::int64_t>(count(y));
  VoronoiSite* sites = arena.take<VoronoiSite>(static_cast<std::size_t>(ni * nj));
  std::size_t n = 0;
  for (std::int64_t j = j0; j < j0 + nj; ++j)
    for (std::int64_t i = i0; i < i0 + ni; ++i) {
      const VoronoiSite s = site(i, j);
      if (distance_over(s, x, y).lo <= far) sites[n++] = s;
    }
  if (n > kMostCompared) return {sites, n};
  // Whoever is behind another everywhere by more than the blend has no share anywhere.
  ArenaScope scope(arena);
  VoronoiSite* all = arena.take<VoronoiSite>(n);
  double* farthest = arena.take<double>(n);
  std::copy_n(sites, n, all);
  for (std::size_t s = 0; s < n; ++s) farthest[s] = distance_over(all[s], x, y).hi;
  std::size_t kept = 0;
  for (std::size_t s = 0; s < n; ++s) {
    bool behind = false;
    for (std::size_t k = 0; k < n && !behind; ++k)
      behind = lead_over(all[s], all[k], x, y, farthest[s] + farthest[k]) > blend_ + kSlack;
    if (!behind) sites[kept++] = all[s];
  }
  return {sites, kept};
}

Voronoi::Columns Voronoi::columns(const Axes& axes, NoiseScratch& scratch, Arena& arena) const {
  const std::size_t n = static_cast<std::size_t>(axes.ny) * kBlockRow;
  double* x = arena.take<double>(n);
  double* y = arena.take<double>(n);
  for (int iy = 0; iy < axes.ny; ++iy)
    for (int ix = 0; ix < kBlockRow; ++ix)
      x[iy * kBlockRow + ix] = axes.x[ix], y[iy * kBlockRow + ix] = axes.y[iy];
  if (warp_) {
    ArenaScope scope(arena);
    float* moved = arena.take<float>(n);
    fbm_columns(warp_x_, axes, scratch, moved);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = x[i] + warp_->reach_m * static_cast<double>(moved[i]);
    fbm_columns(warp_y_, axes, scratch, moved);
    for (std::size_t i = 0; i < n; ++i)
      y[i] = y[i] + warp_->reach_m * static_cast<double>(moved[i]);
  }
  Columns out;
  out.x_ = x, out.y_ = y, out.blend_ = blend_;
  const auto [x_lo, x_hi] = std::minmax_element(x, x + n);
  const auto [y_lo, y_hi] = std::minmax_element(y, y + n);
  out.cell_ = cell_;
  out.sites_ = near({*x_lo, *x_hi}, {*y_lo, *y_hi}, arena);
  if (out.sites_.empty()) out.sites_ = around_each({x, n}, {y, n}, arena);
  return out;
}

/// For blocks whose columns stand far apart.
std::span<const VoronoiSite> Voronoi::around_each(std::span<const double> x,
                                                  std::span<const double> y, Arena& arena) const {
  VoronoiSite* sites = arena.take<VoronoiSite>(x.size() * kVoronoiNear);
  VoronoiSite* end = sites;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const std::int64_t i = cell_of(x[n], cell_), j = cell_of(y[n], cell_);
    for (int k = 0; k < kVoronoiNear; ++k) *end++ = {i - 2 + k % 5, j - 2 + k / 5, 0, 0};
  }
  std::sort(sites, end, before);
  end = std::unique(sites, end);
  for (VoronoiSite* s = sites; s != end; ++s) *s = site(s->i, s->j);
  return {sites, end};
}

void Voronoi::Columns::at(int ix, int iy, const std::uint8_t* classes, VoronoiColumn& out) const {
  const int n = iy * kBlockRow + ix;
  if (sites_.size() <= kVoronoiNear) return share_out(sites_, x_[n], y_[n], blend_, classes, out);
  // Of many sites the nearest cells alone.
  VoronoiSite around[kVoronoiNear];
  std::uint8_t classes_around[kVoronoiNear];
  int index[kVoronoiNear], count = 0;
  const std::int64_t i = cell_of(x_[n], cell_), j = cell_of(y_[n], cell_);
  for (std::int64_t row = j - 2; row <= j + 2; ++row)
    for (auto s = std::lower_bound(sites_.begin(), sites_.end(), VoronoiSite{i - 2, row}, before);
         s != sites_.end() && s->j == row && s->i <= i + 2; ++s, ++count) {
      around[count] = *s, index[count] = static_cast<int>(s - sites_.begin());
      if (classes) classes_around[count] = classes[index[count]];
    }
  share_out({around, static_cast<std::size_t>(count)}, x_[n], y_[n], blend_,
            classes ? classes_around : nullptr, out);
  for (int k = 0; k < out.count; ++k) out.site[k] = index[out.site[k]];
  out.dominant = index[out.dominant], out.neighbour = index[out.neighbour];
}

Voronoi::Point Voronoi::point(double x, double y) const {
  Point out;
  out.x = x, out.y = y, out.blend = blend_;
  if (warp_) {
    out.x = x + warp_->reach_m * static_cast<double>(fbm_point(warp_x_, x, y, 0));
    out.y = y + warp_->reach_m * static_cast<double>(fbm_point(warp_y_, x, y, 0));
  }
  const std::int64_t i = cell_of(out.x, cell_), j = cell_of(out.y, cell_);
  for (int n = 0; n < kVoronoiNear; ++n) out.sites[n] = site(i - 2 + n % 5, j - 2 + n / 5);
  return out;
}

void Voronoi::Point::at(const std::uint8_t* classes, VoronoiColumn& out) const {
  share_out(sites, x, y, blend, classes, out);
}

Voronoi::Range Voronoi::range(const Box3& box, Arena& arena) const {
  Range out;
  out.x = {box.lo.x, box.hi.x}, out.y = {box.lo.y, box.hi.y};
  if (warp_) {
    out.x = widened(out.x + noise_over(warp_x_, box, true) * warp_->reach_m);
    out.y = widened(out.y + noise_over(warp_y_, box, true) * warp_->reach_m);
  }
  out.sites = near(out.x, out.y, arena);
  out.known = !out.sites.empty();
  return out;
}

bool Voronoi::may_rule(const Range& range, std::size_t site) const {
  const VoronoiSite& s = range.sites[site];
  const double farthest = distance_over(s, range.x, range.y).hi;
  return std::none_of(range.sites.begin(), range.sites.end(), [&](const VoronoiSite& k) {
    const double sum = farthest + distance_over(k, range.x, range.y).hi;
    return lead_over(s, k, range.x, range.y, sum) > kSlack;
  });
}

Interval Voronoi::border_over(const Range& range, const std::uint8_t* classes) const {
  if (!range.known) return {0, 0.5};
  const auto class_of = [&](std::size_t s) { return classes ? std::size_t{classes[s]} : s; };
  const double x = middle(range.x), y = middle(range.y);
  std::size_t first = 0;
  for (std::size_t s = 0; s < range.sites.size(); ++s)
    if (distance(range.sites[s], x, y) < distance(range.sites[first], x, y)) first = s;
  double second = 1e300;
  for (std::size_t s = 0; s < range.sites.size(); ++s)
    if (class_of(s) != class_of(first)) second = std::min(second, distance(range.sites[s], x, y));
  if (second == 1e300) return {0, 0};
  // How far the second class lies behind the first changes by 2 m for every metre at most.
  const double behind = second - distance(range.sites[first], x, y);
  const double w = width(range.x), h = width(range.y), moved = std::sqrt(w * w + h * h);
  const auto border = [&](double by) {
    const double part = std::clamp(1 - by / blend_, 0.0, 1.0), f = part * part;
    return f / (1 + f);
  };
  return {std::max(0.0, border(behind + moved) - kSlack),
          std::min(0.5, border(std::max(0.0, behind - moved)) + kSlack)};
}

Interval Voronoi::share_over(const Range& range, const std::uint8_t* classes,
                             std::uint8_t of) const {
  if (!range.known) return {0, 1};
  const double x = middle(range.x), y = middle(range.y);
  double nearest = 1e300;
  for (const VoronoiSite& s : range.sites) nearest = std::min(nearest, distance(s, x, y));
  const double w = width(range.x), h = width(range.y), moved = std::sqrt(w * w + h * h);
  const auto f = [&](double behind) {
    const double part = std::clamp(1 - behind / blend_, 0.0, 1.0);
    return part * part;
  };
  Interval own{0, 0}, others{0, 0};
  for (std::size_t s = 0; s < range.sites.size(); ++s) {
    // As in border_over: half of the rectangle's diagonal for each of the two distances.
    const double behind = distance(range.sites[s], x, y) - nearest;
    Interval& sum = classes[s] == of ? own : others;
    sum = {sum.lo + f(behind + moved), sum.hi + f(std::max(0.0, behind - moved))};
  }
  // Σ f ≥ 1, since it is 1 for the nearest site.
  return {std::max(0.0, own.lo / std::max(1.0, own.lo + others.hi) - kSlack),
          std::min(1.0, own.hi / std::max(1.0, own.hi + others.lo) + kSlack)};
}

double Voronoi::steepness(const Range& range, double bent) const {
  // ∇Σ share·v = Σ share·∇v + Σ ∇f·(v − mean) / Σ f over the sites but the nearest, |∇f| ≤ 2·√f·2 /
  // blend; with n others Σ √f / (1 + Σ f) ≤ √n / 2.
  const std::size_t most =
      range.known ? std::min<std::size_t>(range.sites.size(), kVoronoiNear) : kVoronoiNear;
  const auto others = static_cast<double>(most - 1);
  return 2 * std::sqrt(others) * bent / blend_;
}

double Voronoi::stretch_over(const Box3& box) const {
  if (!warp_) return 1;
  const NoiseRange a = noise_range(warp_x_, box, true), b = noise_range(warp_y_, box, true);
  double sum = 0;
  for (const Interval& d : {a.dx, a.dy, b.dx, b.dy}) sum += square(d).hi;
  return 1 + warp_->reach_m * std::sqrt(sum);
}

}  // namespace strate
