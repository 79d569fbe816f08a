#include "passes/plan/screen.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/tube.hpp"
#include "passes/plan/turns.hpp"

namespace strate {

namespace {

constexpr double kStepM = 1;
/// Places of one tube this near along the way belong together: a half turn and a little more.
constexpr double kSameWayM = 9;
/// No jacket begins nearer than this behind the edge of a landing: its mouth stays open.
constexpr double kMouthFreeM = 1;

/// An upright body of air that wants rock around it: a tube's section, a landing, a room.
struct Body {
  Vec3 floor;
  double radius, height, below;
};

Body body_of(const WayPoint& p) {
  return {p.floor, p.radius + kWallReliefM, tube_height(p.radius) + kWallReliefM, 0};
}
Body body_of(const Landing& l) {
  return {l.floor, l.half_width_m + kWallReliefM, l.height_m + kWallReliefM, l.floor_thickness_m};
}
Body body_of(const Surroundings::Room& r) {
  return {r.floor, r.radius_m + kWallReliefM, r.height_m + kWallReliefM, r.thickness_m};
}

/// False if kJacketM of rock fits between the two.
bool too_near(const Body& a, const Body& b) {
  const double apart = length_xy(a.floor - b.floor);
  if (apart >= a.radius + b.radius + kJacketM) return false;
  const Body &low = a.floor.z < b.floor.z ? a : b, &high = a.floor.z < b.floor.z ? b : a;
  return high.floor.z - high.below < low.floor.z + low.height + kJacketM;
}

bool meets_itself(const std::vector<WayPoint>& way) {
  for (std::size_t i = 0; i < way.size(); ++i)
    for (std::size_t k = i + 1; k < way.size(); ++k)
      if (way[k].at_m - way[i].at_m > kSameWayM && too_near(body_of(way[i]), body_of(way[k])))
        return true;
  return false;
}

/// Does the tube come back to one of its own landings?
bool meets_landing(const std::vector<WayPoint>& way, const Landing& l, bool first) {
  const double total = way.back().at_m;
  for (const WayPoint& p : way) {
    const double away = first ? p.at_m : total - p.at_m;
    if (away > kSameWayM + l.half_width_m && too_near(body_of(p), body_of(l))) return true;
  }
  return false;
}

bool meets(const std::vector<WayPoint>& way, const Passage& passage, const Body& body) {
  for (const WayPoint& p : way)
    if (too_near(body_of(p), body)) return true;
  return too_near(body_of(passage.departure), body) || too_near(body_of(passage.arrival), body);
}

bool meets(const std::vector<WayPoint>& way, const Passage& passage, const Passage& other) {
  for (const WayPoint& p : way_points(other.path, kStepM))
    if (meets(way, passage, body_of(p))) return true;
  return meets(way, passage, body_of(other.departure)) ||
         meets(way, passage, body_of(other.arrival));
}

bool inside(const Body& body, double radius_m) {
  return length_xy(body.floor) + body.radius + kJacketM + kSupportReliefM <= radius_m;
}

/// True if the section there lies in rock with half a metre to spare.
bool wrapped(const WayPoint& p, const std::function<bool(Vec3)>& rock_at) {
  constexpr int kRing = 8;
  const double wide = p.radius + kWallReliefM + 0.5;
  const Vec3 centre = p.floor + Vec3{0, 0, kTubeCentre * p.radius}, across = left_of(p.ahead);
  if (!rock_at(centre)) return false;
  for (int i = 0; i < kRing; ++i) {
    const Vec3 spoke = turn_vector(static_cast<double>(i) / kRing);
    if (!rock_at(centre + across * (spoke.x * wide) + Vec3{0, 0, spoke.y * wide})) return false;
  }
  return true;
}

Vec3 centre_of(const WayPoint& p) { return p.floor + Vec3{0, 0, kTubeCentre * p.radius}; }

bool straight_on(const WayPoint& a, const WayPoint& b) { return dot(a.ahead, b.ahead) > 0.9999; }

}  // namespace

std::vector<WayPoint> way_points(const std::vector<TubeNode>& path, double step_m) {
  std::vector<WayPoint> out;
  double at = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const TubeNode &a = path[i], &b = path[i + 1];
    const Vec3 ab = b.floor - a.floor;
    const double len = length(ab), run = length_xy(ab);
    const Vec3 ahead = run > 0 ? Vec3{ab.x / run, ab.y / run, 0} : Vec3{1, 0, 0};
    const int n = std::max(1, static_cast<int>(std::ceil(len / step_m)));
    for (int k = 0; k < n; ++k) {
      const double t = static_cast<double>(k) / n;
      out.push_back(
          {a.floor + ab * t, ahead, a.radius_m + (b.radius_m - a.radius_m) * t, at + len * t});
    }
    at += len;
    if (i + 2 == path.size()) out.push_back({b.floor, ahead, b.radius_m, at});
  }
  return out;
}

std::string clash_of(const Passage& passage, const Surroundings& around) {
  const std::vector<WayPoint> way = way_points(passage.path, kStepM);
  for (const WayPoint& p : way)
    if (!inside(body_of(p), around.radius_m)) return "the way leaves the planning disc";
  for (const Landing* l : {&passage.departure, &passage.arrival})
    if (!inside(body_of(*l), around.radius_m)) return "a landing lies outside the planning disc";
  for (const Surroundings::Room& r : around.rooms)
    if (meets(way, passage, body_of(r))) return "the way meets the origin room of " + r.name;
  for (const Passage* p : around.passages)
    if (meets(way, passage, *p)) return "the way meets passage " + p->id;
  for (const Passage* p : around.doors)
    if (meets(way, passage, *p)) return "the way meets the door " + p->id;
  if (meets_itself(way) || meets_landing(way, passage.departure, true) ||
      meets_landing(way, passage.arrival, false))
    return "the way comes within 1.5 m of itself";
  return "";
}

bool meets_room(const Surroundings::Room& room, const Passage& way) {
  return meets(way_points(way.path, kStepM), way, body_of(room));
}

std::vector<Support> jackets_of(const Passage& passage, const std::function<bool(Vec3)>& rock_at) {
  const std::vector<WayPoint> way = way_points(passage.path, kStepM);
  const double from = passage.departure.half_width_m + kMouthFreeM;
  const double to = way.back().at_m - passage.arrival.half_width_m - kMouthFreeM;
  std::vector<Support> out;
  const WayPoint* start = nullptr;  // of the straight stretch in the open, so far up to `last`
  const WayPoint* last = nullptr;
  const auto close = [&] {
    if (start != nullptr)
      out.push_back({Support::Kind::jacket, on_plan_grid(centre_of(*start)),
                     on_plan_grid(centre_of(*last)), on_plan_grid(start->radius + kJacketM)});
    start = nullptr;
  };
  for (const WayPoint& p : way) {
    if (p.at_m < from || p.at_m > to || wrapped(p, rock_at)) {
      close();
      continue;
    }
    if (start != nullptr && !(straight_on(*start, p) && start->radius == p.radius)) {
      last = &p;  // bends overlap by one step, so that no notch is left between capsules
      close();
    }
    if (start == nullptr) start = &p;
    last = &p;
  }
  close();
  return out;
}

}  // namespace strate
