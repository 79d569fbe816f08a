// A file of any size that appears whole or not at all: written piece by piece to a sibling, made
// durable, renamed (09 W1).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "compiler/file_system.hpp"

namespace strate {

/// Until commit(), and if it is never called, what is at the path stays as it was. The folder must
/// exist. Codes: "io.…"; "io.not_a_file" where a link or something else stands at the path,
/// "output.in_the_way" where the sibling's name is taken by what is no file.
class AtomicFile {
 public:
  static Result<AtomicFile> open(FileSystem& files, const std::string& path);
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  /// Not committed: the sibling is removed.
  ~AtomicFile();

  Result<Done> write(std::string_view bytes);
  /// Write, fsync, rename, fsync of the folder. To be called once.
  Result<Done> commit();
  std::uint64_t size() const { return size_; }

 private:
  AtomicFile(FileSystem& files, std::string path);

  FileSystem* files_;
  std::string path_, temporary_;
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<FileWriter> writer_;
  std::uint64_t size_ = 0;
  bool pending_ = false;  ///< the sibling is there
};

}  // namespace strate
