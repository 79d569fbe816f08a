#include <algorithm>

#include "cli/completion.hpp"

namespace strate::cli {

namespace {

using Kind = Completion::Kind;

/// The statement that offers what stands behind an option or positional, with "; "; empty if
/// nothing is known of it.
std::string offer(const OptionSpec& o) {
  const Completion c = completion_of(o);
  switch (c.kind) {
    case Kind::choices:
      return "_stratec_words " + shell_quoted(spaced(c.words)) + "; ";
    case Kind::files:
      return "_stratec_files" + (c.words.empty() ? "" : " " + spaced(c.words)) + "; ";
    case Kind::folders:
      return "_stratec_folders; ";
    case Kind::nothing:
      break;
  }
  return {};
}

/// Rows of `case "$command $prev"` for options that take a value.
std::string value_rows(std::string_view command, std::span<const OptionSpec> options) {
  std::string out;
  for (const OptionSpec& o : options) {
    if (!o.name.starts_with("-") || o.value.empty()) continue;
    const auto pattern = [&](std::string_view name) {
      return command == "*" ? "*\" " + std::string(name) + "\""
                            : "\"" + std::string(command) + " " + std::string(name) + "\"";
    };
    out += "    " + pattern(o.name);
    if (!o.short_name.empty()) out += " | " + pattern(o.short_name);
    out += ") " + offer(o) + "return ;;\n";
  }
  return out;
}

std::string option_words(std::span<const OptionSpec> options) {
  std::string out;
  for (const OptionSpec& o : options)
    if (o.name.starts_with("-")) out += " " + std::string(o.name);
  return out;
}

/// What positionals offer; empty if nothing.
std::string positionals(const Command& c) {
  std::string out;
  for (const OptionSpec& o : c.options)
    if (!o.name.starts_with("-")) out += offer(o);
  return out.substr(0, out.size() - std::min<std::size_t>(out.size(), 2));
}

constexpr std::string_view kHelpers = R"sh(
_stratec_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

# Files that end in one of the arguments (any, without arguments), and folders on the way there.
_stratec_files() {
  local file ending
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if [[ -d $file || $# -eq 0 ]]; then
      COMPREPLY+=("$file")
      continue
    fi
    for ending; do
      if [[ $file == *"$ending" ]]; then COMPREPLY+=("$file"); fi
    done
  done < <(compgen -f -- "$cur")
}

_stratec_folders() {
  local folder
  compopt -o filenames 2>/dev/null
  while IFS= read -r folder; do COMPREPLY+=("$folder"); done < <(compgen -d -- "$cur")
}
)sh";

constexpr std::string_view kBegin = R"sh(
_stratec() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  # --option=value comes as three words.
  if [[ $cur == "=" ]]; then
    cur=
  elif [[ $prev == "=" ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
)sh";

}  // namespace

std::string bash_completion(std::span<const Command> commands, std::span<const OptionSpec> common) {
  std::string names, values = value_rows("*", common), rest;
  for (const Command& c : commands) {
    names += (names.empty() ? "" : " ") + std::string(c.name);
    values += value_rows(c.name, c.options);
    rest += "    " + std::string(c.name) + ")\n      if [[ $cur == -* ]]; then\n";
    rest += "        _stratec_words " +
            shell_quoted("--help" + option_words(c.options) + option_words(common)) + "\n";
    if (const std::string others = positionals(c); !others.empty())
      rest += "      else\n        " + others + "\n";
    rest += "      fi ;;\n";
  }
  std::string out =
      "# Completion of stratec for bash, written by `stratec completion bash`. Save it as\n"
      "# ~/.local/share/bash-completion/completions/stratec, or source it.\n";
  out += kHelpers;
  out += kBegin;
  out += "  if ((COMP_CWORD == 1)); then\n    _stratec_words " +
         shell_quoted(names + " help --help --version") + "\n    return\n  fi\n";
  out += "  case \"$command $prev\" in\n" + values;
  out += "    \"help help\") _stratec_words " + shell_quoted(names) + "; return ;;\n  esac\n";
  out += "  case $command in\n" + rest + "  esac\n}\n\ncomplete -F _stratec stratec\n";
  return out;
}

}  // namespace strate::cli
