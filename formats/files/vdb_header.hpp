// What a .vdb says of itself, read without OpenVDB: its reader has no bounds checks, so a file that
// is not known to be ours is never given to it (08). Every length here is checked against the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/result.hpp"

namespace strate {

/// One entry of metadata. Numbers and vectors are texts of their values: "0.125", "-8,-8,-16".
struct VdbEntry {
  std::string name, type;
  std::string value;  ///< "?" for a type that stratec does not write
};

struct VdbSummary {
  std::string id;                  ///< the 36 characters at bytes 21–56
  std::uint32_t file_version = 0;  ///< of the format
  std::uint32_t library_major = 0, library_minor = 0;
  std::string grid, grid_type;
  std::vector<VdbEntry> metadata;  ///< of the grid, in order
  std::uint64_t bytes = 0;

  /// The value of an entry; empty if there is none.
  std::string_view value(std::string_view name) const;
};

bool is_vdb(std::string_view bytes);

/// Reads the head of a file with one grid, whose parts must fill the file exactly. What the parts
/// hold is not looked at. Code: "vdb.damaged", with the byte.
Result<VdbSummary> read_vdb_header(std::string_view bytes);

}  // namespace strate
