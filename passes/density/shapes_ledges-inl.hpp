// Treads that wind around an axis, and bodies with flat tops. Included once per instruction set by
// kernels.cpp, after shapes-inl.hpp.

/// Angle of (u, v) in turns, in (−1/2, 1/2]; 0 at the origin.
HWY_INLINE FloatVec turns(FloatVec u, FloatVec v) {
  const auto zero = hn::Zero(FloatTag()), au = hn::Abs(u), av = hn::Abs(v);
  const auto big = greater(au, av), small = lesser(au, av);
  const auto at_axis = hn::Le(big, zero);
  const auto q = hn::Div(small, hn::IfThenElse(at_axis, set(1.0f), big)), q2 = square(q);
  auto sum = set(static_cast<float>(kTurns[4]));
  for (int i = 3; i >= 0; --i) sum = hn::Add(set(static_cast<float>(kTurns[i])), hn::Mul(q2, sum));
  auto angle = hn::Mul(q, sum);
  angle = hn::IfThenElse(hn::Gt(av, au), hn::Sub(set(0.25f), angle), angle);
  angle = hn::IfThenElse(hn::Lt(u, zero), hn::Sub(set(0.5f), angle), angle);
  return hn::IfThenElse(hn::Lt(v, zero), hn::Neg(angle), angle);
}

/// With r the distance from the axis and a the angle from the bearing in turns:
///   t = thickness + grow · clamp(r − inner, 0, outer − inner)
///   m = z − pitch · a + t/2, less the nearest multiple of pitch
///   max((|m| − t/2) · scale · min(1, r/still), inner − r, r − outer, z − top)
void helix(const HelixShape& s, const Axes& axes, float k, float* io) {
  const Turn turn(s.cosine, s.sine);
  const auto hand = set(static_cast<float>(s.hand)), pitch = set(static_cast<float>(s.pitch));
  const auto per_pitch = set(static_cast<float>(1 / s.pitch)), half = set(0.5f), one = set(1.0f);
  const auto inner = set(static_cast<float>(s.inner)), outer = set(static_cast<float>(s.outer));
  const auto widest = set(static_cast<float>(s.outer - s.inner)), zero = hn::Zero(FloatTag());
  const auto thin = set(static_cast<float>(s.thickness)), grow = set(static_cast<float>(s.grow));
  const auto scale = set(static_cast<float>(helix_scale(s)));
  const auto per_still = set(static_cast<float>(1 / s.still));
  const auto top = set(static_cast<float>(s.top));
  fold(axes, s.at, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto u = turn.u(x, y), v = hn::Mul(turn.v(x, y), hand);
    const auto r = hn::Sqrt(hn::Add(square(u), square(v)));
    const auto beyond = greater(lesser(hn::Sub(r, inner), widest), zero);
    const auto t = hn::Mul(hn::Add(thin, hn::Mul(grow, beyond)), half);
    const auto m = hn::Add(hn::Sub(z, hn::Mul(pitch, turns(u, v))), t);
    const auto nearest = hn::Floor(hn::Add(hn::Mul(m, per_pitch), half));
    const auto away = hn::Sub(hn::Abs(hn::Sub(m, hn::Mul(pitch, nearest))), t);
    const auto slab = hn::Mul(hn::Mul(away, scale), lesser(hn::Mul(r, per_still), one));
    const auto ring = greater(hn::Sub(inner, r), hn::Sub(r, outer));
    return greater(greater(slab, ring), hn::Sub(z, top));
  });
}

/// s = clamp(−z/depth, 0, 1), g = radius/depth · (taper + 2 · (1 − taper) · s):
/// max((|(x, y) − lean · s · depth| − r(s)) / √(1 + g²), −z − depth); flat: no less than z.
void isle(const IsleShape& s, const Axes& axes, float k, float* io) {
  const auto zero = hn::Zero(FloatTag()), one = set(1.0f);
  const auto depth = set(static_cast<float>(s.depth)), radius = set(static_cast<float>(s.radius));
  const auto per_depth = set(static_cast<float>(-1 / s.depth));
  const auto taper = set(static_cast<float>(s.taper)), rest = set(static_cast<float>(1 - s.taper));
  const auto steep = set(static_cast<float>(s.radius / s.depth));
  const auto lx = set(static_cast<float>(-s.lean_x * s.depth));
  const auto ly = set(static_cast<float>(-s.lean_y * s.depth));
  const auto lowest = set(s.flat ? -1.0f : 0.0f);
  fold(axes, s.at, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto share = greater(lesser(hn::Mul(z, per_depth), one), zero);
    const auto ex = hn::Add(x, hn::Mul(lx, share)), ey = hn::Add(y, hn::Mul(ly, share));
    const auto blunt = hn::Mul(rest, share);
    const auto r = hn::Mul(radius, hn::Sub(one, hn::Mul(share, hn::Add(taper, blunt))));
    const auto g = hn::Mul(steep, hn::Add(taper, hn::Add(blunt, blunt)));
    const auto away = hn::Sub(hn::Sqrt(hn::Add(square(ex), square(ey))), r);
    const auto side = hn::Div(away, hn::Sqrt(hn::Add(one, square(g))));
    const auto body = greater(side, hn::Sub(hn::Neg(z), depth));
    return hn::IfThenElse(hn::Lt(lowest, zero), greater(body, z), body);
  });
}
