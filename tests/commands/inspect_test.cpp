// stratec inspect: what files hold, and that damaged ones are refused.
#include "formats/files/vdb_header.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using namespace strate::test;
using nlohmann::json;

namespace {

json inspected(const std::string& path) { return json_of(run({"inspect", path, "--json"})); }

std::string baked(const std::string& name) { return cooked_tiny() + "/" + name; }

/// A copy outside the output folder, changed.
template <class Change>
std::string copy_of(const std::string& path, const std::string& name, Change&& change) {
  std::string bytes = bytes_of(path);
  change(bytes);
  const std::string folder = scratch().at("copies");
  REQUIRE(make_folders(posix_file_system(), folder));
  REQUIRE(write_file(posix_file_system(), folder + "/" + name, bytes));
  return folder + "/" + name;
}

}  // namespace

TEST_CASE("inspect: a manifest tells its world, and that its list has it unchanged") {
  const json doc = inspected(baked("season_manifest.json"));
  CHECK(doc["command"] == "inspect");
  CHECK(doc["kind"] == "season_manifest");
  CHECK(doc["listing"] == "unchanged");
  CHECK(doc["name"] == "tiny");
  CHECK(doc["seed"] == "43");
  CHECK(doc["audited"] == true);
  REQUIRE(doc["strates"].size() == 2);
  CHECK(doc["strates"][1]["id"] == "hall");
  CHECK(doc["strates"][1]["bottom_m"] == -34);
  REQUIRE(doc["passages"].size() == 1);
  CHECK(doc["passages"][0]["style"] == "switchback");
}

TEST_CASE("inspect: the list of artifacts names every file with its size") {
  const json doc = inspected(baked("artifacts.json"));
  CHECK(doc["kind"] == "artifacts");
  CHECK(doc["listing"] == "unchanged");
  std::uint64_t bytes = 0;
  for (const json& f : doc["files"]) {
    CHECK(bytes_of(baked(f["path"])).size() == f["size"]);
    bytes += f["size"].get<std::uint64_t>();
  }
  CHECK(doc["files"].size() > 10);
  CHECK(bytes == doc["listed_bytes"]);
}

TEST_CASE("inspect: audit, figures and cameras are told by their schema") {
  CHECK(inspected(baked("audit.json"))["kind"] == "audit");
  const json figures = inspected(baked("hall/measure.json"));
  CHECK(figures["kind"] == "measure");
  CHECK(figures["strate"] == "hall");
  CHECK(figures["figures"].size() > 10);
  const json views = inspected(baked("hall/views.json"));
  CHECK(views["kind"] == "views");
  CHECK(views["views"][0]["eye_m"].size() == 3);
  CHECK(views["seed"] == "43");
}

TEST_CASE("inspect: a mesh tells its groups, a material file its names, a picture its size") {
  const json mesh = inspected(baked("field/mesh.obj"));
  CHECK(mesh["kind"] == "obj");
  REQUIRE(mesh["groups"].size() == 3);
  std::uint64_t sum = 0;
  for (const json& g : mesh["groups"]) sum += g["triangles"].get<std::uint64_t>();
  CHECK(sum == mesh["triangles"]);
  CHECK(mesh["bounds_m"][0] == -10);
  CHECK(inspected(baked("field/mesh.mtl"))["materials"][0]["name"] == "field_ground");
  const json view = inspected(baked("field/view-1.png"));
  CHECK(view["width"] == 1280);
  CHECK(view["height"] == 756);
}

TEST_CASE("inspect: the samples of a volume are read only where the list vouches for them") {
  const json listed = inspected(baked("hall/density.vdb"));
  CHECK(listed["listing"] == "unchanged");
  CHECK(listed["samples_read"] == true);
  CHECK(listed["leaves"].get<int>() > 100);
  const json alone =
      inspected(copy_of(baked("hall/density.vdb"), "density.vdb", [](std::string&) {}));
  CHECK(alone["listing"] == "no_list");
  CHECK(alone["samples_read"] == false);
  CHECK_FALSE(alone.contains("leaves"));
  CHECK(alone["metadata"] == listed["metadata"]);
  bool window = false;
  for (const json& m : alone["metadata"])
    window |= m["name"] == "window_m" && m["value"] == "-10,-26,-34,30,12,-18";
  CHECK(window);
}

TEST_CASE("inspect: authored documents tell their ids and counts, and their errors with places") {
  const json season = inspected(kTinySeason);
  CHECK(season["kind"] == "season");
  CHECK(season["listing"] == "no_list");
  CHECK(season["seed"] == "43");
  CHECK(season["strates"].size() == 2);
  CHECK(season["strates"][0]["base"] == "archetype flat_plain");
  CHECK(season["documents"].size() == 3);
  const std::string folder = STRATEC_SOURCE_DIR "/tests/data/tiny/strates/";
  const json strate = inspected(folder + "hall.strate.json");
  CHECK(strate["kind"] == "strate");
  CHECK(strate["height_m"] == 16);
  CHECK(strate["operators"].size() == 4);
  const json recipe =
      inspected(STRATEC_SOURCE_DIR "/tests/documents/data/good/recipes/caves.recipe.json");
  CHECK(recipe["kind"] == "recipe");
  CHECK(recipe["stack"].size() >= 1);
  const std::string typo =
      copy_of(folder + "hall.strate.json", "typo.strate.json",
              [](std::string& t) { t.replace(t.find("spacing_m"), 9, "spasing_m"); });
  const Ran r = run({"inspect", typo});
  CHECK(r.code == 2);
  CHECK(r.err.find("typo.strate.json:6:") != std::string::npos);
}

