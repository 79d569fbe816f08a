// No feature reaches beyond the cells in which its operator looks for features of a box: a point
// asked alone has the bits of the same point in a block of 46 m, for which far more are gathered.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "passes/density/context.hpp"
#include "tests/ops/support/scene.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

constexpr int kSide = 5;
constexpr double kApartM = 11.5;

/// Points of a wide block that differ when each is asked alone.
std::size_t differing_alone(const Stack& stack, std::uint64_t seed, StackScratch& scratch) {
  Dice dice(seed);
  const auto index = [&](double lo, double hi) {
    return static_cast<std::int64_t>(std::floor(dice.between(lo, hi)));
  };
  const Block wide({index(-9, 5), index(-9, 5), index(0, 2)}, kSide, kSide, kSide, kApartM);
  const auto expected = samples(stack, wide, {nullptr, false}, scratch);
  std::size_t differing = 0;
  for (int i = 0; i < 10; ++i) {
    const int x = i * 7 % kSide, y = (i * 3 + i / 5) % kSide, z = (i * 2 + 1) % kSide;
    const float alone = stack.at({wide.x[x], wide.y[y], wide.z[z]}, {}, scratch);
    differing += bits(alone) != expected[static_cast<std::size_t>((z * kSide + y) * kSide + x)];
  }
  return differing;
}

/// A stack of the row at a seed; rolls that break a coupled rule are drawn again.
Stack rolled_stack(const OperatorRow& row, std::uint64_t seed, const Catalog& catalog) {
  for (std::uint64_t attempt = 0; attempt < 50; ++attempt) {
    Dice dice(string_hash(row.id) + seed * 101 + attempt);
    const Roll roll = seed % 3 == 0 ? Roll::defaults : Roll::more_numbers;
    auto stack = Stack::compile(
        stack_with(row, rolled_entry("it", row, roll, dice), static_cast<int>(seed % 4),
                   row.needs_ground || (row.rewrites_height && seed % 2 == 0)),
        frame(seed), catalog);
    if (stack) return std::move(*stack);
  }
  FAIL(row.id << ": no legal roll at seed " << seed);
  throw std::logic_error("not reached");
}

/// A ball of 5 m in every cell of 16 m, looked for within 3 m of a box.
class ShortSighted final : public Operator {
 public:
  void eval(EvalContext& context, float* values) const override {
    const Axes& a = context.axes();
    const Box3 box = a.box();
    const auto cell = [](double v) { return std::floor(v / 16); };
    for (int z = 0; z < a.nz; ++z)
      for (int y = 0; y < a.ny; ++y)
        for (int x = 0; x < a.nx; ++x) {
          double d = kCapM;
          for (double j = cell(box.lo.y - 3); j <= cell(box.hi.y + 3); ++j)
            for (double i = cell(box.lo.x - 3); i <= cell(box.hi.x + 3); ++i)
              d = std::min(d, length({a.x[x] - 16 * i, a.y[y] - 16 * j, a.z[z] - 30}) - 5);
          values[block_index(a.ny, x, y, z)] = static_cast<float>(d);
        }
  }
  Interval bound(BoundContext&, Interval) const override { return {-kCapM, kCapM}; }
};

}  // namespace

TEST_CASE("operators: no feature reaches beyond its halo, over ten thousand seeds") {
  const Catalog catalog = shipped_catalog();
  const std::uint64_t seeds = std::getenv("STRATEC_SOAK") ? 2'000 : 360;
  StackScratch scratch;
  std::size_t tried = 0;
  for (const OperatorRow& row : catalog.operators) {
    if (row.world) continue;
    for (std::uint64_t seed = 0; seed < seeds; ++seed, ++tried) {
      const std::size_t differing =
          differing_alone(rolled_stack(row, seed, catalog), seed, scratch);
      INFO(row.id << " at seed " << seed);
      if (differing != 0) REQUIRE(differing == 0);
    }
  }
  CHECK(tried >= 10'000);
}

TEST_CASE("operators: one that looks too near is seen") {
  Catalog catalog = shipped_catalog();
  OperatorRow row;
  row.id = "short_sighted";
  row.compile = [](const OpEntry&, CompileContext&) {
    return Result<std::unique_ptr<Operator>>(std::make_unique<ShortSighted>());
  };
  catalog.operators.push_back(row);
  StackScratch scratch;
  std::size_t differing = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    differing += differing_alone(rolled_stack(row, seed, catalog), seed, scratch);
  CHECK(differing > 0);
}
