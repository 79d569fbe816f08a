// What an OBJ or MTL of ours says of itself and what it holds: for `stratec inspect`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/result.hpp"

namespace strate {

struct ObjSummary {
  std::vector<std::string> head;  ///< its comment lines, without "# "
  std::string object;             ///< named by `o`
  bool witness = false;           ///< a polyline of a law, not a surface
  std::uint64_t vertices = 0, normals = 0, triangles = 0;
  std::vector<std::pair<std::string, std::uint64_t>> groups;  ///< triangles of each
  std::array<double, 3> lo_m{}, hi_m{};                       ///< bounds in the file's own axes
  std::uint64_t vertex_digest = 0;                            ///< of inspect_obj; 0 for a witness
};

/// Reads every line. The counts of its head must be those of its content, so that a file cut
/// between two lines is noticed too. Codes: "obj.syntax", "obj.index", "obj.counts".
Result<ObjSummary> summarize_obj(std::string_view text);

/// Names of the materials. Code: "mtl.syntax".
Result<std::vector<std::string>> materials_of(std::string_view text);

}  // namespace strate
