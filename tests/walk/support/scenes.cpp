#include "tests/walk/support/scenes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace strate::scene {
namespace {

double node_value(std::int64_t x, std::int64_t y, std::int64_t z, std::uint64_t seed) {
  return 2 * unit(draw_at(seed, 7, 1, x, y, z)) - 1;
}

double smooth(double t) { return t * t * (3 - 2 * t); }

/// Rooms, floors and tunnels with rough walls.
Density caves(Draw d, double rough, std::uint64_t seed) {
  struct Ball {
    Vec3 c;
    double r;
  };
  std::vector<Ball> balls;
  for (int i = 0; i < 6; ++i)
    balls.push_back({{d.in(-2.5, 2.5), d.in(-2.5, 2.5), d.in(-1.5, 1.5)}, d.in(0.7, 2.0)});
  const double scale = d.in(0.4, 1.5);
  return [=](Vec3 p) {
    double air = -4;
    for (std::size_t i = 0; i < balls.size(); ++i) {
      air = std::max(air, balls[i].r - length(p - balls[i].c));
      const auto& next = balls[(i + 1) % balls.size()];
      air = std::max(air, -capsule(p, balls[i].c, next.c, 0.75));
    }
    return air + rough * noise(p, scale, seed);
  };
}

/// Cells of a 3-D checkerboard of blocks with air between.
Density blocks(Draw d) {
  const double side = d.in(0.3, 1.6), fill = d.in(0.1, 0.45), base = d.in(-2.0, -1.0);
  return [=](Vec3 p) {
    const auto cell = [&](double v) { return v / side - std::floor(v / side) - 0.5; };
    const auto odd = static_cast<std::int64_t>(std::floor(p.x / side) + std::floor(p.y / side)) & 1;
    const Vec3 in{cell(p.x) * side, cell(p.y) * side, (p.z - base - (odd ? 0.4 : 0.0)) / 2};
    return std::min(p.z - base, box(in, {}, {fill * side, fill * side, 0.35}));
  };
}

Density rough_floor(Draw d, std::uint64_t seed) {
  const double amplitude = d.in(0.05, 0.6), scale = d.in(0.4, 2.0), tilt = d.in(0, 1.2);
  return [=](Vec3 p) {
    const double h = amplitude * noise({p.x, p.y, 0}, scale, seed) + tilt * p.x - 0.5;
    return std::min((p.z - h) / std::sqrt(1 + tilt * tilt), 3.0 - (p.z - h));
  };
}

Density stairs(Draw d) {
  const double tread = d.in(0.2, 0.5), riser = d.in(0.1, 0.5), turn = d.in(0, 3.2);
  return placed(
      [=](Vec3 p) {
        const double h = riser * std::floor(p.x / tread);
        const double next = tread * (std::floor(p.x / tread) + 1) - p.x;
        return p.z > h ? std::min(p.z - h, std::max(next, p.z - h - riser)) : p.z - h;
      },
      turn, {d.in(0, 0.2), d.in(0, 0.2), d.in(0, 0.2)});
}

Density pipes(Draw d) {
  std::vector<std::array<Vec3, 2>> ends;
  for (int i = 0; i < 7; ++i)
    ends.push_back(
        {Vec3{d.in(-3, 3), d.in(-3, 3), d.in(-2, 2)}, Vec3{d.in(-3, 3), d.in(-3, 3), d.in(-2, 2)}});
  const double radius = d.in(0.5, 1.1);
  const bool rock = d.in(0, 1) < 0.4;
  return [=](Vec3 p) {
    double nearest = 4;
    for (const auto& e : ends)
      nearest = std::min(nearest, capsule(p, e[0], e[1], rock ? radius * 0.3 : radius));
    return rock ? std::min(nearest, p.z + 1.2) : -nearest;
  };
}

/// Rooms behind thin walls whose doors are about as wide as the capsule: single moves decide
/// whether the rooms hang together.
Density doors(Draw d) {
  const double thick = d.in(0.13, 0.2);
  std::array<double, 4> width{}, at{};
  for (int i = 0; i < 4; ++i) width[i] = d.in(0.68, 0.72), at[i] = d.in(0.75, 1.1);
  return [=](Vec3 p) {
    double air = std::min({p.z + 1, 1.2 - p.z, 2.2 - std::fabs(p.x), 2.2 - std::fabs(p.y)});
    for (int i = 0; i < 4; ++i) {
      const double across = i < 2 ? p.x : p.y, along = (i < 2 ? p.y : p.x) * (i % 2 ? 1 : -1);
      if (along < 0) continue;
      const double wall = std::fabs(across) - thick / 2;
      air = std::min(air, std::max(wall, width[i] / 2 - std::fabs(along - at[i])));
    }
    return air;
  };
}

/// Independent values at 0.125 m: as wild as a lattice can be.
Density wild(Draw d, std::uint64_t seed) {
  const double air = d.in(0.45, 0.49), scale = d.in(0.15, 0.5);
  return [=](Vec3 p) {
    return std::min(noise(p, scale, seed) + air, p.z + 1.3 + 0.4 * noise(p, 0.3, seed + 1));
  };
}

}  // namespace

