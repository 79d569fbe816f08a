// `extends`: what an heir takes over, and what it changes (11 §5).
#include "formats/documents/inherit.hpp"

#include <catch2/catch.hpp>

#include "compiler/hash.hpp"
#include "formats/documents/node_edit.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

std::string full(const Loaded& loaded, std::size_t i = 0) {
  return expand_text(loaded.season.world.strates.at(i).recipe, test::test_catalog(),
                     RecipeForm::full);
}

std::string document(const std::string& members) {
  return "{ \"$schema\": \"strate-1.json\", " + members + " }";
}

Loaded fine(const test::Files& files) {
  Loaded out = test::load(files);
  INFO(out.printed());
  REQUIRE(out.fine);
  REQUIRE(out.diags.all().empty());
  return out;
}

const std::string kHalls = R"({ "$schema": "recipe-1.json",
  "knobs": { "floor_m": { "default": 12 } },
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "hall", "op": "slab", "combine": "subtract", "floor_m": "$floor_m" },
    { "id": "caves", "use": "caves.recipe.json", "combine": "subtract" } ] })";
const std::string kCaves = R"({ "$schema": "recipe-1.json",
  "knobs": { "hub_m": { "default": 6 } },
  "stack": [
    { "id": "rock", "op": "solid" },
    { "id": "rooms", "op": "rooms", "combine": "subtract", "hub_radius_m": "$hub_m" } ] })";
const std::string kParent = document(R"(
  "title": "Parent", "note": "Of the parent.", "recipe": "halls.recipe.json",
  "fields": { "far": { "by": "spine_m", "stops": [[20, 0], [40, 1]] } },
  "set": { "hall": { "floor_m": 8, "ceiling_m": 30, "where": { "spine_m": [null, 60] } },
           "caves.$hub_m": 5 },
  "add": [ { "id": "grooves", "op": "roughness", "amount_m": 0.1, "mask": "far" },
           { "id": "den", "use": "caves.recipe.json", "combine": "subtract",
             "set": { "$hub_m": 7, "rooms": { "spacing_m": 40 } } } ],
  "height_m": 48, "seal_thickness_m": 3,
  "passages": { "connections": 2, "mouth_radius_m": 2, "reach_m": 10,
                "per_connection": { "2": { "mid_radius_m": 1.75 } } },
  "atmosphere": { "fog_color": "#111111", "ambient": 0.5 },
  "runtime": { "music": { "a": 1, "b": [1, 2] }, "add": [1] })");

/// The heir with the parent and its recipes in another folder.
test::Files heir(const std::string& members) {
  return {{"heirs/heir.strate.json", document("\"extends\": \"../lib/parent.strate.json\"" +
                                              (members.empty() ? "" : ", " + members))},
          {"stratec-root", ""},
          {"lib/parent.strate.json", kParent},
          {"lib/halls.recipe.json", kHalls},
          {"lib/caves.recipe.json", kCaves}};
}

/// The same, written in one document beside the recipes.
test::Files whole(const std::string& members) {
  return {{"lib/heir.strate.json", document(members)},
          {"stratec-root", ""},
          {"lib/halls.recipe.json", kHalls},
          {"lib/caves.recipe.json", kCaves}};
}

json::Node parsed(SourceSet& sources, const std::string& text) {
  Diagnostics diags;
  json::Node root;
  REQUIRE(json::parse(sources, sources.add("x", text), false, {}, root, diags));
  return root;
}

std::string text_of(const json::Node& node) {
  json::Writer out;
  write_node(out, node);
  return out.text();
}

/// `child` laid over `parent`, as canonical text.
std::string laid(const std::string& parent, const std::string& child,
                 DocumentKind kind = DocumentKind::strate) {
  SourceSet sources;
  Diagnostics diags;
  const json::Node root = lay_over(parsed(sources, parent), parsed(sources, child), kind, diags);
  CHECK(diags.all().empty());
  return text_of(root);
}

std::string canonical(const std::string& text) {
  SourceSet sources;
  return text_of(parsed(sources, text));
}

}  // namespace

