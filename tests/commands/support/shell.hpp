// Runs other programs as their users do: shells, linters.
#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace strate::test {

struct Shelled {
  int code = 0;
  std::string out;  ///< stdout and stderr
};

/// `command` by sh.
inline Shelled sh(const std::string& command) {
  Shelled r;
  FILE* pipe = ::popen(("{ " + command + "\n} 2>&1").c_str(), "r");
  if (pipe == nullptr) return {127, "no pipe"};
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    r.out.append(buffer.data(), n);
  const int status = ::pclose(pipe);
  r.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return r;
}

inline bool installed(const std::string& program) {
  return sh("command -v " + program + " >/dev/null").code == 0;
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    result.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

}  // namespace strate::test
