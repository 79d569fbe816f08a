// From arguments to a command. The only file that knows CLI11.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <ostream>
#include <system_error>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/version.hpp"
#include "compiler/diagnostic.hpp"
#include "compiler/utf8.hpp"

namespace strate::cli {

namespace {

Error unknown(std::string code, std::string what, std::string_view word,
              std::vector<std::string> known, std::string allowed) {
  Error e{std::move(code), what + " '" + std::string(word) + "'", {}, {}};
  if (const std::string near = nearest_name(word, known); !near.empty())
    e.notes.push_back("did you mean '" + near + "'?");
  e.notes.push_back(std::move(allowed));
  return e;
}

std::vector<std::string> option_names(const Command& c) {
  std::vector<std::string> names{"--help"};
  const auto add = [&](std::span<const OptionSpec> table) {
    for (const OptionSpec& o : table)
      if (o.name.starts_with("-")) names.emplace_back(o.name);
  };
  add(c.options);
  add(common_options());
  return names;
}

/// One CLI11 option per row of the tables; values are kept as text.
struct Slot {
  const OptionSpec* spec;
  CLI::Option* option;
};

/// Of one repeatable argument: more than any shell passes on.
constexpr int kMostValues = 1 << 24;

std::vector<Slot> declare(CLI::App& app, const Command& command) {
  std::vector<Slot> slots;
  const auto add = [&](std::span<const OptionSpec> table) {
    for (const OptionSpec& o : table) {
      std::string name(o.name);
      if (!o.short_name.empty()) name = std::string(o.short_name) + "," + name;
      const bool dashed = o.name.starts_with("-");
      CLI::Option* option = o.value.empty() && dashed
                                ? app.add_flag(name)->disable_flag_override()
                                : app.add_option(name)->type_size(1)->allow_extra_args(false);
      if (o.repeatable && !dashed) option->expected(1, kMostValues)->allow_extra_args();
      // One value each time; leftovers() refuses the second of what may be given once.
      if (dashed && !o.value.empty())
        option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      slots.push_back({&o, option});
    }
  };
  add(command.options);
  add(common_options());
  app.allow_extras();
  return slots;
}

/// What the parser left over, or required positionals that are missing, as an error.
std::optional<Error> leftovers(const CLI::App& app, const Command& command,
                               const std::vector<Slot>& slots) {
  for (const std::string& word : app.remaining()) {
    if (word == "--") continue;  // everything after it is positional
    if (word.starts_with("-") && word.size() > 1)
      return unknown("usage.unknown_option", "unknown option", word.substr(0, word.find('=')),
                     option_names(command),
                     "`stratec " + std::string(command.name) + " --help` lists the options");
    return Error{
        "usage.extra_argument", "unexpected argument '" + word + "'", {}, {usage_text(command)}};
  }
  for (const Slot& s : slots) {
    const std::size_t times = s.option->count();
    if (times > 1 && !s.spec->repeatable && !s.spec->value.empty())
      return Error{"usage.repeated",
                   std::string(s.spec->name) + " is given " + std::to_string(times) +
                       " times, but takes one value",
                   {},
                   {}};
    if (s.spec->required && s.option->count() == 0)
      return Error{
          "usage.missing", "missing " + std::string(s.spec->name), {}, {usage_text(command)}};
  }
  return std::nullopt;
}

/// "a, b or c"; long lists are cut.
std::string listed_choices(const std::vector<std::string>& choices) {
  constexpr std::size_t kMost = 24;
  const std::size_t shown = std::min(choices.size(), kMost);
  std::string text(choices.front());
  for (std::size_t i = 1; i < shown; ++i)
    text += (i + 1 == choices.size() ? " or " : ", ") + choices[i];
  if (shown < choices.size()) text += " and " + std::to_string(choices.size() - shown) + " more";
  return text;
}

/// An error for the first value that is none of the option's choices.
std::optional<Error> bad_choice(const OptionSpec& spec, const std::vector<std::string>& values) {
  if (spec.choices == nullptr || values.empty()) return std::nullopt;
  const std::span<const std::string_view> choices = spec.choices();
  for (const std::string& value : values) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) continue;
    constexpr std::size_t kFew = 24, kNearest = 4;
    const std::string name(spec.name);
    const std::vector<std::string> all(choices.begin(), choices.end());
    Error e = unknown("usage.bad_value", name + " does not know", value, all,
                      name + " takes " + listed_choices(all));
    if (all.size() > kFew)
      e.notes.insert(e.notes.end() - 1,
                     "nearest: " + listed_choices(nearest_names(value, all, kNearest)));
    return e;
  }
  return std::nullopt;
}