TEST_CASE("inherit: an heir that says nothing is its parent to the bit") {
  const Loaded parent = fine({{"lib/parent.strate.json", kParent},
                              {"lib/halls.recipe.json", kHalls},
                              {"lib/caves.recipe.json", kCaves}});
  const Loaded child = fine(heir(""));
  CHECK(full(child) == full(parent));
  const StrateSettings &a = parent.season.strates[0], &b = child.season.strates[0];
  CHECK(b.title == a.title);
  CHECK(b.note == a.note);
  CHECK(b.runtime == a.runtime);
  CHECK(b.passages.connections == 2);
  CHECK(b.passages.connection(2).mid_radius_m == 1.75);
  CHECK(b.atmosphere.fog_color == "#111111");
  CHECK(child.season.world.strates[0].seal_um == 3'000'000);
  CHECK(b.file == "heirs/heir.strate.json");
  CHECK(a.base == "recipe halls.recipe.json");
  CHECK(b.base == "recipe ../lib/halls.recipe.json");
  CHECK(child.season.inputs ==
        std::vector<std::string>{"heirs/heir.strate.json", "lib/caves.recipe.json",
                                 "lib/halls.recipe.json", "lib/parent.strate.json"});
}

TEST_CASE("inherit: set, add and on reach through, as if written in one document") {
  const Loaded child = fine(heir(R"(
    "title": "Heir",
    "set": { "hall": { "floor_m": 9 }, "grooves": { "on": false, "note": "Too busy." },
             "den.rooms": { "spacing_m": 44 }, "den.$hub_m": 8, "$floor_m": 14,
             "far": { "stops": [[10, 0], [20, 1]] } },
    "add": [ { "id": "more", "op": "roughness", "amount_m": 0.2, "after": "den", "mask": "far" } ],
    "passages": { "connections": 3, "per_connection": { "3": { "mouth_radius_m": 1.5 } } },
    "atmosphere": { "ambient": 0.1 })"));
  const Loaded one = fine(whole(R"(
    "recipe": "halls.recipe.json",
    "fields": { "far": { "by": "spine_m", "stops": [[10, 0], [20, 1]] } },
    "set": { "hall": { "floor_m": 9, "ceiling_m": 30, "where": { "spine_m": [null, 60] } },
             "caves.$hub_m": 5, "$floor_m": 14 },
    "add": [ { "id": "den", "use": "caves.recipe.json", "combine": "subtract",
               "set": { "$hub_m": 8, "rooms": { "spacing_m": 44 } } },
             { "id": "more", "op": "roughness", "amount_m": 0.2, "mask": "far" } ],
    "height_m": 48)"));
  CHECK(full(child) == full(one));
  const StrateSettings& s = child.season.strates[0];
  CHECK(s.title == "Heir");
  CHECK(s.note == "Of the parent.");
  CHECK(s.passages.connections == 3);
  CHECK(s.passages.reach_m == 10);
  CHECK(s.passages.connection(2).mid_radius_m == 1.75);
  CHECK(s.passages.connection(3).mouth_radius_m == 1.5);
  CHECK(s.passages.connection(1).mouth_radius_m == 2);
  CHECK(s.atmosphere.fog_color == "#111111");
  CHECK(s.atmosphere.ambient == 0.1);
}

TEST_CASE("inherit: an own base drops the parent's whole density part and nothing else") {
  const Loaded child = fine(heir("\"archetype\": \"flat_plain\""));
  const Loaded plain = fine({{"a.strate.json", document("\"archetype\": \"flat_plain\"")}});
  CHECK(full(child) == full(plain));
  CHECK(child.season.world.strates[0].seal_um == 3'000'000);
  CHECK(child.season.strates[0].base == "archetype flat_plain");
  CHECK(child.season.strates[0].passages.connections == 2);
  CHECK(child.season.inputs.size() == 2);
}

TEST_CASE("inherit: three parents above an heir, each over the one above it") {
  const Loaded child = fine(
      {{"a.strate.json", document("\"extends\": \"b.strate.json\", \"set\": { \"hall\": { "
                                  "\"scale_m\": 21 } }")},
       {"b.strate.json", document("\"extends\": \"c.strate.json\", \"set\": { \"hall\": { "
                                  "\"floor_m\": 9 }, \"more\": { \"amount_m\": 0.3 } }")},
       {"c.strate.json",
        document("\"extends\": \"d.strate.json\", \"height_m\": 50, \"add\": [ { "
                 "\"id\": \"more\", \"op\": \"roughness\", \"amount_m\": 0.1 } ]")},
       {"d.strate.json", document("\"archetype\": \"flat_plain\", \"height_m\": 60, \"set\": { "
                                  "\"hall\": { \"floor_m\": 7, \"ceiling_m\": 33 } }")}});
  const Loaded one = fine({{"a.strate.json", document(R"("archetype": "flat_plain",
    "set": { "hall": { "floor_m": 9, "ceiling_m": 33, "scale_m": 21 } },
    "add": [ { "id": "more", "op": "roughness", "amount_m": 0.3 } ])")}});
  CHECK(full(child) == full(one));
  const StrateWorld& s = child.season.world.strates[0];
  CHECK(s.top_um - s.bottom_um == 50'000'000);
}

TEST_CASE("inherit: a value of the parent points into the parent's file") {
  const Loaded child = fine(heir("\"set\": { \"hall\": { \"floor_m\": 9 } }"));
  const auto file = [&](const char* id, const char* parameter) {
    for (const OpEntry& e : child.season.world.strates[0].recipe.stack)
      if (e.id == id) return child.sources[e.param(parameter)->source.document].name;
    return std::string("none");
  };
  CHECK(file("hall", "floor_m").ends_with("heir.strate.json"));
  CHECK(file("hall", "ceiling_m").ends_with("lib/parent.strate.json"));
  CHECK(file("grooves", "amount_m").ends_with("lib/parent.strate.json"));
}

TEST_CASE("inherit: an expansion of an heir compiles back to the same recipe") {
  const Loaded child = fine(heir("\"set\": { \"den.$hub_m\": 8 }"));
  const Loaded again = fine({{"a.strate.json", document("\"recipe\": \"x.recipe.json\"")},
                             {"x.recipe.json", full(child)}});
  CHECK(full(again) == full(child));
}

TEST_CASE("inherit: objects merge key by key, `add` appends, the rest replaces") {
  CHECK(laid(R"({ "a": 1, "o": { "x": 1, "l": [1], "add": [1] }, "add": [1, 2], "l": [1] })",
             R"({ "extends": "p", "b": 2, "o": { "y": 2, "l": [2], "add": [2] }, "add": [3],
                  "l": [2] })") ==
        canonical(R"({ "a": 1, "o": { "x": 1, "l": [2], "add": [1, 2], "y": 2 },
                       "add": [1, 2, 3], "l": [2], "b": 2 })"));
  CHECK(laid(R"({ "o": { "x": 1 }, "p": 3 })", R"({ "o": 2, "p": { "x": 1 } })") ==
        canonical(R"({ "o": 2, "p": { "x": 1 } })"));
}

TEST_CASE("inherit: nothing inside runtime has a meaning") {
  CHECK(
      laid(R"({ "runtime": { "add": [1], "style": "x", "x": 1, "o": { "a": 1 } } })",
           R"({ "runtime": { "add": [2], "style": "y", "o": { "b": 2 } } })") ==
      canonical(R"({ "runtime": { "add": [2], "style": "y", "x": 1, "o": { "a": 1, "b": 2 } } })"));
}

TEST_CASE("inherit: a parameter is one value, a field that says its kind is a new field") {
  CHECK(
      laid(R"({ "set": { "e": { "a_m": { "by": "x_m", "stops": [[0, 1]] },
                                  "where": { "x_m": [0, 1] }, "b": 2 } },
                  "fields": { "f": { "by": "x_m", "stops": [[0, 1]] },
                              "g": { "noise": "xy", "scale_m": 9, "stops": [[0, 1]] } } })",
           R"({ "set": { "e": { "a_m": { "by": "y_m" }, "where": { "y_m": [0, 1] } } },
                  "fields": { "f": { "where": { "x_m": [0, 1] } }, "g": { "scale_m": 11 } } })") ==
      canonical(R"({ "set": { "e": { "a_m": { "by": "y_m" }, "where": { "y_m": [0, 1] }, "b": 2 } },
                       "fields": { "f": { "where": { "x_m": [0, 1] } },
                                   "g": { "noise": "xy", "scale_m": 11, "stops": [[0, 1]] } } })"));
}

