// The seams of connectivity, by brute force: nearest sites by looking at all of them, borders by
// walking along them, pieces by floods. Which region a site has and where it stands is asked of
// passes/density/region_map.hpp, which defines it. See slow_laws.hpp.
#include <algorithm>
#include <cmath>

#include "passes/density/region_map.hpp"
#include "passes/density/tube.hpp"
#include "tests/walk/support/slow_laws.hpp"

namespace strate::slow {
namespace {

constexpr double kShare = 0.5, kSideM2 = 32, kLeastM = 4, kStepM = 1.0 / 64;

class Seams {
 public:
  Seams(Stack& stack, std::size_t strate)
      : stack_(stack), strate_(stack.def().strates[strate]), map_(strate_) {
    const double r = strate_.regions.planned_m, cell = strate_.regions.cell_m;
    const auto n = static_cast<std::int64_t>(r / cell) + 4;
    for (std::int64_t j = -n; j <= n; ++j)
      for (std::int64_t i = -n; i <= n; ++i) sites_.push_back(map_.sites().site(i, j));
    for (const Coord& c : stack.stands(strate)) {
      const double x = static_cast<double>(c.x) * stack.voxel();
      const double y = static_cast<double>(c.y) * stack.voxel();
      if (x * x + y * y > r * r) continue;
      const std::size_t site = nearest(x, y);
      if (inside(site)) cell_[c] = site;
    }
    for (const auto& [c, site] : cell_) counts_[c] = counts(c);
  }

  Ruling run() {
    int seams = 0, walked = 0, blank = 0;
    std::vector<SeamDoor> planned;
    for (const SeamDoor& d : stack_.def().doors)
      if (d.strate == strate_.id) planned.push_back(d);
    for (std::size_t a = 0; a < sites_.size(); ++a)
      for (std::size_t b = a + 1; b < sites_.size(); ++b) {
        if (!well_inside(a) || !well_inside(b) ||
            map_.region_of(sites_[a]) == map_.region_of(sites_[b]))
          continue;
        const double length = border(a, b);
        if (std::fabs(length - kLeastM) < 0.1) ruling_.doubt = "a border at its limit";
        if (length < kLeastM) continue;
        ++seams;
        const auto is_it = [&](const SeamDoor& d) {
          return d.a == SeamDoor::Site{sites_[a].i, sites_[a].j} &&
                 d.b == SeamDoor::Site{sites_[b].i, sites_[b].j};
        };
        const auto found = std::find_if(planned.begin(), planned.end(), is_it);
        if (found == planned.end())
          ruling_.faults.insert("seam_unplanned");
        else
          planned.erase(found);
        const double share = crossed(a, b);
        if (std::fabs(share - kShare) < 1e-9) ruling_.doubt = "a share at its limit";
        if (share >= kShare)
          ++walked;
        else if (area(a) < kSideM2 || area(b) < kSideM2)
          ++blank;
        else
          ruling_.faults.insert("seam");
      }
    if (!planned.empty()) ruling_.faults.insert("seam_stray");
    ruling_.figures = {{"seams", seams}, {"seams_walked", walked}, {"seams_blank", blank}};
    return ruling_;
  }

 private:
  double away(std::size_t site) const {
    return std::sqrt(sites_[site].x * sites_[site].x + sites_[site].y * sites_[site].y);
  }
  bool inside(std::size_t site) const { return away(site) <= strate_.regions.planned_m; }
  bool well_inside(std::size_t site) const { return away(site) <= inner(); }
  /// Seams keep half a cell from the rim.
  double inner() const { return strate_.regions.planned_m - strate_.regions.cell_m / 2; }

  std::size_t nearest(double x, double y) const {
    std::size_t best = 0;
    const auto squared = [&](std::size_t s) {
      return (x - sites_[s].x) * (x - sites_[s].x) + (y - sites_[s].y) * (y - sites_[s].y);
    };
    for (std::size_t s = 1; s < sites_.size(); ++s)
      if (squared(s) < squared(best)) best = s;
    return best;
  }

  /// Length of the line halfway between two sites on which no other is nearer.
  double border(std::size_t a, std::size_t b) const {
    const Vec3 p{sites_[a].x, sites_[a].y, 0}, q{sites_[b].x, sites_[b].y, 0};
    const Vec3 middle = (p + q) * 0.5, across = q - p;
    const Vec3 along = Vec3{-across.y, across.x, 0} * (1 / length(across));
    const double r = inner();
    double sum = 0;
    for (double t = -2 * r; t < 2 * r; t += kStepM) {
      const Vec3 at = middle + along * (t + kStepM / 2);
      if (length(at) > r) continue;
      const double away = length(at - p);
      const bool free = std::none_of(sites_.begin(), sites_.end(), [&](const VoronoiSite& s) {
        return length(at - Vec3{s.x, s.y, 0}) < away - 1e-9;
      });
      sum += free ? kStepM : 0;
    }
    return sum;
  }

  /// Not floor of a passage or door.
  bool counts(Coord c) {
    const Vec3 waist = stack_.foot(c) + Vec3{0, 0, 0.9};
    for (const Passage& p : stack_.def().passages)
      if ((p.upper == strate_.id || p.lower == strate_.id) && opening_distance(p, waist) <= 0.25)
        return false;
    for (const SeamDoor& d : stack_.def().doors)
      if (d.strate == strate_.id && !d.way.path.empty() && opening_distance(d.way, waist) <= 0.25)
        return false;
    return true;
  }

  /// Floods of the samples of some cells; each as counted samples by cell.
  std::vector<std::map<std::size_t, double>> floods(const std::set<std::size_t>& cells) {
    std::vector<std::map<std::size_t, double>> out;
    std::set<Coord> seen;
    for (const auto& [start, site] : cell_) {
      if (!cells.count(site) || seen.count(start)) continue;
      auto& sums = out.emplace_back();
      for (const Coord& c : stack_.reached(start, [&](Coord q) {
             const auto at = cell_.find(q);
             return at != cell_.end() && cells.count(at->second) > 0;
           })) {
        seen.insert(c);
        if (counts_[c]) sums[cell_[c]] += 1;
      }
    }
    return out;
  }

  double main(std::size_t cell) {
    const auto known = main_.find(cell);
    if (known != main_.end()) return known->second;
    double most = 0;
    for (auto& sums : floods({cell})) most = std::max(most, sums[cell]);
    return main_[cell] = most;
  }

  double area(std::size_t cell) { return main(cell) * stack_.voxel() * stack_.voxel(); }

  double crossed(std::size_t a, std::size_t b) {
    double best = 0;
    if (main(a) == 0 || main(b) == 0) return 0;
    for (auto& sums : floods({a, b}))
      best = std::max(best, std::min(sums[a] / main(a), sums[b] / main(b)));
    return best;
  }

  Stack& stack_;
  const StrateWorld& strate_;
  const RegionMap map_;
  std::vector<VoronoiSite> sites_;
  std::map<Coord, std::size_t> cell_;  ///< standing samples in the disc
  std::map<Coord, bool> counts_;
  std::map<std::size_t, double> main_;
  Ruling ruling_;
};

}  // namespace

Ruling seams(Stack& stack, std::size_t strate) { return Seams(stack, strate).run(); }

}  // namespace strate::slow
