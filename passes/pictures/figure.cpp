#include "passes/pictures/figure.hpp"

#include <cmath>

#include "compiler/angle.hpp"
#include "passes/pictures/vec.hpp"

namespace strate {

namespace {

/// x across the shoulders, y forward, z up from the feet.
struct Limb {
  Vec3 a, b;
  double r;
  double flat = 1;  ///< depth (y) of the section over its width
};

constexpr Limb kLimbs[] = {
    {{-0.11, 0.05, 0.06}, {-0.11, -0.05, 0.06}, 0.060, 1},  // boots
    {{0.11, 0.05, 0.06}, {0.11, -0.05, 0.06}, 0.060, 1},
    {{-0.11, -0.04, 0.10}, {-0.095, 0, 0.84}, 0.085, 1},  // legs
    {{0.11, -0.04, 0.10}, {0.095, 0, 0.84}, 0.085, 1},
    {{0, 0, 0.90}, {0, 0, 0.98}, 0.165, 0.70},            // hips
    {{0, 0, 1.00}, {0, 0, 1.30}, 0.185, 0.66},            // chest
    {{-0.165, 0, 1.39}, {0.165, 0, 1.39}, 0.070, 1},      // shoulders
    {{-0.235, 0, 1.36}, {-0.275, 0.03, 0.86}, 0.052, 1},  // arms
    {{0.235, 0, 1.36}, {0.275, 0.03, 0.86}, 0.052, 1},
    {{0, 0, 1.44}, {0, 0, 1.52}, 0.055, 1},          // neck
    {{0, 0.01, 1.615}, {0, 0.01, 1.640}, 0.120, 1},  // head
};

constexpr int kAround = 14, kCap = 5;

/// Rings from one pole to the other; a ring is `kAround` vertices.
void add_limb(const Limb& limb, PictureMesh& mesh, const std::function<Vec3(Vec3)>& place) {
  const auto base = static_cast<std::uint32_t>(mesh.positions.size());
  const Frame frame(unit_of(to_float(limb.b - limb.a)));
  const int rings = 2 * (kCap + 1);
  for (int i = 0; i < rings; ++i) {
    const bool upper = i > kCap;
    const double turn = 0.25 * (upper ? i - kCap - 1 : kCap - i) / kCap;
    const Turn lift = turn_of(360 * turn);
    const double out = lift.cosine * limb.r, along = (upper ? 1 : -1) * lift.sine * limb.r;
    for (int k = 0; k < kAround; ++k) {
      const Turn at = turn_of(360.0 * k / kAround);
      const Vec3f local = frame.t * static_cast<float>(at.cosine * out) +
                          frame.b * static_cast<float>(at.sine * out) +
                          frame.n * static_cast<float>(along);
      Vec3 offset = to_double(local);
      offset.y *= limb.flat;
      const Vec3 p = place((upper ? limb.b : limb.a) + offset);
      const Vec3f n = unit_of(to_float(place(offset) - place({0, 0, 0})));
      const Vec3f q = to_float(p - mesh.origin);
      mesh.positions.push_back({q.x, q.y, q.z});
      mesh.normals.push_back({n.x, n.y, n.z});
    }
  }
  for (int i = 0; i + 1 < rings; ++i)
    for (int k = 0; k < kAround; ++k) {
      const auto corner = [&](int ring, int j) {
        return base + static_cast<std::uint32_t>(ring * kAround + j % kAround);
      };
      mesh.triangles.push_back({corner(i, k), corner(i, k + 1), corner(i + 1, k + 1)});
      mesh.triangles.push_back({corner(i, k), corner(i + 1, k + 1), corner(i + 1, k)});
    }
}

}  // namespace

PictureMesh figure_mesh(Vec3 origin, Vec3 feet, Vec3 facing) {
  PictureMesh mesh;
  mesh.origin = origin;
  const auto place = [&](Vec3 v) {
    return feet + Vec3{facing.y * v.x + facing.x * v.y, -facing.x * v.x + facing.y * v.y, v.z};
  };
  for (const Limb& limb : kLimbs) add_limb(limb, mesh, place);
  return mesh;
}

Rgb figure_color(double height_m) {
  if (height_m < 0.13) return linear_of(46, 40, 38);
  if (height_m < 0.90) return linear_of(60, 66, 78);
  if (height_m < 1.46) return linear_of(178, 92, 48);
  if (height_m < 1.63) return linear_of(214, 170, 140);
  return linear_of(236, 226, 200);
}

}  // namespace strate
