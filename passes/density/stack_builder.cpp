#include "passes/density/stack_builder.hpp"

#include <algorithm>

#include "passes/density/interval.hpp"

namespace strate {
namespace {

constexpr int kDeepestGroup = 3;

Error fault(std::string code, std::string text, SourceRef at) {
  return {std::move(code), std::move(text), at, {}};
}

bool is_smooth(Combine c) { return c == Combine::smooth_union || c == Combine::smooth_subtract; }

bool has_weight(const OpEntry& e) {
  return !e.where.empty() || !e.except.empty() || e.mask.kind != Mask::Kind::none;
}

}  // namespace

Result<std::unique_ptr<StackCore>> StackBuilder::build() {
  if (core_->recipe.stack.empty()) return fault("stack.empty", "the stack has no entries", {});
  if (core_->frame.biomes.biomes.size() > kMostBiomes)
    return fault("biomes.too_many", "there are more than 16 biomes", {});
  if (Fault f = add_list(core_->recipe.stack, -1, 0, core_->roots)) return *f;
  if (Fault f = check_biomes()) return *f;
  if (Fault f = check_reach()) return *f;
  return std::move(core_);
}

StackBuilder::Fault StackBuilder::add_list(const std::vector<OpEntry>& entries, int parent,
                                           int depth, std::vector<int>& list) {
  for (std::size_t place = 0; place < entries.size(); ++place) {
    int index = 0;
    if (Fault f = add_entry(entries[place], parent, place, depth, index)) return f;
    list.push_back(index);
  }
  return std::nullopt;
}

StackBuilder::Fault StackBuilder::add_entry(const OpEntry& entry, int parent, std::size_t place,
                                            int depth, int& index) {
  index = static_cast<int>(core_->nodes.size());
  for (const Node& other : core_->nodes)
    if (other.entry->id == entry.id)
      return fault("stack.duplicate_id", "two entries have the id \"" + entry.id + "\"",
                   entry.source);
  Node& node = core_->nodes.emplace_back();
  node.entry = &entry;
  node.parent = parent;
  node.place = place;
  node.slot = index;
  node.combine = entry.combine;
  node.blend = is_smooth(entry.combine) ? static_cast<float>(entry.blend_m) : 0.0f;
  if (!entry.op.empty()) {
    node.row = catalog_.op(entry.op);
    if (!node.row)
      return fault("stack.unknown_operator", "there is no operator \"" + entry.op + "\"",
                   entry.source);
    node.modifier = node.row->role == Role::modifier;
  }
  if (Fault f = check_place(node)) return f;
  if (Fault f = add_weight(node, index)) return f;
  if (node.row) {
    if (Fault f = add_operator(node, index)) return f;
  } else {
    if (entry.group.empty())
      return fault("stack.empty_group", "the group \"" + entry.id + "\" has no entries",
                   entry.source);
    if (depth == kDeepestGroup)
      return fault("stack.too_deep", "groups nest at most 3 deep", entry.source);
    if (Fault f = add_list(entry.group, index, depth + 1, node.members)) return f;
  }
  node.shape = shape_of(node);
  return check_combine(node);
}

StackBuilder::Fault StackBuilder::add_operator(Node& node, int index) {
  const auto broken = [&](const OpEntry& entry) -> Fault {
    if (!node.row->check) return std::nullopt;
    const std::vector<Error> faults = node.row->check(entry);
    return faults.empty() ? std::nullopt : Fault(faults.front());
  };
  if (Fault f = broken(*node.entry)) return f;
  for (const Biome& biome : core_->frame.biomes.biomes)
    if (const BiomeSet* set = biome.of(node.entry->id))
      if (Fault f = broken(with_set(*node.entry, *set))) return f;
  CompileContext context(*this, *node.entry, *node.row, index);
  auto op = node.row->compile(*node.entry, context);
  if (!op) return op.error();
  node.op = std::move(*op);
  if (const auto* ground = dynamic_cast<const GroundOperator*>(node.op.get()))
    core_->ground = ground;
  return std::nullopt;
}

StackBuilder::Fault StackBuilder::add_weight(Node& node, int index) {
  const OpEntry& e = *node.entry;
  const FieldUser user{index, false};
  auto where = scope(e.where, user);
  if (!where) return where.error();
  auto except = scope(e.except, user);
  if (!except) return except.error();
  node.weight.where = std::move(*where);
  node.weight.except = std::move(*except);
  return add_mask(e.mask, user, node.weight);
}

StackBuilder::Fault StackBuilder::add_mask(const Mask& mask, FieldUser user,
                                           CompiledWeight& weight) {
  if (mask.kind == Mask::Kind::none) return std::nullopt;
  if (mask.kind == Mask::Kind::number) {
    weight.mask = CompiledWeight::MaskKind::number;
    weight.number = static_cast<float>(std::clamp(mask.number, 0.0, 1.0));
    return std::nullopt;
  }
  auto id = mask.kind == Mask::Kind::field ? field(mask.field, user, mask.source)
                                           : curve(mask.curve, user, mask.source);
  if (!id) return id.error();
  weight.mask = CompiledWeight::MaskKind::field;
  weight.field = *id;
  return std::nullopt;
}

StackBuilder::Fault StackBuilder::check_place(const Node& node) const {
  const OpEntry& e = *node.entry;
  if (node.first()) {
    if (node.modifier)
      return fault("stack.starts_with_modifier",
                   "\"" + e.id + "\" changes what is there, but nothing stands above it", e.source);
    if (e.combine != Combine::none)
      return fault("stack.combine_on_first",
                   "the first entry of a list has nothing to combine with", e.source);
    if (node.row && node.row->world && has_weight(e))
      return fault("stack.partial_world",
                   "a world starts everywhere: where, except and mask do not "
                   "go with \"" +
                       e.op + "\" as the first entry",
                   e.source);
    return std::nullopt;
  }
  if (node.modifier && e.combine != Combine::none)
    return fault("stack.combine_on_modifier", "\"" + e.op + "\" is a modifier and combines nothing",
                 e.source);
  if (!node.modifier && e.combine == Combine::none)
    return fault("stack.combine_missing", "\"" + e.id + "\" does not say how it combines",
                 e.source);
  return std::nullopt;
}

StackBuilder::Fault StackBuilder::check_combine(const Node& node) const {
  const OpEntry& e = *node.entry;
  const bool joins = e.combine == Combine::union_ || e.combine == Combine::smooth_union;
  const bool carves = e.combine == Combine::subtract || e.combine == Combine::smooth_subtract;
  if (joins && node.shape == Shape::solid_world)
    return fault("stack.union_of_solid",
                 "\"" + e.id +
                     "\" starts solid: its union would fill "
                     "everything",
                 e.source);
  if (carves && node.shape == Shape::void_world)
    return fault("stack.subtract_of_void",
                 "\"" + e.id +
                     "\" starts void: to subtract it would "
                     "empty everything",
                 e.source);
  if (e.combine == Combine::replace && e.where.empty())
    return fault("stack.replace_without_where", "replace needs a where", e.source);
  if (is_smooth(e.combine) != (e.blend_m > 0))
    return fault("stack.blend",
                 "blend_m goes with smooth_union and smooth_subtract, and they need "
                 "one above 0",
                 e.source);
  return std::nullopt;
}

Shape StackBuilder::shape_of(const Node& node) const {
  if (!node.row) return core_->node(node.members.front()).shape;
  if (!node.row->world) return Shape::thing;
  StackScratch scratch;
  BoundContext context(core_->fields, {}, scratch, {});
  const Interval v = node.op->bound(context, context.current());
  return v.hi < 0 ? Shape::solid_world : Shape::void_world;
}

/// How far the modifiers that act on one entry move it in all: the largest such sum in a list.
/// `after` acts on the whole list once it is merged.
double StackBuilder::reach_of(const std::vector<int>& list, BoundContext& context,
                              double after) const {
  double most = after;
  for (auto it = list.rbegin(); it != list.rend(); ++it) {
    const Node& n = core_->node(*it);
    most = std::max(most, reach_of(n.members, context, after));
    if (!n.modifier || n.row->blend_m > 0) continue;  // merging moves no surface of its own
    const Interval moved = n.op->bound(context, {0, 0});
    after += std::max(-moved.lo, moved.hi);
  }
  return std::max(most, after);
}

/// What biomes set is there, and may differ from place to place.
StackBuilder::Fault StackBuilder::check_biomes() const {
  for (const Biome& biome : core_->frame.biomes.biomes)
    for (const BiomeSet& set : biome.set) {
      const auto n = std::find_if(core_->nodes.begin(), core_->nodes.end(),
                                  [&](const Node& node) { return node.entry->id == set.id; });
      if (n == core_->nodes.end() || !n->row)
        return fault("biomes.unknown_entry",
                     "the biome \"" + biome.name + "\" sets \"" + set.id +
                         "\", which is no operator of this stack",
                     set.source);
      for (const Param& p : set.params)
        if (!biome_may_set(*n->row, p.name))
          return fault("biomes.not_drivable",
                       "\"" + p.name + "\" is the same everywhere: no biome may set it",
                       p.value.source);
    }
  return std::nullopt;
}

/// 10 B1: what modifiers and smooth combiners reach must stay under the cap that sources end in.
StackBuilder::Fault StackBuilder::check_reach() const {
  constexpr double kBoundSlack = 0.01;  // bounds are wider than what they enclose
  StackScratch scratch;
  const double far = kWorldLimitM;
  BoundContext context(core_->fields, {}, scratch,
                       {{-far, -far, 0}, {far, far, core_->frame.height_m}});
  context.set_current({0, 0});
  double blend = 0;
  const Node* widest = nullptr;
  for (const Node& n : core_->nodes) {
    blend = std::max({blend, static_cast<double>(n.blend), n.row ? n.row->blend_m : 0});
    if (n.modifier) widest = &n;
  }
  if (!widest) return std::nullopt;
  const double reach = reach_of(core_->roots, context, 0);
  if (kBandM + reach + blend < kCapM + kBoundSlack) return std::nullopt;
  return fault("stack.reach",
               "modifiers and smooth combiners together reach beyond the 4 m in which the field is "
               "exact",
               widest->entry->source);
}

const Node* StackBuilder::find(std::string_view id, const OpEntry& near, int limit) const {
  std::string beside;
  if (const std::size_t dot = near.id.rfind('.'); dot != std::string::npos)
    beside = near.id.substr(0, dot + 1) + std::string(id);
  const Node* found = nullptr;
  for (int i = 0; i < limit && i < static_cast<int>(core_->nodes.size()); ++i) {
    const Node& n = core_->node(i);
    if (n.entry->id == id) return &n;
    if (!beside.empty() && n.entry->id == beside) found = &n;
  }
  return found;
}

bool StackBuilder::encloses(int group, int node) const {
  for (int i = node; i >= 0; i = core_->node(i).parent)
    if (i == group) return true;
  return false;
}

}  // namespace strate