double box(Vec3 p, Vec3 centre, Vec3 half) {
  const double x = std::fabs(p.x - centre.x) - half.x, y = std::fabs(p.y - centre.y) - half.y;
  const double z = std::fabs(p.z - centre.z) - half.z;
  const double ox = std::max(x, 0.0), oy = std::max(y, 0.0), oz = std::max(z, 0.0);
  return std::sqrt(ox * ox + oy * oy + oz * oz) + std::min(std::max({x, y, z}), 0.0);
}

double capsule(Vec3 p, Vec3 a, Vec3 b, double radius) {
  const Vec3 ab = b - a, ap = p - a;
  const double t = std::clamp(dot(ap, ab) / std::max(dot(ab, ab), 1e-12), 0.0, 1.0);
  return length(ap - ab * t) - radius;
}

Density placed(Density inner, double turn, Vec3 shift) {
  const double c = std::cos(turn), s = std::sin(turn);
  return [=, inner = std::move(inner)](Vec3 p) {
    const Vec3 q = p - shift;
    return inner({c * q.x + s * q.y, -s * q.x + c * q.y, q.z});
  };
}

double noise(Vec3 p, double scale, std::uint64_t seed) {
  const Vec3 q = p * (1 / scale);
  const double fx = std::floor(q.x), fy = std::floor(q.y), fz = std::floor(q.z);
  const double u = smooth(q.x - fx), v = smooth(q.y - fy), w = smooth(q.z - fz);
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    const double wx = i & 1 ? u : 1 - u, wy = i & 2 ? v : 1 - v, wz = i & 4 ? w : 1 - w;
    sum += wx * wy * wz *
           node_value(static_cast<std::int64_t>(fx) + (i & 1),
                      static_cast<std::int64_t>(fy) + (i >> 1 & 1),
                      static_cast<std::int64_t>(fz) + (i >> 2 & 1), seed);
  }
  return sum;
}

Lattice lattice_of(const IndexBox& window, Um voxel_um, const Density& density) {
  // Tiles reach beyond the window: of what lies there only the ends of its last edges count.
  const IndexBox read = grown(window, 1);
  return lattice_from(window, voxel_um, [&](Coord c) {
    if (!read.contains(c)) return static_cast<float>(kBandM);
    const double d =
        density({lattice_m(c.x, voxel_um), lattice_m(c.y, voxel_um), lattice_m(c.z, voxel_um)});
    return static_cast<float>(std::clamp(d, -kBandM, kBandM));
  });
}

Density random_world(std::uint64_t seed) {
  Draw d(mix64(seed));
  switch (seed % 8) {
    case 0:
      return caves(d, 0, seed);
    case 1:
      return caves(d, d.in(0.1, 0.6), seed);
    case 2:
      return blocks(d);
    case 3:
      return rough_floor(d, seed);
    case 4:
      return stairs(d);
    case 5:
      return pipes(d);
    case 6:
      return doors(d);
    default:
      return wild(d, seed);
  }
}

}  // namespace strate::scene
