#include "passes/pictures/places.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/angle.hpp"

namespace strate {

namespace {

constexpr int kWays = 32;  ///< directions around the horizon
constexpr int kFan = 4;    ///< ways to each side that a picture shows (45 degrees)
constexpr float kSightM = 200;
constexpr double kSideM = 10;  ///< of a window, at most, where no view is taken from

Vec3f way(int k) {
  const Turn turn = turn_of(360.0 * ((k % kWays + kWays) % kWays) / kWays);
  return to_float({turn.cosine, turn.sine, 0});
}

/// Distance to the nearest side of the window along a horizontal direction.
float to_side(Vec3f from, Vec3f d, const Box3& window) {
  double t = static_cast<double>(kSightM);
  const auto side = [&](double p, double v, double lo, double hi) {
    if (v > 1e-6) t = std::min(t, (hi - p) / v);
    if (v < -1e-6) t = std::min(t, (lo - p) / v);
  };
  side(static_cast<double>(from.x), static_cast<double>(d.x), window.lo.x, window.hi.x);
  side(static_cast<double>(from.y), static_cast<double>(d.y), window.lo.y, window.hi.y);
  return static_cast<float>(std::max(0.0, t));
}

struct Sights {
  std::array<float, kWays> free{};
  std::array<bool, kWays> rock{};
};

Sights look_around(const RayScene& rock, Vec3f eye, const Box3& window) {
  Sights s;
  for (int k = 0; k < kWays; ++k) {
    const RayHit hit = rock.first(eye, way(k), kSightM);
    const auto i = static_cast<std::size_t>(k);
    s.rock[i] = hit.any;
    s.free[i] = hit.any ? hit.t : to_side(eye, way(k), window);
  }
  return s;
}

/// What a picture towards way k shows: depth ahead and to the sides; a side of the window is worth
/// less than rock, a wall at arm's length spoils the frame.
float worth(const Sights& s, int k) {
  float sum = 0, near = 1e9f;
  for (int j = k - kFan; j <= k + kFan; ++j) {
    const auto i = static_cast<std::size_t>((j + kWays) % kWays);
    sum += std::min(s.free[i], 30.0f) * (s.rock[i] ? 1.0f : 0.4f);
    near = std::min(near, s.free[i]);
  }
  const auto i = static_cast<std::size_t>(k);
  const float ahead = std::min(s.free[i], 40.0f) * (s.rock[i] ? 1.0f : 0.4f);
  return ahead + sum / (2 * kFan + 1) - (near < 1.6f ? 12.0f * (1.6f - near) : 0.0f);
}

}  // namespace

FarthestPoints::FarthestPoints(std::span<const Vec3> points)
    : points_(points), square_(points.size(), 1e300) {}

void FarthestPoints::add(Vec3 taken) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Vec3 d = points_[i] - taken;
    square_[i] = std::min(square_[i], dot(d, d));
  }
}

int FarthestPoints::next(double least_m) const {
  int best = -1;
  double most = least_m * least_m;
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (square_[i] > most) most = square_[i], best = static_cast<int>(i);
  return best;
}

std::vector<Vec3> inner_floors(const std::vector<Vec3>& floors, const Box3& window) {
  const double margin =
      std::min({kSideM, 0.15 * (window.hi.x - window.lo.x), 0.15 * (window.hi.y - window.lo.y)});
  std::vector<Vec3> inner;
  for (const Vec3& f : floors)
    if (std::min({f.x - window.lo.x, window.hi.x - f.x, f.y - window.lo.y, window.hi.y - f.y}) >=
        margin)
      inner.push_back(f);
  return inner.empty() ? floors : inner;
}

Outlook outlook_at(const RayScene& rock, Vec3f floor, const Box3& window) {
  Outlook out;
  const Vec3f low = floor + Vec3f{0, 0, 0.25f};
  out.eye = floor + Vec3f{0, 0, static_cast<float>(kEyeHeightM)};
  if (rock.blocked(low, {0, 0, 1}, static_cast<float>(kEyeHeightM))) return out;
  const Sights s = look_around(rock, out.eye, window);
  const float longest = *std::max_element(s.free.begin(), s.free.end());
  for (int k = 0; k < kWays; ++k) {
    const float free = s.free[static_cast<std::size_t>(k)];
    if (free < kLeastFreeM || free < 0.7f * longest) continue;
    const float score = worth(s, k);
    if (score > out.score) out.score = score, out.ahead = way(k), out.free_m = free;
  }
  return out;
}

Outlook best_outlook(const RayScene& rock, std::span<const Vec3> points, int index, double around_m,
                     const Box3& window) {
  constexpr std::size_t kTried = 16;
  const Vec3 centre = points[static_cast<std::size_t>(index)];
  std::vector<Vec3> near;
  for (const Vec3& p : points)
    if (const Vec3 d = p - centre; dot(d, d) <= around_m * around_m) near.push_back(p);
  Outlook best = outlook_at(rock, to_float(centre), window);
  const std::size_t step = std::max<std::size_t>(1, near.size() / kTried);
  for (std::size_t i = 0; i < near.size(); i += step)
    if (const Outlook o = outlook_at(rock, to_float(near[i]), window); o.score > best.score)
      best = o;
  return best;
}

Vec3f key_light(const RayScene& rock, const Camera& camera) {
  constexpr float kSlope[6] = {0.10f, 0.22f, 0.38f, 0.58f, 0.85f, 1.3f};
  const RayHit ahead = rock.first(camera.eye, camera.forward, 30);
  const float reach = ahead.any ? ahead.t : 24.0f;
  Vec3f best = camera.eye + camera.forward * (0.6f * reach) + Vec3f{0, 0, 0.4f};
  for (int i = -5; i <= 5; ++i)
    for (const float slope : kSlope) {
      const Vec3f side = camera.right * (0.14f * static_cast<float>(i));
      const Vec3f d =
          unit_of(Vec3f{camera.forward.x, camera.forward.y, 0} + side + Vec3f{0, 0, slope});
      const RayHit hit = rock.first(camera.eye, d, 45);
      if (!hit.any || hit.t < 5) continue;
      const Vec3f at = camera.eye + d * (hit.t - 1.2f) + hit.normal * 0.4f;
      if (at.z > best.z) best = at;
    }
  return best;
}

bool figure_place(const RayScene& rock, const Camera& camera, std::span<const Vec3> floors,
                  Vec3f& feet, double& visible) {
  struct Candidate {
    float cost;
    std::size_t index;
  };
  std::vector<Candidate> list;
  for (std::size_t i = 0; i < floors.size(); ++i) {
    const Vec3f d = to_float(floors[i]) - camera.eye;
    const float far = std::sqrt(d.x * d.x + d.y * d.y), ahead = dot(d, camera.forward);
    if (far < 3.2f || far > 18 || ahead < 2.5f) continue;
    const float u = dot(d, camera.right) / (ahead * kHalfField);
    if (std::fabs(u) > 0.8f) continue;
    list.push_back({std::fabs(far - 6.0f) * 0.12f + std::fabs(std::fabs(u) - 0.33f), i});
  }
  std::sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.index < b.index;
  });
  visible = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(list.size(), 400); ++k) {
    const Vec3f at = to_float(floors[list[k].index]);
    const double share = figure_visibility(rock, camera, at);
    if (share > visible) visible = share, feet = at;
    if (share == 1) break;
  }
  return visible >= 0.6;
}

}  // namespace strate
