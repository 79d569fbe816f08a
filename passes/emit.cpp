#include "passes/emit.hpp"

#include <algorithm>
#include <utility>

#include "formats/assets/asset_file.hpp"
#include "formats/files/audit_json.hpp"
#include "formats/files/obj.hpp"
#include "formats/files/vdb.hpp"
#include "passes/emit_pictures.hpp"
#include "passes/memory.hpp"

namespace strate {

namespace {

/// What one strate's files are made with.
struct StrateEmit {
  Cook& cook;
  std::size_t index;
  Staging& staging;
  Hash128 content_hash;

  const StrateWorld& world() const { return cook.def().strates[index]; }
  const StrateSettings& settings() const { return cook.season.strates[index]; }
  SampledStrate& sampled() const { return cook.sampled[index]; }
  std::string path(std::string_view name) const { return world().id + "/" + std::string(name); }
  std::vector<std::string> inputs() const { return {std::string(kManifestFile)}; }
};

bool wants(const Cook& cook, std::string_view format) {
  const std::vector<std::string>& f = cook.season.bake.formats;
  return std::find(f.begin(), f.end(), format) != f.end();
}

Result<Done> emit_grid(const StrateEmit& e) {
  const VdbHeader header{e.cook.season.name, e.world().id, e.world().seed, e.content_hash};
  const Result<std::string> bytes = encode_vdb(std::move(e.sampled().grid), header);
  release_freed_memory();
  if (!bytes) return bytes.error();
  return e.staging.add(e.path("density.vdb"), *bytes, "grid", e.inputs());
}

Result<Done> emit_mesh(const StrateEmit& e) {
  const StrateMesh* mesh = e.sampled().mesh(e.cook.season.bake.mesh_step);
  ObjHeader header;
  header.season = e.cook.season.name;
  header.strate = e.world().id;
  header.content_hash = e.content_hash;
  header.mtl_file = "mesh.mtl";
  header.palette = rock_palette(e.world().id, e.settings().atmosphere.rock_color);
  Result<Done> done = e.staging.add(e.path("mesh.mtl"), encode_mtl(header), "mesh", e.inputs());
  if (!done) return done;
  return e.staging.add_pieces(e.path("mesh.obj"), "mesh", e.inputs(), [&](const ByteSink& sink) {
    return write_obj(*mesh, header, e.cook.options.executor, sink);
  });
}

Result<Done> emit_figures(const StrateEmit& e) {
  json::Writer out;
  out.begin_object().key("schema").value("measure-1").key("strate").value(e.world().id);
  for (const Figure& f : e.cook.figures[e.index]) out.key(f.name).value(f.value);
  out.key("digest").value(hex(e.sampled().digest)).key("samples").value(e.sampled().digest.samples);
  return e.staging.add(e.path("measure.json"), out.end_object().text(), "walk", e.inputs());
}

/// Announces a group of files, then makes it.
template <class Make>
Result<Done> step(const StrateEmit& e, const EmitProgress& progress, const char* what, Make make) {
  progress(e.world().id + ": " + what);
  return make(e);
}

Result<Done> emit_surfaces(const StrateEmit& e, const EmitProgress& progress) {
  if (wants(e.cook, "vdb"))
    if (Result<Done> r = step(e, progress, "grid", emit_grid); !r) return r;
  e.sampled().grid = {};
  if (!wants(e.cook, "obj")) return Done{};
  return step(e, progress, "mesh", emit_mesh);
}

Result<Done> emit_figures_and_pictures(const StrateEmit& e, const EmitProgress& progress) {
  if (Result<Done> r = emit_figures(e); !r) return r;
  if (!wants(e.cook, "png")) return Done{};
  return step(e, progress, "pictures", [](const StrateEmit& one) {
    return emit_strate_pictures(one.cook, one.index, one.staging);
  });
}

/// What the world's files became: a runtime needs them beside the manifest.
Result<Done> emit_assets(const Cook& cook, Staging& staging) {
  for (const WorldAsset& asset : cook.def().assets) {
    const Result<Done> done =
        staging.add(asset.file, encode_asset(*asset.data), "assets", cook.season.inputs);
    if (!done) return done;
  }
  return Done{};
}

}  // namespace

Result<Done> emit(Cook& cook, const SourceSet& sources, Staging& staging,
                  const EmitProgress& progress) {
  const Manifest manifest = manifest_of(cook);
  const Hash128 content = hashes_of(manifest, cook.options.catalog).content;
  // All grids go before the first ray tracer comes: the two are what takes the memory.
  for (const auto part : {emit_surfaces, emit_figures_and_pictures})
    for (std::size_t i = 0; i < cook.sampled.size(); ++i)
      if (Result<Done> r = part({cook, i, staging, content}, progress); !r) return r;
  if (wants(cook, "png")) {
    progress("section");
    if (Result<Done> r = emit_stack_section(cook, staging); !r) return r;
  }
  progress("manifest");
  if (Result<Done> r = emit_assets(cook, staging); !r) return r;
  const std::string audit = audit_json(cook.reports, sources, cook.def().voxel_um);
  if (Result<Done> r = staging.add("audit.json", audit, "audit", {}); !r) return r;
  const Result<std::string> text = write_checked_manifest(manifest, cook.options.catalog);
  if (!text) return text.error();
  return staging.add(std::string(kManifestFile), *text, "manifest", cook.season.inputs);
}

Result<Done> emit_failure(const Cook& cook, const SourceSet& sources, Staging& staging) {
  const std::string audit = audit_json(cook.reports, sources, cook.def().voxel_um);
  if (Result<Done> r = staging.add("audit.json", audit, "audit", {}); !r) return r;
  std::size_t number = 0;
  for (const LawReport& report : cook.reports)
    for (const Finding& f : report.findings) {
      const std::string obj = witness_obj(f);
      if (obj.empty()) continue;
      const std::string path = "witness/" + report.law + "-" + std::to_string(++number) + ".obj";
      if (Result<Done> r = staging.add(path, obj, "audit", {"audit.json"}); !r) return r;
    }
  return Done{};
}

}  // namespace strate
