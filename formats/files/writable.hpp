// Whether an output can be written, asked before anything is computed for it.
#pragma once

#include <string>

#include "compiler/file_system.hpp"

namespace strate {

/// Refuses an output whose files cannot be made in `folder`: asks the folder, or the nearest one
/// above it that exists, and leaves no trace. The error names `output` and keeps the code of the
/// machine: "io.permission", "io.read_only", "io.not_a_folder".
Result<Done> check_writable(FileSystem& files, const std::string& output,
                            const std::string& folder);

}  // namespace strate
