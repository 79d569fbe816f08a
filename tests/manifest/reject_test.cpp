#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <map>

#include "formats/manifest/manifest.hpp"
#include "tests/support/manifest_sample.hpp"
#include "tests/support/rehash.hpp"

using namespace strate;
using strate::testing::rehashed;

namespace {

const Catalog& catalog() {
  static const Catalog c = sample::catalog();
  return c;
}

const std::string& original() {
  static const std::string bytes = write_manifest(sample::manifest(), catalog());
  return bytes;
}

std::string code_of(const std::string& bytes) {
  const Result<Manifest> read = read_manifest(bytes, catalog());
  return read ? "accepted" : read.error().code;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

bool soak() { return std::getenv("STRATEC_SOAK") != nullptr; }

/// A seeded stream of numbers for mutations.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(draw(seed_, 7, ++n_) % n); }

 private:
  std::uint64_t seed_, n_ = 0;
};

std::string mutated(const std::string& text, Dice& dice) {
  if (text.empty()) return text;
  std::string out = text;
  const std::size_t at = dice.below(out.size());
  const std::size_t length = 1 + dice.below(40);
  switch (dice.below(9)) {
    case 0:
      out[at] = static_cast<char>(out[at] ^ (1 << dice.below(8)));
      break;
    case 1:
      out.resize(at);
      break;
    case 2:
      out.erase(at, length);
      break;
    case 3:
      out.insert(at, out.substr(dice.below(out.size()), length));
      break;
    case 4:
      out.insert(at, 1, "0123456789{}[]\",: \nfn-.e"[dice.below(24)]);
      break;
    case 5:
      out[at] = "0123456789abcdef"[dice.below(16)];
      break;
    case 6:
      std::swap(out[at], out[dice.below(out.size())]);
      break;
    case 7: {  // a digit becomes another
      const std::size_t digit = out.find_first_of("0123456789", at);
      if (digit != std::string::npos) out[digit] = static_cast<char>('0' + dice.below(10));
      break;
    }
    default: {  // two lines change places
      const std::size_t line = out.find('\n', at);
      const std::size_t next = line == std::string::npos ? line : out.find('\n', line + 1);
      const std::size_t last = next == std::string::npos ? next : out.find('\n', next + 1);
      if (last == std::string::npos) break;
      const std::string first = out.substr(line, next - line),
                        second = out.substr(next, last - next);
      out.replace(line, last - line, second + first);
    }
  }
  return out;
}

struct Place {
  std::size_t key = 0, value = 0, end = 0;
  json::Kind kind = json::Kind::null;
};

void collect(const json::Node& node, std::vector<Place>& out) {
  for (const json::Node& item : node.items) collect(item, out);
  for (const json::Member& m : node.members) {
    out.push_back({m.key_source.begin, m.value.source.begin, m.value.source.end, m.value.kind});
    collect(m.value, out);
  }
}

std::vector<Place> every_member() {
  SourceSet sources;
  const std::uint32_t document = sources.add("m", original());
  json::Node root;
  Diagnostics diags;
  REQUIRE(json::parse(sources, document, false, {}, root, diags));
  std::vector<Place> places;
  collect(root, places);
  return places;
}

std::string without(std::string text, const Place& p) {
  const bool last = text[p.end] != ',';
  const std::size_t begin = last ? text.find_last_of(",{", p.key) : p.key;
  const std::size_t from = last && text[begin] == '{' ? begin + 1 : begin;
  return text.erase(from, p.end + (last ? 0 : 1) - from);
}

std::string_view other_type(json::Kind kind) {
  switch (kind) {
    case json::Kind::string:
      return "7";
    case json::Kind::number:
      return "\"7\"";
    case json::Kind::boolean:
      return "[]";
    case json::Kind::array:
      return "{}";
    default:
      return "false";
  }
}

}  // namespace

