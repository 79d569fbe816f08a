#include "compiler/hash.hpp"

#include <catch2/catch.hpp>

using namespace strate;

TEST_CASE("hash: known answers of XXH3 and SHA-256") {
  CHECK(hex(string_hash("")) == "2d06800538d394c2");
  CHECK(hex(xxh3_128("")) == "99aa06d3014798d86001c324468d497f");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("hash: pieces hash as the whole does") {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += static_cast<char>(i * 7);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{255}, text.size()}) {
    Hasher128 pieces;
    pieces.update(text.data(), cut);
    pieces.update(text.data() + cut, text.size() - cut);
    CHECK(pieces.digest() == xxh3_128(text));
  }
}

TEST_CASE("hash: hex goes both ways and takes nothing else") {
  const Hash128 h{0x0123456789abcdefull, 0xfedcba9876543210ull};
  CHECK(hex(h) == "0123456789abcdeffedcba9876543210");
  Hash128 back;
  REQUIRE(parse_hex(hex(h), back));
  CHECK(back == h);
  for (const char* wrong :
       {"", "0123456789abcdeffedcba987654321", "0123456789abcdeffedcba98765432100",
        "0123456789ABCDEFfedcba9876543210", "0123456789abcdegfedcba9876543210"})
    CHECK_FALSE(parse_hex(wrong, back));
}

TEST_CASE("hash: digests of any split add up, and every bit counts") {
  DensityDigest whole, a, b;
  for (std::int64_t i = 0; i < 100; ++i) {
    add_sample(whole, i * 125000, -i, 3 * i, static_cast<std::uint32_t>(i));
    add_sample(i % 3 == 0 ? a : b, i * 125000, -i, 3 * i, static_cast<std::uint32_t>(i));
  }
  b += a;
  CHECK(b == whole);
  CHECK(hex(whole).size() == 32);
  DensityDigest one, moved, other;
  add_sample(one, 1, 2, 3, 7);
  add_sample(moved, 1, 3, 2, 7);
  add_sample(other, 1, 2, 3, 6);
  CHECK_FALSE(one == moved);
  CHECK_FALSE(one == other);
}
