// Heights from pictures and raw files. The first row is the northern one, as on a map.
#pragma once

#include <string_view>

#include "compiler/asset_data.hpp"
#include "compiler/result.hpp"

namespace strate {

/// A PNG of one grey channel of 16 bits, its samples as they stand: gamma and colour profiles are
/// not applied. Codes: "asset.not_png", "asset.bit_depth", "asset.channels", "asset.size",
/// "asset.damaged".
Result<HeightGrid> heights_of_png(std::string_view bytes);

/// A square of little-endian 16-bit samples without a header. Code: "asset.size".
Result<HeightGrid> heights_of_r16(std::string_view bytes);

}  // namespace strate
