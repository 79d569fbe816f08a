// Documents that we write: manifest, list of artifacts, audit, figures, cameras.
#include "cli/inspect_file.hpp"
#include "formats/documents/documents.hpp"
#include "formats/files/artifacts.hpp"
#include "formats/manifest/manifest.hpp"

namespace strate::cli {

namespace {

constexpr json::Limits kLimits{64u << 20, 4u << 20, 64};

Cell count(std::size_t n) { return static_cast<std::uint64_t>(n); }

void add_strates(const Manifest& m, FactSheet& sheet) {
  sheet.add_table("strates", {"id", "title", "base", "top_m", "bottom_m", "operators", "seed"});
  for (std::size_t i = 0; i < m.world.strates.size(); ++i) {
    const StrateWorld& s = m.world.strates[i];
    std::size_t operators = 0;
    each_recipe(s, [&](const Recipe& r) { operators += r.stack.size(); });
    sheet.add_row({s.id, m.review.strates[i].title, m.review.strates[i].base, metres(s.top_um),
                   metres(s.bottom_um), count(operators), std::to_string(s.seed)});
  }
}

void add_passages(const Manifest& m, FactSheet& sheet) {
  sheet.add_table("passages", {"id", "upper", "lower", "style", "nodes", "supports"});
  for (const Passage& p : m.world.passages)
    sheet.add_row(
        {p.id, p.upper, p.lower, p.style, count(p.path.size()), count(p.supports.size())});
}

void add_doors(const Manifest& m, FactSheet& sheet) {
  if (m.world.doors.empty()) return;
  sheet.add_table("seams", {"id", "crossed_by", "nodes"});
  for (const SeamDoor& d : m.world.doors)
    sheet.add_row({seam_id(d.strate, d.a, d.b), word(door_word(d.kind)), count(d.way.path.size())});
}

void add_laws(const Manifest& m, FactSheet& sheet) {
  sheet.add_table("laws", {"law", "strate", "verdict"});
  for (const LawReview& l : m.review.laws)
    sheet.add_row({l.law, l.strate.empty() ? "stack" : l.strate, word(verdict_name(l.verdict))});
}

Result<FactSheet> manifest(std::uint32_t document, Session& session) {
  const Result<Manifest> m = read_manifest(session.sources, document, session.catalog);
  if (!m) return m.error();
  FactSheet sheet;
  sheet.add("kind", std::string("season_manifest"));
  sheet.add("name", m->review.name);
  sheet.add("title", m->review.title);
  sheet.add("revision", static_cast<double>(m->review.revision));
  sheet.add("tool_version", m->version);
  sheet.add("world_function", count(static_cast<std::size_t>(m->world.world_function)));
  sheet.add("content_hash", hex(m->hashes.content));
  sheet.add("seed", std::to_string(m->world.seed));
  sheet.add("voxel_m", metres(m->world.voxel_um), "m");
  sheet.add("bake_window_m",
            std::vector<double>{metres(m->review.lo_x), metres(m->review.lo_y),
                                metres(m->review.hi_x), metres(m->review.hi_y)},
            "m");
  sheet.add("audited", m->review.audited);
  sheet.add("edits", count(m->world.edits.size()));
  add_strates(*m, sheet);
  add_passages(*m, sheet);
  add_doors(*m, sheet);
  add_laws(*m, sheet);
  return sheet;
}

Result<FactSheet> artifacts(const InspectedFile& file) {
  const Result<ArtifactList> list = read_artifacts(file.bytes);
  if (!list) {
    Error e = list.error();
    e.source = {};  // a place in the reader's own sources
    return e;
  }
  std::uint64_t bytes = 0;
  for (const Artifact& a : list->files) bytes += a.size;
  FactSheet sheet;
  sheet.add("kind", std::string("artifacts"));
  sheet.add("written_by", list->tool);
  sheet.add("manifest_hash", hex(list->manifest));
  sheet.add("listed_bytes", bytes, "bytes");
  sheet.add_table("files", {"path", "size", "pass", "hash"});
  for (const Artifact& a : list->files) sheet.add_row({a.path, a.size, a.pass, hex(a.hash)});
  return sheet;
}

// ---- Documents without a reader of their own
// -----------------------------------------------------

Error damaged(const std::string& what) {
  return {"document.damaged", what, {}, {"it was changed after it was written, or cut"}};
}

/// A member of a kind; null where it is not one.
const json::Node* member(const json::Node& node, std::string_view key, json::Kind kind) {
  const json::Node* found = node.find(key);
  return found && found->kind == kind ? found : nullptr;
}

std::string text_of(const json::Node& node, std::string_view key) {
  const json::Node* found = member(node, key, json::Kind::string);
  return found ? found->text : std::string();
}

Result<FactSheet> audit(const json::Node& root) {
  const json::Node* laws = member(root, "laws", json::Kind::array);
  if (!laws) return damaged("it has no \"laws\"");
  FactSheet sheet;
  sheet.add("kind", std::string("audit"));
  sheet.add_table("laws", {"law", "strate", "verdict", "margins", "findings"});
  for (const json::Node& law : laws->items) {
    const json::Node* margins = member(law, "margins", json::Kind::array);
    const json::Node* findings = member(law, "findings", json::Kind::array);
    const std::string id = text_of(law, "law"), verdict = text_of(law, "verdict");
    if (!margins || !findings || id.empty() || verdict.empty())
      return damaged("one of its laws is not whole");
    const std::string strate = text_of(law, "strate");
    sheet.add_row({id, strate.empty() ? "stack" : strate, word(verdict),
                   count(margins->items.size()), count(findings->items.size())});
  }
  return sheet;
}

Result<FactSheet> measure(const json::Node& root) {
  FactSheet sheet;
  sheet.add("kind", std::string("measure"));
  const std::string strate = text_of(root, "strate");
  if (strate.empty()) return damaged("it has no \"strate\"");
  sheet.add("strate", strate);
  sheet.add_table("figures", {"name", "value"});
  for (const json::Member& m : root.members)
    if (m.value.kind == json::Kind::number && m.key != "samples")
      sheet.add_row({m.key, json::number_value(m.value.text)});
  sheet.add("digest", text_of(root, "digest"));
  const json::Node* samples = member(root, "samples", json::Kind::number);
  if (!samples || text_of(root, "digest").empty()) return damaged("it has no \"digest\"");
  sheet.add("samples", samples->text);
  return sheet;
}

std::vector<double> numbers_of(const json::Node* row) {
  std::vector<double> values;
  if (row)
    for (const json::Node& n : row->items)
      if (n.kind == json::Kind::number) values.push_back(json::number_value(n.text));
  return values;
}

Result<FactSheet> views(const json::Node& root) {
  FactSheet sheet;
  sheet.add("kind", std::string("views"));
  for (const char* key : {"season", "strate", "seed"}) sheet.add(key, text_of(root, key));
  sheet.add_table("views", {"eye_m", "forward"});
  for (const json::Node& v : member(root, "views", json::Kind::array)->items) {
    const std::vector<double> eye = numbers_of(member(v, "eye_m", json::Kind::array)),
                              forward = numbers_of(member(v, "forward", json::Kind::array));
    if (eye.size() != 3 || forward.size() != 3) return damaged("one of its views is not whole");
    sheet.add_row({eye, forward});
  }
  return sheet;
}

bool is_ours_by_name(const std::string& path) {
  for (const char* name : {"audit.json", "measure.json", "views.json"})
    if (file_name(path) == name) return true;
  return false;
}

}  // namespace

Result<FactSheet> inspect_written(const InspectedFile& file, Session& session, bool& known) {
  known = true;
  const std::string name = file_name(file.path);
  if (name == kArtifactsFile) return artifacts(file);
  const std::uint32_t document = session.sources.add(file.path, file.bytes);
  if (name == kManifestFile) return manifest(document, session);
  json::Node root;
  Diagnostics faults;
  if (!json::parse(session.sources, document, false, kLimits, root, faults)) {
    known = is_ours_by_name(file.path);
    if (!known) return FactSheet();
    Error e = faults.all().front().what;
    e.notes.push_back("it was changed after it was written, or cut");
    e.code = "document." + e.code.substr(e.code.find('.') + 1);
    return e;
  }
  const std::string schema = text_of(root, "schema");
  if (schema.starts_with("season_manifest")) return manifest(document, session);
  if (schema.starts_with("artifacts")) return artifacts(file);
  if (schema == "audit-1") return audit(root);
  if (schema == "measure-1") return measure(root);
  if (root.find("field_deg") && member(root, "views", json::Kind::array)) return views(root);
  known = is_ours_by_name(file.path);
  if (known) return damaged("its schema is not one that this version writes");
  return FactSheet();
}

}  // namespace strate::cli
