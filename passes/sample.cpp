#include "passes/sample.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>

#include "compiler/json.hpp"
#include "passes/density/kernels.hpp"
#include "passes/mesh/grid_tile.hpp"
#include "passes/mesh/mesh.hpp"
#include "passes/sample_prove.hpp"
#include "passes/walk/params.hpp"

namespace strate {

namespace {

/// Side of the boxes that are asked first, in tiles.
constexpr std::int64_t kBigTiles = 4;
constexpr float kBand = static_cast<float>(kBandM);

IndexBox box_of(Coord tile) {
  const Coord o = tile_origin(tile);
  return {o, {o.x + kTileCells, o.y + kTileCells, o.z + kTileCells}};
}

/// Number of the window's cells whose lower corner lies in the tile.
double cells_in(Coord tile, const IndexBox& window) {
  const IndexBox cells{window.lo, {window.hi.x - 1, window.hi.y - 1, window.hi.z - 1}};
  return static_cast<double>(intersect(box_of(tile), cells).count());
}

/// What one tile yields, beside its lattice tile.
struct TileSlot {
  std::vector<TileMesh> meshes;
  TileFacts facts;
  GridTile grid;
  DensityDigest digest;
  double uniform_air = 0;
  std::uint64_t samples = 0;
  bool sampled = false, surface = false;
  std::optional<Coord> bad;
};

class Sampler {
 public:
  Sampler(const TileSource& source, const SampleRequest& request, const Executor& executor)
      : source_(source), request_(request), executor_(executor) {
    if (request_.lattice_window.empty()) request_.lattice_window = request_.window;
    if (request_.mesh_window.empty()) request_.mesh_window = request_.window;
    lattice_ = Lattice(request_.lattice_window, request_.voxel_um);
    proofs_.resize(lattice_.tile_count());
    slots_.resize(lattice_.tile_count());
    for (unsigned w = 0; w < executor.workers(); ++w)
      arenas_.push_back(std::make_unique<TileArena>());
  }

  Result<SampledStrate> run() {
    if (request_.prune) prove_tiles();
    const std::vector<std::size_t> order = column_order();
    executor_.for_each(order.size(),
                       [&](std::size_t i, unsigned worker) { make_tile(order[i], worker); });
    if (const std::optional<Coord> bad = first_bad()) return not_finite(*bad);
    return collect();
  }

 private:
  bool wants_band(Coord tile) const {
    return (request_.grid || request_.digest) && !intersect(box_of(tile), request_.window).empty();
  }
  bool wants_facts(Coord tile) const {
    return request_.mesh_facts && cells_in(tile, request_.mesh_window) > 0;
  }

  /// Asks boxes of 128³ cells, and of 32³ where those leave something open.
  void prove_tiles() {
    const IndexBox& t = lattice_.tiles();
    const IndexBox big{
        {floor_div(t.lo.x, kBigTiles), floor_div(t.lo.y, kBigTiles), floor_div(t.lo.z, kBigTiles)},
        {ceil_div(t.hi.x, kBigTiles), ceil_div(t.hi.y, kBigTiles), ceil_div(t.hi.z, kBigTiles)}};
    const Coord n = big.size();
    executor_.for_each(big.count(), [&](std::size_t i, unsigned worker) {
      const auto k = static_cast<std::int64_t>(i);
      prove_big(big.lo + Coord{k % n.x, k / n.x % n.y, k / n.x / n.y}, worker);
    });
  }

  void prove_big(Coord big, unsigned worker) {
    const Coord first{big.x * kBigTiles, big.y * kBigTiles, big.z * kBigTiles};
    const IndexBox tiles = intersect(
        lattice_.tiles(), {first, {first.x + kBigTiles, first.y + kBigTiles, first.z + kBigTiles}});
    const BoxVerdict whole =
        source_.classify(corners_of(tile_origin(first), kBigTiles * kTileCells), worker);
    for (std::int64_t z = tiles.lo.z; z < tiles.hi.z; ++z)
      for (std::int64_t y = tiles.lo.y; y < tiles.hi.y; ++y)
        for (std::int64_t x = tiles.lo.x; x < tiles.hi.x; ++x)
          proofs_[lattice_.tile_index({x, y, z})] = prove_tile({x, y, z}, whole, worker);
  }

  Proof prove_tile(Coord tile, BoxVerdict whole, unsigned worker) const {
    const bool band = wants_band(tile);
    const Proof proof = settled(whole, band);
    if (proof != Proof::open) return proof;
    return settled(source_.classify(corners_of(tile_origin(tile), kTileCells), worker), band);
  }

