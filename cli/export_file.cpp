#include "cli/export_file.hpp"

#include <algorithm>
#include <cstring>

#include "compiler/utf8.hpp"
#include "formats/files/atomic_file.hpp"
#include "formats/files/vdb.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/export_window.hpp"

namespace strate::cli {

namespace {

/// Bytes of a file that is read back, and samples that are compared at once.
constexpr std::size_t kRereadLimit = std::size_t{1} << 36;
constexpr std::uint64_t kSamplesAtOnce = std::uint64_t{1} << 25;

using Progress = std::function<void(std::string_view)>;

Error differs(const std::string& path, const std::string& what) {
  return {"verify.export", path + " read back differs from the world: " + what, {}, {}};
}

/// What all files of one run are made with.
class Export {
 public:
  Export(const World& world, const Session& session, const ExportOrder& order, FileSystem& files,
         const Progress& progress)
      : world_(world),
        session_(session),
        order_(order),
        files_(files),
        progress_(progress),
        hash_(xxh3_128(write_world(world.def(), session.catalog))),
        box_(samples_of(order.window, world.def().voxel_um)) {}

  Result<Exported> run() {
    if (Result<Done> r = make_folders(files_, parent_path(order_.out)); !r) return r.error();
    out_.format = order_.format;
    const Result<Done> done = order_.format == ExportFormat::obj ? obj() : vdb();
    if (!done) return done.error();
    return std::move(out_);
  }

 private:
  // ---- Mesh
  // --------------------------------------------------------------------------------------

  Result<Done> obj() {
    progress_("sample");
    const Result<ObjScene> scene = scene_of();
    if (!scene) return scene.error();
    const Result<StrateMesh> mesh = window_mesh(world_, box_, order_.step, *session_.executor);
    if (!mesh) return mesh.error();
    progress_("write");
    if (Result<Done> r = write_obj_files(*mesh, *scene); !r) return r;
    out_.mesh = scene_facts(*mesh, *scene);
    return order_.verify ? verify_obj() : Done{};
  }

  Result<ObjScene> scene_of() const {
    ObjScene scene;
    scene.season = session_.season.name;
    scene.content_hash = hash_;
    scene.window = order_.window;
    scene.y_up = order_.y_up;
    scene.mtl_file = file_name(mtl_path());
    if (utf8::printable(scene.mtl_file) != scene.mtl_file)
      return Error{"usage.bad_value",
                   "the name '" + scene.mtl_file + "' cannot stand in an OBJ",
                   {},
                   {"name a file without control characters"}};
    const WorldDef& def = world_.def();
    for (std::size_t i = 0; i < def.strates.size(); ++i) {
      const StrateWorld& s = def.strates[i];
      if (s.bottom_um >= order_.window.hi[2] || s.top_um <= order_.window.lo[2]) continue;
      scene.owners.push_back(
          {s.id, s.bottom_um, s.top_um,
           rock_palette(s.id, session_.season.strates[i].atmosphere.rock_color)});
    }
    scene.owners.push_back({"outside", 0, 0, rock_palette("outside", Atmosphere{}.rock_color)});
    return scene;
  }

  std::string mtl_path() const { return order_.mtl(); }

  /// Nothing is replaced before all is written; the materials first, since the mesh names them.
  Result<Done> write_obj_files(const StrateMesh& mesh, const ObjScene& scene) {
    Result<AtomicFile> materials = AtomicFile::open(files_, mtl_path());
    if (!materials) return materials.error();
    Result<AtomicFile> file = AtomicFile::open(files_, order_.out);
    if (!file) return file.error();
    if (Result<Done> r = materials->write(encode_scene_mtl(mesh, scene)); !r) return r;
    const ByteSink sink = [&](std::string_view part) { return file->write(part); };
    if (Result<Done> r = write_obj_scene(mesh, scene, *session_.executor, sink); !r) return r;
    if (Result<Done> r = materials->commit(); !r) return r;
    if (Result<Done> r = file->commit(); !r) return r;
    out_.files = {{order_.out, file->size()}, {mtl_path(), materials->size()}};
    return Done{};
  }

  Result<Done> verify_obj() {
    progress_("verify");
    const Result<std::string> text = read_file(files_, order_.out, kRereadLimit);
    if (!text) return text.error();
    const Result<ObjSceneFacts> found = reread_obj(*text);
    if (!found) return differs(order_.out, found.error().text);
    const std::string what = first_difference(*found, out_.mesh);
    return what.empty() ? Result<Done>(Done{}) : differs(order_.out, what);
  }

  // ---- Volume
  // ------------------------------------------------------------------------------------

  Result<Done> vdb() {
    progress_("sample");
    const Result<DensityGrid> grid = window_grid(world_, box_, order_.step, *session_.executor);
    if (!grid) return grid.error();
    progress_("write");
    const Result<std::string> bytes = encode_vdb(*grid, vdb_header());
    if (!bytes) return bytes.error();
    Result<AtomicFile> file = AtomicFile::open(files_, order_.out);
    if (!file) return file.error();
    if (Result<Done> r = file->write(*bytes); !r) return r;
    if (Result<Done> r = file->commit(); !r) return r;
    out_.files = {{order_.out, file->size()}};
    count(*grid);
    return order_.verify ? verify_vdb(*grid) : Done{};
  }

