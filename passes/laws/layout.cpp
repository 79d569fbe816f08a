// layout: bands present, strates exactly gap_m apart, nothing overlapping, nothing ambiguous (03
// §3). Whole micrometres throughout: no tolerance.
#include "passes/laws/layout.hpp"

#include <algorithm>

#include "passes/laws/report.hpp"

namespace strate {

namespace {

class Judge {
 public:
  Judge(const WorldDef& def, const std::function<int(Um)>& owner, double least_band_m)
      : def_(def), owner_(owner), least_band_m_(least_band_m) {}

  LayoutFindings run() {
    if (!def_.strates.empty() && def_.strates.front().top_um != def_.top_um)
      add("layout.top", 0, def_.strates.front().top_um, metres(def_.strates.front().top_um),
          metres(def_.top_um), "the first strate does not begin at the world's top");
    for (std::size_t i = 0; i < def_.strates.size(); ++i) {
      judge_bands(i);
      if (i > 0) judge_interface(i);
      judge_id(i);
      judge_owner(i);
    }
    for (const Passage& p : def_.passages) judge_passage(p);
    return std::move(out_);
  }

 private:
  const StrateWorld& at(std::size_t i) const { return def_.strates[i]; }

  void add(std::string code, std::size_t strate, Um z, double measured, double required,
           std::string text) {
    Finding f;
    f.code = std::move(code);
    f.text = std::move(text);
    f.strate = at(strate).id;
    f.at = {0, 0, metres(z)};
    f.measured = measured;
    f.required = required;
    f.unit = "m";
    f.witness = {f.at};
    f.blame_operator = "layout";
    out_.findings.push_back(std::move(f));
  }

  void judge_bands(std::size_t i) {
    const StrateWorld& s = at(i);
    keep_least(out_.margins, {"band_m", metres(s.seal_um), {0, 0, metres(s.top_um)}, "m"});
    if (metres(s.seal_um) < least_band_m_)
      add("layout.thin_band", i, s.top_um, metres(s.seal_um), least_band_m_,
          "the bands are thinner than they may be");
    if (s.top_um - s.bottom_um <= 2 * s.seal_um)
      add("layout.no_content", i, s.bottom_um, metres(s.top_um - s.bottom_um),
          metres(2 * s.seal_um), "the bands leave no room for content");
  }

  void judge_interface(std::size_t i) {
    const Um apart = at(i - 1).bottom_um - at(i).top_um;
    keep_most(out_.margins,
              {"interpenetration_m", metres(-apart), {0, 0, metres(at(i).top_um)}, "m"});
    if (apart < 0)
      add("layout.overlap", i, at(i).top_um, metres(-apart), 0,
          "the strate reaches into \"" + at(i - 1).id + "\" above it");
    else if (apart != def_.gap_um)
      add("layout.gap", i, at(i).top_um, metres(apart), metres(def_.gap_um),
          "the strate does not lie exactly the gap under \"" + at(i - 1).id + "\"");
  }

  void judge_id(std::size_t i) {
    for (std::size_t k = 0; k < i; ++k)
      if (at(k).id == at(i).id)
        add("layout.duplicate_id", i, at(i).top_um, 0, 0, "two strates have this id");
  }

  void judge_owner(std::size_t i) {
    const bool last = i + 1 == def_.strates.size();
    const int below = last ? -2 : def_.gap_um > 0 ? -3 : static_cast<int>(i) + 1;
    const int above = i == 0 ? -1 : def_.gap_um > 0 ? -3 : static_cast<int>(i) - 1;
    expect_owner(i, at(i).top_um - 1, static_cast<int>(i));
    expect_owner(i, at(i).bottom_um, static_cast<int>(i));
    expect_owner(i, at(i).bottom_um - 1, below);
    expect_owner(i, at(i).top_um, above);
  }

  void expect_owner(std::size_t i, Um z, int expected) {
    const int got = owner_(z);
    if (got != expected)
      add("layout.owner", i, z, got, expected,
          "the world says that another strate owns this height than the layout does");
  }

  void judge_passage(const Passage& p) {
    for (std::size_t i = 0; i + 1 < def_.strates.size(); ++i)
      if (at(i).id == p.upper && at(i + 1).id == p.lower) return;
    Finding f;
    f.code = "layout.passage";
    f.text = "passage \"" + p.id + "\" does not join a strate to the next one below";
    f.strate = p.upper;
    f.at = p.departure.floor;
    f.witness = {p.departure.floor, p.arrival.floor};
    f.blame_operator = "layout";
    out_.findings.push_back(std::move(f));
  }

  const WorldDef& def_;
  const std::function<int(Um)>& owner_;
  const double least_band_m_;
  LayoutFindings out_;
};

}  // namespace

LayoutFindings judge_layout(const WorldDef& def, const std::function<int(Um)>& owner,
                            double least_band_m) {
  return Judge(def, owner, least_band_m).run();
}

LawRow layout_law() {
  return {"layout",
          "Bands are present, strates lie exactly the gap apart, and every height has one owner.",
          {{"band_m", "m", 0.5, {}, "thinnest band"},
           {"interpenetration_m", "m", {}, 0.0, "how far strates reach into each other"}},
          [](const LawContext& context) {
            LawReport report = stack_report(context);
            LayoutFindings l = judge_layout(
                context.def(), [&](Um z) { return context.world.strate_at(z); },
                context.limit("band_m").lo);
            report.findings = std::move(l.findings);
            report.margins = std::move(l.margins);
            report.proved = "whole micrometres of every face";
            for (Finding& f : report.findings)
              for (std::size_t i = 0; i < context.season.strates.size(); ++i)
                if (context.season.strates[i].slot == f.strate)
                  f.blame = context.season.strates[i].source;
            return std::vector<LawReport>{judged(std::move(report))};
          }};
}

}  // namespace strate