TEST_CASE("manifest: every kind of wrong document has its own code") {
  const std::string& m = original();
  const std::map<std::string, std::string> cases{
      {"", "manifest.truncated"},
      {m.substr(0, m.size() / 2), "manifest.truncated"},
      {m.substr(0, m.size() - 3), "manifest.truncated"},
      {m + "{}", "manifest.syntax"},
      {replaced(m, "\"seed\"", "seed"), "manifest.syntax"},
      {"\xef\xbb\xbf" + m, "manifest.encoding"},
      {replaced(m, "Going", "Go\xff\xfe"), "manifest.encoding"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": 0.5,\n    \"gap_m\": 0.5"),
       "manifest.duplicate_key"},
      {replaced(m, "\"gap_m\": 0.5,", ""), "manifest.missing_key"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": 0.5,\n    \"mist_m\": 1"), "manifest.unknown_key"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": null"), "manifest.null"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": \"0.5\""), "manifest.wrong_type"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": -1"), "manifest.out_of_range"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": 0.5000001"), "manifest.out_of_range"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": 1e9"), "manifest.out_of_range"},
      {replaced(m, "\"gap_m\": 0.5", "\"gap_m\": 0.6"), "manifest.layout"},
      {replaced(m, "\"spacing_m\": 34", "\"spacing_m\": 3400"), "manifest.recipe"},
      {replaced(m, "\"op\": \"rooms\"", "\"op\": \"roomz\""), "manifest.recipe"},
      {replaced(m, "\"spacing_m\": 34", "\"spacing_m\": 36"), "manifest.content_hash"},
      {replaced(m, "\"title\": \"Going down\"", "\"title\": \"Going up\""), "manifest.review_hash"},
      {replaced(m, "\"version\": \"0.1.0\"", "\"version\": \"0.1.1\""), "manifest.review_hash"},
      {replaced(m, "season_manifest-1", "season_manifest-2"), "manifest.future_schema"},
      {replaced(m, "season_manifest-1", "season_manifest-0"), "manifest.schema"},
      {replaced(m, "season_manifest-1", "season-1"), "manifest.schema"},
      {"{}", "manifest.schema"},
      {"[]", "manifest.wrong_type"},
      {replaced(m, "\"world_function\": 2", "\"world_function\": 1"), "manifest.world_function"},
      {replaced(m, "\"world_function\": 2", "\"world_function\": 0"), "manifest.world_function"},
      {replaced(m, "8c1d5e02b7f3a946", "8C1D5E02B7F3A946"), "manifest.bad_hex"},
      {replaced(m, "8c1d5e02b7f3a946", "8c1d5e02b7f3a94"), "manifest.bad_hex"},
      {replaced(m, "\"verdict\": \"holds\"", "\"verdict\": \"perhaps\""), "manifest.unknown_name"},
      {replaced(m, "\"style\": \"switchback\"", "\"style\": \"lift\""), "manifest.unknown_name"},
      {replaced(m, "#4b4236", "4b4236"), "manifest.bad_color"},
      {replaced(m, "[31.5, -14.25, -62.125, 1.75]", "[31.5, -14.25, -62.125]"),
       "manifest.wrong_count"},
      {replaced(m, "\"kind\": \"blank\"", "\"kind\": \"ajar\""), "manifest.unknown_name"},
      {replaced(m, "\"kind\": \"open\"", "\"kind\": \"door\""), "manifest.missing_key"},
      {replaced(m, "\"sites\": [-1, 0, 0, 0]", "\"sites\": [0, 0, -1, 0]"), "manifest.layout"},
      {replaced(m, "\"sites\": [-1, 0, 0, 0]", "\"sites\": [0, 0, 2, 1]"), "manifest.layout"},
      {replaced(m, "\"sites\": [-1, 0, 0, 0]", "\"sites\": [-1, 0, 0]"), "manifest.wrong_count"},
      {replaced(m, "\"blend_m\": 8.25", "\"blend_m\": 20.25"), "manifest.out_of_range"},
      {replaced(m, "\"share\": 0.6", "\"share\": 0"), "manifest.out_of_range"},
      {replaced(m, "\"id\": \"halls\"", "\"id\": \"warren\""), "manifest.layout"},
      {replaced(m, "\"region\": \"warren\"", "\"region\": \"maze\""), "manifest.unknown_name"},
      {replaced(m, "\"schema\": \"season_manifest-1\",\n", "\"schema\": \"season_manifest-1\", \n"),
       "manifest.not_canonical"},
      {replaced(m, "\"radius_m\": 1024", "\"radius_m\": 1024.0"), "manifest.not_canonical"},
      {replaced(m, "\"radius_m\": 1024", "\"radius_m\":1024"), "manifest.not_canonical"},
      {replaced(m, "Going down", "Going\\u0020down"), "manifest.not_canonical"},
      {m + "\n", "manifest.not_canonical"},
      {std::string(65u << 20, ' '), "manifest.too_large"},
      {std::string(10'000'000, '['), "manifest.too_large"}};
  std::set<std::string> codes;
  for (const auto& [bytes, code] : cases) {
    INFO(bytes.substr(0, 300));
    CHECK(code_of(bytes) == code);
    codes.insert(code);
  }
  CHECK(codes.size() >= 20);
}

