#include "formats/files/artifacts.hpp"

#include <algorithm>

#include "compiler/file_system.hpp"
#include "formats/manifest/strict.hpp"

namespace strate {
namespace {

constexpr json::Limits kLimits{64u << 20, 4u << 20, 16};
constexpr std::size_t kListLimit = 1u << 18;

/// The self-hash is taken over the text that holds zeros in its place.
std::string text_with(const ArtifactList& list, Hash128 self) {
  json::Writer out;
  out.begin_object();
  out.key("schema").value(kArtifactsSchema);
  out.key("tool").value(list.tool);
  out.key("manifest_hash").value(hex(list.manifest));
  out.key("files").begin_array();
  for (const Artifact& file : list.files) {
    out.begin_object();
    out.key("path").value(file.path);
    out.key("size").value(file.size);
    out.key("hash").value(hex(file.hash));
    out.key("pass").value(file.pass);
    out.key("inputs").begin_array();
    for (const std::string& input : file.inputs) out.value(input);
    out.end_array().end_object();
  }
  out.end_array();
  out.key("self_hash").value(hex(self));
  out.end_object();
  return out.text();
}

Artifact read_artifact(Strict& strict, const json::Node& node) {
  StrictObject object(strict, node);
  Artifact file;
  const json::Node& path = object.node("path");
  file.path = strict.text(path);
  const Result<std::string> inside = join_inside("", file.path);
  if (strict.ok() && (!inside || *inside != file.path))
    strict.fail("path", "\"" + file.path + "\" is no plain path inside the folder", path.source);
  file.size = static_cast<std::uint64_t>(object.integer("size", 0, std::int64_t{1} << 62));
  file.hash = object.hash("hash");
  file.pass = object.text("pass", 256);
  for (const json::Node& item : object.items("inputs", kListLimit))
    file.inputs.push_back(strict.text(item));
  object.end();
  return file;
}

void read_list(Strict& strict, const json::Node& root, ArtifactList& list, Hash128& self) {
  StrictObject object(strict, root);
  const json::Node& schema = object.node("schema");
  if (strict.text(schema) != kArtifactsSchema)
    strict.fail("schema", "this is not \"" + std::string(kArtifactsSchema) + "\"", schema.source);
  list.tool = object.text("tool", 256);
  list.manifest = object.hash("manifest_hash");
  for (const json::Node& item : object.items("files", kListLimit)) {
    list.files.push_back(read_artifact(strict, item));
    const std::size_t n = list.files.size();
    if (n > 1 && strict.ok() && !(list.files[n - 2].path < list.files[n - 1].path))
      strict.fail("order", "files are listed once, in ascending order", item.source);
  }
  self = object.hash("self_hash");
  object.end();
}

}  // namespace

std::string write_artifacts(ArtifactList list) {
  std::sort(list.files.begin(), list.files.end(),
            [](const Artifact& a, const Artifact& b) { return a.path < b.path; });
  return text_with(list, xxh3_128(text_with(list, {})));
}

Result<ArtifactList> read_artifacts(std::string_view bytes) {
  Strict strict("artifacts");
  SourceSet sources;
  const std::uint32_t document = sources.add(std::string(kArtifactsFile), std::string(bytes));
  json::Node root;
  if (!strict.parse(sources, document, kLimits, root)) return strict.error();
  ArtifactList list;
  Hash128 self;
  read_list(strict, root, list, self);
  if (strict.ok() && xxh3_128(text_with(list, {})) != self)
    strict.fail("self_hash", "the list was changed after it was written", root.source);
  if (strict.ok() && text_with(list, self) != bytes)
    strict.fail("not_canonical", "the list is right but not in canonical form", root.source);
  if (!strict.ok()) return strict.error();
  return list;
}

}  // namespace strate
