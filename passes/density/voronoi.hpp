// A jittered Voronoi diagram over x and y, bent by a domain warp if it has one: who rules a column,
// and in which shares what meets at a border is blended (02 §6, 10 B3).
//
//   (x_s, y_s) = ((i + ½ + kJitter · u) · cell, (j + ½ + kJitter · v) · cell)   of site s = (i, j);
//                u, v drawn in [−1, 1), both on the plan grid
//   (X, Y)     = (x, y) + warp · (w1(x, y), w2(x, y))      fBm of 2 octaves; without warp (x, y)
//   d_s        = √((X − x_s)² + (Y − y_s)²)
//   f_s        = d_s − d_min < blend ? (1 − (d_s − d_min) / blend)² : 0
//   share_s    = f_s / Σ f                  summed in the order of sites: by j, then by i
//
// Sites belong to classes (a biome, a region); with no classes given each is its own.
//
//   dominant   = class of the nearest site; equally near: of the first one
//   neighbour  = class of the nearest site of another class; the dominant where none has a share
//   border     = f / (1 + f), f of that site: 0 inside, ½ on the border
//
// All in double, by + − × ÷ √ alone; shares are compact and continuous, at triple points too.
// A column's answer hangs on its own position alone: blocks, points and candidate lists agree to
// the bit. [Units: m]
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "compiler/geometry.hpp"
#include "compiler/op.hpp"
#include "passes/density/arena.hpp"
#include "passes/density/noise.hpp"

namespace strate {

/// Sites stand within this share of a cell from its middle, along either axis.
inline constexpr double kVoronoiJitter = 0.4;
/// Widest blend, in cells: beyond it a site more than two cells away could have a share.
inline constexpr double kVoronoiBlendMost = 0.75;
/// Sites within two cells.
inline constexpr int kVoronoiNear = 25;

struct VoronoiSite {
  std::int64_t i = 0, j = 0;
  double x = 0, y = 0;
  friend bool operator==(const VoronoiSite&, const VoronoiSite&) = default;
};

/// What a diagram says of one column. Indices are into the candidate sites it was asked with.
struct VoronoiColumn {
  int count = 0;
  int site[kVoronoiNear];      ///< those with a share, ascending
  double share[kVoronoiNear];  ///< above 0, in all 1
  int dominant = 0;            ///< the nearest site
  int neighbour = 0;           ///< the nearest of another class; `dominant` if none has a share
  double border = 0;           ///< 0 … ½
};

/// Bends borders. [Limits: reach ≤ 64, scale ≥ 4]
struct VoronoiWarp {
  double reach_m = 0, scale_m = 32;
};

class Voronoi {
 public:
  /// `address`: of the draws, as everywhere. [Limits: cell ≥ 4, 0 < blend ≤ kVoronoiBlendMost ·
  /// cell]
  Voronoi(std::uint64_t seed, std::uint64_t address, double cell_m, double blend_m,
          std::optional<VoronoiWarp> warp = {});

  double cell() const { return cell_; }
  double blend() const { return blend_; }
  VoronoiSite site(std::int64_t i, std::int64_t j) const;

  /// The columns of a block.
  class Columns {
   public:
    /// Every site that has a share in one of them, and maybe others; in order.
    std::span<const VoronoiSite> sites() const { return sites_; }
    /// `classes`: of each site; null: all differ. ix may reach into the padding.
    void at(int ix, int iy, const std::uint8_t* classes, VoronoiColumn& out) const;

   private:
    friend class Voronoi;
    std::span<const VoronoiSite> sites_;
    const double *x_ = nullptr, *y_ = nullptr;  ///< warped, ny rows
    double cell_ = 0, blend_ = 0;
  };
  /// Valid until the arena's memory is given back.
  Columns columns(const Axes& axes, NoiseScratch& scratch, Arena& arena) const;

  /// The sites around one point, in order, and where the warp takes it: the same bits as in a
  /// block.
  struct Point {
    VoronoiSite sites[kVoronoiNear];
    double x = 0, y = 0;
    double blend = 0;
    void at(const std::uint8_t* classes, VoronoiColumn& out) const;
  };
  Point point(double x, double y) const;

  /// Over a rectangle of columns.
  struct Range {
    /// False: too many to look at; then nothing is known.
    bool known = false;
    /// Every site that has a share at a point of it, and few others; in order.
    std::span<const VoronoiSite> sites;
    /// Encloses where the warp takes it.
    Interval x, y;
  };
  Range range(const Box3& box, Arena& arena) const;
  /// Whether a site of the range may be the nearest somewhere in it.
  bool may_rule(const Range& range, std::size_t site) const;
  /// Encloses `border` there. `classes`: of range.sites.
  Interval border_over(const Range& range, const std::uint8_t* classes) const;
  /// Encloses the share of all sites of one class there. `classes`: of range.sites.
  Interval share_over(const Range& range, const std::uint8_t* classes, std::uint8_t of) const;
  /// How much Σ share · value changes per metre at most, beyond the change of the values
  /// themselves, for values that differ by 1 at most: along any direction. `bent`: greatest stretch
  /// of the warp there.
  double steepness(const Range& range, double bent) const;
  /// The greatest stretch of the warp over a rectangle: 1 without warp.
  double stretch_over(const Box3& box) const;

 private:
  std::span<const VoronoiSite> near(Interval x, Interval y, Arena& arena) const;
  std::span<const VoronoiSite> around_each(std::span<const double> x, std::span<const double> y,
                                           Arena& arena) const;

  std::uint64_t seed_, address_;
  double cell_, blend_;
  std::optional<VoronoiWarp> warp_;
  Fbm warp_x_, warp_y_;
};

}  // namespace strate
