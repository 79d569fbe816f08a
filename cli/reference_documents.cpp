#include "cli/reference_topics.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/words.hpp"

namespace strate::cli {

namespace {

constexpr std::string_view kRecipe = R"({
  "$schema": "schemas/recipe-1.json",
  "knobs": { "hall_m": { "default": 8, "range": [5, 12] } },
  "fields": {
    "damp": { "noise": "xy", "scale_m": 60, "stops": [[-0.5, 0], [0.5, 1]] },
    "low": { "where": { "height_m": [null, 30] } }
  },
  "stack": [
    { "op": "solid" },
    { "op": "rooms", "combine": "subtract",
      "radius_m": { "by": "height_m", "stops": [[10, [3, 5]], [50, "$hall_m"]] }
    },
    { "op": "tunnels", "combine": "smooth_subtract", "blend_m": 1, "joins": "rooms" },
    { "op": "roughness", "amount_m": 0.4, "where": "low", "mask": "damp" }
  ]
})";

constexpr std::string_view kBiome = R"({
  "$schema": "schemas/biome-1.json",
  "climate": { "relief": [0.5, 1] },
  "color": "#7a6a58",
  "set": { "ground": { "relief_m": 9 } }
})";

/// A key and, behind it, the keys of what it holds.
void add_setting(std::vector<ReferenceRow>& rows, const SettingSpec& spec,
                 const std::string& prefix) {
  std::string takes = describe(spec);
  if (!spec.words.empty()) {
    takes = spec.kind == Setting::words ? "a list of " : "one of ";
    for (std::size_t i = 0; i < spec.words.size(); ++i)
      takes += (i == 0 ? "" : ", ") + std::string(spec.words[i]);
  }
  if (spec.required) takes += ", required";
  if (!spec.fallback.empty()) takes += ", default " + std::string(spec.fallback);
  rows.push_back({prefix + std::string(spec.name), std::move(takes), "", std::string(spec.doc)});
  for (const SettingSpec& member : spec.members)
    add_setting(rows, member, prefix + std::string(spec.name) + ".");
}

ReferenceEntry document(std::string id, std::string doc, std::vector<std::string> facts,
                        std::span<const SettingSpec> table) {
  ReferenceEntry e{std::move(id), std::move(doc), std::move(facts), "keys", {}, {}, "", {}};
  for (const SettingSpec& spec : table) add_setting(e.rows, spec, "");
  return e;
}

ReferenceEntry strate() {
  return document(
      "strate", "one world of the stack: *.strate.json",
      {"It is built from an `archetype` or a `recipe`, or takes all over from the strate it "
       "`extends`; `set` changes that by id, `add` adds to it.",
       "`check`, `cook`, `render` and `query` take a strate alone too, as a season of one slot."},
      strate_settings());
}

ReferenceEntry recipe() {
  ReferenceEntry e{
      "recipe",
      "a stack that strates and other recipes use: *.recipe.json",
      {"The stack of a strate starts with `solid` or `void`.",
       "`expand` writes a strate as a recipe; `check`, `cook`, `render` and `query` take a "
       "recipe alone, in a strate of 64 m."},
      "keys",
      {},
      {{"An example", std::string(kRecipe)}},
      "",
      {}};
  for (const KeySpec& key : recipe_keys())
    e.rows.push_back({std::string(key.name),
                      std::string(key.name == "$schema" ? "a string, required"
                                  : key.name == "stack" ? "a list, required"
                                  : key.what.empty()    ? "anything"
                                                        : key.what),
                      "", std::string(key.doc)});
  for (const KeySpec& word : need_words())
    e.facts.push_back("Need `" + std::string(word.name) + "`: " + std::string(word.doc) + ".");
  return e;
}

ReferenceEntry biome() {
  ReferenceEntry e = document(
      "biome", "what rules a part of a strate, by climate: *.biome.json",
      {"The climate is two maps from 0 to 1, `relief` and `moisture`, whose feature sizes the "
       "strate's `climate` says.",
       "A strate names its biomes under `biomes.use`; a biome goes by the name of its file.",
       "Grounds blend across borders; rooms and columns have the parameters of the biome that they "
       "stand in."},
      biome_settings());
  e.listings.push_back({"An example", std::string(kBiome)});
  e.aliases = {"biomes", "climate"};
  return e;
}

ReferenceEntry biome_use() {
  return document("biome_use", "an entry of a strate's `biomes.use` that is no mere path", {},
                  biome_use_settings());
}

ReferenceEntry expect() {
  ReferenceEntry e = document(
      "expect", "a baseline: the figures of a season as measured, by convention expect.json",
      {"`audit --baseline FILE --update-baseline` writes it, `audit --baseline FILE` compares: "
       "what got worse or moved farther than allowed fails.",
       "People write `allow` and `allow_fraction` alone; a figure that they do not name may not "
       "move at all."},
      expect_settings());
  e.aliases = {"expect.json", "baseline", "allow", "allow_fraction"};
  return e;
}

}  // namespace

ReferenceTopic documents_topic() {
  return {
      "documents",
      "Documents",
      "The keys of each kind of document. A dot is a step into an object. Every kind may be "
      ".jsonc, with comments; a key that is not here is an error, but `runtime`, which is "
      "carried through, may hold anything.",
      5,
      {document("season", "a stack of strates: *.season.json",
                {"The law's figures, which `laws` may tighten, are those of `stratec docs laws`: "
                 "a band is [low, high], null for an open end."},
                season_settings()),
       document("slot", "one place in a season's stack", {}, slot_settings()), strate(), recipe(),
       biome(), biome_use(), expect()}};
}

}  // namespace strate::cli
