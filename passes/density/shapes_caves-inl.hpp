// Chambers, tubes and pillars: what caves and halls are made of. Included once per instruction set
// by kernels.cpp, after shapes-inl.hpp.

/// With r² = x² + y², w = z − drop: a = √(r²/R² + w²/H²), b = √(r²/R⁴ + w²/H⁴):
/// max(a(a − 1)/b, −z); at the very centre −min(R, H) for the first.
void chamber(const ChamberShape& s, const Axes& axes, float k, float* io) {
  const auto drop = set(static_cast<float>(kChamberDrop * s.height)), one = set(1.0f);
  const auto ir = set(static_cast<float>(1 / s.radius)), ih = set(static_cast<float>(1 / s.height));
  const auto core = set(-static_cast<float>(std::min(s.radius, s.height)));
  fold(axes, s.floor, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto u = hn::Mul(x, ir), v = hn::Mul(y, ir), w = hn::Mul(hn::Sub(z, drop), ih);
    const auto a = norm(u, v, w), b = norm(hn::Mul(u, ir), hn::Mul(v, ir), hn::Mul(w, ih));
    const auto at_centre = hn::Le(b, hn::Zero(FloatTag()));
    const auto ratio = hn::Div(a, hn::IfThenElse(at_centre, one, b));
    const auto hull = hn::IfThenElse(at_centre, core, hn::Mul(ratio, hn::Sub(a, one)));
    return greater(hull, hn::Neg(z));
  });
}

/// The capsule around the raised line, cut by the floor. With t = (x, y)·(bx, by)/|b|² in plan:
/// floor = clamp(t, 0, 1)·bz + min(t, 0)·|b|·before + max(t − 1, 0)·|b|·after;
/// max(capsule, (floor − z)·cosine of the steepest of the three slopes).
void tube(const TubeShape& s, const Axes& axes, float k, float* io) {
  const Vec3 b = s.b - s.a;
  const double plan = b.x * b.x + b.y * b.y;
  const double axis_z = b.z + kTubeRise * (s.rb - s.ra), squared = plan + axis_z * axis_z;
  const auto bx = set(static_cast<float>(b.x)), by = set(static_cast<float>(b.y));
  const auto bz = set(static_cast<float>(axis_z)), rise = set(static_cast<float>(b.z));
  const auto lift = set(static_cast<float>(kTubeRise * s.ra));
  const auto inverse = set(squared > 0 ? static_cast<float>(1 / squared) : 0.0f);
  const auto inverse_plan = set(plan > 0 ? static_cast<float>(1 / plan) : 0.0f);
  const double run = std::sqrt(plan), slope = plan > 0 ? b.z / run : 0;
  const double steepest = std::max({std::fabs(slope), std::fabs(s.before), std::fabs(s.after)});
  const auto level = set(static_cast<float>(1 / std::sqrt(1 + steepest * steepest)));
  const auto before = set(static_cast<float>(s.before * run));
  const auto after = set(static_cast<float>(s.after * run));
  const auto ra = set(static_cast<float>(s.ra)), grow = set(static_cast<float>(s.rb - s.ra));
  const auto one = set(1.0f), zero = hn::Zero(FloatTag());
  fold(axes, s.a, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto in_plan = hn::Add(hn::Mul(x, bx), hn::Mul(y, by)), up = hn::Sub(z, lift);
    const auto along = hn::Mul(hn::Add(in_plan, hn::Mul(up, bz)), inverse);
    const auto h = greater(lesser(along, one), zero);
    const auto away =
        norm(hn::Sub(x, hn::Mul(bx, h)), hn::Sub(y, hn::Mul(by, h)), hn::Sub(up, hn::Mul(bz, h)));
    const auto hull = hn::Sub(away, hn::Add(ra, hn::Mul(h, grow)));
    const auto t = hn::Mul(in_plan, inverse_plan), on = greater(lesser(t, one), zero);
    const auto outside =
        hn::Add(hn::Mul(lesser(t, zero), before), hn::Mul(greater(hn::Sub(t, one), zero), after));
    const auto floor = hn::Add(hn::Mul(on, rise), outside);
    return greater(hull, hn::Mul(hn::Sub(floor, z), level));
  });
}

/// e = min((z/half)², 1): (|(x, y) − lean·z| − (radius + flare·e)) · cosine of the lean.
void pillar(const PillarShape& s, const Axes& axes, float k, float* io) {
  const double lean = s.lean_x * s.lean_x + s.lean_y * s.lean_y;
  const auto lx = set(static_cast<float>(s.lean_x)), ly = set(static_cast<float>(s.lean_y));
  const auto upright = set(static_cast<float>(1 / std::sqrt(1 + lean)));
  const auto inverse = set(static_cast<float>(1 / s.half_height)), one = set(1.0f);
  const auto radius = set(static_cast<float>(s.radius)), flare = set(static_cast<float>(s.flare));
  fold(axes, s.at, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto ex = hn::Sub(x, hn::Mul(lx, z)), ey = hn::Sub(y, hn::Mul(ly, z));
    const auto e = lesser(square(hn::Mul(z, inverse)), one);
    const auto r = hn::Sqrt(hn::Add(square(ex), square(ey)));
    return hn::Mul(hn::Sub(r, hn::Add(radius, hn::Mul(flare, e))), upright);
  });
}
