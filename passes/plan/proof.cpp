#include "passes/plan/proof.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace strate {

namespace {

/// Room around a change, so that what lies at the side of the judged box is unchanged and enough of
/// the neighbourhood is weighed. [Units: m]
constexpr double kAroundM = 4;
/// A player stands at a planned place if he does this near to it. [Units: m]
constexpr double kNearM = 0.75;

WalkWorld walk_window(const World& world, const IndexBox& core, const Layers& layers,
                      const Executor& executor) {
  const WalkParams params = WalkParams::make(world.def().player, world.def().voxel_um);
  const IndexBox window{
      {core.lo.x - params.side_vx, core.lo.y - params.side_vx, core.lo.z - params.below_vx},
      {core.hi.x + params.side_vx, core.hi.y + params.side_vx, core.hi.z + params.above_vx}};
  const Lattice lattice = sample_lattice(world, window, layers, executor);
  std::vector<WalkSlab> slabs;
  slabs.push_back(analyze(lattice, core, params, executor));
  return WalkWorld(std::move(slabs));
}

/// One piece of a main component around the change, as it hung together before.
struct Piece {
  const Survey* survey = nullptr;        ///< null: not of a main component
  ComponentId component = kNoComponent;  ///< of the survey
  std::uint64_t nodes = 0, kept = 0;
  bool border = false;  ///< it goes on beyond the judged box
  bool cut = false;     ///< its ends at the border no longer hang together
  std::map<ComponentId, std::uint64_t> after;
  ComponentId now = kNoComponent;  ///< the component it is part of behind the change
};

class Comparison {
 public:
  Comparison(const Change& change, const IndexBox& core, const WalkWorld& before,
             const WalkWorld& after)
      : change_(change), core_(core), before_(before), after_(after) {
    pieces_.resize(before.walk_components().size());
    for (NodeId id = 0; id < before.node_count(); ++id) add(id);
    for (Piece& p : pieces_) settle(p);
  }

  std::string lack() const {
    for (const Survey* s : change_.surveys)
      if (std::string text = lack_of_strate(*s); !text.empty()) return text;
    for (const Passage* way : change_.ways)
      if (joined(before_, *way) && !joined(after_, *way)) return "it would block " + way->id;
    ComponentId common = kNoComponent;
    for (const Joint& j : change_.joints) {
      const NodeId id = after_.node_near(j.floor, kNearM);
      if (id == kNoNode) return j.name + " has no room to stand";
      const ComponentId c = after_.walk_component(id);
      if (!joined(j, c)) return j.name + " is not joined to the walk of " + j.survey->strate().id;
      if (common != kNoComponent && c != common) return "there is no way on foot through the tube";
      common = c;
    }
    return "";
  }

 private:
  void add(NodeId id) {
    const Coord c = before_.node(id);
    Piece& p = pieces_[before_.walk_component(id)];
    const Survey* survey = survey_of(c);
    if (survey == nullptr || !survey->main_at(c)) return;
    p.survey = survey;
    p.component = survey->component_at(c);
    ++p.nodes;
    const NodeId now = after_.find(c);
    const ComponentId component = now == kNoNode ? kNoComponent : after_.walk_component(now);
    if (now != kNoNode) ++p.after[component];
    if (!at_border(c)) return;
    if (p.border && p.now != component) p.cut = true;
    if (now == kNoNode) p.cut = true;
    p.border = true;
    p.now = component;
  }

  /// Pieces that end inside the box are where most of them is.
  void settle(Piece& p) const {
    if (!p.border)
      for (const auto& [component, n] : p.after)
        if (p.now == kNoComponent || n > p.after.at(p.now)) p.now = component;
    const auto found = p.after.find(p.now);
    p.kept = found == p.after.end() ? 0 : found->second;
  }

  std::string lack_of_strate(const Survey& s) const {
    std::uint64_t all = 0, kept = 0;
    for (const Piece& p : pieces_) {
      if (p.survey != &s) continue;
      if (p.cut) return "it would cut the walk of " + s.strate().id;
      all += p.nodes, kept += p.kept;
    }
    if (static_cast<double>(kept) >= kKeptShare * static_cast<double>(all)) return "";
    const auto percent = static_cast<int>(100 * kept / all);
    return "it would leave " + std::to_string(percent) + " % of the floor around it in " +
           s.strate().id;
  }

  static bool joined(const WalkWorld& walk, const Passage& way) {
    const NodeId from = walk.node_near(way.departure.floor, kNearM);
    const NodeId to = walk.node_near(way.arrival.floor, kNearM);
    return from != kNoNode && to != kNoNode && walk.walk_component(from) == walk.walk_component(to);
  }

  bool joined(const Joint& j, ComponentId c) const {
    for (const Piece& p : pieces_)
      if (p.survey == j.survey && p.now == c && p.kept > 0 &&
          (j.side == kNoComponent || j.side == p.component))
        return true;
    return false;
  }

  const Survey* survey_of(Coord c) const {
    for (const Survey* s : change_.surveys)
      if (s->walk().slab(0).core().contains(c)) return s;
    return nullptr;
  }

  bool at_border(Coord c) const {
    const std::int64_t rise = before_.params().rise_vx;
    return c.x == core_.lo.x || c.y == core_.lo.y || c.x + 1 == core_.hi.x ||
           c.y + 1 == core_.hi.y || c.z < core_.lo.z + rise || c.z + rise >= core_.hi.z;
  }

  const Change& change_;
  const IndexBox core_;
  const WalkWorld &before_, &after_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::string lack_of(const Change& change, const Executor& executor) {
  const Vec3 around{kAroundM, kAroundM, kAroundM};
  const IndexBox core =
      samples_between(change.box.lo - around, change.box.hi + around, change.after->def().voxel_um);
  const Layers without{Layers::Posts::planned, nullptr, true};
  const WalkWorld before = walk_window(*change.before, core, without, executor);
  const WalkWorld after = walk_window(*change.after, core, change.layers, executor);
  return Comparison(change, core, before, after).lack();
}

}  // namespace strate
