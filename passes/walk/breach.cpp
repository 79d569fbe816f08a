#include "passes/walk/breach.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "passes/walk/fit_grid.hpp"
#include "passes/walk/rock_buckets.hpp"

namespace strate {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

/// What a sample of the box is: rock, or air of one side; barrier air by its body.
enum class Place : std::uint8_t { rock, inside, outside, barrier, excluded };

struct Field {
  IndexBox box;
  std::vector<Place> place;
  std::vector<std::uint32_t> body;  ///< kNone: no barrier air

  std::size_t at(Coord c) const {
    const Coord s = box.size(), in = c - box.lo;
    return static_cast<std::size_t>((in.z * s.y + in.y) * s.x + in.x);
  }
  Coord coord(std::size_t i) const {
    const Coord s = box.size();
    const auto k = static_cast<std::int64_t>(i);
    return box.lo + Coord{k % s.x, k / s.x % s.y, k / s.x / s.y};
  }
};

template <class F>
void for_26(const IndexBox& box, Coord c, F&& f) {
  for (std::int64_t z = c.z - 1; z <= c.z + 1; ++z)
    for (std::int64_t y = c.y - 1; y <= c.y + 1; ++y)
      for (std::int64_t x = c.x - 1; x <= c.x + 1; ++x) {
        const Coord q{x, y, z};
        if (q != c && box.contains(q)) f(q);
      }
}

Place place_of(Side side) {
  switch (side) {
    case Side::inside:
      return Place::inside;
    case Side::outside:
      return Place::outside;
    case Side::excluded:
      return Place::excluded;
    default:
      return Place::barrier;
  }
}

Field field_of(const Lattice& lattice, const IndexBox& box,
               const std::function<Side(Coord)>& side) {
  Field field{box, std::vector<Place>(box.count(), Place::rock),
              std::vector<std::uint32_t>(box.count(), kNone)};
  for (std::size_t i = 0; i < field.place.size(); ++i) {
    const Coord c = field.coord(i);
    if (!lattice.solid(c)) field.place[i] = place_of(side(c));
  }
  return field;
}

/// A body of barrier air and the sides that it touches.
struct Body {
  std::uint64_t samples = 0;
  bool inside = false, outside = false;
};

Body flood(Field& field, std::size_t start, std::uint32_t id) {
  Body body;
  std::vector<std::size_t> open{start};
  field.body[start] = id;
  while (!open.empty()) {
    const Coord c = field.coord(open.back());
    open.pop_back();
    ++body.samples;
    for_26(field.box, c, [&](Coord q) {
      const std::size_t i = field.at(q);
      body.inside |= field.place[i] == Place::inside;
      body.outside |= field.place[i] == Place::outside;
      if (field.place[i] != Place::barrier || field.body[i] != kNone) return;
      field.body[i] = id;
      open.push_back(i);
    });
  }
  return body;
}

/// Widest ways through one body.
class Ways {
 public:
  Ways(const Field& field, const RockBuckets& rock, std::uint32_t body)
      : field_(field), rock_(rock), body_(body) {}

  /// The largest least square of distance over all ways.
  double widest() {
    std::vector<double> best(field_.place.size(), -1);
    using Item = std::pair<double, std::size_t>;
    const auto later = [](const Item& a, const Item& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    };
    std::priority_queue<Item, std::vector<Item>, decltype(later)> open(later);
    for (std::size_t i = 0; i < best.size(); ++i)
      if (is_start(i)) open.push({best[i] = width_at(i, i), i});
    while (!open.empty()) {
      const double width = open.top().first;
      const std::size_t i = open.top().second;
      open.pop();
      if (width < best[i]) continue;
      if (field_.place[i] == Place::outside) return width;
      for_26(field_.box, field_.coord(i), [&](Coord q) {
        const std::size_t k = field_.at(q);
        if (!enters(k)) return;
        const double w = std::min(width, width_at(i, k));
        if (w > best[k]) open.push({best[k] = w, k});
      });
    }
    return -1;
  }

  /// The shortest way whose samples and segments keep `width`; ties by the earlier sample.
  std::vector<Coord> shortest(double width) const {
    std::vector<double> length(field_.place.size(), 1e300);
    std::vector<std::size_t> before(field_.place.size(), length.size());
    using Item = std::pair<double, std::size_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
    for (std::size_t i = 0; i < length.size(); ++i)
      if (is_start(i) && width_at(i, i) >= width) open.push({length[i] = 0, i});
    while (!open.empty()) {
      const double len = open.top().first;
      const std::size_t i = open.top().second;
      open.pop();
      if (len > length[i]) continue;
      if (field_.place[i] == Place::outside) return trace(before, i);
      const Coord c = field_.coord(i);
      for_26(field_.box, c, [&](Coord q) {
        const std::size_t k = field_.at(q);
        if (!enters(k)) return;
        const Coord d = q - c;
        const double next = len + std::sqrt(static_cast<double>(d.x * d.x + d.y * d.y + d.z * d.z));
        if (next >= length[k] || width_at(i, k) < width) return;
        length[k] = next;
        before[k] = i;
        open.push({next, k});
      });
    }
    return {};
  }

