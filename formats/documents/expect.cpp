#include "formats/documents/expect.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "formats/documents/library.hpp"
#include "formats/documents/settings.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

constexpr double kRecordedSteps = 1e6;
constexpr std::size_t kHashDigits = 32;

constexpr Verdict kVerdicts[] = {Verdict::holds, Verdict::fails, Verdict::waived,
                                 Verdict::not_applicable, Verdict::not_proven};

class ExpectReader {
 public:
  ExpectReader(const Node& root, Expect& out, Diagnostics& diags)
      : reader_(diags), settings_(reader_, root, expect_settings(), "a baseline"), out_(out) {}

  bool run() {
    settings_.text("$schema", out_.schema);
    settings_.text("note", out_.note);
    settings_.text("season", out_.season);
    if (const Node* n = settings_.find("season")) out_.season_source = n->source;
    hash();
    settings_.length("step_m", out_.step_um);
    Um window[4] = {0, 0, 0, 0};
    settings_.window("window_m", window);
    std::copy(std::begin(window), std::end(window), out_.window_um.begin());
    if (const Node* n = settings_.object("descent")) figures(*n, out_.descent);
    if (const Node* n = settings_.object("stack")) figures(*n, out_.stack);
    if (const Node* n = settings_.object("laws")) laws(*n);
    if (const Node* n = settings_.object("strates")) strates(*n);
    for (const bool fraction : {false, true})
      if (const Node* n = settings_.object(fraction ? "allow_fraction" : "allow"))
        allowances(*n, fraction);
    return !reader_.failed();
  }

 private:
  void hash() {
    const Node* n = settings_.find("content_hash");
    if (!n || !settings_.text("content_hash", out_.content_hash)) return;
    const std::string& h = out_.content_hash;
    if (h.size() == kHashDigits && h.find_first_not_of("0123456789abcdef") == std::string::npos)
      return;
    reader_.error("value.bad_hash", in_quotes(h) + " is no content hash", n->source)
        .notes.push_back("32 lower-case hex digits, as in a manifest's hashes.content_hash");
  }

  bool figure_name(const Member& m) {
    if (is_id(m.key, false)) return true;
    reader_.error("value.bad_id", in_quotes(m.key) + " is no name for a figure", m.key_source);
    return false;
  }

  void figures(const Node& object, std::vector<Figure>& out) {
    for (const Member& m : object.members) {
      Figure f{m.key, 0};
      if (!figure_name(m) ||
          !reader_.number(m.value, {-kMostFigure, kMostFigure, "", false}, f.value))
        continue;
      out.push_back(std::move(f));
    }
  }

  void strates(const Node& object) {
    for (const Member& m : object.members) {
      if (!is_id(m.key, false))
        reader_.error("value.bad_id", in_quotes(m.key) + " is no id of a slot", m.key_source);
      if (!reader_.is(m.value, Kind::object, "an object of figures")) continue;
      out_.strates.push_back({m.key, {}});
      figures(m.value, out_.strates.back().figures);
    }
  }

  void laws(const Node& object) {
    std::vector<std::string_view> words;
    for (Verdict v : kVerdicts) words.push_back(verdict_name(v));
    for (const Member& m : object.members) {
      std::string word;
      if (!reader_.choice(m.value, words, "verdict", word)) continue;
      const auto at = std::find(words.begin(), words.end(), word);
      out_.laws.push_back({m.key, kVerdicts[at - words.begin()]});
    }
  }

  void allowances(const Node& object, bool fraction) {
    for (const Member& m : object.members) {
      Allowance a{m.key, {}, {}, fraction, m.key_source};
      if (!figure_name(m) || !ends(m.value, a)) continue;
      const auto twice = std::any_of(out_.allow.begin(), out_.allow.end(),
                                     [&](const Allowance& o) { return o.figure == a.figure; });
      if (twice)
        reader_.error("value.contradiction",
                      in_quotes(m.key) + " stands under allow and under allow_fraction",
                      m.key_source);
      out_.allow.push_back(std::move(a));
    }
  }

