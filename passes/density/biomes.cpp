#include "passes/density/biomes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "compiler/hash.hpp"
#include "passes/density/interval.hpp"

namespace strate {
namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> next{0};
  return ++next;
}

std::size_t columns_of(const Axes& axes) { return static_cast<std::size_t>(axes.ny) * kBlockRow; }

ClimateMap climate_map(std::uint64_t seed, const char* name, double scale_m) {
  const std::vector<double> at{-0.5, 0.5}, value{0, 1};
  return {make_fbm(draw(seed, string_hash(name), 0), 1 / scale_m, kClimateOctaves),
          make_polyline(at, value)};
}

Voronoi diagram_of(const BiomeMap& map, std::uint64_t seed) {
  const double cell = map.cell_m;
  return {seed, string_hash("biomes"), cell, kBiomeBlend * cell,
          VoronoiWarp{kBiomeWarp * cell, kBiomeWarpScale * cell}};
}

BiomeBits bit(std::size_t biome) { return BiomeBits{1} << biome; }

template <class Visit>
void for_bits(BiomeBits bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

ClimateMap relief_map(std::uint64_t seed, const Climate& climate) {
  return climate_map(seed, "climate.relief", climate.relief_scale_m);
}
ClimateMap moisture_map(std::uint64_t seed, const Climate& climate) {
  return climate_map(seed, "climate.moisture", climate.moisture_scale_m);
}

float ClimateMap::at(double x, double y) const {
  alignas(64) float row[kBlockRow];
  std::fill_n(row, kBlockRow, fbm_point(noise, x, y, 0));
  kernels().curve(line, row, 1, row);
  return row[0];
}

void ClimateMap::columns(const Axes& axes, NoiseScratch& scratch, float* out) const {
  fbm_columns(noise, axes, scratch, out);
  kernels().curve(line, out, static_cast<std::size_t>(axes.ny), out);
}

/// What a worker knows of one diagram, or of several in turn: direct-mapped, of fixed size.
struct Biomes::Cache final : OperatorCache {
  struct Site {
    std::uint64_t id = 0;
    std::int64_t i = 0, j = 0;
    std::uint8_t biome = 0;
  };
  struct Box {
    std::uint64_t id = 0;
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    Range range{};
  };
  std::array<Site, 1024> sites;
  std::array<Box, 512> boxes;
};

/// The columns of a block as they lie in memory.
struct Biomes::View {
  BiomeBits present = 0;  ///< those with a share in one of them
  double* shares = nullptr;
  float* border = nullptr;
  std::uint8_t *dominant = nullptr, *neighbour = nullptr;
  std::size_t n = 0;

  static std::size_t bytes(std::size_t n, BiomeBits present) {
    const auto planes = static_cast<std::size_t>(std::popcount(present));
    return sizeof(std::uint64_t) + n * (planes * sizeof(double) + sizeof(float) + 2);
  }
  static View in(std::byte* memory, std::size_t n, BiomeBits present) {
    View v;
    v.present = present, v.n = n;
    v.shares = reinterpret_cast<double*>(memory + sizeof(std::uint64_t));
    v.border =
        reinterpret_cast<float*>(v.shares + n * static_cast<std::size_t>(std::popcount(present)));
    v.dominant = reinterpret_cast<std::uint8_t*>(v.border + n);
    v.neighbour = v.dominant + n;
    return v;
  }
  double* share(std::size_t biome) const {
    return shares + n * static_cast<std::size_t>(std::popcount(present & (bit(biome) - 1)));
  }
};

Biomes::Biomes(BiomeMap map, std::uint64_t seed, const Climate& climate)
    : map_(std::move(map)),
      id_(next_id()),
      diagram_(diagram_of(map_, seed)),
      relief_(relief_map(seed, climate)),
      moisture_(moisture_map(seed, climate)) {}

std::uint8_t Biomes::classify(const VoronoiSite& site) const {
  const double relief = relief_.at(site.x, site.y), moisture = moisture_.at(site.x, site.y);
  std::size_t b = 0;
  while (b + 1 < map_.biomes.size() &&
         !(map_.biomes[b].relief.contains(relief) && map_.biomes[b].moisture.contains(moisture)))
    ++b;
  return static_cast<std::uint8_t>(b);
}

Biomes::Cache& Biomes::cache(StackScratch& scratch) const {
  if (!scratch.biomes) scratch.biomes = std::make_unique<Cache>();
  return static_cast<Cache&>(*scratch.biomes);
}

std::uint8_t Biomes::class_of(const VoronoiSite& site, Cache& cache) const {
  Cache::Site& s = cache.sites[draw_at(id_, 0, 0, site.i, site.j, 0) % cache.sites.size()];
  if (s.id != id_ || s.i != site.i || s.j != site.j) s = {id_, site.i, site.j, classify(site)};
  return s.biome;
}

const std::uint8_t* Biomes::classes_of(std::span<const VoronoiSite> sites,
                                       StackScratch& scratch) const {
  std::uint8_t* out = scratch.temporary.take<std::uint8_t>(sites.size());
  Cache& known = cache(scratch);
  for (std::size_t s = 0; s < sites.size(); ++s) out[s] = class_of(sites[s], known);
  return out;
}

/// Valid until something else is stored in the column cache.
Biomes::View Biomes::view(StackScratch& scratch, const Axes& axes) const {
  const std::uint64_t key = draw(id_, string_hash("biomes"), 0);
  const std::size_t n = columns_of(axes);
  ColumnCache& kept = scratch.columns;
  const std::byte* held = kept.find(key, axes);
  if (!held) {
    Arena& memory = scratch.temporary;
    ArenaScope scope(memory);
    const Voronoi::Columns columns = diagram_.columns(axes, scratch.noise, memory);
    const std::uint8_t* classes = classes_of(columns.sites(), scratch);
    std::uint64_t present = 0;
    for (std::size_t s = 0; s < columns.sites().size(); ++s) present |= bit(classes[s]);
    const std::size_t bytes = View::bytes(n, static_cast<BiomeBits>(present));
    std::byte* fresh = memory.take<std::byte>(bytes);
    std::memcpy(fresh, &present, sizeof present);
    fill(columns, classes, axes, View::in(fresh, n, static_cast<BiomeBits>(present)));
    kept.store(key, axes, fresh, bytes);
    held = kept.find(key, axes);
  }
  std::uint64_t present;
  std::memcpy(&present, held, sizeof present);
  return View::in(const_cast<std::byte*>(held), n, static_cast<BiomeBits>(present));
}

void Biomes::fill(const Voronoi::Columns& columns, const std::uint8_t* classes, const Axes& axes,
                  const View& out) const {
  const std::size_t biomes = static_cast<std::size_t>(std::popcount(out.present));
  if (biomes == 1) {
    const auto only = static_cast<std::uint8_t>(std::countr_zero(out.present));
    std::fill_n(out.shares, out.n, 1.0), std::fill_n(out.border, out.n, 0.0f);
    std::fill_n(out.dominant, out.n, only), std::fill_n(out.neighbour, out.n, only);
    return;
  }
  std::fill_n(out.shares, out.n * biomes, 0.0);
  for (int iy = 0; iy < axes.ny; ++iy)
    for (int ix = 0; ix < kBlockRow; ++ix) {
      const auto i = static_cast<std::size_t>(iy * kBlockRow + ix);
      VoronoiColumn c;
      columns.at(ix, iy, classes, c);
      out.border[i] = static_cast<float>(c.border);
      out.dominant[i] = classes[c.dominant], out.neighbour[i] = classes[c.neighbour];
      for (int s = 0; s < c.count; ++s) {
        double& share = out.share(classes[c.site[s]])[i];
        share = share + c.share[s];
      }
      if (out.neighbour[i] == out.dominant[i]) out.share(out.dominant[i])[i] = 1;
    }
}

void Biomes::columns(StackScratch& scratch, const Axes& axes, float* border, std::uint8_t* dominant,
                     std::uint8_t* neighbour) const {
  const View v = view(scratch, axes);
  if (border) std::copy_n(v.border, v.n, border);
  if (dominant) std::copy_n(v.dominant, v.n, dominant);
  if (neighbour) std::copy_n(v.neighbour, v.n, neighbour);
}

BiomeBits Biomes::groups_in(BiomeBits biomes, Groups groups) {
  BiomeBits out = 0;
  for_bits(biomes, [&](std::size_t b) { out |= bit(groups.of[b]); });
  return out;
}

BiomeBits Biomes::shares(StackScratch& scratch, const Axes& axes, Groups groups,
                         const double** out) const {
  const View v = view(scratch, axes);
  const BiomeBits present = groups_in(v.present, groups);
  double* planes[kMostBiomes + 1] = {};
  std::fill_n(out, groups.count, nullptr);
  for_bits(present, [&](std::size_t g) {
    out[g] = planes[g] = scratch.temporary.take<double>(v.n);
    std::fill_n(planes[g], v.n, 0.0);
  });
  for_bits(v.present, [&](std::size_t b) {
    double* plane = planes[groups.of[b]];
    const double* share = v.share(b);
    for (std::size_t i = 0; i < v.n; ++i) plane[i] = plane[i] + share[i];
  });
  // Sums of several biomes of one group may miss 1 by a little.
  for (std::size_t i = 0; i < v.n; ++i) {
    std::size_t alone = 0, with = 0;
    for_bits(present, [&](std::size_t g) {
      if (planes[g][i] > 0) alone = g, ++with;
    });
    if (with == 1) planes[alone][i] = 1;
  }
  return present;
}

Biomes::Place Biomes::at(double x, double y) const {
  const Voronoi::Point point = diagram_.point(x, y);
  std::uint8_t classes[kVoronoiNear];
  for (int s = 0; s < kVoronoiNear; ++s) classes[s] = classify(point.sites[s]);
  VoronoiColumn c;
  point.at(classes, c);
  return {classes[c.dominant], classes[c.neighbour], static_cast<float>(c.border)};
}

int Biomes::dominant_at(double x, double y, StackScratch& scratch) const {
  const Voronoi::Point point = diagram_.point(x, y);
  VoronoiColumn c;
  point.at(nullptr, c);
  return class_of(point.sites[c.dominant], cache(scratch));
}

Biomes::Range Biomes::compute_range(const Box3& box, StackScratch& scratch) const {
  ArenaScope scope(scratch.temporary);
  const Voronoi::Range range = diagram_.range(box, scratch.temporary);
  Range out{};
  if (!range.known) {
    out.share = out.dominant = bit(map_.biomes.size()) - 1;
    out.border = {0, 0.5};
  } else {
    const std::uint8_t* classes = classes_of(range.sites, scratch);
    for (std::size_t s = 0; s < range.sites.size(); ++s) {
      out.share |= bit(classes[s]);
      if (diagram_.may_rule(range, s)) out.dominant |= bit(classes[s]);
    }
    out.border = diagram_.border_over(range, classes);
  }
  if (std::has_single_bit(out.share)) return out;
  // border = f / (1 + f) with f = s² changes by 0.65 at most for every unit of s.
  const double stretch = diagram_.stretch_over(box);
  out.steepness = diagram_.steepness(range, stretch);
  out.border_steepness = 1.3 * stretch / diagram_.blend();
  return out;
}

Biomes::Range Biomes::over(const Box3& b, StackScratch& scratch) const {
  std::uint64_t h = id_;
  for (double v : {b.lo.x, b.lo.y, b.hi.x, b.hi.y}) h = mix64(h + std::bit_cast<std::uint64_t>(v));
  Cache& known = cache(scratch);
  Cache::Box& e = known.boxes[h % known.boxes.size()];
  if (e.id != id_ || e.x0 != b.lo.x || e.y0 != b.lo.y || e.x1 != b.hi.x || e.y1 != b.hi.y)
    e = {id_, b.lo.x, b.lo.y, b.hi.x, b.hi.y, compute_range(b, scratch)};
  return e.range;
}

}  // namespace strate