TEST_CASE("inspect: a listed file that was changed is refused, whatever it is") {
  const std::string out = scratch().at("changed");
  REQUIRE(make_folders(posix_file_system(), out + "/hall"));
  REQUIRE(
      write_file(posix_file_system(), out + "/artifacts.json", bytes_of(baked("artifacts.json"))));
  for (const char* name : {"hall/density.vdb", "hall/mesh.obj", "hall/map.png", "audit.json"}) {
    std::string bytes = bytes_of(baked(name));
    REQUIRE(write_file(posix_file_system(), out + "/" + name, bytes));
    CHECK(run({"inspect", out + "/" + name}).code == 0);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    REQUIRE(write_file(posix_file_system(), out + "/" + name, bytes));
    const Ran r = run({"inspect", out + "/" + name});
    INFO(name << r.err);
    CHECK(r.code == 3);
    CHECK(r.err.find("verify.changed") != std::string::npos);
    CHECK(r.out.empty());
  }
}

TEST_CASE("inspect: no truncation of any file of ours is accepted") {
  std::size_t tried = 0;
  for (const char* name :
       {"season_manifest.json", "artifacts.json", "audit.json", "hall/measure.json",
        "hall/views.json", "hall/density.vdb", "hall/mesh.obj", "hall/mesh.mtl", "hall/map.png"}) {
    const std::string base = std::string(name).substr(std::string(name).rfind('/') + 1);
    const std::string whole = bytes_of(baked(name));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{30}, whole.size() / 3,
                                  whole.size() / 2, whole.size() - 2}) {
      const std::string path =
          copy_of(baked(name), base, [&](std::string& bytes) { bytes.resize(cut); });
      const Ran r = run({"inspect", path});
      INFO(name << " cut to " << cut << ": " << r.err << r.out);
      if (base == "mesh.mtl" && cut > 30 && whole[cut - 1] == '\n') continue;
      CHECK(r.code == 3);
      CHECK(r.out.empty());
      CHECK_FALSE(r.err.empty());
      ++tried;
    }
  }
  CHECK(tried > 50);
}

TEST_CASE("inspect: a mesh that was cut between two lines is noticed by its counts") {
  const std::string path = copy_of(baked("hall/mesh.obj"), "cut.obj", [](std::string& text) {
    text.resize(text.rfind("\nf ", text.size() / 2 + text.size() / 4) + 1);
  });
  const Ran r = run({"inspect", path});
  CHECK(r.code == 3);
  CHECK(r.err.find("obj.counts") != std::string::npos);
}

TEST_CASE("inspect: no byte of a volume's head can be changed so that reading leaves the file") {
  std::string whole = bytes_of(baked("hall/density.vdb"));
  std::string cut = whole.substr(0, 4096);
  std::size_t refused = 0, accepted = 0;
  for (std::size_t at = 0; at < 900; ++at) {
    const char was = cut[at];
    for (const int value : {0x00, 0x01, 0x7f, 0xff}) {
      cut[at] = static_cast<char>(value);
      refused += !read_vdb_header(cut);  // the offsets name the whole file's end: never accepted
    }
    cut[at] = was;
    whole[at] = static_cast<char>(was ^ 0x80);
    accepted += static_cast<bool>(read_vdb_header(whole));
    whole[at] = was;
  }
  CHECK(refused == 3600);
  CHECK(accepted > 100);  // ids and texts may be anything
  CHECK(accepted < 850);
}

TEST_CASE("inspect: what is not ours is answered with what is") {
  const std::string path = copy_of(kTinySeason, "notes.txt", [](std::string& t) { t = "sea"; });
  const Ran r = run({"inspect", path});
  CHECK(r.code == 2);
  CHECK(r.err.find("inspect.unknown") != std::string::npos);
  CHECK(run({"inspect", scratch().at("absent.obj")}).code == 2);
  CHECK(run({"inspect", cooked_tiny()}).err.find("stratec verify") != std::string::npos);
  const std::string other = copy_of(kTinySeason, "other.json", [](std::string& t) { t = "{}\n"; });
  CHECK(run({"inspect", other}).code == 2);
}

TEST_CASE("inspect: tokens are for JSON, text has their words") {
  const std::string season = run({"inspect", kTinySeason}).out;
  CHECK(season.find("listing  no list of artifacts beside it or above it\n") != std::string::npos);
  CHECK(season.find("no_list") == std::string::npos);
  std::size_t told = 0;
  for (const char* file : {"audit.json", "season_manifest.json"}) {
    const json laws = inspected(baked(file))["laws"];
    for (const json& law : laws) told += law["verdict"] == "not_applicable";
    const std::string text = run({"inspect", baked(file)}).out;
    CHECK(text.find("not_applicable") == std::string::npos);
    CHECK(text.find("not applicable") != std::string::npos);
  }
  CHECK(told > 0);
}

TEST_CASE("inspect: the text form has the facts of the JSON form, with units") {
  const Ran r = run({"inspect", baked("hall/density.vdb")});
  REQUIRE(r.code == 0);
  CHECK(r.out.find("listing  unchanged\n") != std::string::npos);
  CHECK(r.out.find("voxel           0.125 m\n") != std::string::npos);
  CHECK(r.out.find("  window_m") != std::string::npos);
}
