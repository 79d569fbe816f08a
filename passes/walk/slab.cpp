#include <algorithm>

#include "passes/walk/slab_impl.hpp"

namespace strate {

Coord WalkSlab::Impl::node(std::uint32_t index) const {
  const std::int64_t c = at[index], width = core.hi.x - core.lo.x;
  return {core.lo.x + c % width, core.lo.y + c / width, core.lo.z + z[index]};
}

std::int64_t WalkSlab::Impl::floor_of(std::uint32_t index) const {
  return (core.lo.z + z[index]) * kPart - depth[index];
}

std::uint32_t WalkSlab::Impl::first_at(std::size_t c, std::int64_t height) const {
  std::uint32_t i = column[c];
  while (i < column[c + 1] && core.lo.z + z[i] < height) ++i;
  return i;
}

std::uint32_t WalkSlab::Impl::find(Coord p) const {
  if (!core.contains(p) || column.empty()) return kNoNode;
  const std::size_t c = column_index(p.x, p.y);
  const std::uint32_t i = first_at(c, p.z);
  return i < column[c + 1] && core.lo.z + z[i] == p.z ? i : kNoNode;
}

std::size_t WalkSlab::Impl::steps(std::uint32_t index, std::span<WalkStep> out) const {
  const std::uint64_t mask = moves[index];
  if (mask == 0) return 0;
  const Coord p = node(index);
  std::size_t n = 0;
  for (const int move : kMovesByPlace) {
    auto bits = static_cast<std::uint32_t>(mask >> (8 * move) & 255u);
    if (bits == 0) continue;
    std::uint32_t to =
        first_at(column_index(p.x + kMoveX[move], p.y + kMoveY[move]), p.z - params.rise_vx);
    for (; bits != 0; bits >>= 1, ++to)
      if (bits & 1u) out[n++] = {to, move_weight(move, floor_of(to) - floor_of(index))};
  }
  return n;
}

WalkSlab::WalkSlab(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WalkSlab::WalkSlab(WalkSlab&&) noexcept = default;
WalkSlab& WalkSlab::operator=(WalkSlab&&) noexcept = default;
WalkSlab::~WalkSlab() = default;

const IndexBox& WalkSlab::core() const { return impl_->core; }
const WalkParams& WalkSlab::params() const { return impl_->params; }

Fit WalkSlab::fit(Coord p) const {
  if (!impl_->grid.known().contains(p)) return Fit::unknown;
  return impl_->grid.fits(p) ? Fit::yes : Fit::no;
}

std::uint32_t WalkSlab::fits_word(std::int64_t x0, std::int64_t y, std::int64_t z) const {
  const IndexBox& c = impl_->core;
  if (y < c.lo.y || y >= c.hi.y || z < c.lo.z || z >= c.hi.z) return 0;
  return impl_->grid.word(x0, y, z) & span_mask(x0, c.lo.x, c.hi.x);
}

std::uint32_t WalkSlab::standing_word(std::int64_t x0, std::int64_t y, std::int64_t z) const {
  std::uint32_t word = 0;
  if (fits_word(x0, y, z) == 0) return 0;
  for (int x = 0; x < kTileCells; ++x)
    if (impl_->find({x0 + x, y, z}) != kNoNode) word |= 1u << x;
  return word;
}

std::uint32_t WalkSlab::node_count() const { return static_cast<std::uint32_t>(impl_->z.size()); }
Coord WalkSlab::node(std::uint32_t index) const { return impl_->node(index); }
std::int64_t WalkSlab::floor_of(std::uint32_t index) const { return impl_->floor_of(index); }
std::uint32_t WalkSlab::find(Coord p) const { return impl_->find(p); }
std::uint64_t WalkSlab::fit_samples() const { return impl_->bodies.samples(); }

std::size_t WalkSlab::bytes() const {
  return impl_->grid.bytes() + impl_->bodies.bytes() + impl_->column.size() * 4 +
         impl_->z.size() * (4 + 2 + 2 + 8) + impl_->crosses.size() * sizeof(CrossMove);
}

}  // namespace strate
