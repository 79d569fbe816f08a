#include "passes/walk/floor_facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "passes/walk/rock_near.hpp"

namespace strate {
namespace {

constexpr int kN = kTileCells;

/// Tile columns that meet the core, as one index.
struct TileColumns {
  std::int64_t x0, y0, width, height;
  explicit TileColumns(const IndexBox& box)
      : x0(floor_div(box.lo.x, kN)),
        y0(floor_div(box.lo.y, kN)),
        width(ceil_div(box.hi.x, kN) - x0),
        height(ceil_div(box.hi.y, kN) - y0) {}
  std::size_t count() const { return static_cast<std::size_t>(width * height); }
  /// First sample of column i, z = 0.
  Coord origin(std::size_t i) const {
    const auto k = static_cast<std::int64_t>(i);
    return {(x0 + k % width) * kN, (y0 + k / width) * kN, 0};
  }
};

/// Bit x of [z − core.lo.z][y]: nodes of `in` that stand in one tile column.
std::vector<std::uint32_t> node_rows(const WalkSlab::Impl& slab, const std::vector<bool>& in,
                                     Coord origin) {
  const auto levels = static_cast<std::size_t>(slab.core.size().z);
  std::vector<std::uint32_t> rows(levels * kN, 0);
  for (int y = 0; y < kN; ++y)
    for (int x = 0; x < kN; ++x) {
      if (!slab.has_column(origin.x + x, origin.y + y)) continue;
      const std::size_t c = slab.column_index(origin.x + x, origin.y + y);
      for (std::uint32_t n = slab.column[c]; n < slab.column[c + 1]; ++n)
        if (in[n]) rows[static_cast<std::size_t>(slab.z[n]) * kN + y] |= 1u << x;
    }
  return rows;
}

std::vector<bool> as_flags(const WalkSlab::Impl& slab, const NodeSet& nodes) {
  std::vector<bool> in(slab.z.size());
  for (const std::uint32_t n : nodes) in[n] = true;
  return in;
}

/// Rows of 64 bits around a tile's row: bit x + kSideBits.
std::uint64_t wide_row(const Lattice& lattice, std::int64_t x0, std::int64_t y, std::int64_t z) {
  const std::uint64_t left = lattice.solid_word(x0 - kN, y, z);
  const std::uint64_t mid = lattice.solid_word(x0, y, z);
  const std::uint64_t right = lattice.solid_word(x0 + kN, y, z);
  return left >> (kN - kSideBits) | mid << kSideBits | right << (kN + kSideBits);
}

/// Finds narrow nodes of one tile column, level by level.
class NarrowFinder {
 public:
  NarrowFinder(const Lattice& lattice, const WalkSlab::Impl& slab, double width_m)
      : lattice_(lattice), slab_(slab) {
    // A wall stands between its solid samples and their neighbours: half a voxel before them on
    // the mean.
    const double v = metres(lattice.voxel_um());
    const double radius = (width_m / 2 + v / 2) / v;
    reach_ = static_cast<int>(std::floor(radius));
    for (int y = 0; y <= reach_; ++y)
      half_.push_back(static_cast<int>(std::floor(std::sqrt(radius * radius - y * y))));
    safe_ = grown(lattice.window(), -2 * reach_);
    low_ = static_cast<int>(ceil_div(slab.params.axis / 2, kPart));
    high_ = slab.params.axis / kPart;
  }

  NarrowCount count(const std::vector<std::uint32_t>& rows, Coord origin) const {
    NarrowCount sum;
    const std::uint32_t span = span_mask(origin.x, safe_.lo.x, safe_.hi.x);
    for (std::size_t level = 0; level * kN < rows.size(); ++level) {
      const std::uint32_t* nodes = rows.data() + level * kN;
      std::uint32_t any = 0;
      for (int y = 0; y < kN; ++y) any |= nodes[y];
      if ((any & span) == 0) continue;
      origin.z = slab_.core.lo.z + static_cast<std::int64_t>(level);
      count_level(nodes, span, origin, sum);
    }
    return sum;
  }

