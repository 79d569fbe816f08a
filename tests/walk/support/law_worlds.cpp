#include "tests/walk/support/law_worlds.hpp"

#include <cmath>

#include "passes/density/region_map.hpp"
#include "tests/support/regions_sample.hpp"
#include "tests/support/season_sample.hpp"
#include "tests/walk/support/scenes.hpp"

namespace strate::scene {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kHighM = 5, kFloorM = 1.5, kCeilingM = 4.0625;
constexpr double kUpperM = kFloorM - kHighM, kLowerM = kFloorM - 2 * kHighM;

/// Two strates of 5 m, each a hall of 2.5 m with gently rough walls.
WorldDef two_low_halls(std::uint64_t seed) {
  WorldDef def;
  def.seed = seed;
  Um top = 0;
  for (const char* id : {"a", "b"}) {
    StrateWorld s;
    s.id = id;
    s.seed = mix64(seed) + static_cast<std::uint64_t>(id[0]);
    s.top_um = top, s.bottom_um = top - 5 * kUmPerM;
    s.seal_um = kUmPerM / 2;
    s.recipe = sample::plain(kFloorM, kCeilingM);
    s.recipe.stack[1].params.push_back(sample::number("floor_relief_m", 0));
    s.recipe.stack[1].params.push_back(sample::number("ceiling_relief_m", 0.04));
    s.recipe.stack[2] =
        sample::entry("roughness", "roughness", Combine::none, {{"amount_m", sample::one(0.08)}});
    def.strates.push_back(s);
    top = s.bottom_um;
  }
  return def;
}

/// A straight tube along x from x = 0, flat for `flat` metres beyond the landing, then down.
Passage tube(double flat, double run) {
  constexpr double kMouth = 1.75, kHalf = 2.25;
  Passage p;
  p.id = "a/1", p.upper = "a", p.lower = "b", p.style = "straight";
  const double end = kHalf + flat + run + kHalf;
  p.departure = {"a", {0, 0, kUpperM}, kHalf, 3.25, 0.75};
  p.arrival = {"b", {end, 0, kLowerM}, kHalf, 3.25, 0.75};
  p.path = {{{0, 0, kUpperM}, kMouth},
            {{kHalf + flat, 0, kUpperM}, kMouth},
            {{kHalf + flat + run, 0, kLowerM}, kMouth},
            {{end, 0, kLowerM}, kMouth}};
  return p;
}

class Editor {
 public:
  explicit Editor(WorldDef& def) : def_(def) {}

  void ball(bool carve, Vec3 at, double radius) { add(carve, Edit::Shape::sphere, at, {}, radius); }
  void box(bool carve, Vec3 lo, Vec3 hi) {
    add(carve, Edit::Shape::box, (lo + hi) * 0.5, (hi - lo) * 0.5, 1);
  }
  void rod(bool carve, Vec3 from, Vec3 to, double radius) {
    add(carve, Edit::Shape::capsule, from, to, radius);
  }

