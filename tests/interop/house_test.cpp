// The rules of the house that a compiler does not check (CONTRIBUTING, design 07).
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const fs::path kRoot = STRATEC_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// All sources of a top folder, with their paths relative to the root.
std::vector<std::string> sources(const std::string& folder) {
  std::vector<std::string> found;
  for (const auto& e : fs::recursive_directory_iterator(kRoot / folder)) {
    const std::string ext = e.path().extension().string();
    if (ext == ".cpp" || ext == ".hpp") found.push_back(fs::relative(e.path(), kRoot).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> includes(const std::string& file) {
  std::vector<std::string> found;
  std::istringstream in(text_of(kRoot / file));
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("#include ")) continue;
    const std::size_t begin = line.find_first_of("<\"") + 1;
    found.push_back(line.substr(begin, line.find_first_of(">\"", begin) - begin));
  }
  return found;
}

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), n);
  REQUIRE(pclose(pipe) == 0);
  return text;
}

}  // namespace

TEST_CASE("house: cli → passes → formats → compiler, and nothing back") {
  const std::map<std::string, std::set<std::string>> allowed = {
      {"compiler", {"compiler"}},
      {"formats", {"compiler", "formats"}},
      {"passes", {"compiler", "formats", "passes"}},
      {"cli", {"compiler", "formats", "passes", "cli"}}};
  std::size_t seen = 0;
  for (const auto& [folder, may] : allowed)
    for (const std::string& file : sources(folder))
      for (const std::string& include : includes(file)) {
        const std::string top = include.substr(0, include.find('/'));
        if (!allowed.contains(top)) continue;
        INFO(file << " includes " << include);
        CHECK(may.contains(top));
        ++seen;
      }
  CHECK(seen > 300);
}

TEST_CASE("house: each third-party library is included by the files that own it, and no header") {
  const std::map<std::string, std::vector<std::string>> owners = {
      {"CLI/", {"cli/run.cpp"}},
      {"openvdb/", {"formats/files/vdb"}},
      {"tbb/", {"compiler/parallel_tbb.cpp"}},
      {"xxhash", {"compiler/hash.cpp"}},
      {"openssl/", {"compiler/hash.cpp"}},
      {"hwy/", {"passes/density/"}},
      {"embree", {"passes/pictures/rays.cpp"}},
      {"stb", {"formats/files/png.cpp"}},
      {"png.h", {"formats/imports/heights_png.cpp"}},
      {"fmt/", {"cli/"}},
      {"nlohmann/", {}},
      {"valijson/", {}},
      {"tiny_obj_loader", {"formats/files/obj_reread.cpp"}}};
  std::map<std::string, int> seen;
  for (const char* folder : {"compiler", "formats", "passes", "cli"})
    for (const std::string& file : sources(folder))
      for (const std::string& include : includes(file))
        for (const auto& [library, files] : owners) {
          if (!include.starts_with(library)) continue;
          INFO(file << " includes " << include);
          ++seen[library];
          CHECK(std::any_of(files.begin(), files.end(),
                            [&](const std::string& owner) { return file.starts_with(owner); }));
        }
  for (const char* used :
       {"CLI/", "openvdb/", "tbb/", "xxhash", "openssl/", "hwy/", "embree", "stb", "png.h"})
    CHECK(seen[used] > 0);
}

TEST_CASE("house: nothing that varies by machine or run is used where bits are made") {
  const std::vector<std::string> forbidden = {
      "hn::MulAdd",   "hwy/contrib/math", "-ffast-math",        "unordered_map", "unordered_set",
      "std::hash<",   "<random>",         "std::random_device", "std::shuffle",  "std::rand(",
      "system_clock", "steady_clock",     "std::getenv",        "::getenv",      " getenv("};
  for (const char* folder : {"compiler", "formats", "passes"})
    for (const std::string& file : sources(folder)) {
      const std::string text = text_of(kRoot / file);
      for (const std::string& word : forbidden) {
        INFO(file << " names " << word);
        CHECK(text.find(word) == std::string::npos);
      }
    }
}

TEST_CASE("house: the world library calls no libm transcendental, OpenVDB or TBB") {
  const std::string undefined =
      output_of("nm -uC " STRATEC_BINARY_DIR "/libstratec_world.a 2>/dev/null");
  REQUIRE(undefined.size() > 1000);
  const std::set<std::string> forbidden = {
      "sin",   "cos", "tan",  "asin", "acos", "atan", "atan2", "exp",  "exp2", "log",   "log2",
      "log10", "pow", "sinf", "cosf", "expf", "powf", "fma",   "fmaf", "cbrt", "hypot", "sincos"};
  std::istringstream in(undefined);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find("U ");
    if (at == std::string::npos) continue;
    const std::string symbol = line.substr(at + 2);
    INFO(symbol);
    CHECK_FALSE(forbidden.contains(symbol));
    CHECK(symbol.find("openvdb") == std::string::npos);
    CHECK(symbol.find("tbb::") == std::string::npos);
  }
}

TEST_CASE("house: no fused multiply-add instruction is in the world library") {
  const std::string count = output_of("objdump -d --no-show-raw-insn " STRATEC_BINARY_DIR
                                      "/libstratec_world.a | grep -cE '\\svfn?m(add|sub)' || true");
  CHECK(count == "0\n");
}
