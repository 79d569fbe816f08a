#include "tests/walk/support/slow_walk.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace strate::slow {
namespace {

std::int64_t up(double v) { return static_cast<std::int64_t>(std::ceil(v - 1e-9)); }
std::int64_t down(double v) { return static_cast<std::int64_t>(std::floor(v + 1e-9)); }

}  // namespace

Walk::Walk(const Lattice& lattice, const IndexBox& core, const Player& player)
    : window_(lattice.window()),
      core_(core),
      voxel_(static_cast<double>(lattice.voxel_um()) / 1e6),
      cells_(window_.count()) {
  const double v = voxel_;
  const double r = static_cast<double>(player.radius_um) / 1e6;
  const double height = static_cast<double>(player.height_um) / 1e6;
  const double limit = player.scramble_deg * std::acos(-1.0) / 180;
  const double parts = 256 / v;
  radius_ = up(std::sqrt(r * r + 0.75 * v * v) * parts);
  axis_ = up(height * parts) - 2 * radius_;
  climb_ = down(static_cast<double>(player.step_um) / 1e6 * parts);
  rest_ = std::max(down(static_cast<double>(radius_) / std::cos(limit)), radius_ + climb_) + 256;
  rise_ = up(static_cast<double>(climb_) / 256);
  span_ = down(0.8 / std::sqrt(2.0) / v - 0.5);
  stride_ = std::max<std::int64_t>(1, down(0.125 / v));
  tan2_ = std::tan(limit) * std::tan(limit);
  fits_.resize(cells_.size());
  raw_.resize(cells_.size(), kUnasked);
  floors_.resize(cells_.size(), kUnasked);
  standing_.resize(cells_.size());
  const auto each = [&](auto&& f) {
    for (std::int64_t z = window_.lo.z; z < window_.hi.z; ++z)
      for (std::int64_t y = window_.lo.y; y < window_.hi.y; ++y)
        for (std::int64_t x = window_.lo.x; x < window_.hi.x; ++x) f(Coord{x, y, z});
  };
  each([&](Coord c) { cells_[index(c)].solid = lattice.solid(c); });
  each([&](Coord c) {
    const Coord next[3] = {c + Coord{1, 0, 0}, c + Coord{0, 1, 0}, c + Coord{0, 0, 1}};
    for (int axis = 0; axis < 3; ++axis)
      if (window_.contains(next[axis]) && cell(c).solid != cell(next[axis]).solid)
        cells_[index(c)].t[static_cast<std::size_t>(axis)] = lattice.crossing(c, axis);
  });
  before_.push_back(0);
  for (const Cell& c : cells_) before_.push_back(before_.back() + (c.empty() ? 0 : 1));
}

/// Calls f(x, y, z) with every solid sample and crossing near p, relative to p, in 1/256 voxel,
/// until it returns false.
template <class F>
void Walk::rock_near(Coord p, std::int64_t side, std::int64_t low, std::int64_t high, F&& f) const {
  const IndexBox box = intersect(window_, {{p.x - side, p.y - side, p.z - low},
                                           {p.x + side + 1, p.y + side + 1, p.z + high + 1}});
  const auto line = static_cast<std::size_t>(window_.size().x);
  const auto width = static_cast<std::size_t>(box.size().x);
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z) {
    std::size_t row = index({box.lo.x, box.lo.y, z});
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y, row += line) {
      if (before_[row] == before_[row + width]) continue;
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const Cell& here = cells_[row + static_cast<std::size_t>(x - box.lo.x)];
        if (here.empty()) continue;
        const std::int64_t at[3] = {(x - p.x) * 256, (y - p.y) * 256, (z - p.z) * 256};
        if (here.solid && !f(at[0], at[1], at[2])) return;
        for (int axis = 0; axis < 3; ++axis) {
          Coord next{x, y, z};
          (axis == 0 ? next.x : axis == 1 ? next.y : next.z) += 1;
          const std::int64_t t = here.t[axis];
          if (t == 0 || !box.contains(next)) continue;
          if (!f(at[0] + (axis == 0 ? t : 0), at[1] + (axis == 1 ? t : 0),
                 at[2] + (axis == 2 ? t : 0)))
            return;
        }
      }
    }
  }
}

