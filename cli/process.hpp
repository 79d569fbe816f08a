// The state of the process that bits depend on, and the signals that end it.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>

namespace strate::cli {

/// Sets round-to-nearest without flushing of denormals, whatever the parent left behind, and
/// ignores SIGPIPE so that a closed pipe is a write error. Standard streams that are closed are
/// taken up, so that no output file gets their number. SIGINT and SIGTERM end the process at once
/// with 130 and 143, unless a SignalsHeld lives; an exception that no frame catches ends it with 4
/// where memory or threads were refused, else with 70. Returns an exit code if that cannot be had.
int prepare_process(std::ostream& err);

/// While it lives, SIGINT and SIGTERM end nothing: the first one is told by wait(), later ones are
/// ignored. At most one at a time; without prepare_process none is ever told.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  /// Returns after `most`, or earlier when a signal comes or wake() is called.
  void wait(std::chrono::milliseconds most);
  /// Ends a wait, from any thread.
  void wake();
  /// The first signal since this was made; 0: none.
  int signal() const;
};

/// Memory of this process that is resident now; 0 where the system does not tell. [Units: bytes]
std::uint64_t resident_bytes();

/// Whether `fd` is a pipe whose reader has gone away.
bool reader_is_gone(int fd);

/// Ends the process as a closed pipe ends others: by SIGPIPE, which shells tell as 141.
[[noreturn]] void end_by_closed_pipe();

/// Ends the process without unwinding, after what is said on stderr.
[[noreturn]] void end_process(int exit_code, const char* text);

}  // namespace strate::cli
