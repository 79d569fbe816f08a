// Distance to shapes over a block, folded into what is there. Positions are float(x − centre) per
// axis, the centre in double (10 A4). Included once per instruction set by kernels.cpp.

/// float(x − c) of one axis, padding included.
struct Offsets {
  alignas(64) float v[kBlockRow];
  Offsets(const double* x, double c) {
    for (int i = 0; i < kBlockRow; ++i) v[i] = static_cast<float>(x[i] - c);
  }
};

/// Folds distance(dx, dy, dz) into io with `blend`: whole vectors that meet the row.
template <class Distance, class Blend>
HWY_INLINE void fold_with(const Axes& axes, Vec3 at, float* io, Distance distance, Blend blend) {
  const FloatTag d;
  const Offsets ox(axes.x, at.x), oy(axes.y, at.y), oz(axes.z, at.z);
  for (int z = 0; z < axes.nz; ++z)
    for (int y = 0; y < axes.ny; ++y) {
      float* row = io + block_index(axes.ny, 0, y, z);
      const auto dy = set(oy.v[y]), dz = set(oz.v[z]);
      for (int x = 0; x < axes.nx; x += Lanes()) {
        const auto near = distance(hn::Load(d, ox.v + x), dy, dz);
        hn::Store(blend(hn::Load(d, row + x), near), d, row + x);
      }
    }
}

template <class Distance>
HWY_INLINE void fold(const Axes& axes, Vec3 at, float k, float* io, Distance distance) {
  if (k > 0)
    fold_with(axes, at, io, distance, SmoothMin(k));
  else
    fold_with(axes, at, io, distance, lesser);
}

HWY_INLINE FloatVec square(FloatVec v) { return hn::Mul(v, v); }

/// √(x² + (y² + z²)).
HWY_INLINE FloatVec norm(FloatVec x, FloatVec y, FloatVec z) {
  return hn::Sqrt(hn::Add(square(x), hn::Add(square(y), square(z))));
}

/// |p − at| − radius.
void sphere(const SphereShape& s, const Axes& axes, float k, float* io) {
  const auto radius = set(static_cast<float>(s.radius));
  fold(axes, s.at, k, io,
       [&](FloatVec x, FloatVec y, FloatVec z) { return hn::Sub(norm(x, y, z), radius); });
}

/// Turns (x, y) into a shape's own axes.
struct Turn {
  FloatVec c, s;
  Turn(double cosine, double sine)
      : c(set(static_cast<float>(cosine))), s(set(static_cast<float>(sine))) {}
  HWY_INLINE FloatVec u(FloatVec x, FloatVec y) const {
    return hn::Add(hn::Mul(x, c), hn::Mul(y, s));
  }
  HWY_INLINE FloatVec v(FloatVec x, FloatVec y) const {
    return hn::Sub(hn::Mul(y, c), hn::Mul(x, s));
  }
};

/// a·(a − 1)/b with a = |p/r|, b = |p/r²|: exact on the surface, within the radii's ratio
/// elsewhere. At the very centre minus the least radius.
void ellipsoid(const EllipsoidShape& s, const Axes& axes, float k, float* io) {
  const Turn turn(s.cosine, s.sine);
  const auto ix = set(static_cast<float>(1 / s.radii.x)),
             iy = set(static_cast<float>(1 / s.radii.y));
  const auto iz = set(static_cast<float>(1 / s.radii.z)), one = set(1.0f);
  const auto core = set(-static_cast<float>(std::min({s.radii.x, s.radii.y, s.radii.z})));
  fold(axes, s.at, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto u = hn::Mul(turn.u(x, y), ix), v = hn::Mul(turn.v(x, y), iy), w = hn::Mul(z, iz);
    const auto a = norm(u, v, w), b = norm(hn::Mul(u, ix), hn::Mul(v, iy), hn::Mul(w, iz));
    const auto at_centre = hn::Le(b, hn::Zero(FloatTag()));
    const auto ratio = hn::Div(a, hn::IfThenElse(at_centre, one, b));
    return hn::IfThenElse(at_centre, core, hn::Mul(ratio, hn::Sub(a, one)));
  });
}

