// What `stratec export` writes, and how it is proven to be what was meant.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/session.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "formats/files/obj_scene.hpp"
#include "passes/density/world.hpp"

namespace strate::cli {

enum class ExportFormat { obj, vdb };
std::string_view format_name(ExportFormat format);

struct ExportOrder {
  std::string out;
  ExportFormat format = ExportFormat::obj;
  int step = 1;
  bool y_up = false, verify = false;
  Window window;

  std::string mtl() const;                 ///< of an OBJ
  std::vector<std::string> files() const;  ///< all that are written
};

struct ExportedFile {
  std::string path;
  std::uint64_t bytes = 0;
};

/// What the files hold: of a mesh its facts, of a volume its samples.
struct Exported {
  ExportFormat format = ExportFormat::obj;
  std::vector<ExportedFile> files;
  ObjSceneFacts mesh;
  std::uint64_t samples = 0, inside_band = 0;  ///< strictly inside the band
};

/// Samples the window, writes the files (each whole or not at all; the folder is made), and with
/// `verify` reads them back: "verify.export" where they differ from the world. `progress` is told
/// of each part: sample, write, verify.
Result<Exported> export_file(const World& world, const Session& session, const ExportOrder& order,
                             FileSystem& files,
                             const std::function<void(std::string_view)>& progress);

/// "51 200 vertices …" for people.
std::string content_text(const Exported& exported);
/// The same as members of the object that is open.
void write_content(json::Writer& out, const Exported& exported);

}  // namespace strate::cli
