// A folder of the machine that is gone after the test.
#pragma once

#include <stdlib.h>

#include <string>

#include "compiler/file_system.hpp"

namespace strate::testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* base = ::getenv("TMPDIR");
    std::string pattern = std::string(base ? base : "/tmp") + "/stratec-test-XXXXXX";
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    if (!path_.empty()) (void)remove_tree(posix_file_system(), path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string at(std::string_view name) const { return join_path(path_, name); }

 private:
  std::string path_;
};

}  // namespace strate::testing
