// stratec inspect: what a file of ours holds.
#include <ostream>

#include "cli/inspect_file.hpp"
#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"FILE", "", "PATH",
     "a manifest, artifacts.json, audit.json, measure.json, .vdb, .obj, .mtl, .png, .heights, "
     ".shape, or a season, strate or recipe document",
     "", false, true},
};

constexpr std::string_view kExamples[] = {
    "stratec inspect out/first-steps/season_manifest.json",
    "stratec inspect --json out/first-steps/choir/density.vdb",
};

constexpr std::size_t kFileLimit = std::size_t{1} << 34;

/// The whole file; a folder is answered with what it may hold.
Result<std::string> read_whole(FileSystem& files, const std::string& path) {
  Result<std::string> bytes = read_file(files, path, kFileLimit);
  if (bytes) return bytes;
  const std::string& code = bytes.error().code;
  if (code == "io.not_found" || code == "io.not_a_folder")
    return Error{"path.not_found", "there is no file '" + path + "'", {}, {}};
  if (code == "io.not_a_file")
    return Error{"path.not_a_file",
                 "'" + path + "' is not a file",
                 {},
                 {"`stratec verify` checks a whole output folder"}};
  return bytes;
}

Error unknown(const std::string& path) {
  return {"inspect.unknown",
          "'" + path + "' is no file of ours",
          {},
          {"known are season_manifest.json, artifacts.json, audit.json, measure.json, views.json,",
           ".vdb, .obj, .mtl, .png, .heights, .shape, *.season.json, *.strate.json, *.recipe.json, "
           "*.biome.json "
           "(or .jsonc)"}};
}

/// Whether the list of the output folder vouches for the file.
Word listing_word(Listing listing) {
  const auto words = [&]() -> const char* {
    switch (listing) {
      case Listing::unchanged:
        return "unchanged";
      case Listing::not_listed:
        return "not in the list of its output folder";
      case Listing::no_list:
        break;
    }
    return "no list of artifacts beside it or above it";
  };
  return {std::string(listing_name(listing)), words()};
}

int print(const Options& options, Io& io, const InspectedFile& file, const FactSheet& sheet) {
  FactSheet head;
  head.add("file", file.path);
  head.add("bytes", static_cast<std::uint64_t>(file.bytes.size()));
  head.add("listing", listing_word(file.listing));
  if (!options.has("--json")) {
    io.out << head.text() << "\n" << sheet.text();
    return kFine;
  }
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command);
  head.write(out);
  sheet.write(out);
  io.out << out.end_object().text();
  return kFine;
}

int refuse(Io& io, const Session& session, const Error& error) {
  report(io, session, error);
  return inspect_exit_code(error);
}

int run_inspect(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  InspectedFile file{options.text("FILE"), {}, Listing::no_list};
  Result<std::string> bytes = read_whole(io.files, file.path);
  if (!bytes) return refuse(io, session, bytes.error());
  file.bytes = std::move(*bytes);
  const Result<Listing> listing = find_listing(io.files, file.path, file.bytes);
  if (!listing) return refuse(io, session, listing.error());
  file.listing = *listing;
  bool known = false;
  FactSheet authored = inspect_authored(file, io.files, session, known);
  if (known) {
    if (const std::optional<int> code = print_findings(io, session)) return *code;
    return print(options, io, file, authored);
  }
  Result<FactSheet> sheet = inspect_binary(file, known);
  if (!known) sheet = inspect_written(file, session, known);
  if (!sheet) return refuse(io, session, sheet.error());
  if (!known) return refuse(io, session, unknown(file.path));
  return print(options, io, file, *sheet);
}

}  // namespace

int inspect_exit_code(const Error& error) {
  for (const char* kind : {"png.", "vdb.", "obj.", "mtl.", "document.", "asset."})
    if (error.code.starts_with(kind)) return kNotVerified;
  return exit_code_of(error);
}

Command command_inspect() {
  return {"inspect", "what a file of ours holds", kOptions, kExamples, run_inspect};
}

}  // namespace strate::cli
