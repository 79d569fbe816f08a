// The state of the process that bits depend on.
#pragma once

#include <iosfwd>

namespace strate::cli {

/// Sets round-to-nearest without flushing of denormals, whatever the parent left behind, and
/// ignores SIGPIPE so that a closed pipe is a write error. Standard streams that are closed are
/// taken up, so that no output file gets their number. SIGINT and SIGTERM end the process at once
/// with 130 and 143: outputs are exchanged whole, and the next run removes what was begun. Returns
/// an exit code if that cannot be had.
int prepare_process(std::ostream& err);

}  // namespace strate::cli
