#include "formats/files/obj_summary.hpp"

#include <algorithm>
#include <charconv>

#include "compiler/units.hpp"
#include "formats/files/obj.hpp"

namespace strate {

namespace {

/// Calls take(line, number) for every line; stops where it answers with an error.
template <class Take>
Result<Done> each_line(std::string_view text, Take&& take) {
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (Result<Done> r = take(text.substr(0, end), ++number); !r) return r;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return Done{};
}

std::string_view after(std::string_view line, std::string_view key) {
  return line.starts_with(key) ? line.substr(key.size()) : std::string_view();
}

Error syntax(const char* code, std::size_t line, const std::string& what) {
  return {code, "line " + std::to_string(line) + ": " + what, {}, {}};
}

/// "12 vertices, 34 triangles, step …": the counts that a head states.
bool stated_counts(std::string_view head, std::uint64_t& vertices, std::uint64_t& triangles) {
  const auto number = [&](std::string_view unit, std::uint64_t& value) {
    if (head.empty()) return false;
    const auto [end, fault] = std::from_chars(head.data(), head.data() + head.size(), value);
    if (fault != std::errc()) return false;
    head.remove_prefix(static_cast<std::size_t>(end - head.data()));
    if (!head.starts_with(unit)) return false;
    head.remove_prefix(unit.size());
    return true;
  };
  return number(" vertices, ", vertices) && number(" triangles", triangles);
}

/// Comments, object and groups; and of a witness its vertices.
Result<Done> read_frame(std::string_view text, ObjSummary& out) {
  return each_line(text, [&](std::string_view line, std::size_t) -> Result<Done> {
    if (const std::string_view c = after(line, "# "); !c.empty()) out.head.emplace_back(c);
    if (const std::string_view o = after(line, "o "); !o.empty()) out.object = o;
    if (const std::string_view g = after(line, "g "); !g.empty())
      out.groups.emplace_back(std::string(g), 0);
    if (line.starts_with("f ") && !out.groups.empty()) ++out.groups.back().second;
    return Done{};
  });
}

Result<Done> check_counts(const ObjSummary& out) {
  for (const std::string& line : out.head) {
    std::uint64_t vertices = 0, triangles = 0;
    if (!stated_counts(line, vertices, triangles)) continue;
    if (vertices == out.vertices && vertices == out.normals && triangles == out.triangles)
      return Done{};
    return Error{"obj.counts",
                 "it holds " + std::to_string(out.vertices) + " vertices, " +
                     std::to_string(out.normals) + " normals and " + std::to_string(out.triangles) +
                     " triangles; its head says " + line,
                 {},
                 {}};
  }
  return Error{"obj.counts", "its head states no counts", {}, {}};
}

Result<Done> read_surface(std::string_view text, ObjSummary& out) {
  const Result<ObjFacts> facts = inspect_obj(text);
  if (!facts) return facts.error();
  out.vertices = facts->vertices;
  out.normals = facts->normals;
  out.triangles = facts->triangles;
  out.vertex_digest = facts->vertex_digest;
  for (std::size_t k = 0; k < 3; ++k) {
    out.lo_m[k] = metres(facts->lo_um[k]);
    out.hi_m[k] = metres(facts->hi_um[k]);
  }
  return check_counts(out);
}

bool parse_point(std::string_view words, std::array<double, 3>& p) {
  for (double& v : p) {
    const auto [end, fault] = std::from_chars(words.data(), words.data() + words.size(), v);
    if (fault != std::errc()) return false;
    words.remove_prefix(static_cast<std::size_t>(end - words.data()));
    if (words.starts_with(' ')) words.remove_prefix(1);
  }
  return words.empty();
}

void add_point(const std::array<double, 3>& p, ObjSummary& out) {
  for (std::size_t k = 0; k < 3; ++k) {
    out.lo_m[k] = out.vertices == 0 ? p[k] : std::min(out.lo_m[k], p[k]);
    out.hi_m[k] = out.vertices == 0 ? p[k] : std::max(out.hi_m[k], p[k]);
  }
  ++out.vertices;
}

/// Points, and one line or point that names all of them in order.
Result<Done> read_witness(std::string_view text, ObjSummary& out) {
  std::string named;
  if (!text.ends_with('\n')) return syntax("obj.syntax", 1, "the last line is cut");
  Result<Done> read = each_line(text, [&](std::string_view line, std::size_t n) -> Result<Done> {
    std::array<double, 3> p{};
    if (line.starts_with("v ")) {
      if (!parse_point(line.substr(2), p)) return syntax("obj.syntax", n, "not a position");
      add_point(p, out);
    } else if (line.starts_with("l ") || line.starts_with("p ")) {
      named = line.substr(1);
    } else if (!line.starts_with("# ") && !line.starts_with("o ")) {
      return syntax("obj.syntax", n, "a line that stratec does not write");
    }
    return Done{};
  });
  if (!read) return read;
  std::string wanted;
  for (std::uint64_t i = 1; i <= out.vertices; ++i) wanted += " " + std::to_string(i);
  if (named == wanted && out.vertices > 0) return Done{};
  return Error{"obj.counts", "its line does not name its points", {}, {}};
}

}  // namespace

Result<ObjSummary> summarize_obj(std::string_view text) {
  ObjSummary out;
  if (Result<Done> r = read_frame(text, out); !r) return r.error();
  out.witness = out.object == "witness";
  const Result<Done> read = out.witness ? read_witness(text, out) : read_surface(text, out);
  if (!read) return read.error();
  return out;
}

Result<std::vector<std::string>> materials_of(std::string_view text) {
  std::vector<std::string> names;
  if (!text.ends_with('\n')) return syntax("mtl.syntax", 1, "the last line is cut");
  const Result<Done> read =
      each_line(text, [&](std::string_view line, std::size_t n) -> Result<Done> {
        if (const std::string_view m = after(line, "newmtl "); !m.empty()) {
          names.emplace_back(m);
          return Done{};
        }
        for (const char* known : {"# ", "Kd ", "Ka ", "Ks ", "illum "})
          if (line.starts_with(known)) return Done{};
        return syntax("mtl.syntax", n, "a line that stratec does not write");
      });
  if (!read) return read.error();
  return names;
}

}  // namespace strate
