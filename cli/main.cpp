// stratec: see README.md. Everything happens in cli/run.cpp and the commands.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.hpp"
#include "cli/process.hpp"
#include "cli/terminal.hpp"
#include "compiler/file_system.hpp"

namespace {

/// Memory and threads that the machine refuses end a run like any other fault of the machine.
int run_within_memory(const std::vector<std::string>& arguments, strate::cli::Io& io) {
  using namespace strate::cli;
  try {
    return run(arguments, io);
  } catch (const std::bad_alloc&) {
    return fail(io, {"io.out_of_memory", "the machine has no more memory for this run", {}, {}},
                kMachine);
  } catch (const std::system_error& e) {
    return fail(io, {"io.no_thread", std::string("no more threads: ") + e.what(), {}, {}},
                kMachine);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace strate;
  if (const int refused = cli::prepare_process(std::cerr)) return refused;
  const cli::Look look =
      cli::look_of({isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0, std::getenv("NO_COLOR"),
                    std::getenv("CLICOLOR_FORCE"), std::getenv("TERM")});
  cli::Io io{posix_file_system(), std::cout,      std::cerr,
             look.redraws,        look.color_err, look.color_out};
  const int code = run_within_memory({argv + 1, argv + argc}, io);
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "stratec: error[io.stdout]: standard output could not be written\n";
    return code == cli::kFine || code == cli::kLawFailed ? cli::kMachine : code;
  }
  return code;
}
