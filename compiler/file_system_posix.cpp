// The machine's files through POSIX calls; names and kinds only, never times or owners.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "compiler/file_system.hpp"

namespace strate {
namespace {

struct Cause {
  int number;
  const char* code;
  const char* text;
};

constexpr Cause kCauses[] = {
    {ENOENT, "io.not_found", "there is no such file or folder"},
    {EACCES, "io.permission", "permission denied"},
    {EPERM, "io.permission", "not permitted"},
    {EEXIST, "io.exists", "it exists already"},
    {ENOTEMPTY, "io.not_empty", "the folder is not empty"},
    {ENOTDIR, "io.not_a_folder", "a part of the path is not a folder"},
    {EISDIR, "io.not_a_file", "it is a folder"},
    {ENXIO, "io.not_a_file", "it is not a regular file"},
    {ELOOP, "path.symlink", "the path goes through a symbolic link"},
    {ENAMETOOLONG, "path.too_long", "the name is too long"},
    {ENOSPC, "io.disk_full", "no space is left"},
    {EDQUOT, "io.disk_full", "the quota is used up"},
    {EFBIG, "io.too_large", "the file grows too large"},
    {EROFS, "io.read_only", "the file system is read-only"},
    {EMFILE, "io.too_many_open", "too many files are open"},
    {ENFILE, "io.too_many_open", "too many files are open"},
    {EXDEV, "io.unsupported", "the paths lie on different file systems"},
    {EMLINK, "io.unsupported", "the file has too many names"},
    {EINVAL, "io.unsupported", "the file system cannot do this"},
    {ENOSYS, "io.unsupported", "the system cannot do this"},
    {EOPNOTSUPP, "io.unsupported", "the file system cannot do this"},
    {EBUSY, "io.in_use", "it is in use"},
    {EIO, "io.device", "the device failed"},
};

Error failure(const char* what, const std::string& path, int number) {
  for (const Cause& cause : kCauses)
    if (cause.number == number)
      return {cause.code, std::string("cannot ") + what + " " + path + ": " + cause.text, {}, {}};
  return {"io.failed",
          std::string("cannot ") + what + " " + path + ": system error " + std::to_string(number),
          {},
          {}};
}

/// Repeats a call that a signal interrupted.
template <class Call>
auto again(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::file;
  if (S_ISDIR(mode)) return FileKind::folder;
  return S_ISLNK(mode) ? FileKind::symlink : FileKind::other;
}

class PosixReader final : public FileReader {
 public:
  PosixReader(Descriptor fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Result<std::size_t> read(void* data, std::size_t size) override {
    const ssize_t got = again([&] { return ::read(fd_.get(), data, size); });
    if (got < 0) return failure("read", path_, errno);
    return static_cast<std::size_t>(got);
  }

 private:
  Descriptor fd_;
  std::string path_;
};

class PosixWriter final : public FileWriter {
 public:
  PosixWriter(Descriptor fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Result<Done> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t put = again([&] { return ::write(fd_.get(), bytes.data(), bytes.size()); });
      if (put < 0) return failure("write", path_, errno);
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return Done{};
  }
  Result<Done> sync() override {
    if (again([&] { return ::fsync(fd_.get()); }) < 0) return failure("flush", path_, errno);
    return Done{};
  }
  Result<Done> close() override {
    // After EINTR the descriptor is gone all the same (Linux): never close twice.
    if (::close(fd_.release()) < 0 && errno != EINTR) return failure("close", path_, errno);
    return Done{};
  }

