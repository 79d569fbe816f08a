#include "passes/walk/stands.hpp"

#include <algorithm>
#include <bit>

namespace strate {
namespace {

constexpr int kN = kTileCells;

}  // namespace

StandFinder::StandFinder(const Lattice& lattice, const FitGrid& grid, const WalkParams& params,
                         const IndexBox& wanted, const IndexBox& core)
    : lattice_(lattice),
      grid_(grid),
      params_(params),
      wanted_(wanted),
      core_(core),
      pad_(params.closing_vx + params.stride_vx),
      side_(kN + 2 * pad_),
      stride_((side_ + 15) / 16 * 16) {
  const std::size_t n = static_cast<std::size_t>(side_) * stride_;
  depth_.assign(n, kNoFloor);
  work_.assign(n, kNoFloor);
  closed_.assign(n, kNoFloor);
}

bool StandFinder::find_candidates(Coord tile) {
  const FitTile* self = grid_.tile_of(tile);
  if (!self || self->empty()) return false;
  const std::uint32_t span = span_mask(origin_.x, wanted_.lo.x, wanted_.hi.x);
  std::uint32_t any = 0;
  for (int z = 0; z < kN; ++z)
    for (int y = 0; y < kN; ++y) {
      const std::int64_t wy = origin_.y + y, wz = origin_.z + z;
      const bool in =
          wanted_.lo.y <= wy && wy < wanted_.hi.y && wanted_.lo.z <= wz && wz < wanted_.hi.z;
      const std::uint32_t here =
          in ? span & grid_.word(origin_.x, wy, wz) & ~grid_.word(origin_.x, wy, wz - 1) : 0u;
      candidates_[z * kN + y] = here;
      any |= here;
    }
  return any != 0;
}

StandFinder::Rows StandFinder::candidate_rows(int z) const {
  Rows rows{kN, 0};
  for (int y = 0; y < kN; ++y)
    if (candidates_[z * kN + y] != 0) rows.lo = std::min(rows.lo, y), rows.hi = y + 1;
  return rows;
}

void StandFinder::clear_floors() { std::fill(depth_.begin(), depth_.end(), kNoFloor); }

/// One level up: floors lie 256 deeper; those beyond `depth` are given up.
void StandFinder::lower_floors() {
  const auto deepest = static_cast<std::int16_t>(params_.depth);
  for (std::int16_t& d : depth_) {
    const auto lower = static_cast<std::int16_t>(d + kPart);
    d = lower > deepest ? kNoFloor : lower;
  }
}

/// Crossings between levels z − 1 (rock) and z (air) are the newest floors of level z.
void StandFinder::take_crossings(std::int64_t z) {
  for (int y = -pad_; y < kN + pad_; ++y)
    for (int dx = -1; dx <= 1; ++dx) {
      const Coord c{origin_.x + dx * kN, origin_.y + y, z - 1};
      const Coord t = tile_holding(c);
      if (!lattice_.tiles().contains(t)) continue;
      const LatticeTile* tile = lattice_.tile(lattice_.tile_index(t));
      if (!tile) continue;
      const Coord in = c - tile_origin(t);
      const auto row = static_cast<std::size_t>(in.z * kN + in.y);
      const std::uint32_t edges = tile->edge[2][row];
      const std::uint32_t near = span_mask(dx * kN, -pad_, kN + pad_);
      for (std::uint32_t m = edges & tile->solid[row] & near; m != 0; m &= m - 1) {
        const int bit = std::countr_zero(m);
        const int rank = std::popcount(edges & ((1u << bit) - 1u));
        const int t256 = tile->t[tile->first[2][row] + rank];
        plane(depth_, y)[dx * kN + bit + pad_] = static_cast<std::int16_t>(kPart - t256);
      }
    }
}

/// Closing of heights = least, then greatest, of depths; only what the rows' candidates ask for.
/// The first two passes gather the square that starts at a column, the last two those that hold it.
void StandFinder::close_floors(Rows rows) {
  const int n = params_.closing_vx, s = params_.stride_vx;
  const int lo = rows.lo - s, hi = rows.hi + s;
  const auto gather = [&](auto pick, std::vector<std::int16_t>& from, std::vector<std::int16_t>& to,
                          int y0, int y1, int x0, int step) {
    for (int y = y0; y < y1; ++y) {
      std::int16_t* out = plane(to, y) + pad_;
      const std::int16_t* in = plane(from, y) + pad_;
      std::copy(in + x0, in + kN + s, out + x0);
      for (int i = 1; i <= n; ++i) {
        in += step;
        for (int x = x0; x < kN + s; ++x) out[x] = pick(out[x], in[x]);
      }
    }
  };
  const auto least = [](std::int16_t a, std::int16_t b) { return b < a ? b : a; };
  const auto most = [](std::int16_t a, std::int16_t b) { return b > a ? b : a; };
  gather(least, depth_, work_, lo - n, hi + n, -s - n, 1);
  gather(least, work_, closed_, lo - n, hi, -s - n, stride_);
  gather(most, closed_, work_, lo - n, hi, -s, -1);
  gather(most, work_, closed_, lo, hi, -s, -stride_);
  const auto pit = static_cast<std::int16_t>(params_.pit);
  for (int y = lo; y < hi; ++y) {
    std::int16_t* out = plane(closed_, y) + pad_;
    const std::int16_t* own = plane(depth_, y) + pad_;
    for (int x = -s; x < kN + s; ++x) out[x] = own[x] - out[x] > pit ? out[x] : own[x];
  }
}

/// `c` points at the closed depth of the candidate's own column.
bool StandFinder::walkable(const std::int16_t* c) const {
  const int s = params_.stride_vx;
  for (const int sy : {-s * stride_, s * stride_})
    for (const int sx : {-s, s}) {
      const std::int64_t gx = (c[sx] - c[0]) + (c[sy + sx] - c[sy]);
      const std::int64_t gy = (c[sy] - c[0]) + (c[sy + sx] - c[sx]);
      if (gx * gx + gy * gy <= params_.slope2) return true;
    }
  return false;
}

void StandFinder::judge(int z, Rows rows, std::vector<Stand>& out) {
  for (int y = rows.lo; y < rows.hi; ++y)
    for (std::uint32_t m = candidates_[z * kN + y]; m != 0; m &= m - 1) {
      const int x = std::countr_zero(m);
      const std::int16_t* c = plane(closed_, y) + pad_ + x;
      if (*c > params_.rest) continue;
      const Coord p = origin_ + Coord{x, y, z};
      if (!walkable(c)) {
        steep_ += core_.contains(p);
        continue;
      }
      Stand stand{p, *c, {}};
      for (int move = 0; move < kMoves; ++move)
        stand.around[move] = c[params_.stride_vx * (kMoveY[move] * stride_ + kMoveX[move])];
      out.push_back(stand);
    }
}

void StandFinder::find(Coord tile, std::vector<Stand>& out) {
  origin_ = tile_origin(tile);
  steep_ = 0;
  if (!find_candidates(tile)) return;
  const int levels = static_cast<int>(ceil_div(params_.depth, kPart)) + 1;
  int known_to = -1 - levels;  // floors are known up to this level
  bool fresh = true;
  for (int z = 0; z < kN; ++z) {
    const Rows rows = candidate_rows(z);
    if (rows.lo >= rows.hi) continue;
    if (fresh || z - known_to > levels) clear_floors(), known_to = z - levels, fresh = false;
    while (known_to < z) {
      lower_floors();
      take_crossings(origin_.z + ++known_to);
    }
    close_floors(rows);
    judge(z, rows, out);
  }
}

}  // namespace strate
