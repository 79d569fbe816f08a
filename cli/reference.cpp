#include "cli/reference.hpp"

#include <algorithm>
#include <cctype>

#include "cli/figure_label.hpp"
#include "cli/help.hpp"
#include "cli/operator_examples.hpp"
#include "cli/reference_topics.hpp"
#include "compiler/json.hpp"
#include "formats/recipe/builtin_fields.hpp"
#include "formats/recipe/node_reader.hpp"
#include "passes/walk/measure.hpp"

namespace strate::cli {

namespace {

std::string trimmed(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text);
}

std::string_view follows(const FieldSpec& spec) {
  if (spec.kind == FieldKind::flag || spec.kind == FieldKind::name ||
      spec.kind == FieldKind::placed || spec.kind == FieldKind::file)
    return "nothing";
  switch (spec.drive) {
    case Drive::fixed:
      return "nothing";
    case Drive::per_site:
      return "fields, once at each site";
    case Drive::per_column:
      return "fields of x and y";
    case Drive::per_point:
      return "any field";
  }
  return "nothing";
}

ReferenceRow row_of(const FieldSpec& spec) {
  const bool required = !spec.lo && spec.kind != FieldKind::placed;
  return {std::string(spec.name), describe(spec) + (required ? ", required" : ""),
          std::string(follows(spec)), std::string(spec.doc)};
}

ReferenceEntry entry_of(const OperatorRow& op) {
  ReferenceEntry e{std::string(op.id), std::string(op.doc), {}, "", {}, {}, "", {}};
  e.facts.emplace_back(op.role == Role::source ? "A source." : "A modifier.");
  if (op.world) e.facts.emplace_back("A stack that starts with it is a world.");
  if (op.has_sites) e.facts.emplace_back("It has sites: `sites` says which of them exist.");
  if (op.disturbance)
    e.facts.emplace_back("A strate names it in `disturbances`; it then stands last in the stack.");
  if (op.height_channel)
    e.facts.emplace_back("It is the ground that `below_ground_m` and `slope_deg` mean.");
  if (op.rewrites_height)
    e.facts.emplace_back(
        "Where its list holds a ground it rewrites that ground's height; elsewhere it moves the "
        "surface of what is there.");
  if (op.needs_ground)
    e.facts.emplace_back("Needs a heightfield or heightmap above it in its list.");
  for (const FieldSpec& spec : op.params) e.rows.push_back(row_of(spec));
  if (!e.rows.empty()) e.rows_are = "parameters";
  if (const OperatorExample* example = example_of(op.id))
    e.listings.push_back(
        {"An example, which `stratec render` takes as it is", trimmed(example->recipe)});
  return e;
}

ReferenceEntry entry_of(const ArchetypeRow& archetype) {
  ReferenceEntry e{std::string(archetype.id), std::string(archetype.doc), {}, "", {}, {}, "", {}};
  if (archetype.water) e.facts.emplace_back("It has water.");
  e.listings.push_back({"The recipe it stands for", trimmed(archetype.recipe_json)});
  return e;
}

ReferenceEntry entry_of(const BuiltinField& field) {
  ReferenceEntry e{std::string(field.name), std::string(field.doc), {}, "", {}, {}, "", {}};
  if (field.site)
    e.facts.emplace_back("Only where a site draws.");
  else
    e.facts.emplace_back(field.xy ? "Depends on x and y." : "Depends on x, y and z.");
  if (field.ground) e.facts.emplace_back("Needs a heightfield or heightmap above its user.");
  if (field.water) e.facts.emplace_back("Needs a water level.");
  return e;
}

std::string band_of(const LawFigure& figure) {
  const std::string unit = figure.unit.empty() ? "" : " " + std::string(figure.unit);
  const auto bound = [&](double v) { return json::number_text(v) + unit; };
  if (figure.lo && figure.hi) return bound(*figure.lo) + " to " + bound(*figure.hi);
  if (figure.lo) return "at least " + bound(*figure.lo);
  if (figure.hi) return "at most " + bound(*figure.hi);
  return figure.unit.empty() ? "reported" : "reported, in" + unit;
}

ReferenceEntry entry_of(const LawRow& law) {
  ReferenceEntry e{std::string(law.id), std::string(law.doc), {}, "figures", {}, {}, "", {}};
  for (const LawFigure& f : law.figures)
    e.rows.push_back({std::string(f.name), band_of(f), "", std::string(f.doc)});
  return e;
}

template <class Measured>
ReferenceEntry entry_of(std::string id, std::string doc,
                        std::span<const FigureRow<Measured>> table) {
  ReferenceEntry e{std::move(id), std::move(doc), {}, "figures", {}, {}, "", {}};
  for (const FigureRow<Measured>& row : table) {
    const std::string name(row.name);
    const std::string unit(figure_label(name).unit);
    std::string gives = unit.empty() ? "a number" : unit.starts_with("per") ? unit : "in " + unit;
    if (name.ends_with("_fraction")) gives = "a fraction";
    if (name.ends_with("_count")) gives = "a count";
    e.rows.push_back({name, std::move(gives), "", std::string(row.doc)});
  }
  return e;
}

ReferenceRow row_of(const OptionSpec& o) {
  const bool dashed = o.name.starts_with("-");
  std::string name(o.name);
  if (!o.short_name.empty()) name = std::string(o.short_name) + ", " + name;
  if (dashed && !o.value.empty()) name += " " + std::string(o.value);
  std::string takes;
  const auto add = [&](const std::string& word) { takes += (takes.empty() ? "" : ", ") + word; };
  if (o.required) add("required");
  if (o.repeatable) add("repeatable");
  if (!o.fallback.empty()) add("default " + std::string(o.fallback));
  return {std::move(name), std::move(takes), "", std::string(o.doc)};
}

ReferenceEntry entry_of(const Command& command) {
  ReferenceEntry e{
      std::string(command.name), std::string(command.summary), {}, "options", {}, {}, "", {}};
  for (const OptionSpec& o : command.options) e.rows.push_back(row_of(o));
  for (const OptionSpec& o : common_options()) e.rows.push_back(row_of(o));
  e.listings.push_back({"Usage", usage_text(command).substr(std::string_view("usage: ").size())});
  std::string examples;
  for (const std::string_view x : command.examples) examples += std::string(x) + "\n";
  e.listings.push_back({"Examples", trimmed(examples)});
  return e;
}

template <class Rows>
std::vector<ReferenceEntry> entries_of(const Rows& rows) {
  std::vector<ReferenceEntry> entries;
  for (const auto& row : rows) entries.push_back(entry_of(row));
  return entries;
}

std::string command_doc() {
  std::string text = "Data goes to stdout, talk to stderr. Exit codes:";
  std::string_view sign = " ";
  for (const ExitMeaning& e : exit_meanings()) {
    text += std::string(sign) + std::to_string(e.code) + " " + std::string(e.doc);
    sign = "; ";
  }
  return text + ".";
}

}  // namespace

