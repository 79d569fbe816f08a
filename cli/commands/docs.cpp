// stratec docs: the reference, from the tables of parser, schemas, laws and commands.
#include <ostream>

#include "cli/operator_examples.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/reference.hpp"
#include "cli/session.hpp"
#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "passes/ops/catalog.hpp"

namespace strate::cli {

namespace {

constexpr std::string_view kFormats[] = {"markdown", "man"};

std::span<const std::string_view> formats() { return kFormats; }

std::vector<ReferenceTopic> shipped_reference() {
  return reference(shipped_catalog(), shipped_laws(), commands());
}

/// Topics and ids. Not a constant: the table of commands is one of its sources.
std::span<const std::string_view> names() {
  static const std::vector<std::string> kNames = reference_names(shipped_reference());
  static const std::vector<std::string_view> kViews(kNames.begin(), kNames.end());
  return kViews;
}

constexpr OptionSpec kOptions[] = {
    {"TOPIC", "", "NAME",
     "operators, entries, values, archetypes, fields, documents, laws, figures, commands, or the "
     "id of one of them; all if none is named",
     "", false, false, names},
    {"--format", "", "FORMAT", "markdown or man", "markdown", false, false, formats},
    {"--pictures", "", "FOLDER",
     "draws what each operator does into it, and links the pictures from the text"},
    kTimeBudgetOption,
    kMemoryBudgetOption,
};

constexpr std::string_view kExamples[] = {
    "stratec docs operators",
    "stratec docs combine",
    "stratec docs tunnels --format man",
    "stratec docs --json laws",
    "stratec docs terrace --pictures out/docs",
};

/// The operators among the entries, in their order.
std::vector<ReferenceEntry*> operators_in(std::vector<ReferenceTopic>& topics) {
  std::vector<ReferenceEntry*> out;
  for (ReferenceTopic& t : topics)
    if (t.id == "operators")
      for (ReferenceEntry& e : t.entries) out.push_back(&e);
  return out;
}

/// Draws every operator of the topics into `folder` and tells the entries where.
Result<Done> draw_operators(const Options& options, const Session& session, Io& io,
                            StopWatch& watch, std::vector<ReferenceTopic>& topics) {
  const std::string folder = options.text("--pictures");
  const std::vector<ReferenceEntry*> entries = operators_in(topics);
  if (entries.empty())
    return Error{"usage.no_effect", "--pictures is of operators, and none is among these", {}, {}};
  std::vector<std::string> pictures;
  for (const ReferenceEntry* entry : entries)
    pictures.push_back(join_path(folder, entry->id + ".png"));
  if (Result<Done> r = check_output_files(io.files, pictures); !r) return r;
  if (Result<Done> r = make_folders(io.files, folder); !r) return r;
  Progress progress(io, options, entries.size());
  for (ReferenceEntry* entry : entries) {
    progress.begin(entry->id);
    const OperatorExample* example = example_of(entry->id);
    if (!example) continue;
    const Result<RgbImage> image = picture_of(*example, session);
    if (!image) return image.error();
    const Result<std::string> bytes = encode_png(*image);
    if (!bytes) return bytes.error();
    watch.check();
    entry->picture = join_path(folder, entry->id + ".png");
    if (Result<Done> r = write_file(io.files, entry->picture, *bytes); !r) return r;
  }
  progress.finish();
  return Done{};
}

int run_watched(const Options& options, Io& io, StopWatch& watch) {
  Session session;
  if (const std::optional<int> code = start(options, io, session, &watch)) return *code;
  const bool json = options.has("--json"), man = options.text("--format") == "man";
  if (json && options.has("--format"))
    return fail(io, {"usage.bad_combination", "--format is of texts, --json has its own", {}, {}},
                kBadInput);
  if (man && options.has("--pictures"))
    return fail(io, {"usage.bad_combination", "a man page holds no pictures", {}, {}}, kBadInput);
  const std::string topic = options.text("TOPIC");
  std::vector<ReferenceTopic> topics = chosen_topics(shipped_reference(), topic);
  if (options.has("--pictures"))
    if (Result<Done> r = draw_operators(options, session, io, watch, topics); !r)
      return report(io, session, r.error());
  if (json) {
    json::Writer out;
    out.begin_object().key("tool").value("stratec").key("version").value(version_number());
    out.key("command").value(options.command).key("topics");
    write_json(out, topics);
    io.out << out.end_object().text();
  } else {
    io.out << (man ? as_man(topics, topic) : as_markdown(topics));
  }
  return kFine;
}

int run_docs(const Options& options, Io& io) { return run_stoppable(options, io, run_watched); }

}  // namespace

Command command_docs() {
  return {
      "docs",
      "the language of the documents, operators, archetypes, laws, figures, commands, explained",
      kOptions, kExamples, run_docs};
}

}  // namespace strate::cli
