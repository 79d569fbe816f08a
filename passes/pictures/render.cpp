#include "passes/pictures/render.hpp"

#include <array>
#include <cmath>

#include "compiler/angle.hpp"
#include "passes/pictures/figure.hpp"
#include "passes/pictures/light.hpp"
#include "passes/pictures/water.hpp"

namespace strate {

namespace {

/// Everything of one frame that rows share.
struct Work {
  const Stage& stage;
  const Camera& camera;
  int width, height;
  std::vector<Surface> surface;
  std::vector<Reach> reach, smooth;
  std::vector<Rgb> color;

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  Vec3f direction(float px, float py) const {
    const float half = static_cast<float>(width) * 0.5f;
    return camera.through((px - half) / half, (static_cast<float>(height) * 0.5f - py) / half);
  }
};

void trace_row(Work& w, int y) {
  for (int x = 0; x < w.width; ++x) {
    const Vec3f d = w.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
    w.surface[w.at(x, y)] = seen(w.stage, w.camera.eye, d);
  }
}

void probe_row(Work& w, int y) {
  for (int x = 0; x < w.width; ++x) {
    const Surface& s = w.surface[w.at(x, y)];
    if (s.kind != SurfaceKind::none) w.reach[w.at(x, y)] = probe(w.stage, s, (y & 3) * 4 + (x & 3));
  }
}

/// True where two surfaces lie on one face, so that their light may be shared.
bool same_face(const Surface& a, const Surface& b) {
  if (a.kind != b.kind || dot(a.n, b.n) < 0.8f) return false;
  const Vec3f d = b.p - a.p;
  return std::fabs(dot(a.n, d)) < 0.03f + 0.01f * a.t;
}

/// Mean over the 4 × 4 pattern around a pixel: half-weight edges make the window symmetric.
Reach gathered(const Work& w, const std::vector<Reach>& reach, int x, int y) {
  constexpr float kWeight[5] = {0.5f, 1, 1, 1, 0.5f};
  const Surface& s = w.surface[w.at(x, y)];
  Reach sum;
  float total = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= w.width || y + dy >= w.height) continue;
      const std::size_t i = w.at(x + dx, y + dy);
      if (!same_face(s, w.surface[i])) continue;
      const float k = kWeight[dx + 2] * kWeight[dy + 2];
      sum.open += reach[i].open * k;
      sum.key += reach[i].key * k;
      total += k;
    }
  return {sum.open / total, sum.key / total};
}

/// The first of two passes: one leaves the pattern faintly visible in half shadows.
void gather_row(Work& w, int y) {
  for (int x = 0; x < w.width; ++x)
    if (const std::size_t i = w.at(x, y); w.surface[i].kind != SurfaceKind::none)
      w.smooth[i] = gathered(w, w.reach, x, y);
}

void shade_row(Work& w, int y) {
  for (int x = 0; x < w.width; ++x) {
    const std::size_t i = w.at(x, y);
    const Vec3f d = w.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
    const Surface& s = w.surface[i];
    const Reach reach = s.kind == SurfaceKind::none ? Reach{} : gathered(w, w.smooth, x, y);
    Rgb light = shade(w.stage, w.camera.eye, d, s, reach);
    if (w.stage.has_water) light = through_water(w.stage, w.camera.eye, d, s, light);
    w.color[i] = filmic(light);
  }
}

bool is_edge(const Work& w, int x, int y) {
  const Surface& s = w.surface[w.at(x, y)];
  for (const auto& [dx, dy] : {std::array{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
    if (x + dx < 0 || y + dy < 0 || x + dx >= w.width || y + dy >= w.height) continue;
    const Surface& o = w.surface[w.at(x + dx, y + dy)];
    if (o.kind != s.kind) return true;
    if (s.kind != SurfaceKind::none &&
        (dot(o.n, s.n) < 0.7f || std::fabs(dot(s.n, o.p - s.p)) > 0.05f + 0.02f * s.t))
      return true;
  }
  return false;
}

/// Colour of the pixel around (x, y) whose surface lies nearest to `s`.
Rgb nearest_color(const Work& w, int x, int y, const Surface& s) {
  float best = 1e30f;
  Rgb color = w.color[w.at(x, y)];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= w.width || y + dy >= w.height) continue;
      const Surface& o = w.surface[w.at(x + dx, y + dy)];
      const Vec3f d = o.p - s.p;
      const float far = o.kind != s.kind ? 1e6f : s.kind == SurfaceKind::none ? 0 : dot(d, d);
      if (far < best) best = far, color = w.color[w.at(x + dx, y + dy)];
    }
  return color;
}

