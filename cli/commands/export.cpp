// stratec export: a window of the world as a mesh or a volume.
#include <algorithm>
#include <ostream>

#include "cli/export_file.hpp"
#include "cli/output_file.hpp"
#include "cli/place_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "cli/world_input.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "formats/files/writable.hpp"

namespace strate::cli {

namespace {

constexpr std::string_view kSteps[] = {"1", "2", "4", "8"};
constexpr std::string_view kFormats[] = {"obj", "vdb"};
constexpr std::string_view kAxes[] = {"z", "y"};

std::span<const std::string_view> steps() { return kSteps; }
std::span<const std::string_view> formats() { return kFormats; }
std::span<const std::string_view> axes() { return kAxes; }

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH",
     "a season (or a strate or recipe alone), an output folder or its manifest", "", false, true},
    {"--out", "-o", "FILE", "the *.obj or *.vdb; an OBJ's materials go beside it as *.mtl", "",
     false, true},
    kWindowOption,
    {"--step", "", "N", "voxels from sample to sample: 1, 2, 4 or 8", "1", false, false, steps},
    {"--format", "", "FORMAT", "obj or vdb; without it what FILE ends with", "", false, false,
     formats},
    {"--up", "", "AXIS", "z, or y for an OBJ whose (x, y, z) is our (x, z, -y)", "z", false, false,
     axes},
    {"--verify", "", "", "read the file back and compare it with the world; exit 3 if it differs"},
    kSeedOption,
    kTimeBudgetOption,
    kMemoryBudgetOption,
};

constexpr std::string_view kExamples[] = {
    "stratec export out/first-steps --window -16,-16,-40,16,16,-8 --step 2 -o corner.obj",
    "stratec export out/first-steps --window -8,-8,-40,8,8,-20 --verify --json -o corner.vdb",
};

/// By --format, else by the ending of the file.
Result<ExportFormat> format_of(const Options& options, const std::string& out) {
  const std::string format = options.text("--format");
  if (format == "obj" || (format.empty() && out.ends_with(".obj"))) return ExportFormat::obj;
  if (format == "vdb" || (format.empty() && out.ends_with(".vdb"))) return ExportFormat::vdb;
  return Error{"usage.bad_value",
               "'" + out + "' ends neither with .obj nor with .vdb",
               {},
               {"name the --format"}};
}

Result<ExportOrder> parse_order(const Options& options) {
  ExportOrder order;
  order.out = options.text("--out");
  order.verify = options.has("--verify");
  const Result<ExportFormat> format = format_of(options, order.out);
  if (!format) return format.error();
  order.format = *format;
  order.step = options.text("--step").front() - '0';
  order.y_up = options.text("--up") == "y";
  if (order.y_up && order.format == ExportFormat::vdb)
    return Error{"usage.no_effect",
                 "--up y applies to obj: a volume has Z up",
                 {},
                 {"its transform is in metres; readers turn it as they like"}};
  return order;
}

/// Strates that the window meets, top first.
std::vector<std::string> strates_in(const WorldDef& def, const Window& window) {
  std::vector<std::string> ids;
  for (const StrateWorld& s : def.strates)
    if (s.bottom_um < window.hi[2] && window.lo[2] < s.top_um) ids.push_back(s.id);
  return ids;
}

std::string json_of(const Options& options, const ExportOrder& order, const Exported& done,
                    const WorldDef& def) {
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command).key("format").value(format_name(order.format));
  out.key("files").begin_array();
  for (const ExportedFile& f : done.files) {
    out.begin_object().key("file").value(utf8::printable(f.path));
    out.key("bytes").value(f.bytes).end_object();
  }
  out.end_array().key("window_m");
  write_window(out, order.window);
  out.key("step_m").value(metres(order.step * def.voxel_um)).key("strates").begin_array();
  for (const std::string& id : strates_in(def, order.window)) out.value(id);
  out.end_array();
  write_content(out, done);
  return out.key("verified").value(order.verify).end_object().text();
}

std::string text_of(const Options& options, const ExportOrder& order, const Exported& done) {
  std::string text;
  for (const ExportedFile& f : done.files)
    text += utf8::printable(f.path) + "  " + std::to_string(f.bytes) + " bytes\n";
  text += content_text(done) + (order.verify ? "\nread back and equal\n" : "\n");
  return text + taken_window_text(options, order.window) + "\n";
}

int run_watched(const Options& options, Io& io, StopWatch& watch) {
  Session session;
  if (const std::optional<int> code = start(options, io, session, &watch)) return *code;
  Result<ExportOrder> order = parse_order(options);
  if (!order) return report(io, session, order.error());
  if (options.has("--window"))
    if (const Result<Window> w = parse_window(options.text("--window")); !w)
      return report(io, session, w.error());
  session.outputs = order->files();
  if (const Result<Done> r = check_output_files(io.files, session.outputs); !r)
    return report(io, session, r.error());
  if (const Result<Done> r = check_writable(io.files, order->out, parent_path(order->out)); !r)
    return report(io, session, r.error());
  int exit = kFine;
  const std::optional<World> world = open_world(options.text("WORLD"), options, io, session, exit);
  if (!world) return exit;
  const Result<Window> window = chosen_window(options, session, world->def());
  if (!window) return report(io, session, window.error());
  order->window = *window;
  const bool rereads = order->verify && order->format == ExportFormat::obj;
  const Result<Done> fits =
      check_window_size(*window, world->def().voxel_um, rereads ? kRereadBytes : kSampledBytes,
                        rereads ? "verified export" : "export");
  if (!fits) return report(io, session, fits.error());
  Progress progress(io, options, order->verify ? 3 : 2);
  const Result<Exported> done =
      export_file(*world, session, *order, io.files,
                  [&](std::string_view what) { watch.check(), progress.begin(what); });
  progress.finish();
  if (!done) return report(io, session, done.error());
  if (done->format == ExportFormat::obj ? done->mesh.triangles == 0 : done->inside_band == 0)
    io.err << "stratec: no surface lies in the window: all of it is rock or all is air\n";
  io.out << (options.has("--json") ? json_of(options, *order, *done, world->def())
                                   : text_of(options, *order, *done));
  return kFine;
}

int run_export(const Options& options, Io& io) { return run_stoppable(options, io, run_watched); }

}  // namespace

Command command_export() {
  return {"export", "a window of the world as a mesh (obj) or a volume (vdb)", kOptions, kExamples,
          run_export};
}

}  // namespace strate::cli
