#include <catch2/catch.hpp>

#include "passes/pictures/pictures.hpp"

using namespace strate;

namespace {

constexpr IndexBox kWindow{{-128, -64, -64}, {129, 65, 65}};

/// A cave 16 m wide, 4 m high, 6 m to each side of the plane y = 0.
float cave_at(Coord c) {
  const bool air = std::abs(c.x) < 64 && std::abs(c.y) < 48 && std::abs(c.z) < 16;
  return air ? 0.5f : -0.5f;
}

int grey(const RgbImage& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return p[0] + p[1] + p[2];
}

/// Mean over a square: hatching averages out.
double tone(const RgbImage& image, int x, int y) {
  double sum = 0;
  for (int dy = -8; dy <= 8; ++dy)
    for (int dx = -8; dx <= 8; ++dx) sum += grey(image, x + dx, y + dy);
  return sum / 289;
}

struct Scene {
  Lattice lattice = lattice_from(kWindow, 125000, cave_at);
  SectionStrate strate{"cave", 8, -8, 2, "#a09080", &lattice};
  std::vector<PictureLine> lines;
  SectionInput input() const {
    return {std::span(&strate, 1), -16, 16, 0, 24, 8, lines, {"s", "cave", 1}};
  }
};

}  // namespace

TEST_CASE("section: bands are darker than rock, and the picture has the world's size") {
  const Scene scene;
  const RgbImage image = draw_section(scene.input(), serial_executor());
  CHECK(image.height == 128 + kCaptionHeight);
  CHECK(image.width == 64 + 256);
  // x = −14 m is rock; z = 4 m content, z = −7 m bedrock.
  const int x = 64 + 16;
  CHECK(tone(image, x, 32) > tone(image, x, 120) * 1.2);
}

TEST_CASE("section: the cut shows the wall behind, nearer walls lighter") {
  Scene scene;
  const RgbImage near = draw_section(scene.input(), serial_executor());
  SectionInput far = scene.input();
  far.cut_y_m = -5.5;
  const RgbImage deep = draw_section(far, serial_executor());
  const int x = 64 + 128, y = 64;
  CHECK(tone(near, x, y) > tone(deep, x, y) + 20);
}

TEST_CASE("section: a cut through rock alone is hatched rock everywhere") {
  Scene scene;
  SectionInput in = scene.input();
  in.cut_y_m = 7;
  const RgbImage image = draw_section(in, serial_executor());
  CHECK(tone(image, 64 + 128, 64) == Approx(tone(image, 64 + 20, 40)).epsilon(0.05));
}

TEST_CASE("section: the descent is white where it runs") {
  Scene scene;
  scene.lines.push_back({LineKind::descent, {{-6, 0, 0.0625}, {6, 0, 0.0625}}});
  const RgbImage image = draw_section(scene.input(), serial_executor());
  const int y = 64;
  CHECK(grey(image, 64 + 128, y - 1) > 600);
}

TEST_CASE("section: a stack is drawn strate under strate; one without samples stays blank") {
  const Scene scene;
  const SectionStrate stack[2] = {scene.strate, {"below", -8, -24, 2, "#a09080", nullptr}};
  SectionInput in = scene.input();
  in.strates = stack;
  const RgbImage image = draw_section(in, serial_executor());
  CHECK(image.height == 256 + kCaptionHeight);
  CHECK(tone(image, 64 + 16, 32) > 150);
  CHECK(tone(image, 64 + 128, 200) < 80);
}

TEST_CASE("section: pixels do not depend on threads or order") {
  const Scene scene;
  const RgbImage one = draw_section(scene.input(), serial_executor());
  CHECK(draw_section(scene.input(), *make_thread_executor(4)).rgb == one.rgb);
  CHECK(draw_section(scene.input(), *make_shuffled_executor(3)).rgb == one.rgb);
}

TEST_CASE("section: the cut that shows most of a way is its median, on the lattice") {
  const PictureLine line{LineKind::descent, {{0, 1, 0}, {0, 3.06, 0}, {0, 90, 0}}};
  CHECK(section_cut(std::span(&line, 1), 125000) == Approx(3.0));
  CHECK(section_cut({}, 125000) == 0);
}

TEST_CASE("section: nothing to show is an empty picture") {
  CHECK(draw_section({{}, -1, 1, 0, 1, 8, {}, {}}, serial_executor()).width == 0);
}
