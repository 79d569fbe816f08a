// The view that shows most of a subject: places, directions and pitches are tried with few rays.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "passes/pictures/pictures.hpp"
#include "passes/pictures/places.hpp"
#include "passes/pictures/rays.hpp"
#include "passes/pictures/render.hpp"

namespace strate {

namespace {

constexpr int kPlaces = 24, kYaws = 24, kAcross = 16, kDown = 9;
constexpr double kPitches[] = {-4, -18, 18};
constexpr double kLevelWorth = 1.4;  ///< of a level picture, beside a tilted one
constexpr double kPlacesApartM = 1.5;
constexpr float kFarM = 60, kCloseM = 1.6f;
constexpr double kMostClose = 0.2;  ///< of the rays that end nearer than kCloseM

/// What few rays see.
struct Glance {
  std::vector<float> depths;                ///< of those that meet rock
  double subject = 0, close = 0, open = 0;  ///< shares of the rays
  double cut = 0;  ///< of those along the upper side and the ends: share that meets the subject

  /// Most where a quarter of the picture shows the subject, the rest what it stands in. Pictures
  /// that cut it off, of one wall, or half of nothing, are worth less.
  double worth() {
    if (close > kMostClose || depths.empty()) return 0;
    std::sort(depths.begin(), depths.end());
    const bool deep = depths[depths.size() * 9 / 10] > 1.7f * depths[depths.size() / 10];
    const double share = subject / ((subject + 0.25) * (subject + 0.25));
    return share * (1 - 0.8 * cut) * (deep ? 1 : 0.5) * (open < 0.5 ? 1 : 0.4);
  }
};

class SubjectSearch {
 public:
  SubjectSearch(const ViewsInput& input, const RayScene& rock, const Subject& subject)
      : input_(input), rock_(rock), subject_(subject) {}

  /// Nothing if the subject is seen from nowhere.
  std::optional<Aim> best() {
    const Vec3 origin = input_.mesh.origin;
    std::vector<Vec3> floors;
    for (const Vec3& f : input_.floors) floors.push_back(f - origin);
    floors = inner_floors(floors, {input_.window.lo - origin, input_.window.hi - origin});
    FarthestPoints spread(floors);
    spread.add(input_.start - origin);
    for (int i = 0; i < kPlaces; ++i) {
      const int next = spread.next(kPlacesApartM);
      if (next < 0) break;
      look_from(floors[static_cast<std::size_t>(next)]);
      spread.add(floors[static_cast<std::size_t>(next)]);
    }
    return best_;
  }

 private:
  void look_from(Vec3 floor) {
    const Vec3f low = to_float(floor) + Vec3f{0, 0, 0.25f};
    if (rock_.blocked(low, {0, 0, 1}, static_cast<float>(kEyeHeightM))) return;
    const Vec3 eye = floor + Vec3{0, 0, kEyeHeightM};
    for (int k = 0; k < kYaws; ++k)
      for (double pitch : kPitches) {
        const double yaw = 360.0 * k / kYaws;
        const double worth = glance(Camera::turned(to_float(eye), yaw, pitch)).worth() *
                             (pitch == kPitches[0] ? kLevelWorth : 1);
        if (worth <= most_) continue;
        most_ = worth;
        best_ = Aim{eye + input_.mesh.origin, yaw, pitch};
      }
  }

  Glance glance(const Camera& camera) {
    Glance seen;
    const float tall = static_cast<float>(input_.height) / static_cast<float>(input_.width);
    for (int j = 0; j < kDown; ++j)
      for (int i = 0; i < kAcross; ++i) {
        const auto at = [](int k, int n) {
          return (2 * static_cast<float>(k) + 1) / static_cast<float>(n) - 1;
        };
        const Vec3f d = camera.through(at(i, kAcross), tall * at(j, kDown));
        const RayHit hit = rock_.first(camera.eye, d, kFarM);
        if (!hit.any) {
          ++seen.open;
          continue;
        }
        seen.depths.push_back(hit.t);
        seen.close += hit.t < kCloseM;
        const bool subject = is_subject(camera.eye + d * hit.t);
        seen.subject += subject;
        seen.cut += subject && (j == kDown - 1 || i == 0 || i == kAcross - 1);
      }
    constexpr double kRays = kAcross * kDown;
    seen.subject /= kRays, seen.close /= kRays, seen.open /= kRays;
    seen.cut /= kAcross + 2 * (kDown - 1);
    return seen;
  }

  /// Asked once for each cube of a quarter metre.
  bool is_subject(Vec3f at) {
    const auto cube = [](float v) { return static_cast<int>(std::floor(4 * v)); };
    const auto [it, fresh] = known_.try_emplace({cube(at.x), cube(at.y), cube(at.z)});
    if (fresh) it->second = subject_(input_.mesh.origin + to_double(at));
    return it->second;
  }

  const ViewsInput& input_;
  const RayScene& rock_;
  const Subject& subject_;
  std::map<std::array<int, 3>, bool> known_;
  std::optional<Aim> best_;
  double most_ = 0;
};

}  // namespace

Result<std::optional<View>> draw_view_of(const ViewsInput& input, const Subject& subject,
                                         const Executor& executor) {
  std::optional<Aim> aim;
  {
    const Result<RayScene> rock = RayScene::build(input.mesh);
    if (!rock) return rock.error();
    aim = SubjectSearch(input, *rock, subject).best();
  }
  if (!aim) return std::optional<View>();
  Result<View> view = draw_view(input, *aim, executor);
  if (!view) return view.error();
  return std::optional<View>(std::move(*view));
}

}  // namespace strate
