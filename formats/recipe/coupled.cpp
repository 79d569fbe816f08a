#include "formats/recipe/coupled.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "compiler/json.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

/// Noise features are never finer than the coarsest step that is shipped (10 A2). [Units: m]
constexpr double kFinestFeatureM = 0.25;

bool authored(SourceRef at, const RecipeSetting& setting) {
  return at.known() && at.document >= setting.first_authored;
}

/// Rounded up to a centimetre, so that what a message asks for is enough.
double up_to_cm(double v) { return std::ceil(v * 100 - 1e-9) / 100; }

std::string text_m(double v) { return json::number_text(v) + " m"; }

/// Whether `word` stands in `text`, not as a part of a longer name.
bool names_word(std::string_view text, std::string_view word) {
  const auto in_name = [&](std::size_t at) {
    return at < text.size() && (text[at] == '_' || (text[at] >= 'a' && text[at] <= 'z'));
  };
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at)
    if (!in_name(at - 1) && !in_name(at + word.size())) return true;
  return false;
}

/// The value to blame for a contradiction: the one in the outermost document, which was written
/// with the others in sight. Documents are numbered in the order they are opened.
SourceRef blamed(SourceRef proposed, const std::vector<const Param*>& named, SourceRef otherwise,
                 const RecipeSetting& setting) {
  SourceRef out;
  for (const Param* p : named) {
    const SourceRef at = p->value.source;
    if (!authored(at, setting)) continue;
    const bool outer = !out.known() || at.document < out.document;
    const bool same = out.known() && at.document == out.document;
    if (outer || (same && !(out == proposed))) out = at;
  }
  return out.known() ? out : otherwise;
}

class Coupled {
 public:
  Coupled(const Catalog& catalog, const RecipeSetting& setting, const RecipeReading& reading,
          Diagnostics& diags)
      : catalog_(catalog), setting_(setting), reading_(reading), diags_(diags) {}

  /// `after`: the modifiers with a reach that act on this list once it is merged.
  void list(const std::vector<OpEntry>& entries, std::vector<const OpEntry*> after) {
    for (auto it = entries.rbegin(); it != entries.rend(); ++it) {
      const OpEntry& e = *it;
      const OperatorRow* row = catalog_.op(e.op);
      blend_m_ = std::max({blend_m_, e.blend_m, row ? row->blend_m : 0});
      list(e.group, after);
      if (reading_.broken.contains(e.id)) continue;
      clearance(e, after);
      features(e);
      const bool on_ground = catalog_.op(e.op) && catalog_.op(e.op)->rewrites_height &&
                             std::any_of(std::next(it), entries.rend(), [&](const OpEntry& above) {
                               return makes_ground(above, catalog_);
                             });
      if (!on_ground && reach_of(e) > 0) after.push_back(&e);
    }
    note_reach(after);
  }

  void cap() {
    const double total = kBandM + reach_m_ + blend_m_;
    if (!roughest_ || total < kCapM) return;
    diags_
        .error("recipe.over_cap", "roughness and blends reach farther than the field is exact",
               place_of(farthest(*roughest_), "amount_m", setting_))
        .notes.push_back("band 0.5 m + roughness " + text_m(up_to_cm(reach_m_)) +
                         " + largest blend " + text_m(blend_m_) + " must stay under 4 m");
  }

 private:
  /// The entry, or what of it a biome makes, if that reaches farther.
  OpEntry farthest(const OpEntry& e) const {
    const OperatorRow* row = catalog_.op(e.op);
    OpEntry out = e;
    if (!row || !row->reach) return out;
    for (OpEntry& v : variants_of(e, setting_))
      if (row->reach(v) > row->reach(out)) out = std::move(v);
    return out;
  }
  double reach_of(const OpEntry& e) const {
    const OperatorRow* row = catalog_.op(e.op);
    return row && row->reach ? row->reach(farthest(e)) : 0;
  }
  double reach_of(const std::vector<const OpEntry*>& all) const {
    double total = 0;
    for (const OpEntry* e : all) total += reach_of(*e);
    return total;
  }

  void note_reach(const std::vector<const OpEntry*>& after) {
    const double total = reach_of(after);
    if (total > reach_m_) reach_m_ = total, roughest_ = after.front();
  }

  void clearance(const OpEntry& e, const std::vector<const OpEntry*>& after) {
    const OperatorRow* row = catalog_.op(e.op);
    if (!row || !row->lacks) return;
    own_clearance(e, *row, after);
    for (const OpEntry& v : variants_of(e, setting_)) own_clearance(v, *row, after);
  }

