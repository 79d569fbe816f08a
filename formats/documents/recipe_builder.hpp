// From authored stacks to the plain form (11 §3–§5): `use`, `set`, `add`, `on`, knobs and default
// ids are worked off on the JSON tree, so that every value keeps the place where it was written.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/biome.hpp"
#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "compiler/op.hpp"
#include "compiler/recipe.hpp"
#include "formats/documents/asset_shelf.hpp"
#include "formats/documents/library.hpp"
#include "formats/documents/names.hpp"
#include "formats/recipe/recipe_io.hpp"

namespace strate {

/// The archetypes of a catalog, parsed. They are documents of the SourceSet, before all authored
/// ones.
class Archetypes {
 public:
  Archetypes(const Catalog& catalog, SourceSet& sources, Diagnostics& diags);
  const json::Node* find(std::string_view id) const;
  std::vector<std::string> names() const;
  /// The first document that somebody wrote.
  std::uint32_t first_authored() const { return first_authored_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, json::Node, std::less<>> roots_;
  std::uint32_t first_authored_ = 0;
};

/// A stack in the plain form, and what only its making knows.
struct PlainRecipe {
  struct Needs {
    std::vector<std::string> words;
    std::string name;  ///< of the recipe
    SourceRef used;    ///< the word that names it
  };
  json::Node fields, stack, off;      ///< off: entries that are switched off
  std::map<std::string, Needs> uses;  ///< by the address of the entry that uses a recipe
  Needs base;                         ///< of the strate's own recipe or archetype
  /// What biomes set, knobs and all, in the order in which one lies over the other.
  std::vector<std::pair<std::size_t, json::Node>> biome_sets;
  std::set<std::string> lost;  ///< had an error: what depends on them is not judged
  bool overfull = false;       ///< more fields than kMostFields: nothing is judged
};

/// What a stack may rely on.
struct StackSetting {
  bool ground = false, water = false;
  bool biomes = false;   ///< there are some
  bool finished = true;  ///< false: a recipe alone, which need not start a world
  double height_m = 0;   ///< of the strate; 0: not known
};

class RecipeBuilder {
 public:
  RecipeBuilder(Library& library, const Catalog& catalog, const Archetypes& archetypes,
                SourceSet& sources, Diagnostics& diags);

  /// The stack of a strate document. False if what it is built from cannot be used; then nothing
  /// depends on it and the error is reported. `base` says what it is: "archetype maze".
  bool strate(const Document& document, PlainRecipe& out, std::string& base);
  /// The same of one region of its list. What the strate's `set` says of it by "<id>.<address>"
  /// lies over its own.
  bool region(const Document& document, const json::Node& region, const std::string& id,
              PlainRecipe& out, std::string& base);
  const Catalog& catalog() const { return catalog_; }
  /// What the files became that were named so far.
  const AssetShelf& shelf() const { return shelf_; }

  /// Reads, checks and completes a plain stack, and what `biomes` (null: they are not known) set of
  /// it. False if there was an error.
  bool resolve(PlainRecipe& plain, const StackSetting& setting, Recipe& out,
               BiomeMap* biomes = nullptr);

 private:
  /// What a stack is built from.
  struct Source {
    const Document* document = nullptr;  ///< null: an archetype
    const json::Node* root = nullptr;
    std::string name;
    SourceRef word;  ///< what names it
  };
  /// One member of a `set`.
  struct Override {
    std::string address;  ///< relative to the recipe it is applied to
    json::Node value;
    SourceRef key;
    const NameScope* written = nullptr;
    bool fine = true, matched = false;
  };
  /// One recipe in one use, while it is expanded.
  struct Level {
    const Source& source;
    NameScope& scope;
    std::vector<Override> overrides;
  };
  /// An entry on its way to the plain form.
  struct Draft {
    json::Node node;
    std::string id, address;
    const OperatorRow* row = nullptr;
    bool fine = true;
  };

  static std::vector<std::string> needs_of(const json::Node& root);
  std::optional<Source> source_of(const Document* from, const json::Node& word);
  std::optional<Source> archetype(const json::Node& word);
  std::optional<Source> base_of(const Document& document, const json::Node& part);
  bool density(const Document& document, const json::Node& part, std::vector<Override> overrides,
               NameScope& own, PlainRecipe& out, std::string& base);
  void check_document(const Document& document);
  NameScope& new_scope(std::string prefix);

  void expand(Level& level, PlainRecipe& out, json::Node& stack);
  void read_knobs(const json::Node& knobs, NameScope& scope);
  void set_knobs(Level& level);
  void fields(const json::Node& fields, Level& level, PlainRecipe& out);
  void list(const json::Node& items, Level& level, PlainRecipe& out, json::Node& stack);
  void entry(const json::Node& item, Level& level, PlainRecipe& out, json::Node& stack);
  bool is_one_kind(const json::Node& item);
  Draft draft_of(const json::Node& item, Level& level);
  bool contents(const json::Node& item, Draft& draft, Level& level, PlainRecipe& out);
  bool use(const json::Node& item, const Draft& draft, Level& level, PlainRecipe& out,
           json::Node& group);
  bool merge(json::Node& entry, Override& override, const OperatorRow* row,
             const NameScope& target);
  std::vector<Override> overrides_of(const json::Node* set, NameScope& written);
  static std::vector<std::string> ids_of(const json::Node* list, const NameScope& scope);
  void report_unmatched(const std::vector<Override>& overrides,
                        const std::vector<std::string>& known);
  void adds(const json::Node& items, Level& level, PlainRecipe& out);
  void disturbances(const json::Node& object, Level& level, PlainRecipe& out);

  void read_sets(PlainRecipe& plain, const std::set<std::string>& off, const Recipe& recipe,
                 BiomeMap& biomes);
  void split_off(json::Node& stack, PlainRecipe& out);
  bool is_off(json::Node& entry, PlainRecipe& out);
  void check_needs(const PlainRecipe& plain, const Recipe& recipe, const StackSetting& setting,
                   RecipeReading& reading);

  Library& library_;
  const Catalog& catalog_;
  const Archetypes& archetypes_;
  SourceSet& sources_;
  Diagnostics& diags_;
  AssetShelf shelf_;
  std::deque<NameScope> scopes_;
  std::vector<std::string> open_;  ///< recipes that are being expanded, outermost first
  std::set<std::string> checked_;
  std::size_t entries_ = 0;
};

}  // namespace strate
