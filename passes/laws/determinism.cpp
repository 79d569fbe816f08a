// determinism: the same bits however the world is asked (03 §3, 02 §4).
//
// A few boxes of every strate are evaluated once as reference, then again with shifted tiles, in
// reversed and shuffled order, on 2 and 8 threads, on every instruction set, without pruning, point
// by point, from a world compiled anew, and compared with what was baked. Bits are compared as
// bits; the first sample that differs is named.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "compiler/density_grid.hpp"
#include "compiler/hash.hpp"
#include "passes/density/simd.hpp"
#include "passes/laws/report.hpp"
#include "passes/sample.hpp"

namespace strate {

namespace {

constexpr Coord kProbe{64, 64, 32};
constexpr std::size_t kPointStride = 101;
constexpr std::uint64_t kDrawnProbes = 3;

/// Values of one box, x fastest.
using Dense = std::vector<float>;

struct alignas(64) Block {
  std::array<float, static_cast<std::size_t>(kBlockMax) * kBlockMax * kBlockRow> v;
};

/// How a box is cut into blocks: `size` a side, borders at multiples of it plus `shift`.
struct Cut {
  Coord size{32, 32, 32}, shift{0, 0, 0};
};

std::vector<IndexBox> blocks_of(const IndexBox& box, const Cut& cut) {
  std::vector<IndexBox> blocks;
  const auto first = [](std::int64_t lo, std::int64_t n, std::int64_t shift) {
    return floor_div(lo - shift, n) * n + shift;
  };
  for (std::int64_t z = first(box.lo.z, cut.size.z, cut.shift.z); z < box.hi.z; z += cut.size.z)
    for (std::int64_t y = first(box.lo.y, cut.size.y, cut.shift.y); y < box.hi.y; y += cut.size.y)
      for (std::int64_t x = first(box.lo.x, cut.size.x, cut.shift.x); x < box.hi.x; x += cut.size.x)
        blocks.push_back(intersect(box, {{x, y, z}, Coord{x, y, z} + cut.size}));
  return blocks;
}

std::size_t dense_index(const IndexBox& box, Coord c) {
  const Coord n = box.size(), in = c - box.lo;
  return static_cast<std::size_t>((in.z * n.y + in.y) * n.x + in.x);
}

void copy_out(const IndexBox& box, const IndexBox& block, const Block& values, Dense& out) {
  const Coord n = block.size();
  for (std::int64_t z = 0; z < n.z; ++z)
    for (std::int64_t y = 0; y < n.y; ++y) {
      const float* row = values.v.data() + block_index(static_cast<int>(n.y), 0,
                                                       static_cast<int>(y), static_cast<int>(z));
      std::copy(
          row, row + n.x,
          out.begin() + static_cast<std::ptrdiff_t>(dense_index(box, block.lo + Coord{0, y, z})));
    }
}

Dense evaluate(const World& world, const IndexBox& box, const Cut& cut, bool prune,
               const Executor& executor) {
  Dense out(box.count());
  const std::vector<IndexBox> blocks = blocks_of(box, cut);
  std::vector<Scratch> scratch(executor.workers());
  std::vector<std::unique_ptr<Block>> values(executor.workers());
  Layers layers;
  layers.prune = prune;
  executor.for_each(blocks.size(), [&](std::size_t i, unsigned worker) {
    if (!values[worker]) values[worker] = std::make_unique<Block>();
    world.sample(blocks[i], layers, scratch[worker], values[worker]->v.data());
    copy_out(box, blocks[i], *values[worker], out);
  });
  return out;
}

/// Only every kPointStride-th sample is asked; the others repeat the reference.
Dense by_points(const World& world, const IndexBox& box, const Dense& reference) {
  Dense out = reference;
  Scratch scratch;
  const Um v = world.def().voxel_um;
  const Coord n = box.size();
  for (std::size_t i = 0; i < out.size(); i += kPointStride) {
    const auto k = static_cast<std::int64_t>(i);
    const Coord c = box.lo + Coord{k % n.x, k / n.x % n.y, k / n.x / n.y};
    out[i] = world.at(c.x * v, c.y * v, c.z * v, Layers{}, scratch);
  }
  return out;
}

float clamped(float v) {
  const auto band = static_cast<float>(kBandM);
  return std::clamp(v, -band, band) + 0.0f;
}

/// One value of a sparse grid.
float grid_value(const DensityGrid& grid, Coord c) {
  const Coord tile{floor_div(c.x, kTileCells), floor_div(c.y, kTileCells),
                   floor_div(c.z, kTileCells)};
  const GridTile& slot = grid.slots[grid.tile_index(tile)];
  const auto in = [](std::int64_t i, std::int64_t t) {
    return static_cast<std::size_t>(i - t * kTileCells);
  };
  const std::size_t x = in(c.x, tile.x), y = in(c.y, tile.y), z = in(c.z, tile.z);
  const std::size_t leaf = (x / kLeafCells * 4 + y / kLeafCells) * 4 + z / kLeafCells;
  const std::uint64_t bit = 1ull << leaf;
  if ((slot.solid & bit) != 0) return -static_cast<float>(kBandM);
  if ((slot.dense & bit) == 0) return static_cast<float>(kBandM);
  const auto before = static_cast<std::size_t>(std::popcount(slot.dense & (bit - 1)));
  return slot.values[before * kLeafSamples +
                     (x % kLeafCells * kLeafCells + y % kLeafCells) * kLeafCells + z % kLeafCells];
}

/// What the baked grid holds of the box; samples outside it repeat the clamped reference.
Dense baked(const DensityGrid& grid, const IndexBox& box, const Dense& reference) {
  Dense out(reference.size());
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) {
        const Coord c{x, y, z};
        const std::size_t i = dense_index(box, c);
        out[i] = grid.window.contains(c) ? grid_value(grid, c) : clamped(reference[i]);
      }
  return out;
}

/// One strate's probes and what they found.
class Prover {
 public:
  Prover(const LawContext& context, const LawStrate& strate)
      : context_(context), strate_(strate), report_(strate_report(context, strate)) {}

