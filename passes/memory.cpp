#include "passes/memory.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cmath>

#include "compiler/json.hpp"
#include "passes/plan/survey.hpp"
#include "passes/sample_prove.hpp"

namespace strate {

namespace {

// Bytes, measured over the shipped operators with some to spare.
constexpr std::uint64_t kProgram = 64'000'000;  ///< code, tables, allocator
constexpr std::uint64_t kWorker = 12'000'000;   ///< scratch of one worker
constexpr std::uint64_t kTile = 700;            ///< of any tile: slots of all products
constexpr std::uint64_t kLatticeTile = 30'000;  ///< of a tile with a surface
constexpr std::uint64_t kWalkTile = 16'000;     ///< fits, runs, nodes and moves of such a tile
constexpr std::uint64_t kGridLeaf = 2'048;      ///< 512 floats
constexpr std::uint64_t kLeafVertices = 48;     ///< of a step-1 mesh in an open leaf
constexpr std::uint64_t kVertex = 42;           ///< position, normal, two triangles
constexpr std::uint64_t kFactVertex = 10;       ///< open borders of tiles until they are joined
constexpr std::uint64_t kVolumeLeaf =
    2'400;  ///< a volume's file as it grows; its tree replaces the grid
constexpr std::uint64_t kRayVertex = 140;        ///< a ray tracer's scene and its surface
constexpr std::uint64_t kSurveysAlive = 2;       ///< upper and lower strate of an interface
constexpr std::uint64_t kPictures = 50'000'000;  ///< frames

OpenCount count_open(const World& world, const IndexBox& window, const Layers& layers,
                     const Executor& executor) {
  const WorldSource source(world, executor.workers(), layers);
  const Lattice layout(window, world.def().voxel_um);
  std::vector<std::uint64_t> leaves(layout.tile_count());
  executor.for_each(leaves.size(), [&](std::size_t i, unsigned worker) {
    const Coord tile = layout.tile_at(i);
    const BoxVerdict whole = source.classify(corners_of(tile_origin(tile), kTileCells), worker);
    if (settled(whole, true) != Proof::open) return;
    const LeafProofs proofs = prove_leaves(source, tile, true, worker);
    leaves[i] =
        static_cast<std::uint64_t>(std::count(proofs.leaf.begin(), proofs.leaf.end(), Proof::open));
  });
  OpenCount sum;
  sum.tiles = leaves.size();
  for (const std::uint64_t n : leaves) {
    sum.open_tiles += n > 0;
    sum.open_leaves += n;
  }
  return sum;
}

bool wants(const Cook& cook, std::string_view format) {
  const std::vector<std::string>& f = cook.season.bake.formats;
  return std::find(f.begin(), f.end(), format) != f.end();
}

/// Vertices of a mesh at a step: a surface has a quarter of them at twice the step.
std::uint64_t vertices(const OpenCount& n, std::uint64_t step) {
  return n.open_leaves * kLeafVertices / (step * step);
}

/// What one strate holds, and beside all strates' products for a while.
struct StrateBytes {
  std::uint64_t walk = 0;      ///< signs, crossings and moves: to the end of the run
  std::uint64_t meshes = 0;    ///< until the strate's pictures are drawn
  std::uint64_t grid = 0;      ///< until its file is written
  std::uint64_t sampling = 0;  ///< while it is sampled
  std::uint64_t volume = 0;    ///< while its grid's file is made
  std::uint64_t rays = 0;      ///< while its views are drawn
};

StrateBytes bytes_of(const Cook& cook, const OpenCount& n) {
  StrateBytes b;
  b.walk = n.tiles * kTile + n.open_tiles * (kLatticeTile + kWalkTile);
  b.sampling = vertices(n, 1) * kFactVertex;
  if (!cook.options.products) return b;
  const auto step = static_cast<std::uint64_t>(cook.season.bake.mesh_step);
  b.grid = n.open_leaves * kGridLeaf;
  b.meshes = (vertices(n, 1) + (step > 1 ? vertices(n, step) : 0)) * kVertex;
  if (wants(cook, "vdb")) b.volume = n.open_leaves * kVolumeLeaf;
  if (wants(cook, "png")) b.rays = vertices(n, 1) * kRayVertex;
  return b;
}

/// The most that is held at once: when the first volumes are made, or, the grids gone, when the
/// last rays are cast.
class PeakBytes {
 public:
  void add(const StrateBytes& b) {
    kept_ += b.walk + b.meshes;
    grids_ += b.grid;
    surfaces_ = std::max({surfaces_, b.sampling, b.volume});
    rays_ = std::max(rays_, b.rays);
  }
  std::uint64_t total() const { return kept_ + std::max(grids_ + surfaces_, rays_); }

