// Fuzz target of world assets and of the files that become one: they answer whatever the bytes, and
// an asset that is accepted is written again byte for byte.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "formats/assets/asset_file.hpp"
#include "formats/assets/byte_io.hpp"
#include "formats/imports/import.hpp"

namespace {

using namespace strate;

constexpr std::size_t kHashAt = 24, kBodyAt = 40;

/// The asset with the hash of its body made right, so that it shields nothing.
std::string rehashed(std::string bytes) {
  if (bytes.size() < kBodyAt) return bytes;
  const Hash128 hash = xxh3_128(std::string_view(bytes).substr(kBodyAt));
  std::string digits;
  put_number(digits, hash.hi);
  put_number(digits, hash.lo);
  return bytes.replace(kHashAt, digits.size(), digits);
}

void try_asset(const std::string& bytes) {
  const Result<AssetData> data = decode_asset(bytes);
  if (data && encode_asset(*data) != bytes) std::abort();
  if (!data && !data.error().code.starts_with("asset.")) std::abort();
}

void try_import(AssetKind kind, const char* name, const std::string& bytes) {
  const Result<AssetData> data = import_asset(kind, name, bytes);
  if (!data && !data.error().code.starts_with("asset.")) std::abort();
  if (data && data->kind() != kind) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_asset(bytes);
  try_asset(rehashed(bytes));
  try_import(AssetKind::heights, "a.png", bytes);
  try_import(AssetKind::heights, "a.r16", bytes);
  try_import(AssetKind::shape, "a.obj", bytes);
  return 0;
}
