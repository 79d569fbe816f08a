// Evaluation of a block, entry by entry.
#include <algorithm>

#include "passes/density/stack_core.hpp"

namespace strate {

void StackCore::eval(EvalContext& context, Active active, float* out) const {
  eval_list(roots, roots.size(), context, {active, nullptr}, out);
}

void StackCore::watch(EvalContext& context, Watcher& watcher, float* out) const {
  eval_list(roots, roots.size(), context, {nullptr, &watcher}, out);
}

void StackCore::eval_list(const std::vector<int>& list, std::size_t count, EvalContext& context,
                          Run run, float* values) const {
  const float* outside = context.current();
  for (std::size_t i = 0; i < count; ++i) {
    if (!run.acts(list[i])) continue;
    context.set_current(i == 0 ? nullptr : values);
    eval_node(node(list[i]), context, run, values);
  }
  context.set_current(outside);
}

void StackCore::eval_node(const Node& n, EvalContext& context, Run run, float* values) const {
  const float before = n.first() ? 0 : values[0];
  ArenaScope scope(context.temporary());
  if (n.first())
    eval_first(n, context, run, values);
  else if (n.modifier)
    eval_modifier(n, context, values);
  else
    eval_combined(n, context, run, values);
  if (!run.watcher) return;
  float weight = 1;
  if (!n.weight.one()) {
    // The weight read the density before the entry.
    float* w = context.take_block();
    float* old = context.take_block();
    std::fill_n(old, context.size(), before);
    context.set_current(n.first() ? nullptr : old);
    n.weight.weigh(context, w);
    weight = w[0];
  }
  run.watcher->acted(n, n.first() ? nullptr : &before, weight, values[0]);
}

void StackCore::eval_source(const Node& n, EvalContext& context, Run run, float* out) const {
  if (n.op)
    n.op->eval(context, out);
  else
    eval_list(n.members, n.members.size(), context, run, out);
}

void StackCore::eval_first(const Node& n, EvalContext& context, Run run, float* values) const {
  if (n.weight.one()) return eval_source(n, context, run, values);
  // Where it may not act, a list's first thing is not there.
  float* source = context.take_block();
  float* weight = context.take_block();
  eval_source(n, context, run, source);
  n.weight.weigh(context, weight);
  kernels().fill(values, context.rows(), static_cast<float>(kCapM));
  kernels().lerp(values, source, weight, context.rows());
}

void StackCore::eval_modifier(const Node& n, EvalContext& context, float* values) const {
  if (n.weight.one()) return n.op->eval(context, values);
  float* weight = context.take_block();
  float* changed = context.take_block();
  n.weight.weigh(context, weight);
  std::copy_n(values, context.size(), changed);
  n.op->eval(context, changed);
  kernels().lerp(values, changed, weight, context.rows());
}

void StackCore::eval_combined(const Node& n, EvalContext& context, Run run, float* values) const {
  float* source = context.take_block();
  eval_source(n, context, run, source);
  if (n.weight.one()) return combine_into(n, source, context.rows(), values);
  float* weight = context.take_block();
  n.weight.weigh(context, weight);
  if (n.combine == Combine::add)
    return kernels().add_weighted(values, source, weight, context.rows());
  float* merged = context.take_block();
  std::copy_n(values, context.size(), merged);
  combine_into(n, source, context.rows(), merged);
  kernels().lerp(values, merged, weight, context.rows());
}

void StackCore::reach_of(int i, EvalContext& context, float* out) const {
  const Node& n = node(i);
  const float* outside = context.current();
  context.set_current(nullptr);
  eval_source(n, context, {nullptr, nullptr}, out);
  context.set_current(outside);
  if (n.shape != Shape::solid_world) kernels().negate(out, context.rows());
}

void StackCore::density_above(int i, EvalContext& context, float* out) const {
  const Node& n = node(i);
  eval_list(list_of(n), n.place, context, {nullptr, nullptr}, out);
}

}  // namespace strate