 private:
  Descriptor fd_;
  std::string path_;
};

class PosixLock final : public FileLock {
 public:
  PosixLock(Descriptor fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  ~PosixLock() override { ::unlink(path_.c_str()); }  // before the descriptor frees the lock

 private:
  Descriptor fd_;
  std::string path_;
};

constexpr int kRead = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

Result<std::unique_ptr<FileReader>> reader_of(Descriptor fd, const std::string& path) {
  struct stat info;
  if (::fstat(fd.get(), &info) < 0) return failure("read", path, errno);
  if (!S_ISREG(info.st_mode)) return failure("read", path, S_ISDIR(info.st_mode) ? EISDIR : ENXIO);
  return std::unique_ptr<FileReader>(std::make_unique<PosixReader>(std::move(fd), path));
}

/// True if `fd` still is what stands at `path`.
bool same_file(int fd, const std::string& path) {
  struct stat held, named;
  return ::fstat(fd, &held) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

class PosixFileSystem final : public FileSystem {
 public:
  Result<FileStatus> status(const std::string& path) override {
    struct stat info;
    if (::lstat(path.c_str(), &info) < 0) {
      if (errno == ENOENT || errno == ENOTDIR) return FileStatus{};
      return failure("look at", path, errno);
    }
    FileStatus status;
    status.kind = kind_of(info.st_mode);
    if (status.kind == FileKind::file) status.size = static_cast<std::uint64_t>(info.st_size);
    status.modified_ns = info.st_mtim.tv_sec * std::int64_t{1'000'000'000} + info.st_mtim.tv_nsec;
    // Of one device: inodes of two may be equal.
    status.identity = static_cast<std::uint64_t>(info.st_ino) ^
                      static_cast<std::uint64_t>(info.st_dev) * 0x9e3779b97f4a7c15ull;
    return status;
  }

  Result<std::string> canonical(const std::string& path) override {
    char* resolved = ::realpath(path.c_str(), nullptr);
    if (resolved == nullptr) return failure("resolve", path, errno);
    std::string text(resolved);
    ::free(resolved);
    return text;
  }

  Result<std::vector<FolderEntry>> list(const std::string& path) override {
    DIR* folder = ::opendir(path.c_str());
    if (folder == nullptr) return failure("list", path, errno);
    std::vector<FolderEntry> entries;
    errno = 0;
    int number = 0;
    while (const dirent* entry = ::readdir(folder)) {
      const std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      struct stat info;
      if (::fstatat(::dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        entries.push_back({name, kind_of(info.st_mode)});
      else if (errno != ENOENT)  // gone since it was listed
        number = errno;
      errno = 0;
    }
    if (number == 0) number = errno;
    ::closedir(folder);
    if (number != 0) return failure("list", path, number);
    std::sort(entries.begin(), entries.end(),
              [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
    return entries;
  }

  Result<std::unique_ptr<FileReader>> open(const std::string& path) override {
    Descriptor fd(again([&] { return ::open(path.c_str(), kRead); }));
    if (!fd.open()) return failure("open", path, errno);
    return reader_of(std::move(fd), path);
  }

  Result<std::unique_ptr<FileReader>> open_inside(const std::string& root,
                                                  const std::string& relative) override {
    const std::string start = root.empty() ? "." : root;
    Descriptor fd(again([&] { return ::open(start.c_str(), kRead | O_DIRECTORY); }));
    std::string_view rest = relative;
    while (fd.open()) {
      const std::size_t slash = rest.find('/');
      const std::string part(rest.substr(0, slash));
      if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string::npos)
        return Error{
            "path.outside_root", "\"" + relative + "\" is not a plain relative path", {}, {}};
      const bool last = slash == std::string_view::npos;
      // Each step opens one name and refuses a link: no check that a rename could overtake.
      const int flags = kRead | O_NOFOLLOW | (last ? 0 : O_DIRECTORY);
      Descriptor next(again([&] { return ::openat(fd.get(), part.c_str(), flags); }));
      if (!next.open()) return inside_failure(fd.get(), part, relative, errno);
      if (last) return reader_of(std::move(next), relative);
      fd = std::move(next);
      rest.remove_prefix(slash + 1);
    }
    return failure("open", root, errno);
  }

  Result<std::unique_ptr<FileWriter>> create(const std::string& path) override {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    Descriptor fd(again([&] { return ::open(path.c_str(), flags, 0666); }));
    if (!fd.open()) return failure("create", path, errno);
    return std::unique_ptr<FileWriter>(std::make_unique<PosixWriter>(std::move(fd), path));
  }

  Result<Done> sync_file(const std::string& path) override {
    return sync(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  }

  Result<Done> sync_folder(const std::string& path) override {
    return sync(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  }

  Result<Done> make_folder(const std::string& path) override {
    if (::mkdir(path.c_str(), 0777) < 0) return failure("make the folder", path, errno);
    return Done{};
  }

  Result<Done> remove_file(const std::string& path) override {
    if (::unlink(path.c_str()) < 0) return failure("remove", path, errno);
    return Done{};
  }

  Result<Done> remove_folder(const std::string& path) override {
    if (::rmdir(path.c_str()) < 0) return failure("remove the folder", path, errno);
    return Done{};
  }

  Result<Done> rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) < 0) return failure("rename to", to, errno);
    return Done{};
  }

  Result<Done> exchange(const std::string& a, const std::string& b) override {
#if defined(SYS_renameat2)
    constexpr unsigned kExchange = 2;  // RENAME_EXCHANGE of linux/fs.h
    const long done = ::syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), kExchange);
    if (done < 0) return failure("exchange", b, errno);
    return Done{};
#else
    (void)a;
    return failure("exchange", b, ENOSYS);
#endif
  }

  Result<Done> link(const std::string& from, const std::string& to) override {
    if (::link(from.c_str(), to.c_str()) < 0) return failure("link", to, errno);
    return Done{};
  }

  Result<std::unique_ptr<FileLock>> lock(const std::string& path) override {
    for (;;) {
      const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
      Descriptor fd(again([&] { return ::open(path.c_str(), flags, 0666); }));
      if (!fd.open()) return failure("lock", path, errno);
      if (again([&] { return ::flock(fd.get(), LOCK_EX | LOCK_NB); }) < 0) {
        if (errno != EWOULDBLOCK) return failure("lock", path, errno);
        return Error{"io.busy", path + " is held by another run", {}, {}};
      }
      // The holder before us may have removed the file between open and lock: then try again.
      if (same_file(fd.get(), path))
        return std::unique_ptr<FileLock>(std::make_unique<PosixLock>(std::move(fd), path));
    }
  }

 private:
  /// O_DIRECTORY | O_NOFOLLOW on a link says "not a folder": look again to name the reason.
  static Error inside_failure(int folder, const std::string& part, const std::string& relative,
                              int number) {
    struct stat info;
    const bool link =
        ::fstatat(folder, part.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
    return failure("open", relative, link ? ELOOP : number);
  }

  static Result<Done> sync(const std::string& path, int flags) {
    Descriptor fd(again([&] { return ::open(path.c_str(), flags); }));
    if (!fd.open() || again([&] { return ::fsync(fd.get()); }) < 0)
      return failure("flush", path, errno);
    return Done{};
  }
};

}  // namespace

FileSystem& posix_file_system() {
  static PosixFileSystem files;
  return files;
}

}  // namespace strate
