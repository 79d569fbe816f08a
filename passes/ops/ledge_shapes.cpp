#include "passes/ops/ledge_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/context.hpp"
#include "passes/density/interval.hpp"

namespace strate {
namespace {

double thickness_at(const HelixShape& s, double r) {
  return s.thickness + s.grow * std::clamp(r - s.inner, 0.0, s.outer - s.inner);
}

double slab_at(const HelixShape& s, double x, double y, double z) {
  const double u = x * s.cosine + y * s.sine, v = s.hand * (y * s.cosine - x * s.sine);
  const double r = std::sqrt(u * u + v * v), half = thickness_at(s, r) / 2;
  const double m = z - s.pitch * turns_of(u, v) + half;
  const double away = std::fabs(m - s.pitch * std::floor(m / s.pitch + 0.5)) - half;
  return away * helix_scale(s) * std::min(1.0, r / s.still);
}

}  // namespace

Interval plan_radii(Interval x, Interval y) {
  const Interval squared = square(x) + square(y);
  return {std::sqrt(std::max(0.0, squared.lo)), std::sqrt(squared.hi)};
}

Box3 hull_of(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

double turns_of(double u, double v) {
  const double au = std::fabs(u), av = std::fabs(v), big = std::max(au, av);
  const double q = big > 0 ? std::min(au, av) / big : 0, q2 = q * q;
  double sum = kTurns[4];
  for (int i = 3; i >= 0; --i) sum = kTurns[i] + q2 * sum;
  double angle = q * sum;
  if (av > au) angle = 0.25 - angle;
  if (u < 0) angle = 0.5 - angle;
  return v < 0 ? -angle : angle;
}

double tread_height(const HelixShape& s, double x, double y) {
  const double u = x * s.cosine + y * s.sine, v = s.hand * (y * s.cosine - x * s.sine);
  return s.at.z + s.pitch * turns_of(u, v);
}

/// The slab's distance grows no faster than the point moves, except in the fade around the axis.
Interval helix_over(const HelixShape& s, const Box3& box) {
  const Interval x{box.lo.x - s.at.x, box.hi.x - s.at.x};
  const Interval y{box.lo.y - s.at.y, box.hi.y - s.at.y};
  const Interval z{box.lo.z - s.at.z, box.hi.z - s.at.z}, r = plan_radii(x, y);
  const double half = length((box.hi - box.lo) * 0.5);
  const double faster = r.lo < s.still ? s.pitch / 2 * helix_scale(s) / s.still : 0;
  const double room = half * (1 + faster), here = slab_at(s, middle(x), middle(y), middle(z));
  const double most = s.pitch / 2 * helix_scale(s);
  const double least = -thickness_at(s, r.hi) / 2 * helix_scale(s);
  const Interval slab{std::max(here - room, least), std::min(here + room, most)};
  const Interval ring = max(-r + s.inner, r + -s.outer);
  return widened(max(max(slab, ring), z + -s.top));
}

Interval isle_over(const IsleShape& s, const Box3& box) {
  const Interval z{box.lo.z - s.at.z, box.hi.z - s.at.z};
  const Interval share = clamp(z * (-1 / s.depth), 0, 1);
  const Interval x = Interval{box.lo.x - s.at.x, box.hi.x - s.at.x} + share * (-s.lean_x * s.depth);
  const Interval y = Interval{box.lo.y - s.at.y, box.hi.y - s.at.y} + share * (-s.lean_y * s.depth);
  const auto radius = [&](double t) { return s.radius * (1 - t * (s.taper + (1 - s.taper) * t)); };
  const auto upright = [&](double t) {
    const double g = s.radius / s.depth * (s.taper + 2 * (1 - s.taper) * t);
    return 1 / std::sqrt(1 + g * g);
  };
  const Interval r{radius(share.hi), radius(share.lo)};
  const Interval c{upright(share.hi), upright(share.lo)};
  const Interval body = max((plan_radii(x, y) - r) * c, -z + -s.depth);
  return widened(s.flat ? max(body, z) : body);
}

/// The distance changes no faster than the point moves, plus the taper.
Interval capsule_over(const CapsuleShape& s, const Box3& box) {
  const Vec3 centre = (box.lo + box.hi) * 0.5, axis = s.b - s.a, from = centre - s.a;
  const double squared = dot(axis, axis), half = length(box.hi - centre);
  const double h = squared > 0 ? std::clamp(dot(from, axis) / squared, 0.0, 1.0) : 0;
  const double d = length(from - axis * h) - (s.ra + h * (s.rb - s.ra));
  const double steep = squared > 0 ? 1 + std::fabs(s.rb - s.ra) / std::sqrt(squared) : 1;
  return widened({d - half * steep, d + half * steep});
}

Box3 isle_box(const IsleShape& s, double reach) {
  const Vec3 tip{s.at.x + s.lean_x * s.depth, s.at.y + s.lean_y * s.depth, s.at.z - s.depth};
  const double wide = s.radius + reach * std::sqrt(1 + square({0, 2 * s.radius / s.depth}).hi);
  return {{std::min(s.at.x, tip.x) - wide, std::min(s.at.y, tip.y) - wide, tip.z - reach},
          {std::max(s.at.x, tip.x) + wide, std::max(s.at.y, tip.y) + wide, s.at.z + reach}};
}

}  // namespace strate
