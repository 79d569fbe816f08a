#include "passes/walk/fit_tile.hpp"

#include <algorithm>
#include <bit>

namespace strate {
namespace {

constexpr int kN = kTileCells;

}  // namespace

FitTileMaker::FitTileMaker(const Lattice& lattice, const WalkParams& params, const IndexBox& known)
    : lattice_(lattice),
      tables_(*params.tables),
      known_(known),
      reach_(tables_.reach),
      below_(tables_.reach + 1),
      above_(tables_.above + 1),
      rock_y_(kN + 2 * reach_),
      rock_z_(kN + below_ + above_),
      pad_y_(2 * reach_ + 2),
      pad_lo_(below_ + above_ + 2),
      pad_hi_(below_ + above_ + 2),
      rows_y_(kN + 2 * pad_y_) {
  if (!tables_.held) return;
  rock_.resize(static_cast<std::size_t>(rock_y_) * rock_z_);
  blocked_.resize(static_cast<std::size_t>(rows_y_) * (kN + pad_lo_ + pad_hi_));
  lens_.resize(kForwardMoves * kRows);
  classes_.assign(tables_.classes.size(),
                  std::vector<std::uint64_t>(static_cast<std::size_t>(rock_y_) * kN));
}

FitTileMaker::Kind FitTileMaker::kind_of(Coord tile) const {
  const IndexBox& tiles = lattice_.tiles();
  if (!tiles.contains(tile)) return Kind::none;
  const std::size_t self = lattice_.tile_index(tile);
  if (!lattice_.tile(self) && lattice_.uniform_solid(self)) return Kind::none;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const Coord t = tile + Coord{x, y, z};
        if (!tiles.contains(t)) continue;  // samples that need it are not known
        const std::size_t i = lattice_.tile_index(t);
        if (lattice_.tile(i) || lattice_.uniform_solid(i)) return Kind::mixed;
      }
  return Kind::full;
}

FitTile FitTileMaker::make(Coord tile) {
  if (!tables_.held) return {};
  origin_ = tile_origin(tile);
  const IndexBox box{origin_, origin_ + Coord{kN, kN, kN}};
  if (intersect(box, known_).empty()) return {};
  const Kind kind = kind_of(tile);
  if (kind == Kind::none) return {};
  std::fill(blocked_.begin(), blocked_.end(), 0);
  std::fill(lens_.begin(), lens_.end(), 0);
  if (kind == Kind::mixed) {
    load_rock();
    window_rock();
    erode();
    add_crossings();
    if (!tables_.solid_lens.empty()) add_solid_lens();
  }
  return packed();
}

/// rock_[z][y]: bit x + kSideBits, rows from (−reach, −below) around the tile.
void FitTileMaker::load_rock() {
  for (int z = 0; z < rock_z_; ++z)
    for (int y = 0; y < rock_y_; ++y) {
      const std::int64_t wy = origin_.y + y - reach_, wz = origin_.z + z - below_;
      const std::uint64_t left = lattice_.solid_word(origin_.x - kN, wy, wz);
      const std::uint64_t mid = lattice_.solid_word(origin_.x, wy, wz);
      const std::uint64_t right = lattice_.solid_word(origin_.x + kN, wy, wz);
      rock_[static_cast<std::size_t>(z) * rock_y_ + y] =
          left >> (kN - kSideBits) | mid << kSideBits | right << (kN + kSideBits);
    }
}

/// classes_[c][z][y]: is there rock at z − below … z + above of the class? Windows of powers of two
/// are built up by doubling; a class is two of them that overlap.
void FitTileMaker::window_rock() {
  window_ = rock_;
  int length = 1;
  const auto emit = [&](std::size_t c) {
    const VerticalReach r = tables_.classes[c];
    const int lo = below_ - r.below, hi = below_ + r.above - length + 1;
    const std::uint64_t* a = window_.data() + static_cast<std::size_t>(lo) * rock_y_;
    const std::uint64_t* b = window_.data() + static_cast<std::size_t>(hi) * rock_y_;
    std::uint64_t* out = classes_[c].data();
    for (int i = 0; i < kN * rock_y_; ++i) out[i] = a[i] | b[i];
  };
  for (;;) {
    bool longer = false;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      const int need = tables_.classes[c].below + tables_.classes[c].above + 1;
      if (need >= length && need < 2 * length) emit(c);
      longer |= need >= 2 * length;
    }
    if (!longer) return;
    const std::size_t step = static_cast<std::size_t>(length) * rock_y_;
    next_ = window_;
    for (std::size_t i = 0; i + step < window_.size(); ++i) next_[i] |= window_[i + step];
    window_.swap(next_);
    length *= 2;
  }
}

void FitTileMaker::erode() {
  for (int x = 0; x <= reach_; ++x)
    for (int z = 0; z < kN; ++z) {
      std::array<std::uint64_t, kN> row{};
      for (int y = -reach_; y <= reach_; ++y) {
        const int c = tables_.column[x][y < 0 ? -y : y];
        if (c < 0) continue;
        const std::uint64_t* in = classes_[c].data() + z * rock_y_ + y + reach_;
        for (int i = 0; i < kN; ++i) row[i] |= in[i];
      }
      std::uint64_t* out = blocked_.data() + (z + pad_lo_) * rows_y_ + pad_y_;
      for (int i = 0; i < kN; ++i) out[i] |= row[i] << x | row[i] >> x;
    }
}

