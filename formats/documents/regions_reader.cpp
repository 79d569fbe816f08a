// `regions` of a strate: one to three densities side by side (11 §5).
#include <algorithm>
#include <set>
#include <utility>

#include "compiler/limits.hpp"
#include "formats/documents/node_edit.hpp"
#include "formats/documents/season_reader.hpp"
#include "formats/documents/settings.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

bool named_in(std::span<const SettingSpec> table, std::string_view key) {
  return std::any_of(table.begin(), table.end(),
                     [&](const SettingSpec& s) { return s.name == key; });
}

class RegionsReader {
 public:
  RegionsReader(const Document& document, RecipeBuilder& builder, Diagnostics& diags,
                const StackSetting& setting, StrateDraft& out)
      : document_(document), builder_(builder), reader_(diags), setting_(setting), out_(out) {}

  bool run() {
    const Member& regions = *document_.root.find_member("regions");
    for (std::string_view base : {"archetype", "recipe"})
      if (const Member* m = document_.root.find_member(base))
        reader_.error("recipe.two_bases",
                      "a strate has one base: an archetype, a recipe or regions",
                      std::max(m->key_source.begin, regions.key_source.begin) == m->key_source.begin
                          ? m->key_source
                          : regions.key_source);
    for (std::string_view key : {"fields", "add", "disturbances"})
      if (const Member* m = document_.root.find_member(key))
        reader_.error("regions.density_only",
                      in_quotes(key) + " belongs to one of the regions: here is no other stack",
                      m->key_source);
    if (reader_.is(regions.value, Kind::object, "an object")) read(regions.value);
    return !reader_.failed() && fine_;
  }

 private:
  void read(const Node& object) {
    Regions& r = out_.world.regions;
    SettingReader s(reader_, object, members_of(strate_settings(), "regions"), "regions");
    const bool numbers = s.number("cell_m", r.cell_m) && s.number("blend_m", r.blend_m);
    if (numbers && r.blend_m >= r.cell_m / 2) too_wide(object, r);
    const Node* list = s.find("list");
    if (!list || !reader_.is(*list, Kind::array, "a list of regions")) return;
    if (list->items.empty() || list->items.size() > limits::kMostRegions) {
      reader_.error("value.wrong_count", "a strate has one to three regions", list->source)
          .notes.push_back("here are " + std::to_string(list->items.size()));
      return;
    }
    std::set<std::string> ids;
    for (const Node& item : list->items) region(item, ids);
    unmatched(ids);
    if (out_.settings.base.empty()) return;
    out_.settings.base = "regions " + out_.settings.base;
  }

  void too_wide(const Node& object, const Regions& r) {
    const Node* blend = object.find("blend_m");
    const Node* cell = object.find("cell_m");
    reader_
        .error("value.contradiction", "a blend takes less than half a cell, else no region is pure",
               (blend ? blend : cell)->source)
        .notes.push_back("needs blend_m < cell_m / 2, which is " + json::number_text(r.cell_m / 2) +
                         " m");
  }

  /// Settings that only a strate has are taken out, each with its error.
  void without_settings(Node& region) {
    std::erase_if(region.members, [&](const Member& m) {
      if (named_in(region_settings(), m.key) || !named_in(strate_settings(), m.key)) return false;
      reader_.error("regions.density_only",
                    "a region owns density alone: " + in_quotes(m.key) + " belongs to the strate",
                    m.key_source);
      return true;
    });
  }

  void region(const Node& item, std::set<std::string>& ids) {
    if (!reader_.is(item, Kind::object, "a region {id, archetype}")) return;
    Node own = item;
    without_settings(own);
    SettingReader s(reader_, own, region_settings(), "a region");
    Region region;
    s.text("note", region.note);
    s.number("share", region.share);
    const Node* id = s.find("id");
    if (!id || !reader_.id(*id, false, region.id)) return;
    if (!ids.insert(region.id).second)
      reader_.error("regions.duplicate", "there is already a region " + in_quotes(region.id),
                    id->source);
    PlainRecipe plain;
    std::string base;
    if (!builder_.region(document_, own, region.id, plain, base)) {
      fine_ = false;
      return;
    }
    water(own);
    fine_ = builder_.resolve(plain, setting_, region.recipe) && fine_;
    std::string& all = out_.settings.base;
    all += (all.empty() ? "" : ", ") + region.id + " (" + base + ")";
    out_.world.regions.list.push_back(std::move(region));
  }

  /// An archetype that brings water cannot bring it into a region.
  void water(const Node& region) {
    const Node* word = region.find("archetype");
    if (!word || setting_.water) return;
    const ArchetypeRow* row = builder_.catalog().archetype(word->text);
    if (row && row->water)
      reader_
          .error("recipe.no_water", in_quotes(word->text) + " needs water, and the strate has none",
                 word->source)
          .notes.push_back("give the strate \"water\": { \"level_m\": … }");
  }

  /// Addresses in the strate's `set` begin with a region's id.
  void unmatched(const std::set<std::string>& ids) {
    const Node* set = document_.root.find("set");
    if (!set || !reader_.is(*set, Kind::object, "an object of ids")) return;
    for (const Member& m : set->members) {
      const std::string region = m.key.substr(0, m.key.find('.'));
      if (region.size() < m.key.size() && ids.contains(region)) continue;
      const std::vector<std::string> known(ids.begin(), ids.end());
      Error& e =
          reader_.error("recipe.unknown_entry",
                        "no region of this strate has an entry " + in_quotes(m.key), m.key_source);
      e.notes.push_back("addresses here are <region>.<id>; regions: " + listed(known));
    }
  }

  const Document& document_;
  RecipeBuilder& builder_;
  NodeReader reader_;
  const StackSetting& setting_;
  StrateDraft& out_;
  bool fine_ = true;
};

}  // namespace

bool read_regions(const Document& document, RecipeBuilder& builder, Diagnostics& diags,
                  const StackSetting& setting, StrateDraft& out) {
  return RegionsReader(document, builder, diags, setting, out).run();
}

}  // namespace strate
