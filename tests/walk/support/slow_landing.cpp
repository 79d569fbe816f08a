// The law of landings, probe by probe. See slow_laws.hpp.
#include <algorithm>
#include <cmath>

#include "tests/walk/support/slow_laws.hpp"

namespace strate::slow {
namespace {

constexpr double kWidthM = 3.0, kHeadroomM = 2.76, kTiltDeg = 3.0, kUnevenM = 0.1;

double degrees(double slope) { return std::atan(slope) * 180 / std::acos(-1.0); }

/// Tilt of z = a + b·x + c·y by least squares: the normal equations, by elimination.
double tilt_deg(const std::vector<Vec3>& points) {
  double m[3][4] = {};
  for (const Vec3& p : points) {
    const double row[3] = {1, p.x - points[0].x, p.y - points[0].y};
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) m[i][k] += row[i] * row[k];
      m[i][3] += row[i] * (p.z - points[0].z);
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(m[i][i]) < 1e-9) return 0;
    for (int r = 0; r < 3; ++r) {
      const double f = r == i ? 0 : m[r][i] / m[i][i];
      for (int k = 0; k < 4; ++k) m[r][k] -= f * m[i][k];
    }
  }
  return degrees(std::hypot(m[1][3] / m[1][1], m[2][3] / m[2][2]));
}

class Judge {
 public:
  Judge(Stack& stack, std::size_t strate, const Landing& landing, Ruling& ruling)
      : stack_(stack), strate_(strate), l_(landing), ruling_(ruling) {}

  void judge() {
    probe_columns();
    probe_capsule();
    probe_join();
  }

 private:
  template <class F>
  void each_column(double radius, F&& f) const {
    const double v = stack_.voxel();
    const IndexBox& w = stack_.core();
    for (std::int64_t y = w.lo.y; y < w.hi.y; ++y)
      for (std::int64_t x = w.lo.x; x < w.hi.x; ++x) {
        const double away = std::hypot(static_cast<double>(x) * v - l_.floor.x,
                                       static_cast<double>(y) * v - l_.floor.y);
        if (away <= radius) f(x, y, away);
      }
  }

  void least(const char* figure, double value) {
    const auto [at, fresh] = ruling_.figures.emplace(figure, value);
    if (!fresh) at->second = std::min(at->second, value);
  }
  void most(const char* figure, double value) {
    const auto [at, fresh] = ruling_.figures.emplace(figure, value);
    if (!fresh) at->second = std::max(at->second, value);
  }

  void probe_columns() {
    std::vector<Vec3> floor;
    double clear = l_.half_width_m;
    const double thick = l_.floor_thickness_m - stack_.voxel();
    each_column(l_.half_width_m, [&](std::int64_t x, std::int64_t y, double away) {
      const auto f = stack_.floor_near(x, y, l_.floor.z, 1.0);
      const bool uneven = !f || std::fabs(f->height - l_.floor.z) > kUnevenM;
      const bool hollow = f && f->rock < thick, low = f && f->air < kHeadroomM;
      if (uneven || hollow || low) clear = std::min(clear, away);
      if (away > kWidthM / 2) return;
      if (uneven) ruling_.faults.insert("floor");
      if (hollow) ruling_.faults.insert("hollow");
      if (low) ruling_.faults.insert("headroom");
      if (!f) return;
      floor.push_back({static_cast<double>(x) * stack_.voxel(),
                       static_cast<double>(y) * stack_.voxel(), f->height});
      least("headroom_m", std::min(f->air, 7.75));
    });
    least("floor_width_m", 2 * clear);
    if (2 * clear < kWidthM) ruling_.faults.insert("narrow");
    const double tilt = floor.size() < 3 ? 0 : tilt_deg(floor);
    most("floor_tilt_deg", tilt);
    if (tilt > kTiltDeg) ruling_.faults.insert("tilted");
    if (std::fabs(tilt - kTiltDeg) < 1e-9) ruling_.doubt = "a tilt at its limit";
  }

  /// On every column that the capsule's centre may be over, somebody stands at about that height.
  void probe_capsule() {
    const double v = stack_.voxel(), r = metres(stack_.def().player.radius_um);
    const double girth = std::ceil(std::sqrt(r * r + 0.75 * v * v) * 256 / v - 1e-9) * v / 256;
    each_column(std::min(kWidthM / 2, l_.half_width_m - girth - v),
                [&](std::int64_t x, std::int64_t y, double) {
                  const auto level = static_cast<std::int64_t>(std::floor(l_.floor.z / v));
                  for (std::int64_t z = level - 4; z <= level + 12; ++z)
                    if (stack_.walk().standing({x, y, z}) &&
                        std::fabs(stack_.foot({x, y, z}).z - l_.floor.z) <= 0.25)
                      return;
                  ruling_.faults.insert("capsule");
                });
  }

  /// The bodies of standing of the strate, counted inside it: the landing's must be the largest.
  void probe_join() {
    const auto start = stack_.stand_near(l_.floor, 1.0);
    if (!start) return;
    const auto inside = [&](const std::vector<Coord>& body) {
      std::size_t n = 0;
      for (const Coord& p : body) n += stack_.in_strate(p, strate_);
      return n;
    };
    const std::vector<Coord> own = stack_.reached(*start);
    Marks counted(stack_.core());
    for (const Coord& p : own) counted.mark(p);
    std::size_t largest = 0;
    for (const Coord& p : stack_.stands(strate_)) {
      if (counted.has(p)) continue;
      const std::vector<Coord> body = stack_.reached(p);
      largest = std::max(largest, inside(body));
      for (const Coord& q : body) counted.mark(q);
    }
    if (inside(own) == largest) ruling_.doubt = "two bodies of one size";
    if (inside(own) < largest) ruling_.faults.insert("cut_off");
  }

  Stack& stack_;
  std::size_t strate_;
  const Landing& l_;
  Ruling& ruling_;
};

}  // namespace

Ruling landing(Stack& stack, std::size_t strate) {
  Ruling ruling;
  const std::string& id = stack.def().strates[strate].id;
  for (const Passage& p : stack.def().passages) {
    if (p.upper == id) Judge(stack, strate, p.departure, ruling).judge();
    if (p.lower == id) Judge(stack, strate, p.arrival, ruling).judge();
  }
  return ruling;
}

}  // namespace strate::slow
