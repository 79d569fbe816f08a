// Closed meshes made by rule, as OBJ text.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/hash.hpp"

namespace strate::sample {

/// Faces are counter-clockwise from outside; indices from 0.
struct ObjMesh {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces;

  std::string text() const {
    std::string out = "# made by rule\no thing\n";
    char line[128];
    for (const Vec3& v : vertices) {
      std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", v.x, v.y, v.z);
      out += line;
    }
    for (const auto& f : faces) {
      out += "f";
      for (const int i : f) out += " " + std::to_string(i + 1);
      out += "\n";
    }
    return out;
  }
  ObjMesh moved(const std::function<Vec3(Vec3)>& to) const {
    ObjMesh out = *this;
    for (Vec3& v : out.vertices) v = to(v);
    return out;
  }
  ObjMesh with(const ObjMesh& other) const {
    ObjMesh out = *this;
    const int from = static_cast<int>(vertices.size());
    out.vertices.insert(out.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (std::vector<int> f : other.faces) {
      for (int& i : f) i += from;
      out.faces.push_back(std::move(f));
    }
    return out;
  }
  ObjMesh inverted() const {
    ObjMesh out = *this;
    for (auto& f : out.faces) std::reverse(f.begin(), f.end());
    return out;
  }
};

/// Six squares.
inline ObjMesh block(Vec3 lo, Vec3 hi) {
  ObjMesh m;
  for (int i = 0; i < 8; ++i)
    m.vertices.push_back({i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z});
  m.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return m;
}

/// A grid of n × m places closed in both ways; `at(u, v)` of turns.
inline ObjMesh ring(int n, int m, const std::function<Vec3(double, double)>& at) {
  ObjMesh out;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      out.vertices.push_back(at(static_cast<double>(i) / n, static_cast<double>(j) / m));
  const auto index = [&](int i, int j) { return j % m * n + i % n; };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      out.faces.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1)});
      out.faces.push_back({index(i, j), index(i + 1, j + 1), index(i, j + 1)});
    }
  return out;
}

constexpr double kTurn = 6.283185307179586;

inline ObjMesh torus(double major, double minor, int n = 48, int m = 24) {
  return ring(n, m, [=](double u, double v) {
    const double r = major + minor * std::cos(v * kTurn);
    return Vec3{r * std::cos(u * kTurn), r * std::sin(u * kTurn), minor * std::sin(v * kTurn)};
  });
}

/// A ball with a random radius in every direction.
inline ObjMesh star(double lo, double hi, std::uint64_t seed, int n = 24, int rows = 14) {
  ObjMesh out;
  const auto radius = [&](int i, int j) {
    return lo + (hi - lo) * unit(draw_at(seed, 1, 2, i, j, 0));
  };
  out.vertices.push_back({0, 0, -radius(0, 0)});
  for (int j = 1; j < rows; ++j)
    for (int i = 0; i < n; ++i) {
      const double r = radius(i, j), up = kTurn / 2 * j / rows, around = kTurn * i / n;
      out.vertices.push_back({r * std::sin(up) * std::cos(around),
                              r * std::sin(up) * std::sin(around), -r * std::cos(up)});
    }
  out.vertices.push_back({0, 0, radius(0, rows)});
  const int top = static_cast<int>(out.vertices.size()) - 1;
  const auto index = [&](int i, int j) { return 1 + (j - 1) * n + i % n; };
  for (int i = 0; i < n; ++i) {
    out.faces.push_back({0, index(i + 1, 1), index(i, 1)});
    out.faces.push_back({top, index(i, rows - 1), index(i + 1, rows - 1)});
    for (int j = 1; j + 1 < rows; ++j) {
      out.faces.push_back({index(i, j), index(i + 1, j), index(i + 1, j + 1)});
      out.faces.push_back({index(i, j), index(i + 1, j + 1), index(i, j + 1)});
    }
  }
  return out;
}

/// Turned about all axes and shifted: along no axis of a lattice.
inline ObjMesh askew(const ObjMesh& mesh, Vec3 by = {0.31, -0.17, 0.42}) {
  return mesh.moved([=](Vec3 v) {
    const double a = 0.6, b = 1.1;
    const Vec3 p{v.x * std::cos(a) - v.y * std::sin(a), v.x * std::sin(a) + v.y * std::cos(a), v.z};
    return Vec3{p.x, p.y * std::cos(b) - p.z * std::sin(b), p.y * std::sin(b) + p.z * std::cos(b)} +
           by;
  });
}

}  // namespace strate::sample
