#include "cli/baseline_text.hpp"

#include <fmt/format.h>

#include "cli/audit_text.hpp"
#include "compiler/utf8.hpp"

namespace strate::cli {

namespace {

std::string value_text(const std::optional<double>& v) {
  return v ? json::number_text(*v) : std::string("–");
}

std::string moved_text(const FigureShift& f) {
  if (!f.expected || !f.measured) return "–";
  const double moved = f.moved();
  return (moved > 0 ? "+" : "") + json::number_text(moved);
}

std::string allowed_text(const FigureShift& f) {
  if (!f.expected) return "";
  if (!f.down && !f.up) return "any";
  if (f.down == 0.0 && f.up == 0.0) return "none";
  const std::string down = f.down ? json::number_text(*f.down) : "any fall";
  const std::string up = f.up ? "+" + json::number_text(*f.up) : "any rise";
  return down + " … " + up;
}

std::string verdict_text(const std::optional<Verdict>& v) {
  return v ? verdict_words(*v) : std::string("–");
}

std::string shift_text(Shift shift, bool color) {
  std::string name(shift_name(shift));
  if (!is_regression(shift)) return name;
  for (char& c : name) c = static_cast<char>(c - 'a' + 'A');
  return color ? "\033[1;31m" + name + "\033[0m" : name;
}

std::string row(const std::string& where, const std::string& what, const std::string& expected,
                const std::string& measured, const std::string& moved, const std::string& allowed,
                const std::string& shift) {
  return fmt::format("{:<13} {:<24} {:>14} {:>14} {:>14}  {:<20} {}\n", where, what, expected,
                     measured, moved, allowed, shift);
}

std::string rows(const BaselineReport& report, bool color) {
  std::string text;
  for (const FigureShift& f : report.figures)
    if (f.shift != Shift::same)
      text += row(f.where, f.figure, value_text(f.expected), value_text(f.measured), moved_text(f),
                  allowed_text(f), shift_text(f.shift, color));
  for (const VerdictShift& v : report.laws)
    if (v.shift != Shift::same)
      text += row("law", v.law, verdict_text(v.expected), verdict_text(v.measured), "", "",
                  shift_text(v.shift, color));
  return text;
}

std::string summary(const BaselineReport& report) {
  std::string text;
  for (Shift s : {Shift::same, Shift::within, Shift::fresh, Shift::beyond, Shift::gone})
    if (const std::size_t n = report.count(s); n > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : " · ", n, shift_name(s));
  return text + "\n";
}

void write_value(json::Writer& out, std::string_view key, const std::optional<double>& v) {
  out.key(key);
  if (v)
    out.value(*v);
  else
    out.raw("null");
}

void write_verdict(json::Writer& out, std::string_view key, const std::optional<Verdict>& v) {
  out.key(key);
  if (v)
    out.value(verdict_name(*v));
  else
    out.raw("null");
}

}  // namespace

std::string baseline_text(const BaselineReport& report, const std::string& file, bool color,
                          bool verdict) {
  std::string text = "\nbaseline " + utf8::printable(file) + ": ";
  text += report.same_world() ? "the same world, content " + report.measured_hash + "\n"
                              : "another world, content " + report.expected_hash + " → " +
                                    report.measured_hash + "\n";
  for (const std::string& clause : report.frame)
    text += (color ? "\033[1;31mNOT COMPARABLE\033[0m: " : "NOT COMPARABLE: ") + clause + "\n";
  const std::string table = rows(report, color);
  if (!table.empty())
    text += "\n" + row("where", "figure", "baseline", "measured", "moved", "may move", "") + table +
            "\n";
  text += summary(report);
  if (!verdict) return text;
  return text + (report.regressed() ? "the baseline is not kept\n" : "the baseline is kept\n");
}

void write_baseline(json::Writer& out, const BaselineReport& report, const std::string& file) {
  out.key("baseline").begin_object().key("file").value(utf8::printable(file));
  out.key("verdict").value(report.regressed() ? "fails" : "holds");
  out.key("same_world").value(report.same_world());
  out.key("content_hash").begin_object().key("expected").value(report.expected_hash);
  out.key("measured").value(report.measured_hash).end_object();
  out.key("not_comparable").begin_array();
  for (const std::string& clause : report.frame) out.value(clause);
  out.end_array().key("figures").begin_array();
  for (const FigureShift& f : report.figures) {
    out.begin_object().key("where").value(f.where).key("figure").value(f.figure);
    write_value(out, "expected", f.expected);
    write_value(out, "measured", f.measured);
    out.key("moved").value(f.moved());
    write_value(out, "down", f.down);
    write_value(out, "up", f.up);
    out.key("shift").value(shift_name(f.shift)).end_object();
  }
  out.end_array().key("laws").begin_array();
  for (const VerdictShift& v : report.laws) {
    out.begin_object().key("law").value(v.law);
    write_verdict(out, "expected", v.expected);
    write_verdict(out, "measured", v.measured);
    out.key("shift").value(shift_name(v.shift)).end_object();
  }
  out.end_array().key("summary").begin_object();
  for (Shift s : {Shift::same, Shift::within, Shift::fresh, Shift::beyond, Shift::gone})
    out.key(shift_name(s)).value(static_cast<std::uint64_t>(report.count(s)));
  out.end_object().end_object();
}

}  // namespace strate::cli
