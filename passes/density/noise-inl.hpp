// The block path of the noise (10 A2): separable per axis, so gradients are hashed once per lattice
// node, folded along z and y once per row, and along x in registers with all octaves fused.
// Included once per instruction set by kernels.cpp.

/// Two nodes for each of 40 samples at worst; rows are padded so that a vector may start anywhere.
constexpr int kNodeMax = 2 * kBlockMax;

/// One axis in one octave. `node` lists the lattice nodes that samples touch, ascending; sample i
/// lies between node[index[i]] and the next.
struct NoiseAxis {
  alignas(64) std::int32_t node[kNodeMax + 16];
  alignas(64) std::int32_t index[kBlockRow];
  alignas(64) float t[kBlockRow], t1[kBlockRow], u[kBlockRow];
  int nodes = 0;

  int add_node_pair(std::int32_t n) {
    if (nodes > 0 && node[nodes - 1] == n + 1) return nodes - 2;
    if (nodes == 0 || node[nodes - 1] != n) node[nodes++] = n;
    node[nodes++] = n + 1;
    return nodes - 2;
  }

  void set(const double* x, int n, double frequency, double offset) {
    nodes = 0;
    for (int i = 0; i < n; ++i) {
      const double p = x[i] * frequency + offset, low = std::floor(p);
      const float f = static_cast<float>(p - low);
      index[i] = add_node_pair(static_cast<std::int32_t>(low));
      t[i] = f;
      t1[i] = f - 1.0f;
      u[i] = ((f * f) * f) * (f * (f * 6.0f - 15.0f) + 10.0f);
    }
    for (int i = n; i < kBlockRow; ++i) {
      index[i] = index[n - 1];
      t[i] = t[n - 1], t1[i] = t1[n - 1], u[i] = u[n - 1];
    }
    for (int i = nodes; i < kNodeMax + 16; ++i) node[i] = node[nodes - 1];
  }
};

/// How the x fold finds its nodes: all of a row in one register; a register loaded at the first
/// node of each group of lanes; lane by lane (positions so sparse that a group spans more nodes).
enum class Lookup { single, local, sparse };

struct NoiseOctave {
  NoiseAxis x, y, z;
  alignas(64) std::int32_t local[kBlockRow];  ///< index less that of its group's first lane
  float* planes[2];                           ///< gradients of two z nodes: [y][xyz][x]
  int plane_node[2];
  float* folded;   ///< after z: [y][abc][x]
  int width;       ///< x nodes, padded to whole vectors
  std::size_t at;  ///< offset of this octave in a row of folded pairs
  std::size_t pair() const { return static_cast<std::size_t>(width + Lanes()); }
};

inline std::size_t plane_size(const NoiseOctave& o) {
  return static_cast<std::size_t>(o.y.nodes) * 3 * static_cast<std::size_t>(o.width);
}

inline Lookup lookup_of(const NoiseOctave& o, int nx) {
  const int lanes = Lanes();
  bool local = true;
  for (int c = 0; c < nx; c += lanes)
    local = local && o.x.index[c + lanes - 1] - o.x.index[c] < lanes;
  return lanes > 1 && o.x.nodes <= lanes ? Lookup::single : local ? Lookup::local : Lookup::sparse;
}

using UintVec = hn::Vec<UintTag>;

struct GradientVec {
  FloatVec x, y, z;
};