/// Every crossing whose edge starts within reach of the tile.
void FitTileMaker::add_crossings() {
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const Coord t = tile_holding(origin_) + Coord{x, y, z};
        if (!lattice_.tiles().contains(t)) continue;
        const LatticeTile* tile = lattice_.tile(lattice_.tile_index(t));
        if (tile) add_tile_crossings(*tile, {x * kN, y * kN, z * kN});
      }
}

/// `base` is the tile's first sample, relative to the tile being measured.
void FitTileMaker::add_tile_crossings(const LatticeTile& tile, Coord base) {
  const int reach = reach_ + 1;
  const auto lo = [](int from, std::int64_t at) {
    return std::max<int>(0, from - static_cast<int>(at));
  };
  const auto hi = [](int to, std::int64_t at) {
    return std::min<int>(kN, to - static_cast<int>(at));
  };
  const std::uint32_t near = span_mask(base.x, -reach, kN + reach);
  for (int z = lo(-below_, base.z); z < hi(kN + above_, base.z); ++z)
    for (int y = lo(-reach, base.y); y < hi(kN + reach, base.y); ++y)
      for (int axis = 0; axis < 3; ++axis)
        if (tile.edge[axis][z * kN + y] & near)
          add_row_crossings(tile, axis, z * kN + y, near, base + Coord{0, y, z});
}

/// `base` is the first sample of the row, relative to the tile.
void FitTileMaker::add_row_crossings(const LatticeTile& tile, int axis, int row, std::uint32_t mask,
                                     Coord base) {
  const std::uint32_t edges = tile.edge[axis][row];
  std::uint32_t m = edges & mask;
  std::uint32_t rank = tile.first[axis][row] + std::popcount(edges & ~(~0u << std::countr_zero(m)));
  const int y = static_cast<int>(base.y), z = static_cast<int>(base.z);
  std::uint64_t* at = blocked_.data() + (z + pad_lo_) * rows_y_ + y + pad_y_;
  for (; m != 0; m &= m - 1, ++rank) {
    const int bit = std::countr_zero(m), x = static_cast<int>(base.x) + bit;
    const int t = tile.t[rank], lower = static_cast<int>(tile.solid[row] >> bit & 1u);
    const int shift = x + kSideBits - kMaskZero;
    for (const StencilRow& r : tables_.fit[axis * 512 + lower * 256 + t])
      at[r.z * rows_y_ + r.y] |= static_cast<std::uint64_t>(r.mask) << shift;
    add_lens(tables_.lens[axis * 256 + t], x, y, z);
  }
}

void FitTileMaker::add_lens(const std::vector<StencilRow>& rows, int x, int y, int z) {
  for (const StencilRow& r : rows) {
    const int py = y + r.y, pz = z + r.z;
    if (py < 0 || py >= kN || pz < 0 || pz >= kN) continue;
    const std::uint64_t bits = static_cast<std::uint64_t>(r.mask) << (x + kSideBits - kMaskZero);
    lens_[r.move * kRows + pz * kN + py] |= static_cast<std::uint32_t>(bits >> kSideBits);
  }
}

void FitTileMaker::add_solid_lens() {
  for (int z = -below_; z < kN + above_; ++z)
    for (int y = -reach_; y < kN + reach_; ++y) {
      const std::size_t row = static_cast<std::size_t>(z + below_) * rock_y_ + y + reach_;
      for (std::uint64_t m = rock_[row]; m != 0; m &= m - 1) {
        const int x = std::countr_zero(m) - kSideBits;
        if (x >= -reach_ - 1 && x <= kN + reach_) add_lens(tables_.solid_lens, x, y, z);
      }
    }
}

FitTile FitTileMaker::packed() {
  FitBits bits;
  std::uint32_t all = ~0u, any = 0;
  const std::uint32_t span = span_mask(origin_.x, known_.lo.x, known_.hi.x);
  for (int z = 0; z < kN; ++z)
    for (int y = 0; y < kN; ++y) {
      const bool known = origin_.y + y >= known_.lo.y && origin_.y + y < known_.hi.y &&
                         origin_.z + z >= known_.lo.z && origin_.z + z < known_.hi.z;
      const std::uint64_t blocked = blocked_[(z + pad_lo_) * rows_y_ + y + pad_y_];
      const std::uint32_t fits =
          known ? static_cast<std::uint32_t>(~blocked >> kSideBits) & span : 0;
      bits.fits[z * kN + y] = fits;
      all &= fits;
      any |= fits;
    }
  if (any == 0) return {};
  for (int move = 0; move < kForwardMoves; ++move)
    for (int row = 0; row < kRows; ++row) {
      if (row % kN == 0)
        bits.lens_first[move * kN + row / kN] = static_cast<std::uint32_t>(bits.lens.size());
      const std::uint32_t lens = lens_[move * kRows + row] & bits.fits[row];
      if (lens) bits.lens.push_back({static_cast<std::uint16_t>(row), lens});
    }
  bits.lens_first.back() = static_cast<std::uint32_t>(bits.lens.size());
  bits.lens.shrink_to_fit();
  FitTile tile;
  tile.full = all == ~0u && bits.lens.empty();
  if (!tile.full) tile.bits = std::make_unique<FitBits>(std::move(bits));
  return tile;
}

}  // namespace strate
