#include "compiler/memory_file_system.hpp"

namespace strate {
namespace {

Error injected(const char* code, std::string_view step) {
  return {code, "refused on request: " + std::string(step), {}, {}};
}

class FaultyReader final : public FileReader {
 public:
  FaultyReader(FaultyFileSystem& owner, std::unique_ptr<FileReader> reader)
      : owner_(owner), reader_(std::move(reader)) {}
  Result<std::size_t> read(void* data, std::size_t size) override {
    if (const char* code = owner_.refused("read")) return injected(code, "read");
    return reader_->read(data, size);
  }

 private:
  FaultyFileSystem& owner_;
  std::unique_ptr<FileReader> reader_;
};

class FaultyWriter final : public FileWriter {
 public:
  FaultyWriter(FaultyFileSystem& owner, std::unique_ptr<FileWriter> writer)
      : owner_(owner), writer_(std::move(writer)) {}
  /// A refused write leaves half of its bytes, as a full disk does.
  Result<Done> write(std::string_view bytes) override {
    const char* code = owner_.refused("write");
    if (code == nullptr) return writer_->write(bytes);
    (void)writer_->write(bytes.substr(0, bytes.size() / 2));
    return injected(code, "write");
  }
  Result<Done> sync() override {
    if (const char* code = owner_.refused("sync")) return injected(code, "sync");
    return writer_->sync();
  }
  Result<Done> close() override {
    if (const char* code = owner_.refused("close")) return injected(code, "close");
    return writer_->close();
  }

 private:
  FaultyFileSystem& owner_;
  std::unique_ptr<FileWriter> writer_;
};

}  // namespace

FaultyFileSystem::FaultyFileSystem(FileSystem& files, Refuse refuse)
    : files_(files), refuse_(std::move(refuse)) {}

const char* FaultyFileSystem::refused(std::string_view step) { return refuse_(step, steps_++); }

Result<FileStatus> FaultyFileSystem::status(const std::string& path) {
  if (const char* code = refused("status")) return injected(code, "status");
  return files_.status(path);
}

Result<std::string> FaultyFileSystem::canonical(const std::string& path) {
  if (const char* code = refused("canonical")) return injected(code, "canonical");
  return files_.canonical(path);
}

Result<std::vector<FolderEntry>> FaultyFileSystem::list(const std::string& path) {
  if (const char* code = refused("list")) return injected(code, "list");
  return files_.list(path);
}

Result<std::unique_ptr<FileReader>> FaultyFileSystem::open(const std::string& path) {
  if (const char* code = refused("open")) return injected(code, "open");
  Result<std::unique_ptr<FileReader>> reader = files_.open(path);
  if (!reader) return reader;
  return std::unique_ptr<FileReader>(std::make_unique<FaultyReader>(*this, std::move(*reader)));
}

Result<std::unique_ptr<FileReader>> FaultyFileSystem::open_inside(const std::string& root,
                                                                  const std::string& relative) {
  if (const char* code = refused("open")) return injected(code, "open");
  Result<std::unique_ptr<FileReader>> reader = files_.open_inside(root, relative);
  if (!reader) return reader;
  return std::unique_ptr<FileReader>(std::make_unique<FaultyReader>(*this, std::move(*reader)));
}

Result<std::unique_ptr<FileWriter>> FaultyFileSystem::create(const std::string& path) {
  if (const char* code = refused("create")) return injected(code, "create");
  Result<std::unique_ptr<FileWriter>> writer = files_.create(path);
  if (!writer) return writer;
  return std::unique_ptr<FileWriter>(std::make_unique<FaultyWriter>(*this, std::move(*writer)));
}

Result<Done> FaultyFileSystem::sync_file(const std::string& path) {
  if (const char* code = refused("sync_file")) return injected(code, "sync_file");
  return files_.sync_file(path);
}

Result<Done> FaultyFileSystem::sync_folder(const std::string& path) {
  if (const char* code = refused("sync_folder")) return injected(code, "sync_folder");
  return files_.sync_folder(path);
}

Result<Done> FaultyFileSystem::make_folder(const std::string& path) {
  if (const char* code = refused("make_folder")) return injected(code, "make_folder");
  return files_.make_folder(path);
}

Result<Done> FaultyFileSystem::remove_file(const std::string& path) {
  if (const char* code = refused("remove_file")) return injected(code, "remove_file");
  return files_.remove_file(path);
}

Result<Done> FaultyFileSystem::remove_folder(const std::string& path) {
  if (const char* code = refused("remove_folder")) return injected(code, "remove_folder");
  return files_.remove_folder(path);
}

Result<Done> FaultyFileSystem::rename(const std::string& from, const std::string& to) {
  if (const char* code = refused("rename")) return injected(code, "rename");
  return files_.rename(from, to);
}

Result<Done> FaultyFileSystem::exchange(const std::string& a, const std::string& b) {
  if (const char* code = refused("exchange")) return injected(code, "exchange");
  return files_.exchange(a, b);
}

Result<Done> FaultyFileSystem::link(const std::string& from, const std::string& to) {
  if (const char* code = refused("link")) return injected(code, "link");
  return files_.link(from, to);
}

Result<std::unique_ptr<FileLock>> FaultyFileSystem::lock(const std::string& path) {
  if (const char* code = refused("lock")) return injected(code, "lock");
  return files_.lock(path);
}

}  // namespace strate
