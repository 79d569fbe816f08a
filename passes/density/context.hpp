// What an operator sees while it evaluates a block or bounds a box (02 §2, 10 B): positions, the
// density so far, fields by id, the ground, memory of its worker. All in strate-local metres: x and
// y of the world, z above the strate's bottom.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compiler/geometry.hpp"
#include "compiler/op.hpp"
#include "passes/density/arena.hpp"
#include "passes/density/kernels.hpp"

namespace strate {

class FieldTable;  // fields.hpp
struct StrateFrame;

/// What `passage_m` and `edge_m` read where there is no passage and no edge. [Units: m]
inline constexpr double kFarM = 1e6;

/// Index into the field table of one stack; names are resolved while the stack compiles.
using FieldId = int;
inline constexpr FieldId kNoField = -1;

/// Distance to the nearest passage or landing; given by the world. Pure in position.
class PassageDistance {
 public:
  virtual ~PassageDistance() = default;
  /// Distances of every sample, layout of block_index, padding lanes finite. [Units: m]
  virtual void distances(const Axes& axes, float* out) const = 0;
  /// Encloses what `distances` computes in the box.
  virtual Interval over(const Box3& box) const = 0;
};

/// Where a block or a box of samples lies among the columns of its storage tile, ring included:
/// what hangs on x and y alone is computed once for the tile and serves everything above it.
struct TileColumns {
  Axes tile;  ///< x and y of the tile's columns; z is not used
  int x = 0, y = 0, nx = 0, ny = 0;
  bool are(const Axes& axes) const {
    return nx == axes.nx && ny == axes.ny && span(axes.x[0], axes.x[nx - 1], tile.x + x, nx) &&
           span(axes.y[0], axes.y[ny - 1], tile.y + y, ny);
  }
  bool are(const Box3& box) const {
    return span(box.lo.x, box.hi.x, tile.x + x, nx) && span(box.lo.y, box.hi.y, tile.y + y, ny);
  }

 private:
  static bool span(double first, double last, const double* at, int n) {
    return at[0] == first && at[n - 1] == last;
  }
};

/// How a stack is asked.
struct EvalEnv {
  /// Null: `passage_m` reads kFarM everywhere (passages are still being planned, 02 §2).
  const PassageDistance* passages = nullptr;
  /// False disables every skip and every candidate list; the bits are the same (10 B7).
  bool prune = true;
  /// Of the samples asked for. With it a bound speaks of samples only, without it (null) of every
  /// real point.
  const TileColumns* columns = nullptr;
};

/// Memory that an operator keeps between blocks on one worker (a room graph, say). Must never
/// change a bit: it holds only what can be computed again from position.
class OperatorCache {
 public:
  virtual ~OperatorCache() = default;
};

/// Values of x and y alone, kept between blocks: direct-mapped by the axes, a bounded number.
class ColumnCache {
 public:
  ColumnCache();
  ~ColumnCache();
  ColumnCache(ColumnCache&&) noexcept;
  ColumnCache& operator=(ColumnCache&&) noexcept;
  /// What was stored for `key` over the columns of `axes`, 64-byte aligned; null if it is not
  /// there. Valid until the next store.
  const std::byte* find(std::uint64_t key, const Axes& axes) const;
  void store(std::uint64_t key, const Axes& axes, const void* data, std::size_t bytes);

 private:
  struct Entry;
  std::vector<std::unique_ptr<Entry>> entries_;
};

/// Memory of one worker for every stack of a world. Grows to a high-water mark, then allocates no
/// more. A worker uses it for one call at a time.
class StackScratch {
 public:
  Arena temporary;  ///< stack discipline: ArenaScope
  Arena kept;       ///< fields of the block at hand
  NoiseScratch noise;
  ColumnCache columns;
  std::unique_ptr<OperatorCache> biomes;  ///< what Biomes keeps

  /// The cache of operator `slot` of stack `stack` under `passages`; the caller fills it when null.
  std::unique_ptr<OperatorCache>& cache(std::uint64_t stack, const PassageDistance* passages,
                                        int slot);

 private:
  struct StackCaches {
    std::uint64_t stack = 0;
    const PassageDistance* passages = nullptr;
    std::vector<std::unique_ptr<OperatorCache>> slots;
  };
  std::vector<StackCaches> caches_;
};

/// Common to blocks and boxes.
class StackContext {
 public:
  StackContext(const FieldTable& fields, const EvalEnv& env, StackScratch& scratch)
      : fields_(fields), env_(env), scratch_(scratch) {}
  StackContext(const StackContext&) = delete;
  StackContext& operator=(const StackContext&) = delete;

  bool prune() const { return env_.prune; }
  const EvalEnv& env() const { return env_; }
  StackScratch& scratch() { return scratch_; }
  Arena& temporary() { return scratch_.temporary; }
  const FieldTable& fields() const { return fields_; }
  const StrateFrame& frame() const;

