// The vector kernels of density: one table of functions per SIMD level, equal bits in all of them.
// A "row" is kBlockRow floats, 64-byte aligned; kernels over rows work on whole rows, padding
// included. `io` is read and written. Every formula is written once, in the *-inl.hpp files.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/hash.hpp"
#include "compiler/op.hpp"
#include "passes/density/noise.hpp"
#include "passes/density/simd.hpp"

namespace strate {

/// Straight between stops, flat beyond. At a stop that stands twice the later one counts.
struct Polyline {
  std::vector<float> at, value, slope;  ///< slope[i] leads from stop i to i + 1
};

/// `at` ascending; both lists of one length ≥ 1.
Polyline make_polyline(const std::vector<double>& at, const std::vector<double>& value);

/// lo ≤ v ≤ hi with the feather inside; open ends are ∓infinity.
struct BandLimits {
  float lo = 0, hi = 0, feather = 0;
};

/// Shapes. Centres and ends are strate-local doubles; distances use float(x − centre) per axis
/// (10 A4). [Units: m]
struct SphereShape {
  Vec3 at;
  double radius = 1;
};
struct EllipsoidShape {
  Vec3 at;
  Vec3 radii;                   ///< each > 0
  double cosine = 1, sine = 0;  ///< turn about +z: local x axis = (cosine, sine)
};
/// Radius linear along the axis from `ra` at `a` to `rb` at `b`. a == b is a sphere of radius ra.
struct CapsuleShape {
  Vec3 a, b;
  double ra = 1, rb = 1;
};
struct BoxShape {
  Vec3 at, half;     ///< half sizes, rounding included
  double round = 0;  ///< ≤ the least half size
  double cosine = 1, sine = 0;
};
/// A squashed sphere cut flat by its floor, which lies kChamberDrop · height under the centre:
/// the flat floor's radius is 0.6 · radius.
struct ChamberShape {
  Vec3 floor;         ///< centre of the floor
  double radius = 1;  ///< horizontal, at mid-height
  double height = 1;  ///< vertical half-axis
};
inline constexpr double kChamberDrop = 0.8;
/// A tube over a straight piece of floor: around the line kTubeRise · radius above it, cut flat at
/// the floor. Its flat floor is 1.37 · radius wide, its height 1.73 · radius. Round ends reach into
/// the next pieces of a chain: there the floor goes on with their slopes, so that it has no
/// notches.
struct TubeShape {
  Vec3 a, b;  ///< ends of the floor line
  double ra = 1, rb = 1;
  double before = 0, after = 0;  ///< rise over run of the floor before a and after b
};
inline constexpr double kTubeRise = 0.73;
/// A pillar whose radius grows from the middle to both ends; endless in z beyond them.
struct PillarShape {
  Vec3 at;                        ///< middle of the axis
  double lean_x = 0, lean_y = 0;  ///< run of the axis per metre of height
  double radius = 1, flare = 0;   ///< radius in the middle; what is added at the ends
  double half_height = 1;         ///< from the middle to an end
};
/// A tread that winds around a vertical axis, of rock down to its thickness, once every `pitch` of
/// height. Wider than what it winds in, so that it is joined to the wall or the core.
struct HelixShape {
  Vec3 at;                      ///< on the axis, at the tread's height on the bearing below
  double cosine = 1, sine = 0;  ///< the bearing
  double hand = 1;              ///< 1: it rises counter-clockwise seen from above; −1
  double inner = 1, outer = 3;  ///< radii between which it lies; inner 0: down to the axis
  double pitch = 6;
  double thickness = 1, grow = 0;  ///< at `inner`, and what is added per metre outward
  double still = 1;                ///< nearer the axis than this the distance fades to 0
  double top = 0;                  ///< over `at`: where it is cut off, flat
};
/// A body that tapers downward: full radius at its top and above, none at `depth` below.
///   r(s) = radius · (1 − s · (taper + (1 − taper) · s)),  s: share of the depth
struct IsleShape {
  Vec3 at;  ///< middle of the top
  double radius = 6, depth = 8;
  double taper = 0.7;             ///< 0: blunt, 1: a cone
  double lean_x = 0, lean_y = 0;  ///< how far the middle drifts per metre downward
  bool flat = true;               ///< cut at the top; else it goes on upward for ever
};
/// One segment of a passage's tube (passage_tube.hpp): from the section at `centre` to the one at
/// end(), between the bisectors of its bends.
struct TubeSegment {
  Vec3 centre;
  float abx = 0, aby = 0, abz = 0;  ///< to the last section's centre
  float n0x = 0, n0y = 0;           ///< normals of the bisectors at its nodes
  float n1x = 0, n1y = 0;
  float span = 0;                ///< the second bisector's distance from the first section
  float before = 0, behind = 0;  ///< how far beyond its bisectors it still owns points
  float ra = 1, dr = 0;          ///< radius and its change
  float lift = 0;                ///< height of the centre above the floor, in radii
  Vec3 end() const {
    return {centre.x + static_cast<double>(abx), centre.y + static_cast<double>(aby),
            centre.z + static_cast<double>(abz)};
  }
};
/// One row of what a tube's segments say of a block: of the nearest one that owns the sample.
struct TubeRow {
  float* distance;  ///< squared, from the line of centres
  float* radius;
  float* height;  ///< above the floor line
};
/// A crack cut into a floor, or a blade that stands on one: a lens in plan that sways sideways,
/// narrowing with depth; its bottom ramps up to the rim at both ends.
struct RiftShape {
  Vec3 at;                       ///< the middle of its rim
  double cosine = 1, sine = 0;   ///< of its bearing
  double half = 20, width = 2;   ///< half lengths along and across
  double depth = 8, batter = 0;  ///< from the rim; narrowing of `width` per metre of depth
  double rise = 2;               ///< how far it goes on beyond the rim
  double sway = 0, period = 1, phase = 0;
  bool up = false;       ///< a blade: depth counts upwards
  double jag = 0;        ///< of a second, shorter sway
  double crest = 0;      ///< how far up the bottom goes with it, halved
  double close = 0;      ///< narrowing of `width` per metre beyond the rim
  double level() const;  ///< what its sides' distances are scaled by
  /// 1 + the square of the bottom's slope is at most flat + steep · (u/half)².
  double bottom_flat() const;
  double bottom_steep() const;
};
/// The bottom reaches the rim where (u/half)² · kRiftTail = 1.
inline constexpr double kRiftTail = 1.0 / 0.7;
/// Waves of the second sway for one of the first.
inline constexpr double kRiftJag = 2.7;
/// A deck between two ends with an arched underside.
struct SpanShape {
  Vec3 at;                           ///< the middle of its line from end to end
  double cosine = 1, sine = 0;       ///< of its bearing
  double half = 8, width = 1.5;      ///< half lengths along and across
  double slope = 0, camber = 0;      ///< of that line; rise of the deck over it in the middle
  double thickness = 1, haunch = 0;  ///< in the middle; how much more at the ends
  double flare = 0;                  ///< how much wider at the ends
  double run = 8;                    ///< the line slopes as far as that to both sides
  double dive = 0;                   ///< and falls from there by so much per metre
  double level() const {
    const double steep = std::max(std::fabs(slope), dive) + 2 * (camber + haunch) / half;
    return 1 / std::sqrt(1 + steep * steep);
  }
};
/// Blend of a span's edges. [Units: m]
inline constexpr float kSpanRound = 0.75f;
/// Where walls come closer.
struct PinchShape {
  Vec3 at;
  double reach = 4, amount = 0.8;
};
constexpr double square_of(double v) { return v * v; }
inline double RiftShape::level() const {
  const double along = 4 * (sway + kRiftJag * jag) / period + 2 * width / half;
  return 1 / std::sqrt(1 + square_of(along) + square_of(std::max(batter, close)));
}
/// (a + b)² ≤ 2·a² + 2·b².
inline double RiftShape::bottom_flat() const {
  return 1 + 2 * square_of(4 * kRiftJag * crest / period);
}
inline double RiftShape::bottom_steep() const {
  return (crest > 0 ? 2 : 1) * square_of(2 * depth * kRiftTail / half);
}
/// Arc tangent in turns is q · Σ kTurns[i] · q^2i for |q| ≤ 1, within 2e-6 (Abramowitz & Stegun
/// 4.4.47).
inline constexpr double kTurns[] = {0.15913362, -0.05256880, 0.02867033, -0.01354933, 0.00331601};
/// What a tread's distance is scaled by, so that it grows no faster than the point moves.
inline double helix_scale(const HelixShape& s) {
  const double slope = s.pitch / (6.283185307179586 * s.still);
  return 1 / std::sqrt(1 + slope * slope + s.grow * s.grow);
}
/// Endless in z.
struct CylinderShape {
  double x = 0, y = 0, radius = 1;
};

struct Kernels {
  // One value for all; min/max are `b < a ? b : a` and `a < b ? b : a` (10 A5).
  void (*fill)(float* out, std::size_t rows, float value);
  void (*negate)(float* io, std::size_t rows);
  void (*affine)(float* io, std::size_t rows, float scale, float offset);  ///< io·scale + offset
  void (*min_value)(float* io, std::size_t rows, float value);
  void (*max_value)(float* io, std::size_t rows, float value);
  void (*complement)(float* io, std::size_t rows);  ///< 1 − io
  /// Clamps to ±kBandM and turns −0 into +0: the one clamp, last (10 B7).
  void (*clamp_band)(float* io, std::size_t rows);

