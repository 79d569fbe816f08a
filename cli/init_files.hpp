// What `stratec init` writes: a season of three small strates with everything an editor and git
// want beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/op.hpp"
#include "compiler/result.hpp"

namespace strate::cli {

struct InitFile {
  std::string path;  ///< below the folder, with '/'
  std::string text;
};

/// Every file of a new season, the season itself first. The season is strict JSON with notes, so
/// that `<name>.season.json` is what one cooks; the strates are JSONC with comments, because there
/// is where a newcomer reads and turns. `name`: see season_name. `seed`: as written.
std::vector<InitFile> init_files(std::string_view name, std::string_view seed,
                                 const Catalog& catalog);

/// The season's name: the last part of `folder`, kebab-case (11 §1), at most 64 letters. Code
/// "init.bad_name".
Result<std::string> season_name(std::string_view folder);

}  // namespace strate::cli
