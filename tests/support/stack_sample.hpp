// Recipes built in code, blocks of samples, and comparison of bits: for tests of stacks and
// operators.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "passes/density/stack.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/asset_sample.hpp"
#include "tests/support/bits.hpp"

namespace strate::sample {

/// One entry of a stack, written the way a recipe reads.
struct Entry : OpEntry {
  Entry(std::string name, std::string operator_id) {
    id = std::move(name);
    op = std::move(operator_id);
  }
  /// A group.
  Entry(std::string name, std::vector<Entry> members) {
    id = std::move(name);
    for (Entry& e : members) group.push_back(std::move(e));
  }
  Entry& value(const std::string& name, Value v) {
    for (Param& p : params)
      if (p.name == name) {
        p.value = std::move(v);
        return *this;
      }
    params.push_back({name, std::move(v)});
    return *this;
  }
  Entry& set(const std::string& name, double v) { return set(name, v, v); }
  Entry& set(const std::string& name, double lo, double hi) {
    Value v;
    v.kind = lo == hi ? Value::Kind::number : Value::Kind::pair;
    v.lo = lo, v.hi = hi;
    return value(name, std::move(v));
  }
  Entry& named(const std::string& name, std::string id_of) {
    Value v;
    v.kind = Value::Kind::name;
    v.name = std::move(id_of);
    return value(name, std::move(v));
  }
  /// The sample of what the parameter takes.
  Entry& file(const FieldSpec& spec) {
    Value v;
    v.kind = Value::Kind::file;
    v.name = asset_of(spec.asset).file;
    return value(std::string(spec.name), std::move(v));
  }
  Entry& point(const std::string& name, std::initializer_list<double> numbers) {
    Value v;
    v.kind = Value::Kind::numbers;
    v.numbers = numbers;
    return value(name, std::move(v));
  }
  /// A curve over a field.
  Entry& by(const std::string& name, std::string field, std::vector<Stop> stops) {
    Value v;
    v.kind = Value::Kind::curve;
    v.curve = {std::move(field), std::move(stops)};
    return value(name, std::move(v));
  }
  Entry& join(Combine c, double blend = 0) {
    combine = c;
    blend_m = blend;
    return *this;
  }
};

inline ScopeTerm band(std::string field, std::optional<double> lo, std::optional<double> hi,
                      double feather = 0) {
  ScopeTerm t;
  t.field = std::move(field);
  t.band = {lo, hi, feather};
  return t;
}

inline Recipe recipe(std::vector<Entry> entries, std::vector<NamedField> fields = {}) {
  Recipe r;
  r.fields = std::move(fields);
  for (Entry& e : entries) r.stack.push_back(std::move(e));
  return r;
}

inline StrateFrame frame(std::uint64_t seed = 7) {
  StrateFrame f;
  f.seed = seed;
  f.assets = assets();
  return f;
}

/// Lattice samples of one block: from index `lo`, `size` samples a side, at 0.125 m.
struct Block {
  double x[kBlockRow], y[kBlockRow], z[kBlockRow];
  int nx, ny, nz;
  Block(Coord lo, int sx, int sy, int sz, double step = 0.125) : nx(sx), ny(sy), nz(sz) {
    const auto axis = [&](std::int64_t from, int n, double* out) {
      for (int i = 0; i < kBlockRow; ++i)
        out[i] = static_cast<double>(from + (i < n ? i : n - 1)) * step;
    };
    axis(lo.x, nx, x), axis(lo.y, ny, y), axis(lo.z, nz, z);
  }
  Axes axes() const { return {x, y, z, nx, ny, nz}; }
  std::size_t floats() const { return static_cast<std::size_t>(ny * nz) * kBlockRow; }
};

/// 64-byte aligned floats.
class Values {
 public:
  explicit Values(std::size_t n) : arena_(n * sizeof(float) + 64), data_(arena_.take<float>(n)) {}
  float* data() { return data_; }
  float operator[](std::size_t i) const { return data_[i]; }

 private:
  Arena arena_;
  float* data_;
};

/// The samples of a block alone, x fastest, as bits.
inline std::vector<std::uint32_t> samples(const Stack& stack, const Block& block,
                                          const EvalEnv& env, StackScratch& scratch) {
  Values values(block.floats());
  stack.eval(block.axes(), nullptr, env, scratch, values.data());
  std::vector<std::uint32_t> out;
  for (int iz = 0; iz < block.nz; ++iz)
    for (int iy = 0; iy < block.ny; ++iy)
      for (int ix = 0; ix < block.nx; ++ix)
        out.push_back(bits(values[block_index(block.ny, ix, iy, iz)]));
  return out;
}

/// A stack that must compile.
inline Stack compiled(const Recipe& r, const StrateFrame& f = frame(),
                      const Catalog& catalog = shipped_catalog()) {
  auto stack = Stack::compile(r, f, catalog);
  if (!stack) throw std::runtime_error(stack.error().code + ": " + stack.error().text);
  return std::move(*stack);
}

/// A ball at (x, y, z): a thing.
inline Entry ball(std::string id, double x, double y, double z, double r = 4) {
  return Entry(std::move(id), "ellipsoid").point("at_m", {x, y, z}).point("radii_m", {r, r, r});
}
inline Entry rock() { return Entry("rock", "solid"); }
inline Entry air() { return Entry("air", "void"); }
inline Entry hall() { return Entry("hall", "slab").join(Combine::subtract); }

inline float at(const Stack& stack, Vec3 p, const EvalEnv& env = {}) {
  static StackScratch scratch;
  return stack.at(p, env, scratch);
}
inline float at(const Recipe& r, Vec3 p) { return at(compiled(r), p); }

/// Ground with long slopes over 40°, between 10 and 55 m high.
inline Entry steep_ground() {
  return Entry("ground", "heightfield")
      .set("base_m", 28)
      .set("relief_m", 44)
      .set("scale_m", 90)
      .set("ridge_scale_m", 48)
      .set("ridges", 1)
      .join(Combine::union_);
}

/// A named field: a curve over `by`.
inline NamedField field_by(std::string name, std::string by, std::vector<Stop> stops) {
  NamedField f;
  f.name = std::move(name);
  f.by = std::move(by);
  f.stops = std::move(stops);
  return f;
}

/// Distance to the point (0, 0, 30), as if a passage stood there.
class ToPoint final : public PassageDistance {
 public:
  void distances(const Axes& a, float* out) const override {
    for (int iz = 0; iz < a.nz; ++iz)
      for (int iy = 0; iy < a.ny; ++iy)
        for (int ix = 0; ix < kBlockRow; ++ix)
          out[block_index(a.ny, ix, iy, iz)] =
              static_cast<float>(length(Vec3{a.x[ix], a.y[iy], a.z[iz] - 30}));
  }
  Interval over(const Box3& b) const override {
    const Vec3 c = (b.lo + b.hi) * 0.5;
    const double d = length(c - Vec3{0, 0, 30}), half = length(b.hi - c);
    return widened({d - half, d + half});
  }
};

/// The code of the error that a stack must not compile with; empty if it compiles.
inline std::string compile_error(const Recipe& r, const StrateFrame& f = frame()) {
  auto stack = Stack::compile(r, f, shipped_catalog());
  return stack ? std::string() : stack.error().code;
}

}  // namespace strate::sample
