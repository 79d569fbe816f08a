// What every operator on a hashed lattice of sites reads when it is compiled.
#pragma once

#include <initializer_list>
#include <utility>

#include "passes/density/compile.hpp"

namespace strate::ops {

/// Reads the named drivers and the members that such settings have in common: sites, seed, address,
/// slot and spacing.
template <class Settings>
Result<Done> read_site_settings(CompileContext& context,
                                std::initializer_list<std::pair<const char*, Driver*>> drivers,
                                Settings& s) {
  for (const auto& [name, target] : drivers) {
    auto driver = context.driver(name);
    if (!driver) return driver.error();
    *target = std::move(*driver);
  }
  auto sites = context.sites();
  if (!sites) return sites.error();
  s.sites = std::move(*sites);
  s.seed = context.frame().seed;
  s.address = context.address_hash();
  s.slot = context.slot();
  s.spacing = context.number("spacing_m");
  return Done{};
}

}  // namespace strate::ops
