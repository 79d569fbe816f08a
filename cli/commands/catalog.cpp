#include <array>

#include "cli/command.hpp"

namespace strate::cli {

#define STRATEC_COMMAND(id) Command command_##id();
#include "cli/commands/commands.def"
#undef STRATEC_COMMAND

std::span<const Command> commands() {
  static const std::array kCommands = {
#define STRATEC_COMMAND(id) command_##id(),
#include "cli/commands/commands.def"
#undef STRATEC_COMMAND
  };
  return kCommands;
}

}  // namespace strate::cli
