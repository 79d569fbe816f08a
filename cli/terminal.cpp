#include "cli/terminal.hpp"

#include <string_view>

namespace strate::cli {

namespace {

std::string_view text_of(const char* value) { return value == nullptr ? "" : value; }

}  // namespace

Look look_of(const Surroundings& around) {
  const bool dumb = text_of(around.term) == "dumb";
  const bool never = dumb || !text_of(around.no_color).empty();
  const std::string_view force = text_of(around.clicolor_force);
  const bool forced = !force.empty() && force != "0";
  return {!never && (forced || around.out_is_terminal),
          !never && (forced || around.err_is_terminal), !dumb && around.err_is_terminal};
}

}  // namespace strate::cli
