// Fuzz target of artifacts.json, of verify that believes it, and of the PNG reader: they answer
// whatever the bytes, and a list that is accepted is written again byte for byte.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "compiler/memory_file_system.hpp"
#include "formats/files/artifacts.hpp"
#include "formats/files/png.hpp"
#include "formats/files/verify.hpp"
#include "tests/support/manifest_sample.hpp"
#include "tests/support/rehash.hpp"

namespace {

using namespace strate;

/// The list with the hash of itself made right, so that it shields nothing.
std::string rehashed_list(std::string text) {
  constexpr std::string_view kKey = "\"self_hash\": \"";
  const std::size_t at = text.rfind(kKey);
  if (at == std::string::npos || text.size() - at - kKey.size() < 32) return text;
  text.replace(at + kKey.size(), 32, hex(Hash128{}));
  testing::put_after(text, kKey, hex(xxh3_128(text)));
  return text;
}

void try_list(const std::string& bytes) {
  static const Catalog catalog = sample::catalog();
  const Result<ArtifactList> list = read_artifacts(bytes);
  if (list && write_artifacts(*list) != bytes) std::abort();
  if (!list && !list.error().code.starts_with("artifacts.")) std::abort();
  MemoryFileSystem files;
  files.put("/secret", "secret");
  files.put("/out/artifacts.json", bytes);
  files.put_symlink("/out/link", "/secret");
  const Verification found = verify(files, "/out", catalog);
  // There is no manifest, and a link is in the folder: no list makes that right.
  if (found.problems.size() < 2) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_list(bytes);
  try_list(rehashed_list(bytes));
  const Result<PngInfo> picture = inspect_png(bytes);
  if (!picture && picture.error().code != "png.damaged") std::abort();
  return 0;
}