TEST_CASE("inherit: another style drops the block of the parent's") {
  const std::string parent = R"({ "passages": { "style": "spiral", "spiral": { "turns": 3 } } })";
  CHECK(laid(parent, R"({ "passages": { "style": "shaft" } })") ==
        canonical(R"({ "passages": { "style": "shaft" } })"));
  CHECK(laid(parent, R"({ "passages": { "style": "spiral", "spiral": { "radius_m": 6 } } })") ==
        canonical(
            R"({ "passages": { "style": "spiral", "spiral": { "turns": 3, "radius_m": 6 } } })"));
}

TEST_CASE("inherit: what fills a slot drops what filled it before") {
  CHECK(
      laid(
          R"({ "slots": [ { "id": "a", "note": "n", "compose": { "keep": 1 } }, { "id": "b" } ] })",
          R"({ "set": { "a": { "strate": "s" } } })", DocumentKind::season) ==
      canonical(R"({ "slots": [ { "id": "a", "note": "n", "strate": "s" }, { "id": "b" } ] })"));
}

namespace {

const test::Files kSeason{
    {"anabasis/a.season.json", R"({ "$schema": "season-1.json", "title": "Heir",
       "extends": "../katabasis/k.season.json", "bake": { "views": 1 },
       "set": { "wells": { "strate": "wells.strate.json", "note": "Flooded." },
                "drift": { "seed": "77" } } })"},
    {"stratec-root", ""},
    {"anabasis/wells.strate.json",
     document("\"extends\": \"../katabasis/strates/wells.strate.json\", \"height_m\": 40")},
    {"katabasis/k.season.json", R"({ "$schema": "season-1.json", "title": "Parent", "seed": "5",
       "revision": 4, "world": { "gap_m": 2 }, "bake": { "mesh_step": 4, "views": 3 },
       "slots": [ { "id": "meadow", "strate": "strates/meadow.strate.json" },
                  { "id": "wells", "strate": "strates/wells.strate.json", "seed": "9" },
                  { "id": "drift", "strate": "strates/meadow.strate.json", "note": "Still." } ] })"},
    {"katabasis/strates/meadow.strate.json", document("\"archetype\": \"flat_plain\"")},
    {"katabasis/strates/wells.strate.json", document("\"archetype\": \"tunnel_network\"")}};

}  // namespace