/// Gradients of nodes: `mixed` is their three coordinates times the odd constants, xor the first
/// salt; `amplitude` the bits of the octave's.
HWY_INLINE GradientVec gradients(UintVec mixed, UintVec salt1, UintVec amplitude) {
  const FloatTag d;
  const IntTag di;
  const UintTag du;
  auto h = hn::Mul(hn::Xor(mixed, hn::ShiftRight<16>(mixed)), hn::Set(du, 0x21f0aaadu));
  h = hn::Add(h, salt1);
  h = hn::Mul(hn::Xor(h, hn::ShiftRight<15>(h)), hn::Set(du, 0xd35a2d97u));
  h = hn::ShiftRight<28>(hn::Xor(h, hn::ShiftRight<15>(h)));
  const auto first = hn::Xor(amplitude, hn::ShiftLeft<31>(h));
  const auto second = hn::Xor(amplitude, hn::ShiftLeft<31>(hn::ShiftRight<1>(h)));
  const auto hs = hn::BitCast(di, h);
  const auto as_bits = [&](auto mask) { return hn::BitCast(du, hn::VecFromMask(di, mask)); };
  const auto first_on_x = as_bits(hn::Lt(hs, hn::Set(di, 8)));
  const auto second_on_y = as_bits(hn::Lt(hs, hn::Set(di, 4)));
  const auto second_on_x = as_bits(hn::Eq(hn::And(hs, hn::Set(di, 13)), hn::Set(di, 12)));
  const auto x = hn::Or(hn::And(first_on_x, first), hn::And(second_on_x, second));
  const auto y = hn::Or(hn::AndNot(first_on_x, first), hn::And(second_on_y, second));
  const auto z = hn::AndNot(hn::Or(second_on_y, second_on_x), second);
  return {hn::BitCast(d, x), hn::BitCast(d, y), hn::BitCast(d, z)};
}

/// Gradients of every (x, y) node at one z node.
HWY_NOINLINE void gradient_plane(const Fbm& f, int octave, const NoiseOctave& o, int z_node,
                                 float* out) {
  const FloatTag d;
  const IntTag di;
  const UintTag du;
  const auto amplitude = hn::BitCast(du, hn::Set(d, f.amplitude[octave]));
  const auto salt1 = hn::Set(du, f.salt1[octave]);
  const std::uint32_t hz = static_cast<std::uint32_t>(o.z.node[z_node]) * 0xC2B2AE3Du;
  for (int j = 0; j < o.y.nodes; ++j, out += 3 * o.width) {
    const std::uint32_t hy = static_cast<std::uint32_t>(o.y.node[j]) * 0x85EBCA77u;
    const auto hyz = hn::Set(du, hy ^ hz ^ f.salt0[octave]);
    for (int q = 0; q < o.width; q += Lanes()) {
      const auto hx = hn::BitCast(du, hn::Load(di, o.x.node + q));
      const auto mixed = hn::Xor(hn::Mul(hx, hn::Set(du, 0x9E3779B1u)), hyz);
      const GradientVec g = gradients(mixed, salt1, amplitude);
      hn::Store(g.x, d, out + q);
      hn::Store(g.y, d, out + o.width + q);
      hn::Store(g.z, d, out + 2 * o.width + q);
    }
  }
}

/// The plane of z node `node`, hashed unless it is one of the two kept.
inline const float* plane_of(const Fbm& f, int octave, NoiseOctave& o, int node) {
  const int slot = node & 1;
  if (o.plane_node[slot] != node) {
    gradient_plane(f, octave, o, node, o.planes[slot]);
    o.plane_node[slot] = node;
  }
  return o.planes[slot];
}

/// Folds the cell's two z planes at sample z of the block.
HWY_NOINLINE void fold_z(const Fbm& f, int octave, NoiseOctave& o, int z) {
  const FloatTag d;
  const float* g0 = plane_of(f, octave, o, o.z.index[z]);
  const float* g1 = plane_of(f, octave, o, o.z.index[z] + 1);
  const auto w = hn::Set(d, o.z.u[z]), t = hn::Set(d, o.z.t[z]), t1 = hn::Set(d, o.z.t1[z]);
  const int step = 3 * o.width;
  float* out = o.folded;
  for (int j = 0; j < o.y.nodes; ++j, g0 += step, g1 += step, out += step) {
    for (int q = 0; q < o.width; q += Lanes()) {
      const int y = o.width + q, c = 2 * o.width + q;
      const auto ax = hn::Load(d, g0 + q), bx = hn::Load(d, g1 + q);
      const auto ay = hn::Load(d, g0 + y), by = hn::Load(d, g1 + y);
      const auto c0 = hn::Mul(hn::Load(d, g0 + c), t), c1 = hn::Mul(hn::Load(d, g1 + c), t1);
      hn::Store(hn::Add(ax, hn::Mul(w, hn::Sub(bx, ax))), d, out + q);
      hn::Store(hn::Add(ay, hn::Mul(w, hn::Sub(by, ay))), d, out + y);
      hn::Store(hn::Add(c0, hn::Mul(w, hn::Sub(c1, c0))), d, out + c);
    }
  }
}