  /// Tiles of one column after each other: what hangs on x and y alone is still warm.
  std::vector<std::size_t> column_order() const {
    std::vector<std::size_t> order;
    const IndexBox& t = lattice_.tiles();
    for (std::int64_t y = t.lo.y; y < t.hi.y; ++y)
      for (std::int64_t x = t.lo.x; x < t.hi.x; ++x)
        for (std::int64_t z = t.lo.z; z < t.hi.z; ++z)
          order.push_back(lattice_.tile_index({x, y, z}));
    return order;
  }

  void make_tile(std::size_t index, unsigned worker) {
    const Coord tile = lattice_.tile_at(index);
    Proof proof = proofs_[index];
    if (proof == Proof::open) {
      const LeafProofs leaves = leaf_proofs(tile, worker);
      if (!leaves.none_open()) return make_sampled(index, tile, leaves, worker);
      proof = leaves.leaf[0];
    }
    make_uniform(index, tile, proof == Proof::rock, worker);
  }

  LeafProofs leaf_proofs(Coord tile, unsigned worker) const {
    if (request_.prune) return prove_leaves(source_, tile, wants_band(tile), worker);
    LeafProofs all;
    std::fill_n(all.hi, 3, kTileCells / kLeafCells);
    return all;
  }

  void make_uniform(std::size_t index, Coord tile, bool solid, unsigned worker) {
    TileSlot& slot = slots_[index];
    set_sign(index, tile, solid);
    if (!wants_band(tile)) return;
    if (request_.grid) slot.grid = uniform_grid_tile(solid, tile, request_.window);
    if (!request_.digest) return;
    TileArena& arena = *arenas_[worker];
    std::fill_n(arena.part, kBlockRow, solid ? -kBand : kBand);
    add_digest(tile, slot, [&arena](int, int, int) -> const float* { return arena.part; });
  }

  /// A tile without surface.
  void set_sign(std::size_t index, Coord tile, bool solid) {
    lattice_.set_uniform(index, solid);
    if (!solid) slots_[index].uniform_air = cells_in(tile, request_.mesh_window);
  }

  void make_sampled(std::size_t index, Coord tile, const LeafProofs& leaves, unsigned worker) {
    TileSlot& slot = slots_[index];
    TileArena& arena = *arenas_[worker];
    slot.sampled = true;
    slot.bad = sample_open(source_, tile, leaves, worker, arena, slot.samples);
    if (slot.bad) return;
    find_edges(arena.raw, 1, arena.edges);
    slot.surface = arena.edges.mixed();
    if (slot.surface)
      make_surface(index, tile, arena);
    else
      set_sign(index, tile, arena.edges.any_solid);
    if (wants_band(tile)) make_values(tile, slot, arena);
  }

  void make_surface(std::size_t index, Coord tile, TileArena& arena) {
    TileSlot& slot = slots_[index];
    if (request_.lattice) lattice_.set_tile(index, lattice_tile(arena.edges));
    const IndexBox& window = request_.mesh_window;
    slot.meshes.resize(request_.mesh_steps.size());
    if (wants_facts(tile)) {
      TileMesh fine = mesh_tile(arena.raw, arena.edges, 1, tile, window);
      slot.facts = tile_facts(fine, arena.raw, arena.edges, window);
      for (std::size_t i = 0; i < slot.meshes.size(); ++i)
        if (request_.mesh_steps[i] == 1) slot.meshes[i] = std::move(fine);
    }
    for (std::size_t i = 0; i < slot.meshes.size(); ++i)
      if (request_.mesh_steps[i] != 1 || !request_.mesh_facts)
        slot.meshes[i] = mesh_at(request_.mesh_steps[i], tile, arena);
  }

  /// Edges of step 1 are there already.
  TileMesh mesh_at(int step, Coord tile, TileArena& arena) const {
    if (step != 1) find_edges(arena.raw, step, arena.edges);
    return mesh_tile(arena.raw, arena.edges, step, tile, request_.mesh_window);
  }

  void make_values(Coord tile, TileSlot& slot, TileArena& arena) {
    std::copy_n(arena.raw, kTileFloats, arena.clamped);
    kernels().clamp_band(arena.clamped, kTileFloats / kBlockRow);
    if (request_.grid) slot.grid = grid_tile(arena.clamped, tile, request_.window);
    if (request_.digest) add_tile_digest(tile, slot, arena);
  }

  /// Rows are summed from an aligned copy that begins at the first sample of the window.
  void add_tile_digest(Coord tile, TileSlot& slot, TileArena& arena) {
    add_digest(tile, slot, [&arena](int x, int y, int z) -> const float* {
      std::copy_n(arena.clamped + tile_sample(x, y, z), kTileCells - x, arena.part);
      return arena.part;
    });
  }

