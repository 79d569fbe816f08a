#include "compiler/field.hpp"

namespace strate {

std::string_view unit_of(std::string_view key) {
  const std::size_t at = key.rfind('_');
  if (at == std::string_view::npos) return {};
  const std::string_view suffix = key.substr(at + 1);
  for (std::string_view unit : {"m", "deg", "m2", "m3"})
    if (suffix == unit) return unit;
  return {};
}

}  // namespace strate