 private:
  bool is_start(std::size_t i) const {
    if (field_.place[i] != Place::inside) return false;
    bool touches = false;
    for_26(field_.box, field_.coord(i),
           [&](Coord q) { touches |= field_.body[field_.at(q)] == body_; });
    return touches;
  }
  bool enters(std::size_t i) const {
    return field_.body[i] == body_ || field_.place[i] == Place::outside;
  }
  double width_at(std::size_t a, std::size_t b) const {
    return rock_.distance2(field_.coord(a), field_.coord(b));
  }
  std::vector<Coord> trace(const std::vector<std::size_t>& before, std::size_t i) const {
    std::vector<Coord> path;
    for (; i < before.size(); i = before[i]) path.push_back(field_.coord(i));
    std::reverse(path.begin(), path.end());
    return path;
  }

  const Field& field_;
  const RockBuckets& rock_;
  std::uint32_t body_;
};

/// Does the capsule pass one body?
class CapsuleWay {
 public:
  CapsuleWay(const Field& field, const FitGrid& grid, const WalkParams& params, std::uint32_t body)
      : field_(field), grid_(grid), top_(params.axis / kPart), body_(body) {}

  bool passes() const {
    std::vector<bool> seen(field_.place.size());
    std::vector<Coord> open;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (const Coord p = field_.coord(i); allowed(p) && has_end(p, Place::inside)) {
        seen[i] = true;
        open.push_back(p);
      }
    while (!open.empty()) {
      const Coord p = open.back();
      open.pop_back();
      if (has_end(p, Place::outside)) return true;
      const auto reach = [&](Coord q) {
        if (!field_.box.contains(q) || seen[field_.at(q)] || !allowed(q)) return;
        seen[field_.at(q)] = true;
        open.push_back(q);
      };
      reach(p + Coord{0, 0, 1});
      reach(p - Coord{0, 0, 1});
      for (int move = 0; move < kMoves; ++move) {
        const Coord q = p + Coord{kMoveX[move], kMoveY[move], 0};
        const bool blocked = move < kForwardMoves ? grid_.lens(move, p) : grid_.lens(move ^ 4, q);
        if (!blocked) reach(q);
      }
    }
    return false;
  }

 private:
  Place place(Coord c) const {
    return field_.box.contains(c) ? field_.place[field_.at(c)] : Place::excluded;
  }
  bool has_end(Coord p, Place side) const {
    return place(p) == side || place(p + Coord{0, 0, top_}) == side;
  }
  /// Fits, and the axis lies inside, outside and in this body.
  bool allowed(Coord p) const {
    if (!grid_.fits(p)) return false;
    for (std::int64_t k = 0; k <= top_; ++k) {
      const Coord c = p + Coord{0, 0, k};
      const Place at = place(c);
      if (at == Place::rock || at == Place::excluded) return false;
      if (at == Place::barrier && field_.body[field_.at(c)] != body_) return false;
    }
    return true;
  }

  const Field& field_;
  const FitGrid& grid_;
  std::int64_t top_;
  std::uint32_t body_;
};

Coord narrowest_of(const RockBuckets& rock, const std::vector<Coord>& path) {
  Coord place = path.front();
  double least = 1e300;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double w = rock.distance2(path[i], path[i + 1 < path.size() ? i + 1 : i]);
    if (w < least) least = w, place = path[i];
  }
  return place;
}

}  // namespace

std::vector<Breach> find_breaches(const Lattice& lattice, const IndexBox& wanted,
                                  const std::function<Side(Coord)>& side, const WalkParams& params,
                                  const Executor& executor) {
  const IndexBox box = intersect(wanted, lattice.window());
  if (box.empty()) return {};
  Field field = field_of(lattice, box, side);
  std::vector<std::pair<std::uint32_t, Body>> leaks;
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < field.place.size(); ++i) {
    if (field.place[i] != Place::barrier || field.body[i] != kNone) continue;
    const Body body = flood(field, i, id);
    if (body.inside && body.outside) leaks.push_back({id, body});
    ++id;
  }
  if (leaks.empty()) return {};
  const auto most = static_cast<std::int64_t>(kWidestBreachM * 1e6 * kPart /
                                              static_cast<double>(params.voxel_um));
  const RockBuckets rock(lattice, box, most);
  const FitGrid grid(lattice, box, params, executor);
  std::vector<Breach> breaches;
  for (const auto& [body, facts] : leaks) {
    Ways ways(field, rock, body);
    const double width2 = ways.widest();
    Breach b;
    b.path = ways.shortest(width2);
    b.width_m = 2 * std::sqrt(width2) * static_cast<double>(params.voxel_um) / (kPart * 1e6);
    b.under_a_voxel = b.width_m < metres(params.voxel_um);
    b.capsule = CapsuleWay(field, grid, params, body).passes();
    b.narrowest = narrowest_of(rock, b.path);
    b.samples = facts.samples;
    breaches.push_back(std::move(b));
  }
  std::stable_sort(breaches.begin(), breaches.end(), [](const Breach& a, const Breach& b) {
    if (a.width_m != b.width_m) return a.width_m > b.width_m;
    const Coord p = a.path.front(), q = b.path.front();
    return std::tie(p.z, p.y, p.x) < std::tie(q.z, q.y, q.x);
  });
  return breaches;
}

}  // namespace strate
