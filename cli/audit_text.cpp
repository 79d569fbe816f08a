#include "cli/audit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/version.hpp"
#include "compiler/counted.hpp"
#include "compiler/utf8.hpp"
#include "formats/files/audit_json.hpp"

namespace strate::cli {

namespace {

std::string place(Vec3 p) { return fmt::format("{:.3f} {:.3f} {:.3f}", p.x, p.y, p.z); }

std::string unit_text(const std::string& unit) {
  if (unit.empty()) return "";
  return unit == "deg" ? "°" : " " + unit;
}

std::string verdict_text(Verdict v, bool color) {
  std::string name = verdict_words(v);
  const bool bad = v == Verdict::fails || v == Verdict::not_proven;
  if (bad)
    for (char& c : name) c = static_cast<char>(c >= 'a' ? c - 32 : c);
  std::string text = fmt::format("{:<15}", name);
  if (!color) return text;
  return (bad ? "\033[1;31m" : "\033[32m") + text + "\033[0m";
}

std::string header(const Cook& cook) {
  const BakeSettings& b = cook.season.bake;
  const WorldDef& def = cook.def();
  return fmt::format(
      "{}: {}, {:g} to {:g} m, seed {}\n"
      "window {:g} × {:g} m around {:g}, {:g} m, whole height, step {:g} m\n\n",
      utf8::printable(cook.season.name), counted(def.strates.size(), "strate"),
      metres(def.strates.front().top_um), metres(def.strates.back().bottom_um), def.seed,
      metres(b.hi_x - b.lo_x), metres(b.hi_y - b.lo_y), metres(b.lo_x + b.hi_x) / 2,
      metres(b.lo_y + b.hi_y) / 2, metres(def.voxel_um));
}

std::string report_rows(const LawReport& r, bool color) {
  std::string text = fmt::format("{:<13} {:<12} {}", r.law, r.strate.empty() ? "stack" : r.strate,
                                 verdict_text(r.verdict, color));
  text += r.proved + "\n";
  for (const Margin& m : r.margins)
    text += fmt::format("{:43}{} {:.6g}{} at {}\n", "", m.figure, m.value, unit_text(m.unit),
                        place(m.at));
  return text;
}

std::string blame_text(const Finding& f, const SourceSet& sources) {
  if (f.blame_operator.empty() && !f.blame.known()) return "";
  std::string text = "     blame     " + f.blame_operator;
  if (!f.blame.known()) return text + "\n";
  const LineColumn at = sources.position(f.blame.document, f.blame.begin);
  text += fmt::format("  {}:{}:{}\n", utf8::printable(sources[f.blame.document].name), at.line,
                      at.column);
  std::string line(sources.line(f.blame.document, at.line));
  std::replace(line.begin(), line.end(), '\t', ' ');
  return text + fmt::format("       {:>5} | {}\n", at.line, utf8::printable(line));
}

std::string finding_text(std::size_t number, const LawReport& r, const Finding& f,
                         const SourceSet& sources) {
  std::string text = fmt::format("\n{} ── {}: {}\n", number, r.law, f.text);
  text += fmt::format("     at {}   {:.6g}{} (required {:.6g}{})  [{}]\n", place(f.at), f.measured,
                      unit_text(f.unit), f.required, unit_text(f.unit), f.code);
  if (f.witness.size() > 1) {
    text += fmt::format("     path, {}:", counted(f.witness.size(), "point"));
    const std::size_t step = (f.witness.size() + 4) / 5;
    for (std::size_t i = 0; i < f.witness.size(); i += step) text += "  " + place(f.witness[i]);
    text += "  " + place(f.witness.back()) + "\n";
  }
  return text + blame_text(f, sources);
}

std::string summary(std::span<const LawReport> reports) {
  std::map<std::string, int> count;
  for (const LawReport& r : reports) ++count[verdict_words(r.verdict)];
  std::string text;
  for (const auto& [verdict, n] : count)
    text += fmt::format("{}{} {}", text.empty() ? "\n" : " · ", n, verdict);
  return text + "\n";
}

}  // namespace

std::string verdict_words(Verdict verdict) {
  std::string words(verdict_name(verdict));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string descent_text(const Cook& cook) {
  if (cook.def().strates.size() < 2) return "descent: –, a strate alone has none\n";
  if (!cook.descent.found) return "descent: none\n";
  const RouteFigures& f = cook.descent.figures;
  return fmt::format(
      "descent: one polyline of {} points, {:.1f} m long, worst grade {:.1f}° at {}, narrowest "
      "{:.2f} "
      "m at {}, lowest headroom {:.2f} m at {}\n",
      f.points.size(), f.length_m, f.worst_grade_deg.value, place(f.worst_grade_deg.at),
      f.narrowest_width_m.value, place(f.narrowest_width_m.at), f.lowest_headroom_m.value,
      place(f.lowest_headroom_m.at));
}

std::string audit_text(const Cook& cook, const SourceSet& sources, bool color) {
  std::string text = header(cook);
  text += fmt::format("{:<13} {:<12} {:<15}{}\n", "law", "where", "verdict",
                      "how far it was proved, and the margins");
  for (const LawReport& r : cook.reports) text += report_rows(r, color);
  text += "\n" + descent_text(cook);
  std::size_t number = 0;
  for (const LawReport& r : cook.reports) {
    for (const Finding& f : r.findings) text += finding_text(++number, r, f, sources);
    if (r.left_out > 0) text += fmt::format("     and {} more of {}\n", r.left_out, r.law);
  }
  return text + summary(cook.reports);
}

std::string audit_document(const Cook& cook, const SourceSet& sources, std::string_view command) {
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(command);
  write_audit(out, cook.reports, sources, cook.def().voxel_um);
  return out.end_object().text();
}

}  // namespace strate::cli
