// stratec: see README.md. Everything happens in cli/run.cpp and the commands.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/process.hpp"
#include "compiler/file_system.hpp"

int main(int argc, char** argv) {
  using namespace strate;
  if (const int refused = cli::prepare_process(std::cerr)) return refused;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const char* force = std::getenv("CLICOLOR_FORCE");
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const bool plain = (no_color != nullptr && *no_color != '\0') ||
                     (term != nullptr && std::string(term) == "dumb");
  const bool forced = force != nullptr && std::string(force) != "0" && *force != '\0';
  cli::Io io{posix_file_system(), std::cout, std::cerr, terminal, !plain && (terminal || forced)};
  const int code = cli::run({argv + 1, argv + argc}, io);
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "stratec: error[io.stdout]: standard output could not be written\n";
    return code == cli::kFine || code == cli::kLawFailed ? cli::kMachine : code;
  }
  return code;
}
