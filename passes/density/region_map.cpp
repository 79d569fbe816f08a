#include "passes/density/region_map.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "passes/density/context.hpp"

namespace strate {
namespace {

/// Salt of a site's region; those of its place are voronoi.cpp's.
constexpr std::uint64_t kDrawRegion = 64;

/// Of every draw about regions; hashed once.
std::uint64_t address() {
  static const std::uint64_t hash = string_hash("regions");
  return hash;
}

std::vector<double> sums_of(const std::vector<Region>& list) {
  std::vector<double> out;
  double sum = 0;
  for (const Region& r : list) out.push_back(sum = sum + r.share);
  for (double& v : out) v = v / sum;
  return out;
}

/// A stretch t0 … t1 of the line p + t · d.
struct Stretch {
  double t0 = -1e9, t1 = 1e9;
  /// Keeps what fulfils a + t · b ≤ 0.
  void keep(double a, double b) {
    if (b > 0) t1 = std::min(t1, -a / b);
    if (b < 0) t0 = std::max(t0, -a / b);
    if (b == 0 && a > 0) t1 = t0;
  }
};

double squared(double x, double y) { return x * x + y * y; }

bool in_disc(const VoronoiSite& s, double radius) { return squared(s.x, s.y) <= radius * radius; }

}  // namespace

RegionMap::RegionMap(const StrateWorld& strate)
    : seed_(strate.seed),
      until_(sums_of(strate.regions.list)),
      sites_(strate.seed, address(), strate.regions.cell_m, strate.regions.blend_m) {}

int RegionMap::region_of(const VoronoiSite& site) const {
  const double u = unit(draw_at(seed_, address(), kDrawRegion, site.i, site.j, 0));
  for (std::size_t r = 0; r + 1 < until_.size(); ++r)
    if (u < until_[r]) return static_cast<int>(r);
  return static_cast<int>(until_.size()) - 1;
}

VoronoiSite RegionMap::site_at(double x, double y) const {
  const Voronoi::Point point = sites_.point(x, y);
  VoronoiColumn column;
  point.at(nullptr, column);
  return point.sites[column.dominant];
}

RegionMap::Weights RegionMap::weights_of(const VoronoiColumn& column,
                                         const std::uint8_t* classes) const {
  Weights out;
  double sums[kMostRegions] = {};
  int count = 0;
  for (int n = 0; n < column.count; ++n) {
    double& sum = sums[classes[column.site[n]]];
    if (sum == 0) ++count;
    sum = sum + column.share[n];
  }
  out.ruler = classes[column.dominant];
  for (std::size_t r = 0; r < kMostRegions; ++r) out.of[r] = static_cast<float>(sums[r]);
  if (count == 1) out.of[out.ruler] = 1;
  return out;
}

RegionMap::Weights RegionMap::at(double x, double y) const {
  const Voronoi::Point point = sites_.point(x, y);
  std::uint8_t classes[kVoronoiNear];
  for (int s = 0; s < kVoronoiNear; ++s)
    classes[s] = static_cast<std::uint8_t>(region_of(point.sites[s]));
  VoronoiColumn column;
  point.at(classes, column);
  return weights_of(column, classes);
}

void RegionMap::columns(const Axes& axes, StackScratch& scratch, float* const* planes) const {
  ArenaScope scope(scratch.temporary);
  const Voronoi::Columns columns = sites_.columns(axes, scratch.noise, scratch.temporary);
  const auto sites = columns.sites();
  std::uint8_t* classes = scratch.temporary.take<std::uint8_t>(sites.size());
  for (std::size_t s = 0; s < sites.size(); ++s)
    classes[s] = static_cast<std::uint8_t>(region_of(sites[s]));
  VoronoiColumn column;
  for (int iy = 0; iy < axes.ny; ++iy)
    for (int ix = 0; ix < kBlockRow; ++ix) {
      const std::size_t at = static_cast<std::size_t>(iy * kBlockRow + ix);
      if (ix >= axes.nx) {
        for (std::size_t r = 0; r < until_.size(); ++r) planes[r][at] = planes[r][at - 1];
        continue;
      }
      columns.at(ix, iy, classes, column);
      const Weights weights = weights_of(column, classes);
      for (std::size_t r = 0; r < until_.size(); ++r) planes[r][at] = weights.of[r];
    }
}

unsigned RegionMap::within(const Box3& box, Arena& arena, Interval* weights) const {
  ArenaScope scope(arena);
  const Voronoi::Range range = sites_.range(box, arena);
  std::uint8_t* classes = arena.take<std::uint8_t>(range.sites.size());
  unsigned out = range.known ? 0 : (1u << until_.size()) - 1;
  for (std::size_t s = 0; s < range.sites.size(); ++s) {
    classes[s] = static_cast<std::uint8_t>(region_of(range.sites[s]));
    out |= 1u << classes[s];
  }
  if (weights)
    for (std::size_t r = 0; r < until_.size(); ++r)
      weights[r] = sites_.share_over(range, classes, static_cast<std::uint8_t>(r));
  return out;
}

std::vector<VoronoiSite> RegionMap::sites_in(double radius_m) const {
  const auto n = static_cast<std::int64_t>(radius_m / sites_.cell()) + 2;
  std::vector<VoronoiSite> out;
  for (std::int64_t j = -n; j <= n; ++j)
    for (std::int64_t i = -n; i <= n; ++i)
      if (const VoronoiSite s = sites_.site(i, j); in_disc(s, radius_m)) out.push_back(s);
  return out;
}

std::vector<Seam> RegionMap::seams(double radius_m) const {
  constexpr std::int64_t kNear = 3;  // cells: a common neighbour is never farther from either
  const double inner = radius_m - sites_.cell() / 2;
  std::vector<Seam> out;
  if (inner <= 0) return out;
  const std::vector<VoronoiSite> all = sites_in(inner);
  for (std::size_t n = 0; n < all.size(); ++n)
    for (std::size_t k = n + 1; k < all.size(); ++k) {
      const VoronoiSite &a = all[n], &b = all[k];
      Seam seam{a, b, region_of(a), region_of(b), {}, {}};
      if (seam.region_a == seam.region_b || b.j - a.j > kNear || std::abs(b.i - a.i) > kNear)
        continue;
      // Along the border, from the middle between the two; squared distances are linear in t.
      const double apart = std::sqrt(squared(b.x - a.x, b.y - a.y));
      const Vec3 middle{(a.x + b.x) / 2, (a.y + b.y) / 2, 0};
      const Vec3 along{-(b.y - a.y) / apart, (b.x - a.x) / apart, 0};
      Stretch s;
      for (std::int64_t j = a.j - kNear; j <= a.j + kNear; ++j)
        for (std::int64_t i = a.i - kNear; i <= a.i + kNear; ++i) {
          const VoronoiSite c = sites_.site(i, j);
          if (c == a || c == b) continue;
          s.keep(squared(middle.x - a.x, middle.y - a.y) - squared(middle.x - c.x, middle.y - c.y),
                 2 * (along.x * (c.x - a.x) + along.y * (c.y - a.y)));
        }
      const double foot = dot(middle, along), off2 = dot(middle, middle) - foot * foot;
      const double half2 = inner * inner - off2;
      if (half2 <= 0) continue;
      s.t0 = std::max(s.t0, -foot - std::sqrt(half2));
      s.t1 = std::min(s.t1, -foot + std::sqrt(half2));
      if (s.t1 - s.t0 < kLeastSeamM) continue;
      seam.from = middle + along * s.t0, seam.to = middle + along * s.t1;
      out.push_back(seam);
    }
  return out;
}

SiteCells::SiteCells(const RegionMap& map, double radius_m)
    : radius_(radius_m), cell_(map.sites().cell()), sites_(map.sites_in(radius_m)) {
  const std::int64_t n = static_cast<std::int64_t>(radius_m / cell_) + 4;
  first_ = -n, side_ = 2 * n + 1;
  for (std::int64_t j = -n; j <= n; ++j)
    for (std::int64_t i = -n; i <= n; ++i) {
      const VoronoiSite s = map.sites().site(i, j);
      places_.push_back({s.x, s.y, index(s)});
    }
}

int SiteCells::index(const VoronoiSite& site) const {
  const auto found = std::find(sites_.begin(), sites_.end(), site);
  return found == sites_.end() ? -1 : static_cast<int>(found - sites_.begin());
}

int SiteCells::at(double x, double y) const {
  if (squared(x, y) > radius_ * radius_) return -1;
  const auto i = static_cast<std::int64_t>(std::floor(x / cell_));
  const auto j = static_cast<std::int64_t>(std::floor(y / cell_));
  double nearest = 1e300;
  int out = -1;
  for (std::int64_t dj = -2; dj <= 2; ++dj)
    for (std::int64_t di = -2; di <= 2; ++di) {
      const Place& p = place(i + di, j + dj);
      const double d2 = squared(x - p.x, y - p.y);
      if (d2 < nearest) nearest = d2, out = p.index;
    }
  return out;
}

}  // namespace strate
