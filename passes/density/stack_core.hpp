// A compiled stack: its entries as nodes in stack order, and how they are evaluated and bounded.
#pragma once

#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "passes/density/fields.hpp"
#include "passes/density/stack.hpp"

namespace strate {

/// What a source's sign means (11 §3.4).
enum class Shape { thing, solid_world, void_world };

/// One entry. A group stands before its members.
struct Node {
  const OpEntry* entry = nullptr;
  const OperatorRow* row = nullptr;  ///< null: a group
  std::unique_ptr<Operator> op;      ///< null: a group
  std::vector<int> members;          ///< of a group
  int parent = -1;                   ///< −1: the stack itself
  std::size_t place = 0;             ///< index in its list
  int slot = 0;
  Shape shape = Shape::thing;
  bool modifier = false;
  Combine combine = Combine::none;
  float blend = 0;
  CompiledWeight weight;

  bool first() const { return place == 0; }
};

/// Activity of nodes in one box; null: all act.
using Active = const std::uint8_t*;

/// One node's effect at a point, as it happens.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void acted(const Node& node, const float* before, float weight, float after) = 0;
};

class StackCore final : public ShapeSource {
 public:
  StackCore(Recipe source, const StrateFrame& settings)
      : recipe(std::move(source)), frame(settings), fields(settings, *this) {}

  const Recipe recipe;  ///< entries point into it
  const StrateFrame frame;
  std::deque<Node> nodes;  ///< stable addresses while the stack grows
  std::vector<int> roots;
  FieldTable fields;
  const GroundOperator* ground = nullptr;  ///< of the last heightfield

  const Node& node(int i) const { return nodes[static_cast<std::size_t>(i)]; }

  /// The stack's raw density.
  void eval(EvalContext& context, Active active, float* out) const;
  /// Evaluates with a watcher told of every node in turn; members before their group.
  void watch(EvalContext& context, Watcher& watcher, float* out) const;
  /// Bounds the stack; where `active` is not null it receives what acts, `within` tells what can.
  /// `each`, if not null, receives the bound of every node's list after that node.
  Interval bound(BoundContext& context, Active within, std::uint8_t* active,
                 Interval* each = nullptr) const;

  void reach_of(int node, EvalContext& context, float* out) const override;
  Interval reach_over(int node, BoundContext& context) const override;
  void density_above(int node, EvalContext& context, float* out) const override;
  Interval density_above_over(int node, BoundContext& context) const override;

 private:
  /// How one evaluation goes.
  struct Run {
    Active active;
    Watcher* watcher;
    bool acts(int i) const { return !active || active[i]; }
  };
  struct Bounding {
    Active within;
    std::uint8_t* active;
    bool prune;
    Interval* each;
  };
  const std::vector<int>& list_of(const Node& n) const {
    return n.parent < 0 ? roots : node(n.parent).members;
  }
  void eval_list(const std::vector<int>& list, std::size_t count, EvalContext& context, Run run,
                 float* values) const;
  void eval_node(const Node& n, EvalContext& context, Run run, float* values) const;
  void eval_source(const Node& n, EvalContext& context, Run run, float* out) const;
  void eval_first(const Node& n, EvalContext& context, Run run, float* values) const;
  void eval_modifier(const Node& n, EvalContext& context, float* values) const;
  void eval_combined(const Node& n, EvalContext& context, Run run, float* values) const;

  Interval bound_list(const std::vector<int>& list, std::size_t count, BoundContext& context,
                      const Bounding& how) const;
  Interval bound_node(int i, BoundContext& context, const Bounding& how, Interval in) const;
  Interval bound_source(const Node& n, BoundContext& context, const Bounding& how) const;
};

/// Merges a source into `values` (11 §3.4, 10 B2).
void combine_into(const Node& n, const float* source, std::size_t rows, float* values);
/// The same for intervals.
Interval combine_over(const Node& n, Interval source, Interval in);
/// No value of `source` changes any value of `in` (10 B7: unclamped).
bool combine_is_identity(const Node& n, Interval source, Interval in);

}  // namespace strate
