#include "passes/laws/solid_scan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "compiler/op.hpp"

namespace strate {

namespace {

constexpr int kTile = kTileCells, kCell = 8;
constexpr std::size_t kFloats = static_cast<std::size_t>(kCell) * kCell * kBlockRow;

struct alignas(64) CellValues {
  std::array<float, kFloats> v;
};

/// One tile's share of the scan.
class TileScan {
 public:
  TileScan(const LawContext& context, const SolidRegion& region, Coord tile, unsigned worker)
      : context_(context), region_(region), scratch_(context.scratch[worker]) {
    mask_.origin = {tile.x * kTile, tile.y * kTile, tile.z * kTile};
  }

  SolidScan run() {
    const IndexBox tile{mask_.origin, mask_.origin + Coord{kTile, kTile, kTile}};
    const IndexBox box = intersect(tile, region_.box);
    if (proven(box))
      count(box, result_.by_bound);
    else
      split(box);
    if (result_.air_samples > 0) result_.air.push_back(mask_);
    return std::move(result_);
  }

 private:
  bool proven(const IndexBox& box) {
    const BoxVerdict v = context_.world.classify(box, Layers{}, scratch_);
    return v == BoxVerdict::rock || v == BoxVerdict::rock_beyond_band;
  }

  void count(const IndexBox& box, std::uint64_t& into) const {
    if (!region_.demanded) {
      into += box.count();
      return;
    }
    each(box, [&](Coord c) { into += region_.demanded(c) ? 1 : 0; });
  }

  void split(const IndexBox& box) {
    for (std::int64_t z = floor_div(box.lo.z, kCell) * kCell; z < box.hi.z; z += kCell)
      for (std::int64_t y = floor_div(box.lo.y, kCell) * kCell; y < box.hi.y; y += kCell)
        for (std::int64_t x = floor_div(box.lo.x, kCell) * kCell; x < box.hi.x; x += kCell) {
          const IndexBox cell = intersect(box, {{x, y, z}, {x + kCell, y + kCell, z + kCell}});
          if (proven(cell))
            count(cell, result_.by_bound);
          else
            sample(cell);
        }
  }

  void sample(const IndexBox& cell) {
    context_.world.sample(cell, Layers{}, scratch_, values_.v.data());
    const int ny = static_cast<int>(cell.size().y);
    each(cell, [&](Coord c) {
      if (region_.demanded && !region_.demanded(c)) return;
      ++result_.sampled;
      const Coord in = c - cell.lo;
      if (values_.v[block_index(ny, static_cast<int>(in.x), static_cast<int>(in.y),
                                static_cast<int>(in.z))] < 0)
        return;
      if (region_.exempt && region_.exempt(c)) {
        ++result_.exempt;
        return;
      }
      ++result_.air_samples;
      const Coord at = c - mask_.origin;
      mask_.bits[static_cast<std::size_t>(at.z * kTile + at.y)] |= 1u << at.x;
    });
  }

  template <class Body>
  static void each(const IndexBox& box, Body&& body) {
    for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
      for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
        for (std::int64_t x = box.lo.x; x < box.hi.x; ++x) body(Coord{x, y, z});
  }