  /// One strate's seed and id, or the season's seed and all ids.
  VdbHeader vdb_header() const {
    VdbHeader header{session_.season.name, "", world_.def().seed, hash_};
    std::size_t met = 0;
    for (const StrateWorld& s : world_.def().strates) {
      if (s.bottom_um >= order_.window.hi[2] || s.top_um <= order_.window.lo[2]) continue;
      header.strate += (met == 0 ? "" : ",") + s.id;
      header.seed = met++ == 0 ? s.seed : world_.def().seed;
    }
    return header;
  }

  void count(const DensityGrid& grid) {
    constexpr float kBand = static_cast<float>(kBandM);
    out_.samples = grid.window.count();
    for (const GridTile& tile : grid.slots)
      for (const float v : tile.values) out_.inside_band += -kBand < v && v < kBand;
  }

  /// Every sample, as any reader sees it, in slices of z; and what the file says of itself.
  Result<Done> verify_vdb(const DensityGrid& grid) {
    progress_("verify");
    const Result<std::string> bytes = read_file(files_, order_.out, kRereadLimit);
    if (!bytes) return bytes.error();
    const Result<VdbInfo> info = inspect_vdb(*bytes);
    if (!info) return differs(order_.out, info.error().text);
    if (info->active_samples != out_.inside_band)
      return differs(order_.out, std::to_string(info->active_samples) +
                                     " samples inside the band, not " +
                                     std::to_string(out_.inside_band));
    if (info->voxel_m != metres(grid.voxel_um)) return differs(order_.out, "another voxel size");
    const IndexBox& w = grid.window;
    if (w.empty()) return Done{};
    const auto layer =
        static_cast<std::uint64_t>(w.size().x) * static_cast<std::uint64_t>(w.size().y);
    const auto rows = static_cast<std::int64_t>(std::max<std::uint64_t>(1, kSamplesAtOnce / layer));
    for (std::int64_t z = w.lo.z; z < w.hi.z; z += rows) {
      const IndexBox slice{{w.lo.x, w.lo.y, z}, {w.hi.x, w.hi.y, std::min(z + rows, w.hi.z)}};
      if (Result<Done> r = compare(*bytes, grid, slice); !r) return r;
    }
    return Done{};
  }

  Result<Done> compare(const std::string& bytes, const DensityGrid& grid, const IndexBox& slice) {
    const Result<std::vector<float>> found = read_vdb(bytes, slice);
    if (!found) return differs(order_.out, found.error().text);
    std::size_t i = 0;
    for (std::int64_t z = slice.lo.z; z < slice.hi.z; ++z)
      for (std::int64_t y = slice.lo.y; y < slice.hi.y; ++y)
        for (std::int64_t x = slice.lo.x; x < slice.hi.x; ++x, ++i) {
          const float wanted = grid_value(grid, {x, y, z});
          if (std::memcmp(&(*found)[i], &wanted, sizeof wanted) == 0) continue;
          const auto m = [&](std::int64_t k) {
            return json::number_text(lattice_m(k, grid.voxel_um));
          };
          return differs(order_.out, "the sample at (" + m(x) + ", " + m(y) + ", " + m(z) + ") m");
        }
    return Done{};
  }

  const World& world_;
  const Session& session_;
  const ExportOrder& order_;
  FileSystem& files_;
  const Progress& progress_;
  Hash128 hash_;
  IndexBox box_;
  Exported out_;
};

}  // namespace

std::string ExportOrder::mtl() const {
  std::string path = out;
  if (path.ends_with(".obj")) path.resize(path.size() - 4);
  return path + ".mtl";
}

std::vector<std::string> ExportOrder::files() const {
  if (format == ExportFormat::obj) return {out, mtl()};
  return {out};
}

std::string_view format_name(ExportFormat format) {
  return format == ExportFormat::obj ? "obj" : "vdb";
}

Result<Exported> export_file(const World& world, const Session& session, const ExportOrder& order,
                             FileSystem& files,
                             const std::function<void(std::string_view)>& progress) {
  return Export(world, session, order, files, progress).run();
}

std::string content_text(const Exported& e) {
  if (e.format == ExportFormat::vdb)
    return std::to_string(e.samples) + " samples, " + std::to_string(e.inside_band) +
           " inside the band";
  std::string text = std::to_string(e.mesh.vertices) + " vertices, " +
                     std::to_string(e.mesh.triangles) + " triangles";
  for (const auto& [name, triangles] : e.mesh.groups)
    text += "\n  " + name + "  " + std::to_string(triangles) + " triangles";
  return text;
}

void write_content(json::Writer& out, const Exported& e) {
  if (e.format == ExportFormat::vdb) {
    out.key("samples").value(e.samples).key("samples_inside_band").value(e.inside_band);
    return;
  }
  out.key("vertices").value(e.mesh.vertices).key("triangles").value(e.mesh.triangles);
  out.key("groups").begin_object();
  for (const auto& [name, triangles] : e.mesh.groups) out.key(name).value(triangles);
  out.end_object().key("bounds_m").begin_row();
  for (const auto& corner : {e.mesh.lo_um, e.mesh.hi_um})
    for (const std::int64_t um : corner) out.value(metres(um));
  out.end_array().key("vertex_digest").value(hex(e.mesh.vertex_digest));
}

}  // namespace strate::cli
