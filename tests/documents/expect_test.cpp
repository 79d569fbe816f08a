// expect.json: read, written, read again (11 §6).
#include "formats/documents/expect.hpp"

#include <catch2/catch.hpp>

#include "tests/documents/support/load.hpp"

using namespace strate;

namespace {

/// Canonical, so that it comes back byte for byte.
const std::string kBaseline = R"({
  "$schema": "../schemas/expect-1.json",
  "note": "Of the meadow.",
  "season": "katabasis.season.json",
  "content_hash": "5d0c8a2be9b14f3f8a6c07f2d31e9a44",
  "step_m": 0.125,
  "window_m": [-64, -64.5, 64, 64],
  "allow": {
    "air_fraction": [-0.02, 0.02],
    "narrowest_width_m": [-0.125, null]
  },
  "allow_fraction": {
    "walk_length_m": [null, 0.1]
  },
  "descent": {
    "descent_length_m": 1624.3,
    "narrowest_width_m": 1.75
  },
  "stack": {
    "band_m": 2
  },
  "laws": {
    "seal": "holds",
    "debris": "waived"
  },
  "strates": {
    "asphodel": {
      "air_fraction": 0.538,
      "walk_length_m": 118.2
    },
    "wells": {
      "air_fraction": 0.214
    }
  }
}
)";

struct Read {
  SourceSet sources;
  Diagnostics diags;
  Expect expect;
  bool fine = false;
};

Read read(const std::string& text, bool jsonc = false) {
  Read out;
  const std::uint32_t id = out.sources.add("expect.json", text);
  out.fine = read_expect(out.sources, id, jsonc, out.expect, out.diags);
  return out;
}

}  // namespace

TEST_CASE("expect: every part arrives") {
  const Read r = read(kBaseline);
  INFO(print(r.diags, r.sources));
  REQUIRE(r.fine);
  const Expect& e = r.expect;
  CHECK(e.season == "katabasis.season.json");
  CHECK(e.step_um == 125'000);
  CHECK(e.window_um == std::array<Um, 4>{-64'000'000, -64'500'000, 64'000'000, 64'000'000});
  REQUIRE(e.allow.size() == 3);
  CHECK(e.allow[0].down == -0.02);
  CHECK(e.allow[1].down == -0.125);
  CHECK_FALSE(e.allow[1].up);
  CHECK_FALSE(e.allow[1].fraction);
  CHECK(e.allow[2].fraction);
  CHECK(e.descent[1] == Figure{"narrowest_width_m", 1.75});
  CHECK(e.laws[1].verdict == Verdict::waived);
  REQUIRE(e.strates.size() == 2);
  CHECK(e.strates[1].slot == "wells");
  CHECK(e.strates[1].figures[0].value == 0.214);
}

TEST_CASE("expect: what is written is read back, and written again to the byte") {
  const Read r = read(kBaseline);
  REQUIRE(r.fine);
  CHECK(write_expect(r.expect) == kBaseline);
}

TEST_CASE("expect: figures are recorded with six decimals, which a document can hold") {
  CHECK(recorded(0.12345649) == 0.123456);
  CHECK(recorded(-0.1234565001) == -0.123457);
  CHECK(recorded(61420.5) == 61420.5);
  Read r = read(kBaseline);
  r.expect.descent[0].value = 1624.30000049;
  r.expect.strates[0].figures[0].value = 1.0 / 3;
  const Read again = read(write_expect(r.expect));
  REQUIRE(again.fine);
  CHECK(again.expect.descent[0].value == 1624.3);
  CHECK(again.expect.strates[0].figures[0].value == 0.333333);
}

TEST_CASE("expect: a .jsonc baseline may have comments") {
  CHECK(read("// Ours.\n" + kBaseline, true).fine);
  CHECK_FALSE(read("// Ours.\n" + kBaseline).fine);
}

TEST_CASE("expect: cut short at any byte it is refused, never half read") {
  for (std::size_t n = 0; n + 2 < kBaseline.size(); n += 7) {
    const Read r = read(kBaseline.substr(0, n));
    CHECK_FALSE(r.fine);
    CHECK(r.diags.has_errors());
  }
}
