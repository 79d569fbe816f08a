#include <limits>

#include "compiler/diagnostic.hpp"
#include "passes/laws/law.hpp"
#include "passes/laws/report.hpp"

namespace strate {

#define STRATE_LAW(id) LawRow id##_law();
#include "passes/laws/laws.def"
#undef STRATE_LAW

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<LawLimit> limits_of(const LawRow& row, const std::vector<LawBand>& bands) {
  std::vector<LawLimit> limits;
  for (const LawFigure& f : row.figures) {
    LawLimit limit{f.name, f.lo.value_or(-kInfinity), f.hi.value_or(kInfinity)};
    for (const LawBand& band : bands) {
      if (band.law != row.id || band.figure != f.name) continue;
      if (band.lo) limit.lo = std::max(limit.lo, *band.lo);
      if (band.hi) limit.hi = std::min(limit.hi, *band.hi);
    }
    limits.push_back(limit);
  }
  return limits;
}

Error unknown_name(std::string code, std::string what, std::string_view name,
                   const std::vector<std::string>& known, SourceRef at) {
  Error error{std::move(code), what + " \"" + std::string(name) + "\" is not known", at, {}};
  const std::string nearest = nearest_name(name, known);
  if (!nearest.empty()) error.notes.push_back("did you mean \"" + nearest + "\"?");
  return error;
}

std::vector<std::string> names_of(const std::vector<LawRow>& laws) {
  std::vector<std::string> names;
  for (const LawRow& row : laws) names.emplace_back(row.id);
  return names;
}

std::vector<std::string> names_of(const std::vector<LawFigure>& figures) {
  std::vector<std::string> names;
  for (const LawFigure& f : figures) names.emplace_back(f.name);
  return names;
}

const LawFigure* find_figure(const LawRow& row, std::string_view name) {
  for (const LawFigure& f : row.figures)
    if (f.name == name) return &f;
  return nullptr;
}

bool loosens(const LawFigure& figure, const LawBand& band) {
  return (band.lo && figure.lo && *band.lo < *figure.lo) ||
         (band.hi && figure.hi && *band.hi > *figure.hi);
}

}  // namespace

LawLimit LawContext::limit(std::string_view figure) const {
  for (const LawLimit& l : limits)
    if (l.figure == figure) return l;
  return {figure, -kInfinity, kInfinity};
}

const std::vector<LawRow>& shipped_laws() {
  static const std::vector<LawRow> rows{
#define STRATE_LAW(id) id##_law(),
#include "passes/laws/laws.def"
#undef STRATE_LAW
  };
  return rows;
}

const LawRow* find_law(const std::vector<LawRow>& laws, std::string_view id) {
  for (const LawRow& row : laws)
    if (row.id == id) return &row;
  return nullptr;
}

std::vector<Error> check_law_bands(const std::vector<LawRow>& laws,
                                   const std::vector<LawBand>& bands) {
  std::vector<Error> errors;
  for (const LawBand& band : bands) {
    const LawRow* row = find_law(laws, band.law);
    const LawFigure* figure = row ? find_figure(*row, band.figure) : nullptr;
    if (!row)
      errors.push_back(
          unknown_name("law.unknown", "the law", band.law, names_of(laws), band.source));
    else if (!figure)
      errors.push_back(unknown_name("law.unknown_figure", "the figure", band.figure,
                                    names_of(row->figures), band.source));
    else if (loosens(*figure, band))
      errors.push_back({"law.loosened",
                        band.law + "." + band.figure + " is looser than the law itself",
                        band.source,
                        {"a season may tighten a law, never loosen it"}});
  }
  return errors;
}

std::vector<LawReport> run_law(const LawRow& row, const LawContext& context) {
  const std::vector<LawLimit> limits = limits_of(row, context.season.laws);
  LawContext own = context;
  own.limits = limits;
  std::vector<LawReport> reports = row.run(own);
  for (LawReport& report : reports) {
    report.law = row.id;
    sort_findings(report.findings);
    if (report.findings.size() <= context.max_findings) continue;
    report.left_out += report.findings.size() - context.max_findings;
    report.findings.resize(context.max_findings);
  }
  return reports;
}

}  // namespace strate
