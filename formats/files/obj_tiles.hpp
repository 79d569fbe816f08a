// What every OBJ made of tiles shares: names of the classes, numbering, text in parallel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/mesh.hpp"
#include "compiler/parallel.hpp"
#include "formats/files/obj.hpp"

namespace strate {

inline constexpr std::array<std::string_view, 3> kObjClassNames{"ground", "wall", "ceiling"};

/// Index of each tile's first vertex; OBJ counts from 1.
inline std::vector<std::uint64_t> first_vertices(const StrateMesh& mesh) {
  std::vector<std::uint64_t> first;
  std::uint64_t next = 1;
  for (const TileMesh& t : mesh.tiles) {
    first.push_back(next);
    next += t.position.size();
  }
  return first;
}

/// Calls format(tile index, text) for every tile in parallel and hands the texts on in order, a
/// bounded number at a time.
template <class Format>
Result<Done> write_tiles(std::size_t tiles, const Executor& executor, const ByteSink& sink,
                         Format&& format) {
  constexpr std::size_t kBatch = 256;
  std::vector<std::string> text(std::min(tiles, kBatch));
  for (std::size_t begin = 0; begin < tiles; begin += kBatch) {
    const std::size_t n = std::min(kBatch, tiles - begin);
    executor.for_each(n, [&](std::size_t i, unsigned) {
      text[i].clear();
      format(begin + i, text[i]);
    });
    for (std::size_t i = 0; i < n; ++i)
      if (Result<Done> r = text[i].empty() ? Done{} : sink(text[i]); !r) return r;
  }
  return Done{};
}

}  // namespace strate
