// The biomes of a strate as a function of x and y (02 §6): a Voronoi diagram whose sites are
// classified by the climate where they stand.
//
//   diagram: voronoi.hpp, at cell_m; blend = kBiomeBlend · cell, warp kBiomeWarp · cell at
//            kBiomeWarpScale · cell
//   biome of a site = the first whose box holds (relief, moisture) there
//   share of a biome = Σ share of its sites, in the order of sites; exactly 1 where it is alone
//   dominant, neighbour, border: of the diagram, biomes as classes
//
// Pure in x and y, so it is computed once per column. Nothing of it moves bands, seals or water.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compiler/biome.hpp"
#include "compiler/world.hpp"
#include "passes/density/context.hpp"
#include "passes/density/kernels.hpp"
#include "passes/density/voronoi.hpp"

namespace strate {

/// In cells.
inline constexpr double kBiomeBlend = 0.4, kBiomeWarp = 0.2, kBiomeWarpScale = 0.6;

/// A climate map: a curve over fBm of kClimateOctaves.
struct ClimateMap {
  Fbm noise;
  Polyline line;
  /// The field `name` at one place: the same bits.
  float at(double x, double y) const;
  /// Of every column: ny rows, 64-byte aligned.
  void columns(const Axes& axes, NoiseScratch& scratch, float* out) const;
};
inline constexpr int kClimateOctaves = 3;
ClimateMap relief_map(std::uint64_t seed, const Climate& climate);
ClimateMap moisture_map(std::uint64_t seed, const Climate& climate);

/// Which of up to 32 are meant.
using BiomeBits = std::uint32_t;

class Biomes {
 public:
  /// At least one biome; their boxes cover every climate.
  Biomes(BiomeMap map, std::uint64_t seed, const Climate& climate);

  const BiomeMap& map() const { return map_; }

  /// Of every column, ny rows; any may be null.
  void columns(StackScratch& scratch, const Axes& axes, float* border, std::uint8_t* dominant,
               std::uint8_t* neighbour) const;

  /// Biomes by groups, `group_of[biome]` < groups ≤ kMostBiomes + 1.
  struct Groups {
    const std::uint8_t* of = nullptr;
    int count = 0;
  };
  /// Writes the share of every group that has one in the block, ny rows each, from the temporary
  /// memory; null for the others. Returns which they are. A group that is alone has exactly 1.
  BiomeBits shares(StackScratch& scratch, const Axes& axes, Groups groups,
                   const double** out) const;

  struct Place {
    int dominant = 0, neighbour = 0;
    float border = 0;
  };
  /// At one place: the same as of a block's column.
  Place at(double x, double y) const;
  /// The dominant one alone.
  int dominant_at(double x, double y, StackScratch& scratch) const;

  /// Over a box's columns.
  struct Range {
    BiomeBits share = 0, dominant = 0;  ///< those that may have a share, that may rule
    Interval border;
    double steepness = 0;         ///< of shares, as Voronoi::steepness. [Units: per m]
    double border_steepness = 0;  ///< [Units: per m]
  };
  Range over(const Box3& box, StackScratch& scratch) const;
  static BiomeBits groups_in(BiomeBits biomes, Groups groups);

 private:
  struct Cache;
  struct View;
  Cache& cache(StackScratch& scratch) const;
  std::uint8_t classify(const VoronoiSite& site) const;
  std::uint8_t class_of(const VoronoiSite& site, Cache& cache) const;
  const std::uint8_t* classes_of(std::span<const VoronoiSite> sites, StackScratch& scratch) const;
  View view(StackScratch& scratch, const Axes& axes) const;
  void fill(const Voronoi::Columns& columns, const std::uint8_t* classes, const Axes& axes,
            const View& out) const;
  Range compute_range(const Box3& box, StackScratch& scratch) const;

  BiomeMap map_;
  std::uint64_t id_;  ///< tells the diagrams of a process apart in caches; never reaches a value
  Voronoi diagram_;
  ClimateMap relief_, moisture_;
};

}  // namespace strate