  bool ends(const Node& node, Allowance& out) {
    if (!reader_.is(node, Kind::array, "an allowance [down, up]")) return false;
    if (node.items.size() != 2) {
      reader_.error("value.wrong_count", "an allowance has two ends: [down, up]", node.source)
          .notes.push_back("null lets the figure move freely that way");
      return false;
    }
    return end(node.items[0], -kMostFigure, 0, out.down) &&
           end(node.items[1], 0, kMostFigure, out.up);
  }

  bool end(const Node& node, double min, double max, std::optional<double>& out) {
    if (node.kind == Kind::null) return true;
    double v = 0;
    if (!reader_.number(node, {}, v)) return false;
    if (v < min || v > max) {
      reader_
          .error("value.out_of_range",
                 max == 0 ? "the way down is a number up to 0" : "the way up is a number from 0 on",
                 node.source)
          .notes.push_back("[down, up]: how far the figure may fall and rise, null: freely");
      return false;
    }
    out = v;
    return true;
  }

  NodeReader reader_;
  SettingReader settings_;
  Expect& out_;
};

void write_figures(json::Writer& out, const std::vector<Figure>& figures) {
  out.begin_object();
  for (const Figure& f : figures) out.key(f.name).value(recorded(f.value));
  out.end_object();
}

void write_end(json::Writer& out, const std::optional<double>& end) {
  if (end)
    out.value(*end);
  else
    out.raw("null");
}

void write_allowances(json::Writer& out, const std::vector<Allowance>& allow, bool fraction) {
  out.key(fraction ? "allow_fraction" : "allow").begin_object();
  for (const Allowance& a : allow) {
    if (a.fraction != fraction) continue;
    out.key(a.figure).begin_row();
    write_end(out, a.down);
    write_end(out, a.up);
    out.end_array();
  }
  out.end_object();
}

std::vector<std::string> names_of(const Expect& expect) {
  std::set<std::string> names;
  const auto add = [&](const std::vector<Figure>& figures) {
    for (const Figure& f : figures) names.insert(f.name);
  };
  add(expect.descent);
  add(expect.stack);
  for (const ExpectedStrate& s : expect.strates) add(s.figures);
  return {names.begin(), names.end()};
}

}  // namespace

double recorded(double value) { return std::floor(value * kRecordedSteps + 0.5) / kRecordedSteps; }

bool check_allowances(const std::vector<Allowance>& allow, const Expect& measured,
                      Diagnostics& diags) {
  const std::vector<std::string> known = names_of(measured);
  bool fine = true;
  for (const Allowance& a : allow) {
    if (std::find(known.begin(), known.end(), a.figure) != known.end()) continue;
    Error& e = diags.error("expect.unknown_figure", "no figure " + in_quotes(a.figure), a.source);
    note_nearest(e, a.figure, known);
    e.notes.push_back("figures: " + listed(known));
    fine = false;
  }
  return fine;
}

bool read_expect(const SourceSet& sources, std::uint32_t document, bool jsonc, Expect& out,
                 Diagnostics& diags) {
  Node root;
  NodeReader reader(diags);
  if (!json::parse(sources, document, jsonc, {}, root, diags)) return false;
  if (!reader.is(root, Kind::object, "an object")) return false;
  if (!check_schema(root, document, "expect", diags)) return false;
  return ExpectReader(root, out, diags).run() && check_allowances(out.allow, out, diags);
}

std::string write_expect(const Expect& expect) {
  json::Writer out;
  out.begin_object().key("$schema").value(expect.schema);
  if (!expect.note.empty()) out.key("note").value(expect.note);
  out.key("season").value(expect.season).key("content_hash").value(expect.content_hash);
  out.key("step_m").value(metres(expect.step_um)).key("window_m").begin_row();
  for (Um um : expect.window_um) out.value(metres(um));
  out.end_array();
  write_allowances(out, expect.allow, false);
  write_allowances(out, expect.allow, true);
  out.key("descent"), write_figures(out, expect.descent);
  if (!expect.stack.empty()) out.key("stack"), write_figures(out, expect.stack);
  out.key("laws").begin_object();
  for (const ExpectedLaw& l : expect.laws) out.key(l.law).value(verdict_name(l.verdict));
  out.end_object().key("strates").begin_object();
  for (const ExpectedStrate& s : expect.strates) out.key(s.slot), write_figures(out, s.figures);
  return out.end_object().end_object().text();
}

}  // namespace strate
