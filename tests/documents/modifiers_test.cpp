// What is said about the modifiers that rework rock: ranges, grounds, ways that they would close.
#include <catch2/catch.hpp>

#include "passes/ops/catalog.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

/// A strate whose stack is a recipe of its own.
Loaded load_stack(const std::string& stack) {
  return test::load(
      {{"a.strate.json", R"({ "$schema": "strate-1.json", "recipe": "r.recipe.json" })"},
       {"r.recipe.json", "{ \"$schema\": \"recipe-1.json\", \"stack\": [\n" + stack + "\n] }"}},
      {}, shipped_catalog());
}

const std::string kGround = R"({ "id": "air", "op": "void" },
{ "id": "ground", "op": "heightfield", "combine": "union" })";
const std::string kCaves = R"({ "id": "rooms", "op": "rooms", "combine": "subtract" },
{ "id": "tunnels", "op": "tunnels", "combine": "subtract", "joins": "rooms", "radius_m": 2.2 })";
const std::string kDeepLines =
    R"({ "id": "lines", "op": "layer_lines", "spacing_m": 12, "depth_m": 1.5 })";

}  // namespace

TEST_CASE("modifiers: a value out of range is placed and told what is allowed") {
  const Loaded loaded = load_stack(kGround + R"(,
{ "id": "t", "op": "terrace", "step_m": 0.25, "hardness": 1.5 },
{ "id": "l", "op": "layer_lines", "spacing_m": 0.1, "depth_m": 2, "tilt_deg": 31 },
{ "id": "r", "op": "ribbing", "spacing_m": 20, "depth_m": -1, "bearing_deg": 361 },
{ "id": "c", "op": "cliff", "slope_deg": 5, "sharpness": 2 },
{ "id": "s", "op": "scallop", "size_m": 9, "depth_m": 1.25 },
{ "id": "o", "op": "overhang", "reach_m": 17, "height_m": 0.5, "slope_deg": 85 })");
  CHECK_FALSE(loaded.fine);
  const std::string text = loaded.printed();
  INFO(text);
  for (const char* said :
       {"r.recipe.json:4:41: error[value.out_of_range]: 0.25 is out of range", "0.5 to 24 m",
        "0.25 to 12 m", "0 to 1.5 m", "0 to 30 deg", "0.5 to 16 m", "0 to 360 deg", "10 to 80 deg",
        "0.25 to 8 m", "1 to 24 m", "20 to 80 deg"})
    CHECK(text.find(said) != std::string::npos);
  CHECK(loaded.diags.error_count() == 15);
}

TEST_CASE("modifiers: overhang needs a ground in its own list") {
  const Loaded none = load_stack(R"({ "id": "rock", "op": "solid" },
{ "id": "o", "op": "overhang" })");
  CHECK(
      none.printed().find("r.recipe.json:3:20: error[recipe.no_ground]: 'overhang' works on the "
                          "ground, and no heightfield or heightmap stands above it in its list") !=
      std::string::npos);
  const Loaded outside = load_stack(kGround + R"(,
{ "id": "g", "combine": "union", "group": [ { "id": "hut", "op": "box", "at_m": [0, 0, 9], "size_m": [4, 4, 4] }, { "id": "o", "op": "overhang" } ] })");
  CHECK(outside.printed().find("recipe.no_ground") != std::string::npos);
  const Loaded below = load_stack(kGround + R"(,
{ "id": "o", "op": "overhang" })");
  INFO(below.printed());
  CHECK(below.fine);
}

TEST_CASE("modifiers: layers that would close tunnels are an error, those of a ground are not") {
  const Loaded closed = load_stack(R"({ "id": "rock", "op": "solid" },
)" + kCaves + ",\n" + kDeepLines);
  INFO(closed.printed());
  CHECK(closed.printed().find("recipe.too_tight") != std::string::npos);
  const Loaded open = load_stack(kGround + ",\n" + kCaves + ",\n" + kDeepLines);
  INFO(open.printed());
  CHECK(open.fine);
}

TEST_CASE("modifiers: what a ground cannot read is an error of its entry") {
  const Loaded loaded = load_stack(kGround + R"(,
{ "id": "t", "op": "terrace", "step_m": { "by": "height_m", "stops": [[0, 2], [30, 6]] } })");
  CHECK(loaded.printed().find("step_m") != std::string::npos);
  CHECK_FALSE(loaded.fine);
}
