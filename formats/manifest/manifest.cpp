#include "formats/manifest/manifest.hpp"

#include <charconv>

#include "compiler/plain_floats.hpp"
#include "formats/manifest/parts.hpp"

namespace strate {
namespace {

constexpr std::string_view kSchemaStem = "season_manifest-";
constexpr json::Limits kLimits{64u << 20, 4u << 20, 64};

void write_tool_object(json::Writer& out, const Manifest& manifest) {
  out.begin_object();
  out.key("name").value("stratec");
  out.key("version").value(manifest.version);
  out.end_object();
}

template <class Write>
std::string text_of(Write write) {
  json::Writer out;
  write(out);
  return out.text();
}

/// The tool's version is reviewed too: no byte of a manifest is outside all hashes.
std::string reviewed_text(const Manifest& manifest) {
  return text_of([&](json::Writer& out) {
    out.begin_object().key("tool");
    write_tool_object(out, manifest);
    out.key("review");
    write_review_object(out, manifest);
    out.end_object();
  });
}

ManifestHashes hashes_of(const Manifest& manifest, const std::string& world) {
  const std::string layout =
      text_of([&](json::Writer& out) { write_layout_object(out, manifest.world); });
  return {xxh3_128(world), xxh3_128(layout), xxh3_128(reviewed_text(manifest)), sha256_hex(world)};
}

std::string manifest_text(const Manifest& manifest, const std::string& world,
                          const ManifestHashes& hashes) {
  return text_of([&](json::Writer& out) {
    out.begin_object();
    out.key("schema").value(kManifestSchema);
    out.key("tool");
    write_tool_object(out, manifest);
    out.key("world").raw(world);
    out.key("review");
    write_review_object(out, manifest);
    out.key("hashes").begin_object();
    out.key("content_hash").value(hex(hashes.content));
    out.key("layout_hash").value(hex(hashes.layout));
    out.key("review_hash").value(hex(hashes.review));
    out.key("content_sha256").value(hashes.content_sha256);
    out.end_object().end_object();
  });
}

/// Before anything else is read: other versions may have other keys everywhere.
void check_schema(Strict& strict, const json::Node& root) {
  if (!strict.is(root, json::Kind::object)) return;
  const json::Node* schema = root.find("schema");
  if (schema == nullptr || schema->kind != json::Kind::string ||
      !schema->text.starts_with(kSchemaStem)) {
    strict.fail("schema", "this is no season manifest", schema ? schema->source : root.source);
    return;
  }
  if (schema->text == kManifestSchema) return;
  const std::string_view number = std::string_view(schema->text).substr(kSchemaStem.size());
  int version = 0;
  const auto end = number.data() + number.size();
  const auto parsed = std::from_chars(number.data(), end, version);
  const bool future = parsed.ec == std::errc() && parsed.ptr == end && version > 1;
  strict.fail(future ? "future_schema" : "schema",
              "\"" + schema->text + "\" is not \"" + std::string(kManifestSchema) + "\"",
              schema->source);
}

void read_tool(Strict& strict, const json::Node& node, Manifest& manifest) {
  StrictObject tool(strict, node);
  tool.choice("name", {"stratec"});
  manifest.version = tool.line("version", 64);
  tool.end();
}

void read_hashes(Strict& strict, const json::Node& node, ManifestHashes& hashes) {
  StrictObject object(strict, node);
  hashes.content = object.hash("content_hash");
  hashes.layout = object.hash("layout_hash");
  hashes.review = object.hash("review_hash");
  const json::Node& sha = object.node("content_sha256");
  hashes.content_sha256 = strict.text(sha, 64);
  const std::string& digits = hashes.content_sha256;
  if (strict.ok() &&
      (digits.size() != 64 || digits.find_first_not_of("0123456789abcdef") != std::string::npos))
    strict.fail("bad_hex", "this is not 64 lower-case hex digits", sha.source);
  object.end();
}

/// What is written must be what these values write, byte for byte.
void check_whole(Strict& strict, const Manifest& manifest, std::string_view bytes,
                 const Catalog& catalog, SourceRef at) {
  const std::string world = write_world(manifest.world, catalog);
  const ManifestHashes real = hashes_of(manifest, world);
  const ManifestHashes& said = manifest.hashes;
  const auto compare = [&](bool equal, std::string_view name) {
    if (!equal) strict.fail(name, std::string(name) + " does not belong to this content", at);
  };
  compare(said.content == real.content, "content_hash");
  compare(said.content_sha256 == real.content_sha256, "content_sha256");
  compare(said.layout == real.layout, "layout_hash");
  compare(said.review == real.review, "review_hash");
  if (strict.ok() && manifest_text(manifest, world, real) != bytes)
    strict.fail("not_canonical", "the content is right but not in canonical form", at);
}

}  // namespace

std::string write_world(const WorldDef& world, const Catalog& catalog) {
  const PlainFloats plain;
  return text_of([&](json::Writer& out) { write_world_object(out, world, catalog); });
}

ManifestHashes hashes_of(const Manifest& manifest, const Catalog& catalog) {
  return hashes_of(manifest, write_world(manifest.world, catalog));
}

std::string write_manifest(const Manifest& manifest, const Catalog& catalog) {
  const PlainFloats plain;
  const std::string world = write_world(manifest.world, catalog);
  return manifest_text(manifest, world, hashes_of(manifest, world));
}

Result<Manifest> read_manifest(const SourceSet& sources, std::uint32_t document,
                               const Catalog& catalog) {
  const PlainFloats plain;  // numbers are read by the rounding in force
  Strict strict("manifest");
  Manifest manifest;
  json::Node root;
  if (!strict.parse(sources, document, kLimits, root)) return strict.error();
  check_schema(strict, root);
  StrictObject object(strict, root);
  object.node("schema");
  read_tool(strict, object.node("tool"), manifest);
  manifest.world = read_world(strict, object.node("world"), catalog);
  read_review(strict, object.node("review"), manifest);
  read_hashes(strict, object.node("hashes"), manifest.hashes);
  object.end();
  if (strict.ok()) check_whole(strict, manifest, sources[document].text, catalog, root.source);
  if (!strict.ok()) return strict.error();
  return manifest;
}

Result<Manifest> read_manifest(std::string_view bytes, const Catalog& catalog) {
  SourceSet sources;
  const std::uint32_t document = sources.add(std::string(kManifestFile), std::string(bytes));
  return read_manifest(sources, document, catalog);
}

Result<std::string> write_checked_manifest(const Manifest& manifest, const Catalog& catalog) {
  std::string bytes = write_manifest(manifest, catalog);
  if (Result<Manifest> back = read_manifest(bytes, catalog); !back)
    // Its place is in a text that nobody has.
    return Error{"bug.manifest",
                 "the manifest of this world does not read back: " + back.error().code + ": " +
                     back.error().text,
                 {},
                 {"please report it with the season"}};
  return bytes;
}

StrateReview review_of(const StrateSettings& settings) {
  return {settings.slot, settings.title,      settings.note,   settings.file,
          settings.base, settings.atmosphere, settings.biomes, {}};
}

LawReview review_of(const LawReport& report, Um voxel_um) {
  LawReview law;
  law.law = report.law;
  law.strate = report.strate;
  law.verdict = report.verdict;
  law.step_m = report.step_m;
  law.proved = report.proved;
  law.margins = report.margins;
  const Coord lo = report.window.lo, hi = report.window.hi;
  const std::int64_t corners[] = {lo.x, lo.y, lo.z, hi.x, hi.y, hi.z};
  for (std::size_t i = 0; i < 6; ++i) law.window_m[i] = lattice_m(corners[i], voxel_um);
  return law;
}

}  // namespace strate
