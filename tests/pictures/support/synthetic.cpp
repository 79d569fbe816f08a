#include "synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "passes/pictures/grain.hpp"
#include "passes/pictures/vec.hpp"

namespace strate::testing {

namespace {

struct Mesher {
  const DensityFunction& density;
  PictureMesh mesh;
  std::map<std::tuple<long, long, long, long, long, long>, std::uint32_t> known;

  Vec3 gradient(Vec3 p) const {
    constexpr double h = 0.05;
    return {density({p.x + h, p.y, p.z}) - density({p.x - h, p.y, p.z}),
            density({p.x, p.y + h, p.z}) - density({p.x, p.y - h, p.z}),
            density({p.x, p.y, p.z + h}) - density({p.x, p.y, p.z - h})};
  }

  std::uint32_t vertex(Vec3 a, double da, Vec3 b, double db) {
    const auto key = [](Vec3 p) {
      return std::array{static_cast<long>(p.x * 64), static_cast<long>(p.y * 64),
                        static_cast<long>(p.z * 64)};
    };
    auto ka = key(a), kb = key(b);
    if (kb < ka) std::swap(ka, kb), std::swap(a, b), std::swap(da, db);
    const auto [it, fresh] = known.try_emplace({ka[0], ka[1], ka[2], kb[0], kb[1], kb[2]},
                                               static_cast<std::uint32_t>(mesh.positions.size()));
    if (!fresh) return it->second;
    const double t = std::clamp(da / (da - db), 0.004, 0.996);
    const Vec3 p = a + (b - a) * t;
    const Vec3f q = to_float(p - mesh.origin), n = unit_of(to_float(gradient(p)));
    mesh.positions.push_back({q.x, q.y, q.z});
    mesh.normals.push_back({n.x, n.y, n.z});
    return it->second;
  }

  /// One tetrahedron: one or two triangles around the corners of the rarer sign.
  void tetrahedron(const std::array<Vec3, 4>& p, const std::array<double, 4>& d) {
    std::vector<int> rock, air;
    for (int i = 0; i < 4; ++i) (d[static_cast<std::size_t>(i)] < 0 ? rock : air).push_back(i);
    if (rock.empty() || air.empty()) return;
    const auto cut = [&](int i, int j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      return vertex(p[a], d[a], p[b], d[b]);
    };
    if (rock.size() == 2) {
      const auto a = cut(rock[0], air[0]), b = cut(rock[0], air[1]), c = cut(rock[1], air[1]),
                 e = cut(rock[1], air[0]);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, e});
      return;
    }
    const bool one = rock.size() == 1;
    const int tip = one ? rock[0] : air[0];
    const std::vector<int>& base = one ? air : rock;
    mesh.triangles.push_back({cut(tip, base[0]), cut(tip, base[1]), cut(tip, base[2])});
  }
};

}  // namespace

PictureMesh surface_of(const DensityFunction& density, const Box3& box, double step_m) {
  static constexpr int kTetrahedra[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                            {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  Mesher m{density, {}, {}};
  m.mesh.origin = box.lo;
  const auto cells = [&](double lo, double hi) { return static_cast<int>((hi - lo) / step_m); };
  const int nx = cells(box.lo.x, box.hi.x), ny = cells(box.lo.y, box.hi.y),
            nz = cells(box.lo.z, box.hi.z);
  const auto place = [&](int x, int y, int z) {
    return box.lo + Vec3{x * step_m, y * step_m, z * step_m};
  };
  std::vector<double> low, high;
  const auto slice = [&](int z, std::vector<double>& out) {
    out.clear();
    for (int y = 0; y <= ny; ++y)
      for (int x = 0; x <= nx; ++x) out.push_back(density(place(x, y, z)));
  };
  slice(0, high);
  for (int z = 0; z < nz; ++z) {
    low.swap(high);
    slice(z + 1, high);
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        std::array<double, 8> d;
        for (int i = 0; i < 8; ++i)
          d[static_cast<std::size_t>(i)] =
              (i & 4 ? high
                     : low)[static_cast<std::size_t>((y + (i >> 1 & 1)) * (nx + 1) + x + (i & 1))];
        const auto rocks = std::count_if(d.begin(), d.end(), [](double v) { return v < 0; });
        if (rocks == 0 || rocks == 8) continue;
        for (const auto& t : kTetrahedra) {
          std::array<Vec3, 4> p;
          std::array<double, 4> v;
          for (std::size_t k = 0; k < 4; ++k) {
            p[k] = place(x + (t[k] & 1), y + (t[k] >> 1 & 1), z + (t[k] >> 2));
            v[k] = d[static_cast<std::size_t>(t[k])];
          }
          m.tetrahedron(p, v);
        }
      }
  }
  return std::move(m.mesh);
}

std::vector<Vec3> floors_of(const DensityFunction& density, const Box3& box, double step_m) {
  std::vector<Vec3> floors;
  for (double y = box.lo.y + 1; y < box.hi.y - 1; y += step_m)
    for (double x = box.lo.x + 1; x < box.hi.x - 1; x += step_m) {
      double air = 0;
      for (double z = box.hi.z; z > box.lo.z; z -= 0.125) {
        if (density({x, y, z}) >= 0) {
          air += 0.125;
          continue;
        }
        if (air >= 2) floors.push_back({x, y, z + 0.0625});
        air = 0;
      }
    }
  return floors;
}

double cave(Vec3 p) {
  const auto noise = [&](double size, std::uint32_t salt) {
    return static_cast<double>(grain_at(p, size, salt).value);
  };
  const double floor = p.z + 6 + 1.2 * noise(9, 11) + 0.35 * noise(2.1, 12);
  const double roof = 7.5 - p.z + 3.5 * noise(14, 13) + 0.9 * noise(3.3, 14);
  double d = std::min(floor, roof);
  const double pillars = 9 * noise(17, 15) + 1.1 * noise(3.7, 16) + 0.25 * noise(0.9, 17) + 2.6;
  d = std::min(d, pillars);
  const double side = std::min({p.x + 30, 30 - p.x, p.y + 30, 30 - p.y}) + noise(2.5, 18);
  return std::min(d, side);
}

}  // namespace strate::testing
