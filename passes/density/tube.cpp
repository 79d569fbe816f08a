#include "passes/density/tube.hpp"

#include <algorithm>
#include <cmath>

namespace strate {

namespace {

double clamped(double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

TubePlace place_on(const std::vector<TubeNode>& path, std::size_t i, Vec3 p) {
  const TubeNode &a = path[i], &b = path[i + 1];
  const Vec3 ab = b.floor - a.floor, ap = p - a.floor;
  const double run2 = ab.x * ab.x + ab.y * ab.y;
  const double t = run2 > 0 ? clamped((ap.x * ab.x + ap.y * ab.y) / run2) : 0;
  const Vec3 floor = a.floor + ab * t;
  const double radius = a.radius_m + (b.radius_m - a.radius_m) * t;
  const Vec3 centre{floor.x, floor.y, floor.z + kTubeCentre * radius};
  return {i, t, floor, radius, length(p - centre)};
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

TubePlace nearest_place(const std::vector<TubeNode>& path, Vec3 p) {
  TubePlace best = place_on(path, 0, p);
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
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
    enclose(box, l->floor, std::max(l->half_width_m, l->height_m) + kWallReliefM + kPostReachM);
  for (const Support& s : passage.supports)
    for (Vec3 end : {s.from, s.to}) enclose(box, end, s.radius_m + kSupportReliefM + kPostReachM);
  return box;
}

}  // namespace strate
