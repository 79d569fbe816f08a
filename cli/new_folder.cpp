#include "cli/new_folder.hpp"

#include <set>

namespace strate::cli {

namespace {

Result<Done> check_free(FileSystem& files, const std::string& path) {
  const Result<FileStatus> status = files.status(path);
  if (!status) return status.error();
  if (status->kind == FileKind::absent) return Done{};
  if (status->kind != FileKind::folder)
    return Error{"init.not_a_folder", path + " is there already and is not a folder", {}, {}};
  const Result<std::vector<FolderEntry>> entries = files.list(path);
  if (!entries) return entries.error();
  if (entries->empty()) return Done{};
  return Error{"init.not_empty",
               path + " is not empty: it holds " + entries->front().name,
               {},
               {"name a folder that is absent or empty; nothing is ever written over"}};
}

/// All files below `root`, durable with the folders that hold them.
Result<Done> fill(FileSystem& files, const std::string& root, std::span<const InitFile> contents) {
  std::set<std::string> folders{root};
  for (const InitFile& f : contents) {
    const std::string path = join_path(root, f.path);
    const std::string folder = parent_path(path);
    if (Result<Done> r = make_folders(files, folder); !r) return r;
    if (Result<Done> r = write_new_file(files, path, f.text); !r) return r;
    folders.insert(folder);
  }
  // What a folder holds sorts behind it.
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
    if (Result<Done> r = files.sync_folder(*folder); !r) return r;
  return Done{};
}

Result<Done> fill_and_rename(FileSystem& files, const std::string& path, const std::string& fresh,
                             std::span<const InitFile> contents) {
  if (Result<Done> r = files.make_folder(fresh); !r) return r;
  if (Result<Done> r = fill(files, fresh, contents); !r) return r;
  // Somebody may have put a file of theirs there meanwhile.
  if (Result<Done> r = check_free(files, path); !r) return r;
  return files.rename(fresh, path);
}

}  // namespace

Result<Done> write_new_folder(FileSystem& files, const std::string& path,
                              std::span<const InitFile> contents) {
  if (Result<Done> r = check_free(files, path); !r) return r;
  const std::string parent = parent_path(path);
  if (Result<Done> r = make_folders(files, parent, true); !r) return r;
  const std::string hidden =
      join_path(parent, std::string(".").append(file_name(path)).append(".stratec-"));
  const std::string fresh = hidden + "new";
  const Result<std::unique_ptr<FileLock>> lock = files.lock(hidden + "lock");
  if (!lock && lock.error().code == "io.busy")
    return Error{"output.busy", "another run is writing " + path, {}, {}};
  if (!lock) return lock.error();
  if (Result<Done> r = remove_leftover_folder(files, fresh); !r) return r;
  if (Result<Done> r = fill_and_rename(files, path, fresh, contents); !r) {
    // Best effort: what stays behind is removed by the next run.
    (void)remove_tree(files, fresh);
    return r;
  }
  return files.sync_folder(parent);
}

}  // namespace strate::cli
