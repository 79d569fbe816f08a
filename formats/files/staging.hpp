// An output folder that is replaced whole or not at all (05, 09 W).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/file_system.hpp"
#include "formats/files/artifacts.hpp"

namespace strate {

/// Files are collected in a hidden sibling of the output folder; publish() exchanges the two. Until
/// then, and if it is never called, the output is as it was. Whenever the process dies, the output
/// is whole: the old one, the new one, or (where the file system cannot exchange) absent until the
/// next run brings the old one back. Adding files is thread-safe.
class Staging {
 public:
  /// Takes the lock of `out`, recovers what a killed run left, refuses what is not ours. Codes:
  /// "output.busy" and "io.…" (exit 4); "output.not_ours", "output.symlink", "output.path" (exit
  /// 2).
  static Result<std::unique_ptr<Staging>> open(FileSystem& files, const std::string& out);
  /// Not published: what was collected is removed.
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  /// Adds a file. If the last output holds the same bytes under this path, it is kept (a second
  /// name of the same file: its time of change stays).
  Result<Done> add(const std::string& path, std::string_view bytes, const std::string& pass,
                   const std::vector<std::string>& inputs);

  /// Adds a file of any size that `write` hands on in pieces.
  Result<Done> add_pieces(const std::string& path, const std::string& pass,
                          const std::vector<std::string>& inputs,
                          const std::function<Result<Done>(const ByteSink& sink)>& write);

  /// For writers that need a path: where to write `path`, its folder made. adopt() afterwards.
  Result<std::string> place(const std::string& path);
  /// Adds the file written at place(path): reads it back for its hash, makes it durable, keeps the
  /// last output's if equal.
  Result<Done> adopt(const std::string& path, const std::string& pass,
                     const std::vector<std::string>& inputs);

  /// Writes artifacts.json, makes all durable, exchanges. To be called once, after all adding.
  Result<Done> publish(const std::string& tool);

  /// Files so far, ascending path.
  std::vector<Artifact> artifacts() const;
  /// How many of them are the last output's.
  std::size_t kept() const;

 private:
  Staging(FileSystem& files, std::string out);
  Result<Done> prepare();
  Result<Done> recover();
  Result<Done> check_ours();
  Result<Done> make_place(const std::string& path);
  Result<bool> keep_if_equal(const std::string& path, std::string_view bytes);
  Result<bool> swap_for_last(const std::string& path, std::uint64_t size);
  Result<Done> write_list(const std::string& tool);
  Result<Done> record(Artifact artifact, bool kept);
  Result<Done> sync_folders();
  Result<Done> swap_in();

  FileSystem& files_;
  std::string out_, parent_, fresh_, old_, lock_path_;
  std::unique_ptr<FileLock> lock_;
  mutable std::mutex mutex_;
  std::map<std::string, Artifact> added_;
  std::size_t kept_ = 0;
  bool had_output_ = false, published_ = false;
  bool made_ = false;  ///< the folder of the new output is ours to remove
};

}  // namespace strate
