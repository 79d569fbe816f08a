// Wavefront OBJ and MTL (05 §2). Z is up, metres, groups by class, one material each.
//
// Positions are written as whole micrometres: the exact place rounded to the nearest, ties up, so
// never off by more than half a micrometre, and equal places stay equal. Normals have four
// decimals.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "compiler/file_system.hpp"
#include "compiler/hash.hpp"
#include "compiler/mesh.hpp"
#include "compiler/parallel.hpp"
#include "compiler/result.hpp"

namespace strate {

struct ObjMaterial {
  std::string name;
  std::array<double, 3> color{0.5, 0.5, 0.5};  ///< sRGB, 0 … 1
};

/// Materials of ground, wall and ceiling.
using ObjPalette = std::array<ObjMaterial, 3>;

/// Three tones of a rock colour "#rrggbb": floors lighter, walls as they are, ceilings darker and
/// cooler (12). Names are "<strate>_ground" and so on.
ObjPalette rock_palette(std::string_view strate, std::string_view rock_color);

struct ObjHeader {
  std::string season, strate;
  Hash128 content_hash;
  std::string mtl_file;  ///< named by `mtllib`
  ObjPalette palette;
};

/// Writes a mesh. Tiles are formatted in parallel, a bounded number at a time. Fails only as the
/// sink does.
Result<Done> write_obj(const StrateMesh& mesh, const ObjHeader& header, const Executor& executor,
                       const ByteSink& sink);

/// The same as one string.
std::string encode_obj(const StrateMesh& mesh, const ObjHeader& header, const Executor& executor);
std::string encode_mtl(const ObjHeader& header);

/// Counts, bounds and an order-free digest of what a mesh's OBJ holds, or of what a text holds.
struct ObjFacts {
  std::uint64_t vertices = 0, normals = 0, triangles = 0;
  std::array<std::uint64_t, 3> by_class{};       ///< triangles of ground, wall, ceiling
  std::array<std::int64_t, 3> lo_um{}, hi_um{};  ///< bounds; 0 without vertices
  std::uint64_t vertex_digest = 0;               ///< sum over vertices of a hash of its micrometres
  std::uint64_t triangle_digest = 0;             ///< the same over triangles of their three places
  friend bool operator==(const ObjFacts&, const ObjFacts&) = default;
};

/// Of a mesh, before it is written.
ObjFacts obj_facts(const StrateMesh& mesh);

/// Reads back what write_obj wrote. Codes: "obj.syntax", "obj.index".
Result<ObjFacts> inspect_obj(std::string_view text);

}  // namespace strate