  LawReport run() {
    const std::vector<IndexBox> boxes = probes();
    if (boxes.empty()) return not_proven(std::move(report_), "determinism", "the window is empty");
    Result<World> again = World::compile(context_.def(), context_.catalog);
    if (!again)
      return not_proven(std::move(report_), "determinism",
                        "the world does not compile a second time: " + again.error().text);
    for (const IndexBox& box : boxes) prove(box, *again);
    report_.margins.push_back({"differing_samples", static_cast<double>(differing_), first_, ""});
    report_.proved = std::to_string(boxes.size()) + " boxes, " + std::to_string(ways_) + " ways, " +
                     std::to_string(samples_) + " samples";
    return judged(std::move(report_));
  }

 private:
  /// Around the origin room and the landings, and some drawn by hash.
  std::vector<IndexBox> probes() const {
    const WorldDef& def = context_.def();
    const StrateWorld& s = context_.strate(strate_);
    std::vector<Vec3> centres{s.origin.floor + Vec3{0, 0, metres(s.bottom_um)}};
    for (const Passage& p : def.passages) {
      if (p.upper == s.id) centres.push_back(p.departure.floor);
      if (p.lower == s.id) centres.push_back(p.arrival.floor);
    }
    for (const SeamDoor& d : def.doors)
      if (d.strate == s.id && d.kind == SeamDoor::Kind::door)
        centres.push_back(d.way.departure.floor);
    const std::uint64_t address = string_hash("law.determinism/" + s.id);
    const IndexBox& w = strate_.window;
    for (std::uint64_t k = 0; k < kDrawnProbes; ++k) {
      const auto at = [&](std::uint64_t salt, std::int64_t lo, std::int64_t hi) {
        return lattice_m(lo, def.voxel_um) +
               unit(draw(def.seed, address, 3 * k + salt)) * metres((hi - lo) * def.voxel_um);
      };
      centres.push_back({at(0, w.lo.x, w.hi.x), at(1, w.lo.y, w.hi.y), at(2, w.lo.z, w.hi.z)});
    }
    std::vector<IndexBox> boxes;
    for (const Vec3& c : centres)
      if (const IndexBox box = intersect(around(c), w); !box.empty()) boxes.push_back(box);
    return boxes;
  }

