// The human silhouette that gives a view its scale.
#pragma once

#include "passes/pictures/pictures.hpp"
#include "passes/pictures/tone.hpp"

namespace strate {

inline constexpr double kFigureHeightM = 1.76;

/// A figure of capsules, feet at the origin's z, shoulders across `facing` (unit, horizontal). The
/// mesh's origin is `origin`; the feet stand at `feet` (world metres).
PictureMesh figure_mesh(Vec3 origin, Vec3 feet, Vec3 facing);

/// Colour of the figure at a height over its feet: boots, trousers, coat, head.
Rgb figure_color(double height_m);

/// Heights over the feet at which a figure is looked for. [Units: m]
inline constexpr double kFigureProbes[5] = {0.15, 0.55, 0.95, 1.35, 1.66};

}  // namespace strate
