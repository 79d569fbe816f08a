#include <catch2/catch.hpp>
#include <set>

#include "passes/laws/report.hpp"
#include "support/law_bench.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

LawRow row_with(std::function<std::vector<LawReport>(const LawContext&)> run) {
  return {"sample",
          "A law.",
          {{"width_m", "m", 2.0, {}, ""}, {"tilt_deg", "deg", {}, 5.0, ""}},
          std::move(run)};
}

Finding finding(std::string code, double measured, double x) {
  Finding f;
  f.code = std::move(code);
  f.measured = measured;
  f.at.x = x;
  return f;
}

}  // namespace

TEST_CASE("laws: ids and figures are unique and every law has a sentence and a figure") {
  std::set<std::string_view> ids;
  REQUIRE_FALSE(shipped_laws().empty());
  for (const LawRow& row : shipped_laws()) {
    INFO(row.id);
    CHECK(ids.insert(row.id).second);
    CHECK_FALSE(row.doc.empty());
    CHECK(row.doc.back() == '.');
    CHECK_FALSE(row.figures.empty());
    std::set<std::string_view> figures;
    for (const LawFigure& f : row.figures) CHECK(figures.insert(f.name).second);
    CHECK(find_law(shipped_laws(), row.id) == &row);
  }
  CHECK_FALSE(find_law(shipped_laws(), "gravity"));
}

TEST_CASE("laws: a season may tighten a figure, never loosen it, and names must be known") {
  const std::vector<LawRow> laws{row_with({})};
  CHECK(check_law_bands(laws, {{"sample", "width_m", 3.0, {}, {}}}).empty());
  const auto code = [&](LawBand band) {
    const std::vector<Error> errors = check_law_bands(laws, {band});
    return errors.empty() ? std::string() : errors[0].code;
  };
  CHECK(code({"sample", "width_m", 1.0, {}, {}}) == "law.loosened");
  CHECK(code({"sample", "tilt_deg", {}, 6.0, {}}) == "law.loosened");
  CHECK(code({"sampel", "width_m", 3.0, {}, {}}) == "law.unknown");
  CHECK(code({"sample", "width", 3.0, {}, {}}) == "law.unknown_figure");
  CHECK(check_law_bands(laws, {{"sampel", "width_m", 3.0, {}, {}}})[0].notes[0] ==
        "did you mean \"sample\"?");
}

TEST_CASE("laws: a law sees the tightest of its own range and all of the season's") {
  LawBench bench(two_halls());
  bench.season().laws = {{"sample", "width_m", 3.0, {}, {}},
                         {"sample", "width_m", 2.5, {}, {}},
                         {"other", "width_m", 9.0, {}, {}}};
  const LawRow row = row_with([](const LawContext& context) {
    CHECK(context.limit("width_m").lo == 3.0);
    CHECK(context.limit("tilt_deg").hi == 5.0);
    CHECK(context.limit("unheard_of").lo < -1e300);
    return std::vector<LawReport>{};
  });
  CHECK(run_law(row, bench.context()).empty());
}

TEST_CASE("laws: findings come worst first, and those beyond the limit are counted") {
  LawBench bench(two_halls());
  LawContext context = bench.context();
  context.max_findings = 3;
  const LawRow row = row_with([](const LawContext&) {
    LawReport r;
    r.findings = {finding("b.y", 1, 0), finding("a.x", 1, 5), finding("a.x", 7, 9),
                  finding("a.x", 1, 2), finding("b.y", 3, 0)};
    r.left_out = 2;
    return std::vector<LawReport>{r};
  });
  const LawReport r = run_law(row, context)[0];
  CHECK(r.law == "sample");
  REQUIRE(r.findings.size() == 3);
  CHECK(r.findings[0].at.x == 9);
  CHECK(r.findings[1].at.x == 2);
  CHECK(r.findings[2].at.x == 5);
  CHECK(r.left_out == 4);
}

TEST_CASE("laws: verdicts keep apart what is proven and what is not") {
  CHECK(judged(LawReport{}).verdict == Verdict::holds);
  CHECK(not_proven(LawReport{}, "x", "why").verdict == Verdict::not_proven);
  std::set<std::string_view> names;
  for (const Verdict v : {Verdict::holds, Verdict::fails, Verdict::waived, Verdict::not_applicable,
                          Verdict::not_proven})
    names.insert(verdict_name(v));
  CHECK(names.size() == 5);
}
