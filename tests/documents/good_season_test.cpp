// The season under data/good uses every key and every shape of the format.
#include <catch2/catch.hpp>

#include "compiler/hash.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using test::Loaded;

namespace {

const Loaded& good() {
  static const Loaded loaded = test::load_in(test::data_path("good"), "good.season.json");
  return loaded;
}

const OpEntry* find(const std::vector<OpEntry>& stack, const std::string& id) {
  for (const OpEntry& e : stack) {
    if (e.id == id) return &e;
    if (const OpEntry* inner = find(e.group, id)) return inner;
  }
  return nullptr;
}

const OpEntry& entry(const std::string& slot, const std::string& id) {
  for (const StrateWorld& s : good().season.world.strates) {
    if (s.id != slot) continue;
    const OpEntry* e = find(s.recipe.stack, id);
    REQUIRE(e);
    return *e;
  }
  FAIL("no slot " + slot);
  throw 0;
}

std::vector<std::string> ids(const std::vector<OpEntry>& stack) {
  std::vector<std::string> out;
  for (const OpEntry& e : stack) out.push_back(e.id);
  return out;
}

}  // namespace

TEST_CASE("documents: the good season loads without a word") {
  INFO(good().printed());
  CHECK(good().fine);
  CHECK(good().diags.all().empty());
}

TEST_CASE("documents: settings of the season arrive") {
  const Season& s = good().season;
  CHECK(s.name == "good");
  CHECK(s.title == "Good");
  CHECK(s.revision == 3);
  CHECK(s.world.seed == 0x5eed0fab1eull);
  CHECK(s.world.voxel_um == 125000);
  CHECK(s.world.radius_um == 1024'000'000);
  CHECK(s.world.entry.open);
  CHECK(s.bake.lo_y == -48'500'000);
  CHECK(s.bake.hi_y == 64'000'000);
  CHECK(s.bake.mesh_step == 4);
  CHECK(s.bake.views == 3);
  CHECK(s.bake.formats == std::vector<std::string>{"obj", "vdb"});
  REQUIRE(s.laws.size() == 3);
  CHECK(s.laws[0].law == "passage");
  CHECK(s.laws[0].figure == "grade_deg");
  CHECK_FALSE(s.laws[0].lo);
  CHECK(s.laws[0].hi == 14);
  CHECK(s.laws[2].lo == 3);
  CHECK(s.runtime.find("\"goes\": true") != std::string::npos);
  CHECK(s.inputs ==
        std::vector<std::string>{"good.season.json", "recipes/caves.recipe.json",
                                 "recipes/mountain.recipe.json", "strates/burrows.strate.json",
                                 "strates/mountain.strate.jsonc", "strates/plain.strate.json"});
}

TEST_CASE("documents: strates lie below each other with the gap between them") {
  const auto& s = good().season.world.strates;
  REQUIRE(s.size() == 4);
  CHECK(s[0].top_um == 12'500'000);
  CHECK(s[0].bottom_um == -83'500'000);
  CHECK(s[1].top_um == -85'500'000);
  CHECK(s[1].bottom_um == -149'500'000);
  CHECK(s[3].top_um - s[3].bottom_um == 48'000'000);
  CHECK(s[0].seal_um == 2'500'000);
  CHECK_FALSE(s[0].diggable);
  CHECK(s[1].has_water);
  CHECK(s[1].water_um == 14'000'000);
  CHECK(s[0].climate == Climate{200, 300});
}

TEST_CASE("documents: a strate's seed is drawn from season and slot, or written") {
  const auto& s = good().season.world.strates;
  CHECK(s[2].seed == 18446744073709551615ull);
  CHECK(s[0].seed != s[1].seed);
  CHECK(s[1].seed == draw(0x5eed0fab1eull, string_hash("burrows"), 1));
}

TEST_CASE("documents: settings of strates arrive") {
  const StrateSettings& m = good().season.strates[0];
  CHECK(m.slot == "mountain");
  CHECK(m.title == "Mountain");
  CHECK(m.file == "strates/mountain.strate.jsonc");
  CHECK(m.base == "recipe ../recipes/mountain.recipe.json");
  CHECK(m.passages.connections == 2);
  CHECK(m.passages.mid_radius_m == 1.625);
  CHECK(m.passages.distance_hi_m == 40);
  CHECK(m.passages.leg_max_m == 20);
  CHECK(m.passages.connection(1).mouth_radius_m == 1.5);
  CHECK(m.passages.connection(2).mouth_radius_m == 2);
  CHECK(m.passages.connection(2).mid_radius_m == 1.75);
  CHECK(m.passages.connection(2).at == Vec3{-24, 10.5, 0});
  CHECK(m.atmosphere.fog_color == "#9fb0c4");
  CHECK(m.runtime == "{\n  \"music\": \"wind\"\n}\n");
  CHECK(good().season.strates[1].note == "Seen from the slot.");
  CHECK(good().season.strates[2].note == "Seen from the strate.");
  CHECK(good().season.strates[1].base == "archetype tunnel_network");
}

