#include "passes/density/world.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/plain_floats.hpp"
#include "passes/density/kernels.hpp"
#include "passes/density/passage_distance.hpp"
#include "passes/density/posts.hpp"
#include "passes/density/regions.hpp"
#include "passes/density/world_check.hpp"

namespace strate {

/// The columns of one storage tile with the ring that sampling it takes.
class LatticeTile {
 public:
  /// Where the samples of `box` lie in their tile; null if they span several.
  const TileColumns* columns(const IndexBox& box, Um voxel_um);

 private:
  static constexpr int kRing = 1, kColumns = kTileCells + 2 * kRing + 1;
  static_assert(kColumns <= kBlockMax);
  void move_to(Coord tile, Um voxel_um);

  Coord tile_;
  Um voxel_um_ = 0;
  alignas(64) double x_[kBlockRow], y_[kBlockRow];
  TileColumns columns_;
};

struct Scratch::Impl {
  StackScratch stack;
  LatticeTile tile;
  Arena arena, relief;
  Passage passage;  ///< the last one given with Layers::planned, and its shape
  PassageShape shape;
};

Scratch::Scratch() : impl_(std::make_unique<Impl>()) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;

struct World::Impl {
  WorldDef def;
  std::vector<StrateDensity> stacks;  ///< one a strate
  Posts posts;
  ReliefNoise relief;
  std::vector<PassageDistances> distances;  ///< one a strate

  Impl(WorldDef d, std::vector<StrateDensity> s)
      : def(std::move(d)), stacks(std::move(s)), posts(def), relief(def.seed) {
    for (const StrateWorld& strate : def.strates)
      distances.emplace_back(posts.passages(), metres(strate.bottom_um));
  }

