// What the other kernel files are written in: lanes, loops over rows, folds of two values. Included
// once per instruction set by kernels.cpp.

namespace hn = hwy::HWY_NAMESPACE;
using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::ScalableTag<std::int32_t>;
using UintTag = hn::ScalableTag<std::uint32_t>;
using FloatVec = hn::Vec<FloatTag>;

constexpr int Lanes() { return static_cast<int>(hn::MaxLanes(FloatTag())); }
static_assert(kBlockRow % Lanes() == 0);

template <class Body>
HWY_INLINE void for_lanes(std::size_t rows, Body body) {
  const std::size_t n = rows * kBlockRow;
  for (std::size_t i = 0; i < n; i += static_cast<std::size_t>(Lanes())) body(i);
}

/// io = f(io) lane by lane.
template <class F>
HWY_INLINE void map(float* io, std::size_t rows, F f) {
  const FloatTag d;
  for_lanes(rows, [&](std::size_t i) { hn::Store(f(hn::Load(d, io + i)), d, io + i); });
}

/// io = f(io, b) lane by lane.
template <class F>
HWY_INLINE void map(float* io, const float* b, std::size_t rows, F f) {
  const FloatTag d;
  for_lanes(rows, [&](std::size_t i) {
    hn::Store(f(hn::Load(d, io + i), hn::Load(d, b + i)), d, io + i);
  });
}

HWY_INLINE FloatVec set(float v) { return hn::Set(FloatTag(), v); }

/// b < a ? b : a (10 A5).
HWY_INLINE FloatVec lesser(FloatVec a, FloatVec b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
/// a < b ? b : a.
HWY_INLINE FloatVec greater(FloatVec a, FloatVec b) { return hn::IfThenElse(hn::Lt(a, b), b, a); }

/// The quintic fade of s in [0, 1]: exactly 0 and 1 at the ends.
HWY_INLINE FloatVec quintic(FloatVec s) {
  const auto inner = hn::Sub(hn::Mul(s, set(6.0f)), set(15.0f));
  return hn::Mul(hn::Mul(hn::Mul(s, s), s), hn::Add(hn::Mul(s, inner), set(10.0f)));
}

struct SmoothMin {
  FloatVec k, four_k;
  explicit SmoothMin(float blend) : k(set(blend)), four_k(set(4.0f * blend)) {}
  HWY_INLINE FloatVec operator()(FloatVec a, FloatVec b) const {
    const auto h = hn::Sub(k, hn::Abs(hn::Sub(a, b))), low = lesser(a, b);
    const auto bent = hn::Sub(low, hn::Div(hn::Mul(h, h), four_k));
    return hn::IfThenElse(hn::Gt(h, hn::Zero(FloatTag())), bent, low);
  }
};

struct SmoothMax {
  FloatVec k, four_k;
  explicit SmoothMax(float blend) : k(set(blend)), four_k(set(4.0f * blend)) {}
  HWY_INLINE FloatVec operator()(FloatVec a, FloatVec b) const {
    const auto h = hn::Sub(k, hn::Abs(hn::Sub(a, b))), high = greater(a, b);
    const auto bent = hn::Add(high, hn::Div(hn::Mul(h, h), four_k));
    return hn::IfThenElse(hn::Gt(h, hn::Zero(FloatTag())), bent, high);
  }
};
