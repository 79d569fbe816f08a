// A folder that appears with all its files or not at all.
#pragma once

#include <span>
#include <string>

#include "cli/init_files.hpp"
#include "compiler/file_system.hpp"

namespace strate::cli {

/// Writes `files` to the folder `path`, which must be absent or empty. They are collected in a
/// hidden sibling that is made durable and renamed; a failure or a kill leaves `path` as it was,
/// and the next run removes what was begun. Folders above are made. Codes: "init.not_empty",
/// "init.not_a_folder" (exit 2); "output.busy", "io.…" (exit 4).
Result<Done> write_new_folder(FileSystem& files, const std::string& path,
                              std::span<const InitFile> contents);

}  // namespace strate::cli