  /// The worker's own T of operator `slot` (CompileContext::slot); default-constructed once.
  /// T derives from OperatorCache.
  template <class T>
  T& cache(int slot) {
    std::unique_ptr<OperatorCache>& held = scratch_.cache(stack_id(), env_.passages, slot);
    if (!held) held = std::make_unique<T>();
    return static_cast<T&>(*held);
  }
  std::uint64_t stack_id() const;

 private:
  const FieldTable& fields_;
  const EvalEnv env_;
  StackScratch& scratch_;
};

/// Values of a field over a block: rows of kBlockRow floats. A plane has the same row for every z.
struct FieldView {
  const float* data = nullptr;
  std::size_t y_stride = 0, z_stride = 0;
  const float* row(int iy, int iz) const {
    return data + static_cast<std::size_t>(iy) * y_stride + static_cast<std::size_t>(iz) * z_stride;
  }
  bool plane() const { return z_stride == 0; }
};

/// One block under evaluation. Fields are computed once per block, when first asked for.
class EvalContext : public StackContext {
 public:
  /// `draw`: the site's own number, where the block is a site (SitePoint).
  EvalContext(const FieldTable& fields, const EvalEnv& env, StackScratch& scratch, const Axes& axes,
              float draw = 0);
  ~EvalContext();

  const Axes& axes() const { return axes_; }
  /// Floats of one block: nz · ny rows.
  std::size_t rows() const {
    return static_cast<std::size_t>(axes_.ny) * static_cast<std::size_t>(axes_.nz);
  }
  std::size_t size() const { return rows() * kBlockRow; }
  /// A block of uninitialised floats from the temporary arena.
  float* take_block() { return scratch().temporary.take<float>(size()); }
  /// ny uninitialised rows.
  float* take_plane() {
    return scratch().temporary.take<float>(static_cast<std::size_t>(axes_.ny) * kBlockRow);
  }

  /// The density of the enclosing list before the operator at work; null before its first entry.
  const float* current() const { return current_; }
  void set_current(const float* values) { current_ = values; }
  float draw() const { return draw_; }

  /// Values of a field. Valid while the operator at work runs.
  FieldView field(FieldId id);

 private:
  friend class FieldTable;
  Axes axes_;
  float draw_;
  const float* current_ = nullptr;
  Arena::Mark mark_;
  const float** slots_;  ///< per field: its values once computed
};

/// One box to be bounded.
class BoundContext : public StackContext {
 public:
  BoundContext(const FieldTable& fields, const EvalEnv& env, StackScratch& scratch,
               const Box3& box);
  ~BoundContext();

  const Box3& box() const { return box_; }
  /// Encloses the density before the operator at work; {−kCapM, kCapM} before the first entry.
  Interval current() const { return current_; }
  void set_current(Interval in) { current_ = in; }
  /// Encloses the field's floats in the box.
  Interval field(FieldId id);

 private:
  friend class FieldTable;
  struct Slot {
    Interval value;
    bool known;
  };
  Box3 box_;
  Interval current_{-kCapM, kCapM};
  Arena::Mark mark_;
  Slot* slots_;
};

/// The centre of a room, island or column, where per-site parameters and `sites` are read. Cheap
/// until a field is asked for. While one lives, ask the outer context for no field; several are
/// destroyed in reverse order.
class SitePoint {
 public:
  /// `draw`: the site's own number in [0, 1).
  SitePoint(StackContext& context, Vec3 centre, double draw);
  ~SitePoint();
  Vec3 centre() const { return centre_; }
  double draw() const { return draw_; }
  float field(FieldId id);
  /// The one that rules here; the strate has biomes.
  int biome();
  /// The block of this one point.
  EvalContext& context();

 private:
  StackContext& outer_;
  Vec3 centre_;
  double draw_;
  int biome_ = -1;
  double x_[kBlockRow], y_[kBlockRow], z_[kBlockRow];  ///< filled with the first use
  std::optional<EvalContext> inner_;
};

/// An operator that writes the height channel (heightfield), or writes it anew: the ground of
/// `below_ground_m` and `slope_deg`. All are pure in x and y.
class GroundOperator : public Operator {
 public:
  /// Of every column, ny rows of kBlockRow: ground height, rise over run (≥ 0). Valid until the
  /// next call that evaluates a ground.
  struct Planes {
    const double* height;
    const double* slope;
  };
  virtual Planes ground(EvalContext& context) const = 0;
  /// Enclose both in the box's columns.
  virtual Interval height_over(BoundContext& context) const = 0;
  virtual Interval slope_over(BoundContext& context) const = 0;
  /// The ground that this one rewrites, down to the source; null for the source itself.
  virtual GroundOperator* rewritten() const { return nullptr; }
};

/// 10 B7: the interval of computed floats from one of exact arithmetic.
inline Interval widened(Interval v) {
  constexpr double kAbsolute = 1.0 / 1024, kRelative = 1.0 / 262144;
  return {v.lo - kAbsolute - kRelative * std::fabs(v.lo),
          v.hi + kAbsolute + kRelative * std::fabs(v.hi)};
}

}  // namespace strate
