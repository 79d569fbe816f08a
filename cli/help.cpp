#include "cli/help.hpp"

#include <algorithm>

namespace strate::cli {

namespace {

constexpr std::size_t kWidth = 100, kDocColumn = 28;

constexpr OptionSpec kHelp{"--help", "-h", "", "this text"};

/// `text` broken at spaces, where `column` bytes stand before it already.
std::string wrapped(std::string_view text, std::size_t column) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const bool breaks = !out.empty() && column + 1 + end > kWidth;
    if (breaks)
      out += "\n" + std::string(kDocColumn, ' ');
    else if (!out.empty())
      out += ' ';
    column = (breaks ? kDocColumn : column + 1) + end;
    out += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string option_line(const OptionSpec& o) {
  std::string left = "  ";
  if (!o.short_name.empty()) left += std::string(o.short_name) + ", ";
  left += o.name;
  if (!o.value.empty() && o.name.starts_with("-")) left += " " + std::string(o.value);
  left.resize(std::max(left.size() + 2, kDocColumn), ' ');
  std::string doc(o.doc);
  if (!o.fallback.empty()) doc += " (default " + std::string(o.fallback) + ")";
  return left + wrapped(doc, left.size()) + "\n";
}

/// A command or an exit code.
std::string line_of(std::string name, std::string_view doc) {
  constexpr std::size_t kColumn = 14;
  name.resize(std::max(name.size() + 2, kColumn - 2), ' ');
  return "  " + name + std::string(doc) + "\n";
}

}  // namespace

std::string program_help() {
  std::string text =
      "stratec: an offline world compiler\n\nusage: stratec COMMAND [OPTION]…\n\ncommands:\n";
  for (const Command& c : commands()) text += line_of(std::string(c.name), c.summary);
  text += "\nexit codes:\n";
  for (const ExitMeaning& e : exit_meanings()) text += line_of(std::to_string(e.code), e.doc);
  return text +
         "\n`stratec COMMAND --help` tells the options, with examples.\n"
         "`stratec --version` prints the tool's and the world function's version.\n";
}

std::string usage_text(const Command& c) {
  std::string text = "usage: stratec " + std::string(c.name);
  for (const OptionSpec& o : c.options) {
    const bool dashed = o.name.starts_with("-");
    if (dashed && !o.required) continue;
    const std::string name(o.name);
    if (dashed)
      text += " " + name + " " + std::string(o.value);
    else
      text += o.required ? " " + name : " [" + name + "]";
    if (o.repeatable) text += "…";
  }
  return text + " [OPTION]…";
}

std::string command_help(const Command& c) {
  std::string text = std::string(c.summary) + "\n\n" + usage_text(c) + "\n\noptions:\n";
  for (const OptionSpec& o : c.options) text += option_line(o);
  text += "\ncommon options:\n";
  text += option_line(kHelp);
  for (const OptionSpec& o : common_options()) text += option_line(o);
  text += "\nexamples:\n";
  for (const std::string_view e : c.examples) text += "  " + std::string(e) + "\n";
  return text;
}

}  // namespace strate::cli