std::optional<bool> Walk::fits(Coord p) {
  if (!window_.contains(p)) return std::nullopt;
  auto& known = fits_[index(p)];
  if (known) return *known;
  const std::int64_t side = up(static_cast<double>(radius_) / 256);
  const std::int64_t top = up(static_cast<double>(axis_ + radius_) / 256);
  const IndexBox& w = window_;
  std::optional<bool> answer;
  if (p.x >= w.lo.x + side && p.x < w.hi.x - side && p.y >= w.lo.y + side && p.y < w.hi.y - side &&
      p.z >= w.lo.z + side && p.z < w.hi.z - top) {
    bool fit = !cell(p).solid;
    if (fit)
      rock_near(p, side, side, top, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const std::int64_t on_axis = std::clamp<std::int64_t>(z, 0, axis_);
        if (x * x + y * y + (z - on_axis) * (z - on_axis) < radius_ * radius_) fit = false;
        return fit;
      });
    answer = fit;
  }
  return *(known = answer);
}

bool Walk::swept(Coord p, Coord q) const {
  const double dx = static_cast<double>(q.x - p.x) * 256, dy = static_cast<double>(q.y - p.y) * 256;
  bool clear = true;
  const std::int64_t side = up(static_cast<double>(radius_) / 256) + 1;
  rock_near(p, side, side - 1, up(static_cast<double>(axis_ + radius_) / 256),
            [&](std::int64_t ix, std::int64_t iy, std::int64_t iz) {
              const auto x = static_cast<double>(ix), y = static_cast<double>(iy);
              const double t = std::clamp((x * dx + y * dy) / (dx * dx + dy * dy), 0.0, 1.0);
              const auto z = static_cast<double>(iz - std::clamp<std::int64_t>(iz, 0, axis_));
              const double d2 = (x - t * dx) * (x - t * dx) + (y - t * dy) * (y - t * dy) + z * z;
              if (d2 < static_cast<double>(radius_ * radius_) - 1e-6) clear = false;
              return clear;
            });
  return clear;
}

