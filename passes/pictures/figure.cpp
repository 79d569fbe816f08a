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
    {{-0.095, 0.06, 0.055}, {-0.100, -0.05, 0.055}, 0.055, 1},  // boots
    {{0.095, 0.06, 0.055}, {0.100, -0.05, 0.055}, 0.055, 1},
    {{-0.100, -0.02, 0.10}, {-0.098, 0.01, 0.47}, 0.066, 1},  // shins
    {{0.100, -0.02, 0.10}, {0.098, 0.01, 0.47}, 0.066, 1},
    {{-0.098, 0.01, 0.47}, {-0.088, 0, 0.86}, 0.082, 1},  // thighs
    {{0.098, 0.01, 0.47}, {0.088, 0, 0.86}, 0.082, 1},
    {{0, 0, 0.90}, {0, 0, 1.02}, 0.162, 0.66},  // coat
    {{0, 0, 1.04}, {0, 0, 1.26}, 0.168, 0.64},
    {{-0.120, 0, 1.39}, {0.120, 0, 1.39}, 0.068, 1},        // shoulders
    {{-0.190, 0, 1.385}, {-0.232, -0.02, 1.11}, 0.053, 1},  // upper arms
    {{0.190, 0, 1.385}, {0.232, -0.02, 1.11}, 0.053, 1},
    {{-0.232, -0.02, 1.11}, {-0.235, 0.06, 0.85}, 0.043, 1},  // forearms
    {{0.232, -0.02, 1.11}, {0.235, 0.06, 0.85}, 0.043, 1},
    {{0, 0, 1.44}, {0, 0.01, 1.53}, 0.052, 1},       // neck
    {{0, 0.015, 1.60}, {0, 0.01, 1.655}, 0.105, 1},  // head
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
  if (height_m < 1.46) return linear_of(168, 78, 44);
  if (height_m < 1.645) return linear_of(214, 170, 140);
  return linear_of(222, 214, 196);
}

}  // namespace strate
