// Hashes of the world function and of artifacts (10 A2, A6; 04 §3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace strate {

/// The 64-bit finaliser every random draw goes through (10 A2; normative).
constexpr std::uint64_t mix64(std::uint64_t z) {
  z ^= z >> 30;
  z *= 0xbf58476d1ce4e5b9ull;
  z ^= z >> 27;
  z *= 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

inline constexpr std::uint64_t kSaltStep = 0x9e3779b97f4a7c15ull;

/// XXH3-64 of the bytes: how ids and addresses become numbers.
std::uint64_t string_hash(std::string_view text);

/// One stream of draws: mix64(seed ^ string_hash(address) + salt · kSaltStep).
constexpr std::uint64_t draw(std::uint64_t seed, std::uint64_t address_hash, std::uint64_t salt) {
  return mix64((seed ^ address_hash) + salt * kSaltStep);
}

/// The same for a lattice cell: the three coordinates are folded in one after the other.
constexpr std::uint64_t draw_at(std::uint64_t seed, std::uint64_t address_hash, std::uint64_t salt,
                                std::int64_t x, std::int64_t y, std::int64_t z) {
  std::uint64_t h = draw(seed, address_hash, salt);
  h = mix64(h + static_cast<std::uint64_t>(x) * kSaltStep);
  h = mix64(h + static_cast<std::uint64_t>(y) * kSaltStep);
  return mix64(h + static_cast<std::uint64_t>(z) * kSaltStep);
}

/// The top 53 bits as a number in [0, 1).
constexpr double unit(std::uint64_t h) {
  return static_cast<double>(h >> 11) * (1.0 / 9007199254740992.0);
}

struct Hash128 {
  std::uint64_t hi = 0, lo = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

Hash128 xxh3_128(std::string_view bytes);

/// XXH3-128 over pieces, for files too large to hold.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(const Hasher128&) = delete;
  Hasher128& operator=(const Hasher128&) = delete;
  void update(const void* data, std::size_t size);
  Hash128 digest() const;

 private:
  void* state_;
};

/// 32 lower-case hex digits, high half first.
std::string hex(Hash128 h);
/// 16 lower-case hex digits.
std::string hex(std::uint64_t v);
/// False unless `text` is exactly 32 lower-case hex digits.
bool parse_hex(std::string_view text, Hash128& out);

/// SHA-256 as 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

/// Order-free digest of density samples (10 A6): two lanes of sums mod 2^64 and the count, so that
/// the digests of any split add up to the digest of the whole.
struct DensityDigest {
  std::uint64_t a = 0, b = 0, samples = 0;
  friend bool operator==(const DensityDigest&, const DensityDigest&) = default;
  DensityDigest& operator+=(const DensityDigest& o) {
    a += o.a, b += o.b, samples += o.samples;
    return *this;
  }
};

/// 32 hex digits of the two lanes.
std::string hex(const DensityDigest& d);

/// Adds one sample: position in whole micrometres (world axes) and the bits of its density.
constexpr void add_sample(DensityDigest& d, std::int64_t x_um, std::int64_t y_um, std::int64_t z_um,
                          std::uint32_t bits) {
  const std::uint64_t p = static_cast<std::uint64_t>(x_um) * 0x9e3779b97f4a7c15ull ^
                          static_cast<std::uint64_t>(y_um) * 0xc2b2ae3d27d4eb4full ^
                          static_cast<std::uint64_t>(z_um) * 0x165667b19e3779f9ull;
  d.a += mix64(p + bits + 0x243f6a8885a308d3ull);
  d.b += mix64((p ^ 0x13198a2e03707344ull) - bits * 0xa0761d6478bd642full);
  ++d.samples;
}

}  // namespace strate
