#include "passes/pictures/water.hpp"

#include <algorithm>
#include <cmath>

#include "passes/pictures/grain.hpp"

namespace strate {

namespace {

constexpr float kFarM = 400;
/// How far light of the water's own hue goes in it, and the least share of that for another.
constexpr float kClearM = 5, kLeastClear = 0.3f;
/// Of water seen straight from above, and how thin a film at the shore mirrors nothing.
constexpr float kMirror = 0.02f, kFilmM = 0.04f;
/// Ripples: two scales of grain, fading with distance so that they do not glitter.
constexpr double kSwellM = 1.3, kRippleM = 0.35;
constexpr float kSwell = 0.012f, kRipple = 0.004f, kCalmM = 16;

/// Share of light left after a way through water, channel by channel: the fog's hue goes farthest.
Rgb left_after(const Stage& stage, float way_m) {
  const Rgb hue = stage.fog_color;
  const float most = std::max({hue.r, hue.g, hue.b, 1e-4f});
  const auto left = [&](float c) {
    return fog_left(way_m / (kClearM * std::max(kLeastClear, c / most)));
  };
  return {left(hue.r), left(hue.g), left(hue.b)};
}

Rgb darkened(const Stage& stage, Rgb light, float way_m) {
  const Rgb left = left_after(stage, way_m);
  const Rgb deep = stage.fog_color * (0.45f * stage.ambient + 0.015f);
  return light * left + deep * Rgb{1 - left.r, 1 - left.g, 1 - left.b};
}

Vec3f rippled(const Stage& stage, Vec3f at, float t) {
  const Vec3 place = stage.rock->mesh().origin + to_double(at);
  const Grain swell = grain_at(place, kSwellM, 21), ripple = grain_at(place, kRippleM, 22);
  const float near = 1 / (1 + (t / kCalmM) * (t / kCalmM));
  const Vec3f slope = (swell.slope * kSwell + ripple.slope * kRipple) * near;
  return unit_of({-slope.x, -slope.y, 1});
}

/// What the water mirrors into the eye from `at`.
Rgb mirrored(const Stage& stage, Vec3f eye, Vec3f at, Vec3f direction) {
  const Vec3f lifted = at + Vec3f{0, 0, 0.01f};
  Surface s = seen(stage, lifted, direction);
  const bool any = s.kind != SurfaceKind::none;
  const Vec3f to_key = stage.key - s.p;
  const float far = length(to_key);
  const Vec3f from = s.p + s.n * 0.03f;
  const bool lit = any && !stage.rock->blocked(from, to_key * (1 / std::max(far, 0.01f)), far);
  // The lamp is at the eye: its distance counts, not that along the mirrored ray.
  if (any) s.t = length(s.p - eye);
  return shade(stage, eye, direction, s, {0.75f, lit ? 1.0f : 0.0f});
}

/// Share that is mirrored (Schlick 1994).
float fresnel(float facing) {
  const float k = 1 - std::clamp(facing, 0.0f, 1.0f);
  return kMirror + (1 - kMirror) * (k * k) * (k * k) * k;
}

}  // namespace

Surface seen(const Stage& stage, Vec3f eye, Vec3f direction) {
  const RayHit rock = stage.rock->first(eye, direction, kFarM);
  Surface s;
  if (rock.any) s = {eye + direction * rock.t, rock.normal, rock.t, SurfaceKind::rock};
  if (!stage.figure) return s;
  const RayHit body = stage.figure->first(eye, direction, rock.any ? rock.t : kFarM);
  if (body.any) s = {eye + direction * body.t, body.normal, body.t, SurfaceKind::figure};
  return s;
}

Rgb through_water(const Stage& stage, Vec3f eye, Vec3f direction, const Surface& s, Rgb light) {
  const float far = s.kind == SurfaceKind::none ? kFarM : s.t;
  const float above = eye.z - stage.water_z;
  const float meets = direction.z != 0 ? -above / direction.z : -1;
  const bool crosses = meets > 0 && meets < far;
  if (above < 0) return darkened(stage, light, crosses ? meets : far);
  if (!crosses) return light;
  const Vec3f at = eye + direction * meets;
  const Vec3f n = rippled(stage, at, meets);
  const Vec3f back = direction - n * (2 * dot(direction, n));
  const float film = std::clamp((far - meets) * -direction.z / kFilmM, 0.0f, 1.0f);
  const float share = film * fresnel(-dot(direction, n));
  return mix(darkened(stage, light, far - meets), mirrored(stage, eye, at, back), share);
}

}  // namespace strate
