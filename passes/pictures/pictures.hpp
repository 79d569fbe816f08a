// Pictures of a world (12, 05 §4): player-eye views, the map, the section. Same input, same pixels
// on every thread count; positions are world metres.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/lattice.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"
#include "compiler/season.hpp"
#include "formats/files/png.hpp"
#include "passes/pictures/tint.hpp"

namespace strate {

/// The line under a picture.
struct Caption {
  std::string season, strate;
  std::uint64_t seed = 0;
};

/// A surface of rock. Triangles are counter-clockwise seen from air; positions are relative to
/// `origin`; normals are unit vectors into the air, one a vertex.
struct PictureMesh {
  Vec3 origin;
  std::vector<std::array<float, 3>> positions, normals;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

// ---- Views -------------------------------------------------------------------------------------

inline constexpr int kViewWidth = 1280, kViewHeight = 720, kCaptionHeight = 36;

struct ViewsInput {
  const PictureMesh& mesh;
  std::span<const Vec3> floors;  ///< floor points a player can stand on, of the main component
  Vec3 start;                    ///< the arrival: views spread away from it
  Box3 window;                   ///< the mesh is open in these planes
  const Atmosphere& air;
  Caption caption;
  int count = 8;                                 ///< views wanted
  int width = kViewWidth, height = kViewHeight;  ///< of a picture without its caption bar
  bool has_water = false;
  double water_z_m = 0;
  const RockTint* tint = nullptr;  ///< of the rock, where it is not air.rock_color
};

struct View {
  RgbImage image;             ///< width × (height + kCaptionHeight)
  Vec3 eye, forward;          ///< forward: unit
  double free_m = 0;          ///< free distance along the middle of the picture
  double mean_luminance = 0;  ///< of the picture without its caption, 0 … 1
  bool has_marker = false;
  Vec3 marker;                ///< floor under the 1.76 m figure
  double marker_visible = 0;  ///< share of the figure's probes seen from the eye
};

struct ViewSet {
  std::vector<View> views;  ///< fewer than asked where the world has no more good places
  int rejected = 0;         ///< places refused: too near a wall, too dark, or flat
};

Result<ViewSet> draw_views(const ViewsInput& input, const Executor& executor);

/// Where somebody wants to look from. Degrees: yaw 0 is +x and turns towards +y; pitch is up.
struct Aim {
  Vec3 eye;
  double yaw_deg = 0, pitch_deg = 0;
};

/// The view from there, whatever it shows. Of `input`, `start` and `count` are not read.
Result<View> draw_view(const ViewsInput& input, const Aim& aim, const Executor& executor);

/// Whether a place of the surface is what a picture is about. [Units: m, world axes]
using Subject = std::function<bool(Vec3)>;

/// Of places spread over the floors, directions around, level, up and down, the view that shows
/// most of a subject and what it stands in; nothing if it is seen from none. Of `input`, `count` is
/// not read.
Result<std::optional<View>> draw_view_of(const ViewsInput& input, const Subject& subject,
                                         const Executor& executor);

/// The JSON beside the views: cameras, markers, what was refused.
std::string views_json(const ViewSet& set, const Caption& caption);

// ---- Map and section ---------------------------------------------------------------------------

enum class LineKind { descent, passage, leak };

/// A polyline drawn over map and section.
struct PictureLine {
  LineKind kind = LineKind::descent;
  std::vector<Vec3> points;
};

/// 32 samples x0 … x0 + 31 of row (y, z), x0 a multiple of 32: bits where a player can stand.
using StandingWord = std::function<std::uint32_t(std::int64_t x0, std::int64_t y, std::int64_t z)>;

struct MapInput {
  const Lattice& lattice;
  IndexBox window;         ///< samples drawn
  StandingWord standing;   ///< the capsule's lower sphere's centre; empty: floors with headroom
  double sphere_m = 0.36;  ///< how far it lies over its floor, where no rock is found near
  std::span<const PictureLine> lines;
  std::span<const Landing> landings;
  bool has_water = false;
  double water_z_m = 0;
  Caption caption;
  const RockTint* tint = nullptr;  ///< of the floor
};

/// Seen from above, north up; one pixel is 0.25 m (the voxel if that is larger).
RgbImage draw_map(const MapInput& input, const Executor& executor);

/// One strate's share of a section.
struct SectionStrate {
  std::string title;
  double top_m = 0, bottom_m = 0, seal_m = 2;
  std::string rock_color = "#7a7068";
  const Lattice* lattice = nullptr;  ///< may cover more than the strate
  bool has_water = false;
  double water_z_m = 0;
  const RockTint* tint = nullptr;  ///< of the rock, where it is not rock_color
};

struct SectionInput {
  std::span<const SectionStrate> strates;  ///< top first: one, or the whole stack
  double x0_m = -64, x1_m = 64;            ///< from left to right
  double cut_y_m = 0;                      ///< rock at this y is cut; the view goes towards +y
  double depth_m = 24;                     ///< how far into the air one sees
  double pixels_per_m = 8;                 ///< 1 … 16
  std::span<const PictureLine> lines;
  Caption caption;
};

RgbImage draw_section(const SectionInput& input, const Executor& executor);

/// The cut (a multiple of the voxel) that shows most of these lines' points: their median y.
double section_cut(std::span<const PictureLine> lines, Um voxel_um);

}  // namespace strate
