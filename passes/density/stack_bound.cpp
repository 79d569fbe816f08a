// Bounds of a box, entry by entry, and what may be skipped there (10 B7).
#include <algorithm>

#include "passes/density/interval.hpp"
#include "passes/density/stack_core.hpp"

namespace strate {

Interval StackCore::bound(BoundContext& context, Active within, std::uint8_t* active,
                          Interval* each) const {
  if (active) std::fill_n(active, nodes.size(), std::uint8_t{1});
  return bound_list(roots, roots.size(), context, {within, active, context.prune(), each});
}

Interval StackCore::bound_list(const std::vector<int>& list, std::size_t count,
                               BoundContext& context, const Bounding& how) const {
  const Interval outside = context.current();
  Interval in{-kCapM, kCapM};
  for (std::size_t i = 0; i < count; ++i) {
    context.set_current(in);
    in = bound_node(list[i], context, how, in);
    if (how.each) how.each[list[i]] = in;
  }
  context.set_current(outside);
  return in;
}

Interval StackCore::bound_node(int i, BoundContext& context, const Bounding& how,
                               Interval in) const {
  const Node& n = node(i);
  const auto idle = [&] {
    if (how.active && how.prune) how.active[i] = 0;
    return in;
  };
  if (how.within && how.prune && !how.within[i]) return idle();
  const Interval weight = n.weight.one() ? Interval{1, 1} : n.weight.over(context);
  if (n.first()) {
    const Interval s = bound_source(n, context, how);
    return weight.lo >= 1 ? s : hull(s, {kCapM, kCapM});
  }
  if (weight.hi <= 0) return idle();
  Interval out;
  if (n.modifier) {
    out = n.op->bound(context, in);
    if (out == in) return idle();
  } else {
    const Interval s = bound_source(n, context, how);
    if (combine_is_identity(n, s, in)) return idle();
    out = combine_over(n, s, in);
  }
  return weight.lo >= 1 ? out : widened(hull(in, out));
}

Interval StackCore::bound_source(const Node& n, BoundContext& context, const Bounding& how) const {
  if (n.op) return n.op->bound(context, context.current());
  return bound_list(n.members, n.members.size(), context, how);
}

Interval StackCore::reach_over(int i, BoundContext& context) const {
  const Node& n = node(i);
  const Interval s = bound_source(n, context, {nullptr, nullptr, false, nullptr});
  return n.shape == Shape::solid_world ? s : -s;
}

Interval StackCore::density_above_over(int i, BoundContext& context) const {
  const Node& n = node(i);
  return bound_list(list_of(n), n.place, context, {nullptr, nullptr, false, nullptr});
}

}  // namespace strate
