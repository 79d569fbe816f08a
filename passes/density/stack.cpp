#include "passes/density/stack.hpp"

#include <algorithm>

#include "passes/density/stack_builder.hpp"

namespace strate {
namespace {

/// Blocks of fewer samples are evaluated without a plan: it would cost more than it saves.
constexpr int kPlanFrom = 256;

/// A block of one sample.
struct PointAxes {
  double x[kBlockRow], y[kBlockRow], z[kBlockRow];
  explicit PointAxes(Vec3 p) {
    std::fill_n(x, kBlockRow, p.x);
    std::fill_n(y, kBlockRow, p.y);
    std::fill_n(z, kBlockRow, p.z);
  }
  Axes axes() const { return {x, y, z, 1, 1, 1}; }
};

class Recorder final : public Watcher {
 public:
  Recorder(const StackCore& core, std::vector<TraceStep>& steps) : core_(core), steps_(steps) {}
  void acted(const Node& node, const float* before, float weight, float after) override {
    TraceStep step;
    step.address = node.entry->id;
    step.op = node.entry->op;
    for (int i = node.parent; i >= 0; i = core_.node(i).parent) ++step.depth;
    step.first = !before;
    step.before = before ? *before : after;
    step.after = after;
    step.weight = weight;
    step.source = node.entry->source;
    steps_.push_back(step);
  }

 private:
  const StackCore& core_;
  std::vector<TraceStep>& steps_;
};

/// Whether a step changed what grids and queries keep of the density. How far beyond the band a
/// value lies decides nothing: the first entry that brought it there does.
bool changed(const TraceStep& s) {
  const auto kept = [](float v) {
    constexpr float kBand = static_cast<float>(kBandM);
    return std::clamp(v, -kBand, kBand);
  };
  return s.first || kept(s.before) != kept(s.after);
}

}  // namespace

struct Stack::Impl {
  std::unique_ptr<StackCore> core;
};

Stack::Stack(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Stack::Stack(Stack&&) noexcept = default;
Stack& Stack::operator=(Stack&&) noexcept = default;
Stack::~Stack() = default;

Result<Stack> Stack::compile(const StrateWorld& strate, const WorldDef& world,
                             const Catalog& catalog) {
  return compile(strate.recipe, frame_of(strate, world), catalog);
}

Result<Stack> Stack::compile(const Recipe& recipe, const StrateFrame& frame,
                             const Catalog& catalog) {
  auto core = StackBuilder(recipe, frame, catalog).build();
  if (!core) return core.error();
  return Stack(std::make_unique<Impl>(Impl{std::move(*core)}));
}

const StrateFrame& Stack::frame() const { return impl_->core->frame; }

const Biomes* Stack::biomes() const { return impl_->core->fields.biomes(); }

std::uint64_t Stack::id() const { return impl_->core->fields.stack_id(); }

void Stack::plan(const Box3& box, const Plan* within, const EvalEnv& env, StackScratch& scratch,
                 Plan& out) const {
  const StackCore& core = *impl_->core;
  out.active.resize(core.nodes.size());
  out.box = box;
  BoundContext context(core.fields, env, scratch, box);
  out.bound = core.bound(context, within ? within->active.data() : nullptr, out.active.data());
}

void Stack::eval(const Axes& axes, const Plan* plan, const EvalEnv& env, StackScratch& scratch,
                 float* out) const {
  const StackCore& core = *impl_->core;
  ArenaScope scope(scratch.temporary);
  const std::uint8_t* active = nullptr;
  if (env.prune && plan) active = plan->active.data();
  if (env.prune && !plan && axes.nx * axes.ny * axes.nz >= kPlanFrom) {
    std::uint8_t* own = scratch.temporary.take<std::uint8_t>(core.nodes.size());
    BoundContext context(core.fields, env, scratch, axes.box());
    core.bound(context, nullptr, own);
    active = own;
  }
  EvalContext context(core.fields, env, scratch, axes);
  core.eval(context, active, out);
  // −0 becomes +0 (10 A5).
  kernels().affine(out, context.rows(), 1.0f, 0.0f);
}

Interval Stack::bound(const Box3& box, const EvalEnv& env, StackScratch& scratch) const {
  BoundContext context(impl_->core->fields, env, scratch, box);
  return impl_->core->bound(context, nullptr, nullptr);
}

std::vector<Interval> Stack::bound_each(const Box3& box, const EvalEnv& env,
                                        StackScratch& scratch) const {
  std::vector<Interval> each(impl_->core->nodes.size());
  BoundContext context(impl_->core->fields, env, scratch, box);
  impl_->core->bound(context, nullptr, nullptr, each.data());
  return each;
}

float Stack::at(Vec3 p, const EvalEnv& env, StackScratch& scratch) const {
  const PointAxes point(p);
  alignas(64) float row[kBlockRow];
  eval(point.axes(), nullptr, env, scratch, row);
  return row[0];
}

std::vector<TraceStep> Stack::trace(Vec3 p, const EvalEnv& env, StackScratch& scratch) const {
  const PointAxes point(p);
  ArenaScope scope(scratch.temporary);
  EvalContext context(impl_->core->fields, env, scratch, point.axes());
  std::vector<TraceStep> steps;
  Recorder recorder(*impl_->core, steps);
  alignas(64) float row[kBlockRow];
  impl_->core->watch(context, recorder, row);
  return steps;
}

Stack::Decider Stack::decider(Vec3 p, const EvalEnv& env, StackScratch& scratch) const {
  const std::vector<TraceStep> steps = trace(p, env, scratch);
  // Members stand before their group: from the end, the first change at each depth is the last one.
  int depth = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const TraceStep& s = steps[i];
    if (s.depth < depth) break;
    if (s.depth > depth || !changed(s)) continue;
    if (!s.op.empty()) return {std::string(s.address), s.source};
    ++depth;
  }
  return {std::string(steps.back().address), steps.back().source};
}

std::optional<Vec3> Stack::home(StackScratch& scratch) const {
  const PointAxes point({});
  EvalContext context(impl_->core->fields, {}, scratch, point.axes());
  std::optional<Vec3> last;
  for (const Node& n : impl_->core->nodes)
    if (n.op)
      if (const std::optional<Vec3> kept = n.op->home(context)) last = kept;
  return last;
}

bool Stack::has_ground() const { return impl_->core->ground != nullptr; }

double Stack::ground_at(double x, double y, StackScratch& scratch) const {
  const PointAxes point({x, y, 0});
  EvalContext context(impl_->core->fields, {}, scratch, point.axes());
  ArenaScope scope(scratch.temporary);
  return impl_->core->ground->ground(context).height[0];
}

Interval Stack::ground_over(const Box3& box, StackScratch& scratch) const {
  BoundContext context(impl_->core->fields, {}, scratch, box);
  return impl_->core->ground->height_over(context);
}

std::vector<std::string_view> Stack::addresses() const {
  std::vector<std::string_view> out;
  for (const Node& n : impl_->core->nodes) out.push_back(n.entry->id);
  return out;
}

std::vector<std::string_view> Stack::operators() const {
  std::vector<std::string_view> out;
  for (const Node& n : impl_->core->nodes) out.push_back(n.entry->op);
  return out;
}

}  // namespace strate