 private:
  using Rows = std::vector<std::uint64_t>;

  void count_level(const std::uint32_t* nodes, std::uint32_t span, Coord origin,
                   NarrowCount& sum) const {
    const int pad = 2 * reach_;
    Rows walls(kN + 2 * pad, 0);
    for (int y = -pad; y < kN + pad; ++y)
      for (int z = low_; z <= high_; ++z)
        walls[y + pad] |= wide_row(lattice_, origin.x, origin.y + y, origin.z + z);
    Rows wide = dilated(walls);
    for (std::uint64_t& row : wide) row = ~row;
    wide = dilated(wide);
    for (int y = 0; y < kN; ++y) {
      const std::int64_t wy = origin.y + y;
      if (wy < safe_.lo.y || wy >= safe_.hi.y) continue;
      const auto held = static_cast<std::uint32_t>(wide[y] >> kSideBits);
      sum.judged += static_cast<unsigned>(std::popcount(nodes[y] & span));
      sum.narrow += static_cast<unsigned>(std::popcount(nodes[y] & span & ~held));
    }
  }

  /// Rows in reach of `in` by the disc; loses reach_ rows at each end.
  Rows dilated(const Rows& in) const {
    Rows out(in.size() - 2 * reach_, 0);
    for (std::size_t y = 0; y < out.size(); ++y)
      for (int dy = -reach_; dy <= reach_; ++dy) {
        const std::uint64_t row = in[y + reach_ + dy];
        if (row == 0) continue;
        for (int dx = 0; dx <= half_[dy < 0 ? -dy : dy]; ++dx) out[y] |= row << dx | row >> dx;
      }
    return out;
  }

  const Lattice& lattice_;
  const WalkSlab::Impl& slab_;
  IndexBox safe_;
  int reach_ = 0, low_ = 0, high_ = 0;
  std::vector<int> half_;
};

/// Heights of ceilings (air below, rock above) by column, ascending.
class Ceilings {
 public:
  Ceilings(const Lattice& lattice, const IndexBox& box, const Executor& executor)
      : box_(box), first_(static_cast<std::size_t>(box.size().x * box.size().y) + 1, 0) {
    const TileColumns columns(box);
    executor.for_each(columns.count(), [&](std::size_t i, unsigned) {
      visit(lattice, columns.origin(i), [&](std::size_t c, std::int64_t) { ++first_[c + 1]; });
    });
    for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    height_.resize(first_.back());
    executor.for_each(columns.count(), [&](std::size_t i, unsigned) {
      std::array<std::uint32_t, kRows> placed{};
      const Coord o = columns.origin(i);
      visit(lattice, o, [&](std::size_t c, std::int64_t height) {
        const auto width = static_cast<std::size_t>(box_.size().x);
        const auto x = static_cast<std::size_t>(box_.lo.x - o.x) + c % width;
        const auto y = static_cast<std::size_t>(box_.lo.y - o.y) + c / width;
        height_[first_[c] + placed[y * kN + x]++] =
            static_cast<std::int32_t>(height - box_.lo.z * kPart);
      });
    });
  }

  /// The lowest at or over `height`, or `limit`.
  std::int64_t over(std::int64_t x, std::int64_t y, std::int64_t height, std::int64_t limit) const {
    const auto c = static_cast<std::size_t>((y - box_.lo.y) * box_.size().x + (x - box_.lo.x));
    for (std::uint32_t i = first_[c]; i < first_[c + 1]; ++i) {
      const std::int64_t at = height_[i] + box_.lo.z * kPart;
      if (at >= height) return std::min(at, limit);
    }
    return limit;
  }

  bool has(std::int64_t x, std::int64_t y) const {
    return box_.lo.x <= x && x < box_.hi.x && box_.lo.y <= y && y < box_.hi.y;
  }

