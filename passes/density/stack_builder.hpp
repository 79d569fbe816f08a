// Compiles a recipe to a stack: rules of 11 §3, fields resolved from where their user stands.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "passes/density/stack_core.hpp"

namespace strate {

/// Who asks for a field: it sees the entries above it alone.
struct FieldUser {
  int node = -1;      ///< index of the entry
  bool site = false;  ///< reads at the centres of sites
};

class StackBuilder {
 public:
  StackBuilder(Recipe recipe, const StrateFrame& frame, const Catalog& catalog)
      : catalog_(catalog), core_(std::make_unique<StackCore>(std::move(recipe), frame)) {}

  Result<std::unique_ptr<StackCore>> build();

  const StackCore& core() const { return *core_; }
  Result<FieldId> field(const std::string& name, FieldUser user, SourceRef at);
  /// A curve over a field.
  Result<FieldId> curve(const Curve& curve, FieldUser user, SourceRef at);
  Result<CompiledScope> scope(const Scope& scope, FieldUser user);
  const Node* find(std::string_view id, const OpEntry& near, int limit) const;
  /// The ground that a modifier works on.
  CompileContext::Ground ground_of(int modifier) const;
  /// Keeps a value alive as long as the builder.
  const Value* keep(Value value) { return &kept_.emplace_back(std::move(value)); }

 private:
  using Fault = std::optional<Error>;

  Fault add_list(const std::vector<OpEntry>& entries, int parent, int depth,
                 std::vector<int>& list);
  Fault add_entry(const OpEntry& entry, int parent, std::size_t place, int depth, int& index);
  Fault add_operator(Node& node, int index);
  Fault add_weight(Node& node, int index);
  Fault add_mask(const Mask& mask, FieldUser user, CompiledWeight& weight);
  Fault check_place(const Node& node) const;
  Fault check_combine(const Node& node) const;
  Fault check_biomes() const;
  Fault check_reach() const;
  double reach_of(const std::vector<int>& list, BoundContext& context, double after) const;
  Shape shape_of(const Node& node) const;

  Result<FieldId> built_in(std::string_view name, FieldDef::Kind kind, FieldUser user,
                           SourceRef at);
  Result<FieldId> own(const NamedField& field, FieldUser user);
  Result<FieldId> own_curve(const NamedField& field, FieldUser user);
  Result<FieldId> own_reach(const NamedField& field, FieldUser user);
  Result<FieldId> own_place(const NamedField& field, FieldUser user);
  Result<FieldId> rock(FieldUser user, SourceRef at);
  Result<CompiledScope::Term> term(const ScopeTerm& term, FieldUser user);
  Result<FieldId> ruled(const ScopeTerm& term);
  FieldId noise(std::string_view name, std::uint64_t seed, double scale_m, int octaves, bool flat,
                const std::vector<Stop>& stops);
  FieldId intern(const std::string& key, FieldDef def);
  const NamedField* named(std::string_view name, const OpEntry& user) const;
  int ground_above(FieldUser user) const;
  int ground_source(int node) const;
  bool encloses(int group, int node) const;

  const Catalog& catalog_;
  std::unique_ptr<StackCore> core_;
  std::map<std::string, FieldId> interned_;
  /// Own fields as the entry sees them: by field, entry and FieldUser::site.
  std::map<std::tuple<const NamedField*, int, bool>, FieldId> resolved_;
  std::vector<std::string> resolving_;  ///< own fields being resolved: a cycle closes here
  std::deque<Value> kept_;
};

}  // namespace strate
