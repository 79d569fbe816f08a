// Kernels over whole rows: one value or two blocks in, one out. Included once per instruction set
// by kernels.cpp.

void fill(float* out, std::size_t rows, float value) {
  const FloatTag d;
  const auto v = set(value);
  for_lanes(rows, [&](std::size_t i) { hn::Store(v, d, out + i); });
}

void negate(float* io, std::size_t rows) {
  map(io, rows, [](FloatVec a) { return hn::Neg(a); });
}

void affine(float* io, std::size_t rows, float scale, float offset) {
  map(io, rows,
      [s = set(scale), o = set(offset)](FloatVec a) { return hn::Add(hn::Mul(a, s), o); });
}

void min_value(float* io, std::size_t rows, float value) {
  map(io, rows, [v = set(value)](FloatVec a) { return lesser(a, v); });
}

void max_value(float* io, std::size_t rows, float value) {
  map(io, rows, [v = set(value)](FloatVec a) { return greater(a, v); });
}

void complement(float* io, std::size_t rows) {
  map(io, rows, [one = set(1.0f)](FloatVec a) { return hn::Sub(one, a); });
}

void clamp_band(float* io, std::size_t rows) {
  const auto band = set(static_cast<float>(kBandM)), below = hn::Neg(band);
  map(io, rows,
      [&](FloatVec a) { return hn::Add(greater(lesser(a, band), below), hn::Zero(FloatTag())); });
}

void min(float* io, const float* b, std::size_t rows) { map(io, b, rows, lesser); }

void max(float* io, const float* b, std::size_t rows) { map(io, b, rows, greater); }

void max_negated(float* io, const float* b, std::size_t rows) {
  map(io, b, rows, [](FloatVec a, FloatVec v) { return greater(a, hn::Neg(v)); });
}

void add(float* io, const float* b, std::size_t rows) {
  map(io, b, rows, [](FloatVec a, FloatVec v) { return hn::Add(a, v); });
}

void mul(float* io, const float* b, std::size_t rows) {
  map(io, b, rows, [](FloatVec a, FloatVec v) { return hn::Mul(a, v); });
}

void add_weighted(float* io, const float* b, const float* weight, std::size_t rows) {
  const FloatTag d;
  for_lanes(rows, [&](std::size_t i) {
    const auto a = hn::Load(d, io + i), w = hn::Load(d, weight + i);
    const auto sum = hn::Add(a, hn::Mul(hn::Load(d, b + i), w));
    hn::Store(hn::IfThenElse(hn::Eq(w, hn::Zero(d)), a, sum), d, io + i);
  });
}

void smooth_min(float* io, const float* b, std::size_t rows, float k) {
  map(io, b, rows, SmoothMin(k));
}

void smooth_max(float* io, const float* b, std::size_t rows, float k) {
  map(io, b, rows, SmoothMax(k));
}

void smooth_max_negated(float* io, const float* b, std::size_t rows, float k) {
  map(io, b, rows, [s = SmoothMax(k)](FloatVec a, FloatVec v) { return s(a, hn::Neg(v)); });
}

void lerp(float* io, const float* b, const float* weight, std::size_t rows) {
  const FloatTag d;
  const auto zero = hn::Zero(d), one = set(1.0f);
  for_lanes(rows, [&](std::size_t i) {
    const auto x = hn::Load(d, io + i), y = hn::Load(d, b + i), w = hn::Load(d, weight + i);
    const auto mixed = hn::Add(x, hn::Mul(w, hn::Sub(y, x)));
    const auto upper = hn::IfThenElse(hn::Ge(w, one), y, mixed);
    hn::Store(hn::IfThenElse(hn::Le(w, zero), x, upper), d, io + i);
  });
}

void curve(const Polyline& line, const float* x, std::size_t rows, float* out) {
  const FloatTag d;
  const std::size_t last = line.at.size() - 1;
  for_lanes(rows, [&](std::size_t i) {
    const auto v = hn::Load(d, x + i);
    auto y = set(line.value[0]);
    for (std::size_t s = 0; s < last; ++s) {
      const auto at = set(line.at[s]);
      const auto on = hn::Add(set(line.value[s]), hn::Mul(hn::Sub(v, at), set(line.slope[s])));
      y = hn::IfThenElse(hn::Ge(v, at), on, y);
    }
    y = hn::IfThenElse(hn::Ge(v, set(line.at[last])), set(line.value[last]), y);
    hn::Store(y, d, out + i);
  });
}

void band(const BandLimits& limits, const float* x, std::size_t rows, float* out) {
  const FloatTag d;
  const auto lo = set(limits.lo), hi = set(limits.hi), one = set(1.0f), zero = hn::Zero(d);
  const auto feather = set(limits.feather);
  for_lanes(rows, [&](std::size_t i) {
    const auto v = hn::Load(d, x + i);
    auto weight = one;
    if (limits.feather > 0) {
      const auto inner = hn::Div(lesser(hn::Sub(v, lo), hn::Sub(hi, v)), feather);
      weight = quintic(greater(lesser(inner, one), zero));
    }
    const auto inside = hn::And(hn::Ge(v, lo), hn::Le(v, hi));
    hn::Store(hn::IfThenElseZero(inside, weight), d, out + i);
  });
}

/// d + amount·noise·w; lanes without amount or beyond 2·reach stay as they are.
HWY_INLINE FloatVec roughened(FloatVec v, FloatVec noise, FloatVec amount) {
  const auto zero = hn::Zero(FloatTag()), one = set(1.0f);
  const auto reach = hn::Mul(set(static_cast<float>(kNoiseSup)), amount);
  const auto s = hn::Div(hn::Sub(hn::Abs(v), reach), reach);
  const auto w = hn::Sub(one, quintic(greater(lesser(s, one), zero)));
  const auto moved = hn::Add(v, hn::Mul(hn::Mul(amount, noise), w));
  return hn::IfThenElse(hn::And(hn::Gt(amount, zero), hn::Lt(s, one)), moved, v);
}

void roughen(float* io, const float* noise, const float* amounts, float amount, std::size_t rows) {
  const FloatTag d;
  const auto same = set(amount);
  for_lanes(rows, [&](std::size_t i) {
    const auto a = amounts ? hn::Load(d, amounts + i) : same;
    hn::Store(roughened(hn::Load(d, io + i), hn::Load(d, noise + i), a), d, io + i);
  });
}