  const LawContext& context_;
  const SolidRegion& region_;
  Scratch& scratch_;
  AirMask mask_;
  SolidScan result_;
  CellValues values_;
};

std::string percent(double share) {
  const auto tenths = static_cast<std::int64_t>(std::floor(share * 1000 + 0.5));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

/// Air samples by place, for walking from neighbour to neighbour.
class AirIndex {
 public:
  explicit AirIndex(const SolidScan& scan) {
    for (std::size_t i = 0; i < scan.air.size(); ++i) {
      left_.push_back(scan.air[i].bits);
      const Coord o = scan.air[i].origin;
      tile_[{o.z, o.y, o.x}] = i;
    }
  }

  /// True once for every air sample.
  bool take(Coord c) {
    const Coord o{floor_div(c.x, kTile) * kTile, floor_div(c.y, kTile) * kTile,
                  floor_div(c.z, kTile) * kTile};
    const auto it = tile_.find({o.z, o.y, o.x});
    if (it == tile_.end()) return false;
    std::uint32_t& row =
        left_[it->second][static_cast<std::size_t>((c.z - o.z) * kTile + c.y - o.y)];
    const std::uint32_t bit = 1u << (c.x - o.x);
    const bool fresh = (row & bit) != 0;
    row &= ~bit;
    return fresh;
  }

 private:
  std::vector<std::array<std::uint32_t, 1024>> left_;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::size_t> tile_;
};

bool before(Coord a, Coord b) { return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x); }

void include(AirBody& body, Coord c) {
  IndexBox& b = body.box;
  if (body.count++ == 0) b = {c, c + Coord{1, 1, 1}};
  b = {{std::min(b.lo.x, c.x), std::min(b.lo.y, c.y), std::min(b.lo.z, c.z)},
       {std::max(b.hi.x, c.x + 1), std::max(b.hi.y, c.y + 1), std::max(b.hi.z, c.z + 1)}};
  if (body.samples.size() < kBodySamples) body.samples.push_back(c);
}

AirBody flood(AirIndex& index, Coord seed) {
  AirBody body;
  std::vector<Coord> stack{seed};
  while (!stack.empty()) {
    const Coord c = stack.back();
    stack.pop_back();
    include(body, c);
    for (std::int64_t z = -1; z <= 1; ++z)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t x = -1; x <= 1; ++x)
          if (const Coord n = c + Coord{x, y, z}; index.take(n)) stack.push_back(n);
  }
  std::sort(body.samples.begin(), body.samples.end(), before);
  return body;
}

}  // namespace

std::string SolidScan::shares() const {
  const double all = static_cast<double>(by_bound + sampled);
  if (all == 0) return "nothing to prove";
  return "by bound " + percent(static_cast<double>(by_bound) / all) + ", sampled " +
         percent(static_cast<double>(sampled) / all);
}

SolidScan& SolidScan::operator+=(SolidScan&& o) {
  by_bound += o.by_bound, sampled += o.sampled, exempt += o.exempt;
  air_samples += o.air_samples;
  for (AirMask& mask : o.air) air.push_back(std::move(mask));
  return *this;
}

SolidScan scan_solid(const LawContext& context, const SolidRegion& region) {
  SolidScan all;
  if (region.box.empty()) return all;
  const IndexBox& b = region.box;
  const IndexBox tiles{
      {floor_div(b.lo.x, kTile), floor_div(b.lo.y, kTile), floor_div(b.lo.z, kTile)},
      {ceil_div(b.hi.x, kTile), ceil_div(b.hi.y, kTile), ceil_div(b.hi.z, kTile)}};
  const Coord size = tiles.size();
  std::vector<SolidScan> parts(tiles.count());
  context.executor.for_each(parts.size(), [&](std::size_t i, unsigned worker) {
    const auto n = static_cast<std::int64_t>(i);
    const Coord tile = tiles.lo + Coord{n % size.x, n / size.x % size.y, n / size.x / size.y};
    parts[i] = TileScan(context, region, tile, worker).run();
  });
  for (SolidScan& part : parts) all += std::move(part);
  return all;
}

std::vector<AirBody> air_bodies(const SolidScan& scan) {
  AirIndex index(scan);
  std::vector<AirBody> bodies;
  for (const AirMask& mask : scan.air)
    for (std::size_t row = 0; row < mask.bits.size(); ++row)
      for (std::uint32_t m = mask.bits[row]; m != 0; m &= m - 1) {
        const Coord c =
            mask.origin + Coord{std::countr_zero(m), static_cast<std::int64_t>(row % kTile),
                                static_cast<std::int64_t>(row / kTile)};
        if (index.take(c)) bodies.push_back(flood(index, c));
      }
  return bodies;
}

}  // namespace strate
