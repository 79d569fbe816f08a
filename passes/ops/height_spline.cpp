#include "passes/ops/height_spline.hpp"

#include <algorithm>
#include <cmath>

namespace strate {
namespace {

/// Blocks of the levels grow by this; a level is asked where no more than twice as many lie along
/// a side.
constexpr int kFan = 8;

int blocks(int size, int block) { return (size + block - 1) / block; }

/// Beyond this all samples are the same one.
double near_grid(double u, int size) { return std::clamp(u, -1.0, static_cast<double>(size)); }

int nearest(double u) { return static_cast<int>(std::floor(u + 0.5)); }

}  // namespace

HeightSpline::HeightSpline(std::shared_ptr<const AssetData> heights)
    : data_(std::move(heights)), grid_(data_->get<HeightGrid>()) {
  const int side = std::max(width(), height());
  for (int block = kFan; block < 2 * side; block *= kFan) add_level(block);
}

HeightSpline::Tap HeightSpline::tap(double u, int size) {
  const double near = near_grid(u, size);
  const int i = nearest(near);
  const double t = near - i, before = 0.5 - t, after = 0.5 + t;
  Tap out;
  for (int k = 0; k < 3; ++k)
    out.at[static_cast<std::size_t>(k)] = std::clamp(i + k - 1, 0, size - 1);
  out.weight = {0.5 * (before * before), 0.75 - t * t, 0.5 * (after * after)};
  return out;
}

double HeightSpline::at(const Tap& x, const Tap& y) const {
  double sum = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    double row = 0;
    for (std::size_t i = 0; i < 3; ++i) row = row + x.weight[i] * sample(x.at[i], y.at[j]);
    sum = sum + y.weight[j] * row;
  }
  return sum;
}

void HeightSpline::Span::add(const Span& s) {
  value_lo = std::min(value_lo, s.value_lo), value_hi = std::max(value_hi, s.value_hi);
  dx_lo = std::min(dx_lo, s.dx_lo), dx_hi = std::max(dx_hi, s.dx_hi);
  dy_lo = std::min(dy_lo, s.dy_lo), dy_hi = std::max(dy_hi, s.dy_hi);
}

/// Of one sample; on the last column and row the difference to what goes on beyond them.
HeightSpline::Span HeightSpline::span_of(int i, int j) const {
  const int v = sample(i, j);
  const int dx = sample(std::min(i + 1, width() - 1), j) - v;
  const int dy = sample(i, std::min(j + 1, height() - 1)) - v;
  return {v, v, dx, dx, dy, dy};
}

void HeightSpline::add_level(int block) {
  Level out{block, blocks(width(), block), blocks(height(), block), {}};
  out.spans.resize(static_cast<std::size_t>(out.across) * static_cast<std::size_t>(out.down));
  for (int j = 0; j < out.down; ++j)
    for (int i = 0; i < out.across; ++i) {
      const int i1 = std::min((i + 1) * block, width()) - 1;
      const int j1 = std::min((j + 1) * block, height()) - 1;
      out.spans[static_cast<std::size_t>(j) * static_cast<std::size_t>(out.across) +
                static_cast<std::size_t>(i)] = span_over(i * block, i1, j * block, j1);
    }
  levels_.push_back(std::move(out));
}

HeightSpline::Span HeightSpline::span_over(int i0, int i1, int j0, int j1) const {
  const int side = std::max(i1 - i0, j1 - j0);
  Span all;
  const Level* level = nullptr;
  for (const Level& l : levels_)
    if (l.block * kFan <= side + 1) level = &l;
  if (!level) {
    for (int j = j0; j <= j1; ++j)
      for (int i = i0; i <= i1; ++i) all.add(span_of(i, j));
    return all;
  }
  for (int j = j0 / level->block; j <= j1 / level->block; ++j)
    for (int i = i0 / level->block; i <= i1 / level->block; ++i)
      all.add(level->spans[static_cast<std::size_t>(j) * static_cast<std::size_t>(level->across) +
                           static_cast<std::size_t>(i)]);
  return all;
}

HeightSpline::Reach HeightSpline::reach(Interval u, int size) {
  const int lo = nearest(near_grid(u.lo, size)) - 1, hi = nearest(near_grid(u.hi, size)) + 1;
  return {std::clamp(lo, 0, size - 1), std::clamp(hi, 0, size - 1), lo < 0 || hi >= size};
}

HeightSpline::Range HeightSpline::over(Interval u, Interval v) const {
  const Reach x = reach(u, width()), y = reach(v, height());
  Span s = span_over(x.lo, x.hi, y.lo, y.hi);
  if (x.outside) s.dx_lo = std::min(s.dx_lo, 0), s.dx_hi = std::max(s.dx_hi, 0);
  if (y.outside) s.dy_lo = std::min(s.dy_lo, 0), s.dy_hi = std::max(s.dy_hi, 0);
  const auto real = [](int lo, int hi) {
    return Interval{static_cast<double>(lo), static_cast<double>(hi)};
  };
  return {real(s.value_lo, s.value_hi), real(s.dx_lo, s.dx_hi), real(s.dy_lo, s.dy_hi)};
}

}  // namespace strate
