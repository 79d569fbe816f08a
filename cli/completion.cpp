#include "cli/completion.hpp"

namespace strate::cli {

namespace {

constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

constexpr std::string_view kSeasons[] = {".season.json", ".season.jsonc"};
constexpr std::string_view kStrates[] = {".strate.json", ".strate.jsonc", ".season.json",
                                         ".season.jsonc"};
constexpr std::string_view kRecipes[] = {".recipe.json", ".recipe.jsonc"};
/// A season or a manifest; shells offer folders beside any file.
constexpr std::string_view kWorlds[] = {".season.json", ".season.jsonc", "_manifest.json"};
constexpr std::string_view kOutputs[] = {"_manifest.json"};

struct Ending {
  std::string_view positional;
  std::span<const std::string_view> words;
};
constexpr Ending kEndings[] = {{"SEASON", kSeasons},
                               {"STRATE", kStrates},
                               {"RECIPE", kRecipes},
                               {"WORLD", kWorlds},
                               {"OUT", kOutputs}};

}  // namespace

Completion completion_of(const OptionSpec& option) {
  using Kind = Completion::Kind;
  if (option.choices != nullptr) return {Kind::choices, option.choices()};
  for (const Ending& e : kEndings)
    if (option.name == e.positional) return {Kind::files, e.words};
  if (option.value == "DIR") return {Kind::folders, {}};
  if (option.value == "FILE" || option.value == "PATH") return {Kind::files, {}};
  return {};
}

std::span<const std::string_view> completion_shells() { return kShells; }

std::string completion_script(std::string_view shell, std::span<const Command> commands,
                              std::span<const OptionSpec> common) {
  if (shell == "bash") return bash_completion(commands, common);
  if (shell == "zsh") return zsh_completion(commands, common);
  if (shell == "fish") return fish_completion(commands, common);
  return {};
}

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string spaced(std::span<const std::string_view> words) {
  std::string out;
  for (const std::string_view w : words) out += (out.empty() ? "" : " ") + std::string(w);
  return out;
}

}  // namespace strate::cli
