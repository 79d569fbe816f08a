// Modifiers that carve the shapes of their sites out of what is there, or heap them up:
//
//   s = min(cap, min over the shapes near)      negative inside
//   t = s + relief·fbm                          3 octaves, the coarsest `scale`, over kNoiseSup
//   d' = smooth max (d, −t) or smooth min (d, t), blended by k, where s < cap; d elsewhere, exactly
//
// so their walls are rough by themselves and nothing changes 4 m outside a shape.
//
// A site is decided once, when somebody first comes near it, and then kept: for all workers in the
// operator (SiteMemo), and for each in its scratch. A decision is pure in the seed and the cell, so
// that it does not matter who takes it, nor when.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "passes/density/compile.hpp"
#include "passes/ops/flat_cells.hpp"
#include "passes/ops/site_shapes.hpp"
#include "passes/ops/site_survey.hpp"

namespace strate {

/// One site as it was decided; without shapes there is none in the cell.
struct Site {
  static constexpr std::size_t kMost = 12;  ///< shapes
  std::int64_t i = 0, j = 0;
  double number = 0;  ///< what `draw` means
  Vec3 centre;        ///< where `sites` is judged
  Box3 near;          ///< nothing changes outside
  std::size_t count = 0;
  std::array<SiteShape, kMost> shapes;
  void add(const SiteShape& shape) { shapes[count++] = shape; }
};

/// The sites decided last, for any number of threads. Whoever wants one that is being decided
/// waits for it; a decision asks only operators above its own, so that none waits for itself.
class SiteMemo {
 public:
  SiteMemo() : entries_(kSide * kSide) {}
  /// The kept site of a cell, else what `decide()` returns.
  template <class Decide>
  std::shared_ptr<const Site> site(std::int64_t i, std::int64_t j, Decide decide) {
    const std::size_t at = index(i) * kSide + index(j);
    const std::lock_guard<std::mutex> lock(mutexes_[at % kMutexes]);
    std::shared_ptr<const Site>& kept = entries_[at];
    if (!kept || kept->i != i || kept->j != j) kept = decide();
    return kept;
  }

 private:
  static constexpr std::size_t kSide = 32, kMutexes = 64;  // 1024 cells
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i) % kSide; }
  std::vector<std::shared_ptr<const Site>> entries_;
  std::array<std::mutex, kMutexes> mutexes_;
};

class SiteModifier : public Operator {
 public:
  struct Settings : Survey::Setting {
    int slot = 0;
    Sites sites;
    bool follows_passages = false;  ///< a parameter may read other values once there are passages
    double reach = 0;    ///< no shape lies farther from its cell's spots in plan: else it is none
    double deepest = 0;  ///< no point lies deeper in a shape
    bool carves = true;
    double blend = 0.75, relief = 0.2;
    Fbm noise;
  };
  explicit SiteModifier(Settings settings) : s_(std::move(settings)) {}

  void eval(EvalContext& context, float* values) const override;
  Interval bound(BoundContext& context, Interval in) const override;

 protected:
  /// Sets centre and shapes of a cell's site; false if there is no place for one.
  virtual bool place(Survey& survey, Site& site) const = 0;

  const Settings& settings() const { return s_; }
  /// The sites that may reach into the box, in the order of their cells. Without pruning also those
  /// farther away.
  template <class Visit>
  void for_sites(StackContext& context, const Box3& box, Visit visit) const {
    const double far = context.prune() ? 0 : 8;
    cells_near(box, far).each([&](std::int64_t i, std::int64_t j) {
      if (const Site* site = site_at(context, i, j))
        if (!context.prune() || overlap(site->near, box)) visit(*site);
    });
  }
  /// Cells whose sites may bring the density under the cap within `far` of the box.
  FlatCells cells_near(const Box3& box, double far) const {
    return {box, s_.spacing, s_.reach + kCapM + far + kSiteJitter * s_.spacing};
  }
  /// So many cells that a bound is told from the settings alone.
  bool too_large(const Box3& box) const;

 private:
  template <class Visit>
  void for_shapes(StackContext& context, const Box3& box, Visit visit) const;
  const Site* site_at(StackContext& context, std::int64_t i, std::int64_t j) const;
  std::shared_ptr<const Site> decided(StackContext& context, std::int64_t i, std::int64_t j) const;

  Settings s_;
  mutable SiteMemo memo_;
};

/// A modifier whose sites stand on the first of their cell's spots that suits.
class SpotModifier : public SiteModifier {
 protected:
  using SiteModifier::SiteModifier;
  bool place(Survey& survey, Site& site) const final;
  /// The same at survey.spot().
  virtual bool stand(Survey& survey, Site& site) const = 0;
};

/// Relief and blend of a modifier of sites together, as OperatorRow::blend_m.
inline constexpr double kSiteBlendM = 0.75 + 0.2;
inline constexpr double kSiteReliefScaleM = 4;

/// Compiles the settings that all share and the named drivers; reach, deepest, carves are the
/// operator's own.
Result<SiteModifier::Settings> site_settings(
    CompileContext& context, std::initializer_list<std::pair<const char*, Driver*>> drivers,
    double relief_scale_m = kSiteReliefScaleM);

/// The largest value of `part` must stay under `share` of the least of `whole`; defaults as given.
std::vector<Error> check_share(const OpEntry& entry, std::string_view part, Interval part_standard,
                               std::string_view whole, Interval whole_standard, double share,
                               std::string_view why);

}  // namespace strate