/// h = clamp((p − a)·(b − a)/|b − a|², 0, 1): |p − a − h(b − a)| − (ra + h(rb − ra)).
void capsule(const CapsuleShape& s, const Axes& axes, float k, float* io) {
  const Vec3 axis = s.b - s.a;
  const double squared = dot(axis, axis);
  const auto bx = set(static_cast<float>(axis.x)), by = set(static_cast<float>(axis.y));
  const auto bz = set(static_cast<float>(axis.z));
  const auto inverse = set(squared > 0 ? static_cast<float>(1 / squared) : 0.0f);
  const auto ra = set(static_cast<float>(s.ra)), grow = set(static_cast<float>(s.rb - s.ra));
  const auto one = set(1.0f), zero = hn::Zero(FloatTag());
  fold(axes, s.a, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto along = hn::Add(hn::Mul(x, bx), hn::Add(hn::Mul(y, by), hn::Mul(z, bz)));
    const auto h = greater(lesser(hn::Mul(along, inverse), one), zero);
    const auto away =
        norm(hn::Sub(x, hn::Mul(bx, h)), hn::Sub(y, hn::Mul(by, h)), hn::Sub(z, hn::Mul(bz, h)));
    return hn::Sub(away, hn::Add(ra, hn::Mul(h, grow)));
  });
}

/// Exact distance to a rounded box: q = |p| − (half − round).
void box(const BoxShape& s, const Axes& axes, float k, float* io) {
  const Turn turn(s.cosine, s.sine);
  const auto hx = set(static_cast<float>(s.half.x - s.round));
  const auto hy = set(static_cast<float>(s.half.y - s.round));
  const auto hz = set(static_cast<float>(s.half.z - s.round));
  const auto round = set(static_cast<float>(s.round)), zero = hn::Zero(FloatTag());
  fold(axes, s.at, k, io, [&](FloatVec x, FloatVec y, FloatVec z) {
    const auto qx = hn::Sub(hn::Abs(turn.u(x, y)), hx), qy = hn::Sub(hn::Abs(turn.v(x, y)), hy);
    const auto qz = hn::Sub(hn::Abs(z), hz);
    const auto outside = norm(greater(qx, zero), greater(qy, zero), greater(qz, zero));
    const auto inside = lesser(greater(qx, greater(qy, qz)), zero);
    return hn::Sub(hn::Add(outside, inside), round);
  });
}

void radii(const Axes& axes, double cx, double cy, double* out) {
  for (int y = 0; y < axes.ny; ++y) {
    const double dy = axes.y[y] - cy;
    double* row = out + y * kBlockRow;
    for (int x = 0; x < kBlockRow; ++x) {
      const double dx = axes.x[x] - cx;
      row[x] = std::sqrt(dx * dx + dy * dy);
    }
  }
}

/// float(r − radius), r in double per column: the same at every height.
void cylinder(const CylinderShape& s, const Axes& axes, float k, float* io) {
  alignas(64) double r[kBlockMax * kBlockRow];
  alignas(64) float flat[kBlockMax * kBlockRow];
  radii(axes, s.x, s.y, r);
  const std::size_t rows = static_cast<std::size_t>(axes.ny);
  for (std::size_t i = 0; i < rows * kBlockRow; ++i) flat[i] = static_cast<float>(r[i] - s.radius);
  for (int z = 0; z < axes.nz; ++z) {
    float* layer = io + block_index(axes.ny, 0, 0, z);
    if (k > 0)
      smooth_min(layer, flat, rows, k);
    else
      min(layer, flat, rows);
  }
}

void heights(const double* h, const float* scales, float sign, const Axes& axes, float* out) {
  for (int z = 0; z < axes.nz; ++z)
    for (int y = 0; y < axes.ny; ++y) {
      float* row = out + block_index(axes.ny, 0, y, z);
      const double* height = h + y * kBlockRow;
      for (int x = 0; x < kBlockRow; ++x) row[x] = sign * static_cast<float>(axes.z[z] - height[x]);
      if (!scales) continue;
      const float* scale = scales + y * kBlockRow;
      for (int x = 0; x < kBlockRow; ++x) row[x] = row[x] * scale[x];
    }
}
