#include <algorithm>
#include <map>
#include <utility>

#include "compiler/utf8.hpp"
#include "formats/manifest/parts.hpp"

namespace strate {
namespace {

constexpr std::size_t kNoteLimit = 65536;
constexpr std::size_t kListLimit = 65536;
constexpr double kFigureLimit = 1e30;

constexpr Verdict kVerdicts[] = {Verdict::holds, Verdict::fails, Verdict::waived,
                                 Verdict::not_applicable, Verdict::not_proven};

std::string figure_name(Strict& strict, const json::Member& m) {
  if (utf8::printable(m.key) != m.key)
    strict.fail("bad_text", "a figure has a name of plain characters", m.key_source);
  return m.key;
}

std::vector<Figure> read_figures(Strict& strict, const json::Node& node) {
  std::vector<Figure> figures;
  if (!strict.is(node, json::Kind::object)) return figures;
  for (const json::Member& m : node.members)
    figures.push_back(
        {figure_name(strict, m), strict.number(m.value, -kFigureLimit, kFigureLimit)});
  return figures;
}

std::string read_color(Strict& strict, StrictObject& object, std::string_view key,
                       bool may_be_empty = false) {
  const json::Node& node = object.node(key);
  std::string color = strict.text(node, 16);
  if (may_be_empty && color.empty()) return color;
  const bool good = color.size() == 7 && color[0] == '#' &&
                    color.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (strict.ok() && !good) strict.fail("bad_color", "a color is \"#rrggbb\"", node.source);
  return color;
}

Atmosphere read_atmosphere(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  Atmosphere a;
  a.fog_color = read_color(strict, object, "fog_color");
  a.rock_color = read_color(strict, object, "rock_color");
  a.ambient_color = read_color(strict, object, "ambient_color");
  a.key_color = read_color(strict, object, "key_color");
  a.fog_reach_m = object.number("fog_reach_m", limits::kFogReach);
  a.ambient = object.number("ambient", limits::kAmbient);
  object.end();
  return a;
}

std::vector<BiomeLook> read_biomes(Strict& strict, StrictObject& strate, const BiomeMap& map) {
  std::vector<BiomeLook> out;
  std::size_t i = 0;
  for (const json::Node& item : strate.items("biomes", kMostBiomes, map.biomes.size())) {
    StrictObject object(strict, item);
    BiomeLook look;
    look.name = object.line("name", 256);
    if (strict.ok() && look.name != map.biomes[i++].name)
      strict.fail("unknown_name", "review and world name different biomes", item.source);
    look.title = object.text("title", kNoteLimit);
    look.note = object.text("note", kNoteLimit);
    look.color = read_color(strict, object, "color", true);
    look.palette = static_cast<int>(object.integer("palette", 0, 255));
    object.end();
    out.push_back(std::move(look));
  }
  return out;
}

/// Everything of a strate that may have a note, by kind and name.
using NoteTargets = std::map<std::pair<std::string_view, std::string>, std::string*>;

void add_entries(std::vector<OpEntry>& entries, const std::string& region, NoteTargets& out) {
  for (OpEntry& entry : entries) {
    out.try_emplace({"operator", region + entry.id}, &entry.note);
    add_entries(entry.group, region, out);
  }
}

void add_recipe(Recipe& recipe, const std::string& region, NoteTargets& out) {
  for (NamedField& field : recipe.fields)
    out.try_emplace({"field", region + field.name}, &field.note);
  add_entries(recipe.stack, region, out);
}

NoteTargets targets_of(StrateWorld& world) {
  NoteTargets out;
  add_recipe(world.recipe, "", out);
  for (Region& region : world.regions.list) {
    out.try_emplace({"region", region.id}, &region.note);
    add_recipe(region.recipe, region.id + ".", out);
  }
  return out;
}

/// One note: its target must be there and without a note so far.
void read_note(Strict& strict, const json::Node& node, const NoteTargets& targets) {
  StrictObject object(strict, node);
  const std::string_view kind = object.has("field")    ? "field"
                                : object.has("region") ? "region"
                                                       : "operator";
  const auto target = targets.find({kind, object.text(kind)});
  const std::string note = object.text("note", kNoteLimit);
  object.end();
  if (!strict.ok()) return;
  if (target == targets.end() || !target->second->empty() || note.empty())
    strict.fail("unknown_name", "this note belongs to nothing of the strate", node.source);
  else
    *target->second = note;
}

StrateReview read_strate(Strict& strict, const json::Node& node, StrateWorld& world) {
  StrictObject object(strict, node);
  StrateReview s;
  s.slot = object.id("slot");
  if (strict.ok() && s.slot != world.id)
    strict.fail("unknown_name", "review and world name different strates", node.source);
  s.title = object.text("title", kNoteLimit);
  s.note = object.text("note", kNoteLimit);
  StrictObject provenance(strict, object.node("provenance"));
  s.file = provenance.line("file");
  s.base = provenance.line("base");
  provenance.end();
  s.atmosphere = read_atmosphere(strict, object.node("atmosphere"));
  if (!world.biomes.empty()) s.biomes = read_biomes(strict, object, world.biomes);
  s.figures = read_figures(strict, object.node("figures"));
  const NoteTargets targets = targets_of(world);
  for (const json::Node& item : object.items("notes", kListLimit)) read_note(strict, item, targets);
  object.end();
  return s;
}

Margin read_margin(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  Margin margin;
  margin.figure = object.line("figure", 256);
  margin.value = object.number("value", -kFigureLimit, kFigureLimit);
  margin.at = read_point(strict, object.node("at_m"));
  margin.unit = object.line("unit", 16);
  object.end();
  return margin;
}

LawReview read_law(Strict& strict, const json::Node& node) {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const Verdict v : kVerdicts) names.push_back(verdict_name(v));
    return names;
  }();
  StrictObject object(strict, node);
  LawReview law;
  law.law = object.line("law", 256);
  law.strate = object.line("slot", 256);
  law.verdict = kVerdicts[object.choice("verdict", kNames)];
  std::size_t i = 0;
  for (const json::Node& item : object.items("window_m", 6, 6))
    law.window_m[i++] = strict.number(item, -2 * kWorldLimitM, 2 * kWorldLimitM);
  law.step_m = object.number("step_m", 0, kWorldLimitM);
  law.proved = object.line("proved");
  for (const json::Node& item : object.items("margins", kListLimit))
    law.margins.push_back(read_margin(strict, item));
  object.end();
  return law;
}

