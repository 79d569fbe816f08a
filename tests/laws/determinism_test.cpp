#include <catch2/catch.hpp>

#include "passes/density/context.hpp"
#include "passes/density/simd.hpp"
#include "support/law_bench.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

enum class Fault { block_shape, instruction_set };

/// Adds a hair that depends on something it must not depend on.
class Moody final : public Operator {
 public:
  explicit Moody(Fault fault) : fault_(fault) {}
  void eval(EvalContext& context, float* values) const override {
    const Axes& a = context.axes();
    const bool odd =
        fault_ == Fault::block_shape ? a.nx % 2 != 0 : simd_level() == SimdLevel::scalar;
    if (!odd) return;
    for (int z = 0; z < a.nz; ++z)
      for (int y = 0; y < a.ny; ++y)
        for (int x = 0; x < a.nx; ++x)
          // Only beyond x = 1 m, so that the first differing sample has a known side.
          if (a.x[x] > 1) values[block_index(a.ny, x, y, z)] += 1.0f / 4096;
  }
  Interval bound(BoundContext&, Interval in) const override { return {in.lo, in.hi + 1.0 / 2048}; }

 private:
  Fault fault_;
};

template <Fault fault>
Result<std::unique_ptr<Operator>> compile_moody(const OpEntry&, CompileContext&) {
  return std::unique_ptr<Operator>(std::make_unique<Moody>(fault));
}

template <Fault fault>
LawReport judged_with() {
  Catalog catalog = shipped_catalog();
  OperatorRow row;
  row.id = "moody";
  row.role = Role::modifier;
  row.compile = compile_moody<fault>;
  catalog.operators.push_back(row);
  WorldDef def = two_halls();
  OpEntry entry;
  entry.id = "mood", entry.op = "moody";
  def.strates[0].recipe.stack.push_back(entry);
  LawBench bench(def, {-6, -6, 6, 6}, catalog);
  return bench.run("determinism", 0);
}

}  // namespace

TEST_CASE("determinism: the shipped operators give the same bits in every way", "[threads]") {
  const SimdLevel before = simd_level();
  LawBench bench(two_halls(), {}, shipped_catalog(), 3);
  for (const LawReport& r : bench.run("determinism")) {
    INFO((r.findings.empty() ? "" : r.findings[0].text));
    CHECK(r.verdict == Verdict::holds);
    CHECK(margin(r, "differing_samples")->value == 0);
  }
  CHECK(simd_level() == before);
}

TEST_CASE("determinism: an operator that sees its block's shape is caught at the first sample") {
  const LawReport r = judged_with<Fault::block_shape>();
  CHECK(r.verdict == Verdict::fails);
  REQUIRE_FALSE(r.findings.empty());
  CHECK(r.findings[0].code == "determinism.differs");
  CHECK(r.findings[0].at.x > 1);
  CHECK(r.findings[0].at.x < 1.2);
  CHECK(margin(r, "differing_samples")->value > 0);
}

TEST_CASE("determinism: an operator that sees the instruction set is caught by name of the set") {
  if (simd_levels().size() < 2) return;
  const LawReport r = judged_with<Fault::instruction_set>();
  CHECK(r.verdict == Verdict::fails);
  bool named = false;
  for (const Finding& f : r.findings)
    named = named || f.text.find("on scalar") != std::string::npos;
  CHECK(named);
}

TEST_CASE("determinism: a baked grid that differs from the world is caught") {
  LawBench bench(two_halls());
  SampledStrate& sampled = const_cast<SampledStrate&>(*bench.strates()[0].sampled);
  for (GridTile& t : sampled.grid.slots)
    for (float& v : t.values)
      if (v > 0.1f && v < 0.2f) v += 1e-6f;
  const LawReport r = bench.run("determinism", 0);
  CHECK(r.verdict == Verdict::fails);
  REQUIRE_FALSE(r.findings.empty());
  CHECK(r.findings[0].text.find("baked grid") != std::string::npos);
}
