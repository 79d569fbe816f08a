// stratec docs: the reference, from the tables of parser, schemas, laws and commands.
#include <ostream>

#include "cli/reference.hpp"
#include "cli/session.hpp"
#include "cli/version.hpp"
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
     "operators, archetypes, fields, documents, laws, figures, commands, or the id of one of them; "
     "all if "
     "none is named",
     "", false, false, names},
    {"--format", "", "FORMAT", "markdown or man", "markdown", false, false, formats},
};

constexpr std::string_view kExamples[] = {
    "stratec docs operators",
    "stratec docs tunnels --format man",
    "stratec docs --json laws",
};

int run_docs(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  if (options.has("--json") && options.has("--format"))
    return fail(io, {"usage.bad_combination", "--format is of texts, --json has its own", {}, {}},
                kBadInput);
  const std::string topic = options.text("TOPIC");
  const std::vector<ReferenceTopic> topics = chosen_topics(shipped_reference(), topic);
  if (options.has("--json")) {
    json::Writer out;
    out.begin_object().key("tool").value("stratec").key("version").value(version_number());
    out.key("command").value(options.command).key("topics");
    write_json(out, topics);
    io.out << out.end_object().text();
  } else {
    io.out << (options.text("--format") == "man" ? as_man(topics, topic) : as_markdown(topics));
  }
  return kFine;
}

}  // namespace

Command command_docs() {
  return {"docs",
          "operators, archetypes, fields, document keys, laws, figures and commands, explained",
          kOptions, kExamples, run_docs};
}

}  // namespace strate::cli
