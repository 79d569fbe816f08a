#include <catch2/catch.hpp>

#include "passes/mesh/mesh_facts.hpp"
#include "support/law_bench.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

/// A bench whose surface of strate 0 has one fault of a kind.
LawReport judged_with(MeshFault::Kind kind) {
  LawBench bench(two_halls());
  SampledStrate broken;
  broken.request = bench.strates()[0].sampled->request;
  broken.mesh_facts = bench.strates()[0].sampled->mesh_facts;
  broken.mesh_facts.counts[kind] = 1;
  broken.mesh_facts.faults = {{kind, {0, 0, -1}, {256, 0, -20480}, {300, 80, -20480}}};
  bench.strates()[0].sampled = &broken;
  return bench.run("mesh", 0);
}

}  // namespace

TEST_CASE("mesh law: two halls hold, with the figures that prove it") {
  LawBench bench(two_halls());
  for (const LawReport& r : bench.run("mesh")) {
    CHECK(r.verdict == Verdict::holds);
    CHECK(margin(r, "unpaired_edges")->value == 0);
    CHECK(margin(r, "cut_edges")->value > 0);
    CHECK(margin(r, "volume_error_fraction")->value < 0.01);
    CHECK(margin(r, "triangles")->value > 10000);
    CHECK(r.proved.find("every edge, normal and triangle") == 0);
  }
}

TEST_CASE("mesh law: every kind of fault fails with its place and code") {
  const std::pair<MeshFault::Kind, const char*> kinds[] = {
      {MeshFault::Kind::open_edge, "mesh.open_edge"},
      {MeshFault::Kind::crowded_edge, "mesh.crowded_edge"},
      {MeshFault::Kind::degenerate, "mesh.degenerate"},
      {MeshFault::Kind::normal, "mesh.normal"},
      {MeshFault::Kind::index, "mesh.index"}};
  for (const auto& [kind, code] : kinds) {
    const LawReport r = judged_with(kind);
    CHECK(r.verdict == Verdict::fails);
    REQUIRE(r.findings.size() == 1);
    CHECK(r.findings[0].code == code);
    CHECK(r.findings[0].at == Vec3{0.125, 0, -10});
    CHECK(r.findings[0].witness.size() == 2);
    CHECK(!r.findings[0].blame_operator.empty());
  }
}

TEST_CASE("mesh law: a surface whose volume is not that of the samples fails") {
  LawBench bench(two_halls());
  SampledStrate broken;
  broken.request = bench.strates()[1].sampled->request;
  broken.mesh_facts = bench.strates()[1].sampled->mesh_facts;
  broken.mesh_facts.mesh_air *= 1.02;
  bench.strates()[1].sampled = &broken;
  const LawReport r = bench.run("mesh", 1);
  CHECK(r.verdict == Verdict::fails);
  REQUIRE(r.findings.size() == 1);
  CHECK(r.findings[0].code == "mesh.volume");
  CHECK(r.findings[0].measured == Approx(0.02).epsilon(0.2));
  CHECK(r.findings[0].required == 0.01);
}

TEST_CASE("mesh law: without a surface nothing is proven") {
  LawBench bench(two_halls());
  bench.strates()[0].sampled = nullptr;
  CHECK(bench.run("mesh", 0).verdict == Verdict::not_proven);
}