 private:
  template <class F>
  void visit(const Lattice& lattice, Coord o, F&& f) const {
    const std::uint32_t span = span_mask(o.x, box_.lo.x, box_.hi.x);
    for (std::int64_t z = box_.lo.z; z + 1 < box_.hi.z; ++z)
      for (std::int64_t y = std::max(o.y, box_.lo.y); y < std::min(o.y + kN, box_.hi.y); ++y) {
        const std::uint32_t roofs =
            lattice.edge_word(2, o.x, y, z) & ~lattice.solid_word(o.x, y, z) & span;
        for (std::uint32_t m = roofs; m != 0; m &= m - 1) {
          const Coord c{o.x + std::countr_zero(m), y, z};
          f(static_cast<std::size_t>((y - box_.lo.y) * box_.size().x + c.x - box_.lo.x),
            z * kPart + lattice.crossing(c, 2));
        }
      }
  }

  IndexBox box_;
  std::vector<std::uint32_t> first_;
  std::vector<std::int32_t> height_;
};

/// 64 unit vectors spread evenly over the sphere: a spiral of golden angles. Made by its
/// recurrence, so that no angle is needed.
std::vector<Vec3> sight_directions() {
  // cos and sin of 137.50776405003785°.
  constexpr double kCos = -0.7373688780783197, kSin = 0.6754902942615236;
  std::vector<Vec3> all;
  double c = 1, s = 0;
  for (int i = 0; i < 64; ++i) {
    const double z = (2 * i + 1) / 64.0 - 1, r = std::sqrt(1 - z * z);
    all.push_back({r * c, r * s, z});
    const double next = c * kCos - s * kSin;
    s = c * kSin + s * kCos;
    c = next;
  }
  return all;
}

double sight_m(const Lattice& lattice, Vec3 eye, Vec3 direction, double most_m) {
  const double v = metres(lattice.voxel_um());
  const auto index = [&](double m) { return static_cast<std::int64_t>(std::floor(m / v + 0.5)); };
  for (double t = 0; t < most_m; t += v) {
    const Vec3 p = eye + direction * t;
    const Coord c{index(p.x), index(p.y), index(p.z)};
    if (!lattice.window().contains(c) || lattice.solid(c)) return t;
  }
  return most_m;
}

}  // namespace

Headrooms headrooms(const Lattice& lattice, const WalkSlab::Impl& slab, const NodeSet& nodes,
                    double most_m, const Executor& executor) {
  const WalkParams& p = slab.params;
  const IndexBox& w = lattice.window();
  const Ceilings ceilings(
      lattice, {{slab.core.lo.x, slab.core.lo.y, w.lo.z}, {slab.core.hi.x, slab.core.hi.y, w.hi.z}},
      executor);
  const std::int64_t radius = ceil_div(p.player.radius_um * kPart, p.voxel_um);
  const auto most =
      static_cast<std::int64_t>(most_m * 1e6 * kPart / static_cast<double>(p.voxel_um));
  const std::int64_t top = (w.hi.z - 1) * kPart;
  Headrooms out;
  out.parts.resize(nodes.size());
  executor.for_each((nodes.size() + 4095) / 4096, [&](std::size_t part, unsigned) {
    for (std::size_t i = part * 4096; i < std::min(nodes.size(), (part + 1) * 4096); ++i) {
      const Coord c = slab.node(nodes[i]);
      const std::int64_t floor = slab.floor_of(nodes[i]);
      std::int64_t roof = std::min(floor + most, top);
      for (std::int64_t dy = -radius / kPart; dy <= radius / kPart; ++dy)
        for (std::int64_t dx = -radius / kPart; dx <= radius / kPart; ++dx) {
          const std::int64_t aside2 = (dx * dx + dy * dy) * kPart * kPart;
          if (aside2 >= radius * radius || !ceilings.has(c.x + dx, c.y + dy)) continue;
          const std::int64_t round = head_round(aside2, radius);
          roof = std::min(roof, ceilings.over(c.x + dx, c.y + dy, c.z * kPart, roof) + round);
        }
      out.parts[i] = static_cast<std::int32_t>(roof - floor);
    }
  });
  for (std::size_t i = 0; i < nodes.size(); ++i)
    out.cut += out.parts[i] < most && out.parts[i] + slab.floor_of(nodes[i]) == top;
  return out;
}

NarrowCount count_narrow(const Lattice& lattice, const WalkSlab::Impl& slab, const NodeSet& nodes,
                         double width_m, const Executor& executor) {
  const std::vector<bool> in = as_flags(slab, nodes);
  const NarrowFinder finder(lattice, slab, width_m);
  const TileColumns columns(slab.core);
  std::vector<NarrowCount> sums(columns.count());
  executor.for_each(sums.size(), [&](std::size_t i, unsigned) {
    const Coord o = columns.origin(i);
    sums[i] = finder.count(node_rows(slab, in, o), o);
  });
  NarrowCount sum;
  for (const NarrowCount& s : sums) sum.narrow += s.narrow, sum.judged += s.judged;
  return sum;
}

double mean_sight_m(const Lattice& lattice, const WalkSlab::Impl& slab, const NodeSet& nodes,
                    std::size_t places, double most_m, const Executor& executor) {
  if (nodes.empty()) return 0;
  const std::vector<Vec3> directions = sight_directions();
  const std::size_t n = std::min(places, nodes.size());
  const Um voxel = slab.params.voxel_um;
  const double eye = metres(slab.params.player.height_um) - 0.16;
  std::vector<double> means(n);
  executor.for_each(n, [&](std::size_t i, unsigned) {
    const std::uint32_t node = nodes[i * nodes.size() / n];
    const Coord c = slab.node(node);
    const Vec3 at{lattice_m(c.x, voxel), lattice_m(c.y, voxel),
                  slab.params.metres_of(slab.floor_of(node)) + eye};
    double sum = 0;
    for (const Vec3& d : directions) sum += sight_m(lattice, at, d, most_m);
    means[i] = sum / static_cast<double>(directions.size());
  });
  double sum = 0;
  for (const double m : means) sum += m;
  return sum / static_cast<double>(n);
}

std::uint64_t fitting_over(const WalkSlab::Impl& slab, const NodeSet& nodes,
                           const Executor& executor) {
  const std::vector<bool> in = as_flags(slab, nodes);
  const TileColumns columns(slab.core);
  std::vector<std::uint64_t> sums(columns.count());
  executor.for_each(sums.size(), [&](std::size_t i, unsigned) {
    const Coord o = columns.origin(i);
    const std::vector<std::uint32_t> rows = node_rows(slab, in, o);
    std::array<std::uint32_t, kN> reached{};
    for (std::size_t level = 0; level * kN < rows.size(); ++level)
      for (int y = 0; y < kN; ++y) {
        const std::uint32_t nodes_here = rows[level * kN + y];
        if (!(reached[y] | nodes_here)) continue;
        const std::int64_t z = slab.core.lo.z + static_cast<std::int64_t>(level);
        reached[y] = (reached[y] & slab.grid.word(o.x, o.y + y, z)) | nodes_here;
        sums[i] += static_cast<unsigned>(std::popcount(reached[y]));
      }
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t s : sums) sum += s;
  return sum;
}

std::uint64_t air_samples(const Lattice& lattice, const IndexBox& box, const Executor& executor) {
  std::vector<std::uint64_t> sums(lattice.tile_count());
  executor.for_each(sums.size(), [&](std::size_t i, unsigned) {
    const Coord o = tile_origin(lattice.tile_at(i));
    const IndexBox in = intersect(box, {o, o + Coord{kN, kN, kN}});
    if (in.empty()) return;
    const LatticeTile* tile = lattice.tile(i);
    if (!tile) {
      sums[i] = lattice.uniform_solid(i) ? 0 : in.count();
      return;
    }
    const std::uint32_t span = span_mask(o.x, in.lo.x, in.hi.x);
    for (std::int64_t z = in.lo.z; z < in.hi.z; ++z)
      for (std::int64_t y = in.lo.y; y < in.hi.y; ++y)
        sums[i] += static_cast<unsigned>(std::popcount(~lattice.solid_word(o.x, y, z) & span));
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t s : sums) sum += s;
  return sum;
}

}  // namespace strate