TEST_CASE("manifest: each of the four hashes is checked") {
  for (const char* key : {"content_hash", "layout_hash", "review_hash", "content_sha256"}) {
    std::string bytes = original();
    char& digit = bytes[bytes.find("\"" + std::string(key)) + std::string(key).size() + 5];
    digit = digit == '0' ? '1' : '0';
    CHECK(code_of(bytes) == "manifest." + std::string(key));
  }
}

TEST_CASE("manifest: CRLF, other key order and other indents are refused by name") {
  std::string crlf;
  for (const char c : original()) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(code_of(crlf) == "manifest.not_canonical");
  const std::string swapped =
      replaced(original(), "\"name\": \"stratec\",\n    \"version\": \"0.1.0\"",
               "\"version\": \"0.1.0\",\n    \"name\": \"stratec\"");
  CHECK(code_of(swapped) == "manifest.not_canonical");
  CHECK(code_of(replaced(original(), "\n  \"world\"", "\n   \"world\"")) ==
        "manifest.not_canonical");
}

TEST_CASE(
    "manifest: every key missing, null, renamed, doubled, of another type or joined by a "
    "stranger") {
  std::set<std::string> codes;
  std::size_t tried = 0;
  const auto refuse = [&](const std::string& bytes) {
    const std::string code = code_of(bytes);
    ++tried;
    codes.insert(code);
    if (!code.starts_with("manifest.")) FAIL("accepted: " << bytes);
  };
  for (const Place& p : every_member()) {
    const std::string& m = original();
    const std::string whole = m.substr(p.key, p.end - p.key);
    refuse(without(m, p));
    refuse(std::string(m).replace(p.value, p.end - p.value, "null"));
    refuse(std::string(m).insert(p.key + 1, "x"));
    refuse(std::string(m).insert(p.key, whole + ","));
    refuse(std::string(m).insert(p.key, "\"stranger\": 1,"));
    refuse(std::string(m).replace(p.value, p.end - p.value, other_type(p.kind)));
  }
  CHECK(tried > 1500);
  CHECK(codes.size() >= 7);
}

TEST_CASE("manifest: of thousands of seeded mutations none is accepted") {
  const std::size_t count = soak() ? 400'000 : 12'000;
  std::size_t tried = 0;
  for (std::size_t i = 0; tried < count; ++i) {
    Dice dice(i);
    std::string bytes = mutated(original(), dice);
    for (std::size_t more = dice.below(3); more > 0; --more) bytes = mutated(bytes, dice);
    if (bytes == original()) continue;
    ++tried;
    const std::string code = code_of(bytes);
    if (!code.starts_with("manifest.")) FAIL("mutation " << i << ": " << code);
  }
  CHECK(tried == count);
}

