#include "formats/assets/byte_io.hpp"
#include "formats/imports/heights.hpp"

namespace strate {

Result<HeightGrid> heights_of_r16(std::string_view bytes) {
  std::size_t side = 0;
  while ((side + 1) * (side + 1) * 2 <= bytes.size()) ++side;
  if (side * side * 2 != bytes.size() || side < static_cast<std::size_t>(kHeightsLeastSide) ||
      side > static_cast<std::size_t>(kHeightsMostSide))
    return Error{"asset.size",
                 "holds " + std::to_string(bytes.size()) + " bytes, which is no square of heights",
                 {},
                 {"allowed: side x side samples of 2 bytes, without a header; side 2 to 4097"}};
  HeightGrid grid{static_cast<int>(side), static_cast<int>(side),
                  std::vector<std::uint16_t>(side * side)};
  ByteReader reader(bytes);
  for (std::uint16_t& v : grid.samples) v = reader.number<std::uint16_t>();
  return grid;
}

}  // namespace strate
