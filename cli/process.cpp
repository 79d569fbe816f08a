#include "cli/process.hpp"

#include <cfenv>
#include <csignal>
#include <limits>
#include <ostream>

namespace strate::cli {

int prepare_process(std::ostream& err) {
  std::signal(SIGPIPE, SIG_IGN);
  std::fesetenv(FE_DFL_ENV);
  volatile double tiny = std::numeric_limits<double>::min();
  volatile double one = 1.0, third = 3.0;
  const volatile double half = tiny / 2.0;
  const volatile double down = -(one / third), up = one / third;
  if (half > 0.0 && down == -up) return 0;
  err << "stratec: error[machine.rounding]: this process flushes denormals or does not round to "
         "nearest, and that could not be reset\n";
  return 4;
}

}  // namespace strate::cli
