// What a player would see of cooked worlds: lit, full of things, and each place unlike the others
// (design 12). The tiny season's views; with STRATEC_COOKED those of any cooked folder, for the
// soak.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "passes/pictures/pictures.hpp"
#include "tests/pictures/support/png_pixels.hpp"

namespace fs = std::filesystem;
using namespace strate;

namespace {

/// 8 levels of each of red, green, blue.
using Histogram = std::array<double, 512>;

double luminance(const std::uint8_t* p) {
  return (0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]) / 255;
}

struct Frame {
  double mean = 0;      ///< luminance
  double black = 0;     ///< share of pixels under 2 %
  double busiest = 0;   ///< largest share that one of 32 levels has
  Histogram colours{};  ///< shares
};

/// Without the caption under the picture.
Frame frame_of(const RgbImage& image) {
  Frame f;
  std::array<double, 32> levels{};
  const int height = image.height - kCaptionHeight;
  const double one = 1.0 / (static_cast<double>(image.width) * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.pixel(x, y);
      const double l = luminance(p);
      f.mean += l * one;
      if (l < 0.02) f.black += one;
      levels[static_cast<std::size_t>(std::min(31.0, l * 32))] += one;
      f.colours[static_cast<std::size_t>(p[0] / 32 * 64 + p[1] / 32 * 8 + p[2] / 32)] += one;
    }
  f.busiest = *std::max_element(levels.begin(), levels.end());
  return f;
}

bool shows_something(const Frame& f) {
  return f.mean >= 0.08 && f.black <= 0.6 && f.busiest <= 0.8;
}

/// 0: the same colours, 1: none in common.
double apart(const Histogram& a, const Histogram& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::fabs(a[i] - b[i]) / 2;
  return sum;
}

fs::path cooked() {
  const char* named = std::getenv("STRATEC_COOKED");
  return named ? fs::path(named) : fs::path(STRATEC_BINARY_DIR) / "tests/tiny";
}

/// Every view of the folder by strate.
std::map<std::string, std::vector<Frame>> frames_in(const fs::path& folder) {
  std::map<std::string, std::vector<Frame>> frames;
  for (const auto& e : fs::recursive_directory_iterator(folder))
    if (e.path().filename().string().starts_with("view-")) {
      INFO(e.path().string());
      const RgbImage image = test::png_pixels(e.path().string());
      CHECK(image.width == kViewWidth);
      const Frame f = frame_of(image);
      INFO("mean " << f.mean << ", black " << f.black << ", busiest level " << f.busiest);
      CHECK(shows_something(f));
      frames[e.path().parent_path().filename().string()].push_back(f);
    }
  return frames;
}

RgbImage plain(std::uint8_t level) {
  RgbImage image(kViewWidth, kViewHeight + kCaptionHeight);
  std::fill(image.rgb.begin(), image.rgb.end(), level);
  return image;
}

}  // namespace

TEST_CASE("frames: black, nearly black and plain pictures are told from views") {
  CHECK_FALSE(shows_something(frame_of(plain(0))));
  CHECK_FALSE(shows_something(frame_of(plain(128))));
  RgbImage dark = plain(3);
  for (int x = 0; x < kViewWidth; ++x)
    for (int y = 0; y < 200; ++y) dark.pixel(x, y)[1] = static_cast<std::uint8_t>(x % 256);
  CHECK_FALSE(shows_something(frame_of(dark)));
}

TEST_CASE("frames: every view of a cooked world is lit and shows something") {
  const auto frames = frames_in(cooked());
  REQUIRE(frames.size() >= 2);
}

TEST_CASE("frames: in every view a person stands, to tell sizes by") {
  std::size_t views = 0;
  for (const auto& e : fs::recursive_directory_iterator(cooked())) {
    if (e.path().filename() != "views.json") continue;
    INFO(e.path().string());
    std::ifstream file(e.path());
    const auto doc = nlohmann::json::parse(file);
    CHECK_FALSE(doc.at("strate").get<std::string>().empty());
    for (const auto& view : doc.at("views")) {
      CHECK(view.at("marker_visible").get<double>() > 0.5);
      ++views;
    }
  }
  CHECK(views >= 2);
}

TEST_CASE("frames: no two strates of a shipped season have one look") {
  const Frame grey = frame_of(plain(128)), light = frame_of(plain(200));
  CHECK(apart(grey.colours, grey.colours) < 1e-9);
  CHECK(apart(grey.colours, light.colours) == Approx(1));
  if (!std::getenv("STRATEC_COOKED")) return;  // the strates of tiny are two halls of one kind
  std::vector<std::pair<std::string, Histogram>> looks;
  for (const auto& [strate, views] : frames_in(cooked())) {
    Histogram mean{};
    for (const Frame& f : views)
      for (std::size_t i = 0; i < mean.size(); ++i)
        mean[i] += f.colours[i] / static_cast<double>(views.size());
    looks.emplace_back(strate, mean);
  }
  for (std::size_t i = 0; i < looks.size(); ++i)
    for (std::size_t k = i + 1; k < looks.size(); ++k) {
      INFO(looks[i].first << " and " << looks[k].first);
      CHECK(apart(looks[i].second, looks[k].second) > 0.25);
    }
}
