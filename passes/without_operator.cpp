#include "passes/without_operator.hpp"

#include <algorithm>
#include <utility>

namespace strate {

namespace {

bool joins(const OpEntry& e, const std::vector<std::string>& ids) {
  const Value* joined = e.param("joins");
  return joined && std::find(ids.begin(), ids.end(), joined->name) != ids.end();
}

void take_out(std::string_view op, std::vector<OpEntry>& stack, std::vector<std::string>& gone) {
  std::erase_if(stack, [&](OpEntry& e) {
    const bool group = e.op.empty();
    take_out(op, e.group, gone);
    if (group ? !e.group.empty() : e.op != op && !joins(e, gone)) return false;
    gone.push_back(e.id);
    return true;
  });
}

}  // namespace

WithoutOperator without_operator(const WorldDef& world, std::string_view op,
                                 const Catalog& catalog) {
  WithoutOperator out;
  WorldDef def = world;
  for (StrateWorld& s : def.strates)
    each_recipe(s, [&](Recipe& r) { take_out(op, r.stack, out.gone); });
  if (Result<World> without = World::compile(std::move(def), catalog); without)
    out.world.emplace(std::move(*without));
  return out;
}

}  // namespace strate
