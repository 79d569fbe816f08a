// The tube of a passage, segment by segment (passage_tube.hpp). Included once per instruction set
// by kernels.cpp.

void tube_segment(const TubeSegment& s, const Axes& axes, int iy, int iz, TubeRow row) {
  const FloatTag d;
  const Offsets ox(axes.x, s.centre.x);
  const auto py = set(static_cast<float>(axes.y[iy] - s.centre.y));
  const auto pz = set(static_cast<float>(axes.z[iz] - s.centre.z));
  const auto zero = hn::Zero(d), one = set(1.0f), span = set(s.span);
  const auto before = set(-s.before), behind = set(-s.behind);
  const auto v0 = hn::Mul(py, set(s.n0y)), v1 = hn::Mul(py, set(s.n1y));
  for (int i = 0; i < kBlockRow; i += Lanes()) {
    const auto px = hn::Load(d, ox.v + i);
    const auto u0 = hn::Add(hn::Mul(px, set(s.n0x)), v0);
    const auto u1 = hn::Sub(span, hn::Add(hn::Mul(px, set(s.n1x)), v1));
    const auto d0 = greater(u0, zero), both = hn::Add(d0, greater(u1, zero));
    const auto t = hn::Div(d0, hn::IfThenElse(hn::Gt(both, zero), both, one));
    const auto qx = hn::Sub(px, hn::Mul(t, set(s.abx))), qy = hn::Sub(py, hn::Mul(t, set(s.aby)));
    const auto qz = hn::Sub(pz, hn::Mul(t, set(s.abz)));
    const auto d2 = hn::Add(hn::Add(square(qx), square(qy)), square(qz));
    const auto r = hn::Add(set(s.ra), hn::Mul(t, set(s.dr)));
    const auto nearest = hn::Load(d, row.distance + i);
    const auto owns = hn::And(hn::Ge(u0, before), hn::Ge(u1, behind));
    const auto counts = hn::And(owns, hn::Lt(d2, nearest));
    const auto height = hn::Add(qz, hn::Mul(set(s.lift), r));
    hn::Store(hn::IfThenElse(counts, d2, nearest), d, row.distance + i);
    hn::Store(hn::IfThenElse(counts, r, hn::Load(d, row.radius + i)), d, row.radius + i);
    hn::Store(hn::IfThenElse(counts, height, hn::Load(d, row.height + i)), d, row.height + i);
  }
}
