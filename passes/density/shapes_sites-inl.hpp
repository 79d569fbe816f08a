// Rifts and spans, and how a modifier merges the shapes of its sites into what is there. Included
// once per instruction set by kernels.cpp, after shapes-inl.hpp.

/// 4·q·(1 − |q|), q in [−1, 1): t less the nearest even number. Period 2, slopes within ±4.
HWY_INLINE FloatVec wave(FloatVec t) {
  const auto one = set(1.0f), half = set(0.5f), two = set(2.0f);
  const auto q = hn::Sub(t, hn::Mul(two, hn::Floor(hn::Add(hn::Mul(t, half), half))));
  return hn::Mul(set(4.0f), hn::Mul(q, hn::Sub(one, hn::Abs(q))));
}

/// With u, v along and across, y = sign·z, r = min((u/half)², 4), t = u/period + phase,
/// w = wave(kRiftJag·t + 1/2):
///   side = (|v − sway·wave(t) − jag·w| − width·(1 − r) + batter·max(y, 0) + close·max(−y,
///   0))·level deep = (y − depth·(1 − tail·r) + crest·(1 − w)) / √(flat + steep·r)
/// max(side, deep, |u| − half, −y − rise).
void rift(const RiftShape& s, const Axes& axes, float* io) {
  const Turn turn(s.cosine, s.sine);
  const auto inverse = set(static_cast<float>(1 / s.half)), half = set(static_cast<float>(s.half));
  const auto sway = set(static_cast<float>(s.sway)), phase = set(static_cast<float>(s.phase));
  const auto pace = set(static_cast<float>(1 / s.period)), one = set(1.0f), four = set(4.0f);
  const auto width = set(static_cast<float>(s.width)), batter = set(static_cast<float>(s.batter));
  const auto level = set(static_cast<float>(s.level())), depth = set(static_cast<float>(s.depth));
  const auto tail = set(static_cast<float>(kRiftTail)), rise = set(static_cast<float>(s.rise));
  const auto flat = set(static_cast<float>(s.bottom_flat()));
  const auto steep = set(static_cast<float>(s.bottom_steep()));
  const auto jag = set(static_cast<float>(s.jag)), crest = set(static_cast<float>(s.crest));
  const auto close = set(static_cast<float>(s.close)), half_wave = set(0.5f);
  const auto often = set(static_cast<float>(kRiftJag));
  const auto sign = set(s.up ? 1.0f : -1.0f), zero = hn::Zero(FloatTag());
  fold(axes, s.at, 0, io, [&](FloatVec x, FloatVec dy, FloatVec dz) {
    const auto u = turn.u(x, dy), v = turn.v(x, dy), y = hn::Mul(dz, sign);
    const auto r = lesser(square(hn::Mul(u, inverse)), four);
    const auto t = hn::Add(hn::Mul(u, pace), phase);
    const auto w = wave(hn::Add(hn::Mul(often, t), half_wave));
    const auto bent = hn::Sub(hn::Sub(v, hn::Mul(sway, wave(t))), hn::Mul(jag, w));
    const auto narrowed =
        hn::Add(hn::Mul(batter, greater(y, zero)), hn::Mul(close, greater(hn::Neg(y), zero)));
    const auto room = hn::Sub(hn::Mul(width, hn::Sub(one, r)), narrowed);
    const auto side = hn::Mul(hn::Sub(hn::Abs(bent), room), level);
    const auto raised = hn::Add(y, hn::Mul(crest, hn::Sub(one, w)));
    const auto bottom = hn::Sub(raised, hn::Mul(depth, hn::Sub(one, hn::Mul(tail, r))));
    const auto deep = hn::Div(bottom, hn::Sqrt(hn::Add(flat, hn::Mul(steep, r))));
    const auto ends = greater(hn::Sub(hn::Abs(u), half), hn::Sub(hn::Neg(y), rise));
    return greater(greater(side, deep), ends);
  });
}

