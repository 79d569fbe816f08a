// Which lateral region rules where (02 §6, 10 B3), and where regions meet.
//
//   region of site (i, j) = the first k with Σ share_0..k > u · Σ share;  u drawn for the site
//   weight of a region    = Σ share of its sites (voronoi.hpp), in their order; 1 where it is alone
//
// Pure in x and y. A *seam* is the stretch of border between two neighbouring sites of different
// regions. [Units: m]
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/limits.hpp"
#include "compiler/world.hpp"
#include "passes/density/voronoi.hpp"

namespace strate {

using limits::kMostRegions;

/// Two sites and the stretch of their border that is planned; a before b in the order of sites (by
/// j, then by i).
struct Seam {
  VoronoiSite a, b;
  int region_a = 0, region_b = 0;
  Vec3 from, to;  ///< ends of the stretch, x and y
  double length() const { return strate::length(to - from); }
};

class StackScratch;  // context.hpp

class RegionMap {
 public:
  /// `strate` has regions.
  explicit RegionMap(const StrateWorld& strate);

  const Voronoi& sites() const { return sites_; }
  int region_of(const VoronoiSite& site) const;
  /// The site nearest to (x, y); equally near: the first one.
  VoronoiSite site_at(double x, double y) const;

  /// Weights of every region at (x, y): above 0 where it counts, in all 1; 1 exactly where it is
  /// alone.
  struct Weights {
    float of[kMostRegions] = {};
    int ruler = 0;  ///< the region of the nearest site
  };
  Weights at(double x, double y) const;
  /// Of every column of a block: `planes[r]` has ny rows of kBlockRow.
  void columns(const Axes& axes, StackScratch& scratch, float* const* planes) const;
  /// Bit r is set for every region that has weight somewhere in the box, and maybe for others.
  /// `weights`, if not null, receives what encloses the weight of each there.
  unsigned within(const Box3& box, Arena& arena, Interval* weights = nullptr) const;

  /// Every seam of two sites at least half a cell inside the disc, whose stretch there is at least
  /// kLeastSeamM long, in order of a, then of b: both cells lie in the disc for the most part.
  std::vector<Seam> seams(double radius_m) const;
  /// Every site in the disc, in order.
  std::vector<VoronoiSite> sites_in(double radius_m) const;

 private:
  Weights weights_of(const VoronoiColumn& column, const std::uint8_t* classes) const;

  std::uint64_t seed_ = 0;
  std::vector<double> until_;  ///< sums of shares, the last one 1
  Voronoi sites_;
};

/// The cells of the sites in a disc around the spine, asked over and over.
class SiteCells {
 public:
  SiteCells(const RegionMap& map, double radius_m);
  /// In order.
  const std::vector<VoronoiSite>& sites() const { return sites_; }
  /// Index of a site; −1 if it is not in the disc.
  int index(const VoronoiSite& site) const;
  /// Index of the site nearest to (x, y), equally near the first one; −1 outside the disc and where
  /// the nearest site is outside it.
  int at(double x, double y) const;

 private:
  struct Place {
    double x = 0, y = 0;
    int index = -1;
  };
  const Place& place(std::int64_t i, std::int64_t j) const {
    return places_[static_cast<std::size_t>((j - first_) * side_ + (i - first_))];
  }
  double radius_, cell_;
  std::int64_t first_ = 0, side_ = 0;  ///< square of lattice cells known, the same along i and j
  std::vector<VoronoiSite> sites_;
  std::vector<Place> places_;
};

/// What meets over less than this is a corner, not a seam. [Units: m]
inline constexpr double kLeastSeamM = 4;

}  // namespace strate