/// Folds along y for every row of the block: the slopes S and constants K of all x nodes.
HWY_NOINLINE void fold_y(const NoiseOctave& o, int ny, std::size_t stride, float* rows) {
  const FloatTag d;
  const int w = o.width;
  for (int y = 0; y < ny; ++y) {
    const float* p = o.folded + static_cast<std::size_t>(o.y.index[y]) * 3 * w;
    float* out = rows + static_cast<std::size_t>(y) * stride + o.at;
    const auto v = hn::Set(d, o.y.u[y]), t = hn::Set(d, o.y.t[y]), t1 = hn::Set(d, o.y.t1[y]);
    for (int q = 0; q < w; q += Lanes()) {
      const auto a0 = hn::Load(d, p + q), a1 = hn::Load(d, p + 3 * w + q);
      const auto b0 = hn::Load(d, p + w + q), b1 = hn::Load(d, p + 4 * w + q);
      const auto c0 = hn::Load(d, p + 2 * w + q), c1 = hn::Load(d, p + 5 * w + q);
      const auto p0 = hn::Add(hn::Mul(b0, t), c0), p1 = hn::Add(hn::Mul(b1, t1), c1);
      hn::Store(hn::Add(a0, hn::Mul(v, hn::Sub(a1, a0))), d, out + q);
      hn::Store(hn::Add(p0, hn::Mul(v, hn::Sub(p1, p0))), d, out + o.pair() + q);
    }
  }
}

/// Slope and constant of both ends of each lane's cell.
struct Ends {
  FloatVec s0, k0, s1, k1;
};

template <Lookup kLookup>
HWY_INLINE Ends ends_of(const NoiseOctave& o, const float* s, int c) {
  const FloatTag d;
  const IntTag di;
  const float* k = s + o.pair();
  if constexpr (kLookup == Lookup::sparse) {
    alignas(64) float v[4][kBlockRow];
    for (int i = 0; i < Lanes(); ++i) {
      const std::int32_t at = o.x.index[c + i];
      v[0][i] = s[at], v[1][i] = k[at], v[2][i] = s[at + 1], v[3][i] = k[at + 1];
    }
    return {hn::Load(d, v[0]), hn::Load(d, v[1]), hn::Load(d, v[2]), hn::Load(d, v[3])};
  } else if constexpr (kLookup == Lookup::single) {
    const auto index = hn::Load(di, o.x.index + c);
    const auto low = hn::IndicesFromVec(d, index);
    const auto high = hn::IndicesFromVec(d, hn::Add(index, hn::Set(di, Lanes() > 1 ? 1 : 0)));
    const auto S = hn::Load(d, s), K = hn::Load(d, k);
    return {hn::TableLookupLanes(S, low), hn::TableLookupLanes(K, low),
            hn::TableLookupLanes(S, high), hn::TableLookupLanes(K, high)};
  } else {
    const auto id = hn::IndicesFromVec(d, hn::Load(di, o.local + c));
    const std::int32_t at = o.x.index[c];
    return {hn::TableLookupLanes(hn::LoadU(d, s + at), id),
            hn::TableLookupLanes(hn::LoadU(d, k + at), id),
            hn::TableLookupLanes(hn::LoadU(d, s + at + 1), id),
            hn::TableLookupLanes(hn::LoadU(d, k + at + 1), id)};
  }
}

/// Folds along x and sums the octaves: one z layer of the block.
template <Lookup kLookup, int kOctaves>
HWY_NOINLINE void fold_x(const NoiseOctave* octaves, int count, const float* rows,
                         std::size_t stride, const Axes& axes, float* out) {
  const FloatTag d;
  const int n = kOctaves > 0 ? kOctaves : count;
  for (int c = 0; c < kBlockRow; c += Lanes()) {
    for (int y = 0; y < axes.ny; ++y) {
      auto sum = hn::Zero(d);
      const float* row = rows + static_cast<std::size_t>(y) * stride;
      if (c < axes.nx) {
        for (int i = 0; i < n; ++i) {
          const NoiseOctave& o = octaves[i];
          const Ends e = ends_of<kLookup>(o, row + o.at, c);
          const auto left = hn::Add(hn::Mul(e.s0, hn::Load(d, o.x.t + c)), e.k0);
          const auto right = hn::Add(hn::Mul(e.s1, hn::Load(d, o.x.t1 + c)), e.k1);
          const auto u = hn::Load(d, o.x.u + c);
          sum = hn::Add(sum, hn::Add(left, hn::Mul(u, hn::Sub(right, left))));
        }
      }
      hn::Store(hn::Add(sum, hn::Zero(d)), d, out + static_cast<std::size_t>(y) * kBlockRow + c);
    }
  }
}