/// With u, v along and across, q = min((u/half)², 1):
///   top = slope·u' + camber·(1 − q) − dive·|u − u'|, u' = clamp(u, −run, run)
///   side = |v| − width − flare·q, over = (z − top)·level, under = (top − thickness − haunch·q −
///   z)·level
/// max(smooth max of side and max(over, under), |u| − half).
void span(const SpanShape& s, const Axes& axes, float* io) {
  const Turn turn(s.cosine, s.sine);
  const auto inverse = set(static_cast<float>(1 / s.half)), half = set(static_cast<float>(s.half));
  const auto slope = set(static_cast<float>(s.slope)), camber = set(static_cast<float>(s.camber));
  const auto width = set(static_cast<float>(s.width)), flare = set(static_cast<float>(s.flare));
  const auto thick = set(static_cast<float>(s.thickness)), one = set(1.0f);
  const auto haunch = set(static_cast<float>(s.haunch)), level = set(static_cast<float>(s.level()));
  const auto run = set(static_cast<float>(s.run)), dive = set(static_cast<float>(s.dive));
  const SmoothMax rounded(kSpanRound);
  fold(axes, s.at, 0, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto u = turn.u(x, y), v = turn.v(x, y);
    const auto q = lesser(square(hn::Mul(u, inverse)), one);
    const auto on = greater(lesser(u, run), hn::Neg(run));
    const auto line = hn::Add(hn::Mul(slope, on), hn::Mul(camber, hn::Sub(one, q)));
    const auto top = hn::Sub(line, hn::Mul(dive, hn::Abs(hn::Sub(u, on))));
    const auto side = hn::Sub(hn::Sub(hn::Abs(v), width), hn::Mul(flare, q));
    const auto over = hn::Sub(z, top);
    const auto under = hn::Sub(hn::Neg(over), hn::Add(thick, hn::Mul(haunch, q)));
    const auto deck = hn::Mul(greater(over, under), level);
    return greater(rounded(side, deck), hn::Sub(hn::Abs(u), half));
  });
}

/// Merges t = shape + relief where shape < cap; beyond, io stays as it is.
template <class Merge>
HWY_INLINE void merge_shapes(float* io, const float* shape, const float* relief, std::size_t rows,
                             Merge merge) {
  const FloatTag d;
  const auto cap = set(static_cast<float>(kCapM));
  for_lanes(rows, [&](std::size_t i) {
    const auto v = hn::Load(d, io + i), s = hn::Load(d, shape + i);
    const auto merged = merge(v, hn::Add(s, hn::Load(d, relief + i)));
    hn::Store(hn::IfThenElse(hn::Lt(s, cap), merged, v), d, io + i);
  });
}

void carve_shapes(float* io, const float* shape, const float* relief, std::size_t rows, float k) {
  merge_shapes(io, shape, relief, rows,
               [s = SmoothMax(k)](FloatVec v, FloatVec t) { return s(v, hn::Neg(t)); });
}

void heap_shapes(float* io, const float* shape, const float* relief, std::size_t rows, float k) {
  merge_shapes(io, shape, relief, rows, SmoothMin(k));
}

/// amount·near·far: near as in `roughen` with reach = amount, far = 1 − quintic(|p − at|/reach).
void pinch(const PinchShape& s, const Axes& axes, float* io) {
  const FloatTag d;
  const Offsets ox(axes.x, s.at.x), oy(axes.y, s.at.y), oz(axes.z, s.at.z);
  const auto amount = set(static_cast<float>(s.amount)), one = set(1.0f), zero = hn::Zero(d);
  const auto inverse = set(static_cast<float>(1 / s.reach));
  for (int z = 0; z < axes.nz; ++z)
    for (int y = 0; y < axes.ny; ++y) {
      float* row = io + block_index(axes.ny, 0, y, z);
      for (int x = 0; x < axes.nx; x += Lanes()) {
        const auto v = hn::Load(d, row + x);
        const auto away = hn::Mul(norm(hn::Load(d, ox.v + x), set(oy.v[y]), set(oz.v[z])), inverse);
        const auto near = hn::Div(hn::Sub(hn::Abs(v), amount), amount);
        const auto by = hn::Mul(hn::Sub(one, quintic(greater(lesser(near, one), zero))),
                                hn::Sub(one, quintic(lesser(away, one))));
        const auto acts = hn::And(hn::Lt(away, one), hn::Lt(near, one));
        hn::Store(hn::IfThenElse(acts, hn::Sub(v, hn::Mul(amount, by)), v), d, row + x);
      }
    }
}
