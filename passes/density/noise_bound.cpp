#include "passes/density/noise_bound.hpp"

#include <cmath>

#include "passes/density/interval.hpp"

namespace strate {
namespace {

/// Cells along one axis beyond which an octave's own limits are used.
constexpr int kMostCells = 3;

double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/// The fade's slope 30·t²·(1 − t)²: it rises to 15/8 in the middle.
double fade_slope(double t) { return 30 * t * t * (1 - t) * (1 - t); }

Interval fade_slope_over(Interval t) {
  const double a = fade_slope(t.lo), b = fade_slope(t.hi);
  return {std::min(a, b), t.contains(0.5) ? 1.875 : std::max(a, b)};
}

/// One axis of one cell: the fractions that the box covers, their fade and its slope.
struct Part {
  Interval t, u, du;
  explicit Part(Interval part)
      : t(part), u{fade(part.lo), fade(part.hi)}, du(fade_slope_over(part)) {}
};

/// Every corner's share through a and b: exact hull, the weight being linear.
Interval mix(Interval a, Interval b, Interval u) {
  return {std::min(a.lo + u.lo * (b.lo - a.lo), a.lo + u.hi * (b.lo - a.lo)),
          std::max(a.hi + u.lo * (b.hi - a.hi), a.hi + u.hi * (b.hi - a.hi))};
}

/// The eight gradients of a cell.
struct Cell {
  NodeGradient g[2][2][2];
  Cell(const Fbm& f, int octave, std::int64_t x, std::int64_t y, std::int64_t z) {
    for (int k = 0; k < 2; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i)
          g[k][j][i] =
              node_gradient(f, octave, static_cast<std::int32_t>(x + i),
                            static_cast<std::int32_t>(y + j), static_cast<std::int32_t>(z + k));
  }
};

/// The corners' ramps g·(p − corner) and one component of their gradients, mixed over the cell.
struct Corners {
  Interval v[2][2][2];
  /// Mixes along the axes whose `along` is not fixed; index order [z][y][x].
  Interval over_x(int k, int j, const Part& x) const { return mix(v[k][j][0], v[k][j][1], x.u); }
  Interval all(const Part& x, const Part& y, const Part& z) const {
    return mix(mix(over_x(0, 0, x), over_x(0, 1, x), y.u),
               mix(over_x(1, 0, x), over_x(1, 1, x), y.u), z.u);
  }
  Interval face_x(int i, const Part& y, const Part& z) const {
    return mix(mix(v[0][0][i], v[0][1][i], y.u), mix(v[1][0][i], v[1][1][i], y.u), z.u);
  }
  Interval face_y(int j, const Part& x, const Part& z) const {
    return mix(over_x(0, j, x), over_x(1, j, x), z.u);
  }
  Interval face_z(int k, const Part& x, const Part& y) const {
    return mix(over_x(k, 0, x), over_x(k, 1, x), y.u);
  }
};

template <class F>
Corners corners(F f) {
  Corners c;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) c.v[k][j][i] = f(k, j, i);
  return c;
}

Interval exact(double v) { return {v, v}; }

/// Value of the cell at one point.
double value_at(const Cell& cell, double tx, double ty, double tz) {
  const Corners ramps = corners([&](int k, int j, int i) {
    const NodeGradient& g = cell.g[k][j][i];
    return exact(g.x * (tx - i) + g.y * (ty - j) + g.z * (tz - k));
  });
  return ramps.all(Part(exact(tx)), Part(exact(ty)), Part(exact(tz))).lo;
}

/// One cell's part of an octave; slopes per cell, not yet per metre.
NoiseRange cell_range(const Cell& cell, const Part& x, const Part& y, const Part& z) {
  const Corners ramps = corners([&](int k, int j, int i) {
    const NodeGradient& g = cell.g[k][j][i];
    return (x.t + -static_cast<double>(i)) * g.x + (y.t + -static_cast<double>(j)) * g.y +
           (z.t + -static_cast<double>(k)) * g.z;
  });
  const Corners gx = corners([&](int k, int j, int i) { return exact(cell.g[k][j][i].x); });
  const Corners gy = corners([&](int k, int j, int i) { return exact(cell.g[k][j][i].y); });
  const Corners gz = corners([&](int k, int j, int i) { return exact(cell.g[k][j][i].z); });
  NoiseRange r;
  r.dx = gx.all(x, y, z) + x.du * (ramps.face_x(1, y, z) - ramps.face_x(0, y, z));
  r.dy = gy.all(x, y, z) + y.du * (ramps.face_y(1, x, z) - ramps.face_y(0, x, z));
  r.dz = gz.all(x, y, z) + z.du * (ramps.face_z(1, x, y) - ramps.face_z(0, x, y));
  const Interval centred = exact(value_at(cell, middle(x.t), middle(y.t), middle(z.t))) +
                           r.dx * magnitude(width(x.t) / 2) + r.dy * magnitude(width(y.t) / 2) +
                           r.dz * magnitude(width(z.t) / 2);
  r.value = intersect(ramps.all(x, y, z), centred);
  return r;
}

/// The cells of one axis that an interval of positions meets.
struct Span {
  Interval p;
  std::int64_t first, last;
  Span(Interval metres, double frequency, double offset)
      : p(metres * frequency + offset),
        first(static_cast<std::int64_t>(std::floor(p.lo))),
        last(static_cast<std::int64_t>(std::floor(p.hi))) {}
  bool few() const { return last - first < kMostCells; }
  Part part(std::int64_t cell) const {
    const double n = static_cast<double>(cell);
    return Part(Interval{std::clamp(p.lo - n, 0.0, 1.0), std::clamp(p.hi - n, 0.0, 1.0)});
  }
};

NoiseRange octave_limits(double amplitude) {
  const Interval slope = magnitude(kNoiseSlope * amplitude);
  return {magnitude(kNoiseSup * amplitude), slope, slope, slope};
}

NoiseRange octave_range(const Fbm& f, int o, const Span& x, const Span& y, const Span& z) {
  const NoiseRange limits = octave_limits(f.amplitude[o]);
  if (!x.few() || !y.few() || !z.few()) return limits;
  NoiseRange all{};
  bool any = false;
  for (std::int64_t k = z.first; k <= z.last; ++k)
    for (std::int64_t j = y.first; j <= y.last; ++j)
      for (std::int64_t i = x.first; i <= x.last; ++i) {
        const NoiseRange r = cell_range(Cell(f, o, i, j, k), x.part(i), y.part(j), z.part(k));
        all = any ? NoiseRange{hull(all.value, r.value), hull(all.dx, r.dx), hull(all.dy, r.dy),
                               hull(all.dz, r.dz)}
                  : r;
        any = true;
      }
  return {intersect(limits.value, all.value), intersect(limits.dx, all.dx),
          intersect(limits.dy, all.dy), intersect(limits.dz, all.dz)};
}

}  // namespace

NoiseRange noise_range(const Fbm& f, const Box3& box, bool flat) {
  NoiseRange sum{{0, 0}, {0, 0}, {0, 0}, {0, 0}};
  const Interval depth = flat ? Interval{0, 0} : Interval{box.lo.z, box.hi.z};
  for (int o = 0; o < f.octaves; ++o) {
    const double frequency = f.frequency[o];
    const Span x({box.lo.x, box.hi.x}, frequency, f.offset[0][o]);
    const Span y({box.lo.y, box.hi.y}, frequency, f.offset[1][o]);
    const Span z(depth, frequency, f.offset[2][o]);
    const NoiseRange r = octave_range(f, o, x, y, z);
    sum = {sum.value + r.value, sum.dx + r.dx * frequency, sum.dy + r.dy * frequency,
           sum.dz + r.dz * frequency};
  }
  // Room for the single-precision sum.
  constexpr double kStep = 1.0 / 131072;
  sum.value = sum.value + magnitude(kStep);
  return sum;
}

}  // namespace strate
