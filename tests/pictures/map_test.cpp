#include <catch2/catch.hpp>

#include "passes/pictures/pictures.hpp"

using namespace strate;

namespace {

constexpr IndexBox kWindow{{0, 0, 0}, {256, 128, 64}};

/// West: a floor at 2 m with headroom. East: a slot of air under 1.76 m. Rock between and around.
float two_rooms(Coord c) {
  const bool west = c.x >= 16 && c.x < 112 && c.y >= 16 && c.y < 112 && c.z >= 16 && c.z < 48;
  const bool east = c.x >= 144 && c.x < 240 && c.y >= 16 && c.y < 112 && c.z >= 16 && c.z < 28;
  return west || east ? 0.5f : -0.5f;
}

struct Rgb8 {
  int r, g, b;
};
Rgb8 at(const RgbImage& image, int x, int y) {
  const std::uint8_t* p = image.pixel(x, y);
  return {p[0], p[1], p[2]};
}

MapInput input(const Lattice& lattice) {
  MapInput in{lattice, kWindow, {}, 0.36, {}, {}, false, 0, {"s", "t", 1}};
  return in;
}

}  // namespace

TEST_CASE("map: floor is light, air without headroom dark blue, rock black") {
  const Lattice lattice = lattice_from(kWindow, 125000, two_rooms);
  const RgbImage image = draw_map(input(lattice), serial_executor());
  CHECK(image.width == 128);
  CHECK(image.height == 64 + kCaptionHeight);
  const Rgb8 floor = at(image, 32, 30), air = at(image, 96, 30), rock = at(image, 64, 30);
  CHECK(floor.r + floor.g + floor.b > 250);
  CHECK(air.b > air.r + 20);
  CHECK(air.b < 90);
  CHECK(rock.r + rock.g + rock.b < 60);
}

TEST_CASE("map: north is up") {
  const Lattice lattice = lattice_from(kWindow, 125000, [](Coord c) {
    return c.y >= 96 && c.y < 120 && c.x > 8 && c.x < 248 && c.z >= 16 && c.z < 48 ? 0.5f : -0.5f;
  });
  const RgbImage image = draw_map(input(lattice), serial_executor());
  CHECK(at(image, 64, 10).g > 60);
  CHECK(at(image, 100, 44).g < 30);
}

TEST_CASE("map: a given standing test decides, not the headroom") {
  const Lattice lattice = lattice_from(kWindow, 125000, two_rooms);
  MapInput in = input(lattice);
  in.standing = [](std::int64_t x0, std::int64_t, std::int64_t z) {
    return z == 19 && x0 >= 160 && x0 < 224 ? ~0u : 0u;
  };
  const RgbImage image = draw_map(in, serial_executor());
  const Rgb8 west = at(image, 32, 30), east = at(image, 96, 30);
  CHECK(west.b > west.r + 20);
  CHECK(east.r + east.g + east.b > 250);
}

TEST_CASE("map: the higher floor of two is shown, light for high") {
  const Lattice lattice = lattice_from(kWindow, 125000, [](Coord c) {
    if (c.x < 8 || c.x >= 248 || c.y < 8 || c.y >= 120) return -0.5f;
    const bool low = c.z >= 2 && c.z < 20, high = c.z >= 40 && c.z < 60 && c.x >= 128;
    return low || high ? 0.5f : -0.5f;
  });
  const RgbImage image = draw_map(input(lattice), serial_executor());
  CHECK(at(image, 96, 30).r > at(image, 32, 30).r + 60);
}

TEST_CASE("map: water, lines and landings have their colours") {
  const Lattice lattice = lattice_from(kWindow, 125000, two_rooms);
  MapInput in = input(lattice);
  in.has_water = true, in.water_z_m = 3;
  PictureLine lines[3];
  lines[0] = {LineKind::descent, {{3, 4.125, 2}, {13, 4.125, 2}}};
  lines[1] = {LineKind::passage, {{3, 6, 2}, {13, 6, 2}}};
  lines[2] = {LineKind::leak, {{3, 9, 2}, {13, 9, 2}}};
  Landing landing;
  landing.floor = {24, 8, 2}, landing.half_width_m = 2;
  in.lines = lines, in.landings = std::span(&landing, 1);
  const RgbImage image = draw_map(in, serial_executor());
  const Rgb8 water = at(image, 32, 15), white = at(image, 32, 47), amber = at(image, 32, 40),
             red = at(image, 32, 28), ring = at(image, 96 + 8, 32);
  CHECK((water.g > water.r + 30 && water.b > water.r + 30));
  CHECK((white.r > 200 && white.g > 200 && white.b > 200));
  CHECK((amber.r > 220 && amber.g > 130 && amber.b < 110));
  CHECK((red.r > 220 && red.g < 110 && red.b < 110));
  CHECK((ring.r > 180 && ring.g > 110 && ring.b < 110));
}

TEST_CASE("map: pixels do not depend on threads or order") {
  const Lattice lattice = lattice_from(kWindow, 125000, two_rooms);
  const RgbImage one = draw_map(input(lattice), serial_executor());
  CHECK(draw_map(input(lattice), *make_thread_executor(4)).rgb == one.rgb);
  CHECK(draw_map(input(lattice), *make_shuffled_executor(3)).rgb == one.rgb);
}

TEST_CASE("map: a window off the grid of words and pixels is drawn whole") {
  const IndexBox odd{{-37, -5, -9}, {58, 90, 41}};
  const Lattice lattice = lattice_from(odd, 125000, [](Coord c) { return c.z < 4 ? -0.5f : 0.5f; });
  MapInput in = input(lattice);
  in.window = odd;
  const RgbImage image = draw_map(in, serial_executor());
  CHECK(image.width == 48);
  CHECK(image.height == 48 + kCaptionHeight);
  for (const auto& [x, y] : {std::pair{1, 1}, {46, 1}, {24, 20}}) CHECK(at(image, x, y).g > 60);
}