  EvalEnv env(std::size_t strate, const Layers& layers, const TileColumns* columns) const {
    const bool truth = layers.posts == Layers::Posts::all && !def.passages.empty();
    return {truth ? &distances[strate] : nullptr, layers.prune, columns};
  }
  Interval bound(const Box3& box, const TileColumns* columns, const Layers& layers,
                 Scratch::Impl& scratch) const;
  int strate_at(Um z) const;
  Posts::Cast cast(const Layers& layers, Scratch::Impl& scratch) const;
};

namespace {

/// Positions of a block: world metres, and z in micrometres to find strates by.
struct Positions {
  alignas(64) double x[kBlockRow], y[kBlockRow], z[kBlockRow];
  Um z_um[kBlockRow];
  int nx = 1, ny = 1, nz = 1;
  const TileColumns* columns = nullptr;  ///< on the lattice, of one tile
  Axes axes() const { return {x, y, z, nx, ny, nz}; }
};

void fill_axis(double* out, std::int64_t lo, int n, Um voxel_um) {
  for (int i = 0; i < kBlockRow; ++i) out[i] = lattice_m(lo + std::min(i, n - 1), voxel_um);
}

void lattice_positions(const IndexBox& box, Um voxel_um, Positions& p) {
  const Coord size = box.size();
  p.nx = static_cast<int>(size.x), p.ny = static_cast<int>(size.y), p.nz = static_cast<int>(size.z);
  fill_axis(p.x, box.lo.x, p.nx, voxel_um);
  fill_axis(p.y, box.lo.y, p.ny, voxel_um);
  fill_axis(p.z, box.lo.z, p.nz, voxel_um);
  for (int i = 0; i < kBlockRow; ++i) p.z_um[i] = (box.lo.z + std::min(i, p.nz - 1)) * voxel_um;
}

void point_positions(Um x, Um y, Um z, Positions& p) {
  p.nx = p.ny = p.nz = 1;
  std::fill(p.x, p.x + kBlockRow, metres(x));
  std::fill(p.y, p.y + kBlockRow, metres(y));
  std::fill(p.z, p.z + kBlockRow, metres(z));
  std::fill(p.z_um, p.z_um + kBlockRow, z);
}

/// The stacks of every strate that the block meets; rock elsewhere.
void eval_native(const World::Impl& world, const Positions& p, const Layers& layers,
                 Scratch::Impl& scratch, float* out) {
  alignas(64) double local[kBlockRow];
  for (int from = 0; from < p.nz;) {
    const int strate = world.strate_at(p.z_um[from]);
    int to = from + 1;
    while (to < p.nz && world.strate_at(p.z_um[to]) == strate) ++to;
    float* part = out + block_index(p.ny, 0, 0, from);
    if (strate < 0) {
      const auto rows = static_cast<std::size_t>(to - from) * static_cast<std::size_t>(p.ny);
      kernels().fill(part, rows, static_cast<float>(-kCapM));
    } else {
      const auto s = static_cast<std::size_t>(strate);
      const Um bottom = world.def.strates[s].bottom_um;
      for (int i = 0; i < kBlockRow; ++i)
        local[i] = metres(p.z_um[std::min(from + i, to - 1)] - bottom);
      const Axes axes{p.x, p.y, local, p.nx, p.ny, to - from};
      world.stacks[s].eval(axes, world.env(s, layers, p.columns), scratch.stack, part);
    }
    from = to;
  }
}

/// Runs every post on a block; `after(step)` is called behind each.
template <class After>
void apply_posts(const World::Impl& world, const Positions& p, const Layers& layers,
                 Scratch::Impl& scratch, float* out, After&& after) {
  const Axes axes = p.axes();
  const Box3 box = axes.box();
  const Posts::Cast cast = world.cast(layers, scratch);
  if (layers.prune && !world.posts.reaches(box, cast)) return;
  const ArenaScope scope(scratch.relief);  // apart from the shapes' own memory: it outlives theirs
  Relief relief(world.relief, axes, scratch.relief, scratch.stack.noise);
  TubeFields tubes(scratch.relief);
  const PostBlock block{axes, box, out, layers.prune, &relief, &tubes, &scratch.arena};
  for (int step = 0; step < Posts::kSteps; ++step) {
    world.posts.apply(static_cast<Posts::Step>(step), block, cast);
    after(static_cast<Posts::Step>(step));
  }
}

void evaluate(const World::Impl& world, const Positions& p, const Layers& layers,
              Scratch::Impl& scratch, float* out) {
  eval_native(world, p, layers, scratch, out);
  if (layers.posts != Layers::Posts::native)
    apply_posts(world, p, layers, scratch, out, [](Posts::Step) {});
}

}  // namespace

const TileColumns* LatticeTile::columns(const IndexBox& box, Um voxel_um) {
  const Coord tile{floor_div(box.lo.x, kTileCells), floor_div(box.lo.y, kTileCells), 0};
  if (voxel_um_ != voxel_um || !(tile_ == tile)) move_to(tile, voxel_um);
  const Coord from{box.lo.x - tile.x * kTileCells + kRing, box.lo.y - tile.y * kTileCells + kRing,
                   0};
  const Coord size = box.size();
  if (from.x + size.x > kColumns || from.y + size.y > kColumns) return nullptr;
  columns_.x = static_cast<int>(from.x), columns_.y = static_cast<int>(from.y);
  columns_.nx = static_cast<int>(size.x), columns_.ny = static_cast<int>(size.y);
  return &columns_;
}

void LatticeTile::move_to(Coord tile, Um voxel_um) {
  tile_ = tile, voxel_um_ = voxel_um;
  fill_axis(x_, tile.x * kTileCells - kRing, kColumns, voxel_um);
  fill_axis(y_, tile.y * kTileCells - kRing, kColumns, voxel_um);
  columns_.tile = {x_, y_, x_, kColumns, kColumns, 1};
}

int World::Impl::strate_at(Um z) const {
  if (def.strates.empty() || z >= def.strates.front().top_um) return -1;
  for (std::size_t i = 0; i < def.strates.size(); ++i) {
    if (z >= def.strates[i].top_um) return -3;
    if (z >= def.strates[i].bottom_um) return static_cast<int>(i);
  }
  return -2;
}

Posts::Cast World::Impl::cast(const Layers& layers, Scratch::Impl& scratch) const {
  if (layers.posts == Layers::Posts::all) return {nullptr, true};
  if (layers.passage == nullptr) return {nullptr, false};
  for (std::size_t i = 0; i < def.passages.size(); ++i)
    if (layers.passage == &def.passages[i]) return {&posts.passages()[i], false};
  if (!(scratch.passage == *layers.passage)) {
    scratch.passage = *layers.passage;
    scratch.shape = PassageShape(scratch.passage);
  }
  return {&scratch.shape, false};
}

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::compile(WorldDef def, const Catalog& catalog) {
  const PlainFloats plain;
  Result<Done> fit = check_world(def);
  if (!fit) return fit.error();
  std::vector<StrateDensity> stacks;
  for (const StrateWorld& s : def.strates) {
    Result<StrateDensity> stack = StrateDensity::compile(s, def, catalog);
    if (!stack) return stack.error();
    stacks.push_back(std::move(*stack));
  }
  return World(std::make_unique<Impl>(std::move(def), std::move(stacks)));
}

const WorldDef& World::def() const { return impl_->def; }

void World::sample(const IndexBox& box, const Layers& layers, Scratch& scratch, float* out) const {
  const PlainFloats plain;
  Positions p;
  lattice_positions(box, impl_->def.voxel_um, p);
  if (layers.prune) p.columns = scratch.impl().tile.columns(box, impl_->def.voxel_um);
  evaluate(*impl_, p, layers, scratch.impl(), out);
}

float World::at(Um x, Um y, Um z, const Layers& layers, Scratch& scratch) const {
  const PlainFloats plain;
  Positions p;
  point_positions(x, y, z, p);
  alignas(64) float out[kBlockRow];
  evaluate(*impl_, p, layers, scratch.impl(), out);
  return out[0];
}

Interval World::bound(const Box3& box, const Layers& layers, Scratch& scratch) const {
  const PlainFloats plain;
  return impl_->bound(box, nullptr, layers, scratch.impl());
}

Interval World::bound(const IndexBox& box, const Layers& layers, Scratch& scratch) const {
  const PlainFloats plain;
  const Um v = impl_->def.voxel_um;
  const Box3 real{
      {lattice_m(box.lo.x, v), lattice_m(box.lo.y, v), lattice_m(box.lo.z, v)},
      {lattice_m(box.hi.x - 1, v), lattice_m(box.hi.y - 1, v), lattice_m(box.hi.z - 1, v)}};
  return impl_->bound(real, scratch.impl().tile.columns(box, v), layers, scratch.impl());
}

Interval World::Impl::bound(const Box3& box, const TileColumns* columns, const Layers& layers,
                            Scratch::Impl& scratch) const {
  const double cap = kCapM;
  Interval in{0, 0};
  bool any = false;
  const auto join = [&](Interval part) { in = any ? hull(in, part) : part, any = true; };
  double covered_to = 0;  // bottom of the last strate met
  bool rock = false;
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    const StrateWorld& s = def.strates[i];
    const double bottom = metres(s.bottom_um), top = metres(s.top_um);
    if (box.lo.z >= top || box.hi.z < bottom) continue;
    rock = rock || (any ? covered_to > top : box.hi.z >= top);
    covered_to = bottom;
    const Box3 local{{box.lo.x, box.lo.y, std::max(box.lo.z, bottom) - bottom},
                     {box.hi.x, box.hi.y, std::min(box.hi.z, top) - bottom}};
    const EvalEnv asked = env(i, {layers.posts, layers.passage, true}, columns);
    join(stacks[i].bound(local, asked, scratch.stack));
  }
  if (!any || rock || covered_to > box.lo.z) join({-cap, -cap});
  if (layers.posts == Layers::Posts::native) return in;
  return posts.bound(box, in, cast(layers, scratch));
}

