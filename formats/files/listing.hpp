// Whether a file stands in the artifacts.json of its output folder, and is as it was written.
#pragma once

#include <string>
#include <string_view>

#include "compiler/file_system.hpp"

namespace strate {

enum class Listing {
  unchanged,   ///< listed, and the bytes have the listed hash
  not_listed,  ///< there is a list, without this file
  no_list,     ///< no list that can be read is beside it or in the two folders above
};

/// "unchanged", "not_listed", "no_list".
std::string_view listing_name(Listing listing);

/// Looks for the list from the folder of `path` upward. `bytes`: what the file holds. Codes:
/// "verify.size", "verify.changed"; "io.…".
Result<Listing> find_listing(FileSystem& files, const std::string& path, std::string_view bytes);

}  // namespace strate
