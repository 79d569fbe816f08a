// What the fields of a recipe stand for and rely on. Internal to check_recipe.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/diagnostic.hpp"
#include "compiler/recipe.hpp"
#include "formats/recipe/recipe_check.hpp"

namespace strate {

/// What a field or scope reads, through every field it is made of.
struct Reliance {
  bool broken = false;  ///< something it names had an error: not judged
  bool column = true;   ///< x and y only
  bool ground = false, water = false, draw = false, biomes = false;
  std::set<std::string> operators;  ///< addresses under density_of

  void add(const Reliance& other);
};

/// Who uses a field, for what it may be.
struct FieldUser {
  enum class As { point, column, site, sites };
  As as = As::point;
  std::string key;                               ///< the parameter, or "where", "mask" …
  bool ground = false;                           ///< a ground stands above
  const std::set<std::string>* above = nullptr;  ///< entries that stand above
  const std::set<std::string>* all = nullptr;    ///< every entry of the recipe
};

class FieldBook {
 public:
  FieldBook(const Recipe& recipe, const RecipeSetting& setting, const RecipeReading& reading,
            Diagnostics& diags);

  /// Reports cycles, chains that are too long and unknown names between fields themselves.
  void check_definitions();
  /// A numeric field named by a curve or a mask.
  void use_number(const std::string& name, SourceRef at, const FieldUser& user);
  void use_curve(const Curve& curve, SourceRef at, const FieldUser& user);
  void use_scope(const Scope& scope, const FieldUser& user);
  void check_unused(const std::set<std::string>& also_used);

 private:
  const NamedField* find(const std::string& name) const;
  const Reliance& reliance(const std::string& name);
  Reliance compute(const NamedField& field);
  Reliance of_scope(const Scope& scope);
  bool known_number(const std::string& name, SourceRef at);
  bool known_place(const std::string& name, SourceRef at);
  int depth(const NamedField& field);
  int depth(const Scope& scope);
  void check_depth(const NamedField& field);
  void mark(const std::string& name);
  void mark(const Scope& scope);
  void judge(const std::string& name, SourceRef at, const FieldUser& user);
  void judge_biomes(const ScopeTerm& term);
  bool no_biomes(const std::string& what, SourceRef at);
  std::vector<std::string> names(bool places) const;

  const Recipe& recipe_;
  const RecipeSetting& setting_;
  const RecipeReading& reading_;
  Diagnostics& diags_;
  std::map<std::string, const NamedField*> own_;
  std::map<std::string, Reliance> known_;
  std::map<std::string, int> depth_;
  std::set<std::string> open_;  ///< being computed: a cycle if met again
  std::set<std::string> used_;
};

}  // namespace strate
