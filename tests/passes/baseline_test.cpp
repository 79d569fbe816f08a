// Figures against a baseline: every way one can stand to it, and which of them are regressions.
#include "passes/baseline.hpp"

#include <catch2/catch.hpp>

using namespace strate;

namespace {

Expect baseline() {
  Expect e;
  e.content_hash = std::string(32, 'a');
  e.step_um = 125'000;
  e.window_um = {-64'000'000, -64'000'000, 64'000'000, 64'000'000};
  e.allow = {{"air_fraction", -0.02, 0.03, false, {}},
             {"narrowest_width_m", -0.125, std::nullopt, false, {}},
             {"walk_length_m", -0.1, 0.1, true, {}},
             {"openness_m", std::nullopt, std::nullopt, false, {}}};
  e.descent = {{"narrowest_width_m", 1.75}, {"lowest_headroom_m", 2.25}};
  e.laws = {{"seal", Verdict::holds}, {"debris", Verdict::waived}};
  e.strates = {{"a", {{"air_fraction", 0.5}, {"walk_length_m", 120}, {"openness_m", 9}}},
               {"b", {{"air_fraction", 0.25}}}};
  return e;
}

/// The shift of one figure of the baseline when the measured world is changed so.
template <class Change>
FigureShift shift(const std::string& where, const std::string& figure, Change&& change) {
  Expect now = baseline();
  change(now);
  const BaselineReport report = compare(baseline(), now);
  for (const FigureShift& f : report.figures)
    if (f.where == where && f.figure == figure) return f;
  FAIL("no row " << where << " " << figure);
  return {};
}

Shift air(double value) {
  return shift("a", "air_fraction", [&](Expect& e) { e.strates[0].figures[0].value = value; })
      .shift;
}

template <class Change>
bool regressed(Change&& change) {
  Expect now = baseline();
  change(now);
  return compare(baseline(), now).regressed();
}

}  // namespace

TEST_CASE("baseline: a world is kept by its own baseline") {
  const BaselineReport report = compare(baseline(), baseline());
  CHECK(report.same_world());
  CHECK_FALSE(report.regressed());
  CHECK(report.figures.size() == 6);
  CHECK(report.count(Shift::same) == 8);
}

TEST_CASE("baseline: an allowance includes its ends and nothing beyond") {
  CHECK(air(0.5) == Shift::same);
  CHECK(air(0.48) == Shift::within);
  CHECK(air(0.479999) == Shift::beyond);
  CHECK(air(0.53) == Shift::within);
  CHECK(air(0.530001) == Shift::beyond);
  CHECK(air(0.5000004) == Shift::same);  // less than what is recorded
}

TEST_CASE("baseline: null lets a figure move freely, no allowance not at all") {
  const auto width = [](double v) {
    return shift("descent", "narrowest_width_m", [&](Expect& e) { e.descent[0].value = v; }).shift;
  };
  CHECK(width(1000) == Shift::within);
  CHECK(width(1.625) == Shift::within);
  CHECK(width(1.6249) == Shift::beyond);
  CHECK(shift("a", "openness_m", [](Expect& e) { e.strates[0].figures[2].value = -1e6; }).shift ==
        Shift::within);
  CHECK(shift("descent", "lowest_headroom_m", [](Expect& e) {
          e.descent[1].value = 2.250001;
        }).shift == Shift::beyond);
}

TEST_CASE("baseline: a fraction is of the expected value") {
  const auto walk = [](double v) {
    return shift("a", "walk_length_m", [&](Expect& e) { e.strates[0].figures[1].value = v; });
  };
  CHECK(walk(132).shift == Shift::within);
  CHECK(walk(132.001).shift == Shift::beyond);
  CHECK(walk(108).shift == Shift::within);
  CHECK(walk(107.999).shift == Shift::beyond);
  CHECK(walk(107).down == -12.0);
  CHECK(walk(107).moved() == -13);
}

TEST_CASE("baseline: what is gone is a regression, what is new is not") {
  CHECK(regressed([](Expect& e) { e.strates.pop_back(); }));
  CHECK(regressed([](Expect& e) { e.descent.clear(); }));
  CHECK_FALSE(regressed([](Expect& e) { e.strates.push_back({"c", {{"air_fraction", 1}}}); }));
  CHECK_FALSE(regressed([](Expect& e) { e.descent.push_back({"steepest_grade_deg", 3}); }));
  CHECK(shift("c", "air_fraction", [](Expect& e) {
          e.strates.push_back({"c", {{"air_fraction", 1}}});
        }).shift == Shift::fresh);
  CHECK(shift("b", "air_fraction", [](Expect& e) { e.strates.pop_back(); }).shift == Shift::gone);
}

TEST_CASE("baseline: a verdict may only become `holds`") {
  CHECK_FALSE(regressed([](Expect& e) { e.laws[1].verdict = Verdict::holds; }));
  CHECK(regressed([](Expect& e) { e.laws[0].verdict = Verdict::waived; }));
  CHECK(regressed([](Expect& e) { e.laws[0].verdict = Verdict::not_proven; }));
  CHECK(regressed([](Expect& e) { e.laws[1].verdict = Verdict::fails; }));
  CHECK(regressed([](Expect& e) { e.laws.pop_back(); }));
  CHECK_FALSE(regressed([](Expect& e) { e.laws.push_back({"edge", Verdict::holds}); }));
}

TEST_CASE("baseline: another content is told and is no regression, another window or step is one") {
  Expect now = baseline();
  now.content_hash = std::string(32, 'b');
  const BaselineReport other = compare(baseline(), now);
  CHECK_FALSE(other.same_world());
  CHECK_FALSE(other.regressed());
  CHECK(regressed([](Expect& e) { e.window_um[3] = 32'000'000; }));
  CHECK(regressed([](Expect& e) { e.step_um = 62'500; }));
}