using FoldX = void (*)(const NoiseOctave*, int, const float*, std::size_t, const Axes&, float*);

template <Lookup kLookup>
FoldX fold_x_of(int octaves) {
  switch (octaves) {
    case 1:
      return fold_x<kLookup, 1>;
    case 2:
      return fold_x<kLookup, 2>;
    case 3:
      return fold_x<kLookup, 3>;
    case 4:
      return fold_x<kLookup, 4>;
    default:
      return fold_x<kLookup, 0>;
  }
}

inline void set_octave(NoiseOctave& o, const Fbm& f, int i, const Axes& axes) {
  o.x.set(axes.x, axes.nx, f.frequency[i], f.offset[0][i]);
  o.y.set(axes.y, axes.ny, f.frequency[i], f.offset[1][i]);
  o.z.set(axes.z, axes.nz, f.frequency[i], f.offset[2][i]);
  o.width = (o.x.nodes + Lanes() - 1) / Lanes() * Lanes();
  for (int c = 0; c < kBlockRow; ++c) o.local[c] = o.x.index[c] - o.x.index[c / Lanes() * Lanes()];
  o.plane_node[0] = o.plane_node[1] = -1;
}

/// Lays the octaves' buffers out in the scratch; returns the row buffer behind them.
inline float* lay_out(NoiseOctave* octaves, int n, int ny, std::size_t& stride,
                      NoiseScratch& scratch) {
  std::size_t planes = 0;
  stride = 0;
  for (int i = 0; i < n; ++i) {
    octaves[i].at = stride;
    stride += 2 * octaves[i].pair();
    planes += 3 * plane_size(octaves[i]);
  }
  // One row of slack: lanes beyond a row's last node are read, then not chosen.
  float* at = scratch.floats(planes + static_cast<std::size_t>(ny + 1) * stride + kBlockRow);
  for (int i = 0; i < n; ++i) {
    NoiseOctave& o = octaves[i];
    o.planes[0] = at;
    o.planes[1] = at + plane_size(o);
    o.folded = at + 2 * plane_size(o);
    at += 3 * plane_size(o);
  }
  return at;
}

void fbm(const Fbm& f, const Axes& axes, NoiseScratch& scratch, float* out) {
  if (axes.nx == 1 && axes.ny == 1 && axes.nz == 1) {
    for (int i = 0; i < kBlockRow; ++i) out[i] = 0;
    out[0] = fbm_point(f, axes.x[0], axes.y[0], axes.z[0]);
    return;
  }
  NoiseOctave octaves[kMaxOctaves];
  Lookup lookup = Lookup::single;
  for (int i = 0; i < f.octaves; ++i) {
    set_octave(octaves[i], f, i, axes);
    lookup = std::max(lookup, lookup_of(octaves[i], axes.nx));
  }
  std::size_t stride = 0;
  float* rows = lay_out(octaves, f.octaves, axes.ny, stride, scratch);
  const FoldX fold = lookup == Lookup::single  ? fold_x_of<Lookup::single>(f.octaves)
                     : lookup == Lookup::local ? fold_x_of<Lookup::local>(f.octaves)
                                               : fold_x_of<Lookup::sparse>(f.octaves);
  for (int z = 0; z < axes.nz; ++z) {
    for (int i = 0; i < f.octaves; ++i) {
      fold_z(f, i, octaves[i], z);
      fold_y(octaves[i], axes.ny, stride, rows);
    }
    fold(octaves, f.octaves, rows, stride, axes, out + block_index(axes.ny, 0, 0, z));
  }
}