TEST_CASE("manifest: a mutation with right hashes is refused or read as exactly what it says") {
  REQUIRE(rehashed(original()) == original());
  const std::size_t count = soak() ? 100'000 : 2'000;
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Dice dice(1'000'000 + i);
    const std::string bytes = rehashed(mutated(original(), dice));
    const Result<Manifest> read = read_manifest(bytes, catalog());
    if (!read) continue;
    ++accepted;
    if (write_manifest(*read, catalog()) != bytes)
      FAIL("mutation " << i << " reads as another world");
  }
  // Digits that change within their range, with new hashes, are other worlds in their own right.
  CHECK(accepted > 0);
  CHECK(accepted < count / 2);
}

TEST_CASE("manifest: values out of bounds are refused even with right hashes") {
  const std::string& m = original();
  const auto refused = [&](std::string_view from, std::string_view to, std::string_view code) {
    INFO(from << " -> " << to);
    CHECK(code_of(rehashed(replaced(m, from, to))) == code);
  };
  refused("\"voxel_size_m\": 0.125", "\"voxel_size_m\": 0", "manifest.out_of_range");
  refused("\"voxel_size_m\": 0.125", "\"voxel_size_m\": -0.125", "manifest.out_of_range");
  refused("\"radius_m\": 0.34", "\"radius_m\": 0", "manifest.out_of_range");
  refused("\"ceiling\": [-2000000, 0]", "\"ceiling\": [0, -2000000]", "manifest.layout");
  refused("\"ceiling\": [-2000000, 0]", "\"ceiling\": [-2000001, 0]", "manifest.layout");
  refused("\"ceiling\": [-2000000, 0]", "\"ceiling\": [-2000000, 0.5]", "manifest.wrong_type");
  refused("\"slot\": \"lantern_hall\"", "\"slot\": \"ossuary\"", "manifest.layout");
  refused("[\"ossuary\", \"lantern_hall\"]", "[\"lantern_hall\", \"ossuary\"]",
          "manifest.unknown_name");
  refused("\"seq\": 4", "\"seq\": 1", "manifest.out_of_range");
  refused("[58, 6, -64, 1.5]", "[58, 6, -64, -1.5]", "manifest.out_of_range");
  refused("[58, 6, -64, 1.5]", "[58, 6, -64000000000, 1.5]", "manifest.out_of_range");
  refused("\"moisture_scale_m\": 460", "\"moisture_scale_m\": 0", "manifest.out_of_range");
}

TEST_CASE("manifest: numbers stay within what a season's documents may say") {
  const std::string& m = original();
  const auto refused = [&](std::string_view from, std::string_view to, std::string_view code) {
    INFO(from << " -> " << to);
    CHECK(code_of(rehashed(replaced(m, from, to))) == code);
  };
  constexpr std::string_view kRange = "manifest.out_of_range";
  for (const char* v : {"0.062499", "0.125001", "1"})
    refused("\"voxel_size_m\": 0.125", "\"voxel_size_m\": " + std::string(v), kRange);
  // A player larger than the tables of passes/walk hold.
  for (const char* v : {"0.199999", "0.400001", "5", "10"})
    refused("\"radius_m\": 0.34", "\"radius_m\": " + std::string(v), kRange);
  for (const char* v : {"0.999999", "2.000001", "10"})
    refused("\"height_m\": 1.76", "\"height_m\": " + std::string(v), kRange);
  refused("\"step_m\": 0.45", "\"step_m\": 0.500001", kRange);
  refused("\"scramble_deg\": 44.8", "\"scramble_deg\": 90", kRange);
  refused("\"tunnel_deg\": 15", "\"tunnel_deg\": 45.5", kRange);
  for (const char* v : {"0", "3.999999", "513", "256.000001"})
    refused("\"edge_seal_m\": 16", "\"edge_seal_m\": " + std::string(v), kRange);
  for (const char* v : {"31.999999", "1000000.000001"})
    refused("\"radius_m\": 1024", "\"radius_m\": " + std::string(v), kRange);
  refused("\"top_z_m\": 0", "\"top_z_m\": 1000001", kRange);
  refused("\"gap_m\": 0.5", "\"gap_m\": 257", kRange);
  refused("\"open\": true,\n      \"radius_m\": 1.75", "\"open\": true,\n      \"radius_m\": 3",
          kRange);
  refused("\"water_level_m\": 8.1", "\"water_level_m\": 63.500001", kRange);
  refused("\"relief_scale_m\": 200.5", "\"relief_scale_m\": 31", kRange);
  refused("[58, 6, -64, 1.5]", "[58, 6, -64, 2.25]", kRange);
  refused("\"fog_reach_m\": 60", "\"fog_reach_m\": 3", kRange);
  refused("\"ambient\": 0.25", "\"ambient\": 1.5", kRange);
  refused("\"revision\": 7", "\"revision\": 1000000001", kRange);
}