  void own_clearance(const OpEntry& e, const OperatorRow& row,
                     const std::vector<const OpEntry*>& after) {
    const std::optional<Clearance> lack = row.lacks(e, reach_of(after));
    if (!lack) return;
    const std::string param(lack->param);
    const Value* value = e.param(param);
    std::string text = in_quotes(e.id) + ": ";
    if (value) text += param + " " + text_m(value_range(*value).lo) + " ";
    Error& error =
        diags_.error("recipe.too_tight",
                     text + lack->fault + (after.empty() ? "" : " once roughness has roughened it"),
                     place_of(e, param, setting_));
    error.notes.push_back("needs " + param + " >= " + text_m(up_to_cm(lack->least)) + ": " +
                          lack->reason);
    for (const OpEntry* each : after) {
      const OpEntry rough = farthest(*each);
      const Value* amount = rough.param("amount_m");
      error.notes.push_back(amount
                                ? rough.id + "." + value_note("amount_m", *amount, setting_.sources)
                                : rough.id + " moves it by " + text_m(reach_of(rough)));
    }
  }

  void features(const OpEntry& e) {
    const Value* scale = e.param("scale_m");
    const Value* octaves = e.param("octaves");
    if (!scale || !octaves) return;
    double needed = kFinestFeatureM;
    for (int o = 1; o < static_cast<int>(octaves->lo); ++o) needed *= 2;
    if (value_range(*scale).lo >= needed) return;
    diags_
        .error("recipe.noise_too_fine",
               in_quotes(e.id) + ": the last of " + json::number_text(octaves->lo) +
                   " octaves is finer than 0.25 m, the coarsest step that is shipped",
               place_of(e, scale->source.known() ? "scale_m" : "octaves", setting_))
        .notes.push_back("needs scale_m >= " + text_m(needed) + ", or fewer octaves");
  }

  const Catalog& catalog_;
  const RecipeSetting& setting_;
  const RecipeReading& reading_;
  Diagnostics& diags_;
  double reach_m_ = 0, blend_m_ = 0;
  const OpEntry* roughest_ = nullptr;
};

}  // namespace

Interval value_range(const Value& value) {
  if (value.kind != Value::Kind::curve) return {value.lo, value.hi};
  Interval out{value.curve.stops.front().lo, value.curve.stops.front().hi};
  for (const Stop& s : value.curve.stops) out = hull(out, {s.lo, s.hi});
  return out;
}

std::string value_note(std::string_view name, const Value& value, const SourceSet* sources) {
  std::string out = std::string(name) + " = ";
  const Interval range = value.kind == Value::Kind::numbers ? Interval{} : value_range(value);
  if (value.kind == Value::Kind::curve)
    out += json::number_text(range.lo) + " to " + json::number_text(range.hi);
  else if (value.lo != value.hi)
    out += "[" + json::number_text(range.lo) + ", " + json::number_text(range.hi) + "]";
  else
    out += json::number_text(range.lo);
  if (!value.source.known()) return out + " (default)";
  if (!sources) return out;
  const LineColumn at = sources->position(value.source.document, value.source.begin);
  return out + " (" + (*sources)[value.source.document].name + ":" + std::to_string(at.line) + ")";
}

SourceRef place_of(const OpEntry& entry, std::string_view param, const RecipeSetting& setting) {
  const Value* value = entry.param(param);
  if (value && authored(value->source, setting)) return value->source;
  for (const Param& p : entry.params)
    if (authored(p.value.source, setting)) return p.value.source;
  if (authored(entry.source, setting)) return entry.source;
  return setting.word.known() ? setting.word : entry.source;
}

std::vector<OpEntry> variants_of(const OpEntry& entry, const RecipeSetting& setting) {
  std::vector<OpEntry> out;
  if (!setting.biome_map) return out;
  for (const Biome& biome : setting.biome_map->biomes)
    if (const BiomeSet* set = biome.of(entry.id)) out.push_back(with_set(entry, *set));
  return out;
}

bool makes_ground(const OpEntry& entry, const Catalog& catalog) {
  const OperatorRow* row = catalog.op(entry.op);
  return (row && row->height_channel) ||
         std::any_of(entry.group.begin(), entry.group.end(),
                     [&](const OpEntry& e) { return makes_ground(e, catalog); });
}

void check_coupled(const Recipe& recipe, const Catalog& catalog, const RecipeSetting& setting,
                   const RecipeReading& reading, Diagnostics& diags) {
  Coupled coupled(catalog, setting, reading, diags);
  coupled.list(recipe.stack, {});
  coupled.cap();
}

void check_parameters(const OpEntry& entry, const OperatorRow& row, const RecipeSetting& setting,
                      Diagnostics& diags) {
  if (!row.check) return;
  for (Error& e : row.check(entry)) {
    std::vector<const Param*> named;
    for (const Param& p : entry.params)
      if (names_word(e.text, p.name)) named.push_back(&p);
    e.source = blamed(e.source, named, place_of(entry, "", setting), setting);
    if (e.text.find(entry.id) == std::string::npos) e.text = in_quotes(entry.id) + ": " + e.text;
    for (const Param* p : named) e.notes.push_back(value_note(p->name, p->value, setting.sources));
    diags.add(std::move(e));
  }
}

}  // namespace strate