  // Two blocks.
  void (*min)(float* io, const float* b, std::size_t rows);
  void (*max)(float* io, const float* b, std::size_t rows);
  void (*max_negated)(float* io, const float* b, std::size_t rows);  ///< max(io, −b)
  void (*add)(float* io, const float* b, std::size_t rows);
  void (*mul)(float* io, const float* b, std::size_t rows);
  /// io + b·weight; exactly io where weight is 0.
  void (*add_weighted)(float* io, const float* b, const float* weight, std::size_t rows);
  /// The compact polynomial of 10 B2, k > 0: h = k − |a − b|; h > 0 ? min − h²/(4k) : min.
  void (*smooth_min)(float* io, const float* b, std::size_t rows, float k);
  void (*smooth_max)(float* io, const float* b, std::size_t rows, float k);
  void (*smooth_max_negated)(float* io, const float* b, std::size_t rows, float k);
  /// 10 B3: weight ≤ 0 → io, weight ≥ 1 → b, else io + weight·(b − io).
  void (*lerp)(float* io, const float* b, const float* weight, std::size_t rows);

  // Fields.
  void (*curve)(const Polyline& line, const float* x, std::size_t rows, float* out);
  /// Weight 0 … 1 of a band: 0 outside exactly, the quintic fade over the feather, 1 inside.
  void (*band)(const BandLimits& limits, const float* x, std::size_t rows, float* out);
  /// 10 B9: io + amount·noise·w with w = 1 for |io| ≤ reach, fading to exactly 0 at 2·reach,
  /// reach = 1.04·amount. `amounts` is one block of amounts, or null for the same `amount` all
  /// over.
  void (*roughen)(float* io, const float* noise, const float* amounts, float amount,
                  std::size_t rows);
  void (*fbm)(const Fbm& f, const Axes& axes, NoiseScratch& scratch, float* out);
  /// fbm_point(f, x[i], y[i], 0) of arbitrary columns (warped coordinates): `rows` rows of
  /// kBlockRow.
  void (*fbm_scattered)(const Fbm& f, const double* x, const double* y, std::size_t rows,
                        float* out);