  template <class Row>
  void add_digest(Coord tile, TileSlot& slot, Row&& row) const {
    const IndexBox box = intersect(box_of(tile), request_.window);
    const Coord o = tile_origin(tile);
    const Um um = request_.voxel_um;
    const auto sum = kernels().digest_row;
    for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
      for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
        sum(row(static_cast<int>(box.lo.x - o.x), static_cast<int>(y - o.y),
                static_cast<int>(z - o.z)),
            static_cast<int>(box.hi.x - box.lo.x), box.lo.x * um, um, y * um, z * um, slot.digest);
  }

  std::optional<Coord> first_bad() const {
    for (const TileSlot& slot : slots_)
      if (slot.bad) return slot.bad;
    return std::nullopt;
  }

  Error not_finite(Coord at) const {
    const auto text = [this](std::int64_t i) {
      return json::number_text(lattice_m(i, request_.voxel_um));
    };
    return {"density.not_finite",
            "the density is not a finite number at (" + text(at.x) + ", " + text(at.y) + ", " +
                text(at.z) + ") m",
            {},
            {"this is a fault of an operator, found while sampling"}};
  }

  SampledStrate collect() {
    SampledStrate out;
    out.request = request_;
    collect_stats(out.stats);
    for (const TileSlot& slot : slots_) out.digest += slot.digest;
    collect_meshes(out);
    if (request_.mesh_facts) out.mesh_facts = collect_facts();
    if (request_.grid) collect_grid(out.grid);
    if (request_.lattice) out.lattice = std::move(lattice_);
    return out;
  }

  void collect_stats(SampleStats& stats) const {
    stats.tiles = slots_.size();
    for (const TileSlot& slot : slots_) {
      stats.sampled += slot.sampled;
      stats.surface += slot.surface;
      stats.samples += slot.samples;
    }
    stats.proven = stats.tiles - stats.sampled;
  }

  void collect_meshes(SampledStrate& out) {
    for (std::size_t i = 0; i < request_.mesh_steps.size(); ++i) {
      StrateMesh mesh{request_.mesh_window, request_.voxel_um, request_.mesh_steps[i], {}};
      for (TileSlot& slot : slots_)
        if (i < slot.meshes.size() && !slot.meshes[i].triangle.empty())
          mesh.tiles.push_back(std::move(slot.meshes[i]));
      out.meshes.push_back(std::move(mesh));
    }
  }

  MeshFacts collect_facts() {
    double uniform_air = 0;
    std::vector<TileFacts> tiles;
    for (TileSlot& slot : slots_) {
      uniform_air += slot.uniform_air;
      if (slot.surface) tiles.push_back(std::move(slot.facts));
    }
    return join_facts(std::move(tiles), request_.mesh_window, uniform_air);
  }

  void collect_grid(DensityGrid& grid) {
    const Lattice layout(request_.window, request_.voxel_um);
    grid.window = request_.window;
    grid.tiles = layout.tiles();
    grid.voxel_um = request_.voxel_um;
    grid.slots.resize(layout.tile_count());
    for (std::size_t i = 0; i < grid.slots.size(); ++i)
      grid.slots[i] = std::move(slots_[lattice_.tile_index(layout.tile_at(i))].grid);
  }

  const TileSource& source_;
  SampleRequest request_;
  const Executor& executor_;
  Lattice lattice_;
  std::vector<Proof> proofs_;
  std::vector<TileSlot> slots_;
  std::vector<std::unique_ptr<TileArena>> arenas_;
};

}  // namespace

const StrateMesh* SampledStrate::mesh(int step) const {
  for (const StrateMesh& m : meshes)
    if (m.step == step) return &m;
  return nullptr;
}

Result<SampledStrate> sample_strate(const TileSource& source, const SampleRequest& request,
                                    const Executor& executor) {
  return Sampler(source, request, executor).run();
}

SampleRequest strate_request(const WorldDef& def, std::size_t index, Um lo_x, Um lo_y, Um hi_x,
                             Um hi_y) {
  const StrateWorld& strate = def.strates[index];
  const Um um = def.voxel_um;
  SampleRequest request;
  request.voxel_um = um;
  request.window = {{ceil_div(lo_x, um), ceil_div(lo_y, um), ceil_div(strate.bottom_um, um)},
                    {ceil_div(hi_x, um), ceil_div(hi_y, um), ceil_div(strate.top_um, um)}};
  request.mesh_window = request.lattice_window = request.window;
  request.mesh_window.hi.z += 1;
  const WalkParams walk = WalkParams::make(def.player, def.voxel_um);
  const std::int64_t margin = std::max<std::int64_t>(kLatticeMargin, walk.join_margin_vx());
  request.lattice_window.lo.z -= margin;
  request.lattice_window.hi.z += margin;
  return request;
}

}  // namespace strate