std::vector<ReferenceTopic> reference(const Catalog& catalog, const std::vector<LawRow>& laws,
                                      std::span<const Command> commands) {
  std::vector<ReferenceTopic> topics;
  topics.push_back({"operators", "Operators",
                    "Entries of a stack. Sources are combined, modifiers change what is above "
                    "them. A parameter may follow a field by a curve, as far as is said here.",
                    7, entries_of(catalog.operators)});
  topics.push_back(words_topic());
  topics.push_back(values_topic());
  topics.push_back({"archetypes", "Archetypes",
                    "Named recipes. A strate changes their entries by id (`set`), adds its own "
                    "(`add`), or switches them off (`\"on\": false`).",
                    7, entries_of(catalog.archetypes)});
  topics.push_back({"fields", "Fields",
                    "What curves, masks and bands can read in every stack, beside own fields, "
                    "which `stratec docs "
                    "own_fields` explains.",
                    7, entries_of(builtin_fields())});
  topics.push_back(documents_topic());
  topics.push_back({"laws", "Laws",
                    "What an audit proves on the final density. A season may tighten the band of a "
                    "figure, never loosen it.",
                    7, entries_of(laws)});
  topics.push_back(
      {"figures",
       "Figures",
       "What `stratec measure` and measure.json tell of a place. Reached floor is what the player "
       "walks to from where the place begins: its arrival, or in a window without one the largest "
       "floor. Bodies and floors that are open go on past a side of the window.",
       7,
       {entry_of("place_figures", "figures of a strate or a window", walk_figure_rows()),
        entry_of("descent_figures", "figures of the way through the whole stack",
                 descent_figure_rows())}});
  topics.push_back({"commands", "Commands", command_doc(), 1, entries_of(commands)});
  return topics;
}

std::string sentence(std::string_view doc) {
  std::string text(doc);
  while (text.ends_with('.')) text.pop_back();
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

std::vector<std::string> reference_names(const std::vector<ReferenceTopic>& topics) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const ReferenceTopic& t : topics) add(t.id);
  for (const ReferenceTopic& t : topics)
    for (const ReferenceEntry& e : t.entries) add(e.id);
  for (const ReferenceTopic& t : topics)
    for (const ReferenceEntry& e : t.entries)
      for (const std::string& alias : e.aliases) add(alias);
  return names;
}

std::vector<ReferenceTopic> chosen_topics(std::vector<ReferenceTopic> topics,
                                          std::string_view name) {
  if (name.empty()) return topics;
  std::vector<ReferenceTopic> chosen;
  for (ReferenceTopic& t : topics) {
    const auto other = [&](const ReferenceEntry& e) {
      return e.id != name && std::find(e.aliases.begin(), e.aliases.end(), name) == e.aliases.end();
    };
    if (t.id != name) std::erase_if(t.entries, other);
    if (!t.entries.empty()) chosen.push_back(std::move(t));
  }
  return chosen;
}

void write_json(json::Writer& out, const std::vector<ReferenceTopic>& topics) {
  const auto texts = [&](const std::vector<std::string>& list) {
    out.begin_array();
    for (const std::string& text : list) out.value(text);
    out.end_array();
  };
  out.begin_array();
  for (const ReferenceTopic& t : topics) {
    out.begin_object().key("id").value(t.id).key("title").value(t.title).key("doc").value(t.doc);
    out.key("entries").begin_array();
    for (const ReferenceEntry& e : t.entries) {
      out.begin_object().key("id").value(e.id).key("doc").value(e.doc).key("facts");
      texts(e.facts);
      out.key("rows").begin_array();
      for (const ReferenceRow& r : e.rows) {
        out.begin_object().key("name").value(r.name).key("takes").value(r.takes);
        if (!r.follows.empty()) out.key("follows").value(r.follows);
        out.key("doc").value(r.doc).end_object();
      }
      out.end_array().key("listings").begin_array();
      for (const ReferenceListing& l : e.listings)
        out.begin_object().key("title").value(l.title).key("text").value(l.text).end_object();
      out.end_array();
      if (!e.aliases.empty()) out.key("aliases"), texts(e.aliases);
      if (!e.picture.empty()) out.key("picture").value(e.picture);
      out.end_object();
    }
    out.end_array().end_object();
  }
  out.end_array();
}

}  // namespace strate::cli