BoxVerdict World::classify(const IndexBox& box, const Layers& layers, Scratch& scratch) const {
  const PlainFloats plain;
  if (!layers.prune) return BoxVerdict::unknown;
  const Interval b = bound(box, layers, scratch);
  if (b.hi <= -kBandM) return BoxVerdict::rock_beyond_band;
  if (b.lo >= kBandM) return BoxVerdict::air_beyond_band;
  if (b.hi < 0) return BoxVerdict::rock;
  if (b.lo >= 0) return BoxVerdict::air;
  return BoxVerdict::unknown;
}

int World::strate_at(Um z) const { return impl_->strate_at(z); }

std::string World::decider_at(Um x, Um y, Um z, Scratch& scratch) const {
  const PlainFloats plain;
  Positions p;
  point_positions(x, y, z, p);
  alignas(64) float out[kBlockRow];
  const Layers layers;
  eval_native(*impl_, p, layers, scratch.impl(), out);
  bool solid = out[0] < 0;
  std::string_view post;
  apply_posts(*impl_, p, layers, scratch.impl(), out, [&](Posts::Step step) {
    if ((out[0] < 0) != solid) post = Posts::name(step), solid = !solid;
  });
  if (!post.empty()) return std::string(post);
  const int strate = impl_->strate_at(z);
  if (strate < 0) return "outside";
  const auto s = static_cast<std::size_t>(strate);
  const Vec3 local{p.x[0], p.y[0], metres(z - impl_->def.strates[s].bottom_um)};
  return impl_->stacks[s]
      .decider(local, impl_->env(s, layers, nullptr), scratch.impl().stack)
      .address;
}

std::optional<Vec3> World::home_of(int strate, Scratch& scratch) const {
  const PlainFloats plain;
  return impl_->stacks[static_cast<std::size_t>(strate)].home(scratch.impl().stack);
}

bool World::ground_at(int strate, Um x, Um y, Scratch& scratch, double& height_m) const {
  const PlainFloats plain;
  const std::optional<double> ground = impl_->stacks[static_cast<std::size_t>(strate)].ground_at(
      metres(x), metres(y), scratch.impl().stack);
  if (ground) height_m = *ground;
  return ground.has_value();
}

const Biomes* World::biomes(int strate) const {
  return impl_->stacks[static_cast<std::size_t>(strate)].biomes();
}

void clamp_to_band(float* values, std::size_t rows) { kernels().clamp_band(values, rows); }

}  // namespace strate
