#include <catch2/catch.hpp>

#include "passes/density/context.hpp"
#include "support/law_bench.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// A ball of air that its bound does not know of.
class HiddenBall final : public Operator {
 public:
  void eval(EvalContext& context, float* values) const override {
    const Axes& a = context.axes();
    for (int z = 0; z < a.nz; ++z)
      for (int y = 0; y < a.ny; ++y)
        for (int x = 0; x < a.nx; ++x) {
          const Vec3 p{a.x[x], a.y[y], a.z[z] - 13.5};
          float& v = values[block_index(a.ny, x, y, z)];
          if (length(p) < 2) v = 1;
        }
  }
  Interval bound(BoundContext&, Interval in) const override { return in; }
};

Result<std::unique_ptr<Operator>> compile_ball(const OpEntry&, CompileContext&) {
  return std::unique_ptr<Operator>(std::make_unique<HiddenBall>());
}

Catalog with_liar() {
  Catalog catalog = shipped_catalog();
  OperatorRow row;
  row.id = "liar";
  row.role = Role::modifier;
  row.doc = "opens a ball and says nothing";
  row.compile = compile_ball;
  catalog.operators.push_back(row);
  return catalog;
}

}  // namespace

TEST_CASE("bounds: honest operators are never contradicted, and boxes were really proven") {
  LawBench bench(two_halls());
  for (const LawReport& r : bench.run("bounds")) {
    CHECK(r.verdict == Verdict::holds);
    CHECK(margin(r, "contradictions")->value == 0);
    CHECK(r.proved.find("384 boxes") == 0);
    CHECK(r.proved.find(" 0 called uniform") == std::string::npos);
  }
}

TEST_CASE("bounds: an operator whose bound lies is caught with box, sample and name") {
  WorldDef def = two_halls();
  OpEntry liar;
  liar.id = "hole", liar.op = "liar";
  liar.source = {0, 300, 310};
  def.strates[0].recipe.stack.push_back(liar);
  LawBench bench(def, {-6, -6, 6, 6}, with_liar());
  const LawReport r = bench.run("bounds", 0);
  CHECK(r.verdict == Verdict::fails);
  REQUIRE_FALSE(r.findings.empty());
  for (const Finding& f : r.findings) {
    CHECK(f.code == "bounds.contradiction");
    REQUIRE(f.witness.size() == 3);
    CHECK(length(f.at - Vec3{0, 0, -2.5}) < 2.01);
  }
  CHECK(r.findings[0].blame_operator == "hole");
  CHECK(r.findings[0].blame.begin == 300);
  CHECK(bench.run("bounds", 1).verdict == Verdict::holds);
}

TEST_CASE("bounds: an empty window proves nothing") {
  LawBench bench(two_halls());
  bench.strates()[0].window = {};
  CHECK(bench.run("bounds", 0).verdict == Verdict::not_proven);
}
