// The marching-cubes case table, generated once.
//
// Corner c of a cell stands at (c & 1, c >> 1 & 1, c >> 2). Edge e runs along axis e / 4 from its
// lower corner kEdgeCorner[e]. On a face whose diagonal corners agree, rock is joined and air is
// separated; the rule reads the face alone, so the cells on both sides cut it alike and the surface
// closes. Polygons are split so that no inner edge lies in a face of the cell.
#pragma once

#include <array>
#include <cstdint>

namespace strate {

inline constexpr std::array<int, 12> kEdgeCorner{0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};

struct CaseTable {
  /// Bit c of a case is set where corner c is rock.
  std::array<std::uint8_t, 256> triangles{};
  /// Three edges a triangle, counter-clockwise seen from air.
  std::array<std::array<std::uint8_t, 36>, 256> edges{};
};

const CaseTable& case_table();

}  // namespace strate
