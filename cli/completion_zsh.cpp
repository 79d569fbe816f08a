#include "cli/completion.hpp"

namespace strate::cli {

namespace {

using Kind = Completion::Kind;

/// Text inside a specification of _arguments: brackets and colons part it.
std::string inside(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// ":message:action" of what stands behind an option or positional.
std::string action(const OptionSpec& o) {
  const Completion c = completion_of(o);
  const std::string message = ":" + inside(o.value.empty() ? o.name : o.value) + ":";
  switch (c.kind) {
    case Kind::choices:
      return message + "(" + spaced(c.words) + ")";
    case Kind::folders:
      return message + "_files -/";
    case Kind::files: {
      if (c.words.empty()) return message + "_files";
      std::string glob;
      for (const std::string_view w : c.words) glob += (glob.empty() ? "" : "|") + std::string(w);
      return message + "_files -g \"*(" + glob + ")\"";
    }
    case Kind::nothing:
      break;
  }
  return message + " ";
}

std::string option_spec(const OptionSpec& o) {
  const std::string tail =
      "[" + inside(o.doc) + "]" + (o.value.empty() ? std::string() : action(o));
  const std::string many = o.repeatable ? "*" : "";
  std::string out = "      " + shell_quoted(many + std::string(o.name) + tail);
  if (!o.short_name.empty())
    out += " \\\n      " + shell_quoted(many + std::string(o.short_name) + tail);
  return out;
}

std::string arguments_of(const Command& c, std::span<const OptionSpec> common) {
  std::string out = "    _arguments -s -S \\\n      '--help[the options, with examples]'";
  for (const std::span<const OptionSpec>& table : {c.options, common})
    for (const OptionSpec& o : table) {
      out += " \\\n";
      if (o.name.starts_with("-"))
        out += option_spec(o);
      else
        out += "      " + shell_quoted((o.repeatable ? "*" : "") + action(o));
    }
  return out + "\n";
}

constexpr std::string_view kBegin = R"sh(
_stratec() {
  local -a names
)sh";

}  // namespace

std::string zsh_completion(std::span<const Command> commands, std::span<const OptionSpec> common) {
  std::string names = "  names=(\n", rows;
  for (const Command& c : commands) {
    names += "    " + shell_quoted(inside(c.name) + ":" + std::string(c.summary)) + "\n";
    rows += "  " + std::string(c.name) + ")\n" + arguments_of(c, common) + "    ;;\n";
  }
  std::string out =
      "#compdef stratec\n"
      "# Completion of stratec for zsh, written by `stratec completion zsh`. Save it as _stratec "
      "in\n"
      "# a folder of $fpath.\n";
  out += kBegin;
  out += names + "  )\n";
  out += "  if ((CURRENT == 2)); then\n    _describe command names\n    return\n  fi\n";
  out +=
      "  if ((CURRENT == 3)) && [[ $words[2] == help ]]; then\n    _describe command names\n"
      "    return\n  fi\n";
  out += "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n";
  out += "  case $command in\n" + rows + "  esac\n}\n\n";
  return out +
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n  _stratec \"$@\"\nelse\n"
         "  compdef _stratec stratec\nfi\n";
}

}  // namespace strate::cli
