// Documents that people write: seasons, strates, recipes, biomes.
#include "cli/inspect_file.hpp"
#include "compiler/hash.hpp"
#include "formats/documents/documents.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate::cli {

namespace {

constexpr json::Limits kLimits;

Cell count(std::size_t n) { return static_cast<std::uint64_t>(n); }

bool named(const std::string& path, std::string_view kind) {
  const std::string stem = "." + std::string(kind) + ".json";
  return path.ends_with(stem) || path.ends_with(stem + "c");
}

void add_operators(const std::string& region, const std::vector<OpEntry>& stack, FactSheet& sheet) {
  for (const OpEntry& e : stack) {
    sheet.add_row({region + e.id, e.op.empty() ? "group" : e.op,
                   std::string(combine_name(e.combine)), count(e.params.size())});
    add_operators(region, e.group, sheet);
  }
}

FactSheet season(const Season& s) {
  FactSheet sheet;
  sheet.add("kind", std::string("season"));
  sheet.add("name", s.name);
  sheet.add("title", s.title);
  sheet.add("revision", static_cast<double>(s.revision));
  sheet.add("seed", std::to_string(s.world.seed));
  sheet.add("voxel_m", metres(s.world.voxel_um), "m");
  sheet.add("bake_window_m",
            std::vector<double>{metres(s.bake.lo_x), metres(s.bake.lo_y), metres(s.bake.hi_x),
                                metres(s.bake.hi_y)},
            "m");
  sheet.add_table("strates", {"id", "file", "base", "top_m", "bottom_m", "operators"});
  for (std::size_t i = 0; i < s.strates.size(); ++i) {
    const StrateWorld& w = s.world.strates[i];
    std::size_t operators = 0;
    each_recipe(w, [&](const Recipe& r) { operators += r.stack.size(); });
    sheet.add_row({w.id, s.strates[i].file, s.strates[i].base, metres(w.top_um),
                   metres(w.bottom_um), count(operators)});
  }
  sheet.add_table("documents", {"path"});
  for (const std::string& path : s.inputs) sheet.add_row({path});
  return sheet;
}

FactSheet strate_document(const Season& s) {
  FactSheet sheet;
  const StrateWorld& w = s.world.strates.front();
  sheet.add("kind", std::string("strate"));
  sheet.add("title", s.strates.front().title);
  sheet.add("base", s.strates.front().base);
  sheet.add("height_m", metres(w.top_um - w.bottom_um), "m");
  sheet.add("seal_thickness_m", metres(w.seal_um), "m");
  sheet.add("diggable", w.diggable);
  std::size_t fields = 0;
  each_recipe(w, [&](const Recipe& r) { fields += r.fields.size(); });
  sheet.add("fields", count(fields));
  if (!w.biomes.empty()) {
    sheet.add("biome_cell_m", w.biomes.cell_m, "m");
    sheet.add_table("biomes", {"name", "relief_from", "relief_to", "moisture_from", "moisture_to",
                               "operators_set"});
    for (const Biome& b : w.biomes.biomes)
      sheet.add_row(
          {b.name, b.relief.lo, b.relief.hi, b.moisture.lo, b.moisture.hi, count(b.set.size())});
  }
  if (!w.regions.list.empty()) {
    sheet.add("cell_m", w.regions.cell_m, "m");
    sheet.add("blend_m", w.regions.blend_m, "m");
    sheet.add_table("regions", {"id", "share", "operators"});
    for (const Region& r : w.regions.list)
      sheet.add_row({r.id, r.share, count(r.recipe.stack.size())});
  }
  sheet.add_table("operators", {"id", "op", "combine", "parameters"});
  add_operators("", w.recipe.stack, sheet);
  for (const Region& r : w.regions.list) add_operators(r.id + ".", r.recipe.stack, sheet);
  return sheet;
}

std::string text_at(const json::Node& node, std::string_view key) {
  const json::Node* found = node.find(key);
  return found && found->kind == json::Kind::string ? found->text : std::string();
}

std::size_t size_at(const json::Node& node, std::string_view key) {
  const json::Node* found = node.find(key);
  return found ? found->items.size() + found->members.size() : 0;
}

/// As written: a recipe means something only where a strate uses it.
FactSheet recipe(const json::Node& root) {
  FactSheet sheet;
  sheet.add("kind", std::string("recipe"));
  sheet.add("title", text_at(root, "title"));
  sheet.add("needs", count(size_at(root, "needs")));
  sheet.add("knobs", count(size_at(root, "knobs")));
  sheet.add("fields", count(size_at(root, "fields")));
  sheet.add_table("stack", {"id", "op", "combine"});
  if (const json::Node* stack = root.find("stack"))
    for (const json::Node& e : stack->items) {
      const std::string op = text_at(e, "op"), use = text_at(e, "use");
      sheet.add_row({text_at(e, "id"),
                     !op.empty()   ? op
                     : use.empty() ? "group"
                                   : "use " + use,
                     text_at(e, "combine")});
    }
  return sheet;
}

/// As written: it means something only in a strate.
FactSheet biome(const json::Node& root) {
  FactSheet sheet;
  sheet.add("kind", std::string("biome"));
  sheet.add("title", text_at(root, "title"));
  sheet.add("color", text_at(root, "color"));
  sheet.add_table("climate", {"map", "from", "to"});
  if (const json::Node* climate = root.find("climate"))
    for (const json::Member& m : climate->members)
      if (m.value.items.size() == 2)
        sheet.add_row({m.key, m.value.items[0].text, m.value.items[1].text});
  sheet.add("operators_set", count(size_at(root, "set")));
  return sheet;
}

}  // namespace

FactSheet inspect_authored(const InspectedFile& file, FileSystem& files, Session& session,
                           bool& known) {
  known = true;
  const LoadOptions options;
  if (named(file.path, "season")) {
    const bool good = load_season(file.path, files, session.catalog, options, session.sources,
                                  session.season, session.diags);
    return good ? season(session.season) : FactSheet();
  }
  if (named(file.path, "strate")) {
    const bool good = load_strate(file.path, files, session.catalog, options, session.sources,
                                  session.season, session.diags);
    return good ? strate_document(session.season) : FactSheet();
  }
  if (named(file.path, "recipe")) {
    json::Node root;
    const std::uint32_t document = session.sources.add(file.path, file.bytes);
    const bool good = json::parse(session.sources, document, file.path.ends_with("c"), kLimits,
                                  root, session.diags);
    return good ? recipe(root) : FactSheet();
  }
  if (named(file.path, "biome")) {
    json::Node root;
    const std::uint32_t document = session.sources.add(file.path, file.bytes);
    const bool good = json::parse(session.sources, document, file.path.ends_with("c"), kLimits,
                                  root, session.diags);
    return good ? biome(root) : FactSheet();
  }
  known = false;
  return {};
}

}  // namespace strate::cli
