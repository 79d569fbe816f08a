// Size and hash of a file of any size, in pieces.
#pragma once

#include "compiler/file_system.hpp"
#include "compiler/hash.hpp"

namespace strate {

struct FileDigest {
  std::uint64_t size = 0;
  Hash128 hash;
};

Result<FileDigest> digest_file(FileSystem& files, const std::string& path);

/// Whether two files hold the same bytes.
Result<bool> same_bytes(FileSystem& files, const std::string& a, const std::string& b);

/// Whether the file at `path` holds exactly `bytes`.
Result<bool> holds_bytes(FileSystem& files, const std::string& path, std::string_view bytes);

}  // namespace strate
