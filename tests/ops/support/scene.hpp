// What stands above a modifier in the tests of all rows: something that it acts on.
#pragma once

#include <vector>

#include "tests/support/stack_sample.hpp"

namespace strate::sample {

inline std::vector<Entry> scene_under(std::string_view modifier) {
  std::vector<Entry> list{rock(), hall()};
  if (modifier == "pinch")  // acts in low places alone
    list.back().set("ceiling_m", 21).set("floor_relief_m", 0.5).set("ceiling_relief_m", 0.5);
  if (modifier == "bridges") list.push_back(Entry("rifts", "chasms").set("spacing_m", 48));
  return list;
}

}  // namespace strate::sample
