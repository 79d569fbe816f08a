// Small seasons built by hand: for tests of worlds and plans.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "compiler/season.hpp"

namespace strate::sample {

using Numbers = std::initializer_list<std::pair<const char*, std::pair<double, double>>>;

inline Param number(std::string name, double lo, double hi) {
  Param p;
  p.name = std::move(name);
  p.value.kind = lo == hi ? Value::Kind::number : Value::Kind::pair;
  p.value.lo = lo, p.value.hi = hi;
  return p;
}
inline Param number(std::string name, double v) { return number(std::move(name), v, v); }

inline OpEntry entry(std::string id, std::string op, Combine combine = Combine::none,
                     Numbers params = {}, double blend_m = 0) {
  OpEntry e;
  e.id = std::move(id);
  e.op = std::move(op);
  e.combine = combine;
  e.blend_m = blend_m;
  for (const auto& [name, v] : params) e.params.push_back(number(name, v.first, v.second));
  return e;
}

inline std::pair<double, double> one(double v) { return {v, v}; }

/// A hall between floor and ceiling, rough.
inline Recipe plain(double floor_m = 16, double ceiling_m = 38) {
  Recipe r;
  r.stack = {entry("rock", "solid"),
             entry("hall", "slab", Combine::subtract,
                   {{"floor_m", one(floor_m)}, {"ceiling_m", one(ceiling_m)}}),
             entry("roughness", "roughness", Combine::none, {{"amount_m", one(0.3)}})};
  return r;
}

/// Rooms joined by tunnels.
inline Recipe caves() {
  Recipe r;
  OpEntry tunnels =
      entry("tunnels", "tunnels", Combine::smooth_subtract, {{"radius_m", {1.9, 2.4}}}, 1);
  Param joins;
  joins.name = "joins";
  joins.value.kind = Value::Kind::name;
  joins.value.name = "rooms";
  tunnels.params.push_back(joins);
  r.stack = {entry("rock", "solid"), entry("rooms", "rooms", Combine::smooth_subtract, {}, 1),
             tunnels, entry("roughness", "roughness", Combine::none, {{"amount_m", one(0.35)}})};
  return r;
}

/// Open ground under a rock sky.
inline Recipe surface() {
  Recipe r;
  r.stack = {entry("air", "void"), entry("ground", "heightfield", Combine::union_),
             entry("roughness", "roughness", Combine::none, {{"amount_m", one(0.25)}}),
             entry("sky", "sky_cap", Combine::union_)};
  return r;
}

/// No floor at all.
inline Recipe nothing() {
  Recipe r;
  r.stack = {entry("air", "void")};
  return r;
}

/// Strates from z = 0 down, named a, b, c …
inline Season season(std::vector<Recipe> recipes, std::uint64_t seed = 1, Um height_m = 64) {
  Season s;
  s.name = "sample";
  s.world.seed = seed;
  Um top = 0;
  for (Recipe& r : recipes) {
    StrateWorld w;
    w.id = std::string(1, static_cast<char>('a' + s.strates.size()));
    w.seed = seed * 1000 + s.strates.size();
    w.top_um = top;
    w.bottom_um = top - height_m * kUmPerM;
    top = w.bottom_um;
    w.recipe = std::move(r);
    s.world.strates.push_back(std::move(w));
    StrateSettings settings;
    settings.slot = s.world.strates.back().id;
    s.strates.push_back(std::move(settings));
  }
  return s;
}

}  // namespace strate::sample
