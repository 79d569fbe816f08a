// The world's own laws of density (02 §5, 10 B8): pointwise, in one fixed order after every
// strate's stack, written by nobody. World coordinates. A feature acts where a point lies within
// kPostReachM outside its surface and is the identity farther out; inside, everywhere.
//
// Order (Posts::Step): passage supports → origin rooms → boundary seals → entry, tubes and
// landings carved → treads and landing floors → XY edge → player edits.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/world.hpp"
#include "passes/density/arena.hpp"
#include "passes/density/edits.hpp"
#include "passes/density/passage_tube.hpp"
#include "passes/density/relief.hpp"

namespace strate {

/// What one block's evaluation by posts needs. `axes` are world metres.
struct PostBlock {
  Axes axes;
  Box3 box;
  float* values = nullptr;
  bool prune = true;
  Relief* relief = nullptr;
  TubeFields* tubes = nullptr;
  Arena* arena = nullptr;               ///< for what a post forgets when it returns
  bool wants(const Box3& shape) const;  ///< false: the shape's box is proven apart from the block
};

inline bool PostBlock::wants(const Box3& shape) const { return !prune || overlap(shape, box); }

/// A room of air over a flat floor of rock: origin rooms and landings.
///   carve: max(d, min(R + relief − ρ, z − f, f + H + relief − z))
///   floor: min(d, max((ρ − R − k·(f − z)) / √(1 + k²), z − f, f − thickness − z)), k kFloorSpread
/// ρ the horizontal distance from the axis, f the floor's height.
struct FlatRoom {
  Vec3 floor;
  float radius = 3, height = 3, thickness = 0.75f;

  Box3 box() const;  ///< reach included
  void carve(const PostBlock& block) const;
  void lay_floor(const PostBlock& block) const;
  Interval carve_bound(const Box3& box, Interval in) const;
  Interval floor_bound(const Box3& box, Interval in) const;
};

/// Bands of one strate: min(d, top face − z, z − bottom face), faces kSealMarginM inside the
/// content.
struct SealShape {
  double bottom = 0, top = 0;  ///< the strate's interval
  double bottom_face = 0, top_face = 0;
  bool reaches(const Box3& box) const;
  void apply(const PostBlock& block) const;
  Interval bound(const Box3& box, Interval in) const;
};

/// The way in from above: max(d, min(R + relief − ρ, z − f)), ρ about (0, 0).
struct EntryShape {
  bool open = false;
  float radius = 1.75f;
  double floor_z = 0;
  Box3 box() const;
  void apply(const PostBlock& block) const;
  Interval bound(const Box3& box, Interval in) const;
};

/// XY edge: d − 2·cap·s(t), s the smoothstep of t = (ρ − (R − ramp)) / ramp; from R on at most −1
/// m.
struct EdgeShape {
  double radius = 0, ramp = 16;  ///< radius 0: unbounded
  bool reaches(const Box3& box) const;
  void apply(const PostBlock& block) const;
  Interval bound(const Box3& box, Interval in) const;
};

/// One passage, ready to evaluate.
struct PassageShape {
  PassageShape() = default;
  explicit PassageShape(const Passage& passage);
  Box3 box;  ///< of everything below, reach included
  Supports supports;
  PassageTube tube;
  FlatRoom landings[2];
};

/// Every post of a world, and in which order they act.
class Posts {
 public:
  explicit Posts(const WorldDef& world);

  enum class Step {
    support,
    origin,
    seal,
    entry,
    tube,
    landing,
    tread,
    landing_floor,
    edge,
    edits
  };
  static constexpr int kSteps = 10;
  static std::string_view name(Step step);

  /// What takes part beside origin rooms, doors of seams, seals and edge. `only`: the one passage
  /// or door of a proof, else every passage, the entry and edits.
  struct Cast {
    const PassageShape* only = nullptr;
    bool all = true;
  };

  /// False only where no post of the cast changes anything in the box.
  bool reaches(const Box3& box, const Cast& cast) const;
  void apply(Step step, const PostBlock& block, const Cast& cast) const;
  Interval bound(const Box3& box, Interval in, const Cast& cast) const;

  const std::vector<PassageShape>& passages() const { return passages_; }

 private:
  template <class Body>
  void each_passage(const Box3& box, bool prune, const Cast& cast, Body&& body) const;
  Interval passage_bound(Step step, const Box3& box, Interval in, const Cast& cast) const;

  std::vector<FlatRoom> origins_;
  std::vector<SealShape> seals_;
  EntryShape entry_;
  EdgeShape edge_;
  std::vector<PassageShape> passages_, doors_;
  std::vector<EditShape> edits_;
};

}  // namespace strate
