#include "formats/files/staging.hpp"

#include <algorithm>
#include <set>

#include "formats/files/hash_file.hpp"
#include "formats/manifest/manifest.hpp"

namespace strate {
namespace {

constexpr std::size_t kListLimit = 64u << 20;

Error not_ours(const std::string& out, std::string why) {
  return {"output.not_ours",
          out + " was not written by this tool: " + why,
          {},
          {"an output folder is replaced whole; name another one, or remove this by hand"}};
}

/// Names of `out` that would be lost if it were replaced, or that we never write: the first one.
Result<Done> check_listed(FileSystem& files, const std::string& out, const ArtifactList& list) {
  std::set<std::string> listed{std::string(kArtifactsFile)};
  for (const Artifact& file : list.files) listed.insert(file.path);
  const Result<std::vector<FolderEntry>> found = walk_tree(files, out);
  if (!found) return found.error();
  for (const FolderEntry& entry : *found) {
    if (!listed.contains(entry.name))
      return not_ours(out, "it holds " + entry.name + ", which artifacts.json does not list");
    if (entry.kind != FileKind::file)
      return not_ours(out, entry.name + " is not a regular file any more");
  }
  return Done{};
}

/// Folders that hold the paths, every level, deepest first; "" is the top.
std::vector<std::string> folders_of(const std::map<std::string, Artifact>& added) {
  std::set<std::string> folders{""};
  for (const auto& [path, artifact] : added)
    for (std::string at = parent_path(path); at != "."; at = parent_path(at)) folders.insert(at);
  // A folder sorts before what it holds.
  return {folders.rbegin(), folders.rend()};
}

}  // namespace

Staging::Staging(FileSystem& files, std::string out) : files_(files), out_(std::move(out)) {
  const std::string hidden = std::string(".").append(file_name(out_)).append(".stratec-");
  parent_ = parent_path(out_);
  fresh_ = join_path(parent_, hidden + "new");
  old_ = join_path(parent_, hidden + "old");
  lock_path_ = join_path(parent_, hidden + "lock");
}

Result<std::unique_ptr<Staging>> Staging::open(FileSystem& files, const std::string& out) {
  const std::string name = file_name(out);
  if (name.empty() || name == "/" || name == "." || name == "..")
    return Error{"output.path", "\"" + out + "\" cannot be an output folder", {}, {}};
  std::string path = out;
  while (path.back() == '/') path.pop_back();
  std::unique_ptr<Staging> staging(new Staging(files, path));
  if (Result<Done> r = staging->prepare(); !r) return r.error();
  return staging;
}

Result<Done> Staging::prepare() {
  if (Result<Done> r = make_folders(files_, parent_, true); !r) return r;
  Result<std::unique_ptr<FileLock>> lock = files_.lock(lock_path_);
  if (!lock && lock.error().code == "io.busy")
    return Error{"output.busy", "another run is writing " + out_, {}, {}};
  if (!lock) return lock.error();
  lock_ = std::move(*lock);
  if (Result<Done> r = recover(); !r) return r;
  if (Result<Done> r = check_ours(); !r) return r;
  if (Result<Done> r = files_.make_folder(fresh_); !r) return r;
  made_ = true;
  return Done{};
}

Result<Done> Staging::recover() {
  Result<FileStatus> out = files_.status(out_);
  if (!out) return out.error();
  // Killed between the two renames of a file system without exchange: the old output comes back.
  if (out->kind == FileKind::absent && exists(files_, old_)) {
    const Result<FileStatus> list = files_.status(join_path(old_, kArtifactsFile));
    if (!list) return list.error();
    if (list->kind != FileKind::file)
      return not_ours(old_, "it holds no artifacts.json, and has the name of an earlier output");
    if (Result<Done> r = files_.rename(old_, out_); !r) return r;
    if (Result<Done> r = files_.sync_folder(parent_); !r) return r;
  }
  if (Result<Done> r = remove_leftover_folder(files_, old_); !r) return r;
  return remove_leftover_folder(files_, fresh_);
}

Result<Done> Staging::check_ours() {
  Result<FileStatus> status = files_.status(out_);
  if (!status) return status.error();
  had_output_ = status->kind == FileKind::folder;
  if (status->kind == FileKind::absent) return Done{};
  if (status->kind == FileKind::symlink)
    return Error{"output.symlink", out_ + " is a symbolic link", {}, {"name the folder itself"}};
  if (!had_output_) return not_ours(out_, "it is not a folder");
  Result<std::vector<FolderEntry>> entries = files_.list(out_);
  if (!entries) return entries.error();
  if (entries->empty()) return Done{};
  Result<std::string> text = read_inside(files_, out_, std::string(kArtifactsFile), kListLimit);
  if (!text && text.error().code == "io.not_found") return not_ours(out_, "no artifacts.json");
  if (!text && (text.error().code == "path.symlink" || text.error().code == "io.not_a_file"))
    return not_ours(out_, "artifacts.json is not a regular file");
  if (!text) return text.error();
  const Result<ArtifactList> list = read_artifacts(*text);
  if (!list) return not_ours(out_, "artifacts.json: " + list.error().text);
  return check_listed(files_, out_, *list);
}

Staging::~Staging() {
  // Best effort: what stays behind is removed by the next run.
  if (!published_ && made_) (void)remove_tree(files_, fresh_);
}

Result<Done> Staging::make_place(const std::string& path) {
  const Result<std::string> inside = join_inside("", path);
  if (!inside || *inside != path || path == kArtifactsFile)
    return Error{"output.path", "\"" + path + "\" cannot be a file of an output folder", {}, {}};
  return make_folders(files_, parent_path(join_path(fresh_, path)));
}

Result<bool> Staging::keep_if_equal(const std::string& path, std::string_view bytes) {
  if (!had_output_) return false;
  // An old file that cannot be read or linked is no loss: the bytes are at hand.
  const std::string last = join_path(out_, path);
  const Result<FileStatus> status = files_.status(last);
  if (!status || status->kind != FileKind::file || status->size != bytes.size()) return false;
  const Result<bool> equal = holds_bytes(files_, out_, path, bytes);
  return equal && *equal && files_.link(last, join_path(fresh_, path));
}

Result<Done> Staging::record(Artifact artifact, bool kept) {
  const std::lock_guard guard(mutex_);
  kept_ += kept ? 1 : 0;
  const std::string path = artifact.path;
  if (!added_.emplace(path, std::move(artifact)).second)
    return Error{"output.path", path + " is written twice", {}, {}};
  return Done{};
}

Result<Done> Staging::add(const std::string& path, std::string_view bytes, const std::string& pass,
                          const std::vector<std::string>& inputs) {
  if (Result<Done> r = make_place(path); !r) return r;
  Result<bool> kept = keep_if_equal(path, bytes);
  if (!kept) return kept.error();
  if (!*kept)
    if (Result<Done> r = write_new_file(files_, join_path(fresh_, path), bytes); !r) return r;
  return record({path, bytes.size(), xxh3_128(bytes), pass, inputs}, *kept);
}

Result<Done> Staging::add_pieces(const std::string& path, const std::string& pass,
                                 const std::vector<std::string>& inputs,
                                 const std::function<Result<Done>(const ByteSink& sink)>& write) {
  const Result<std::string> at = place(path);
  if (!at) return at.error();
  Result<std::unique_ptr<FileWriter>> file = files_.create(*at);
  if (!file) return file.error();
  const ByteSink sink = [&](std::string_view bytes) { return (*file)->write(bytes); };
  if (Result<Done> r = write(sink); !r) return r;
  if (Result<Done> r = (*file)->close(); !r) return r;
  return adopt(path, pass, inputs);
}

Result<std::string> Staging::place(const std::string& path) {
  if (Result<Done> r = make_place(path); !r) return r.error();
  return join_path(fresh_, path);
}

Result<bool> Staging::swap_for_last(const std::string& path, std::uint64_t size) {
  if (!had_output_) return false;
  const std::string last = join_path(out_, path), fresh = join_path(fresh_, path);
  const Result<FileStatus> status = files_.status(last);
  if (!status || status->kind != FileKind::file || status->size != size) return false;
  const Result<bool> equal = same_bytes(files_, out_, fresh_, path);
  if (!equal || !*equal) return false;
  const std::string beside = fresh + ".kept";
  if (!files_.link(last, beside)) return false;
  if (Result<Done> r = files_.rename(beside, fresh); !r) return r.error();
  return true;
}

Result<Done> Staging::adopt(const std::string& path, const std::string& pass,
                            const std::vector<std::string>& inputs) {
  const std::string fresh = join_path(fresh_, path);
  const Result<FileDigest> digest = digest_file(files_, fresh_, path);
  if (!digest) return digest.error();
  const Result<bool> kept = swap_for_last(path, digest->size);
  if (!kept) return kept.error();
  if (!*kept)
    if (Result<Done> r = files_.sync_file(fresh); !r) return r;
  return record({path, digest->size, digest->hash, pass, inputs}, *kept);
}

Result<Done> Staging::write_list(const std::string& tool) {
  ArtifactList list;
  list.tool = tool;
  for (const auto& [path, artifact] : added_) list.files.push_back(artifact);
  if (const auto found = added_.find(std::string(kManifestFile)); found != added_.end())
    list.manifest = found->second.hash;
  const std::string text = write_artifacts(std::move(list));
  const std::string name(kArtifactsFile);
  const Result<bool> kept = keep_if_equal(name, text);
  if (!kept) return kept.error();
  return *kept ? Result<Done>(Done{}) : write_new_file(files_, join_path(fresh_, name), text);
}

Result<Done> Staging::sync_folders() {
  for (const std::string& folder : folders_of(added_))
    if (Result<Done> r = files_.sync_folder(folder.empty() ? fresh_ : join_path(fresh_, folder));
        !r)
      return r;
  return Done{};
}

Result<Done> Staging::swap_in() {
  if (!had_output_) return files_.rename(fresh_, out_);
  Result<Done> done = files_.exchange(fresh_, out_);
  if (done || done.error().code != "io.unsupported") return done;
  if (Result<Done> r = files_.rename(out_, old_); !r) return r;
  done = files_.rename(fresh_, out_);
  if (!done) (void)files_.rename(old_, out_);
  return done;
}

Result<Done> Staging::publish(const std::string& tool) {
  if (Result<Done> r = write_list(tool); !r) return r;
  if (Result<Done> r = sync_folders(); !r) return r;
  // Somebody may have put a file of theirs there meanwhile.
  if (Result<Done> r = check_ours(); !r) return r;
  if (Result<Done> r = swap_in(); !r) return r;
  published_ = true;
  // Until this sync a power cut may bring the old output back, so it must still be there.
  if (Result<Done> r = files_.sync_folder(parent_); !r) return r;
  (void)remove_tree(files_, fresh_);
  (void)remove_tree(files_, old_);
  return Done{};
}

std::vector<Artifact> Staging::artifacts() const {
  const std::lock_guard guard(mutex_);
  std::vector<Artifact> list;
  for (const auto& [path, artifact] : added_) list.push_back(artifact);
  return list;
}

std::size_t Staging::kept() const {
  const std::lock_guard guard(mutex_);
  return kept_;
}

}  // namespace strate
