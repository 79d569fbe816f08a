// Size, hash and comparison of files of any size, in pieces. All are opened inside a folder: a
// symbolic link below it is "path.symlink", never followed.
#pragma once

#include "compiler/file_system.hpp"
#include "compiler/hash.hpp"

namespace strate {

struct FileDigest {
  std::uint64_t size = 0;
  Hash128 hash;
};

Result<FileDigest> digest_file(FileSystem& files, const std::string& folder,
                               const std::string& path);

/// Whether the files at `path` of two folders hold the same bytes.
Result<bool> same_bytes(FileSystem& files, const std::string& folder_a, const std::string& folder_b,
                        const std::string& path);

/// Whether the file at `path` of a folder holds exactly `bytes`.
Result<bool> holds_bytes(FileSystem& files, const std::string& folder, const std::string& path,
                         std::string_view bytes);

}  // namespace strate