  // Shapes: fold the distance d (negative inside) into io: k = 0: min(io, d), else smooth_min.
  void (*sphere)(const SphereShape& s, const Axes& axes, float k, float* io);
  void (*ellipsoid)(const EllipsoidShape& s, const Axes& axes, float k, float* io);
  void (*capsule)(const CapsuleShape& s, const Axes& axes, float k, float* io);
  void (*box)(const BoxShape& s, const Axes& axes, float k, float* io);
  void (*cylinder)(const CylinderShape& s, const Axes& axes, float k, float* io);
  void (*chamber)(const ChamberShape& s, const Axes& axes, float k, float* io);
  void (*tube)(const TubeShape& s, const Axes& axes, float k, float* io);
  void (*pillar)(const PillarShape& s, const Axes& axes, float k, float* io);
  void (*rift)(const RiftShape& s, const Axes& axes, float* io);  ///< k = 0
  void (*span)(const SpanShape& s, const Axes& axes, float* io);  ///< k = 0
  /// Carves shape + relief out of io, or heaps it up, blended by k, where shape is under the cap.
  void (*carve_shapes)(float* io, const float* shape, const float* relief, std::size_t rows,
                       float k);
  void (*heap_shapes)(float* io, const float* shape, const float* relief, std::size_t rows,
                      float k);
  /// Moves surfaces within reach into the air; exactly io beyond.
  void (*pinch)(const PinchShape& s, const Axes& axes, float* io);
  void (*helix)(const HelixShape& s, const Axes& axes, float k, float* io);
  void (*isle)(const IsleShape& s, const Axes& axes, float k, float* io);
  /// Folds a segment into row (iy, iz): where it owns the sample and is nearer, it takes its place.
  void (*tube_segment)(const TubeSegment& s, const Axes& axes, int iy, int iz, TubeRow row);
  /// out = sign · float(z − heights) · scales. `heights`: ny rows of kBlockRow doubles; `scales`:
  /// ny rows of floats or null for 1. sign +1: negative under the height; −1: negative above it.
  void (*heights)(const double* heights, const float* scales, float sign, const Axes& axes,
                  float* out);
  /// Horizontal distance of every column from (cx, cy), in double: ny rows of kBlockRow doubles.
  void (*radii)(const Axes& axes, double cx, double cy, double* out);

  // Facts about one row or block; padding does not count.
  /// add_sample of n samples at x0_um + i·step_um.
  void (*digest_row)(const float* row, int n, std::int64_t x0_um, std::int64_t step_um,
                     std::int64_t y_um, std::int64_t z_um, DensityDigest& digest);
  /// Bit i is set where row[i] < 0, i < n.
  std::uint64_t (*sign_bits)(const float* row, int n);
  /// Least and greatest of `rows` rows of nx samples.
  void (*range)(const float* values, std::size_t rows, int nx, float& lo, float& hi);
  /// False if a sample is NaN or infinite.
  bool (*finite)(const float* values, std::size_t rows, int nx);
};

/// The table of the level in force (simd.hpp).
const Kernels& kernels();
/// The table of one level; it must be among simd_levels().
const Kernels& kernels(SimdLevel level);

}  // namespace strate
