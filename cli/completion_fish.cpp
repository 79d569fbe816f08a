#include "cli/completion.hpp"

namespace strate::cli {

namespace {

using Kind = Completion::Kind;

/// In single quotes as fish reads them: a backslash escapes itself and the quote.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// The arguments of `complete` that offer a value; empty if nothing is known of it.
std::string offer(const OptionSpec& o) {
  const Completion c = completion_of(o);
  switch (c.kind) {
    case Kind::choices:
      return " -a " + quoted(spaced(c.words));
    case Kind::folders:
      return " -a '(__fish_complete_directories (commandline -ct))'";
    case Kind::files:
      if (c.words.empty()) return " -F";  // whatever -f says of the command
      return " -a '(__stratec_files " + spaced(c.words) + ")'";
    case Kind::nothing:
      break;
  }
  return "";
}

std::string option_line(const std::string& condition, const OptionSpec& o) {
  std::string out = "complete -c stratec" + condition + " -l " + std::string(o.name.substr(2));
  if (!o.short_name.empty()) out += " -s " + std::string(o.short_name.substr(1));
  // -x takes a value and no files; -r takes a value.
  const std::string words = offer(o);
  if (!o.value.empty()) out += (words == " -F" ? " -r" : " -x") + words;
  return out + " -d " + quoted(o.doc) + "\n";
}

constexpr std::string_view kHelpers = R"sh(
# Files that end in one of the arguments, and folders on the way there.
function __stratec_files
    set -l current (commandline -ct)
    for file in $current*
        if test -d $file
            echo $file/
            continue
        end
        for ending in $argv
            string match -q -- "*$ending" $file; and echo $file
        end
    end
end

# Whether this is the command that runs.
function __stratec_runs
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end

)sh";

}  // namespace

std::string fish_completion(std::span<const Command> commands, std::span<const OptionSpec> common) {
  std::string out =
      "# Completion of stratec for fish, written by `stratec completion fish`. Save it as\n"
      "# ~/.config/fish/completions/stratec.fish.\n";
  out += kHelpers;
  out += "complete -c stratec -f\n";
  std::string names;
  for (const Command& c : commands) {
    names += (names.empty() ? "" : " ") + std::string(c.name);
    out += "complete -c stratec -n __fish_use_subcommand -a " + std::string(c.name) + " -d " +
           quoted(c.summary) + "\n";
  }
  out += "complete -c stratec -n __fish_use_subcommand -a help -d 'the options of a command'\n";
  out += "complete -c stratec -n __fish_use_subcommand -l version -d 'the versions'\n";
  out += "complete -c stratec -l help -s h -d 'the options, with examples'\n";
  out += "complete -c stratec -n '__stratec_runs help' -a " + quoted(names) + "\n";
  for (const OptionSpec& o : common) out += option_line(" -n 'not __fish_use_subcommand'", o);
  for (const Command& c : commands) {
    const std::string condition = " -n '__stratec_runs " + std::string(c.name) + "'";
    for (const OptionSpec& o : c.options) {
      if (o.name.starts_with("-"))
        out += option_line(condition, o);
      else if (const std::string words = offer(o); !words.empty())
        out += "complete -c stratec" + condition + words + "\n";
    }
  }
  return out;
}

}  // namespace strate::cli
