// The self-check names what it must, on worlds with an operator that lies (09 D17).
#include "passes/self_check.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>

#include "passes/density/context.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/support/season_sample.hpp"

using namespace strate;

namespace {

enum class Lie { instruction_set, tile_order };

/// A hair moves no crossing that a plan would notice.
constexpr float kHairM = 1.0f / 65536, kHeapM = 0.75f;

/// Adds a little beyond x = 1 m that depends on what it must not depend on.
class Liar final : public Operator {
 public:
  Liar(Lie lie, float by_m) : lie_(lie), by_m_(by_m) {}
  void eval(EvalContext& context, float* values) const override {
    const Axes& a = context.axes();
    if (!lies(a)) return;
    for (int z = 0; z < a.nz; ++z)
      for (int y = 0; y < a.ny; ++y)
        for (int x = 0; x < a.nx; ++x)
          if (a.x[x] > 1) values[block_index(a.ny, x, y, z)] += by_m_;
  }
  Interval bound(BoundContext&, Interval in) const override { return {in.lo, in.hi + 1}; }

 private:
  bool lies(const Axes& a) const {
    if (lie_ == Lie::instruction_set) return simd_level() == SimdLevel::scalar;
    // Whichever block is asked first decides for all of them.
    double unset = kUnset;
    first_x_.compare_exchange_strong(unset, a.x[0]);
    return first_x_ > 0;
  }

  static constexpr double kUnset = -1e9;
  Lie lie_;
  float by_m_;
  mutable std::atomic<double> first_x_{kUnset};
};

template <Lie lie, bool much>
Result<std::unique_ptr<Operator>> compile_liar(const OpEntry&, CompileContext&) {
  return std::unique_ptr<Operator>(std::make_unique<Liar>(lie, much ? kHeapM : kHairM));
}

/// The shipped catalog with one lying row.
template <Lie lie, bool much = false>
Catalog lying_catalog() {
  Catalog catalog = shipped_catalog();
  OperatorRow row;
  row.id = "liar";
  row.role = Role::modifier;
  row.compile = compile_liar<lie, much>;
  catalog.operators.push_back(row);
  return catalog;
}

/// One low hall, so that nothing is planned but its origin room.
Season one_hall() {
  Season season = sample::season({sample::plain(6, 14)}, 3, 24);
  season.bake.lo_x = season.bake.lo_y = -5'000'000;
  season.bake.hi_x = season.bake.hi_y = 5'000'000;
  return season;
}

/// The same, the hall and a liar in one group.
Season lying_hall() {
  Season season = one_hall();
  OpEntry& hall = season.world.strates[0].recipe.stack[1];
  OpEntry group = sample::entry("work", "", Combine::subtract);
  hall.id = "work.hall";
  hall.combine = Combine::none;
  group.group = {hall, sample::entry("work.mood", "liar")};
  hall = group;
  return season;
}

struct Checked {
  Result<Done> result = Done{};
  std::size_t parts = 0;
};

/// Two runs: in order on the lowest level, reversed on the next one.
Checked checked(const Season& season, const Catalog& catalog) {
  const std::vector<SimdLevel> levels = simd_levels();
  const SimdScope scope(levels.front());
  const auto pool = make_thread_executor(2);
  const auto reversed = make_ordered_executor(*pool, 0);
  SelfCheck check({*reversed, other_simd(levels.front())}, "2 threads, reversed tiles");
  Cook cook{season, {catalog, serial_executor()}};
  cook.options.laws = {"layout"};
  check.run(season, cook.options, [](std::string_view) {});
  const Result<Done> done = run_passes(cook, [](const PassRow&, std::size_t) {});
  return {check.compare(cook, done), check.parts()};
}

bool notes_hold(const Error& e, const std::string& text) {
  return std::any_of(e.notes.begin(), e.notes.end(),
                     [&](const std::string& n) { return n.find(text) != std::string::npos; });
}

std::string all_of(const Error& e) {
  std::string text = e.code + ": " + e.text;
  for (const std::string& n : e.notes) text += "\n  " + n;
  return text;
}

/// x of "first differing sample: (x, y, z) m".
double first_x(const Error& e) {
  const std::string key = "first differing sample: (";
  for (const std::string& n : e.notes)
    if (n.starts_with(key)) return std::stod(n.substr(key.size()));
  FAIL("no sample is named");
  return 0;
}

void check_named(const Error& e, const std::string& stage) {
  INFO(all_of(e));
  CHECK(e.code == "bug.nondeterminism");
  CHECK(e.text.find(stage) == 0);
  CHECK(e.text.find("by work.mood at (") != std::string::npos);
  CHECK(notes_hold(e, "first differing operator: work.mood"));
  CHECK(notes_hold(e, "density bits "));
  CHECK(first_x(e) > 1);
}

}  // namespace

TEST_CASE("self-check: honest operators give the same hashes, thousands of them") {
  const SimdLevel before = simd_level();
  const Checked c = checked(one_hall(), shipped_catalog());
  INFO((c.result ? "" : all_of(c.result.error())));
  CHECK(c.result);
  CHECK(c.parts > 100);
  CHECK(simd_level() == before);
}

TEST_CASE("self-check: an operator that sees the instruction set is named with stage and place") {
  if (simd_levels().size() < 2) return;
  const Checked c = checked(lying_hall(), lying_catalog<Lie::instruction_set>());
  REQUIRE_FALSE(c.result);
  check_named(c.result.error(), "stage sample of a (grid)");
}

TEST_CASE("self-check: an operator that sees the order of tiles is named with stage and place") {
  const Checked c = checked(lying_hall(), lying_catalog<Lie::tile_order>());
  REQUIRE_FALSE(c.result);
  check_named(c.result.error(), "stage sample of a (grid)");
}

TEST_CASE("self-check: a lie that moves the plan is named in the plan") {
  const Checked c = checked(lying_hall(), lying_catalog<Lie::tile_order, true>());
  REQUIRE_FALSE(c.result);
  check_named(c.result.error(), "stage plan");
}

TEST_CASE("self-check: the other way differs in threads and, where there are two, in the level") {
  CHECK(other_threads(1) == 2);
  CHECK(other_threads(8) == 9);
  const std::vector<SimdLevel> levels = simd_levels();
  for (const SimdLevel level : levels) CHECK((other_simd(level) == level) == (levels.size() == 1));
  CHECK(other_simd(levels.back()) == levels[levels.size() > 1 ? levels.size() - 2 : 0]);
}
