#include "formats/recipe/words.hpp"

#include <cassert>

namespace strate {
namespace {

constexpr std::size_t kPlainWords = 12;
constexpr KeySpec kEntryWords[] = {
    {"id", "a name",
     "what `set`, `after`, `joins`, `of` and reports call the entry; snake_case, never ending like "
     "a unit. Without it the entry goes by its operator's name, which must then be unique in the "
     "stack"},
    {"op", "the name of an operator",
     "which operator the entry is: a source makes something that is combined into what stands "
     "above it, a modifier changes what stands above it"},
    {"group", "a list of entries",
     "a list of entries that makes one source: it starts anew inside and is combined as a whole, "
     "for one `where` over several operators, or to modify a source before it is merged; at most "
     "three deep"},
    {"combine", "how it merges into what is there",
     "how a source, a group or a use is merged into everything above it. Every one of them but the "
     "first of its list needs it; the first and modifiers may not have it"},
    {"blend_m", "0.05 to 3 m",
     "width of the rounded seam of smooth_union and smooth_subtract, which need it; nothing else "
     "may have it"},
    {"salt", "a string",
     "draws as an entry of that address would. All randomness hangs on the seed and the entry's "
     "address, so an entry that gets another id keeps its pattern by the old address as salt, and "
     "two entries get the same one by the same salt"},
    {"of", "the id of a heightfield or heightmap",
     "which ground `below_ground_m` and `slope_deg` mean in this entry; the nearest above it "
     "otherwise"},
    {"note", "a string",
     "for reviewers: shown in reports, carried along, without effect on the world"},
    {"sites", "bands over fields",
     "which rooms, islands, columns of the operator exist at all: judged once at the middle of "
     "each, which is then whole or absent. `where` would cut through them"},
    {"where", "bands over fields",
     "where the entry may act at all: bands over fields and places that must all hold, or a list "
     "of such objects of which any one must, or the name of a place. Outside nothing happens"},
    {"except", "bands over fields", "where the entry never acts, written as `where` is"},
    {"mask", "a number 0..1, a field, a curve",
     "how strongly the entry acts, from 0 (not at all) to 1 (fully): a number, the name of a "
     "field, "
     "or a curve over one"},
    {"use", "an archetype or a path",
     "an archetype, or the path of a .recipe.json file, as one source; its entries get this "
     "entry's id and a dot before their ids"},
    {"set", "an object of ids",
     "of an entry with `use`: changes inside it, by the ids there; \"$knob\" sets a knob"},
    {"on", "true or false", "false switches the entry off, and true on again, default true"},
    {"after", "the id of an entry",
     "of an entry under `add`: it is put behind that one instead of at the end"},
};

constexpr KeySpec kCombines[] = {
    {"replace", "", "takes the place of everything above; needs a `where`, and rules inside it"},
    {"union", "",
     "a thing becomes rock. Of a world that starts with `void` its rock is added; one that starts "
     "with `solid` would fill everything and is refused"},
    {"subtract", "",
     "a thing becomes air. Of a world that starts with `solid` its air is carved; one that starts "
     "with `void` would empty everything and is refused"},
    {"smooth_union", "", "union with a seam rounded over `blend_m`"},
    {"smooth_subtract", "", "subtract with a seam rounded over `blend_m`"},
    {"add", "",
     "sums the densities (metres, negative in rock), scaled by `mask`: what comes out is no "
     "distance any more; for experts"},
};

constexpr KeySpec kClauseWords[] = {
    {"place", "the name of a place", "a place defined under `fields` must hold"},
    {"disc", "{at_m, radius_m}", "in x and y within a circle, at every height"},
    {"box", "{min_m, max_m}", "in x and y within a rectangle, at every height"},
    {"biome", "the name of a biome, or a list of them",
     "where one of these biomes of the strate rules"},
};

constexpr KeySpec kDiscKeys[] = {{"at_m", "2 numbers", "x and y of its middle"},
                                 {"radius_m", "a length", "its radius"}};
constexpr KeySpec kBoxKeys[] = {{"min_m", "2 numbers", "least x and y"},
                                {"max_m", "2 numbers", "greatest x and y"}};

constexpr KeySpec kBandKeys[] = {
    {"in", "[low, high]", "the band itself; null leaves an end open"},
    {"feather", "a width inside the band",
     "over what width the effect fades in; it lies inside the band, so that outside nothing "
     "happens. Its key ends with the field's unit: `feather_m`, `feather_deg`, or `feather`"}};

constexpr KeySpec kCurveKeys[] = {
    {"by", "the name of a field", "the field that is followed, built in or own; or a \"$knob\""},
    {"stops", "[[at, value], …]",
     "where the field is `at`, the parameter is `value`: straight between two stops, flat beyond "
     "the first and the last; 2 to 64 with rising `at`. For a parameter that takes a pair a value "
     "may be a pair too"}};

constexpr KeySpec kFieldKeys[] = {
    {"by", "the name of a field", "makes a curve: a number that follows another field by `stops`"},
    {"noise", "\"xy\" or \"xyz\"",
     "makes a noise: smooth hills from -1 to 1 put through `stops`; \"xy\" is the same at every "
     "height and may drive what is read once per column"},
    {"density_of", "the id of an operator",
     "makes a reach: the operator's own density (metres from its surface, negative inside) put "
     "through `stops`; the operator stands above who reads it"},
    {"scale_m", "2 to 4096 m", "feature size of a noise"},
    {"stops", "[[at, value], …]", "from what is read to the field's number, as in a curve"},
    {"where", "bands over fields", "makes a place: where it is"},
    {"except", "bands over fields", "makes a place: where it is not"},
    {"note", "a string", "for reviewers"}};

constexpr KeySpec kKnobKeys[] = {{"default", "a number", "its value where nobody sets it"},
                                 {"range", "[low, high]", "what it may be set to"},
                                 {"note", "a string", "for reviewers"}};

constexpr KeySpec kPlacedRoomKeys[] = {
    {"id", "a name", "the room's name"},
    {"at_m", "3 numbers", "its middle: x, y, and height above the strate's bottom"},
    {"radius_m", "2 to 32 m", "its radius"},
    {"squash", "0.3 to 1.5", "its height by its width, default 0.7"},
    {"links", "0 to 6", "tunnels from it to the nearest rooms, default 1"},
    {"note", "a string", "for reviewers"}};

constexpr KeySpec kRecipeKeys[] = {
    {"$schema", "", "ends in recipe-1.json"},
    {"title", "a string", "for people"},
    {"note", "a string", "for reviewers"},
    {"runtime", "", "carried through unread"},
    {"needs", "a list",
     "what the recipe reads of the place where it is used: ground, water, biomes. Checked at each "
     "use"},
    {"knobs", "an object", "numbers that who uses the recipe may set, by name"},
    {"fields", "an object", "own fields, by name"},
    {"stack", "a list", "the entries, top to bottom: each works on all that stand above it"}};

constexpr KeySpec kNeedWords[] = {
    {"ground", "", "a heightfield or heightmap above the entry that uses it"},
    {"water", "", "a water level"},
    {"biomes", "", "biomes of the strate"}};

}  // namespace

std::span<const KeySpec> entry_words() { return kEntryWords; }
std::span<const KeySpec> entry_keys() { return entry_words().first(kPlainWords); }
std::span<const KeySpec> combine_words() { return kCombines; }
std::span<const KeySpec> clause_words() { return kClauseWords; }
std::span<const KeySpec> disc_keys() { return kDiscKeys; }
std::span<const KeySpec> box_keys() { return kBoxKeys; }
std::span<const KeySpec> band_keys() { return kBandKeys; }
std::span<const KeySpec> curve_keys() { return kCurveKeys; }
std::span<const KeySpec> field_keys() { return kFieldKeys; }
std::span<const KeySpec> knob_keys() { return kKnobKeys; }
std::span<const KeySpec> placed_room_keys() { return kPlacedRoomKeys; }
std::span<const KeySpec> recipe_keys() { return kRecipeKeys; }
std::span<const KeySpec> need_words() { return kNeedWords; }

const KeySpec& word_of(std::span<const KeySpec> table, std::string_view name) {
  for (const KeySpec& word : table)
    if (word.name == name) return word;
  assert(false);
  return table.front();
}

}  // namespace strate
