// Passes every step on and keeps what was opened and what was changed, as the machine resolves it.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "compiler/file_system.hpp"

namespace strate::testing {

class RecordingFiles final : public FileSystem {
 public:
  explicit RecordingFiles(FileSystem& files) : files_(files) {}

  std::vector<std::string> opened;   ///< files that were opened: absolute, links resolved
  std::vector<std::string> changed;  ///< names made, removed, moved: the folder resolved

  Result<FileStatus> status(const std::string& p) override { return files_.status(p); }
  Result<std::string> canonical(const std::string& p) override { return files_.canonical(p); }
  Result<std::vector<FolderEntry>> list(const std::string& p) override { return files_.list(p); }
  Result<std::unique_ptr<FileReader>> open(const std::string& p) override {
    Result<std::unique_ptr<FileReader>> reader = files_.open(p);
    if (reader) note(opened, p);
    return reader;
  }
  Result<std::unique_ptr<FileReader>> open_inside(const std::string& root,
                                                  const std::string& p) override {
    Result<std::unique_ptr<FileReader>> reader = files_.open_inside(root, p);
    if (reader) note(opened, join_path(root, p));
    return reader;
  }
  Result<std::unique_ptr<FileWriter>> create(const std::string& p) override {
    note_name(p);
    return files_.create(p);
  }
  Result<Done> sync_file(const std::string& p) override { return files_.sync_file(p); }
  Result<Done> sync_folder(const std::string& p) override { return files_.sync_folder(p); }
  Result<Done> make_folder(const std::string& p) override {
    note_name(p);
    return files_.make_folder(p);
  }
  Result<Done> remove_file(const std::string& p) override {
    note_name(p);
    return files_.remove_file(p);
  }
  Result<Done> remove_folder(const std::string& p) override {
    note_name(p);
    return files_.remove_folder(p);
  }
  Result<Done> rename(const std::string& a, const std::string& b) override {
    note_name(a), note_name(b);
    return files_.rename(a, b);
  }
  Result<Done> exchange(const std::string& a, const std::string& b) override {
    note_name(a), note_name(b);
    return files_.exchange(a, b);
  }
  Result<Done> link(const std::string& a, const std::string& b) override {
    note_name(a), note_name(b);
    return files_.link(a, b);
  }
  Result<std::unique_ptr<FileLock>> lock(const std::string& p) override {
    note_name(p);
    return files_.lock(p);
  }

 private:
  void note(std::vector<std::string>& list, const std::string& path) {
    const Result<std::string> real = files_.canonical(path);
    const std::lock_guard guard(mutex_);
    list.push_back(real ? *real : "unresolved " + path);
  }
  void note_name(const std::string& path) {
    const Result<std::string> folder = files_.canonical(parent_path(path));
    const std::lock_guard guard(mutex_);
    changed.push_back(folder ? join_path(*folder, file_name(path)) : "unresolved " + path);
  }

  FileSystem& files_;
  std::mutex mutex_;
};

}  // namespace strate::testing
