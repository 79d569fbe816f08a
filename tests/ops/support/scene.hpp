// Stacks in which an operator acts: for tests over all rows of the catalog.
#pragma once

#include <vector>

#include "tests/support/rolled_entry.hpp"
#include "tests/support/stack_sample.hpp"

namespace strate::sample {

/// What stands above a modifier.
inline std::vector<Entry> scene_under(std::string_view modifier) {
  std::vector<Entry> list{rock(), hall()};
  if (modifier == "pinch")  // acts in low places alone
    list.back().set("ceiling_m", 21).set("floor_relief_m", 0.5).set("ceiling_relief_m", 0.5);
  if (modifier == "bridges") list.push_back(Entry("rifts", "chasms").set("spacing_m", 48));
  return list;
}

/// A stack in which the operator acts, alone or merged in one of four ways.
inline Recipe stack_with(const OperatorRow& row, Entry entry, int variant, bool ground) {
  std::vector<Entry> list;
  if (row.world) return recipe({entry});
  if (ground) return recipe({air(), steep_ground(), entry});
  const bool joins = entry.param("joins") != nullptr;
  if (row.role == Role::modifier) {
    list = scene_under(row.id);
  } else if (variant == 1) {
    list = {Entry("air", "void")};
    entry.join(Combine::smooth_union, 1.25);
  } else if (variant == 2) {
    list = {Entry("rock", "solid")};
    entry.join(Combine::smooth_subtract, 1.5);
  } else {
    list = {Entry("rock", "solid")};
    entry.join(Combine::subtract);
  }
  if (joins) list.push_back(Entry("graph", "rooms").join(Combine::subtract));
  list.push_back(std::move(entry));
  return recipe(std::move(list));
}

}  // namespace strate::sample
