// where, except, sites, mask (11 §2, §3.6): conditions over fields as weights 0 … 1.
#pragma once

#include <vector>

#include "compiler/recipe.hpp"
#include "passes/density/context.hpp"

namespace strate {

/// A compiled condition: any of the clauses; in a clause all of the terms. The weight is exactly 0
/// outside, exactly 1 inside, and fades over the feather, which lies inside (11 §2).
class CompiledScope {
 public:
  struct Term {
    enum class Kind { band, weight, disc, box };
    Kind kind = Kind::band;
    FieldId field = kNoField;  ///< band: a numeric field; weight: a place
    BandLimits limits;         ///< disc, box: of the distance inward from the border
    Vec3 at, to;
    double radius = 0;
  };
  std::vector<std::vector<Term>> clauses;

  /// No condition: weight 1 everywhere.
  bool empty() const { return clauses.empty(); }
  /// Writes the weights of every sample into `out`; `plane`: of every column, if all terms are pure
  /// in x and y.
  void weigh(EvalContext& context, float* out, bool plane = false) const;
  /// Encloses them.
  Interval over(BoundContext& context) const;
};

/// `sites`: which separate things exist, judged at their centre, left whole.
class Sites {
 public:
  Sites() = default;
  explicit Sites(CompiledScope scope) : scope_(std::move(scope)) {}
  bool all() const { return scope_.empty(); }
  /// The site's centre lies inside the condition (weight above 0).
  bool keeps(SitePoint& site) const;

 private:
  CompiledScope scope_;
};

/// where, except and mask of one entry together: min(where, 1 − except) · mask.
struct CompiledWeight {
  CompiledScope where, except;
  enum class MaskKind { none, number, field };
  MaskKind mask = MaskKind::none;
  float number = 1;
  FieldId field = kNoField;

  /// see(id) for every field that it reads.
  template <class See>
  void each_field(See see) const {
    for (const CompiledScope* s : {&where, &except})
      for (const auto& clause : s->clauses)
        for (const CompiledScope::Term& t : clause)
          if (t.field != kNoField) see(t.field);
    if (mask == MaskKind::field) see(field);
  }

  /// The entry acts fully everywhere.
  bool one() const { return where.empty() && except.empty() && mask == MaskKind::none; }
  void weigh(EvalContext& context, float* out, bool plane = false) const;
  Interval over(BoundContext& context) const;
};

}  // namespace strate
