// D5, D6, D16 and P2: what surrounds a process changes no bit of a world and no byte of a file, and
// a small stack is enough to refuse what would need a large one.
#include <sys/resource.h>
#include <unistd.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cfenv>
#include <cstdlib>
#include <functional>
#include <set>
#include <sstream>

#include "cli/process.hpp"
#include "compiler/plain_floats.hpp"
#include "formats/documents/documents.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/density/world.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/commands/support/cell_season.hpp"
#include "tests/commands/support/run.hpp"
#include "tests/commands/support/shell.hpp"
#include "tests/support/temporary_folder.hpp"

#if defined(__x86_64__)
#include <pmmintrin.h>
#endif

using namespace strate;
using strate::testing::TemporaryFolder;
using test::sh;

namespace {

const std::string kProgram = STRATEC_BINARY_DIR "/stratec";

FileSystem& disk() { return posix_file_system(); }

/// Ways in which a thread may compute other bits.
const std::vector<std::pair<const char*, std::function<void()>>>& modes() {
  static const std::vector<std::pair<const char*, std::function<void()>>> list {
    {"upward", [] { std::fesetround(FE_UPWARD); }},
        {"downward", [] { std::fesetround(FE_DOWNWARD); }},
        {"toward zero", [] { std::fesetround(FE_TOWARDZERO); }},
#if defined(__x86_64__)
        {"no denormals", [] {
           _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
           _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
         }},
#endif
  };
  return list;
}

/// Fractions rounded, and half of the least normal: what the mode in force makes of them.
std::vector<double> probe() {
  volatile double one = 1, minus = -1, three = 3, ten = 10, least = 0x1p-1022, two = 2;
  return {one / three, minus / three, one / ten, least / two};
}

/// The cell without a plan: read from its documents, written as a manifest and read back.
std::string bits_of_the_library(const std::string& manifest) {
  const Catalog catalog = shipped_catalog();
  const Result<Manifest> read = read_manifest(manifest, catalog);
  if (!read) return read.error().code + " " + read.error().text;
  if (write_manifest(*read, catalog) != manifest) return "written otherwise";
  const Result<World> world = World::compile(read->world, catalog);
  if (!world) return world.error().code;
  std::string bits = hex(digest(*world, {{-24, -24, -128}, {24, 24, 0}}, serial_executor()));
  Scratch scratch;
  for (Um z = -15'999'983; z < 0; z += 1'234'567)
    bits += " " + std::to_string(
                      std::bit_cast<std::uint32_t>(world->at(1'000'003, -777'777, z, {}, scratch)));
  return bits;
}

const std::string& cell_manifest() {
  static const std::string text = [] {
    const TemporaryFolder folder;
    const Catalog catalog = shipped_catalog();
    SourceSet sources;
    Diagnostics diags;
    Season season;
    if (!load_season(test::write_cell(disk(), folder.path(), "43"), disk(), catalog, {}, sources,
                     season, diags))
      FAIL(print(diags, sources));
    Manifest m;
    m.version = "0.1.0";
    m.world = season.world;
    m.review.name = season.name;
    for (const StrateSettings& s : season.strates) m.review.strates.push_back(review_of(s));
    return write_manifest(m, catalog);
  }();
  return text;
}

/// Processor time of the least of three runs. [Units: s]
struct Timed {
  test::Shelled ran;
  double seconds = 0;
};

Timed timed(const std::string& line) {
  const auto spent = [] {
    rusage u{};
    ::getrusage(RUSAGE_CHILDREN, &u);
    return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
  };
  Timed least;
  for (int i = 0; i < 3; ++i) {
    const double before = spent();
    least.ran = sh(line);
    const double took = spent() - before;
    if (i == 0 || took < least.seconds) least.seconds = took;
  }
  return least;
}

std::set<std::string> names_of(const std::string& listing, std::size_t column) {
  std::set<std::string> names;
  for (const std::string& line : test::lines(listing)) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string w; in >> w;) words.push_back(w);
    if (words.size() <= column) continue;
    names.insert(words[column].substr(0, words[column].find('@')));
  }
  return names;
}

}  // namespace

TEST_CASE("environment: bombs of brackets are refused at once on a stack of 256 KiB") {
  const TemporaryFolder folder;
  std::string objects;
  for (int i = 0; i < 2'700'000; ++i) objects += "{\"a\":";
  std::string more;
  for (int i = 0; i < 10'000'000; ++i) more += "{\"a\":";
  const std::string closed = std::string(5'000'000, '[') + std::string(5'000'000, ']');
  const double start = timed(kProgram + " --version").seconds;
  for (const auto& [name, text, code] :
       {std::tuple{"brackets", std::string(10'000'000, '['), "json.too_deep"},
        std::tuple{"closed", closed, "json.too_deep"},
        std::tuple{"objects", objects, "json.too_deep"},
        std::tuple{"large", more, "path.too_large"}}) {
    const std::string path = folder.at(std::string(name) + ".season.json");
    REQUIRE(write_file(disk(), path, text));
    const Timed t = timed("ulimit -s 256; exec " + kProgram + " check " + path);
    INFO(name << ": " << t.ran.out.substr(0, 500));
    CHECK(t.ran.code == 2);
    CHECK(t.ran.out.find(code) != std::string::npos);
    CHECK(t.ran.out.size() < 2000);
    CHECK(t.seconds - start < 0.1);
  }
}

TEST_CASE("environment: a document of a terabyte is refused before it is read") {
  const TemporaryFolder folder;
  const std::string path = folder.at("huge.season.json");
  REQUIRE(write_file(disk(), path, "{}"));
  REQUIRE(::truncate(path.c_str(), off_t{1} << 40) == 0);
  const Timed t = timed("ulimit -v 1000000; exec " + kProgram + " check " + path);
  INFO(t.ran.out);
  CHECK(t.ran.code == 2);
  CHECK(t.ran.out.find("path.too_large") != std::string::npos);
  CHECK(t.seconds < 1);
}

TEST_CASE("environment: floats are plain inside the guard and the caller's again behind it") {
  const std::vector<double> plain = probe();
  for (const auto& [name, set] : modes()) {
    INFO(name);
    std::vector<double> before, inside, after;
    std::fenv_t mine;
    std::fegetenv(&mine);
    set();
    before = probe();
    {
      const PlainFloats guard;
      inside = probe();
    }
    after = probe();
    std::fesetenv(&mine);
    CHECK(before != plain);
    CHECK(inside == plain);
    CHECK(after == before);
  }
  CHECK(probe() == plain);
}

TEST_CASE("environment: the library gives the same bits under every rounding, and keeps it") {
  const std::string& manifest = cell_manifest();
  const std::string plain = bits_of_the_library(manifest);
  REQUIRE(plain.size() > 100);
  for (const auto& [name, set] : modes()) {
    INFO(name);
    std::fenv_t mine;
    std::fegetenv(&mine);
    set();
    const std::vector<double> before = probe();
    const std::string bits = bits_of_the_library(manifest);
    const std::vector<double> after = probe();
    std::fesetenv(&mine);
    CHECK(bits == plain);
    CHECK(after == before);
  }
}

TEST_CASE("environment: a process that starts under other rules of floats resets them") {
  const TemporaryFolder folder;
  const std::string season = test::write_cell(disk(), folder.path(), "43");
  const std::vector<std::string> line{"digest", season, "--window=-3,-3,-16,3,3,0", "--threads",
                                      "2"};
  const test::Ran plain = test::run(line);
  REQUIRE(plain.code == 0);
  for (const auto& [name, set] : modes()) {
    std::fenv_t mine;
    std::fegetenv(&mine);
    set();
    std::ostringstream err;
    const int refused = cli::prepare_process(err);
    const test::Ran r = test::run(line);
    std::fesetenv(&mine);
    INFO(name << err.str());
    CHECK(refused == 0);
    CHECK(r.out == plain.out);
  }
}

TEST_CASE("environment: masking what libm may use of the processor moves no bit") {
  const TemporaryFolder folder;
  const std::string line = kProgram + " digest " + test::write_cell(disk(), folder.path(), "43") +
                           " --window=-3,-3,-16,3,3,0";
  const test::Shelled plain = sh(line);
  INFO(plain.out);
  REQUIRE(plain.code == 0);
  for (const char* hwcaps : {"-FMA,-AVX2_Usable,-FMA_Usable", "-FMA,-FMA4,-AVX2,-AVX,-SSE4_2"}) {
    const test::Shelled masked =
        sh("GLIBC_TUNABLES=glibc.cpu.hwcaps=" + std::string(hwcaps) + " " + line);
    CHECK(masked.code == 0);
    CHECK(masked.out == plain.out);
  }
}

TEST_CASE("environment: of libm the world library calls only what IEEE 754 defines to the bit") {
  const test::Shelled libm = sh(
      "nm -D --defined-only \"$(ldconfig -p | sed -n 's/.*libm\\.so\\.6.*=> //p' | head -n 1)\"");
  if (libm.code != 0 || libm.out.size() < 1000) {
    WARN("the symbols of libm are not to be had here: skipped");
    return;
  }
  const std::set<std::string> of_libm = names_of(libm.out, 2);
  REQUIRE(of_libm.contains("sinf"));
  const std::set<std::string> wanted =
      names_of(sh("nm -u " STRATEC_BINARY_DIR "/libstratec_world.a").out, 1);
  REQUIRE(wanted.size() > 100);
  const std::set<std::string> exact{
      "floor",    "floorf",     "ceil",         "ceilf",    "trunc",    "truncf",      "rint",
      "rintf",    "nearbyint",  "nearbyintf",   "round",    "roundf",   "llround",     "lround",
      "fabs",     "sqrt",       "sqrtf",        "frexp",    "ldexp",    "scalbn",      "modf",
      "fmod",     "fesetround", "feholdexcept", "fegetenv", "fesetenv", "feupdateenv", "fegetround",
      "copysign", "copysignf",  "fmin",         "fmax",     "fminf",    "fmaxf"};
  for (const std::string& name : wanted)
    if (of_libm.contains(name)) {
      INFO(name);
      CHECK(exact.contains(name));
    }
}

TEST_CASE("environment: place, locale, zone, mask, user and order of names move no byte") {
  const TemporaryFolder folder;
  const std::string first = test::write_cell(disk(), folder.at("first"), "43");
  const test::Shelled plain =
      sh(kProgram + " cook " + first + " -o " + folder.at("plain") + " --skip audit -q");
  INFO(plain.out);
  REQUIRE(plain.code == 0);
  // The same season elsewhere, its files made in another order, among strangers, one linked to.
  const std::string second = folder.at("far/away/second");
  REQUIRE(make_folders(disk(), second));
  REQUIRE(write_file(disk(), second + "/zz.strate.json", "{}"));
  REQUIRE(write_file(disk(), second + "/cell.season.json", test::cell_season("43")));
  REQUIRE(write_file(disk(), second + "/aa.season.json", "not a season"));
  REQUIRE(make_folders(disk(), second + "/strates"));
  REQUIRE(write_file(disk(), second + "/strates/a", ""));
  REQUIRE(write_file(disk(), second + "/strates/cell.strate.json", test::kCellStrate));
  REQUIRE(::symlink("far/away", folder.at("near").c_str()) == 0);
  const test::Shelled strange =
      sh("cd " + folder.at("near") +
         "/second && umask 077 && TZ=Asia/Kathmandu LANG=tr_TR.UTF-8 LC_ALL=de_DE.UTF-8 "
         "LC_NUMERIC=de_DE HOME=/nowhere USER=nobody TMPDIR=/nowhere COLUMNS=20 "
         "SOURCE_DATE_EPOCH=1 MALLOC_PERTURB_=165 exec " +
         kProgram + " cook ./cell.season.json -o ../../../strange/deep --skip audit -q");
  INFO(strange.out);
  REQUIRE(strange.code == 0);
  const auto a = test::tree_of(disk(), folder.at("plain"));
  const auto b = test::tree_of(disk(), folder.at("strange/deep"));
  REQUIRE(a.size() >= 7);
  REQUIRE(a.size() == b.size());
  for (const auto& [name, bytes] : a) {
    INFO(name);
    REQUIRE(b.contains(name));
    CHECK((b.at(name) == bytes));
  }
}