void read_window(Strict& strict, const json::Node& node, Review& review) {
  constexpr Limits kSides = limits::kWindow;
  Um* const bounds[] = {&review.lo_x, &review.lo_y, &review.hi_x, &review.hi_y};
  std::size_t i = 0;
  for (const json::Node& item : strict.items(node, 4, 4))
    *bounds[i++] = strict.metres(item, kSides.lo_um(), kSides.hi_um());
  if (strict.ok() && (review.lo_x > review.hi_x || review.lo_y > review.hi_y))
    strict.fail("out_of_range", "a window is [x0, y0, x1, y1] with x0 <= x1 and y0 <= y1",
                node.source);
}

}  // namespace

void read_review(Strict& strict, const json::Node& node, Manifest& manifest) {
  StrictObject object(strict, node);
  Review& review = manifest.review;
  const json::Node& name = object.node("name");
  review.name = strict.line(name);
  if (strict.ok() && review.name.find('/') != std::string::npos)
    strict.fail("bad_text", "a season is named like its file, without a folder", name.source);
  review.title = object.text("title");
  review.revision = object.integer("revision", 0, static_cast<std::int64_t>(limits::kRevision.hi));
  review.audited = object.flag("audited");
  read_window(strict, object.node("window_m"), review);
  const json::Node& strates = object.node("strates");
  if (!manifest.world.strates.empty()) {
    std::size_t i = 0;
    for (const json::Node& item : strict.items(strates, kListLimit, manifest.world.strates.size()))
      review.strates.push_back(read_strate(strict, item, manifest.world.strates[i++]));
  }
  review.figures = read_figures(strict, object.node("figures"));
  for (const json::Node& item : object.items("laws", kListLimit))
    review.laws.push_back(read_law(strict, item));
  object.end();
}

}  // namespace strate
