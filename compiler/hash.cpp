// The one file that knows xxHash and OpenSSL.
#include "compiler/hash.hpp"

#include <openssl/evp.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace strate {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

void append_hex(std::string& out, std::uint64_t v) {
  for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[(v >> shift) & 15];
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

bool parse_half(std::string_view text, std::uint64_t& out) {
  out = 0;
  for (const char c : text) {
    const int digit = digit_of(c);
    if (digit < 0) return false;
    out = out << 4 | static_cast<std::uint64_t>(digit);
  }
  return true;
}

XXH3_state_t* state_of(void* state) { return static_cast<XXH3_state_t*>(state); }

}  // namespace

std::uint64_t string_hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

Hash128 xxh3_128(std::string_view bytes) {
  const XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
  return {h.high64, h.low64};
}

Hasher128::Hasher128() : state_(XXH3_createState()) { XXH3_128bits_reset(state_of(state_)); }

Hasher128::~Hasher128() { XXH3_freeState(state_of(state_)); }

void Hasher128::update(const void* data, std::size_t size) {
  XXH3_128bits_update(state_of(state_), data, size);
}

Hash128 Hasher128::digest() const {
  const XXH128_hash_t h = XXH3_128bits_digest(state_of(state_));
  return {h.high64, h.low64};
}

std::string hex(Hash128 h) { return hex(h.hi) + hex(h.lo); }

std::string hex(std::uint64_t v) {
  std::string out;
  append_hex(out, v);
  return out;
}

bool parse_hex(std::string_view text, Hash128& out) {
  return text.size() == 32 && parse_half(text.substr(0, 16), out.hi) &&
         parse_half(text.substr(16), out.lo);
}

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
  std::string out;
  for (unsigned int i = 0; i < size; ++i) {
    out += kDigits[digest[i] >> 4];
    out += kDigits[digest[i] & 15];
  }
  return out;
}

std::string hex(const DensityDigest& d) { return hex(d.a) + hex(d.b); }

}  // namespace strate
