// Where a run may write, asked before anything is computed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/file_system.hpp"

namespace strate::cli {

/// Refuses a file that may not be made or replaced at `path`: where a symbolic link, a folder or a
/// device stands ("output.symlink", "output.not_a_file"), and anywhere inside a cooked folder,
/// whose files are one another's proof ("output.cooked"). Absent and regular files are fine.
Result<Done> check_output_file(FileSystem& files, const std::string& path);

/// The same for files of a folder that may be absent; `path` names each as it will be written.
Result<Done> check_output_files(FileSystem& files, std::span<const std::string> paths);

/// Refuses an output that is one of the files that were read, under any of its names:
/// "output.input".
Result<Done> check_not_read(FileSystem& files, std::span<const std::string> outputs,
                            std::span<const std::string> inputs);

/// The bytes of a file that an argument names. What is no regular file, absent or too large is bad
/// input: "path.not_found", "path.not_a_file", "path.too_large".
Result<std::string> read_input(FileSystem& files, const std::string& path, std::size_t limit);

}  // namespace strate::cli
