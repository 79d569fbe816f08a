#include "formats/files/atomic_file.hpp"

#include <utility>

namespace strate {

AtomicFile::AtomicFile(FileSystem& files, std::string path)
    : files_(&files),
      path_(std::move(path)),
      temporary_(join_path(parent_path(path_),
                           std::string(".").append(file_name(path_)).append(".part"))) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : files_(other.files_),
      path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      lock_(std::move(other.lock_)),
      writer_(std::move(other.writer_)),
      size_(other.size_),
      pending_(std::exchange(other.pending_, false)) {}

AtomicFile::~AtomicFile() {
  writer_.reset();
  if (pending_) (void)files_->remove_file(temporary_);
}

Result<AtomicFile> AtomicFile::open(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind != FileKind::absent && status->kind != FileKind::file)
    return Error{"io.not_a_file", path + " is not a regular file", {}, {}};
  AtomicFile file(files, path);
  Result<std::unique_ptr<FileLock>> lock = files.lock(file.temporary_ + ".lock");
  if (!lock) return lock.error();
  file.lock_ = std::move(*lock);
  // One that a killed run left.
  if (Result<Done> r = remove_leftover(files, file.temporary_); !r) return r.error();
  Result<std::unique_ptr<FileWriter>> writer = files.create(file.temporary_);
  if (!writer) return writer.error();
  file.writer_ = std::move(*writer);
  file.pending_ = true;
  return file;
}

Result<Done> AtomicFile::write(std::string_view bytes) {
  size_ += bytes.size();
  return writer_->write(bytes);
}

Result<Done> AtomicFile::commit() {
  Result<Done> done = writer_->sync();
  if (done) done = writer_->close();
  if (done) done = files_->rename(temporary_, path_);
  if (!done) return done;
  pending_ = false;
  return files_->sync_folder(parent_path(path_));
}

}  // namespace strate
