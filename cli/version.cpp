#include "cli/version.hpp"

#include "compiler/world.hpp"

namespace strate::cli {

std::string version_number() { return STRATEC_VERSION; }

std::string version_date() { return "2026-11-30"; }

std::string version_text() {
  return "stratec " + version_number() + " (world function " + std::to_string(kWorldFunction) + ")";
}

}  // namespace strate::cli