 private:
  void add(bool carve, Edit::Shape shape, Vec3 at, Vec3 to, double radius) {
    Edit e;
    e.seq = static_cast<std::int64_t>(def_.edits.size()) + 1;
    e.carve = carve, e.shape = shape, e.at = at, e.to = to, e.radius_m = radius;
    def_.edits.push_back(e);
  }
  WorldDef& def_;
};

Vec3 beside(Vec3 c, double turn, double away, double up) {
  return c + Vec3{away * std::cos(turn), away * std::sin(turn), up};
}

/// The floor leans by `deg` along x: strips of 0.25 m, each at its own height.
void tilt(Editor& edit, Vec3 c, double deg) {
  for (double s = -2.25; s < 2.25; s += 0.25) {
    const double h = (s + 0.125) * std::tan(deg * kPi / 180);
    const Vec3 lo = c + Vec3{s, -2.25, 0}, hi = c + Vec3{s + 0.25, 2.25, 0};
    if (h < 0)
      edit.box(true, lo + Vec3{0, 0, h}, hi + Vec3{0, 0, 0.3});
    else
      edit.box(false, lo - Vec3{0, 0, 0.3}, hi + Vec3{0, 0, h});
  }
}

/// A wall round a landing with a gap of `gap` metres towards `at`; it closes the tube as well.
void ring(Editor& edit, Vec3 c, double gap, double at) {
  const double away = 2.85, open = gap / (2 * away);
  for (int i = 0; i < 20; ++i) {
    const double turn = at + open + (2 * kPi - 2 * open) * i / 19;
    edit.rod(false, beside(c, turn, away, -0.2), beside(c, turn, away, 4), 0.5);
  }
}

void befall_landing(Editor& edit, Draw& d, Vec3 c) {
  const double turn = d.in(0, 2 * kPi), away = d.in(0, 2.2);
  switch (static_cast<int>(d.in(0, 10))) {
    case 0: {  // a bump that rises out of the floor
      const double r = d.in(0.3, 0.7), rise = d.in(0, 0.25);
      return edit.ball(false, beside(c, turn, away, rise - r), r);
    }
    case 1: {  // a dent
      const double r = d.in(0.3, 0.7), deep = d.in(0, 0.25);
      return edit.ball(true, beside(c, turn, away, r - deep), r);
    }
    case 2: {  // a boss on the roof
      const double low = d.in(2.4, 3.1);
      return edit.rod(false, beside(c, turn, away, low + 0.4), beside(c, turn, away, 4), 0.4);
    }
    case 3: {  // a hollow under the floor
      const double r = d.in(0.2, 0.5), under = d.in(0.4, 0.9);
      return edit.rod(true, beside(c, turn, away, -under - r), beside(c, turn, -away, -under - r),
                      r);
    }
    case 4: {  // a stone that hangs in the way
      const double out = d.in(0, 3.2), up = d.in(0.5, 1.5), r = d.in(0.1, 0.3);
      return edit.ball(false, beside(c, turn, out, up), r);
    }
    case 5:
    case 6:
      return tilt(edit, c, d.in(0.5, 4.5));
    case 7:
    case 8:
      return ring(edit, c, d.in(0, 2.8), c.x > 0 ? 0.72 * kPi : 0.28 * kPi);
    default: {  // a crack
      const double half = d.in(0.02, 0.2), at = d.in(-2.4, 2.4);
      return edit.box(true, c + Vec3{-2, at - half, -d.in(0.2, 1.2)}, c + Vec3{2, at + half, 0.1});
    }
  }
}

/// Across a tube, at c: the floor is raised on the upper side and lowered on the other, each by
/// less than a step may be off its line, both by more than can be climbed.
void ledge(Editor& edit, Vec3 c, double fall) {
  for (int i = -4; i < 4; ++i) {
    const double s = i * 0.25, h = -fall * (s + 0.125);
    const Vec3 lo = c + Vec3{s, -2, h}, hi = c + Vec3{s + 0.25, 2, h};
    if (i < 0)
      edit.box(false, lo - Vec3{0, 0, 0.5}, hi + Vec3{0, 0, 0.25});
    else
      edit.box(true, lo - Vec3{0, 0, 0.25}, hi + Vec3{0, 0, 0.5});
  }
}

/// Through everything around a tube, at c, down to `deep` under it.
void cut(Editor& edit, Vec3 c, double half, double deep) {
  edit.box(true, c + Vec3{-half, -3, -deep}, c + Vec3{half, 3, 1});
}

/// Two rocks beside a way.
void cheeks(Editor& edit, Vec3 c, double half) {
  edit.box(false, c + Vec3{-0.4, half, -1}, c + Vec3{0.4, half + 2, 3.5});
  edit.box(false, c + Vec3{-0.4, -half - 2, -1}, c + Vec3{0.4, -half, 3.5});
}

void befall_tube(Editor& edit, Draw& d, const Passage& p) {
  const Vec3 a = p.path[1].floor, b = p.path[2].floor;
  const Vec3 c = a + (b - a) * d.in(0.15, 0.85);
  const double aside = d.in(-0.5, 0.5), size = d.in(0, 1);
  switch (static_cast<int>(d.in(0, 10))) {
    case 0:  // what fell from the roof
      return edit.ball(false, c + Vec3{0, 2.4 * aside, d.in(0.1, 1.5)}, 0.15 + 0.75 * size);
    case 1:  // washed out from below
      return edit.ball(true, c - Vec3{0, aside, d.in(0.8, 1.6)}, 0.5 + 0.4 * size);
    case 2:  // a hole in the floor
      return edit.ball(true, c - Vec3{0, aside, 0}, 0.1 + 0.6 * size);
    case 3:
    case 4:
      return cheeks(edit, c, d.in(1.05, 2.1) / 2);
    case 5: {  // dressed walls all along
      const double half = d.in(1.0, 1.7);
      edit.box(false, {a.x, half, b.z - 1}, {b.x, half + 1, a.z + 4});
      return edit.box(false, {a.x, -half - 1, b.z - 1}, {b.x, -half, a.z + 4});
    }
    case 6: {  // a hump across
      const double rise = d.in(0.02, 0.3);
      return edit.rod(false, c + Vec3{0, -2, rise - 0.8}, c + Vec3{0, 2, rise - 0.8}, 0.8);
    }
    case 7:  // a roof that comes down
      return edit.box(false, c + Vec3{-0.5, -2, d.in(1.6, 2.4)}, c + Vec3{0.5, 2, 4});
    case 8: {  // cut loose at both ends
      const double half = d.in(0.1, 0.5), deep = d.in(0.2, 3);
      cut(edit, a + (b - a) * 0.3, half, deep);
      return cut(edit, a + (b - a) * 0.6, half, deep);
    }
    default:  // beside the way
      return edit.ball(true, c + Vec3{0, 3 + aside, 0}, 0.2 + 0.4 * size);
  }
}

/// Across a hall, at x: a wall with a door, a step, a crack, a low roof.
void befall_hall(Editor& edit, Draw& d, double x, double floor, double lo_y, double hi_y) {
  const auto across = [&](bool carve, double half, double lo, double hi) {
    edit.box(carve, {x - half, lo_y - 1, floor + lo}, {x + half, hi_y + 1, floor + hi});
  };
  switch (static_cast<int>(d.in(0, 7))) {
    case 0:  // a wall
      return across(false, 0.25, -1, 3.5);
    case 1:
    case 2: {  // with a door
      across(false, 0.25, -1, 3.5);
      const double y = d.in(lo_y + 1.5, lo_y + 2.2), half = d.in(0.5, 1.3) / 2;
      return edit.box(true, {x - 0.3, y - half, floor},
                      {x + 0.3, y + half, floor + d.in(1.6, 2.3)});
    }
    case 3: {
      const double half = d.in(0.15, 1.2) / 2;
      return across(true, half, -d.in(0.6, 1.2), 0.5);
    }
    case 4:
      return across(false, 0.8, -0.5, d.in(0.2, 0.7));
    case 5:
      return across(false, 0.6, d.in(1.55, 2.2), 3.5);
    default:  // stones about
      for (int i = 0; i < 12; ++i) {
        const double r = d.in(0.1, 0.4);
        edit.ball(false, {x + d.in(-1, 1), d.in(lo_y, hi_y), floor + d.in(-0.2, 0.1)}, r);
      }
  }
}

}  // namespace

