#include "passes/density/context.hpp"

#include <algorithm>
#include <cstring>

#include "compiler/hash.hpp"
#include "passes/density/fields.hpp"

namespace strate {

namespace {

/// Entries of a column cache: planes of 256 tile columns.
constexpr std::size_t kColumnEntries = 256;

void copy_axis(const double* from, int n, double* to) {
  std::copy(from, from + n, to);
  std::fill(to + n, to + kBlockRow, from[n - 1]);
}

std::size_t entry_of(std::uint64_t key, const Axes& axes) {
  std::uint64_t x, y;
  std::memcpy(&x, axes.x, sizeof x);
  std::memcpy(&y, axes.y, sizeof y);
  return mix64(mix64(mix64(key) ^ x) + y) % kColumnEntries;
}

}  // namespace

struct ColumnCache::Entry {
  std::uint64_t key = 0;
  int nx = 0, ny = 0;
  double x[kBlockRow], y[kBlockRow];
  Arena memory;
  std::byte* data = nullptr;
  std::size_t room = 0;

  bool holds(std::uint64_t wanted, const Axes& axes) const {
    return data != nullptr && key == wanted && nx == axes.nx && ny == axes.ny &&
           std::equal(x, x + nx, axes.x) && std::equal(y, y + ny, axes.y);
  }
};

ColumnCache::ColumnCache() : entries_(kColumnEntries) {}
ColumnCache::~ColumnCache() = default;
ColumnCache::ColumnCache(ColumnCache&&) noexcept = default;
ColumnCache& ColumnCache::operator=(ColumnCache&&) noexcept = default;

const std::byte* ColumnCache::find(std::uint64_t key, const Axes& axes) const {
  const Entry* entry = entries_[entry_of(key, axes)].get();
  return entry && entry->holds(key, axes) ? entry->data : nullptr;
}

void ColumnCache::store(std::uint64_t key, const Axes& axes, const void* data, std::size_t bytes) {
  std::unique_ptr<Entry>& slot = entries_[entry_of(key, axes)];
  if (!slot) slot = std::make_unique<Entry>();
  if (slot->room < bytes) {
    slot->memory = Arena(bytes);
    slot->data = slot->memory.take<std::byte>(bytes);
    slot->room = bytes;
  }
  slot->key = key;
  slot->nx = axes.nx, slot->ny = axes.ny;
  copy_axis(axes.x, axes.nx, slot->x);
  copy_axis(axes.y, axes.ny, slot->y);
  std::memcpy(slot->data, data, bytes);
}

std::unique_ptr<OperatorCache>& StackScratch::cache(std::uint64_t stack,
                                                    const PassageDistance* passages, int slot) {
  auto found = std::find_if(caches_.begin(), caches_.end(), [&](const StackCaches& c) {
    return c.stack == stack && c.passages == passages;
  });
  if (found == caches_.end()) found = caches_.insert(caches_.end(), {stack, passages, {}});
  const std::size_t i = static_cast<std::size_t>(slot);
  if (found->slots.size() <= i) found->slots.resize(i + 1);
  return found->slots[i];
}

const StrateFrame& StackContext::frame() const { return fields_.frame(); }

std::uint64_t StackContext::stack_id() const { return fields_.stack_id(); }

EvalContext::EvalContext(const FieldTable& fields, const EvalEnv& env, StackScratch& scratch,
                         const Axes& axes, float draw)
    : StackContext(fields, env, scratch), axes_(axes), draw_(draw), mark_(scratch.kept.mark()) {
  slots_ = scratch.kept.take<const float*>(fields.size());
  std::fill_n(slots_, fields.size(), nullptr);
}

EvalContext::~EvalContext() { scratch().kept.release(mark_); }

FieldView EvalContext::field(FieldId id) { return fields().view(id, *this); }

BoundContext::BoundContext(const FieldTable& fields, const EvalEnv& env, StackScratch& scratch,
                           const Box3& box)
    : StackContext(fields, env, scratch), box_(box), mark_(scratch.kept.mark()) {
  slots_ = scratch.kept.take<Slot>(fields.size());
  std::fill_n(slots_, fields.size(), Slot{{0, 0}, false});
}

BoundContext::~BoundContext() { scratch().kept.release(mark_); }

Interval BoundContext::field(FieldId id) {
  if (!fields()[id].lasting) return fields().over(id, *this);
  Slot& slot = slots_[id];
  if (!slot.known) slot = {fields().over(id, *this), true};
  return slot.value;
}

SitePoint::SitePoint(StackContext& context, Vec3 centre, double draw)
    : outer_(context), centre_(centre), draw_(draw) {}

SitePoint::~SitePoint() = default;

EvalContext& SitePoint::context() {
  if (!inner_) {
    std::fill_n(x_, kBlockRow, centre_.x);
    std::fill_n(y_, kBlockRow, centre_.y);
    std::fill_n(z_, kBlockRow, centre_.z);
    inner_.emplace(outer_.fields(), outer_.env(), outer_.scratch(), Axes{x_, y_, z_, 1, 1, 1},
                   static_cast<float>(draw_));
  }
  return *inner_;
}

int SitePoint::biome() {
  if (biome_ < 0)
    biome_ = outer_.fields().biomes()->dominant_at(centre_.x, centre_.y, outer_.scratch());
  return biome_;
}

float SitePoint::field(FieldId id) {
  EvalContext& point = context();
  ArenaScope scope(point.temporary());
  return point.field(id).data[0];
}

}  // namespace strate
