// Runs a fuzz target over files, without a fuzzer: replay FOLDER
#include <cstdint>
#include <cstdio>
#include <string>

#include "compiler/file_system.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  strate::FileSystem& files = strate::posix_file_system();
  const strate::Result<std::vector<strate::FolderEntry>> found = strate::walk_tree(files, argv[1]);
  if (!found) return 4;
  std::size_t runs = 0;
  for (const strate::FolderEntry& entry : *found) {
    const strate::Result<std::string> bytes =
        strate::read_file(files, strate::join_path(argv[1], entry.name), 16u << 20);
    if (!bytes) return 4;
    // Every seed whole, and cut at places spread over it.
    for (std::size_t part = 1; part <= 16; ++part, ++runs)
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes->data()),
                             bytes->size() * part / 16);
  }
  std::printf("%zu runs over %zu seeds\n", runs, found->size());
  return runs > 0 ? 0 : 1;
}
