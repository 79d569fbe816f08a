// stratec measure: the figures of a cook, and of windows.
#include <cmath>

#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using namespace strate::test;
using nlohmann::json;

namespace {

json measured(const std::vector<std::string>& more) {
  std::vector<std::string> all{"measure", cooked_tiny(), "--json", "-q"};
  all.insert(all.end(), more.begin(), more.end());
  return json_of(run(all));
}

/// Of the whole bake, measured once.
const json& whole_bake() {
  static const json doc = measured({});
  return doc;
}

json window(const std::string& numbers) {
  const json doc = measured({"--window=" + numbers});
  REQUIRE(doc["places"].size() == 1);
  return doc["places"][0];
}

/// A figure counted in whole samples of 1/8 m.
long long samples(const json& place, const char* figure, double unit) {
  return std::llround(place["figures"][figure].get<double>() / unit);
}

double volume(const json& place) {
  const std::vector<double> w = place["window_m"];
  return (w[3] - w[0]) * (w[4] - w[1]) * (w[5] - w[2]);
}

}  // namespace

TEST_CASE("measure: a cooked folder and its season give the figures of measure.json") {
  const json& doc = whole_bake();
  CHECK(doc["command"] == "measure");
  CHECK(doc["step_m"] == 0.125);
  REQUIRE(doc["places"].size() == 2);
  std::size_t figures = 0;
  for (const json& place : doc["places"]) {
    const std::string strate = place["strate"];
    const json baked = json::parse(bytes_of(cooked_tiny() + "/" + strate + "/measure.json"));
    for (const auto& [name, value] : place["figures"].items()) {
      INFO(strate << " " << name);
      CHECK(baked[name] == value);
      ++figures;
    }
    CHECK(baked.size() == place["figures"].size() + 4);  // schema, strate, digest, samples
    CHECK(place["begins_at"] == "arrival");
    CHECK(place["bodies"]["count"] == place["figures"]["component_count"]);
    CHECK(place["bodies"]["main_open"] == true);  // a plain goes on past the bake's sides
  }
  CHECK(figures > 25);
  CHECK(doc["stack"]["descent_length_m"].get<double>() > 20);
  CHECK(json_of(run({"measure", kTinySeason, "--json", "-q", "--threads", "1"})) == doc);
}

TEST_CASE("measure: --strate prints that strate alone, with the same figures") {
  const json one = measured({"--strate", "hall"});
  REQUIRE(one["places"].size() == 1);
  CHECK(one["places"][0] == whole_bake()["places"][1]);
  const Ran wrong = run({"measure", cooked_tiny(), "--strate", "hal", "-q"});
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("did you mean 'hall'?") != std::string::npos);
  CHECK(wrong.err.find("strates: field hall") != std::string::npos);
}

TEST_CASE("measure: every sample of a window is judged, so the parts of a window add up") {
  const json whole = window("-8,-6,-16,8,6,-2");
  const json west = window("-8,-6,-16,1.125,6,-2"), east = window("1.125,-6,-16,8,6,-2");
  CHECK(samples(whole, "floor_m2", 1.0 / 64) ==
        samples(west, "floor_m2", 1.0 / 64) + samples(east, "floor_m2", 1.0 / 64));
  CHECK(samples(whole, "floor_m2", 1.0 / 64) > 1000);
  const auto air = [](const json& w) {
    return std::llround(w["figures"]["air_fraction"].get<double>() * volume(w) * 512);
  };
  CHECK(air(whole) == air(west) + air(east));
  CHECK(whole["strate"] == "field");
  CHECK(whole["floors"]["main_open"] == true);
}

TEST_CASE("measure: a room inside the window is closed, one that its side cuts is open") {
  const std::string season = rock_season();
  const auto at = [&](const char* numbers) {
    return json_of(run({"measure", season, "--json", "-q", std::string("--window=") + numbers}));
  };
  const json closed = at("-10,-10,-18,10,10,-2")["places"][0];
  CHECK(closed["bodies"]["count"] == 1);
  CHECK(closed["bodies"]["open"] == 0);
  CHECK(closed["floors"]["main_open"] == false);
  CHECK(closed["figures"]["main_component_fraction"] == 1);
  for (const char* cut : {"0,-10,-18,10,10,-2", "-10,-10,-18,10,1,-2", "-10,-10,-18,10,10,-10"}) {
    INFO(cut);
    const json open = at(cut)["places"][0];
    CHECK(open["bodies"]["open"] == 1);
    CHECK(open["bodies"]["main_open"] == true);
  }
}

