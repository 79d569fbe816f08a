#include "passes/ops/site_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/smooth.hpp"
#include "passes/ops/cave_shapes.hpp"
#include "passes/ops/placed_box.hpp"

namespace strate {
namespace {

/// What rounding may add to a box. [Units: m]
constexpr double kSlackM = 1.0 / 64;

Interval wave_over(Interval t) {
  if (width(t) >= 1) return {-1, 1};
  const auto at = [](double v) {
    const double q = v - 2 * std::floor(v / 2 + 0.5);
    return 4 * q * (1 - std::fabs(q));
  };
  Interval out{std::min(at(t.lo), at(t.hi)), std::max(at(t.lo), at(t.hi))};
  // Crests lie at 0.5 + 2n, troughs at −0.5 + 2n.
  const auto holds = [&](double c) { return c + 2 * std::ceil((t.lo - c) / 2) <= t.hi; };
  if (holds(0.5)) out.hi = 1;
  if (holds(-0.5)) out.lo = -1;
  return out;
}

Interval over(const CapsuleShape& s, const Box3& box) {
  const Vec3 centre = (box.lo + box.hi) * 0.5, axis = s.b - s.a, from = centre - s.a;
  const double squared = dot(axis, axis), run = std::sqrt(squared);
  const double h = squared > 0 ? std::clamp(dot(from, axis) / squared, 0.0, 1.0) : 0;
  const double d = length(from - axis * h) - (s.ra + h * (s.rb - s.ra));
  const double steep = run > 0 ? 1 + std::fabs(s.rb - s.ra) / run : 1;
  const double half = length(box.hi - centre) * steep;
  return widened({d - half, d + half});
}

Interval over(const ChamberShape& s, const Box3& box) { return chamber_over(s, box); }

Interval over(const RiftShape& s, const Box3& box) {
  const LocalBox p = local_box(box, s.at, s.cosine, s.sine);
  const Interval y = s.up ? p.w : -p.w;
  const Interval r = min(square(p.u * (1 / s.half)), Interval{4, 4});
  const Interval t = p.u * (1 / s.period) + s.phase, w = wave_over(t * kRiftJag + 0.5);
  const Interval bent = p.v - wave_over(t) * s.sway - w * s.jag, none{0, 0};
  const Interval narrowed = max(y, none) * s.batter + max(-y, none) * s.close;
  const Interval side = (abs(bent) - ((-r + 1.0) * s.width - narrowed)) * s.level();
  const Interval bottom = y + (-w + 1.0) * s.crest - (r * -kRiftTail + 1.0) * s.depth;
  const double flat = s.bottom_flat(), steep = s.bottom_steep();
  const Interval scale{1 / std::sqrt(flat + steep * r.hi), 1 / std::sqrt(flat + steep * r.lo)};
  const Interval ends = max(abs(p.u) - Interval{s.half, s.half}, -y - Interval{s.rise, s.rise});
  return widened(max(max(side, bottom * scale), ends));
}

/// Increasing in both arguments, so ends go to ends.
Interval smooth_max_over(Interval a, Interval b, double k) { return -smooth_min_over(-a, -b, k); }

Interval over(const SpanShape& s, const Box3& box) {
  const LocalBox p = local_box(box, s.at, s.cosine, s.sine);
  const Interval q = min(square(p.u * (1 / s.half)), Interval{1, 1});
  const Interval beyond = max(abs(p.u) - Interval{s.run, s.run}, {0, 0});
  const Interval top =
      clamp(p.u, -s.run, s.run) * s.slope + (-q + 1.0) * s.camber - beyond * s.dive;
  const Interval side = abs(p.v) - (q * s.flare + s.width);
  const Interval above = p.w - top;
  const Interval deck = max(above, -above - (q * s.haunch + s.thickness)) * s.level();
  const Interval rounded = smooth_max_over(side, deck, static_cast<double>(kSpanRound));
  return widened(max(rounded, abs(p.u) - Interval{s.half, s.half}));
}

Interval over(const PinchShape& s, const Box3& box) {
  const Vec3 centre = (box.lo + box.hi) * 0.5;
  const double d = length(centre - s.at) - s.reach, half = length(box.hi - centre);
  return widened({d - half, d + half});
}

/// Around `at`: `along` and `across` of a bearing to both sides, `down` and `up`.
Box3 turned_box(Vec3 at, double cosine, double sine, double along, double across, double down,
                double up) {
  const double c = std::fabs(cosine), s = std::fabs(sine), pad = kSlackM;
  const double x = c * along + s * across + pad, y = s * along + c * across + pad;
  return {{at.x - x, at.y - y, at.z - down - pad}, {at.x + x, at.y + y, at.z + up + pad}};
}

Box3 ball_box(Vec3 at, double r) { return turned_box(at, 1, 0, r, r, r, r); }

Box3 box_of(const CapsuleShape& s) {
  const double r = std::max(s.ra, s.rb) + kCapM;
  const Box3 a = ball_box(s.a, r), b = ball_box(s.b, r);
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

/// The kernel's distance is short by the half-axes' ratio at most.
Box3 box_of(const ChamberShape& s) {
  const double low = std::min(s.radius, s.height), high = std::max(s.radius, s.height);
  const double away = kCapM * high / low, drop = kChamberDrop * s.height;
  return turned_box(s.floor, 1, 0, s.radius + away, s.radius + away, kCapM, drop + s.height + away);
}

/// Side: |v| ≤ sway + jag + width + cap/level. Bottom: y ≤ depth·(1 − tail·r) + cap·√(flat +
/// steep·r), which is greatest at r = 0 or where the root is q = cap·steep/(2·depth·tail).
Box3 box_of(const RiftShape& s) {
  const double across = s.sway + s.jag + s.width + kCapM / s.level();
  const double q =
      std::max(std::sqrt(s.bottom_flat()), kCapM * s.bottom_steep() / (2 * s.depth * kRiftTail));
  const double deep = s.depth + kCapM * q, back = s.rise + kCapM;
  return turned_box(s.at, s.cosine, s.sine, s.half + kCapM, across, s.up ? back : deep,
                    s.up ? deep : back);
}

Box3 box_of(const SpanShape& s) {
  const double away = kCapM / s.level();
  const double line = std::fabs(s.slope) * s.run + s.dive * (s.half - s.run);
  return turned_box(s.at, s.cosine, s.sine, s.half + kCapM, s.width + s.flare + kCapM,
                    line + s.thickness + s.haunch + away, line + s.camber + away);
}

Box3 box_of(const PinchShape& s) { return ball_box(s.at, s.reach); }

}  // namespace

Interval site_shape_over(const SiteShape& shape, const Box3& box) {
  return std::visit([&](const auto& s) { return over(s, box); }, shape);
}

Box3 site_shape_box(const SiteShape& shape) {
  return std::visit([](const auto& s) { return box_of(s); }, shape);
}

void fold_site_shape(const SiteShape& shape, const Axes& axes, float* io) {
  const Kernels& k = kernels();
  if (const auto* c = std::get_if<CapsuleShape>(&shape)) return k.capsule(*c, axes, 0, io);
  if (const auto* c = std::get_if<ChamberShape>(&shape)) return k.chamber(*c, axes, 0, io);
  if (const auto* r = std::get_if<RiftShape>(&shape)) return k.rift(*r, axes, io);
  k.span(std::get<SpanShape>(shape), axes, io);
}

}  // namespace strate
