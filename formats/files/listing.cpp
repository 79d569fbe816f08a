#include "formats/files/listing.hpp"

#include "formats/files/artifacts.hpp"

namespace strate {

namespace {

constexpr std::size_t kListLimit = 64u << 20;
constexpr int kFolders = 3;

Result<Listing> compare(const ArtifactList& list, const std::string& path, std::string_view bytes) {
  if (path == kArtifactsFile) return Listing::unchanged;  // it was read: its own hash is right
  for (const Artifact& file : list.files) {
    if (file.path != path) continue;
    if (file.size != bytes.size())
      return Error{"verify.size",
                   "the file has " + std::to_string(bytes.size()) + " bytes, not " +
                       std::to_string(file.size) + " as artifacts.json lists it",
                   {},
                   {}};
    if (file.hash != xxh3_128(bytes))
      return Error{"verify.changed", "the file was changed after it was written", {}, {}};
    return Listing::unchanged;
  }
  return Listing::not_listed;
}

}  // namespace

std::string_view listing_name(Listing listing) {
  switch (listing) {
    case Listing::unchanged:
      return "unchanged";
    case Listing::not_listed:
      return "not_listed";
    case Listing::no_list:
      break;
  }
  return "no_list";
}

Result<Listing> find_listing(FileSystem& files, const std::string& path, std::string_view bytes) {
  const Result<std::string> whole = files.canonical(path);
  if (!whole) return whole.error();
  std::string relative = file_name(*whole), folder = parent_path(*whole);
  for (int i = 0; i < kFolders; ++i) {
    const Result<std::string> text =
        read_inside(files, folder, std::string(kArtifactsFile), kListLimit);
    if (text)
      if (const Result<ArtifactList> list = read_artifacts(*text); list)
        return compare(*list, relative, bytes);
    if (folder == parent_path(folder)) break;
    relative = file_name(folder) + "/" + relative;
    folder = parent_path(folder);
  }
  return Listing::no_list;
}

}  // namespace strate
