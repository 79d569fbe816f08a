// stratec expand: the operator list that a strate stands for.
#include <algorithm>
#include <ostream>

#include "cli/session.hpp"
#include "compiler/file_system.hpp"
#include "formats/documents/documents.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"STRATE", "", "FILE", "a *.strate.json, or a season with --slot", "", false, true},
    {"--slot", "", "ID", "the slot to expand when STRATE is a season"},
    {"--region", "", "ID", "the region to expand when the strate has regions"},
    {"--full", "", "", "write every parameter, defaults included"},
};

constexpr std::string_view kExamples[] = {
    "stratec expand seasons/first-steps/strates/choir.strate.json",
    "stratec expand --full --slot burrows seasons/first-steps/first-steps.season.json",
};

/// Index of the strate to print; an error that lists the slots otherwise.
Result<std::size_t> chosen_slot(const Options& options, const Season& season) {
  std::vector<std::string> slots;
  for (std::size_t i = 0; i < season.strates.size(); ++i) {
    slots.push_back(season.strates[i].slot);
    if (slots.back() == options.text("--slot")) return i;
  }
  const std::string all = "slots: " + listed(slots);
  if (!options.has("--slot")) {
    if (season.strates.size() == 1) return std::size_t{0};
    return Error{"usage.missing", "a season has several strates: name one with --slot", {}, {all}};
  }
  Error e{"usage.unknown_slot", "no slot '" + options.text("--slot") + "'", {}, {}};
  if (const std::string near = nearest_name(options.text("--slot"), slots); !near.empty())
    e.notes.push_back("did you mean '" + near + "'?");
  e.notes.push_back(all);
  return e;
}

/// The recipe to print: the strate's, or that of the region named.
Result<const Recipe*> chosen_recipe(const Options& options, const StrateWorld& s) {
  const bool asked = options.has("--region");
  if (s.regions.list.empty()) {
    if (!asked) return &s.recipe;
    return Error{"usage.unknown_region", "strate '" + s.id + "' has no regions", {}, {}};
  }
  std::vector<std::string> ids;
  for (const Region& region : s.regions.list) {
    ids.push_back(region.id);
    if (asked && region.id == options.text("--region")) return &region.recipe;
  }
  Error e =
      asked ? Error{"usage.unknown_region", "no region '" + options.text("--region") + "'", {}, {}}
            : Error{"usage.missing",
                    "a strate of regions has several recipes: name one with "
                    "--region",
                    {},
                    {}};
  e.notes.push_back("regions: " + listed(ids));
  return e;
}

int run_expand(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  if (const std::optional<int> code = load(options.text("STRATE"), options, io, session))
    return *code;
  const Result<std::size_t> slot = chosen_slot(options, session.season);
  if (!slot) return fail(io, slot.error(), kBadInput);
  const Result<const Recipe*> recipe = chosen_recipe(options, session.season.world.strates[*slot]);
  if (!recipe) return fail(io, recipe.error(), kBadInput);
  const RecipeForm form = options.has("--full") ? RecipeForm::full : RecipeForm::brief;
  const std::string& file = session.season.strates[*slot].file;
  const std::string folder = file.find('/') == std::string::npos ? "" : parent_path(file);
  io.out << expand_text(**recipe, session.catalog, form, folder);
  return kFine;
}

}  // namespace

Command command_expand() {
  return {"expand", "print the operator list a strate stands for", kOptions, kExamples, run_expand};
}

}  // namespace strate::cli
