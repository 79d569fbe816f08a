// Wavefront OBJ of a window that may hold several strates: one group a strate and class (05 §2,
// `stratec export`). Numbers are written as obj.hpp says; only the groups and the axes differ.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/window.hpp"
#include "formats/files/obj.hpp"

namespace strate {

/// What owns the triangles whose centre lies at bottom ≤ z < top.
struct ObjOwner {
  std::string name;  ///< groups are "<name>_ground" and so on
  Um bottom_um = 0, top_um = 0;
  ObjPalette palette;
};

struct ObjScene {
  std::string season;
  Hash128 content_hash;
  Window window;
  std::string mtl_file;
  bool y_up = false;             ///< (x, y, z) is written as (x, z, −y)
  std::vector<ObjOwner> owners;  ///< top first; the last one owns what no other does
};

/// Writes a mesh; groups without triangles are left out. Fails only as the sink does.
Result<Done> write_obj_scene(const StrateMesh& mesh, const ObjScene& scene,
                             const Executor& executor, const ByteSink& sink);

/// Materials of the groups that write_obj_scene writes.
std::string encode_scene_mtl(const StrateMesh& mesh, const ObjScene& scene);

/// Counts, bounds and order-free digests of what a file holds, in its own axes.
struct ObjSceneFacts {
  std::uint64_t vertices = 0, normals = 0, triangles = 0;
  std::vector<std::pair<std::string, std::uint64_t>> groups;  ///< triangles of each, as written
  std::array<std::int64_t, 3> lo_um{}, hi_um{};               ///< bounds; 0 without vertices
  std::uint64_t vertex_digest = 0;    ///< sum over vertices of a hash of its micrometres
  std::uint64_t triangle_digest = 0;  ///< the same over triangles of their three places
  friend bool operator==(const ObjSceneFacts&, const ObjSceneFacts&) = default;

  void add_vertex(const std::array<std::int64_t, 3>& um);
  void add_triangle(const std::array<std::int64_t, 3>& a, const std::array<std::int64_t, 3>& b,
                    const std::array<std::int64_t, 3>& c);
};

/// Of a mesh, before it is written.
ObjSceneFacts scene_facts(const StrateMesh& mesh, const ObjScene& scene);

/// Of a text, as tinyobjloader understands it. Code: "obj.unreadable".
Result<ObjSceneFacts> reread_obj(const std::string& text);

/// The first thing in which two differ, for people: "12 triangles, not 13"; empty if nothing.
std::string first_difference(const ObjSceneFacts& found, const ObjSceneFacts& wanted);

}  // namespace strate