TEST_CASE("documents: the heir of the good season differs in what it changes alone") {
  const Loaded heir = test::load_in(test::data_path("good"), "heir.season.json");
  INFO(heir.printed());
  REQUIRE(heir.fine);
  CHECK(heir.diags.all().empty());
  const auto text = [](const Loaded& of, std::size_t i) {
    return expand_text(of.season.world.strates[i].recipe, test::test_catalog(), RecipeForm::full);
  };
  REQUIRE(heir.season.world.strates.size() == 4);
  for (std::size_t i : {0u, 1u, 3u}) {
    CHECK(text(heir, i) == text(good(), i));
    CHECK(heir.season.world.strates[i].seed == good().season.world.strates[i].seed);
  }
  CHECK(text(heir, 2) != text(good(), 2));
  CHECK(text(heir, 2).find("grooves") != std::string::npos);
  CHECK(heir.season.world.strates[2].has_water);
  CHECK(heir.season.strates[2].title == "Heir of the burrows");
  CHECK(heir.season.strates[2].note == "Changed by its heir.");
  CHECK(heir.season.strates[2].passages.connections == 2);
  CHECK(heir.season.laws.size() == 3);
  CHECK(heir.season.bake.views == 1);
  CHECK(heir.season.bake.mesh_step == 4);
}

TEST_CASE("documents: use, set, add and after give the stack in order") {
  const auto& stack = good().season.world.strates[0].recipe.stack;
  CHECK(ids(stack) == std::vector<std::string>{"void", "ground", "caves", "cellar", "attic",
                                               "warren", "sky", "roughness"});
  CHECK(ids(stack[2].group) ==
        std::vector<std::string>{"caves.rock", "caves.rooms", "caves.tunnels"});
  CHECK(stack[2].op.empty());
  CHECK(stack[2].combine == Combine::smooth_subtract);
  CHECK(stack[2].blend_m == 1);
  CHECK(stack[2].mask.field == "highland");
  CHECK(ids(stack[5].group) == std::vector<std::string>{"warren.rock", "warren.rooms",
                                                        "warren.tunnels", "warren.roughness"});
}

TEST_CASE("documents: set reaches through use, knobs replace their name") {
  const OpEntry& rooms = entry("mountain", "caves.rooms");
  CHECK(rooms.param("radius_m")->lo == 3);
  CHECK(rooms.param("radius_m")->hi == 5.5);
  CHECK(rooms.mask.field == "far");
  REQUIRE(rooms.sites.any.size() == 1);
  CHECK(rooms.sites.any[0][0].field == "caves.home");
  CHECK(rooms.sites.any[0][1].band.lo == 7);
  CHECK(entry("mountain", "ground").param("base_m")->lo == 18);
  CHECK(entry("mountain", "caves.tunnels").param("joins")->name == "caves.rooms");
}

TEST_CASE("documents: a curve over a knob is its value there") {
  const Value& v = *entry("mountain", "warren.rooms").param("radius_m");
  CHECK(v.kind == Value::Kind::pair);
  CHECK(v.lo == 3.8);
  CHECK(v.hi == 4.6);
}

TEST_CASE("documents: every parameter is there in table order, absent ones with their default") {
  const OpEntry& tunnels = entry("burrows", "tunnels");
  REQUIRE(tunnels.params.size() == 6);
  CHECK(tunnels.params[1].name == "radius_m");
  CHECK(tunnels.params[1].value.kind == Value::Kind::pair);
  CHECK(tunnels.params[1].value.lo == 1.9);
  CHECK(tunnels.params[1].value.hi == 1.9);
  CHECK(tunnels.param("reach_m")->lo == 48);
  CHECK_FALSE(tunnels.param("reach_m")->source.known());
  CHECK(tunnels.param("wander_m")->curve.by == "draw");
  CHECK(entry("burrows", "rooms").param("placed")->placed[0].id == "choir");
}

TEST_CASE("documents: what is switched off is gone, with the fields that only it used") {
  const Recipe& plain = good().season.world.strates[3].recipe;
  CHECK(ids(plain.stack) == std::vector<std::string>{"rock", "hall", "roughness", "huts"});
  const Recipe& mountain = good().season.world.strates[0].recipe;
  std::vector<std::string> names;
  for (const NamedField& f : mountain.fields) names.push_back(f.name);
  CHECK(names == std::vector<std::string>{"highland", "caves.home", "far"});
}

TEST_CASE("documents: a value knows where it was written") {
  const auto at = [](const Value* v) {
    const SourceRef s = v->source;
    return good().sources[s.document].name + ":" +
           std::to_string(good().sources.position(s.document, s.begin).line);
  };
  CHECK(at(entry("mountain", "caves.rooms").param("radius_m")) ==
        "strates/mountain.strate.jsonc:12");
  CHECK(at(entry("mountain", "caves.rooms").param("spacing_m")) == "recipes/caves.recipe.json:10");
  CHECK(at(entry("mountain", "ground").param("base_m")) == "strates/mountain.strate.jsonc:14");
}

TEST_CASE("documents: --seed replaces the season's seed and nothing else") {
  MemoryFileSystem memory;
  for (const auto& path : good().season.inputs)
    memory.put("/g/" + path, test::read_text(test::data_path("good/" + path)));
  Loaded other;
  LoadOptions options;
  options.seed = 7;
  REQUIRE(load_season("/g/good.season.json", memory, test::test_catalog(), options, other.sources,
                      other.season, other.diags));
  CHECK(other.season.world.seed == 7);
  CHECK(other.season.world.strates[0].seed != good().season.world.strates[0].seed);
  CHECK(other.season.world.strates[2].seed == good().season.world.strates[2].seed);
}
