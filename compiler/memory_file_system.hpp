// A file system in memory that can lose power, and one that fails on request: for tests of
// everything that writes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/file_system.hpp"

namespace strate {

/// Files in memory. Paths are absolute ("/out/a.json"); "/" exists. It keeps apart what was written
/// and what was made durable by sync. Thread-safe.
class MemoryFileSystem final : public FileSystem {
 public:
  MemoryFileSystem();
  ~MemoryFileSystem() override;

  /// Puts a durable file there, with the folders above it.
  void put(const std::string& path, std::string bytes);
  void put_symlink(const std::string& path, std::string target);
  /// No bytes beyond this many in all files can be written: "io.disk_full".
  void set_capacity(std::uint64_t bytes);
  /// Power fails. Of every file and folder some state since its last sync survives, drawn by
  /// `seed`: a folder goes back to one of its earlier lists, an unsynced file is cut or zeroed.
  void lose_power(std::uint64_t seed);

  Result<FileStatus> status(const std::string& path) override;
  Result<std::string> canonical(const std::string& path) override;
  Result<std::vector<FolderEntry>> list(const std::string& path) override;
  Result<std::unique_ptr<FileReader>> open(const std::string& path) override;
  Result<std::unique_ptr<FileReader>> open_inside(const std::string& root,
                                                  const std::string& relative) override;
  Result<std::unique_ptr<FileWriter>> create(const std::string& path) override;
  Result<Done> sync_file(const std::string& path) override;
  Result<Done> sync_folder(const std::string& path) override;
  Result<Done> make_folder(const std::string& path) override;
  Result<Done> remove_file(const std::string& path) override;
  Result<Done> remove_folder(const std::string& path) override;
  Result<Done> rename(const std::string& from, const std::string& to) override;
  Result<Done> exchange(const std::string& a, const std::string& b) override;
  Result<Done> link(const std::string& from, const std::string& to) override;
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

/// Passes every step on to another file system unless `refuse` answers with an error for it. The
/// names of steps: status canonical list open read create write sync close make_folder remove_file
/// remove_folder rename exchange link lock sync_file sync_folder.
class FaultyFileSystem final : public FileSystem {
 public:
  /// `step` is its name, `index` how many steps of any name came before.
  using Refuse = std::function<const char*(std::string_view step, std::size_t index)>;
  /// `refuse` returns the code of the error, or null to let the step happen.
  FaultyFileSystem(FileSystem& files, Refuse refuse);

  std::size_t steps() const { return steps_; }

  Result<FileStatus> status(const std::string& path) override;
  Result<std::string> canonical(const std::string& path) override;
  Result<std::vector<FolderEntry>> list(const std::string& path) override;
  Result<std::unique_ptr<FileReader>> open(const std::string& path) override;
  Result<std::unique_ptr<FileReader>> open_inside(const std::string& root,
                                                  const std::string& relative) override;
  Result<std::unique_ptr<FileWriter>> create(const std::string& path) override;
  Result<Done> sync_file(const std::string& path) override;
  Result<Done> sync_folder(const std::string& path) override;
  Result<Done> make_folder(const std::string& path) override;
  Result<Done> remove_file(const std::string& path) override;
  Result<Done> remove_folder(const std::string& path) override;
  Result<Done> rename(const std::string& from, const std::string& to) override;
  Result<Done> exchange(const std::string& a, const std::string& b) override;
  Result<Done> link(const std::string& from, const std::string& to) override;
  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override;

  /// Null, or the error for this step. Counts it.
  const char* refused(std::string_view step);

 private:
  FileSystem& files_;
  Refuse refuse_;
  std::size_t steps_ = 0;
};

}  // namespace strate