 private:
  std::uint64_t kept_ = 0, grids_ = 0, surfaces_ = 0, rays_ = 0;
};

/// World assets are held beside what bounds need of them, and once more while they are written.
std::uint64_t fixed_of(const CookOptions& options, const WorldDef& world) {
  constexpr std::uint64_t kCopies = 3;
  std::uint64_t assets = 0;
  for (const WorldAsset& a : world.assets) assets += a.size;
  return kProgram + kPictures * options.products + kWorker * options.executor.workers() +
         kCopies * assets;
}

/// Half the side of what is surveyed of strate `i`. [Units: m]
double survey_radius_m(const Season& season, std::size_t i) {
  double r = 16;
  if (i + 1 < season.strates.size()) r = std::max(r, planning_radius_m(season.strates[i].passages));
  if (i > 0) r = std::max(r, planning_radius_m(season.strates[i - 1].passages));
  return r;
}

std::string metres_text(Um um) { return json::number_text(metres(um)); }

Error too_much(std::string_view what, std::uint64_t bytes, const CookOptions& options,
               SourceRef at) {
  return {"budget.memory",
          std::string(what) + " may take " + over_budget(bytes, options.memory_bytes) +
              " of the memory budget",
          at,
          {}};
}

MemoryEstimate estimate_window(const Cook& cook, const WindowXY& w) {
  PeakBytes peak;
  for (std::size_t i = 0; i < cook.def().strates.size(); ++i) {
    const SampleRequest r = strate_request(cook.def(), i, w.lo_x, w.lo_y, w.hi_x, w.hi_y);
    peak.add(bytes_of(cook, count_open(*cook.world, r.lattice_window, {}, cook.options.executor)));
  }
  return {fixed_of(cook.options, cook.def()), peak.total()};
}

WindowXY square(double side_m) {
  const Um half = static_cast<Um>(side_m / 2) * kUmPerM;
  return {-half, -half, half, half};
}

/// What window the budget holds, in whole metres on either side, and whether the plan fits in it.
std::string largest_window(const Cook& cook, const MemoryEstimate& estimate) {
  const BakeSettings& b = cook.season.bake;
  const double room =
      static_cast<double>(cook.options.memory_bytes) - static_cast<double>(estimate.fixed);
  const double share = std::max(0.0, room) / static_cast<double>(estimate.window);
  const double area = metres(b.hi_x - b.lo_x) * metres(b.hi_y - b.lo_y);
  const WindowXY need = smallest_window(cook.def());
  // Surface is not spread evenly: what the share promises is asked again.
  double side = 2 * std::floor(std::sqrt(area * share) / 2);
  while (square(side).contains(need) &&
         estimate_window(cook, square(side)).bytes() > cook.options.memory_bytes)
    side -= 2;
  if (square(side).contains(need))
    return "bake.window_m may be " + json::number_text(side) + " m square around the spine";
  return "no window fits: the planned passages need [" + metres_text(need.lo_x) + ", " +
         metres_text(need.lo_y) + ", " + metres_text(need.hi_x) + ", " + metres_text(need.hi_y) +
         "]";
}

}  // namespace

std::string over_budget(std::uint64_t needed, std::uint64_t budget) {
  constexpr std::uint64_t kFew = 100'000;  // less than a digit of a MB
  const auto text = [](std::uint64_t bytes) {
    if (bytes < kFew) return std::to_string(bytes) + " bytes";
    return json::number_text(static_cast<double>(bytes) / 1e6) + " MB";
  };
  for (std::uint64_t digit = 100'000; digit > 1; digit /= 10) {
    const std::uint64_t n = (needed + digit / 2) / digit, b = (budget + digit / 2) / digit;
    // Up, so that what is said to be needed is enough.
    const std::uint64_t enough = (needed + digit - 1) / digit;
    if (n != b && b > 0) return text(enough * digit) + ", more than the " + text(b * digit);
  }
  return text(needed) + ", more than the " + text(budget);
}

Result<MemoryEstimate> estimate_plan(const Season& season, const CookOptions& options) {
  Result<World> world = World::compile(unplanned(season), options.catalog);
  if (!world) return world.error();
  const Layers layers{Layers::Posts::native, nullptr, true};
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < season.strates.size(); ++i) {
    const StrateWorld& s = season.world.strates[i];
    const double r = survey_radius_m(season, i);
    const IndexBox window = samples_between({-r, -r, metres(s.bottom_um)}, {r, r, metres(s.top_um)},
                                            season.world.voxel_um);
    const OpenCount n = count_open(*world, window, layers, options.executor);
    largest = std::max(largest, n.tiles * kTile + n.open_tiles * (kLatticeTile + kWalkTile));
  }
  return MemoryEstimate{fixed_of(options, season.world) + kSurveysAlive * largest, 0};
}

MemoryEstimate estimate_passes(const Cook& cook) {
  const BakeSettings& b = cook.season.bake;
  return estimate_window(cook, {b.lo_x, b.lo_y, b.hi_x, b.hi_y});
}

Result<Done> check_plan_memory(const Season& season, const CookOptions& options) {
  if (options.memory_bytes == 0) return Done{};
  const Result<MemoryEstimate> estimate = estimate_plan(season, options);
  if (!estimate) return estimate.error();
  if (estimate->bytes() <= options.memory_bytes) return Done{};
  std::size_t farthest = 0;
  for (std::size_t i = 1; i + 1 < season.strates.size(); ++i)
    if (planning_radius_m(season.strates[i].passages) >
        planning_radius_m(season.strates[farthest].passages))
      farthest = i;
  Error e =
      too_much("planning", estimate->bytes(), options, season.strates[farthest].passages.source);
  e.notes.push_back(
      "passages looked for nearer (distance_m, reach_m) need less; planning does not "
      "depend on bake.window_m");
  return e;
}

Result<Done> check_pass_memory(const Cook& cook) {
  if (cook.options.memory_bytes == 0) return Done{};
  const MemoryEstimate estimate = estimate_passes(cook);
  if (estimate.bytes() <= cook.options.memory_bytes) return Done{};
  Error e = too_much("this window", estimate.bytes(), cook.options, cook.season.bake.window_source);
  e.notes.push_back(largest_window(cook, estimate));
  return e;
}

void release_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace strate
