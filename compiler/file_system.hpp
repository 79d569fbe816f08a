// Files behind an interface, so that every failure of a disk can be tried in a test. All errors
// have codes "io.…" (exit 4), those of a path that a document may not name "path.…" (exit 2).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/result.hpp"

namespace strate {

enum class FileKind : std::uint8_t { absent, file, folder, symlink, other };

/// What stands at a path; the last component is not followed if it is a symlink.
struct FileStatus {
  FileKind kind = FileKind::absent;
  std::uint64_t size = 0;        ///< bytes; 0 unless a file
  std::int64_t modified_ns = 0;  ///< to tell whether a file was replaced; never printed or written
  std::uint64_t identity = 0;    ///< equal for two names of one file
};

struct FolderEntry {
  std::string name;
  FileKind kind = FileKind::file;
};

/// Reads a regular file from its beginning. Closed when destroyed.
class FileReader {
 public:
  virtual ~FileReader() = default;
  /// Fills up to `size` bytes; 0 only at the end.
  virtual Result<std::size_t> read(void* data, std::size_t size) = 0;
};

/// Writes a new file. Destroyed without close(): closed, content unspecified.
class FileWriter {
 public:
  virtual ~FileWriter() = default;
  virtual Result<Done> write(std::string_view bytes) = 0;
  virtual Result<Done> sync() = 0;
  virtual Result<Done> close() = 0;
};

/// Takes bytes piece by piece, in order.
using ByteSink = std::function<Result<Done>(std::string_view)>;

/// Holds a lock until destroyed.
class FileLock {
 public:
  virtual ~FileLock() = default;
};

/// The single steps. Thread-safe for different paths. What is built from them stands below.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// An absent path is an answer, not an error.
  virtual Result<FileStatus> status(const std::string& path) = 0;
  /// Absolute path of what exists at `path`, symlinks resolved.
  virtual Result<std::string> canonical(const std::string& path) = 0;
  /// Entries of a folder sorted by name (as bytes), without "." and "..".
  virtual Result<std::vector<FolderEntry>> list(const std::string& path) = 0;
  /// Only regular files; a pipe or device is refused without waiting for it.
  virtual Result<std::unique_ptr<FileReader>> open(const std::string& path) = 0;
  /// The same for a normal relative path (see join_inside) under `root`, where no component below
  /// the root may be a symlink: "path.symlink".
  virtual Result<std::unique_ptr<FileReader>> open_inside(const std::string& root,
                                                          const std::string& relative) = 0;
  /// A file that must not exist yet.
  virtual Result<std::unique_ptr<FileWriter>> create(const std::string& path) = 0;
  /// Makes what another library wrote at `path` durable.
  virtual Result<Done> sync_file(const std::string& path) = 0;
  /// Makes the names in a folder durable.
  virtual Result<Done> sync_folder(const std::string& path) = 0;
  /// One level; an existing path is an error.
  virtual Result<Done> make_folder(const std::string& path) = 0;
  virtual Result<Done> remove_file(const std::string& path) = 0;
  virtual Result<Done> remove_folder(const std::string& path) = 0;
  /// Replaces a file (or an empty folder) at `to`.
  virtual Result<Done> rename(const std::string& from, const std::string& to) = 0;
  /// Swaps two existing paths in one step. "io.unsupported" where the file system cannot.
  virtual Result<Done> exchange(const std::string& a, const std::string& b) = 0;
  /// A second name for a file.
  virtual Result<Done> link(const std::string& from, const std::string& to) = 0;
  /// Takes an exclusive lock on a file made for it, "io.busy" if another process or handle has it.
  /// The file is removed with the lock; one left behind by a killed process is taken over.
  virtual Result<std::unique_ptr<FileLock>> lock(const std::string& path) = 0;
};

/// The machine's files. Stateless; any number of threads.
FileSystem& posix_file_system();

/// Bytes of a regular file; "io.too_large" beyond `limit`, before anything is held.
Result<std::string> read_file(FileSystem& files, const std::string& path, std::size_t limit);

/// The same inside a root; see FileSystem::open_inside.
Result<std::string> read_inside(FileSystem& files, const std::string& root,
                                const std::string& relative, std::size_t limit);

bool exists(FileSystem& files, const std::string& path);

/// Takes away the temporary file that a killed run left at `path`. Only a regular file is: whatever
/// else has that name is somebody's, "output.in_the_way".
Result<Done> remove_leftover(FileSystem& files, const std::string& path);

/// The same for a folder: one of regular files and folders, as we write them, is removed whole.
Result<Done> remove_leftover_folder(FileSystem& files, const std::string& path);

/// Whole or not at all: a temporary sibling, write, fsync, rename, fsync of the folder. On failure
/// the sibling is gone and what was at `path` is as before: a link is never replaced.
Result<Done> write_file(FileSystem& files, const std::string& path, std::string_view bytes);

/// A file that must not exist yet, written and synced; its name is not durable before the folder
/// is.
Result<Done> write_new_file(FileSystem& files, const std::string& path, std::string_view bytes);

/// A folder with all its parents; existing ones are fine. "path.not_found" where a path goes up
/// from a folder that is not there: `a/../b` makes no `a`. `durable`: so are the names made.
Result<Done> make_folders(FileSystem& files, const std::string& path, bool durable = false);

/// Removes a file, a symlink (never what it points to) or a folder with all it holds. Absent is
/// fine.
Result<Done> remove_tree(FileSystem& files, const std::string& path);

/// All regular files below `folder` as relative paths with '/', sorted as bytes; other things
/// (symlinks, devices) are listed with their kind. Folders are listed only if empty.
Result<std::vector<FolderEntry>> walk_tree(FileSystem& files, const std::string& folder);

/// Joins with one '/'.
std::string join_path(std::string_view folder, std::string_view name);
/// "a/b/c" → "a/b"; "c" → "."; "/c" → "/".
std::string parent_path(std::string_view path);
/// The last component: "a/b/" → "b".
std::string file_name(std::string_view path);

/// The normal form, relative to a root, of `path` as written in a document that lies in `folder`
/// (itself normal and relative; "" is the root). No "", ".", ".." is left. Codes: "path.empty",
/// "path.absolute", "path.outside_root", "path.bad_character" (backslash, control, colon, invalid
/// UTF-8), "path.too_long". `a..b` is fine.
Result<std::string> join_inside(std::string_view folder, std::string_view path);

}  // namespace strate
