#include "formats/imports/shape.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/json.hpp"
#include "formats/imports/shape_nearest.hpp"
#include "formats/imports/shape_winding.hpp"

namespace strate {
namespace {

constexpr std::int64_t kFraction = 1024;  ///< of a cell
constexpr int kMostCells = 256;           ///< along the longest side
constexpr double kAroundM = 4;            ///< bricks reach this far: the cap (10 B1)
/// Half a brick's diagonal and 4 cells. [Units: cells]
constexpr double kFineReach = 0.8660254037844386 * kShapeBrick + 4;
constexpr int kLargest = 32767;
/// What measuring may take: a closed surface of a million triangles takes a tenth of either.
constexpr std::uint64_t kMostRows = 1u << 26, kMostWork = std::uint64_t{1} << 33;

Vec3 least(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 most(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

Error fault(const char* code, std::string text) {
  return {std::string("asset.") + code,
          std::move(text),
          {},
          {"allowed: 0.25 to 512 m along the longest side, scaled, within 4096 m of its origin"}};
}

/// Exact powers of two.
double cell_of(int step) {
  double cell = 1;
  for (int i = 0; i < step; ++i) cell *= 2;
  for (int i = 0; i > step; --i) cell /= 2;
  return cell;
}

class ShapeMaker {
 public:
  ShapeMaker(const ImportMesh& mesh, double scale) : mesh_(mesh) { out_.scale = scale; }

  Result<ShapeGrid> run() {
    if (Result<Done> placed = place(); !placed) return placed.error();
    snap();
    if (Winding::work(whole_, kFraction) > kMostRows) return too_dense();
    const Winding winding(whole_, kFraction, out_.bricks[1] * kShapeBrick + 1,
                          out_.bricks[2] * kShapeBrick + 1);
    std::vector<Triangle> triangles;
    for (const WholeTriangle& t : whole_) triangles.push_back({real(t[0]), real(t[1]), real(t[2])});
    NearestTriangle nearest(std::move(triangles), kMostWork);
    winding_ = &winding, nearest_ = &nearest;
    corners();
    const bool fits = choose_fine();
    if (nearest.exhausted()) return too_dense();
    if (!fits)
      return Error{"asset.too_large",
                   "has too much surface: more than 65536 bricks of 8 x 8 x 8 cells hold some",
                   {},
                   {"a cell is " + json::number_text(cell_) + " m: bring it in as several stamps"}};
    samples();
    if (nearest.exhausted()) return too_dense();
    if (std::none_of(out_.samples.begin(), out_.samples.end(), [](int v) { return v < 0; }))
      return Error{"asset.degenerate",
                   "encloses no place: it is flat, or thinner than a cell",
                   {},
                   {"a cell is " + json::number_text(cell_) + " m"}};
    return std::move(out_);
  }

 private:
  static Vec3 real(const WholePoint& p) {
    return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
  }

  static Error too_dense() {
    return {"asset.too_large",
            "has too many faces over and beside each other to be measured",
            {},
            {"join its parts, or leave out what lies inside"}};
  }

  /// Cells and bricks: the mesh and the cap around it.
  Result<Done> place() {
    Vec3 lo = mesh_.vertices[mesh_.triangles[0][0]] * out_.scale, hi = lo;
    for (const auto& t : mesh_.triangles)
      for (const std::uint32_t i : t) {
        lo = least(lo, mesh_.vertices[i] * out_.scale);
        hi = most(hi, mesh_.vertices[i] * out_.scale);
      }
    const double far = std::max({-lo.x, -lo.y, -lo.z, hi.x, hi.y, hi.z});
    const double side = std::max({hi.x - lo.x, hi.y - lo.y, hi.z - lo.z});
    const std::string sized =
        "is " + json::number_text(metres(std::llround(side * 1e6))) + " m long";
    if (side < kShapeLeastSideM) return fault("too_small", sized);
    if (side > kShapeMostSideM) return fault("too_large", sized);
    if (far > kShapeMostFarM) return fault("too_large", "lies more than 4096 m from its origin");
    while (side > cell_of(out_.step) * kMostCells) ++out_.step;
    cell_ = cell_of(out_.step);
    const double brick = cell_ * kShapeBrick;
    const double from[] = {lo.x, lo.y, lo.z}, to[] = {hi.x, hi.y, hi.z};
    for (std::size_t a = 0; a < 3; ++a) {
      out_.first[a] = static_cast<int>(std::floor((from[a] - kAroundM) / brick)) - 1;
      const int end = static_cast<int>(std::floor((to[a] + kAroundM) / brick)) + 2;
      out_.bricks[a] = end - out_.first[a];
    }
    return Done{};
  }

  /// Whole coordinates from the lowest corner of the bricks.
  void snap() {
    const double fraction = cell_ / kFraction;
    const auto whole = [&](double v, int first) {
      return static_cast<std::int64_t>(std::floor(v * out_.scale / fraction + 0.5)) -
             std::int64_t{first} * kShapeBrick * kFraction;
    };
    for (const auto& t : mesh_.triangles) {
      WholeTriangle w;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& v = mesh_.vertices[t[k]];
        w[k] = {whole(v.x, out_.first[0]), whole(v.y, out_.first[1]), whole(v.z, out_.first[2])};
      }
      if (w[0] != w[1] && w[1] != w[2] && w[2] != w[0]) whole_.push_back(w);
    }
  }

  /// Signed distance at a corner of a cell. The nearest triangle is looked for no farther than it
  /// can be by what was found where this was asked last.
  std::int16_t distance(int i, int j, int k) {
    const Vec3 p{static_cast<double>(i * kFraction), static_cast<double>(j * kFraction),
                 static_cast<double>(k * kFraction)};
    const double reach = (last_ + length(p - last_at_)) * (1 + 1e-9) + 1;
    last_ = std::sqrt(nearest_->squared(p, std::min(reach * reach, farthest())));
    last_at_ = p;
    const double d = last_ * (cell_ / kFraction / kShapeUnitM);
    const int units = static_cast<int>(std::min(std::floor(d + 0.5), double{kLargest}));
    return static_cast<std::int16_t>(winding_->at(i, j, k) != 0 ? -std::max(units, 1) : units);
  }

  /// Squared, beyond what a sample can say.
  double farthest() const {
    const double d = (kLargest + 1) * kShapeUnitM / cell_ * kFraction;
    return d * d;
  }

  void corners() {
    for (int k = 0; k <= out_.bricks[2]; ++k)
      for (int j = 0; j <= out_.bricks[1]; ++j)
        for (int i = 0; i <= out_.bricks[0]; ++i)
          out_.corners.push_back(distance(i * kShapeBrick, j * kShapeBrick, k * kShapeBrick));
  }

  bool choose_fine() {
    constexpr double kReach = kFineReach * kFraction;
    std::uint32_t brick = 0;
    is_fine_.reserve(static_cast<std::size_t>(out_.bricks[0] * out_.bricks[1] * out_.bricks[2]));
    for (int k = 0; k < out_.bricks[2]; ++k)
      for (int j = 0; j < out_.bricks[1]; ++j)
        for (int i = 0; i < out_.bricks[0]; ++i, ++brick) {
          const auto middle = [](int b) { return (b + 0.5) * kShapeBrick * kFraction; };
          const double reach = kReach * kReach;
          const bool near = nearest_->squared({middle(i), middle(j), middle(k)}, reach) < reach;
          is_fine_.push_back(near);
          if (near) out_.fine.push_back(brick);
        }
    return out_.fine.size() <= kShapeMostFine;
  }

  bool fine_at(int i, int j, int k) const {
    if (i < 0 || j < 0 || k < 0 || i >= out_.bricks[0] || j >= out_.bricks[1] ||
        k >= out_.bricks[2])
      return false;
    return is_fine_[static_cast<std::size_t>((k * out_.bricks[1] + j) * out_.bricks[0] + i)];
  }

  /// Whether all bricks that share a sample hold samples.
  bool all_fine(int x, int y, int z) const {
    const auto before = [](int v) {
      return v % kShapeBrick == 0 ? v / kShapeBrick - 1 : v / kShapeBrick;
    };
    for (int k = before(z); k <= z / kShapeBrick; ++k)
      for (int j = before(y); j <= y / kShapeBrick; ++j)
        for (int i = before(x); i <= x / kShapeBrick; ++i)
          if (!fine_at(i, j, k)) return false;
    return true;
  }

  double corner(int i, int j, int k) const {
    return out_.corners[static_cast<std::size_t>(
        (k * (out_.bricks[1] + 1) + j) * (out_.bricks[0] + 1) + i)];
  }

  /// What the corners of brick (i, j, k) say at its sample (x, y, z).
  std::int16_t coarse(int i, int j, int k, int x, int y, int z) const {
    constexpr double kShare = 1.0 / kShapeBrick;
    const double fx = x * kShare, fy = y * kShare, fz = z * kShare;
    double plane[2];
    for (int c = 0; c < 2; ++c) {
      double line[2];
      for (int b = 0; b < 2; ++b) {
        const double a = corner(i, j + b, k + c);
        line[b] = a + fx * (corner(i + 1, j + b, k + c) - a);
      }
      plane[c] = line[0] + fy * (line[1] - line[0]);
    }
    return static_cast<std::int16_t>(std::floor(plane[0] + fz * (plane[1] - plane[0]) + 0.5));
  }

  void samples() {
    out_.samples.reserve(out_.fine.size() * kShapeSamples);
    for (const std::uint32_t index : out_.fine) {
      const int brick = static_cast<int>(index), nx = out_.bricks[0], ny = out_.bricks[1];
      const int i = brick % nx, j = brick / nx % ny, k = brick / nx / ny;
      for (int z = 0; z <= kShapeBrick; ++z)
        for (int y = 0; y <= kShapeBrick; ++y)
          for (int x = 0; x <= kShapeBrick; ++x) {
            const int X = i * kShapeBrick + x, Y = j * kShapeBrick + y, Z = k * kShapeBrick + z;
            out_.samples.push_back(all_fine(X, Y, Z) ? distance(X, Y, Z)
                                                     : coarse(i, j, k, x, y, z));
          }
    }
  }

  const ImportMesh& mesh_;
  ShapeGrid out_;
  double cell_ = 0;
  std::vector<WholeTriangle> whole_;
  std::vector<bool> is_fine_;
  double last_ = 1e9;  ///< distance found last, and where
  Vec3 last_at_;
  const Winding* winding_ = nullptr;
  NearestTriangle* nearest_ = nullptr;
};

}  // namespace

Result<ShapeGrid> shape_of(const ImportMesh& mesh, double scale) {
  return ShapeMaker(mesh, scale).run();
}

}  // namespace strate