/// Edges only: four more rays, each coloured like the pixel beside it that sees the same face.
void smooth_row(const Work& w, int y, Frame2D& out) {
  constexpr float kAt[4][2] = {
      {0.375f, 0.125f}, {0.875f, 0.375f}, {0.125f, 0.625f}, {0.625f, 0.875f}};
  for (int x = 0; x < w.width; ++x) {
    const std::size_t i = w.at(x, y);
    out.color[i] = w.color[i];
    out.depth[i] = w.surface[i].t;
    if (!is_edge(w, x, y)) continue;
    Rgb sum;
    for (const auto& at : kAt) {
      const Vec3f d = w.direction(static_cast<float>(x) + at[0], static_cast<float>(y) + at[1]);
      sum = sum + nearest_color(w, x, y, seen(w.stage, w.camera.eye, d));
    }
    out.color[i] = sum * 0.25f;
  }
}

}  // namespace

Camera Camera::level(Vec3f eye, Vec3f ahead) {
  constexpr float kCos = 0.99756405f, kSin = 0.06975647f;  // 4 degrees
  const Vec3f forward = {ahead.x * kCos, ahead.y * kCos, -kSin};
  return {eye, forward, {ahead.y, -ahead.x, 0}, {ahead.x * kSin, ahead.y * kSin, kCos}};
}

Camera Camera::turned(Vec3f eye, double yaw, double pitch) {
  const Turn around = turn_of(yaw), up = turn_of(pitch);
  const auto f = [](double x, double y, double z) { return to_float({x, y, z}); };
  return {eye, f(around.cosine * up.cosine, around.sine * up.cosine, up.sine),
          f(around.sine, -around.cosine, 0),
          f(-around.cosine * up.sine, -around.sine * up.sine, up.cosine)};
}

Stage stage_of(const RayScene& rock, const Atmosphere& air) {
  Stage s;
  s.rock = &rock;
  s.rock_color = linear_of(air.rock_color);
  s.fog_color = linear_of(air.fog_color);
  s.ambient_color = linear_of(air.ambient_color);
  s.key_color = linear_of(air.key_color);
  s.ambient = static_cast<float>(air.ambient);
  s.fog_reach = static_cast<float>(air.fog_reach_m);
  return s;
}

void place_key(Stage& stage, const Camera& camera, Vec3f key) {
  stage.key = key;
  stage.key_power = 4.2f * std::clamp(length(key - camera.eye) / 16, 0.2f, 1.0f);
}

Frame2D render(const Stage& stage, const Camera& camera, int width, int height,
               const Executor& executor) {
  const std::size_t n = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  Work w{stage, camera, width, height, {}, {}, {}, {}};
  w.surface.resize(n);
  w.reach.resize(n);
  w.smooth.resize(n);
  w.color.resize(n);
  Frame2D out{width, height, std::vector<Rgb>(n), std::vector<float>(n)};
  const auto rows = [&](const std::function<void(int)>& body) {
    executor.for_each(static_cast<std::size_t>(height),
                      [&](std::size_t y, unsigned) { body(static_cast<int>(y)); });
  };
  rows([&](int y) { trace_row(w, y); });
  rows([&](int y) { probe_row(w, y); });
  rows([&](int y) { gather_row(w, y); });
  rows([&](int y) { shade_row(w, y); });
  rows([&](int y) { smooth_row(w, y, out); });
  return out;
}

double figure_visibility(const RayScene& rock, const Camera& camera, Vec3f feet) {
  int seen_probes = 0;
  for (const double z : kFigureProbes) {
    const Vec3f to = feet + Vec3f{0, 0, static_cast<float>(z)} - camera.eye;
    const float far = length(to), ahead = dot(to, camera.forward);
    if (ahead <= 0) continue;
    const float u = dot(to, camera.right) / (ahead * kHalfField);
    const float v = dot(to, camera.up) / (ahead * kHalfField);
    if (std::fabs(u) > 0.94f || std::fabs(v) > 0.52f) continue;
    if (!rock.blocked(camera.eye, to * (1 / far), far - 0.05f)) ++seen_probes;
  }
  return seen_probes / 5.0;
}

}  // namespace strate