TEST_CASE("inherit: a season changes slots by id, and the other slots to no bit") {
  const Loaded child = fine(kSeason);
  test::Files only = kSeason;
  only.erase(only.begin(), only.begin() + 3);
  const Loaded parent = fine(only);
  const auto &a = parent.season.world.strates, &b = child.season.world.strates;
  REQUIRE(b.size() == 3);
  CHECK(child.season.name == "a");
  CHECK(child.season.title == "Heir");
  CHECK(child.season.revision == 4);
  CHECK(child.season.world.seed == 5);
  CHECK(child.season.world.gap_um == 2'000'000);
  CHECK(child.season.bake.mesh_step == 4);
  CHECK(child.season.bake.views == 1);
  CHECK(full(child, 0) == full(parent, 0));
  CHECK(b[0].seed == a[0].seed);
  CHECK(b[0].top_um == a[0].top_um);
  CHECK(b[0].bottom_um == a[0].bottom_um);
  CHECK(b[1].seed == 9);  // of the slot, which stays
  CHECK(b[1].top_um - b[1].bottom_um == 40'000'000);
  CHECK(child.season.strates[1].file == "anabasis/wells.strate.json");
  CHECK(child.season.strates[1].note == "Flooded.");
  CHECK(b[2].seed == 77);
  CHECK(child.season.strates[2].note == "Still.");
  CHECK(child.season.strates[2].file == "katabasis/strates/meadow.strate.json");
  CHECK(child.season.inputs.size() == 5);
}

TEST_CASE("inherit: a season that names its slots has those alone, and `set` is about them") {
  test::Files files = kSeason;
  files[0].second = R"({ "$schema": "season-1.json", "extends": "../katabasis/k.season.json",
    "slots": [ { "id": "solo", "strate": "wells.strate.json" } ],
    "set": { "solo": { "seed": "3" } } })";
  const Loaded child = fine(files);
  REQUIRE(child.season.world.strates.size() == 1);
  CHECK(child.season.world.strates[0].seed == 3);
}

TEST_CASE("inherit: a heir's file outside the marked root is refused") {
  test::Files files = kSeason;
  files[0].second = R"({ "$schema": "season-1.json", "extends": "../../k.season.json" })";
  const Loaded child = test::load(files);
  CHECK_FALSE(child.fine);
  CHECK(child.codes() == std::vector<std::string>{"path.outside_root"});
}
