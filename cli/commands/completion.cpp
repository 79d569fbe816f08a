// stratec completion: scripts that complete this command line.
#include "cli/completion.hpp"

#include <ostream>

#include "cli/session.hpp"
#include "cli/version.hpp"
#include "compiler/json.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"SHELL", "", "SHELL", "bash, zsh or fish", "", false, true, completion_shells},
};

constexpr std::string_view kExamples[] = {
    "stratec completion bash > ~/.local/share/bash-completion/completions/stratec",
    "stratec completion fish > ~/.config/fish/completions/stratec.fish",
};

int run_completion(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  const std::string shell = options.text("SHELL");
  const std::string script = completion_script(shell, commands(), common_options());
  if (!options.has("--json")) {
    io.out << script;
    return kFine;
  }
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command).key("shell").value(shell);
  io.out << out.key("script").value(script).end_object().text();
  return kFine;
}

}  // namespace

Command command_completion() {
  return {"completion", "a script that completes commands, options and values in a shell", kOptions,
          kExamples, run_completion};
}

}  // namespace strate::cli
