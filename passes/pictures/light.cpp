#include "passes/pictures/light.hpp"

#include <array>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/pictures/figure.hpp"
#include "passes/pictures/grain.hpp"

namespace strate {

namespace {

constexpr int kOcclusionRays = 32, kShadowRays = 8;
constexpr float kOcclusionM = 2.5f, kKeyRadiusM = 0.7f, kLiftM = 0.02f;
constexpr float kLampM = 9, kSkyPower = 1.9f, kLampPower = 1.3f, kKeyM = 13;

/// Fixed directions: Hammersley points, cosine-weighted over the hemisphere around +z.
std::array<Vec3f, kOcclusionRays> make_hemisphere() {
  std::array<Vec3f, kOcclusionRays> out;
  for (unsigned i = 0; i < kOcclusionRays; ++i) {
    unsigned bits = 0;
    for (unsigned k = 0; k < 5; ++k) bits |= (i >> k & 1u) << (4 - k);
    const Turn turn = turn_of(360 * (i + 0.5) / kOcclusionRays);
    const double q = (bits + 0.5) / kOcclusionRays;
    const double r = std::sqrt(q), z = std::sqrt(1 - q);
    out[i] = to_float({r * turn.cosine, r * turn.sine, z});
  }
  return out;
}

/// Fixed places on the key light's disc, in units of its radius.
std::array<std::array<float, 2>, kShadowRays> make_disc() {
  std::array<std::array<float, 2>, kShadowRays> out;
  for (int i = 0; i < kShadowRays; ++i) {
    const double r = std::sqrt((i + 0.5) / kShadowRays);
    const Turn turn = turn_of(137.50776405 * i);
    out[static_cast<std::size_t>(i)] = {static_cast<float>(r * turn.cosine),
                                        static_cast<float>(r * turn.sine)};
  }
  return out;
}

/// Order in which the 4 × 4 pattern takes rays: neighbours get rays far apart.
constexpr int kPattern[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

bool blocked(const Stage& stage, Vec3f from, Vec3f direction, float far) {
  if (stage.rock->blocked(from, direction, far)) return true;
  if (!stage.figure) return false;
  // The figure lies in a ball of 1 m around its middle.
  const Vec3f c = stage.feet + Vec3f{0, 0, 0.9f} - from;
  const float along = std::clamp(dot(c, direction), 0.0f, far);
  const Vec3f off = c - direction * along;
  return dot(off, off) < 1 && stage.figure->blocked(from, direction, far);
}

/// Floors are lighter, walls darker, ceilings cooler than the strate's rock.
Rgb rock_tone(Rgb base, float up) {
  const float grey = luminance(base);
  const Rgb dust = mix(base, Rgb{grey * 1.15f, grey * 1.04f, grey * 0.88f}, 0.45f) * 1.35f;
  const Rgb wall = base * 0.80f;
  const Rgb roof = mix(base, Rgb{grey * 0.84f, grey * 0.98f, grey * 1.24f}, 0.6f) * 0.72f;
  if (up >= 0) {
    const float k = std::clamp((up - 0.55f) / 0.42f, 0.0f, 1.0f);
    return mix(wall, dust, k * k * (3 - 2 * k));
  }
  const float k = std::clamp(-up / 0.7f, 0.0f, 1.0f);
  return mix(wall, roof, k);
}

/// Beds of rock: the same along the layers, changing across them, slightly bent.
Grain layer_at(Vec3 at) {
  const double bend = 0.5 * static_cast<double>(grain_at(at, 5.3, 6).value);
  return grain_at({0.15 * at.x, 0.15 * at.y, at.z + bend}, 0.8, 3);
}

struct Skin {
  Rgb albedo;
  Vec3f n;
};

/// Colour and small relief of stone: three scales of grain, fading with distance and at grazing
/// sight.
Skin stone(const Stage& stage, const Surface& s, float facing) {
  const Vec3 at = stage.rock->mesh().origin + to_double(s.p);
  const float far = s.t / (14 * std::max(0.15f, facing));
  const float near = 1 / (1 + far * far);
  const Grain hand = grain_at(at, 0.30, 1), pebble = grain_at(at, 0.085, 2);
  const Grain bed = layer_at(at), stain = grain_at(at, 3.1, 4);
  Vec3f slope = hand.slope * (0.040f * near) + pebble.slope * (0.010f * near);
  slope = slope - s.n * dot(slope, s.n);
  const float wall = 1 - s.n.z * s.n.z;
  const float tone = 1 + 0.06f * hand.value + 0.05f * near * pebble.value +
                     0.10f * wall * bed.value + 0.09f * stain.value;
  const Rgb rock = stage.tint ? stage.tint->at(at.x, at.y) : stage.rock_color;
  return {rock_tone(rock, s.n.z) * tone, unit_of(s.n - slope)};
}

Skin skin_of(const Stage& stage, const Surface& s, Vec3f direction) {
  if (s.kind == SurfaceKind::rock) return stone(stage, s, -dot(direction, s.n));
  return {figure_color(static_cast<double>(s.p.z - stage.feet.z)) * 0.75f, s.n};
}

/// Light that arrives at a surface, by its three sources.
Rgb arriving(const Stage& stage, Vec3f eye, const Surface& s, Vec3f n, Reach reach) {
  const float open = reach.open * reach.open * (0.6f + 0.4f * reach.open);
  const float sky = 0.55f + 0.45f * n.z;
  Rgb light = stage.ambient_color * (kSkyPower * stage.ambient * sky * open);

  const Vec3f to_eye = (eye - s.p) * (1 / std::max(s.t, 0.01f));
  const float lamp =
      std::max(0.0f, 0.15f + 0.85f * dot(n, to_eye)) / (1 + (s.t / kLampM) * (s.t / kLampM));
  light = light + Rgb{1.0f, 0.83f, 0.62f} * (kLampPower * lamp * (0.35f + 0.65f * reach.open));

  const Vec3f to_key = stage.key - s.p;
  const float d = length(to_key);
  const float facing = std::max(0.0f, dot(n, to_key) / std::max(d, 0.01f));
  const float fall = 1 / (1 + (d / kKeyM) * (d / kKeyM));
  return light +
         stage.key_color * (stage.key_power * facing * fall * reach.key * (0.4f + 0.6f * open));
}

/// Arc tangent for x ≥ 0 within 0.005 (rational; the glow needs no more).
float arc(float x) { return x <= 1 ? x / (1 + 0.28f * x * x) : 1.5707963f - x / (x * x + 0.28f); }

/// Light that the air scatters from the key light into the eye along a ray of length t: the exact
/// integral of 1/(distance²) along the ray.
float glow(const Stage& stage, Vec3f eye, Vec3f direction, float t) {
  const Vec3f to_key = stage.key - eye;
  const float along = dot(to_key, direction);
  const float h = std::sqrt(std::max(0.25f, dot(to_key, to_key) - along * along));
  const auto part = [&](float x) { return x >= 0 ? arc(x / h) : -arc(-x / h); };
  return (part(t - along) + part(along)) / h;
}

}  // namespace

Reach probe(const Stage& stage, const Surface& s, int slot) {
  static const auto kHemisphere = make_hemisphere();
  static const auto kDisc = make_disc();
  const int turn = kPattern[slot];
  const Vec3f from = s.p + s.n * (kLiftM + 0.001f * s.t);
  const Frame frame(s.n);
  float open = 0;
  for (const int k : {turn, turn + 16})
    if (!blocked(stage, from, frame.to_world(kHemisphere[static_cast<std::size_t>(k)]),
                 kOcclusionM))
      open += 0.5f;
  const Vec3f to_key = stage.key - from;
  if (dot(to_key, s.n) <= -kKeyRadiusM) return {open, 0};
  const auto& place = kDisc[static_cast<std::size_t>(turn & 7)];
  const Frame disc(unit_of(to_key));
  const Vec3f to = to_key + (disc.t * place[0] + disc.b * place[1]) * kKeyRadiusM;
  const float far = length(to);
  return {open, blocked(stage, from, to * (1 / far), far - 0.05f) ? 0.0f : 1.0f};
}

Rgb shade(const Stage& stage, Vec3f eye, Vec3f direction, const Surface& s, Reach reach) {
  const bool hit = s.kind != SurfaceKind::none;
  const float t = hit ? s.t : 4 * stage.fog_reach;
  Rgb light;
  if (hit) {
    const Skin skin = skin_of(stage, s, direction);
    light = skin.albedo * arriving(stage, eye, s, skin.n, reach);
  }
  const float left = fog_left(t / stage.fog_reach * 1.6f);
  const Rgb fog = stage.fog_color * (1.0f * stage.ambient + 0.02f);
  const Rgb halo = stage.key_color * stage.fog_color * (2.0f * stage.key_power / stage.fog_reach);
  return light * left + fog * (1 - left) + halo * glow(stage, eye, direction, t);
}

}  // namespace strate