std::optional<std::int64_t> Walk::raw_floor(std::int64_t k, std::int64_t x, std::int64_t y) const {
  for (std::int64_t z = k - 1; z * 256 + 256 >= k * 256 - rest_ - climb_; --z) {
    if (!window_.contains({x, y, z})) return std::nullopt;
    const std::int64_t t = cell({x, y, z}).t[2];
    if (t == 0 || !cell({x, y, z}).solid) continue;
    const std::int64_t height = z * 256 + t;
    if (height >= k * 256 - rest_ - climb_) return height;
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Walk::floor(std::int64_t k, std::int64_t x, std::int64_t y) {
  if (!window_.contains({x, y, k})) return std::nullopt;
  const auto told = [](std::int32_t height) {
    return height == kNone ? std::nullopt : std::optional<std::int64_t>(height);
  };
  std::int32_t& known = floors_[index({x, y, k})];
  if (known != kUnasked) return told(known);
  const auto height = [&](std::int64_t cx, std::int64_t cy) {
    if (!window_.contains({cx, cy, k})) return kNone;
    std::int32_t& had = raw_[index({cx, cy, k})];
    if (had == kUnasked) had = static_cast<std::int32_t>(raw_floor(k, cx, cy).value_or(kNone));
    return had;
  };
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  for (std::int64_t sy = y - span_; sy <= y; ++sy)
    for (std::int64_t sx = x - span_; sx <= x; ++sx) {
      std::int32_t most = kNone;
      for (std::int64_t cy = sy; cy <= sy + span_; ++cy)
        for (std::int64_t cx = sx; cx <= sx + span_; ++cx) most = std::max(most, height(cx, cy));
      least = std::min(least, most);
    }
  known = least;
  // A closing that lifts the column by no more than a walkable slope's rise does not count.
  const std::int32_t own = height(x, y);
  if (own != kNone &&
      static_cast<double>(least - own) <= std::sqrt(tan2_) * 256.0 * static_cast<double>(stride_))
    known = own;
  return told(known);
}

bool Walk::walkable(Coord p) {
  for (const std::int64_t sy : {-stride_, stride_})
    for (const std::int64_t sx : {-stride_, stride_}) {
      const auto a = floor(p.z, p.x, p.y), b = floor(p.z, p.x + sx, p.y);
      const auto c = floor(p.z, p.x, p.y + sy), d = floor(p.z, p.x + sx, p.y + sy);
      if (!a || !b || !c || !d) continue;
      const double run = 2.0 * 256.0 * static_cast<double>(stride_);
      const double gx = static_cast<double>((*b - *a) + (*d - *c)) / run;
      const double gy = static_cast<double>((*c - *a) + (*d - *b)) / run;
      if (gx * gx + gy * gy <= tan2_) return true;
    }
  return false;
}

bool Walk::standing(Coord p) {
  if (!window_.contains(p)) return false;
  auto& known = standing_[index(p)];
  if (known) return *known;
  const IndexBox& w = window_;
  const std::int64_t side = std::max(up(static_cast<double>(radius_) / 256), span_ + stride_);
  const std::int64_t low = std::max(up(static_cast<double>(radius_) / 256),
                                    up(static_cast<double>(rest_ + climb_) / 256)) +
                           1;
  const bool judged = p.x >= w.lo.x + side && p.x < w.hi.x - side && p.y >= w.lo.y + side &&
                      p.y < w.hi.y - side && p.z >= w.lo.z + low;
  const auto here = fits(p), under = fits({p.x, p.y, p.z - 1});
  bool stands = judged && here && under && *here && !*under && walkable(p);
  if (stands) {
    const auto f = floor(p.z, p.x, p.y);
    stands = f && *f >= p.z * 256 - rest_;
  }
  return *(known = stands);
}

bool Walk::move(Coord p, Coord q) {
  const auto fp = floor(p.z, p.x, p.y), fq = floor(q.z, q.x, q.y);
  if (std::abs(*fp - *fq) > climb_ || std::abs(p.z - q.z) > rise_) return false;
  const std::int64_t top = std::max(p.z, q.z);
  for (std::int64_t z = p.z; z <= top; ++z)
    if (!fits({p.x, p.y, z}).value_or(false)) return false;
  for (std::int64_t z = q.z; z <= top; ++z)
    if (!fits({q.x, q.y, z}).value_or(false)) return false;
  if (!swept({p.x, p.y, top}, {q.x, q.y, top})) return false;
  const std::int64_t dx = q.x - p.x, dy = q.y - p.y;
  const double run2 = static_cast<double>(dx * dx + dy * dy) * 256 * 256;
  const auto rise = static_cast<double>(*fp - *fq);
  if (rise * rise <= tan2_ * run2) return true;
  if (*fp > *fq) return step(q, p);
  return step(p, q);
}

std::vector<Coord> Walk::moves(Coord p) {
  std::vector<Coord> ends;
  for (std::int64_t dz = -rise_; dz <= rise_; ++dz)
    for (std::int64_t dy = -1; dy <= 1; ++dy)
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const Coord q = p + Coord{dx, dy, dz};
        if ((dx != 0 || dy != 0) && standing(q) && move(p, q)) ends.push_back(q);
      }
  return ends;
}

/// The three floors beyond the lower end, in the directions nearest to the move's, and those beyond
/// the higher end: none of these lies more than a step over one of those.
bool Walk::step(Coord low, Coord high) {
  const std::int64_t dx = high.x - low.x, dy = high.y - low.y;
  for (std::int64_t ey = -1; ey <= 1; ++ey)
    for (std::int64_t ex = -1; ex <= 1; ++ex) {
      // Within 45° of the move: cosine at least 1/√2, by squares.
      const std::int64_t along = ex * dx + ey * dy;
      if (along <= 0 || 2 * along * along < (ex * ex + ey * ey) * (dx * dx + dy * dy)) continue;
      const auto behind = floor(low.z, low.x - stride_ * ex, low.y - stride_ * ey);
      if (!behind) return false;
      for (std::int64_t gy = -1; gy <= 1; ++gy)
        for (std::int64_t gx = -1; gx <= 1; ++gx) {
          const std::int64_t ahead_along = gx * dx + gy * dy;
          if (ahead_along <= 0 ||
              2 * ahead_along * ahead_along < (gx * gx + gy * gy) * (dx * dx + dy * dy))
            continue;
          const auto ahead = floor(high.z, high.x + stride_ * gx, high.y + stride_ * gy);
          if (ahead && *ahead - *behind > climb_) return false;
        }
    }
  return true;
}

std::vector<Coord> Walk::all_standing() {
  std::vector<Coord> all;
  for (std::int64_t y = core_.lo.y; y < core_.hi.y; ++y)
    for (std::int64_t x = core_.lo.x; x < core_.hi.x; ++x)
      for (std::int64_t z = core_.lo.z; z < core_.hi.z; ++z)
        if (standing({x, y, z})) all.push_back({x, y, z});
  return all;
}

std::map<Coord, Coord> Walk::fit_components() {
  std::map<Coord, Coord> label;
  const auto in = [&](Coord p) { return core_.contains(p) && fits(p).value_or(false); };
  for (std::int64_t z = core_.lo.z; z < core_.hi.z; ++z)
    for (std::int64_t y = core_.lo.y; y < core_.hi.y; ++y)
      for (std::int64_t x = core_.lo.x; x < core_.hi.x; ++x) {
        const Coord start{x, y, z};
        if (!in(start) || label.count(start)) continue;
        std::deque<Coord> open{start};
        label[start] = start;
        while (!open.empty()) {
          const Coord p = open.front();
          open.pop_front();
          for (std::int64_t dz = -1; dz <= 1; ++dz)
            for (std::int64_t dy = -1; dy <= 1; ++dy)
              for (std::int64_t dx = -1; dx <= 1; ++dx) {
                if ((dz != 0) == (dx != 0 || dy != 0)) continue;
                const Coord q = p + Coord{dx, dy, dz};
                if (!in(q) || label.count(q) || (dz == 0 && !swept(p, q))) continue;
                label[q] = start;
                open.push_back(q);
              }
        }
      }
  return label;
}

std::map<Coord, Coord> Walk::walk_components() {
  std::map<Coord, Coord> label;
  for (const Coord start : all_standing()) {
    if (label.count(start)) continue;
    std::deque<Coord> open{start};
    label[start] = start;
    while (!open.empty()) {
      const Coord p = open.front();
      open.pop_front();
      for (const Coord& q : moves(p)) {
        if (!core_.contains(q) || !label.emplace(q, start).second) continue;
        open.push_back(q);
      }
    }
  }
  return label;
}

double Walk::clearance(Coord p, double most) const {
  const double v = voxel_;
  const std::int64_t side = up(most / v) + 1;
  double best = most;
  rock_near(p, side, side, side + up(static_cast<double>(axis_) / 256),
            [&](std::int64_t x, std::int64_t y, std::int64_t z) {
              const std::int64_t on = std::clamp<std::int64_t>(z, 0, axis_);
              const auto d2 = static_cast<double>(x * x + y * y + (z - on) * (z - on));
              best = std::min(best, std::sqrt(d2) * v / 256);
              return true;
            });
  return best;
}

void Walk::rock_around_waist(Coord p, std::int64_t reach,
                             const std::function<void(double x, double y)>& f) const {
  rock_near(p, reach, 0, axis_ / 256 + 1, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const bool beside = z >= axis_ / 2 && z <= axis_;
    if (beside) f(static_cast<double>(x) / 256, static_cast<double>(y) / 256);
    return true;
  });
}

}  // namespace strate::slow
