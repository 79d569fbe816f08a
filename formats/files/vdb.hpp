// OpenVDB files (05 §1): one sparse float grid `density`, negative = rock, transform in metres.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/density_grid.hpp"
#include "compiler/hash.hpp"
#include "compiler/result.hpp"

namespace strate {

/// What the file says of itself. The content hash also replaces the random id that every .vdb
/// carries, so that equal worlds give equal bytes.
struct VdbHeader {
  std::string season, strate;
  std::uint64_t seed = 0;
  Hash128 content_hash;
};

/// The bytes of a .vdb: leaves as they are, uniform boxes as tiles, background exactly +band,
/// Blosc. Active are the samples strictly inside the band; the rest is ±band. Codes: "vdb.encode",
/// "io.out_of_memory".
Result<std::string> encode_vdb(const DensityGrid& grid, const VdbHeader& header);
/// The same, taking the grid's samples as it goes: a large one is never held twice.
Result<std::string> encode_vdb(DensityGrid&& grid, const VdbHeader& header);

/// What a .vdb of ours holds.
struct VdbInfo {
  std::string id;                ///< the 36 characters at bytes 21–56
  std::string grid, grid_class;  ///< "density", "level set"
  std::vector<std::pair<std::string, std::string>> metadata;  ///< of the grid, by name
  double voxel_m = 0;
  float background = 0;
  std::uint64_t leaves = 0, tiles = 0, active_samples = 0;
  std::uint64_t bytes = 0;
};

/// Reads back what encode_vdb wrote. Code: "vdb.unreadable".
Result<VdbInfo> inspect_vdb(std::string_view bytes);

/// The samples of `box`, x fastest, then y, then z, as any reader of the file sees them.
Result<std::vector<float>> read_vdb(std::string_view bytes, const IndexBox& box);

}  // namespace strate
