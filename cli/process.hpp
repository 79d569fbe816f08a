// The state of the process that bits depend on.
#pragma once

#include <iosfwd>

namespace strate::cli {

/// Sets round-to-nearest without flushing of denormals, whatever the parent left behind, and
/// ignores SIGPIPE so that a closed pipe is a write error. Returns an exit code if that cannot be
/// had.
int prepare_process(std::ostream& err);

}  // namespace strate::cli