SmallWorld landing_world(std::uint64_t seed) {
  SmallWorld w{two_low_halls(seed), -3, -3, 0, 4};
  w.def.passages = {tube(0, 5.75)};
  w.hi_x = w.def.passages[0].arrival.floor.x + 3.25;
  w.def.strates[0].origin = {{6, 0, kFloorM}, 1, 2.4};
  w.def.strates[1].origin = {{2, 0, kFloorM}, 1.5, 2.4};
  Draw d(mix64(seed ^ string_hash("landing")));
  Editor edit(w.def);
  if (d.in(0, 1) < 0.85) befall_landing(edit, d, w.def.passages[0].departure.floor);
  if (d.in(0, 1) < 0.85) befall_landing(edit, d, w.def.passages[0].arrival.floor);
  // The upper landing needs no more than its own end of the hall.
  if (seed % 6 != 0) w.walked = 1, w.hi_x = 7.5;
  return w;
}

SmallWorld fine_landing_world(std::uint64_t seed) {
  SmallWorld w{two_low_halls(seed), -3, -3, 3, 3, 1};
  w.def.voxel_um = 62'500;
  w.def.passages = {tube(0, 7.5)};
  w.def.strates[0].origin = {{0, 0, kFloorM}, 1, 2.4};
  Draw d(mix64(seed ^ string_hash("fine landing")));
  Editor edit(w.def);
  for (int i = 0; i < 3; ++i) {
    const double turn = d.in(0, 2 * kPi), rise = d.in(0.06, 0.105);
    const Vec3 c = beside(w.def.passages[0].departure.floor, turn, d.in(0, 1.2), 0);
    edit.box(false, c - Vec3{d.in(0.1, 0.4), d.in(0.1, 0.4), 0.3}, c + Vec3{0, 0, rise});
  }
  return w;
}

