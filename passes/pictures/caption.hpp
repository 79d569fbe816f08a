// The bar under a picture.
#pragma once

#include <string>

#include "formats/files/png.hpp"
#include "passes/pictures/pictures.hpp"

namespace strate {

/// "season · strate · seed 00…2a", and the place in metres if one is given.
std::string caption_text(const Caption& caption);
std::string caption_text(const Caption& caption, Vec3 at);

/// One decimal, with a true minus sign.
std::string one_decimal(double v);

/// Fills the lowest kCaptionHeight rows and writes the text there.
void draw_caption(RgbImage& image, const std::string& text);

}  // namespace strate
