#include <catch2/catch.hpp>

#include "formats/manifest/manifest.hpp"
#include "tests/support/manifest_sample.hpp"

using namespace strate;

namespace {

bool same_term(const ScopeTerm& a, const ScopeTerm& b) {
  return a.kind == b.kind && a.field == b.field && a.band == b.band && a.at == b.at &&
         a.to == b.to && a.radius == b.radius;
}

bool same_scope(const Scope& a, const Scope& b) {
  if (a.any.size() != b.any.size()) return false;
  for (std::size_t i = 0; i < a.any.size(); ++i) {
    if (a.any[i].size() != b.any[i].size()) return false;
    for (std::size_t k = 0; k < a.any[i].size(); ++k)
      if (!same_term(a.any[i][k], b.any[i][k])) return false;
  }
  return true;
}

bool same_value(const Value& a, const Value& b) {
  return a.kind == b.kind && a.lo == b.lo && a.hi == b.hi && a.flag == b.flag &&
         a.curve == b.curve && a.name == b.name && a.numbers == b.numbers && a.placed == b.placed;
}

bool same_entry(const OpEntry& a, const OpEntry& b) {
  bool same = a.id == b.id && a.op == b.op && a.combine == b.combine && a.blend_m == b.blend_m &&
              a.salt == b.salt && a.of == b.of && a.note == b.note &&
              same_scope(a.where, b.where) && same_scope(a.except, b.except) &&
              same_scope(a.sites, b.sites) && a.mask.kind == b.mask.kind &&
              a.mask.number == b.mask.number && a.mask.field == b.mask.field &&
              a.mask.curve == b.mask.curve && a.params.size() == b.params.size() &&
              a.group.size() == b.group.size();
  for (std::size_t i = 0; same && i < a.params.size(); ++i)
    same = a.params[i].name == b.params[i].name && same_value(a.params[i].value, b.params[i].value);
  for (std::size_t i = 0; same && i < a.group.size(); ++i)
    same = same_entry(a.group[i], b.group[i]);
  return same;
}

bool same_field(const NamedField& a, const NamedField& b) {
  return a.name == b.name && a.kind == b.kind && a.by == b.by && a.noise_xy == b.noise_xy &&
         a.scale_m == b.scale_m && a.stops == b.stops && same_scope(a.where, b.where) &&
         same_scope(a.except, b.except) && a.note == b.note;
}

void check_recipe_same(const Recipe& a, const Recipe& b) {
  CHECK(a.needs == b.needs);
  REQUIRE(a.fields.size() == b.fields.size());
  for (std::size_t i = 0; i < a.fields.size(); ++i) CHECK(same_field(a.fields[i], b.fields[i]));
  REQUIRE(a.stack.size() == b.stack.size());
  for (std::size_t i = 0; i < a.stack.size(); ++i) CHECK(same_entry(a.stack[i], b.stack[i]));
}

void check_strate_same(const StrateWorld& a, const StrateWorld& b) {
  CHECK(a.id == b.id);
  CHECK(a.seed == b.seed);
  CHECK(a.top_um == b.top_um);
  CHECK(a.bottom_um == b.bottom_um);
  CHECK(a.seal_um == b.seal_um);
  CHECK(a.diggable == b.diggable);
  CHECK(a.has_water == b.has_water);
  CHECK(a.water_um == b.water_um);
  CHECK(a.climate == b.climate);
  CHECK(a.origin == b.origin);
  check_recipe_same(a.recipe, b.recipe);
  CHECK((a.regions.cell_m == b.regions.cell_m && a.regions.blend_m == b.regions.blend_m));
  CHECK(a.regions.planned_m == b.regions.planned_m);
  REQUIRE(a.regions.list.size() == b.regions.list.size());
  for (std::size_t i = 0; i < a.regions.list.size(); ++i) {
    const Region &x = a.regions.list[i], &y = b.regions.list[i];
    CHECK((x.id == y.id && x.share == y.share && x.note == y.note));
    check_recipe_same(x.recipe, y.recipe);
  }
}

bool same_edit(const Edit& a, const Edit& b) {
  return a.seq == b.seq && a.carve == b.carve && a.shape == b.shape && a.at == b.at &&
         a.to == b.to && a.radius_m == b.radius_m && a.falloff_m == b.falloff_m;
}

void check_world_same(const WorldDef& a, const WorldDef& b) {
  CHECK(a.world_function == b.world_function);
  CHECK(a.seed == b.seed);
  CHECK(a.voxel_um == b.voxel_um);
  CHECK(a.radius_um == b.radius_um);
  CHECK(a.edge_seal_um == b.edge_seal_um);
  CHECK(a.top_um == b.top_um);
  CHECK(a.gap_um == b.gap_um);
  CHECK(a.player == b.player);
  CHECK(a.entry == b.entry);
  CHECK(a.passages == b.passages);
  CHECK(a.doors == b.doors);
  REQUIRE(a.strates.size() == b.strates.size());
  for (std::size_t i = 0; i < a.strates.size(); ++i) check_strate_same(a.strates[i], b.strates[i]);
  REQUIRE(a.edits.size() == b.edits.size());
  for (std::size_t i = 0; i < a.edits.size(); ++i) CHECK(same_edit(a.edits[i], b.edits[i]));
}

void check_review_same(const Review& a, const Review& b) {
  CHECK(a.name == b.name);
  CHECK(a.title == b.title);
  CHECK(a.revision == b.revision);
  CHECK(a.audited == b.audited);
  CHECK(std::array{a.lo_x, a.lo_y, a.hi_x, a.hi_y} == std::array{b.lo_x, b.lo_y, b.hi_x, b.hi_y});
  CHECK(a.figures == b.figures);
  REQUIRE(a.strates.size() == b.strates.size());
  for (std::size_t i = 0; i < a.strates.size(); ++i) {
    const StrateReview &x = a.strates[i], &y = b.strates[i];
    CHECK((x.slot == y.slot && x.title == y.title && x.note == y.note && x.file == y.file));
    CHECK((x.base == y.base && x.figures == y.figures));
    CHECK(x.atmosphere.fog_color == y.atmosphere.fog_color);
    CHECK(x.atmosphere.ambient == y.atmosphere.ambient);
  }
  REQUIRE(a.laws.size() == b.laws.size());
  for (std::size_t i = 0; i < a.laws.size(); ++i) {
    const LawReview &x = a.laws[i], &y = b.laws[i];
    CHECK((x.law == y.law && x.strate == y.strate && x.verdict == y.verdict));
    CHECK((x.window_m == y.window_m && x.step_m == y.step_m && x.proved == y.proved));
    REQUIRE(x.margins.size() == y.margins.size());
  }
}

}  // namespace

