#include "passes/density/tube.hpp"

#include <algorithm>
#include <cmath>

namespace strate {

namespace {

Vec3 heading(const std::vector<TubeNode>& path, std::size_t i) {
  const Vec3 ab = path[i + 1].floor - path[i].floor;
  const double run = std::sqrt(ab.x * ab.x + ab.y * ab.y);
  return run > 0 ? Vec3{ab.x / run, ab.y / run, 0} : Vec3{};
}

double outside(double v, double a, double b) {
  return std::max({0.0, std::min(a, b) - v, v - std::max(a, b)});
}

/// Distance from the box round a segment's centres: no section is nearer.
double apart(const TubeNode& a, const TubeNode& b, Vec3 p) {
  return length(
      {outside(p.x, a.floor.x, b.floor.x), outside(p.y, a.floor.y, b.floor.y),
       outside(p.z, a.floor.z + kTubeCentre * a.radius_m, b.floor.z + kTubeCentre * b.radius_m)});
}

TubePlace place_on(const std::vector<TubeNode>& path, std::size_t i, Vec3 p) {
  const TubeNode &a = path[i], &b = path[i + 1];
  double d0 = dot(p - a.floor, mitre_normal(path, i));
  double d1 = dot(b.floor - p, mitre_normal(path, i + 1));
  if (i == 0) d0 = std::max(d0, 0.0);
  if (i + 2 == path.size()) d1 = std::max(d1, 0.0);
  const bool owned = d0 >= -kMitreSlackM && d1 >= -kMitreSlackM;
  d0 = std::max(d0, 0.0), d1 = std::max(d1, 0.0);
  const double t = d0 + d1 > 0 ? d0 / (d0 + d1) : 0;
  const Vec3 floor = a.floor + (b.floor - a.floor) * t;
  const double radius = a.radius_m + (b.radius_m - a.radius_m) * t;
  const Vec3 centre{floor.x, floor.y, floor.z + kTubeCentre * radius};
  return {i, t, floor, radius, length(p - centre) + (owned ? 0 : kNoTubeM)};
}

double landing_distance(const Landing& l, Vec3 p) {
  const double dx = p.x - l.floor.x, dy = p.y - l.floor.y, dz = p.z - l.floor.z;
  const double wall = std::sqrt(dx * dx + dy * dy) - l.half_width_m - kWallReliefM;
  return std::max({wall, -dz, dz - l.height_m - kWallReliefM});
}

void enclose(Box3& box, Vec3 at, double reach) {
  box.lo = {std::min(box.lo.x, at.x - reach), std::min(box.lo.y, at.y - reach),
            std::min(box.lo.z, at.z - reach)};
  box.hi = {std::max(box.hi.x, at.x + reach), std::max(box.hi.y, at.y + reach),
            std::max(box.hi.z, at.z + reach)};
}

}  // namespace

Vec3 mitre_normal(const std::vector<TubeNode>& path, std::size_t i) {
  const Vec3 before = i > 0 ? heading(path, i - 1) : Vec3{};
  const Vec3 behind = i + 1 < path.size() ? heading(path, i) : Vec3{};
  const Vec3 sum = before + behind;
  const double len = length(sum);
  return len > 0 ? sum * (1 / len) : behind;
}

TubePlace nearest_place(const std::vector<TubeNode>& path, Vec3 p) {
  TubePlace best = place_on(path, 0, p);
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    if (apart(path[i], path[i + 1], p) >= best.distance) continue;
    const TubePlace place = place_on(path, i, p);
    if (place.distance < best.distance) best = place;
  }
  return best;
}

double opening_distance(const Passage& passage, Vec3 p) {
  const TubePlace place = nearest_place(passage.path, p);
  const double tube = std::max(place.distance - place.radius - kWallReliefM, place.floor.z - p.z);
  return std::min(
      {tube, landing_distance(passage.departure, p), landing_distance(passage.arrival, p)});
}

double path_length(const std::vector<TubeNode>& path) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    sum += length(path[i + 1].floor - path[i].floor);
  return sum;
}

Box3 passage_box(const Passage& passage) {
  Box3 box{passage.departure.floor, passage.departure.floor};
  double widest = 0;
  for (const TubeNode& n : passage.path) widest = std::max(widest, n.radius_m);
  for (const TubeNode& n : passage.path)
    enclose(box, n.floor, (1 + kTubeCentre) * widest + kWallReliefM + kPostReachM);
  for (const Landing* l : {&passage.departure, &passage.arrival})
    enclose(box, l->floor,
            std::max(l->half_width_m + floor_reach(l->floor_thickness_m),
                     l->height_m + kWallReliefM + kPostReachM));
  for (const Support& s : passage.supports)
    for (Vec3 end : {s.from, s.to}) enclose(box, end, s.radius_m + kSupportReliefM + kPostReachM);
  return box;
}

}  // namespace strate
