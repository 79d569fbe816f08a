// stratec export: windows as meshes and volumes.
#include <cstring>

#include "compiler/memory_file_system.hpp"
#include "compiler/parallel.hpp"
#include "compiler/window.hpp"
#include "formats/files/obj.hpp"
#include "formats/files/obj_scene.hpp"
#include "formats/files/vdb.hpp"
#include "passes/export_window.hpp"
#include "tests/commands/support/altering_file_system.hpp"
#include "tests/commands/support/tiny_world.hpp"

using namespace strate;
using namespace strate::test;

namespace {

const std::string kWindow = "--window=-6,-5.5,-30,5,6.5,-2.25";  // both strates and their bands

Ran exported(std::vector<std::string> more, FileSystem& files = posix_file_system()) {
  more.insert(more.begin(), {"export", cooked_tiny(), "-q"});
  return run(more, files);
}

ObjFacts facts_of(const std::string& path) {
  const Result<ObjFacts> facts = inspect_obj(bytes_of(path));
  REQUIRE(facts);
  return *facts;
}

std::vector<float> samples_of(const std::string& path, const IndexBox& box) {
  const Result<std::vector<float>> values = read_vdb(bytes_of(path), box);
  REQUIRE(values);
  return *values;
}

bool equal_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Every second sample of a grid's axis, doubled.
IndexBox doubled(const IndexBox& b) {
  return {{2 * b.lo.x, 2 * b.lo.y, 2 * b.lo.z}, {2 * b.hi.x, 2 * b.hi.y, 2 * b.hi.z}};
}

}  // namespace

TEST_CASE("export: a strate's window at the cooked step is the cooked mesh") {
  const std::string file = scratch().at("field.obj");
  REQUIRE(exported({"--window=-10,-26,-18,30,12,0.125", "--step", "2", "-o", file}).code == 0);
  CHECK(facts_of(file) == facts_of(cooked_tiny() + "/field/mesh.obj"));
  CHECK(bytes_of(scratch().at("field.mtl")).find("newmtl field_ground") != std::string::npos);
}

TEST_CASE("export: several strates are groups of their own, and every triangle is in one") {
  const std::string file = scratch().at("both.obj");
  const nlohmann::json doc = json_of(exported({kWindow, "-o", file, "--verify", "--json"}));
  CHECK(doc["verified"] == true);
  CHECK(doc["strates"] == nlohmann::json({"field", "hall"}));
  CHECK(doc["step_m"] == 0.125);
  std::uint64_t sum = 0;
  for (const auto& [name, triangles] : doc["groups"].items()) {
    CHECK((name.starts_with("field_") || name.starts_with("hall_")));
    sum += triangles.get<std::uint64_t>();
  }
  CHECK(doc["groups"].size() == 6);
  CHECK(sum == doc["triangles"]);
  CHECK(facts_of(file).triangles == sum);
  const std::string text = bytes_of(file);
  CHECK(text.find("\n# window_m -6,-5.5,-30,5,6.5,-2.25\n") != std::string::npos);
  CHECK(text.find("\nmtllib both.mtl\n") != std::string::npos);
  const nlohmann::json manifest =
      nlohmann::json::parse(bytes_of(cooked_tiny() + "/season_manifest.json"));
  CHECK(text.find(manifest["hashes"]["content_hash"].get<std::string>()) != std::string::npos);
}

