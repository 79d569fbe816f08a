// The pixels of a PNG file, by a decoder that is not ours.
#pragma once

#include <string>

#include "formats/files/png.hpp"

namespace strate::test {

/// Fails the test if the file is not a PNG of 8-bit colours.
RgbImage png_pixels(const std::string& path);

}  // namespace strate::test
