#include <map>

#include "cli/reference_topics.hpp"
#include "formats/recipe/words.hpp"

namespace strate::cli {

namespace {

using Texts = std::vector<std::string>;

/// What more there is to say of some words than their table does.
const std::map<std::string_view, Texts>& more() {
  static const std::map<std::string_view, Texts> kMore{
      {"combine",
       {"The density is metres from the surface, negative in rock.",
        "A stack or group that starts with `solid` or `void` is a world; every other source is a "
        "thing: a room, a column, a ground.",
        "So `union` of rooms would make balls of rock, and `subtract` makes the rooms."}},
      {"where",
       {"Bands over fields, `place`, `disc`, `box` and `biome` may stand side by side: "
        "{ \"height_m\": [6, 40], \"disc\": { \"at_m\": [0, 0], \"radius_m\": 30 } }.",
        "See `stratec docs band` and `stratec docs clause`."}},
      {"mask", {"A mask scales, `where` cuts: both may stand in one entry."}},
      {"set",
       {"Also in a strate, a season and a biome: { \"<id>\": { \"<parameter>\": value } }, the "
        "same "
        "everywhere.",
        "It never changes what an entry is, nor where it stands."}},
      {"use",
       {"Changed by `set`, from outside by addresses: \"caves.rooms\" is the entry `rooms` in the "
        "use `caves`."}},
  };
  return kMore;
}

void add_rows(ReferenceEntry& e, std::span<const KeySpec> table, const std::string& prefix = "") {
  if (e.rows_are.empty()) e.rows_are = "keys";
  for (const KeySpec& key : table) {
    e.rows.push_back(
        {prefix + std::string(key.name), std::string(key.what), "", std::string(key.doc)});
    if (prefix.empty()) e.aliases.emplace_back(key.name);
  }
}

ReferenceEntry entry_of(const KeySpec& word) {
  ReferenceEntry e{std::string(word.name), std::string(word.doc), {}, "", {}, {}, "", {}};
  e.facts.push_back("It takes " + std::string(word.what) + ".");
  if (const auto found = more().find(word.name); found != more().end())
    e.facts.insert(e.facts.end(), found->second.begin(), found->second.end());
  if (word.name != "combine") return e;
  e.facts.front() = "It takes one of the words below.";
  e.rows_are = "words";
  add_rows(e, combine_words());
  return e;
}

ReferenceEntry value(std::string id, std::string doc, Texts facts) {
  return {std::move(id), std::move(doc), std::move(facts), "", {}, {}, "", {}};
}

ReferenceEntry numbers() {
  ReferenceEntry e = value("number", "what holds everywhere: \"radius_m\": 6",
                           {"The end of a key is its unit: `_m` metres, `_deg` degrees, `_m2`, "
                            "`_m3`; without one it is a fraction or a count.",
                            "So units stand in keys, never in values: \"height_m\": 42.",
                            "At most six decimals; always a radius, never a diameter; always the "
                            "feature size `scale_m`, never a frequency.",
                            "`null` is never a value: a key that is left out has its default."});
  e.aliases = {"numbers", "units", "null"};
  return e;
}

ReferenceEntry pair() {
  ReferenceEntry e =
      value("pair", "what each room, island or column draws for itself: \"radius_m\": [4, 10]",
            {"Every number between the two ends is as likely.",
             "Only parameters that say so take one.", "One number is the same at both ends."});
  e.aliases = {"pairs", "range"};
  return e;
}

ReferenceEntry curve() {
  ReferenceEntry e = value(
      "curve",
      "what follows a field: \"radius_m\": { \"by\": \"depth_m\", \"stops\": [[8, 4], [52, 9]] } "
      "is 4 "
      "at 8 m of depth, 9 at 52 m",
      {"The first number of a stop is in the unit of the field, the second in that of the "
       "parameter.",
       "What a parameter may follow stands in its table: any field, fields of x and y, fields once "
       "at each site, or nothing.",
       "There are no expressions: a curve over a field, a knob and a mask are all there is."});
  add_rows(e, curve_keys());
  e.aliases.insert(e.aliases.end(), {"curves", "stop"});
  return e;
}

ReferenceEntry band() {
  ReferenceEntry e =
      value("band", "what a field must lie between: \"height_m\": [6, 40]",
            {"`null` leaves an end open: [9, null] is 9 or more.",
             "Bands stand under `where`, `except` and `sites`, and in a season under `laws`.",
             "As an object a band fades in: { \"in\": [30, 56], \"feather_m\": 3 }."});
  add_rows(e, band_keys());
  e.aliases.insert(e.aliases.end(), {"bands", "feather_m", "feather_deg"});
  return e;
}

ReferenceEntry clause() {
  ReferenceEntry e =
      value("clause", "what may stand under `where`, `except` and `sites` beside bands over fields",
            {"All members of one object must hold; of a list of objects any one."});
  add_rows(e, clause_words());
  add_rows(e, disc_keys(), "disc.");
  add_rows(e, box_keys(), "box.");
  e.aliases.insert(e.aliases.end(), {"clauses", "scope"});
  return e;
}

ReferenceEntry knobs() {
  ReferenceEntry e = value(
      "knobs", "numbers of a recipe that who uses it may set",
      {"The recipe says \"knobs\": { \"hall_m\": { \"default\": 8, \"range\": [5, 12] } } and "
       "writes \"$hall_m\" wherever a number stands; the knob's unit must be that of the key.",
       "Who uses the recipe sets it by \"set\": { \"$hall_m\": 10 }.",
       "\"by\": \"$hall_m\" in a curve turns one knob into several parameters.",
       "A knob that nothing uses is an error."});
  add_rows(e, knob_keys());
  e.aliases = {"knob", "$knob"};
  return e;
}

ReferenceEntry own_fields() {
  ReferenceEntry e = value(
      "own_fields", "fields that a recipe or strate defines by name under `fields`",
      {"A field is of one kind, which one key says: curve { by, stops }, noise { noise, scale_m, "
       "stops }, reach { density_of, stops }, place { where, except }.",
       "The first three are numbers, for curves, masks and bands; a place stands under `where`, "
       "`except` and `sites` by its name.",
       "A field reads only what stands above its user; names of built-in fields cannot be taken, "
       "and a field that nothing uses is an error."});
  add_rows(e, field_keys());
  e.aliases = {"field", "noise", "density_of", "place", "reach"};
  return e;
}

ReferenceEntry placed() {
  ReferenceEntry e = value("placed_room", "a room that stands where somebody put it", {});
  add_rows(e, placed_room_keys());
  e.aliases = {"placed"};
  return e;
}

}  // namespace

ReferenceTopic words_topic() {
  ReferenceTopic t{"entries",
                   "Entries",
                   "What every entry of a stack may say beside the parameters of its operator. A "
                   "stack is a list, worked from top to bottom: each entry acts on all that stands "
                   "above it. An entry is exactly one of `op`, `group` and `use`.",
                   5,
                   {}};
  for (const KeySpec& word : entry_words()) t.entries.push_back(entry_of(word));
  return t;
}

ReferenceTopic values_topic() {
  return {
      "values",
      "Values",
      "What may stand behind the keys of an entry: a number, a pair, a curve or a knob behind a "
      "parameter, bands and clauses behind `where`, `except` and `sites`, fields that a recipe "
      "defines for itself.",
      5,
      {numbers(), pair(), curve(), band(), clause(), knobs(), own_fields(), placed()}};
}

}  // namespace strate::cli
