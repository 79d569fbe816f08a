#include "formats/files/audit_json.hpp"

#include <map>

namespace strate {

namespace {

void write_point(json::Writer& out, Vec3 p) {
  out.begin_row().value(p.x).value(p.y).value(p.z).end_array();
}

void write_window(json::Writer& out, const IndexBox& w, Um voxel_um) {
  const auto m = [&](std::int64_t i) { return lattice_m(i, voxel_um); };
  out.begin_row();
  for (const double v : {m(w.lo.x), m(w.lo.y), m(w.lo.z), m(w.hi.x), m(w.hi.y), m(w.hi.z)})
    out.value(v);
  out.end_array();
}

void write_blame(json::Writer& out, const Finding& f, const SourceSet& sources) {
  out.begin_object().key("operator").value(f.blame_operator);
  if (f.blame.known()) {
    out.key("file").value(sources[f.blame.document].name);
    out.key("line").value(
        static_cast<std::int64_t>(sources.position(f.blame.document, f.blame.begin).line));
  }
  out.end_object();
}

void write_finding(json::Writer& out, const Finding& f, const SourceSet& sources) {
  out.begin_object().key("code").value(f.code).key("text").value(f.text);
  out.key("strate").value(f.strate).key("at_m");
  write_point(out, f.at);
  out.key("measured").value(f.measured).key("required").value(f.required).key("unit").value(f.unit);
  out.key("witness_m").begin_array();
  for (const Vec3& p : f.witness) write_point(out, p);
  out.end_array().key("blame");
  write_blame(out, f, sources);
  out.end_object();
}

void write_margins(json::Writer& out, const LawReport& r) {
  out.key("margins").begin_array();
  for (const Margin& m : r.margins) {
    out.begin_object().key("figure").value(m.figure).key("value").value(m.value);
    out.key("unit").value(m.unit).key("at_m");
    write_point(out, m.at);
    out.end_object();
  }
  out.end_array();
}

void write_report(json::Writer& out, const LawReport& r, const SourceSet& sources, Um voxel_um) {
  out.begin_object().key("law").value(r.law).key("strate").value(r.strate);
  out.key("verdict").value(verdict_name(r.verdict)).key("proved").begin_object().key("window_m");
  write_window(out, r.window, voxel_um);
  out.key("step_m").value(r.step_m).key("how").value(r.proved).end_object();
  write_margins(out, r);
  out.key("findings").begin_array();
  for (const Finding& f : r.findings) write_finding(out, f, sources);
  out.end_array();
  out.key("findings_left_out").value(static_cast<std::uint64_t>(r.left_out)).end_object();
}

}  // namespace

void write_audit(json::Writer& out, std::span<const LawReport> reports, const SourceSet& sources,
                 Um voxel_um) {
  std::map<std::string_view, std::int64_t> summary;
  out.key("laws").begin_array();
  for (const LawReport& r : reports) {
    write_report(out, r, sources, voxel_um);
    ++summary[verdict_name(r.verdict)];
  }
  out.end_array().key("summary").begin_object();
  for (const auto& [verdict, count] : summary) out.key(verdict).value(count);
  out.end_object();
}

std::string audit_json(std::span<const LawReport> reports, const SourceSet& sources, Um voxel_um) {
  json::Writer out;
  out.begin_object().key("schema").value("audit-1");
  write_audit(out, reports, sources, voxel_um);
  return out.end_object().text();
}

std::string witness_obj(const Finding& finding) {
  if (finding.witness.empty()) return {};
  std::string text = "# " + finding.code + ", metres, Z up\no witness\n";
  std::string line = "l";
  for (std::size_t i = 0; i < finding.witness.size(); ++i) {
    const Vec3& p = finding.witness[i];
    text += "v " + json::number_text(p.x) + " " + json::number_text(p.y) + " " +
            json::number_text(p.z) + "\n";
    line += " " + std::to_string(i + 1);
  }
  return text + (finding.witness.size() > 1 ? line : "p 1") + "\n";
}

}  // namespace strate
