#include "formats/files/hash_file.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace strate {
namespace {

constexpr std::size_t kPiece = 1u << 20;

/// Fills `piece` as far as the file goes; shorter only at its end.
Result<std::size_t> fill(FileReader& reader, std::vector<char>& piece) {
  std::size_t have = 0;
  while (have < piece.size()) {
    Result<std::size_t> got = reader.read(piece.data() + have, piece.size() - have);
    if (!got) return got;
    if (*got == 0) break;
    have += *got;
  }
  return have;
}

}  // namespace

Result<FileDigest> digest_file(FileSystem& files, const std::string& folder,
                               const std::string& path) {
  Result<std::unique_ptr<FileReader>> reader = files.open_inside(folder, path);
  if (!reader) return reader.error();
  std::vector<char> piece(kPiece);
  Hasher128 hasher;
  FileDigest digest;
  for (;;) {
    Result<std::size_t> got = (*reader)->read(piece.data(), piece.size());
    if (!got) return got.error();
    if (*got == 0) break;
    hasher.update(piece.data(), *got);
    digest.size += *got;
  }
  digest.hash = hasher.digest();
  return digest;
}

Result<bool> same_bytes(FileSystem& files, const std::string& folder_a, const std::string& folder_b,
                        const std::string& path) {
  Result<std::unique_ptr<FileReader>> first = files.open_inside(folder_a, path);
  if (!first) return first.error();
  Result<std::unique_ptr<FileReader>> second = files.open_inside(folder_b, path);
  if (!second) return second.error();
  std::vector<char> left(kPiece), right(kPiece);
  for (;;) {
    Result<std::size_t> n = fill(**first, left);
    if (!n) return n.error();
    Result<std::size_t> m = fill(**second, right);
    if (!m) return m.error();
    if (*n != *m || std::memcmp(left.data(), right.data(), *n) != 0) return false;
    if (*n == 0) return true;
  }
}

Result<bool> holds_bytes(FileSystem& files, const std::string& folder, const std::string& path,
                         std::string_view bytes) {
  Result<std::unique_ptr<FileReader>> reader = files.open_inside(folder, path);
  if (!reader) return reader.error();
  std::vector<char> piece(kPiece);
  for (;;) {
    Result<std::size_t> got = fill(**reader, piece);
    if (!got) return got.error();
    if (*got > bytes.size() || std::memcmp(piece.data(), bytes.data(), *got) != 0) return false;
    bytes.remove_prefix(*got);
    if (*got < piece.size()) return bytes.empty();
  }
}

}  // namespace strate