SmallWorld passage_world(std::uint64_t seed) {
  Draw d(mix64(seed ^ string_hash("passage")));
  const double flat = d.in(0, 1) < 0.2 ? on_plan_grid(d.in(3, 8)) : 0;
  const double run = on_plan_grid(kHighM / std::tan(d.in(13, 15.1) * kPi / 180));
  SmallWorld w{two_low_halls(seed), -2.625, -2.625, 0, 2.625};
  w.def.passages = {tube(flat, run)};
  Passage& p = w.def.passages[0];
  w.hi_x = p.arrival.floor.x + 2.75;
  for (StrateWorld& s : w.def.strates) {
    s.origin = {{1, 0, kFloorM}, 1, 2};
    const double kind = d.in(0, 1);
    if (kind < 0.5) s.recipe.stack.resize(1);  // rock all through
    if (kind > 0.8) s.recipe = sample::nothing();
  }
  if (d.in(0, 1) < 0.2) {
    const Vec3 foot{d.in(4, 12), d.in(-1, 1), d.in(kLowerM, kUpperM - 1)};
    p.supports = {{Support::Kind::column, foot, foot + Vec3{0, 0, 0.5}, 0.5}};
  }
  Editor edit(w.def);
  const Vec3 top = p.path[1].floor, way = p.path[2].floor - top;
  if (seed % 8 == 3) {
    // In a void the lower end hangs from the roof of its strate: cut there, it hangs on nothing.
    w.def.strates[1].recipe = sample::nothing();
    w.def.strates[1].seal_um = kUmPerM / 4;
    cut(edit, top + way * d.in(0.62, 0.75), 0.2, 2.5);
  } else if (seed % 8 == 5) {
    ledge(edit, top + way * d.in(0.3, 0.7), kHighM / run);
  } else if (seed % 8 == 7) {
    const double half = d.in(1.1, 1.7) / 2, along = d.in(0.3, 0.7);
    cheeks(edit, top + way * along, half);
  } else if (d.in(0, 1) < 0.7) {
    befall_tube(edit, d, p);
  }
  return w;
}

SmallWorld hall_world(std::uint64_t seed) {
  SmallWorld w{two_low_halls(seed), -2.75, -3.75, 0, 0.75};
  w.def.passages = {tube(0, 5.75)};
  const Passage& p = w.def.passages[0];
  w.hi_x = p.arrival.floor.x + 2.75;
  w.def.strates[0].origin = {{9.25, -1, kFloorM}, 1, 2.4};
  w.def.strates[1].origin = {{1.5, -1, kFloorM}, 1, 2.4};
  // The window cuts the tube lengthwise: half of it is enough to walk.
  Draw d(mix64(seed ^ string_hash("hall")));
  Editor edit(w.def);
  if (d.in(0, 1) < 0.42) befall_hall(edit, d, d.in(6, 7.75), kUpperM, w.lo_y, w.hi_y);
  if (d.in(0, 1) < 0.42) befall_hall(edit, d, d.in(3, 4.5), kLowerM, w.lo_y, w.hi_y);
  if (d.in(0, 1) < 0.2) {
    const double r = d.in(0.4, 2);
    edit.ball(false, (p.path[1].floor + p.path[2].floor) * 0.5 + Vec3{0, 0, d.in(0, 1)}, r);
  }
  if (d.in(0, 1) < 0.1) edit.ball(d.in(0, 1) < 0.5, {9.25, -1, kUpperM}, 1.4);
  return w;
}

