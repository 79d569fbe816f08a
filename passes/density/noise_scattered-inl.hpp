// The noise at z = 0 over columns that share no axis (10 B5: warped coordinates): lane by lane, the
// formula of fbm_point. Included once per instruction set by kernels.cpp.

/// Lanes of one axis in one octave.
struct ScatteredAxis {
  alignas(64) std::int32_t node[kBlockRow];
  alignas(64) float t[kBlockRow];

  /// The positions of Lanes() columns.
  HWY_INLINE void set(const double* x, double frequency, double offset) {
    for (int i = 0; i < Lanes(); ++i) {
      const double p = x[i] * frequency + offset, low = std::floor(p);
      node[i] = static_cast<std::int32_t>(low);
      t[i] = static_cast<float>(p - low);
    }
  }
};

/// ((t·t)·t)·(t·(t·6 − 15) + 10).
HWY_INLINE FloatVec fade_of(FloatVec t) {
  const auto inner = hn::Add(hn::Mul(t, hn::Sub(hn::Mul(t, set(6.0f)), set(15.0f))), set(10.0f));
  return hn::Mul(hn::Mul(hn::Mul(t, t), t), inner);
}

/// What all columns share in one octave: the two z nodes at z = 0.
struct ScatteredOctave {
  UintVec salt1, amplitude, z[2];
  FloatVec w, t, t1;

  ScatteredOctave(const Fbm& f, int o) {
    const UintTag du;
    const double p = f.offset[2][o], low = std::floor(p);
    const float fraction = static_cast<float>(p - low);
    const std::uint32_t node = static_cast<std::uint32_t>(static_cast<std::int32_t>(low));
    salt1 = hn::Set(du, f.salt1[o]);
    amplitude = hn::BitCast(du, set(f.amplitude[o]));
    z[0] = hn::Set(du, node * 0xC2B2AE3Du ^ f.salt0[o]);
    z[1] = hn::Set(du, (node + 1) * 0xC2B2AE3Du ^ f.salt0[o]);
    t = set(fraction);
    t1 = set(fraction - 1.0f);
    w = fade_of(t);
  }

  /// One edge of the cell along z, folded.
  HWY_INLINE GradientVec fold_z(UintVec xy) const {
    const GradientVec a = gradients(hn::Xor(xy, z[0]), salt1, amplitude);
    const GradientVec b = gradients(hn::Xor(xy, z[1]), salt1, amplitude);
    const auto c0 = hn::Mul(a.z, t), c1 = hn::Mul(b.z, t1);
    return {hn::Add(a.x, hn::Mul(w, hn::Sub(b.x, a.x))),
            hn::Add(a.y, hn::Mul(w, hn::Sub(b.y, a.y))), hn::Add(c0, hn::Mul(w, hn::Sub(c1, c0)))};
  }
};

/// Slope and constant of one end of the cell along x.
struct ScatteredEnd {
  FloatVec s, k;
};

HWY_INLINE ScatteredEnd fold_y(const ScatteredOctave& o, UintVec hx, UintVec hy0, UintVec hy1,
                               FloatVec t, FloatVec v) {
  const GradientVec lower = o.fold_z(hn::Xor(hx, hy0)), upper = o.fold_z(hn::Xor(hx, hy1));
  const auto p0 = hn::Add(hn::Mul(lower.y, t), lower.z);
  const auto p1 = hn::Add(hn::Mul(upper.y, hn::Sub(t, set(1.0f))), upper.z);
  return {hn::Add(lower.x, hn::Mul(v, hn::Sub(upper.x, lower.x))),
          hn::Add(p0, hn::Mul(v, hn::Sub(p1, p0)))};
}

HWY_INLINE FloatVec scattered_octave(const ScatteredOctave& o, const ScatteredAxis& x,
                                     const ScatteredAxis& y) {
  const FloatTag d;
  const IntTag di;
  const UintTag du;
  const auto one = hn::Set(du, 1u), px = hn::Set(du, 0x9E3779B1u), py = hn::Set(du, 0x85EBCA77u);
  const auto nx = hn::BitCast(du, hn::Load(di, x.node)), ny = hn::BitCast(du, hn::Load(di, y.node));
  const auto hy0 = hn::Mul(ny, py), hy1 = hn::Mul(hn::Add(ny, one), py);
  const auto tx = hn::Load(d, x.t), ty = hn::Load(d, y.t), v = fade_of(ty);
  const ScatteredEnd a = fold_y(o, hn::Mul(nx, px), hy0, hy1, ty, v);
  const ScatteredEnd b = fold_y(o, hn::Mul(hn::Add(nx, one), px), hy0, hy1, ty, v);
  const auto left = hn::Add(hn::Mul(a.s, tx), a.k);
  const auto right = hn::Add(hn::Mul(b.s, hn::Sub(tx, set(1.0f))), b.k);
  return hn::Add(left, hn::Mul(fade_of(tx), hn::Sub(right, left)));
}

void fbm_scattered(const Fbm& f, const double* x, const double* y, std::size_t rows, float* out) {
  const FloatTag d;
  for_lanes(rows, [&](std::size_t i) { hn::Store(hn::Zero(d), d, out + i); });
  ScatteredAxis ax, ay;
  for (int octave = 0; octave < f.octaves; ++octave) {
    const ScatteredOctave o(f, octave);
    for_lanes(rows, [&](std::size_t i) {
      ax.set(x + i, f.frequency[octave], f.offset[0][octave]);
      ay.set(y + i, f.frequency[octave], f.offset[1][octave]);
      hn::Store(hn::Add(hn::Load(d, out + i), scattered_octave(o, ax, ay)), d, out + i);
    });
  }
  for_lanes(rows, [&](std::size_t i) {
    hn::Store(hn::Add(hn::Load(d, out + i), hn::Zero(d)), d, out + i);
  });
}