TEST_CASE("manifest: what is read back is what was written, and writes the same bytes") {
  const Catalog catalog = sample::catalog();
  const Manifest before = sample::manifest();
  REQUIRE(before.world.strates[0].recipe.stack.size() == 6);
  const std::string bytes = write_manifest(before, catalog);
  const Result<Manifest> after = read_manifest(bytes, catalog);
  if (!after) FAIL(after.error().code << ": " << after.error().text << "\n" << bytes);
  CHECK(after->version == before.version);
  check_world_same(before.world, after->world);
  check_review_same(before.review, after->review);
  CHECK(after->hashes == hashes_of(before, catalog));
  CHECK(write_manifest(*after, catalog) == bytes);
}

TEST_CASE("manifest: canonical bytes end lines with LF, hold no tab and end with one newline") {
  const std::string bytes = write_manifest(sample::manifest(), sample::catalog());
  CHECK(bytes.find('\r') == std::string::npos);
  CHECK(bytes.find('\t') == std::string::npos);
  CHECK(bytes.find(" \n") == std::string::npos);
  CHECK(bytes.ends_with("}\n"));
  CHECK(!bytes.ends_with("\n\n"));
}

TEST_CASE("manifest: figures, notes and provenance move the review hash and no other") {
  const Catalog catalog = sample::catalog();
  const ManifestHashes base = hashes_of(sample::manifest(), catalog);
  const auto with = [&](auto change) {
    Manifest m = sample::manifest();
    change(m);
    return hashes_of(m, catalog);
  };
  const ManifestHashes changed[] = {
      with([](Manifest& m) { m.review.strates[0].figures[0].value += 0.001; }),
      with([](Manifest& m) { m.world.strates[0].recipe.stack[1].note = "other"; }),
      with([](Manifest& m) { m.world.strates[0].recipe.fields[0].note = "other"; }),
      with([](Manifest& m) { m.review.strates[1].file = "elsewhere.strate.json"; }),
      with([](Manifest& m) { m.review.strates[1].atmosphere.fog_reach_m = 61; }),
      with([](Manifest& m) { m.review.audited = false; }),
      with([](Manifest& m) { m.version = "0.2.0"; })};
  for (const ManifestHashes& h : changed) {
    CHECK(h.content == base.content);
    CHECK(h.content_sha256 == base.content_sha256);
    CHECK(h.layout == base.layout);
    CHECK(!(h.review == base.review));
  }
}