SmallWorld region_world(std::uint64_t seed) {
  constexpr double kDisc = 10, kLow = 1;
  Draw d(mix64(seed ^ string_hash("regions")));
  SmallWorld w{two_low_halls(seed), -kDisc - 0.5, -kDisc - 0.5, kDisc + 0.5, kDisc + 0.5, 1};
  StrateWorld& s = w.def.strates[0];
  s.bottom_um = -6 * kUmPerM;
  w.def.strates.resize(1);
  const double step = d.in(0, 1) < 0.3 ? 0 : d.in(0.5, 1.6);
  const auto hall = [&](double floor) {
    Recipe r = sample::plain(floor, floor + 2.6);
    for (const char* relief : {"floor_relief_m", "ceiling_relief_m"})
      r.stack[1].params.push_back(sample::number(relief, 0));
    r.stack.pop_back();
    return r;
  };
  Recipe other = hall(kLow + step);
  if (d.in(0, 1) < 0.15) other.stack.resize(1);  // rock all through
  sample::lay_regions(s, {sample::region("one", hall(kLow)), sample::region("two", other)}, 7, 2.5);
  s.regions.planned_m = kDisc;
  const RegionMap map(s);
  const std::vector<VoronoiSite> sites = map.sites_in(kDisc);
  const auto floor_of = [&](const VoronoiSite& at) {
    const double z = kLow + (map.region_of(at) == 1 ? step : 0) - 6;
    return Vec3{at.x, at.y, on_plan_grid(z)};
  };
  s.origin = {floor_of(sites[0]) + Vec3{0, 0, 6}, 1, 2.25};
  const bool doors = d.in(0, 1) < 0.4;
  for (const Seam& seam : map.seams(kDisc)) {
    SeamDoor door;
    door.strate = s.id;
    door.a = {seam.a.i, seam.a.j}, door.b = {seam.b.i, seam.b.j};
    if (doors && d.in(0, 1) < 0.7) {
      door.kind = SeamDoor::Kind::door;
      Passage& p = door.way;
      p.id = "door", p.upper = p.lower = s.id, p.style = "door";
      const Vec3 from = floor_of(seam.a), to = floor_of(seam.b);
      p.path = {
          {from, 1.5}, {from + (to - from) * 0.2, 1.5}, {to + (from - to) * 0.2, 1.5}, {to, 1.5}};
      p.path[1].floor.z = from.z, p.path[2].floor.z = to.z;
      p.departure = {s.id, from, 1.5, 2.75, 0.5}, p.arrival = {s.id, to, 1.5, 2.75, 0.5};
    }
    w.def.doors.push_back(door);
  }
  if (!w.def.doors.empty() && d.in(0, 1) < 0.15) w.def.doors.pop_back();
  if (!w.def.doors.empty() && d.in(0, 1) < 0.15) w.def.doors.front().b.i += 7;
  Editor edit(w.def);
  if (d.in(0, 1) < 0.4) {
    const double turn = d.in(0, kPi), off = d.in(-3, 3);
    const Vec3 c = beside({0, 0, -6}, turn + kPi / 2, off, 0);
    const double radius = d.in(0.4, 1.6), away = d.in(0, 10);
    edit.rod(false, beside(c, turn, -10, 2), beside(c, turn, away, 2), radius);
  }
  return w;
}

}  // namespace strate::scene