  IndexBox around(Vec3 c) const {
    const Um v = context_.def().voxel_um;
    const Coord lo{floor_div(to_um(c.x), v) - kProbe.x / 2, floor_div(to_um(c.y), v) - kProbe.y / 2,
                   floor_div(to_um(c.z), v) - kProbe.z / 2};
    return {lo, lo + kProbe};
  }

  void prove(const IndexBox& box, const World& again) {
    const World& world = context_.world;
    const Cut whole, shifted{{37, 29, 31}, {-5, -11, -3}};
    const Executor& serial = serial_executor();
    const Dense reference = evaluate(world, box, whole, true, serial);
    const auto expect = [&](std::string way, const Dense& got) {
      compare(box, reference, got, way);
    };
    ways_ = 0;
    expect("with shifted tiles", evaluate(world, box, shifted, true, serial));
    expect("in reversed order", evaluate(world, box, whole, true, *make_shuffled_executor(0)));
    expect("in shuffled order", evaluate(world, box, shifted, true, *make_shuffled_executor(7)));
    for (const unsigned n : {2u, 8u})
      expect("on " + std::to_string(n) + " threads",
             evaluate(world, box, whole, true, *make_thread_executor(n)));
    expect("without pruning", evaluate(world, box, whole, false, serial));
    expect("point by point", by_points(world, box, reference));
    expect("compiled again", evaluate(again, box, whole, true, serial));
    prove_simd(box, reference);
    if (strate_.sampled && strate_.sampled->request.grid) prove_baked(box, reference);
  }

  void prove_simd(const IndexBox& box, const Dense& reference) {
    const SimdLevel before = simd_level();
    for (const SimdLevel level : simd_levels()) {
      set_simd_level(level);
      compare(box, reference, evaluate(context_.world, box, {}, true, serial_executor()),
              "on " + std::string(simd_name(level)));
    }
    set_simd_level(before);
  }

  void prove_baked(const IndexBox& box, const Dense& reference) {
    Dense expected = reference;
    for (float& v : expected) v = clamped(v);
    compare(box, expected, baked(strate_.sampled->grid, box, reference), "in the baked grid");
  }

  void compare(const IndexBox& box, const Dense& reference, const Dense& got,
               const std::string& way) {
    ++ways_;
    samples_ += reference.size();
    std::size_t first = reference.size();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
      if (std::bit_cast<std::uint32_t>(reference[i]) == std::bit_cast<std::uint32_t>(got[i]))
        continue;
      first = std::min(first, i);
      ++count;
    }
    if (count > 0) record(box, first, count, reference[first], got[first], way);
  }

  void record(const IndexBox& box, std::size_t index, std::uint64_t count, float expected,
              float got, const std::string& way) {
    const Coord n = box.size();
    const auto k = static_cast<std::int64_t>(index);
    Finding f;
    f.code = "determinism.differs";
    f.strate = report_.strate;
    f.at =
        sample_at(box.lo + Coord{k % n.x, k / n.x % n.y, k / n.x / n.y}, context_.def().voxel_um);
    f.measured = static_cast<double>(got);
    f.required = static_cast<double>(expected);
    f.unit = "m";
    f.text = std::to_string(count) + " samples have other bits " + way;
    f.witness = {f.at};
    blame(context_, f.at, f);
    if (differing_ == 0) first_ = f.at;
    differing_ += count;
    report_.findings.push_back(std::move(f));
  }

  const LawContext& context_;
  const LawStrate& strate_;
  LawReport report_;
  std::uint64_t differing_ = 0, samples_ = 0;
  int ways_ = 0;
  Vec3 first_;
};

}  // namespace

LawRow determinism_law() {
  return {"determinism",
          "The world has the same bits for every tiling, order, thread count and instruction set.",
          {{"differing_samples", "", {}, 0.0, "samples with other bits"}},
          [](const LawContext& context) {
            std::vector<LawReport> reports;
            for (const LawStrate& s : context.strates) reports.push_back(Prover(context, s).run());
            return reports;
          }};
}

}  // namespace strate
