// Runs a command in this process, over a file system of the test's choice.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "compiler/file_system.hpp"

namespace strate::test {

struct Ran {
  int code = 0;
  std::string out, err;
};

inline Ran run(const std::vector<std::string>& arguments, FileSystem& files = posix_file_system()) {
  std::ostringstream out, err;
  cli::Io io{files, out, err};
  const int code = cli::run(arguments, io);
  return {code, out.str(), err.str()};
}

/// Splits a shell line without quotes into words.
inline std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> result;
  for (std::string w; in >> w;) result.push_back(w);
  return result;
}

}  // namespace strate::test
