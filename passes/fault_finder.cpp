#include "passes/fault_finder.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <vector>

#include "passes/density/regions.hpp"

namespace strate {

namespace {

constexpr std::int64_t kCorners = kTileCells + 1;

std::uint32_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }

Coord tile_of(Coord c) {
  return {floor_div(c.x, kTileCells), floor_div(c.y, kTileCells), floor_div(c.z, kTileCells)};
}

/// Samples that the cells of a tile touch.
IndexBox corners_of(Coord tile) {
  const Coord lo{tile.x * kTileCells, tile.y * kTileCells, tile.z * kTileCells};
  return {lo, lo + Coord{kCorners, kCorners, kCorners}};
}

/// Raw densities of one tile, x fastest; those that were proven are absent.
struct TileValues {
  std::vector<std::optional<std::uint32_t>> bits =
      std::vector<std::optional<std::uint32_t>>(kCorners * kCorners * kCorners);
};

/// A world that remembers what it was asked: sums over every tile, all samples of one.
class Recorder final : public TileSource {
 public:
  Recorder(const TileSource& world, const Lattice& layout, std::optional<Coord> wanted)
      : world_(world), layout_(layout), wanted_(wanted), sums_(layout.tile_count()) {}

  BoxVerdict classify(const IndexBox& box, unsigned worker) const override {
    return world_.classify(box, worker);
  }

  void sample(const IndexBox& box, unsigned worker, float* out) const override {
    world_.sample(box, worker, out);
    const Coord size = box.size();
    const Coord tile = tile_of(box.lo + Coord{size.x / 2, size.y / 2, size.z / 2});
    if (!layout_.tiles().contains(tile)) return;
    DensityDigest& sum = sums_[layout_.tile_index(tile)];
    const bool keep = tile == wanted_;
    for (std::int64_t z = 0; z < size.z; ++z)
      for (std::int64_t y = 0; y < size.y; ++y)
        for (std::int64_t x = 0; x < size.x; ++x) {
          const Coord c = box.lo + Coord{x, y, z};
          const std::uint32_t bits =
              bits_of(out[block_index(static_cast<int>(size.y), static_cast<int>(x),
                                      static_cast<int>(y), static_cast<int>(z))]);
          add_sample(sum, c.x, c.y, c.z, bits);
          if (keep) remember(c, bits);
        }
  }

  const std::vector<DensityDigest>& sums() const { return sums_; }
  const TileValues& values() const { return values_; }

 private:
  void remember(Coord c, std::uint32_t bits) const {
    const IndexBox box = corners_of(*wanted_);
    if (!box.contains(c)) return;
    const Coord in = c - box.lo;
    values_.bits[static_cast<std::size_t>((in.z * kCorners + in.y) * kCorners + in.x)] = bits;
  }

  const TileSource& world_;
  const Lattice& layout_;
  const std::optional<Coord> wanted_;
  mutable std::vector<DensityDigest> sums_;  ///< a tile is one worker's
  mutable TileValues values_;
};

/// What one way gave.
struct Recorded {
  std::vector<DensityDigest> sums;
  TileValues values;
};

class Finder {
 public:
  explicit Finder(const FaultSearch& search)
      : search_(search), layout_(window_of(search.request), search.request.voxel_um) {}

  std::optional<DensityFault> find(std::optional<Coord> suspect) const {
    if (suspect)
      if (auto fault = look_into(*suspect)) return fault;
    const std::optional<Coord> tile = first_tile();
    return tile ? look_into(*tile) : std::nullopt;
  }

 private:
  static IndexBox window_of(const SampleRequest& r) {
    return r.lattice_window.empty() ? r.window : r.lattice_window;
  }

  /// Asks a world anew, as the sampling pass does; empty if it does not compile.
  std::optional<Recorded> record(const EvalWay& way, const WorldDef& def, Layers::Posts posts,
                                 std::optional<Coord> wanted) const {
    const SimdScope simd(way.simd);
    const Result<World> world = World::compile(def, search_.catalog);
    if (!world) return std::nullopt;
    SampleRequest request = search_.request;
    request.lattice = request.grid = request.mesh_facts = false;
    request.digest = true;
    request.mesh_steps.clear();
    Layers layers;
    layers.posts = posts;
    layers.prune = request.prune;
    const WorldSource source(*world, way.executor.workers(), layers);
    const Recorder recorder(source, layout_, wanted);
    // A density that is not finite ends the sampling; what was recorded before still counts.
    (void)!sample_strate(recorder, request, way.executor);
    return Recorded{recorder.sums(), recorder.values()};
  }

  std::optional<Coord> first_tile() const {
    const auto one = record(search_.one, search_.def, search_.posts, {});
    const auto other = record(search_.other, search_.def, search_.posts, {});
    if (!one || !other) return std::nullopt;
    for (std::size_t i = 0; i < one->sums.size(); ++i)
      if (!(one->sums[i] == other->sums[i])) return layout_.tile_at(i);
    return std::nullopt;
  }

  std::optional<DensityFault> look_into(Coord tile) const {
    const auto one = record(search_.one, search_.def, search_.posts, tile);
    const auto other = record(search_.other, search_.def, search_.posts, tile);
    if (!one || !other) return std::nullopt;
    std::optional<DensityFault> fault = first_sample(tile, one->values, other->values);
    if (!fault || fault->unproven) return fault;
    if (!ask_traces(*fault)) ask_prefixes(tile, *fault);
    return fault;
  }

