#include "passes/density/posts.hpp"

#include <algorithm>

namespace strate {

namespace {

FlatRoom room_of(const StrateWorld& s) {
  FlatRoom room;
  room.floor = s.origin.floor + Vec3{0, 0, metres(s.bottom_um)};
  room.radius = static_cast<float>(s.origin.radius_m);
  room.height = static_cast<float>(s.origin.height_m);
  return room;
}

FlatRoom room_of(const Landing& l) {
  FlatRoom room;
  room.floor = l.floor;
  room.radius = static_cast<float>(l.half_width_m);
  room.height = static_cast<float>(l.height_m);
  room.thickness = static_cast<float>(l.floor_thickness_m);
  return room;
}

SealShape seal_of(const StrateWorld& s) {
  return {metres(s.bottom_um), metres(s.top_um), metres(s.bottom_um + s.seal_um) + kSealMarginM,
          metres(s.top_um - s.seal_um) - kSealMarginM};
}

}  // namespace

PassageShape::PassageShape(const Passage& p)
    : box(passage_box(p)),
      supports(p.supports),
      tube(p.path),
      landings{room_of(p.departure), room_of(p.arrival)} {}

Posts::Posts(const WorldDef& world) {
  for (const StrateWorld& s : world.strates) {
    if (s.origin.radius_m > 0) origins_.push_back(room_of(s));
    seals_.push_back(seal_of(s));
  }
  if (!world.strates.empty()) {
    const StrateWorld& first = world.strates.front();
    entry_ = {world.entry.open, static_cast<float>(world.entry.radius_m),
              metres(first.bottom_um) + first.origin.floor.z};
  }
  edge_ = {metres(world.radius_um), metres(world.edge_seal_um)};
  for (const Passage& p : world.passages) passages_.emplace_back(p);
  for (const SeamDoor& d : world.doors)
    if (d.kind == SeamDoor::Kind::door) doors_.emplace_back(d.way);
  for (const Edit& e : world.edits) edits_.emplace_back(e);
}

std::string_view Posts::name(Step step) {
  switch (step) {
    case Step::support:
      return "passage_support";
    case Step::origin:
      return "origin_room";
    case Step::seal:
      return "boundary_seal";
    case Step::entry:
      return "surface_entry";
    case Step::tube:
      return "passage_tube";
    case Step::landing:
      return "landing";
    case Step::tread:
      return "passage_tread";
    case Step::landing_floor:
      return "landing_floor";
    case Step::edge:
      return "edge_seal";
    case Step::edits:
      return "player_edits";
  }
  return "";
}

template <class Body>
void Posts::each_passage(const Box3& box, bool prune, const Cast& cast, Body&& body) const {
  const auto meet = [&](const PassageShape& p) {
    if (!prune || overlap(p.box, box)) body(p);
  };
  for (const PassageShape& door : doors_) meet(door);
  if (cast.only != nullptr)
    meet(*cast.only);
  else if (cast.all)
    for (const PassageShape& p : passages_) meet(p);
}

bool Posts::reaches(const Box3& box, const Cast& cast) const {
  bool any = edge_.reaches(box);
  each_passage(box, true, cast, [&](const PassageShape&) { any = true; });
  for (const FlatRoom& r : origins_) any = any || overlap(r.box(), box);
  for (const SealShape& s : seals_) any = any || s.reaches(box);
  if (!cast.all) return any;
  any = any || (entry_.open && overlap(entry_.box(), box));
  for (const EditShape& e : edits_) any = any || e.reaches(box);
  return any;
}

void Posts::apply(Step step, const PostBlock& block, const Cast& cast) const {
  const auto passages = [&](auto&& body) { each_passage(block.box, block.prune, cast, body); };
  switch (step) {
    case Step::support:
      return passages([&](const PassageShape& p) { p.supports.apply(block); });
    case Step::origin:
      for (const FlatRoom& r : origins_)
        if (block.wants(r.box())) r.lay_floor(block), r.carve(block);
      return;
    case Step::seal:
      for (const SealShape& s : seals_)
        if (!block.prune || s.reaches(block.box)) s.apply(block);
      return;
    case Step::entry:
      if (cast.all && entry_.open && block.wants(entry_.box())) entry_.apply(block);
      return;
    case Step::tube:
      return passages([&](const PassageShape& p) { p.tube.carve(block); });
    case Step::landing:
      return passages([&](const PassageShape& p) {
        for (const FlatRoom& r : p.landings)
          if (block.wants(r.box())) r.carve(block);
      });
    case Step::tread:
      return passages([&](const PassageShape& p) { p.tube.lay_tread(block); });
    case Step::landing_floor:
      return passages([&](const PassageShape& p) {
        for (const FlatRoom& r : p.landings)
          if (block.wants(r.box())) r.lay_floor(block);
      });
    case Step::edge:
      if (edge_.radius > 0 && (!block.prune || edge_.reaches(block.box))) edge_.apply(block);
      return;
    case Step::edits:
      if (cast.all)
        for (const EditShape& e : edits_)
          if (!block.prune || e.reaches(block.box)) e.apply(block);
      return;
  }
}

Interval Posts::passage_bound(Step step, const Box3& box, Interval in, const Cast& cast) const {
  each_passage(box, true, cast, [&](const PassageShape& p) {
    switch (step) {
      case Step::support:
        in = p.supports.bound(box, in);
        break;
      case Step::tube:
        in = p.tube.carve_bound(box, in);
        break;
      case Step::landing:
        for (const FlatRoom& r : p.landings) in = r.carve_bound(box, in);
        break;
      case Step::tread:
        in = p.tube.tread_bound(box, in);
        break;
      default:
        for (const FlatRoom& r : p.landings) in = r.floor_bound(box, in);
        break;
    }
  });
  return in;
}

Interval Posts::bound(const Box3& box, Interval in, const Cast& cast) const {
  in = passage_bound(Step::support, box, in, cast);
  for (const FlatRoom& r : origins_) in = r.carve_bound(box, r.floor_bound(box, in));
  for (const SealShape& s : seals_) in = s.bound(box, in);
  if (cast.all && entry_.open) in = entry_.bound(box, in);
  for (Step step : {Step::tube, Step::landing, Step::tread, Step::landing_floor})
    in = passage_bound(step, box, in, cast);
  in = edge_.bound(box, in);
  if (cast.all)
    for (const EditShape& e : edits_) in = e.bound(box, in);
  return in;
}

}  // namespace strate
