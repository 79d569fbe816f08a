// A world on disk as resolved: not planned.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "compiler/diagnostic.hpp"
#include "formats/documents/documents.hpp"
#include "passes/ops/catalog.hpp"

namespace strate::testing {

/// Fails the test with what is wrong with it.
inline Season loaded_season(const std::string& path) {
  SourceSet sources;
  Diagnostics diags;
  Season season;
  if (!load_world(path, posix_file_system(), shipped_catalog(), {}, sources, season, diags))
    FAIL(print(diags, sources));
  return season;
}

}  // namespace strate::testing
