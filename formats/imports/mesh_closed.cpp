#include <algorithm>

#include "compiler/json.hpp"
#include "formats/imports/mesh.hpp"

namespace strate {
namespace {

constexpr std::size_t kMostTold = 8;

/// One side of a triangle, from the lower to the higher vertex or against that.
struct Side {
  std::uint32_t lo, hi;
  bool forward;
  std::uint32_t line;
};

std::vector<Side> sides_of(const ImportMesh& mesh) {
  std::vector<Side> out;
  out.reserve(mesh.triangles.size() * 3);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
      // Of a triangle without area by a doubled corner the other two sides undo each other.
      if (a != b) out.push_back({std::min(a, b), std::max(a, b), a < b, mesh.lines[t]});
    }
  std::sort(out.begin(), out.end(), [](const Side& a, const Side& b) {
    return std::tie(a.lo, a.hi, a.forward, a.line) < std::tie(b.lo, b.hi, b.forward, b.line);
  });
  return out;
}

std::string place(Vec3 v) {
  return "(" + json::number_text(v.x) + " " + json::number_text(v.y) + " " +
         json::number_text(v.z) + ")";
}

/// "from (0 0 0) to (1 0 0), of the face in line 9"
std::string told(const ImportMesh& mesh, const Side& side) {
  const Vec3 lo = mesh.vertices[side.lo], hi = mesh.vertices[side.hi];
  return "from " + place(side.forward ? lo : hi) + " to " + place(side.forward ? hi : lo) +
         ", of the face in line " + std::to_string(side.line);
}

/// One kind of fault with its first places.
struct Fault {
  const char* code;
  const char* one;
  const char* many;
  std::size_t count = 0;
  std::vector<std::string> notes;
  void add(const ImportMesh& mesh, const Side& side) {
    if (++count <= kMostTold) notes.push_back(told(mesh, side));
  }
  Error error() const {
    Error e{std::string("asset.") + code,
            count == 1 ? std::string("has ") + one : "has " + std::to_string(count) + " " + many,
            {},
            notes};
    if (count > kMostTold) e.notes.push_back(std::to_string(count - kMostTold) + " more");
    e.notes.emplace_back(
        "a closed mesh: each edge has two faces, which run along it in opposite "
        "ways");
    return e;
  }
};

}  // namespace

Result<Done> check_closed(const ImportMesh& mesh) {
  Fault many{
      "not_manifold", "an edge of more than two faces", "edges of more than two faces", 0, {}};
  Fault open{"open_mesh", "an open edge", "open edges", 0, {}};
  Fault turned{"inside_out",
               "an edge whose two faces are turned different ways",
               "edges whose two faces are turned different ways",
               0,
               {}};
  const std::vector<Side> sides = sides_of(mesh);
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].lo == sides[i].lo && sides[end].hi == sides[i].hi)
      ++end;
    if (end - i > 2)
      many.add(mesh, sides[i]);
    else if (end - i == 1)
      open.add(mesh, sides[i]);
    else if (sides[i].forward == sides[i + 1].forward)
      turned.add(mesh, sides[i]);
    i = end;
  }
  for (const Fault* f : {&many, &open, &turned})
    if (f->count > 0) return f->error();
  return Done{};
}

}  // namespace strate