TEST_CASE("manifest: the faces of a band, and the sides of a window, stand in order") {
  const auto code = [&](const std::function<void(Manifest&)>& change) {
    Manifest m = sample::manifest();
    change(m);
    return code_of(write_manifest(m, catalog()));
  };
  CHECK(code([](Manifest& m) {
          m.world.strates[1].bottom_um -= 100 * kUmPerM, m.world.strates[1].seal_um = 32'000'001;
        }) == "manifest.out_of_range");
  CHECK(code([](Manifest& m) { m.world.strates[0].seal_um = 499'999; }) == "manifest.out_of_range");
  // Less than 8 m between its bands, then bands that overlap.
  CHECK(code([](Manifest& m) { m.world.strates[0].seal_um = 28'500'000; }) ==
        "manifest.out_of_range");
  CHECK(code([](Manifest& m) { m.world.strates[0].seal_um = 32'500'000; }) == "manifest.layout");
  CHECK(code([](Manifest& m) { m.world.strates[0].seal_um = -1; }) == "manifest.layout");
  CHECK(code([](Manifest& m) { m.world.strates[1].bottom_um -= 1'000 * kUmPerM; }) ==
        "manifest.out_of_range");
  CHECK(code([](Manifest& m) { std::swap(m.review.lo_x, m.review.hi_x); }) ==
        "manifest.out_of_range");
  CHECK(code([](Manifest& m) { m.review.lo_y = m.review.hi_y + 1; }) == "manifest.out_of_range");
}

TEST_CASE("manifest: names obey the rule of the season's documents") {
  const auto named = [&](const std::string& slot) {
    Manifest m = sample::manifest();
    m.world.strates[0].id = m.review.strates[0].slot = slot;
    m.world.passages[0].upper = m.world.passages[0].departure.strate = slot;
    m.world.passages[0].id = slot + "/1";
    m.review.laws[0].strate = slot;
    return code_of(write_manifest(m, catalog()));
  };
  CHECK(named("crypt_2") == "accepted");
  for (const char* id :
       {"", "../../evil", "a/b", "a b", "Hall", "2hall", "a.b", "a\nb", "a\033[31m"})
    CHECK(named(id) == "manifest.bad_id");
  CHECK(named(std::string(65, 'a')) == "manifest.bad_id");
  const auto changed = [&](const std::function<void(Manifest&)>& change) {
    Manifest m = sample::manifest();
    change(m);
    return code_of(write_manifest(m, catalog()));
  };
  CHECK(changed([](Manifest& m) { m.world.passages[0].id = "ossuary/9"; }) == "manifest.bad_id");
  CHECK(changed([](Manifest& m) { m.world.passages[0].id = "\033[31m/1"; }) == "manifest.bad_id");
  constexpr std::string_view kText = "manifest.bad_text";
  CHECK(changed([](Manifest& m) { m.review.name = "a\nb"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.name = "../evil"; }) == kText);
  CHECK(changed([](Manifest& m) { m.version = "1\033[2J"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.strates[0].file = "a\u202e"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.strates[0].base = "a\nb"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.laws[0].law = "a\nb"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.laws[0].proved = "a\nb"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.laws[0].margins[0].figure = "\a"; }) == kText);
  CHECK(changed([](Manifest& m) { m.review.figures[0].name = "a\nb"; }) == kText);
}