/// What the parser could not read, in our words.
Error unreadable(const CLI::ParseError& e, const Command& command) {
  std::string text = e.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e) != nullptr) {
    const bool flag = text.find("flag") != std::string::npos;
    std::string name = text.substr(0, text.find_first_of(": "));
    if (!name.starts_with("-")) name = "--" + name;
    text = name + (flag ? " takes no value" : " needs a value");
  }
  return {"usage.bad_option",
          std::move(text),
          {},
          {"see `stratec " + std::string(command.name) + " --help`"}};
}

int run_command(const Command& command, std::vector<std::string> arguments, Io& io) {
  CLI::App app;
  app.set_help_flag();
  const std::vector<Slot> slots = declare(app, command);
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& e) {
    return fail(io, unreadable(e, command), kBadInput);
  }
  if (const std::optional<Error> e = leftovers(app, command, slots)) return fail(io, *e, kBadInput);
  Options options;
  options.command = command.name;
  for (const Slot& s : slots) {
    std::vector<std::string> values;
    if (s.option->count() > 0) values = s.option->results();
    options.set(std::string(s.spec->name), std::move(values), std::string(s.spec->fallback));
  }
  for (const Slot& s : slots)
    if (const std::optional<Error> e = bad_choice(*s.spec, options.list(s.spec->name)))
      return fail(io, *e, kBadInput);
  const std::string color = options.text("--color");
  if (color != "auto") io.color = io.color_out = color == "always";
  return command.run(options, io);
}

/// Common options that stand before the command, as `-q` in `stratec -q cook …`: how many words.
std::size_t leading_options(const std::vector<std::string>& arguments) {
  std::size_t words = 0;
  while (words < arguments.size()) {
    const std::string& word = arguments[words];
    const std::string name = word.substr(0, word.find('='));
    const auto table = common_options();
    const auto spec = std::find_if(table.begin(), table.end(), [&](const OptionSpec& o) {
      return name == o.name || (!o.short_name.empty() && name == o.short_name);
    });
    if (spec == table.end()) break;
    words += spec->value.empty() || name != word ? 1 : 2;
  }
  return words < arguments.size() ? words : 0;
}

int dispatch(std::vector<std::string> arguments, Io& io) {
  // What stands before the command is meant for it.
  const auto command = static_cast<std::ptrdiff_t>(leading_options(arguments));
  if (command > 0)
    std::rotate(arguments.begin(), arguments.begin() + command, arguments.begin() + command + 1);
  if (arguments.empty()) {
    io.err << program_help();
    return kBadInput;
  }
  const std::string& word = arguments.front();
  if (word == "help" && arguments.size() > 1) return dispatch({arguments[1], "--help"}, io);
  if (word == "--help" || word == "-h" || word == "help") {
    io.out << program_help();
    return kFine;
  }
  if (word == "--version") {
    io.out << version_text() << "\n";
    return kFine;
  }
  std::vector<std::string> names;
  for (const Command& c : commands()) {
    names.emplace_back(c.name);
    if (c.name != word) continue;
    const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    if (std::find(rest.begin(), rest.end(), "--help") != rest.end() ||
        std::find(rest.begin(), rest.end(), "-h") != rest.end()) {
      io.out << command_help(c);
      return kFine;
    }
    return run_command(c, rest, io);
  }
  names.insert(names.end(), {"help", "--help", "--version"});
  return fail(io,
              unknown("usage.unknown_command", "unknown command", word, names,
                      "`stratec --help` lists the commands"),
              kBadInput);
}

}  // namespace

int fail(Io& io, const Error& error, int exit_code) {
  const char* red = io.color ? "\033[1;31m" : "";
  const char* plain = io.color ? "\033[0m" : "";
  io.err << "stratec: " << red << "error[" << error.code << "]" << plain << ": "
         << utf8::printable(error.text) << "\n";
  for (const std::string& note : error.notes) io.err << "  " << utf8::printable(note) << "\n";
  return exit_code;
}

int run(const std::vector<std::string>& arguments, Io& io) {
  // Memory and threads that the machine refuses end a run like any other fault of the machine.
  try {
    return dispatch(arguments, io);
  } catch (const std::bad_alloc&) {
    return fail(io, {"io.out_of_memory", "the machine has no more memory for this run", {}, {}},
                kMachine);
  } catch (const std::system_error& e) {
    return fail(io, {"io.no_thread", std::string("no more threads: ") + e.what(), {}, {}},
                kMachine);
  } catch (const std::exception& e) {
    // oneTBB says so when the machine has no thread for it.
    const std::string what = e.what();
    if (what.find("pthread") != std::string::npos)
      return fail(io, {"io.no_thread", "no more threads: " + what, {}, {}}, kMachine);
    return fail(io, {"bug.exception", what, {}, {"please report it with the command"}}, kBug);
  }
}

}  // namespace strate::cli
