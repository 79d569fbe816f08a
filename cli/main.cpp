// stratec: see README.md. Everything happens in cli/run.cpp and the commands.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/process.hpp"
#include "cli/terminal.hpp"
#include "compiler/file_system.hpp"

int main(int argc, char** argv) {
  using namespace strate;
  if (const int refused = cli::prepare_process(std::cerr)) return refused;
  const cli::Look look =
      cli::look_of({isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0, std::getenv("NO_COLOR"),
                    std::getenv("CLICOLOR_FORCE"), std::getenv("TERM")});
  cli::Io io{posix_file_system(), std::cout,      std::cerr,
             look.redraws,        look.color_err, look.color_out};
  const int code = cli::run({argv + 1, argv + argc}, io);
  std::cout.flush();
  if (!std::cout) {
    if (cli::reader_is_gone(STDOUT_FILENO)) cli::end_by_closed_pipe();
    std::cerr << "stratec: error[io.stdout]: standard output could not be written\n";
    return code == cli::kFine || code == cli::kLawFailed ? cli::kMachine : code;
  }
  return code;
}
