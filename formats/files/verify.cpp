#include "formats/files/verify.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "formats/assets/world_assets.hpp"
#include "formats/files/artifacts.hpp"
#include "formats/files/hash_file.hpp"
#include "formats/manifest/manifest.hpp"

namespace strate {
namespace {

constexpr std::size_t kDocumentLimit = 64u << 20;

class Verifier {
 public:
  Verifier(FileSystem& files, const Catalog& catalog, const VerifyOptions& options)
      : files_(files), catalog_(catalog), options_(options) {}

  Verification run(const std::string& given) {
    Result<FileStatus> status = files_.status(given);
    std::string path = given;
    if (status && status->kind == FileKind::symlink)
      if (Result<std::string> real = files_.canonical(given); real) {
        path = std::move(*real);
        status = files_.status(path);
      }
    const bool folder = status && status->kind != FileKind::file;
    folder_ = folder ? path : parent_path(path);
    const std::string manifest = folder ? std::string(kManifestFile) : file_name(path);
    if (!options_.manifest_only) check_folder();
    check_manifest(manifest);
    std::sort(out_.problems.begin(), out_.problems.end(), [](const Problem& a, const Problem& b) {
      return std::tie(a.file, a.code) < std::tie(b.file, b.code);
    });
    return std::move(out_);
  }

 private:
  void problem(std::string code, const std::string& file, std::string text) {
    out_.problems.push_back({std::move(code), file, std::move(text)});
  }
  void problem(const Error& error, const std::string& file) {
    const bool strange = error.code == "path.symlink" || error.code == "io.not_a_file";
    problem(strange ? "verify.not_a_file" : error.code, file, error.text);
  }

  void check_folder() {
    const std::string list_file(kArtifactsFile);
    Result<std::string> text = read_inside(files_, folder_, list_file, kDocumentLimit);
    if (!text && text.error().code == "io.not_found")
      return problem("artifacts.missing", list_file, "the list of files is missing");
    if (!text) return problem(text.error(), list_file);
    Result<ArtifactList> list = read_artifacts(*text);
    if (!list) return problem(list.error(), list_file);
    list_ = std::move(*list);
    has_list_ = true;
    count(text->size());
    check_names();
    for (const Artifact& file : list_.files) check_file(file);
  }

  /// Names on the disk against names in the list.
  void check_names() {
    std::set<std::string> listed{std::string(kArtifactsFile)};
    for (const Artifact& file : list_.files) listed.insert(file.path);
    const Result<std::vector<FolderEntry>> found = walk_tree(files_, folder_);
    if (!found) return problem(found.error(), ".");
    for (const FolderEntry& entry : *found) {
      const bool known = listed.contains(entry.name);
      if (!known) problem("verify.extra", entry.name, "this is not in the list of files");
      if (known) kinds_[entry.name] = entry.kind;
    }
  }

  void check_file(const Artifact& file) {
    const auto kind = kinds_.find(file.path);
    if (kind == kinds_.end()) return problem("verify.missing", file.path, "the file is missing");
    if (kind->second != FileKind::file)
      return problem("verify.not_a_file", file.path, "this is not a regular file");
    const Result<FileDigest> found = digest_file(files_, folder_, file.path);
    if (!found) return problem(found.error(), file.path);
    count(found->size);
    if (found->size != file.size)
      problem("verify.size", file.path,
              "the file has " + std::to_string(found->size) + " bytes, not " +
                  std::to_string(file.size));
    else if (found->hash != file.hash)
      problem("verify.changed", file.path, "the file was changed after it was written");
  }

  void check_manifest(const std::string& name) {
    Result<std::string> text = read_inside(files_, folder_, name, kDocumentLimit);
    if (!text && text.error().code == "io.not_found")
      return problem("manifest.missing", name, "there is no manifest");
    if (!text) return problem(text.error(), name);
    if (options_.manifest_only) count(text->size());
    if (has_list_ && list_.manifest != xxh3_128(*text))
      problem("verify.manifest_hash", name, "this is not the manifest that the files belong to");
    const Result<Manifest> manifest = read_manifest(*text, catalog_);
    if (!manifest) return problem(manifest.error(), name);
    check_assets(manifest->world.assets);
    if (!manifest->review.audited && !options_.allow_not_audited)
      problem("verify.not_audited", name, "the world was cooked without its audits");
  }

  /// A world is not whole without them, whatever else is checked.
  void check_assets(std::vector<WorldAsset> assets) {
    for (WorldAsset& asset : assets)
      if (std::any_of(out_.problems.begin(), out_.problems.end(),
                      [&](const Problem& p) { return p.file == asset.file; }))
        continue;
      else if (const Result<Done> done = load_asset(files_, folder_, asset); !done)
        problem(done.error(), asset.file);
      else if (options_.manifest_only)
        count(asset.size);
  }

  void count(std::uint64_t bytes) {
    ++out_.files;
    out_.bytes += bytes;
  }

  FileSystem& files_;
  const Catalog& catalog_;
  const VerifyOptions& options_;
  std::string folder_;
  bool has_list_ = false;
  ArtifactList list_;
  std::map<std::string, FileKind> kinds_;
  Verification out_;
};

}  // namespace

Verification verify(FileSystem& files, const std::string& path, const Catalog& catalog,
                    const VerifyOptions& options) {
  return Verifier(files, catalog, options).run(path);
}

}  // namespace strate
