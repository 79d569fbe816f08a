// Facts about samples: digest sums, sign bits, range, finiteness. Padding lanes never count.
// Included once per instruction set by kernels.cpp.

void digest_row(const float* row, int n, std::int64_t x0_um, std::int64_t step_um,
                std::int64_t y_um, std::int64_t z_um, DensityDigest& digest) {
  std::uint64_t a = 0, b = 0;
  for (int i = 0; i < n; ++i) {
    DensityDigest one;
    std::uint32_t bits;
    std::memcpy(&bits, row + i, sizeof bits);
    add_sample(one, x0_um + i * step_um, y_um, z_um, bits);
    a += one.a, b += one.b;
  }
  digest += {a, b, static_cast<std::uint64_t>(n)};
}

std::uint64_t sign_bits(const float* row, int n) {
  const FloatTag d;
  std::uint64_t bits = 0;
  for (int c = 0; c < n; c += Lanes()) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Lt(hn::Load(d, row + c), hn::Zero(d)), bytes);
    std::uint64_t part;
    std::memcpy(&part, bytes, sizeof part);
    bits |= part << c;
  }
  return bits & (n >= 64 ? ~0ull : (1ull << n) - 1);
}

/// Widens [lo, hi] by the n samples of one row; `low` and `high` collect whole vectors.
HWY_INLINE void range_of_row(const float* row, int n, FloatVec& low, FloatVec& high, float& lo,
                             float& hi) {
  const FloatTag d;
  int c = 0;
  for (; c + Lanes() <= n; c += Lanes()) {
    low = lesser(low, hn::Load(d, row + c));
    high = greater(high, hn::Load(d, row + c));
  }
  for (; c < n; ++c) {
    lo = row[c] < lo ? row[c] : lo;
    hi = hi < row[c] ? row[c] : hi;
  }
}

void range(const float* values, std::size_t rows, int nx, float& lo, float& hi) {
  const FloatTag d;
  lo = hi = values[0];
  auto low = set(lo), high = low;
  for (std::size_t r = 0; r < rows; ++r)
    range_of_row(values + r * kBlockRow, nx, low, high, lo, hi);
  alignas(64) float lanes[2][kBlockRow];
  hn::Store(low, d, lanes[0]);
  hn::Store(high, d, lanes[1]);
  for (int i = 0; i < Lanes(); ++i) {
    lo = lanes[0][i] < lo ? lanes[0][i] : lo;
    hi = hi < lanes[1][i] ? lanes[1][i] : hi;
  }
}

bool finite(const float* values, std::size_t rows, int nx) {
  std::uint32_t bad = 0;
  for (std::size_t r = 0; r < rows; ++r)
    for (int i = 0; i < nx; ++i) {
      std::uint32_t bits;
      std::memcpy(&bits, values + r * kBlockRow + i, sizeof bits);
      bad |= static_cast<std::uint32_t>((bits & 0x7fffffffu) >= 0x7f800000u);
    }
  return bad == 0;
}