  /// Samples that both ways evaluated come first: their bits can be laid side by side.
  static std::optional<DensityFault> first_sample(Coord tile, const TileValues& one,
                                                  const TileValues& other) {
    std::optional<DensityFault> unproven;
    for (std::size_t i = 0; i < one.bits.size(); ++i) {
      if (one.bits[i] == other.bits[i]) continue;
      const auto k = static_cast<std::int64_t>(i);
      DensityFault fault;
      fault.at = corners_of(tile).lo +
                 Coord{k % kCorners, k / kCorners % kCorners, k / kCorners / kCorners};
      fault.one = one.bits[i].value_or(0);
      fault.other = other.bits[i].value_or(0);
      fault.unproven = !one.bits[i] || !other.bits[i];
      if (!fault.unproven) return fault;
      if (!unproven) unproven = fault;
    }
    return unproven;
  }

  std::vector<TraceStep> trace(const Stack& stack, Coord at) const {
    const Um v = search_.def.voxel_um;
    const Um bottom = search_.def.strates[search_.strate].bottom_um;
    StackScratch scratch;
    return stack.trace({lattice_m(at.x, v), lattice_m(at.y, v), metres(at.z * v - bottom)}, {},
                       scratch);
  }

  /// Operator by operator at the sample alone: finds what depends on the instruction set.
  bool ask_traces(DensityFault& fault) const {
    const StrateWorld& strate = search_.def.strates[search_.strate];
    std::deque<std::vector<Stack>> kept;  // steps point into them
    std::vector<std::size_t> ends;        // of each stack's steps, for both ways
    const auto steps = [&](const EvalWay& way) -> std::vector<TraceStep> {
      const SimdScope simd(way.simd);
      Result<std::vector<Stack>> stacks = compile_stacks(strate, search_.def, search_.catalog);
      if (!stacks) return {};
      std::vector<TraceStep> out;
      for (const Stack& stack : kept.emplace_back(std::move(*stacks))) {
        for (TraceStep& step : trace(stack, fault.at)) out.push_back(std::move(step));
        ends.push_back(out.size());
      }
      return out;
    };
    const std::vector<TraceStep> a = steps(search_.one), b = steps(search_.other);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (bits_of(a[i].after) == bits_of(b[i].after) &&
          bits_of(a[i].weight) == bits_of(b[i].weight))
        continue;
      const auto stack = std::upper_bound(ends.begin(), ends.begin() + kept.front().size(), i);
      fault.blame =
          region_of(static_cast<std::size_t>(stack - ends.begin())) + std::string(a[i].address);
      fault.source = a[i].source;
      return true;
    }
    return false;
  }

  /// What stands before the addresses of its region number `region`.
  std::string region_of(std::size_t region) const {
    const auto& list = search_.def.strates[search_.strate].regions.list;
    return list.empty() ? "" : list[region].id + ".";
  }

  /// The stack of the strate, or of its region number `region`.
  static std::vector<OpEntry>& stack_of(StrateWorld& s, std::size_t region) {
    return s.regions.list.empty() ? s.recipe.stack : s.regions.list[region].recipe.stack;
  }

  /// True if the sample differs natively with no more than this stack, the other regions being left
  /// with their first entries.
  bool differs(const std::vector<OpEntry>& stack, std::size_t region, Coord tile, Coord at) const {
    WorldDef def = search_.def;
    StrateWorld& strate = def.strates[search_.strate];
    for (Region& other : strate.regions.list)
      if (other.recipe.stack.size() > 1) other.recipe.stack.resize(1);
    stack_of(strate, region) = stack;
    const auto one = record(search_.one, def, Layers::Posts::native, tile);
    const auto other = record(search_.other, def, Layers::Posts::native, tile);
    if (!one || !other) return false;
    const Coord in = at - corners_of(tile).lo;
    const auto i = static_cast<std::size_t>((in.z * kCorners + in.y) * kCorners + in.x);
    return one->values.bits[i] != other->values.bits[i];
  }

  /// The whole strate again with the first entry alone, the first two …: finds what depends on the
  /// order of tiles or on threads.
  void ask_prefixes(Coord tile, DensityFault& fault) const {
    StrateWorld strate = search_.def.strates[search_.strate];
    const std::size_t regions = std::max<std::size_t>(1, strate.regions.list.size());
    for (std::size_t region = 0; region < regions; ++region) {
      std::vector<OpEntry> prefix;
      for (const OpEntry& entry : stack_of(strate, region)) {
        prefix.push_back(entry);
        if (!differs(prefix, region, tile, fault.at)) continue;
        blame(entry, region, fault);
        ask_members(entry, std::move(prefix), region, tile, fault);
        return;
      }
    }
    if (search_.posts != Layers::Posts::native) fault.blame = post_at(fault.at);
  }

  /// The same inside a group.
  void ask_members(const OpEntry& group, std::vector<OpEntry> prefix, std::size_t region,
                   Coord tile, DensityFault& fault) const {
    prefix.back().group.clear();
    for (const OpEntry& member : group.group) {
      prefix.back().group.push_back(member);
      if (differs(prefix, region, tile, fault.at)) return blame(member, region, fault);
    }
  }

  void blame(const OpEntry& entry, std::size_t region, DensityFault& fault) const {
    fault.blame = region_of(region) + entry.id;
    fault.source = entry.source;
  }

  /// Natively both ways agree, so a post differs: the one that decides there.
  std::string post_at(Coord at) const {
    const Result<World> world = World::compile(search_.def, search_.catalog);
    if (!world) return {};
    const Um v = search_.def.voxel_um;
    Scratch scratch;
    return world->decider_at(at.x * v, at.y * v, at.z * v, scratch);
  }

  const FaultSearch& search_;
  const Lattice layout_;
};

}  // namespace

std::optional<DensityFault> find_density_fault(const FaultSearch& search,
                                               std::optional<Coord> suspect) {
  return Finder(search).find(suspect);
}

}  // namespace strate
