// stratec render: the pixels of a cook, and views from anywhere.
#include "compiler/memory_file_system.hpp"
#include "formats/files/png.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using namespace strate::test;

namespace {

Ran render(std::vector<std::string> more, FileSystem& files = posix_file_system()) {
  more.insert(more.begin(), {"render", cooked_tiny(), "-q"});
  return run(more, files);
}

PngInfo picture(const std::string& path) {
  const Result<PngInfo> info = inspect_png(bytes_of(path));
  REQUIRE(info);
  return *info;
}

bool there(const std::string& path) { return exists(posix_file_system(), path); }

}  // namespace

TEST_CASE("render: season and folder give the bytes that a cook writes") {
  const std::string fresh = scratch().at("from-season"), again = scratch().at("from-folder");
  const Ran r = run({"render", kTinySeason, "-q", "--strate", "hall", "-o", fresh});
  INFO(r.err);
  REQUIRE(r.code == 0);
  REQUIRE(render({"--strate", "hall", "--views", "1", "--map", "-o", again}).code == 0);
  for (const char* name : {"view-1.png", "views.json", "map.png", "section.png"}) {
    INFO(name);
    const std::string baked = bytes_of(cooked_tiny() + "/hall/" + name);
    CHECK(bytes_of(fresh + "/" + name) == baked);
    if (std::string(name) != "section.png") CHECK(bytes_of(again + "/" + name) == baked);
  }
  CHECK_FALSE(there(again + "/section.png"));
}

TEST_CASE("render: --section without --strate is the whole stack") {
  const std::string file = scratch().at("stack.png");
  REQUIRE(render({"--section", "-o", file}).code == 0);
  CHECK(bytes_of(file) == bytes_of(cooked_tiny() + "/section.png"));
  CHECK(render({"--map", "-o", file}).err.find("strates: field hall") != std::string::npos);
}

TEST_CASE("render: a view from an eye has the size asked for and looks where it is told") {
  const std::string east = scratch().at("east.png"), west = scratch().at("west.png");
  const auto at = [&](const char* look, const std::string& file) {
    return run({"render", rock_season(), "-q", "--at", "0,0,-12.5", "--look", look, "--size",
                "320x180", "--json", "-o", file});
  };
  const nlohmann::json doc = json_of(at("0,0", east));
  REQUIRE(at("180,-10", west).code == 0);
  CHECK(doc["pictures"][0]["forward"] == nlohmann::json({1, 0, 0}));
  CHECK(doc["pictures"][0]["eye_m"] == nlohmann::json({0, 0, -12.5}));
  CHECK(doc["pictures"][0]["free_m"].get<double>() > 1);
  CHECK(picture(east).width == 320);
  CHECK(picture(east).height == 180 + 36);
  CHECK(bytes_of(east) != bytes_of(west));
}

TEST_CASE("render: an eye in rock, outside, or in another strate is refused by name") {
  const auto refused = [&](const char* at, const char* strate = nullptr) {
    std::vector<std::string> all{"--at", at, "--look", "0,0", "-o", scratch().at("never.png")};
    if (strate) all.insert(all.end(), {"--strate", strate});
    const Ran r = render(all);
    CHECK(r.code == 2);
    return r.err;
  };
  CHECK(refused("20,2,-17.5").find("usage.eye_in_rock") != std::string::npos);
  CHECK(refused("0,0,5").find("the stack lies from -34 to 0 m") != std::string::npos);
  CHECK(refused("40,0,-8.5").find("usage.eye_outside") != std::string::npos);
  CHECK(refused("0,0,-8.5", "hall").find("lies in 'field', not in 'hall'") != std::string::npos);
  CHECK_FALSE(there(scratch().at("never.png")));
}

TEST_CASE("render: options that contradict each other or change nothing are refused") {
  const std::string file = scratch().at("x.png"), folder = scratch().at("x");
  const auto says = [](const Ran& r, const char* text) {
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK(r.err.find(text) != std::string::npos);
  };
  says(render({"--at", "0,0,-8", "-o", file}), "--at and --look go together");
  says(render({"--at", "0,0", "--look", "0,0", "-o", file}), "--at takes x,y,z");
  says(render({"--at", "0,0,-8", "--look", "0,90", "-o", file}), "pitch within 89");
  says(render({"--strate", "hall", "--map", "--size", "64x64", "-o", file}), "usage.no_effect");
  says(render({"--strate", "hall", "--views", "0", "-o", folder}), "--views takes");
  says(render({"--strate", "hall", "--views", "1", "--size", "9999x64", "-o", folder}), "--size");
  says(render({"--strate", "hall", "--map", "--section", "-o", file}), "2 are asked for");
  says(render({"--strate", "hal", "-o", folder}), "did you mean 'hall'?");
  CHECK_FALSE(there(file));
  CHECK_FALSE(there(folder));
}

TEST_CASE("render: a picture that cannot be written leaves the last one as it was") {
  const std::string file = scratch().at("kept.png");
  REQUIRE(write_file(posix_file_system(), file, "the last one"));
  FaultyFileSystem full(posix_file_system(), [](std::string_view step, std::size_t) {
    return step == "sync" ? "io.disk_full" : nullptr;
  });
  const Ran r = run({"render", rock_season(), "-q", "--section", "-o", file}, full);
  CHECK(r.code == 4);
  CHECK(r.err.find("io.disk_full") != std::string::npos);
  CHECK(bytes_of(file) == "the last one");
  CHECK_FALSE(there(scratch().at(".kept.png.part")));
}
