#include "passes/pictures/caption.hpp"

#include <cmath>

#include "compiler/hash.hpp"
#include "passes/pictures/canvas.hpp"

namespace strate {

namespace {

constexpr Ink kBar{17, 19, 23}, kRule{44, 49, 58}, kText{196, 203, 214};
constexpr const char* kDot = " \u00b7 ";

}  // namespace

std::string one_decimal(double v) {
  const auto tenths = static_cast<std::int64_t>(std::floor(std::fabs(v) * 10 + 0.5));
  const std::string digits = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  return v < 0 && tenths > 0 ? "\u2212" + digits : digits;
}

std::string caption_text(const Caption& caption) {
  const std::string strate = caption.strate.empty() ? "" : caption.strate + kDot;
  return caption.season + kDot + strate + "seed " + std::to_string(caption.seed);
}

std::string caption_text(const Caption& caption, Vec3 at) {
  return caption_text(caption) + kDot + one_decimal(at.x) + ", " + one_decimal(at.y) + ", " +
         one_decimal(at.z) + " m";
}

void draw_caption(RgbImage& image, const std::string& text) {
  const int top = image.height - kCaptionHeight;
  fill(image, 0, top, image.width, image.height, kBar);
  fill(image, 0, top, image.width, top + 1, kRule);
  double capital = 11;
  const double room = image.width - 32.0;
  if (const double w = text_width(text, capital); w > room) capital *= room / w;
  draw_text(image, 16, top + (kCaptionHeight + capital) / 2, capital, text, kText);
}

}  // namespace strate