TEST_CASE("measure: headroom that the window's top cuts is told, in text and as a share") {
  const std::string season = rock_season();
  // The hall's ceiling is at -6 m, its floor at -14 m.
  const std::string low = "--window=-10,-10,-18,10,10,-10", high = "--window=-10,-10,-18,10,10,-2";
  const json cut = json_of(run({"measure", season, "--json", "-q", low}))["places"][0];
  CHECK(cut["headroom_cut_fraction"] == 1);
  CHECK(cut["figures"]["headroom_mean_m"].get<double>() < 6.5);
  const json whole = json_of(run({"measure", season, "--json", "-q", high}))["places"][0];
  CHECK(whole["headroom_cut_fraction"] == 0);
  CHECK(whole["figures"]["headroom_mean_m"].get<double>() == Approx(8).margin(0.2));
  CHECK(run({"measure", season, "-q", low})
            .out.find("rock: the window's top cuts the headroom over 100 % of the reached floor") !=
        std::string::npos);
  CHECK(run({"measure", season, "-q", high}).out.find("the window's top") == std::string::npos);
}

TEST_CASE("measure: a window of rock has no floor, and no figure that asks for a way") {
  const json rock = window("20,20,-17.75,21,21,-16.5");
  CHECK(rock["begins_at"] == "none");
  CHECK(rock["figures"]["air_fraction"] == 0);
  CHECK(rock["bodies"]["count"] == 0);
  CHECK_FALSE(rock["figures"].contains("walk_length_m"));
}

TEST_CASE("measure: with --strate a window is cut to its heights, and refused where it misses") {
  const json place = measured({"--strate", "hall", "--window=-4,-4,-30,4,4,0"})["places"][0];
  CHECK(place["strate"] == "hall");
  CHECK(place["window_m"] == json({-4, -4, -30, 4, 4, -18}));
  const Ran miss =
      run({"measure", cooked_tiny(), "-q", "--strate", "hall", "--window=0,0,-9,1,1,0"});
  CHECK(miss.code == 2);
  CHECK(miss.err.find("usage.window_misses") != std::string::npos);
  CHECK(miss.err.find("from -34 to -18 m") != std::string::npos);
}

TEST_CASE("measure: too large a window is refused with its estimate and the largest that fits") {
  const Ran r = run({"measure", cooked_tiny(), "-q", "--window=-200,-200,-32,200,200,0"});
  CHECK(r.code == 2);
  CHECK(r.err.find("400 x 400 x 32 m has 2621 million samples and takes about 18.4 GB") !=
        std::string::npos);
  CHECK(r.err.find("at most 1073 million samples (about 7.6 GB), such as a cube of 128 m") !=
        std::string::npos);
  CHECK(r.err.find("with this height the window may be 256 m square") != std::string::npos);
  CHECK(256LL * 256 * 32 * 512 <= 1LL << 30);
  const Ran world = run({"measure", cooked_tiny(), "-q",
                         "--window=-10000000,-10000000,-10000000,10000000,10000000,10000000"});
  CHECK(world.code == 2);
}

TEST_CASE("measure: the table names units, places and sides") {
  const Ran r = run({"measure", rock_season(), "-q"});
  REQUIRE(r.code == 0);
  CHECK(r.out.find("rock: window -12,-12,-20,12,12,0, step 0.125 m\n") == 0);
  for (const char* text :
       {"floor  ", "  m²\n", "  m³\n", "  per 100 m\n", "  m\n", "closed, closed", "begins at"}) {
    INFO(text << " in\n" << r.out);
    CHECK(r.out.find(text) != std::string::npos);
  }
}

TEST_CASE("measure: what the bounds of operators spare, strate by strate and in a window") {
  const json all = measured({"--operators"});
  REQUIRE(all["strates"].size() == 2);
  for (const json& strate : all["strates"]) {
    CHECK(strate["proven"] > 0);
    REQUIRE(strate["operators"].size() > 2);
    CHECK(strate["operators"][0]["skipped"] == 0);
    for (const json& o : strate["operators"])
      CHECK(o["sampled"].get<int>() + strate["proven"].get<int>() == strate["boxes"].get<int>());
  }
  const json one = measured({"--operators", "--strate", "hall", "--window=0,0,-100,4,4,0"});
  REQUIRE(one["strates"].size() == 1);
  CHECK(one["strates"][0]["strate"] == "hall");
  CHECK(one["strates"][0]["boxes"] < all["strates"][1]["boxes"]);
  const Ran text = run({"measure", cooked_tiny(), "--operators", "-q"});
  CHECK(text.code == 0);
  CHECK(text.out.find("% proven uniform\n  entry ") != std::string::npos);
  CHECK(run({"measure", cooked_tiny(), "--operators", "--strate", "hal"}).code != 0);
}
