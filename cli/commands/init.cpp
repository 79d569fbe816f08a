// stratec init: a small season that cooks, in a folder of its own.
#include <ostream>

#include "cli/init_files.hpp"
#include "cli/new_folder.hpp"
#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "formats/documents/documents.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"DIR", "", "DIR", "the folder to make; the season is named like it, so kebab-case", "", false,
     true},
    {"--seed", "", "SEED", "of the world: decimal or 0x hex", "1"},
};

constexpr std::string_view kExamples[] = {
    "stratec init my-world",
    "stratec init worlds/deep-well --seed 20261130",
};

void print_result(const Options& options, Io& io, const std::string& folder,
                  const std::vector<InitFile>& files) {
  const std::string season = utf8::printable(join_path(folder, files.front().path));
  if (options.has("--json")) {
    json::Writer out;
    out.begin_object().key("tool").value("stratec").key("version").value(version_number());
    out.key("command").value(options.command).key("season").value(season);
    out.key("files").begin_array();
    for (const InitFile& f : files) out.value(f.path);
    io.out << out.end_array().end_object().text();
    return;
  }
  for (const InitFile& f : files) io.out << utf8::printable(join_path(folder, f.path)) << "\n";
  if (!options.has("--quiet")) io.err << "stratec: next: stratec cook " << season << "\n";
}

int run_init(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  std::string folder = options.text("DIR");
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const Result<std::string> name = season_name(folder);
  if (!name) return fail(io, name.error(), kBadInput);
  const std::string seed = options.text("--seed");
  std::uint64_t value = 0;
  if (!parse_seed(seed, value))
    return fail(io,
                {"usage.bad_value",
                 "--seed takes a whole number below 2^64, decimal or 0x hex, not '" + seed + "'",
                 {},
                 {}},
                kBadInput);
  const std::vector<InitFile> files = init_files(*name, seed, session.catalog);
  if (const Result<Done> r = write_new_folder(io.files, folder, files); !r)
    return fail(io, r.error(), exit_code_of(r.error()));
  print_result(options, io, folder, files);
  return kFine;
}

}  // namespace

Command command_init() {
  return {"init", "write a small season that cooks, with comments, schemas and editor settings",
          kOptions, kExamples, run_init};
}

}  // namespace strate::cli
