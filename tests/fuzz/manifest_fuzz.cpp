// Fuzz target of the manifest reader: whatever the bytes, it answers; what it accepts, it writes
// again byte for byte. A second try has the hashes made right, so that hashes shield nothing.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "formats/manifest/manifest.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/manifest_sample.hpp"
#include "tests/support/rehash.hpp"

namespace {

void try_reading(const std::string& bytes, const strate::Catalog& catalog) {
  const strate::Result<strate::Manifest> read = strate::read_manifest(bytes, catalog);
  if (read && strate::write_manifest(*read, catalog) != bytes) std::abort();
  if (!read && !read.error().code.starts_with("manifest.")) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const strate::Catalog catalogs[] = {strate::sample::catalog(), strate::shipped_catalog()};
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string again = strate::testing::rehashed(bytes);
  for (const strate::Catalog& catalog : catalogs) {
    try_reading(bytes, catalog);
    try_reading(again, catalog);
  }
  return 0;
}
