// Whether lines are drawn again and texts are coloured: by the streams and the environment.
#pragma once

namespace strate::cli {

/// What main() found. Null: the variable is not set.
struct Surroundings {
  bool out_is_terminal = false, err_is_terminal = false;
  const char* no_color = nullptr;        ///< NO_COLOR
  const char* clicolor_force = nullptr;  ///< CLICOLOR_FORCE
  const char* term = nullptr;            ///< TERM
};

/// NO_COLOR (if not empty) and TERM=dumb: never colour. CLICOLOR_FORCE (neither empty nor "0"):
/// colour without a terminal too. Else each stream is coloured if it is a terminal.
struct Look {
  bool color_out = false, color_err = false;
  bool redraws = false;  ///< err takes a line that draws itself again; never with TERM=dumb
};
Look look_of(const Surroundings& around);

}  // namespace strate::cli
