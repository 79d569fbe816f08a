// The machine's files, except that what is read of one file is altered, or that one step fails.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "compiler/file_system.hpp"

namespace strate::test {

/// Hands out every file through `alter(path, bytes)`.
class AlteringFileSystem final : public FileSystem {
 public:
  using Alter = std::function<void(const std::string& path, std::string& bytes)>;
  explicit AlteringFileSystem(Alter alter) : alter_(std::move(alter)) {}

  Result<std::unique_ptr<FileReader>> open(const std::string& path) override {
    Result<std::string> bytes = read_file(base_, path, std::size_t{1} << 30);
    if (!bytes) return bytes.error();
    alter_(path, *bytes);
    return std::unique_ptr<FileReader>(std::make_unique<Held>(std::move(*bytes)));
  }
  Result<FileStatus> status(const std::string& p) override { return base_.status(p); }
  Result<std::string> canonical(const std::string& p) override { return base_.canonical(p); }
  Result<std::vector<FolderEntry>> list(const std::string& p) override { return base_.list(p); }
  Result<std::unique_ptr<FileReader>> open_inside(const std::string& r,
                                                  const std::string& p) override {
    return base_.open_inside(r, p);
  }
  Result<std::unique_ptr<FileWriter>> create(const std::string& p) override {
    return base_.create(p);
  }
  Result<Done> sync_file(const std::string& p) override { return base_.sync_file(p); }
  Result<Done> sync_folder(const std::string& p) override { return base_.sync_folder(p); }
  Result<Done> make_folder(const std::string& p) override { return base_.make_folder(p); }
  Result<Done> remove_file(const std::string& p) override { return base_.remove_file(p); }
  Result<Done> remove_folder(const std::string& p) override { return base_.remove_folder(p); }
  Result<Done> rename(const std::string& a, const std::string& b) override {
    return base_.rename(a, b);
  }
  Result<Done> exchange(const std::string& a, const std::string& b) override {
    return base_.exchange(a, b);
  }
  Result<Done> link(const std::string& a, const std::string& b) override {
    return base_.link(a, b);
  }
  Result<std::unique_ptr<FileLock>> lock(const std::string& p) override { return base_.lock(p); }

 private:
  class Held final : public FileReader {
   public:
    explicit Held(std::string bytes) : bytes_(std::move(bytes)) {}
    Result<std::size_t> read(void* data, std::size_t size) override {
      const std::size_t n = std::min(size, bytes_.size() - at_);
      std::memcpy(data, bytes_.data() + at_, n);
      at_ += n;
      return n;
    }

   private:
    std::string bytes_;
    std::size_t at_ = 0;
  };

  FileSystem& base_ = posix_file_system();
  Alter alter_;
};

}  // namespace strate::test
