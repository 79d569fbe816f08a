// A runtime that trusts a cooked season: loads its manifest, refuses anything but the real thing,
// rebuilds the world and proves that it is the same by the digest of a window.
//
//   embed out/first-steps/season_manifest.json -8,-8,-40,8,8,-20
//
// It links the world library alone: no OpenVDB, no TBB, no documents, no command line parser.
#include <cstdio>
#include <string>
#include <thread>

#include "compiler/file_system.hpp"
#include "compiler/parallel.hpp"
#include "compiler/window.hpp"
#include "formats/assets/world_assets.hpp"
#include "formats/manifest/digest_text.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"

namespace {

constexpr std::size_t kManifestLimit = 64u << 20;

/// The same exit codes as the tool: 2 usage, 3 not verified, 4 the machine.
int exit_code(const std::string& code) {
  if (code.starts_with("io.")) return 4;
  return code.starts_with("usage.") ? 2 : 3;
}

/// There is no fallback world: a reason, and the end.
int refuse(const char* what, const strate::Error& error) {
  std::fprintf(stderr, "%s: error[%s]: %s\n", what, error.code.c_str(), error.text.c_str());
  for (const std::string& note : error.notes) std::fprintf(stderr, "  %s\n", note.c_str());
  return exit_code(error.code);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: embed MANIFEST x0,y0,z0,x1,y1,z1\n");
    return 2;
  }
  const strate::Result<strate::Window> window = strate::parse_window(argv[2]);
  if (!window) return refuse(argv[2], window.error());

  const strate::Result<std::string> bytes =
      strate::read_file(strate::posix_file_system(), argv[1], kManifestLimit);
  if (!bytes) return refuse(argv[1], bytes.error());

  // Checks the hashes and the world function; what comes out is exactly what was cooked.
  const strate::Catalog catalog = strate::shipped_catalog();
  strate::Result<strate::Manifest> manifest = strate::read_manifest(*bytes, catalog);
  if (!manifest) return refuse(argv[1], manifest.error());

  // What the season's own files became lies beside the manifest, named there by its hash.
  if (const auto done = strate::load_assets(strate::posix_file_system(),
                                            strate::parent_path(argv[1]), manifest->world);
      !done)
    return refuse(argv[1], done.error());

  const strate::Um voxel_um = manifest->world.voxel_um;
  const strate::Result<strate::World> world =
      strate::World::compile(std::move(manifest->world), catalog);
  if (!world) return refuse(argv[1], world.error());

  // The library brings no threads of its own: a runtime injects its executor.
  const auto executor = strate::make_thread_executor(std::thread::hardware_concurrency());
  const strate::IndexBox samples = strate::samples_of(*window, voxel_um);
  const strate::DensityDigest digest = strate::digest(*world, samples, *executor);
  std::fputs(strate::digest_json(digest, *window, voxel_um).c_str(), stdout);
  return std::fflush(stdout) == 0 ? 0 : 4;
}