TEST_CASE("manifest: every value that decides density moves the content hash") {
  const Catalog catalog = sample::catalog();
  const Hash128 base = hashes_of(sample::manifest(), catalog).content;
  using Change = void (*)(WorldDef&);
  const Change changes[] = {
      [](WorldDef& w) { w.seed ^= 1; },
      [](WorldDef& w) { w.voxel_um = 62'500; },
      [](WorldDef& w) { w.radius_um += 1; },
      [](WorldDef& w) { w.edge_seal_um += 1; },
      [](WorldDef& w) { w.player.radius_um += 1; },
      [](WorldDef& w) { w.player.scramble_deg = 45; },
      [](WorldDef& w) { w.entry.open = false; },
      [](WorldDef& w) { w.strates[0].seed ^= 1ull << 63; },
      [](WorldDef& w) { w.strates[0].seal_um += 1; },
      [](WorldDef& w) { w.strates[1].bottom_um -= 1; },
      [](WorldDef& w) { w.strates[0].diggable = false; },
      [](WorldDef& w) { w.strates[0].has_water = true; },
      [](WorldDef& w) { w.strates[1].water_um += 1; },
      [](WorldDef& w) { w.strates[1].climate.relief_scale_m += 1; },
      [](WorldDef& w) { w.strates[1].origin.floor.z += 1.0 / 64; },
      [](WorldDef& w) { w.strates[0].recipe.stack[1].blend_m = 1.25; },
      [](WorldDef& w) { w.strates[0].recipe.stack[1].params[0].value.lo = 35; },
      [](WorldDef& w) { w.strates[0].recipe.stack[2].salt = "other"; },
      [](WorldDef& w) { w.strates[0].recipe.fields[0].scale_m = 41; },
      [](WorldDef& w) { w.strates[0].recipe.stack.pop_back(); },
      [](WorldDef& w) { std::swap(w.strates[0].recipe.stack[4], w.strates[0].recipe.stack[5]); },
      [](WorldDef& w) { w.passages[0].path[1].floor.x += 1.0 / 64; },
      [](WorldDef& w) { w.passages[0].path[1].radius_m = 1.625; },
      [](WorldDef& w) { w.passages[0].arrival.half_width_m = 2.5; },
      [](WorldDef& w) { w.passages[0].supports.pop_back(); },
      [](WorldDef& w) { w.strates[2].regions.cell_m = 41; },
      [](WorldDef& w) { w.strates[2].regions.blend_m = 8; },
      [](WorldDef& w) { w.strates[2].regions.planned_m = 63; },
      [](WorldDef& w) { w.strates[2].regions.list[1].share = 0.5; },
      [](WorldDef& w) { w.strates[2].regions.list[0].id = "maze"; },
      [](WorldDef& w) { w.strates[2].regions.list[1].recipe.stack[1].blend_m = 1.25; },
      [](WorldDef& w) { w.doors[0].kind = SeamDoor::Kind::blank; },
      [](WorldDef& w) { w.doors[1].a.i = -3; },
      [](WorldDef& w) { w.doors[2].way.path[0].floor.z += 1.0 / 64; },
      [](WorldDef& w) { w.doors[2].way.arrival.half_width_m = 1.75; },
      [](WorldDef& w) { w.doors.clear(); },
      [](WorldDef& w) { w.edits[2].carve = false; },
      [](WorldDef& w) { w.edits.pop_back(); }};
  for (std::size_t i = 0; i < std::size(changes); ++i) {
    Manifest m = sample::manifest();
    changes[i](m.world);
    INFO("change " << i);
    CHECK(!(hashes_of(m, catalog).content == base));
  }
}

TEST_CASE("manifest: the layout hash covers bands, passages and doors, not recipes") {
  const Catalog catalog = sample::catalog();
  const Hash128 base = hashes_of(sample::manifest(), catalog).layout;
  Manifest m = sample::manifest();
  m.world.strates[0].recipe.stack[1].blend_m = 1.25;
  m.world.seed ^= 1;
  CHECK(hashes_of(m, catalog).layout == base);
  m = sample::manifest();
  m.world.passages[0].departure.height_m = 5;
  CHECK(!(hashes_of(m, catalog).layout == base));
  m = sample::manifest();
  m.world.strates[0].seal_um += 1;
  CHECK(!(hashes_of(m, catalog).layout == base));
  m = sample::manifest();
  m.world.doors[2].way.path.pop_back();
  CHECK(!(hashes_of(m, catalog).layout == base));
}

TEST_CASE("manifest: extreme seeds, places and lengths come back to the bit") {
  const Catalog catalog = sample::catalog();
  const std::uint64_t seeds[] = {0, 0x7fffffff, 0x80000001, 1ull << 53, 1ull << 63, ~0ull};
  const double places[] = {0, 1.0 / 64, -1e7, 1e7 - 1.0 / 64, 0.1, 1.0 / 3, 4e-308};
  for (const std::uint64_t seed : seeds)
    for (const double place : places) {
      Manifest m = sample::manifest();
      m.world.seed = m.world.strates[1].seed = seed;
      m.world.passages[0].path[0].floor.y = place;
      m.world.radius_um = static_cast<Um>(1e12) - 1;
      const Result<Manifest> back = read_manifest(write_manifest(m, catalog), catalog);
      REQUIRE(back);
      CHECK(back->world.seed == seed);
      CHECK(back->world.strates[1].seed == seed);
      CHECK(back->world.passages == m.world.passages);
      CHECK(back->world.radius_um == m.world.radius_um);
    }
}

TEST_CASE("manifest: one changed parameter changes its line and two hashes") {
  const Catalog catalog = sample::catalog();
  Manifest m = sample::manifest();
  const std::string before = write_manifest(m, catalog);
  m.world.strates[0].recipe.stack[1].blend_m = 1.25;
  const std::string after = write_manifest(m, catalog);
  std::size_t differing = 0, lines = 0;
  for (std::size_t a = 0, b = 0; a < before.size() && b < after.size(); ++lines) {
    const std::size_t an = before.find('\n', a), bn = after.find('\n', b);
    differing += before.compare(a, an - a, after, b, bn - b) != 0;
    a = an + 1, b = bn + 1;
  }
  CHECK(lines > 300);
  CHECK(differing == 3);  // blend_m, content_hash, content_sha256
}

TEST_CASE("manifest: one that could not be read back is not handed out") {
  Manifest m = sample::manifest();
  m.review.strates.pop_back();
  const Result<std::string> refused = write_checked_manifest(m, sample::catalog());
  REQUIRE(!refused);
  CHECK(refused.error().code == "bug.manifest");
  CHECK(refused.error().text.find("manifest.wrong_count") != std::string::npos);
  CHECK_FALSE(refused.error().source.known());
  CHECK(write_checked_manifest(sample::manifest(), sample::catalog()));
}
