#include "passes/baseline.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"

namespace strate {

namespace {

/// Worst first: what a law says of many strates is its worst verdict.
constexpr Verdict kWorstFirst[] = {Verdict::fails, Verdict::not_proven, Verdict::waived,
                                   Verdict::holds, Verdict::not_applicable};

bool is_worse(Verdict a, Verdict b) {
  return std::find(std::begin(kWorstFirst), std::end(kWorstFirst), a) <
         std::find(std::begin(kWorstFirst), std::end(kWorstFirst), b);
}

const Figure* find(const std::vector<Figure>& figures, const std::string& name) {
  for (const Figure& f : figures)
    if (f.name == name) return &f;
  return nullptr;
}

/// Appends what is not there yet. A margin that no place has is no figure: laws say it by a number
/// beyond all figures.
void add_figure(std::vector<Figure>& figures, const std::string& name, double value) {
  if (find(figures, name) || !(std::fabs(value) <= kMostFigure)) return;
  figures.push_back({name, recorded(value)});
}

void add_law(Expect& out, const LawReport& report) {
  const auto same = [&](const ExpectedLaw& l) { return l.law == report.law; };
  const auto at = std::find_if(out.laws.begin(), out.laws.end(), same);
  if (at == out.laws.end())
    out.laws.push_back({report.law, report.verdict});
  else if (is_worse(report.verdict, at->verdict))
    at->verdict = report.verdict;
}

void add_margins(Expect& out, const LawReport& report) {
  std::vector<Figure>* figures = report.strate.empty() ? &out.stack : nullptr;
  for (ExpectedStrate& s : out.strates)
    if (s.slot == report.strate) figures = &s.figures;
  if (figures == nullptr) return;
  for (const Margin& m : report.margins)
    if (!m.unit.empty() && !(report.strate.empty() && find(out.descent, m.figure)))
      add_figure(*figures, m.figure, m.value);
}

/// How far the figure may move from `expected`, into `out`.
void allow(const std::vector<Allowance>& allowances, double expected, FigureShift& out) {
  for (const Allowance& a : allowances) {
    if (a.figure != out.figure) continue;
    const double unit = a.fraction ? std::fabs(expected) : 1;
    out.down = a.down, out.up = a.up;
    if (out.down) *out.down = recorded(*out.down * unit);
    if (out.up) *out.up = recorded(*out.up * unit);
  }
}

Shift shift_of(const FigureShift& f) {
  if (!f.expected) return Shift::fresh;
  if (!f.measured) return Shift::gone;
  const double moved = f.moved();
  if (moved == 0) return Shift::same;
  const bool fits = (!f.down || moved >= *f.down) && (!f.up || moved <= *f.up);
  return fits ? Shift::within : Shift::beyond;
}

class Comparer {
 public:
  Comparer(const Expect& baseline, const Expect& measured) : base_(baseline), now_(measured) {}

  BaselineReport run() {
    out_.expected_hash = base_.content_hash, out_.measured_hash = now_.content_hash;
    frame();
    for (const ExpectedStrate& s : base_.strates) strate(s.slot);
    for (const ExpectedStrate& s : now_.strates)
      if (!slot(base_, s.slot)) strate(s.slot);
    figures("descent", base_.descent, now_.descent);
    figures("stack", base_.stack, now_.stack);
    laws();
    return std::move(out_);
  }

 private:
  void frame() {
    const auto window_text = [](const Expect& e) {
      std::string text;
      for (Um um : e.window_um) text += (text.empty() ? "" : ", ") + json::number_text(metres(um));
      return text;
    };
    if (base_.step_um != now_.step_um)
      out_.frame.push_back("measured at " + json::number_text(metres(now_.step_um)) +
                           " m steps, the baseline at " + json::number_text(metres(base_.step_um)) +
                           " m");
    if (base_.window_um != now_.window_um)
      out_.frame.push_back("the window is [" + window_text(now_) + "] m, the baseline's [" +
                           window_text(base_) + "] m");
  }

  static const std::vector<Figure>* slot(const Expect& e, const std::string& id) {
    for (const ExpectedStrate& s : e.strates)
      if (s.slot == id) return &s.figures;
    return nullptr;
  }

  void strate(const std::string& id) {
    static const std::vector<Figure> kNone;
    const std::vector<Figure>*was = slot(base_, id), *is = slot(now_, id);
    figures(id, was ? *was : kNone, is ? *is : kNone);
  }

  void figures(const std::string& where, const std::vector<Figure>& was,
               const std::vector<Figure>& is) {
    for (const Figure& f : was) {
      const Figure* measured = find(is, f.name);
      FigureShift shift{where, f.name, recorded(f.value), {}, 0, 0, Shift::same};
      if (measured) shift.measured = recorded(measured->value);
      allow(base_.allow, *shift.expected, shift);
      add(std::move(shift));
    }
    for (const Figure& f : is)
      if (!find(was, f.name)) add({where, f.name, {}, recorded(f.value), 0, 0, Shift::same});
  }

  void add(FigureShift shift) {
    shift.shift = shift_of(shift);
    out_.figures.push_back(std::move(shift));
  }

  static std::optional<Verdict> verdict(const Expect& e, const std::string& law) {
    for (const ExpectedLaw& l : e.laws)
      if (l.law == law) return l.verdict;
    return {};
  }

  void laws() {
    for (const ExpectedLaw& l : base_.laws) {
      VerdictShift v{l.law, l.verdict, verdict(now_, l.law), Shift::same};
      if (!v.measured)
        v.shift = Shift::gone;
      else if (*v.measured != l.verdict)
        v.shift = *v.measured == Verdict::holds ? Shift::within : Shift::beyond;
      out_.laws.push_back(std::move(v));
    }
    for (const ExpectedLaw& l : now_.laws)
      if (!verdict(base_, l.law)) out_.laws.push_back({l.law, {}, l.verdict, Shift::fresh});
  }

  const Expect &base_, &now_;
  BaselineReport out_;
};

}  // namespace

std::string_view shift_name(Shift shift) {
  constexpr std::string_view kNames[] = {"same", "within", "new", "beyond", "gone"};
  return kNames[static_cast<std::size_t>(shift)];
}

std::size_t BaselineReport::count(Shift shift) const {
  const auto is = [&](const auto& row) { return row.shift == shift; };
  return static_cast<std::size_t>(std::count_if(figures.begin(), figures.end(), is) +
                                  std::count_if(laws.begin(), laws.end(), is));
}

bool BaselineReport::regressed() const {
  return !frame.empty() || count(Shift::beyond) + count(Shift::gone) > 0;
}

Expect expect_of(const Cook& cook) {
  Expect out;
  out.content_hash = hex(hashes_of(manifest_of(cook), cook.options.catalog).content);
  out.step_um = cook.def().voxel_um;
  const BakeSettings& b = cook.season.bake;
  out.window_um = {b.lo_x, b.lo_y, b.hi_x, b.hi_y};
  for (const Figure& f : cook.stack_figures) add_figure(out.descent, f.name, f.value);
  for (std::size_t i = 0; i < cook.figures.size(); ++i) {
    out.strates.push_back({cook.def().strates[i].id, {}});
    for (const Figure& f : cook.figures[i]) add_figure(out.strates.back().figures, f.name, f.value);
  }
  for (const LawReport& r : cook.reports) {
    add_law(out, r);
    add_margins(out, r);
  }
  return out;
}

BaselineReport compare(const Expect& baseline, const Expect& measured) {
  return Comparer(baseline, measured).run();
}

}  // namespace strate