TEST_CASE("export: bytes do not depend on threads or on season or folder") {
  for (const char* name : {"a.obj", "a.vdb"}) {
    const std::string file = scratch().at(name);
    REQUIRE(exported({kWindow, "--step", "2", "-o", file, "--threads", "1"}).code == 0);
    const std::string first = bytes_of(file);
    REQUIRE(run({"export", kTinySeason, kWindow, "--step", "2", "-o", file, "-q"}).code == 0);
    CHECK(bytes_of(file) == first);
    CHECK(first.size() > 10'000);
  }
}

TEST_CASE("export: --up y turns the mesh, --verify reads it so, and a volume refuses it") {
  const std::string z = scratch().at("z.obj"), y = scratch().at("y.obj");
  const std::string small = "--window=-4,-3,-16,4,5,-6";
  REQUIRE(exported({small, "--step", "4", "-o", z}).code == 0);
  REQUIRE(exported({small, "--step", "4", "--up", "y", "--verify", "-o", y}).code == 0);
  const ObjFacts a = facts_of(z), b = facts_of(y);
  CHECK(a.triangles > 50);
  CHECK(b.by_class == a.by_class);
  CHECK(b.lo_um == std::array{a.lo_um[0], a.lo_um[2], -a.hi_um[1]});
  CHECK(b.hi_um == std::array{a.hi_um[0], a.hi_um[2], -a.lo_um[1]});
  CHECK(bytes_of(y).find(", Y up;") != std::string::npos);
  const Ran r = exported({small, "--up", "y", "-o", scratch().at("y.vdb")});
  CHECK(r.code == 2);
  CHECK(r.err.find("usage.no_effect") != std::string::npos);
}

TEST_CASE("export: a volume holds the cooked samples, at step 2 every second one") {
  const std::string fine = scratch().at("fine.vdb"), coarse = scratch().at("coarse.vdb");
  const std::string part = "--window=-7.125,-6,-16,6,7.5,-3";
  const nlohmann::json doc = json_of(exported({part, "-o", fine, "--verify", "--json"}));
  REQUIRE(exported({part, "--step", "2", "-o", coarse, "--verify"}).code == 0);
  const IndexBox box{{-57, -48, -128}, {48, 60, -24}};
  CHECK(doc["samples"] == box.count());
  CHECK(doc["samples_inside_band"].get<std::uint64_t>() > 10'000);
  CHECK(equal_bits(samples_of(fine, box), samples_of(cooked_tiny() + "/field/density.vdb", box)));
  const IndexBox half{{-28, -24, -64}, {24, 30, -12}};
  const std::vector<float> every = samples_of(fine, doubled(half));
  const std::vector<float> second = samples_of(coarse, half);
  const Coord n = half.size();
  std::size_t i = 0;
  bool equal = true;
  for (std::int64_t z = 0; z < n.z; ++z)
    for (std::int64_t y = 0; y < n.y; ++y)
      for (std::int64_t x = 0; x < n.x; ++x, ++i)
        equal &= second[i] ==
                 every[static_cast<std::size_t>((2 * z * 2 * n.y + 2 * y) * 2 * n.x + 2 * x)];
  CHECK(equal);
  const Result<VdbInfo> info = inspect_vdb(bytes_of(coarse));
  REQUIRE(info);
  CHECK(info->voxel_m == 0.25);
}

TEST_CASE("export: --verify exits 3 where what is read back differs in one place") {
  const auto flipped = [](const std::string& name, auto&& flip) {
    const std::string file = scratch().at(name);
    AlteringFileSystem altering([&](const std::string& path, std::string& bytes) {
      if (path == file) flip(bytes);
    });
    const Ran r = exported({kWindow, "--step", "4", "-o", file, "--verify"}, altering);
    INFO(r.err);
    CHECK(r.code == 3);
    CHECK(r.err.find("verify.export") != std::string::npos);
  };
  flipped("vertex.obj", [](std::string& text) {
    char& digit = text[text.find("\nv ") + 4];
    digit = digit == '1' ? '2' : '1';
  });
  flipped("triangle.obj", [](std::string& text) {
    const std::size_t at = text.rfind("\nf ");
    text.erase(at + 1);
  });
  flipped("group.obj",
          [](std::string& text) { text.replace(text.find("\ng field_") + 3, 5, "feild"); });
  flipped("half.vdb", [](std::string& bytes) { bytes.resize(bytes.size() / 2); });
  flipped("other.vdb",
          [](std::string& bytes) { bytes = bytes_of(cooked_tiny() + "/hall/density.vdb"); });
}

TEST_CASE("export: a write that fails leaves the last files as they were and no part of new ones") {
  const std::string file = scratch().at("last.obj"), materials = scratch().at("last.mtl");
  for (const char* step : {"create", "write", "sync", "close", "rename"})
    for (const std::size_t which : {1u, 2u}) {  // of the materials, of the mesh
      INFO(step << " " << which);
      REQUIRE(write_file(posix_file_system(), file, "the last mesh"));
      REQUIRE(write_file(posix_file_system(), materials, "the last materials"));
      std::size_t seen = 0;
      FaultyFileSystem faulty(posix_file_system(), [&](std::string_view s, std::size_t) {
        return s == step && ++seen == which ? "io.disk_full" : nullptr;
      });
      CHECK(exported({kWindow, "--step", "8", "-o", file}, faulty).code == 4);
      CHECK(bytes_of(file) == "the last mesh");
      if (which == 1) CHECK(bytes_of(materials) == "the last materials");
      for (const char* name : {"obj", "mtl"}) {
        const std::string part = scratch().at(std::string(".last.") + name + ".part");
        CHECK_FALSE(exists(posix_file_system(), part));
        CHECK_FALSE(exists(posix_file_system(), part + ".lock"));
      }
    }
}

TEST_CASE("export: bad orders exit 2 with what is allowed, and write nothing") {
  const std::string file = scratch().at("never.obj");
  const auto says = [&](std::vector<std::string> more, const char* text) {
    const Ran r = exported(std::move(more));
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK(r.err.find(text) != std::string::npos);
    CHECK_FALSE(exists(posix_file_system(), file));
  };
  says({kWindow, "--step", "3", "-o", file}, "--step takes 1, 2, 4 or 8");
  says({kWindow, "--format", "glb", "-o", file}, "--format takes obj or vdb");
  says({kWindow, "-o", scratch().at("never.stl")}, "ends neither with .obj nor with .vdb");
  says({"--window=0,0,0,1,1", "-o", file}, "six numbers");
  says({"--window=-300,-300,-64,300,300,0", "-o", file}, "one export takes at most 1073 million");
  says({"--window=-90,-90,-32,90,90,0", "--verify", "-o", file},
       "one verified export takes at most 357 million");
}

TEST_CASE("export: a window without a surface is an empty mesh that verifies") {
  const std::string file = scratch().at("rock.obj");
  const nlohmann::json doc =
      json_of(exported({"--window=20,20,-17.75,21,21,-16.5", "-o", file, "--verify", "--json"}));
  CHECK(doc["triangles"] == 0);
  CHECK(doc["groups"].empty());
}

TEST_CASE("export: a coarse grid of a grid is what every reader finds at its places") {
  DensityGrid fine;
  fine.window = {{-40, -3, 5}, {37, 41, 70}};
  const auto tiles = [](const IndexBox& w) {
    return IndexBox{{floor_div(w.lo.x, 32), floor_div(w.lo.y, 32), floor_div(w.lo.z, 32)},
                    {ceil_div(w.hi.x, 32), ceil_div(w.hi.y, 32), ceil_div(w.hi.z, 32)}};
  };
  fine.tiles = tiles(fine.window);
  fine.slots.resize(fine.tiles.count());
  for (std::size_t i = 0; i < fine.slots.size(); ++i) {
    GridTile& t = fine.slots[i];
    t.solid = 0x00ff00ff00ff00ffull;
    t.dense = 0x0f000f000f000f00ull;
    for (int k = 0; k < 16 * kLeafSamples; ++k)
      t.values.push_back(static_cast<float>((k * 37 + static_cast<int>(i)) % 999) / 2000 - 0.25f);
  }
  for (const int step : {2, 4, 8}) {
    const DensityGrid coarse = coarse_grid(fine, step, serial_executor());
    CHECK(coarse.voxel_um == fine.voxel_um * step);
    std::uint64_t compared = 0, wrong = 0;
    for (std::int64_t z = coarse.window.lo.z; z < coarse.window.hi.z; ++z)
      for (std::int64_t y = coarse.window.lo.y; y < coarse.window.hi.y; ++y)
        for (std::int64_t x = coarse.window.lo.x; x < coarse.window.hi.x; ++x, ++compared) {
          const Coord there{x * step, y * step, z * step};
          CHECK(fine.window.contains(there));
          wrong += grid_value(coarse, {x, y, z}) != grid_value(fine, there);
        }
    CHECK(compared > 300);
    CHECK(wrong == 0);
  }
}
