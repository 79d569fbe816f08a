// What every operator of the catalog promises (02 §2, 10 B): one suite over all rows.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "compiler/hash.hpp"
#include "passes/density/bounds_check.hpp"
#include "tests/ops/support/scene.hpp"
#include "tests/support/stack_sample.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

int soaked(int quick, int many) { return std::getenv("STRATEC_SOAK") ? many : quick; }

struct Case {
  std::string name;
  Stack stack;
};

/// One variant of an operator; rolls that break a coupled rule are drawn again.
Case case_of(const OperatorRow& row, int variant, bool ground, const Catalog& catalog) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Dice dice(string_hash(row.id) + attempt * 97 + static_cast<std::uint64_t>(variant));
    const Recipe r = stack_with(row, rolled_entry("it", row, Roll(variant), dice), variant, ground);
    auto stack = Stack::compile(r, frame(11), catalog);
    if (!stack && attempt < 49) continue;
    INFO(row.id << " variant " << variant << ": " << (stack ? "" : stack.error().text));
    REQUIRE(stack);
    return {std::string(row.id) + "/" + std::to_string(variant) + (ground ? " on a ground" : ""),
            std::move(*stack)};
  }
}

/// Every operator in four variants, those that work on grounds on one as well.
std::vector<Case> cases() {
  std::vector<Case> out;
  const Catalog catalog = shipped_catalog();
  for (const OperatorRow& row : catalog.operators)
    for (int variant = 0; variant < (row.params.empty() ? 1 : 4); ++variant) {
      if (!row.needs_ground) out.push_back(case_of(row, variant, false, catalog));
      if (row.needs_ground || row.rewrites_height)
        out.push_back(case_of(row, variant, true, catalog));
    }
  return out;
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> kCases = cases();
  return kCases;
}

constexpr Coord kCorner{-67, 31, 101};

}  // namespace

TEST_CASE("operators: a block, its pieces and lone points have the same bits") {
  StackScratch scratch;
  for (const Case& c : all_cases()) {
    INFO(c.name);
    const Block whole(kCorner, 21, 9, 33);
    const auto expected = samples(c.stack, whole, {}, scratch);
    for (int iz = 0; iz < whole.nz; iz += 11) {
      const Block piece({kCorner.x + 5, kCorner.y + 2, kCorner.z + iz}, 16, 7, 11);
      const auto got = samples(c.stack, piece, {}, scratch);
      std::size_t i = 0;
      bool same = true;
      for (int z = 0; z < 11; ++z)
        for (int y = 0; y < 7; ++y)
          for (int x = 0; x < 16; ++x)
            same &=
                got[i++] == expected[static_cast<std::size_t>(((iz + z) * 9 + y + 2) * 21 + x + 5)];
      CHECK(same);
    }
    for (int i = 0; i < 40; ++i) {
      const int x = i * 7 % 21, y = i * 5 % 9, z = i * 13 % 33;
      const float v = c.stack.at({whole.x[x], whole.y[y], whole.z[z]}, {}, scratch);
      CHECK(bits(v) == expected[static_cast<std::size_t>((z * 9 + y) * 21 + x)]);
    }
  }
}

TEST_CASE("operators: every SIMD level gives the same bits") {
  StackScratch scratch;
  const SimdLevel best = simd_level();
  for (const Case& c : all_cases()) {
    INFO(c.name);
    const Block block(kCorner, 33, 5, 29);
    set_simd_level(best);
    const auto expected = samples(c.stack, block, {}, scratch);
    for (SimdLevel level : simd_levels()) {
      INFO(simd_name(level));
      REQUIRE(set_simd_level(level));
      StackScratch fresh;
      CHECK(samples(c.stack, block, {}, fresh) == expected);
    }
  }
  set_simd_level(best);
}

TEST_CASE("operators: skipping changes no bit") {
  StackScratch scratch;
  for (const Case& c : all_cases()) {
    INFO(c.name);
    for (int i = 0; i < soaked(6, 60); ++i) {
      const Box3 at =
          random_box(5, static_cast<std::uint64_t>(i), {{-90, -90, 0}, {90, 90, 64}}, 1);
      const Coord lo{std::int64_t(at.lo.x * 8), std::int64_t(at.lo.y * 8),
                     std::int64_t(at.lo.z * 8)};
      const Block block(lo, 33, 33, 33);
      CHECK(samples(c.stack, block, {nullptr, true}, scratch) ==
            samples(c.stack, block, {nullptr, false}, scratch));
    }
  }
}

TEST_CASE("operators: every value is finite, far out too") {
  StackScratch scratch;
  for (const Case& c : all_cases())
    for (std::int64_t far :
         {std::int64_t{0}, std::int64_t{40'000'000}, std::int64_t{-79'999'000}}) {
      INFO(c.name << " at " << far);
      const Block block({far, far / 2 + 13, 40}, 24, 8, 24);
      Values values(block.floats());
      c.stack.eval(block.axes(), nullptr, {}, scratch, values.data());
      CHECK(
          kernels().finite(values.data(), static_cast<std::size_t>(block.ny * block.nz), block.nx));
    }
}

namespace {

/// Boxes that kept their bound; a case ends at its first fault.
std::size_t bounds_kept(const Box3& region, int boxes) {
  StackScratch scratch;
  std::size_t kept = 0;
  for (const Case& c : all_cases())
    for (int i = 0; i < boxes; ++i) {
      const Box3 box = random_box(string_hash(c.name), static_cast<std::uint64_t>(i), region, 40);
      const auto fault = check_bound(c.stack, box, 7, {}, scratch);
      kept += !fault;
      if (!fault) continue;
      INFO(c.name << ": " << fault->value << " outside [" << fault->bound.lo << ", "
                  << fault->bound.hi << "] at " << fault->at.x << " " << fault->at.y << " "
                  << fault->at.z << ", box " << i);
      CHECK_FALSE(fault);
      break;
    }
  return kept;
}

std::size_t boxes_of_all(int boxes) { return all_cases().size() * static_cast<std::size_t>(boxes); }

}  // namespace

TEST_CASE("operators: the bound encloses every sample of thousands of boxes") {
  const int boxes = soaked(500, 4000);
  CHECK(bounds_kept({{-70, -70, -4}, {70, 70, 68}}, boxes) == boxes_of_all(boxes));
}

TEST_CASE("operators: the bound holds at the end of the world too") {
  const double far = kWorldLimitM - 200;
  const int boxes = soaked(60, 500);
  const Box3 region{{far, -far, -4}, {far + 150, -far + 150, 68}};
  CHECK(bounds_kept(region, boxes) == boxes_of_all(boxes));
}

TEST_CASE("operators: memory stops growing after the first block") {
  StackScratch scratch;
  for (const Case& c : all_cases()) samples(c.stack, Block(kCorner, 35, 35, 35), {}, scratch);
  const std::size_t temporary = scratch.temporary.held(), kept = scratch.kept.held();
  for (const Case& c : all_cases()) samples(c.stack, Block(kCorner, 35, 35, 35), {}, scratch);
  CHECK(scratch.temporary.held() == temporary);
  CHECK(scratch.kept.held() == kept);
}

namespace {

/// A ball whose bound leaves out a thin shell.
class LyingBall final : public Operator {
 public:
  void eval(EvalContext& context, float* values) const override {
    kernels().fill(values, context.rows(), static_cast<float>(kCapM));
    kernels().sphere({{4, 4, 30}, 5}, context.axes(), 0, values);
  }
  Interval bound(BoundContext& context, Interval) const override {
    const Vec3 centre = (context.box().lo + context.box().hi) * 0.5;
    const double d = length(centre - Vec3{4, 4, 30}) - 5, half = length(context.box().hi - centre);
    return {std::min(kCapM, d - half * 0.9), std::min(kCapM, d + half * 0.9)};
  }
};

}  // namespace

TEST_CASE("bounds: a lying operator is caught and blamed") {
  Catalog catalog = shipped_catalog();
  OperatorRow liar;
  liar.id = "liar";
  liar.doc = "a ball with a bound that is too tight";
  liar.compile = [](const OpEntry&, CompileContext&) -> Result<std::unique_ptr<Operator>> {
    return std::unique_ptr<Operator>(std::make_unique<LyingBall>());
  };
  catalog.operators.push_back(liar);
  const Stack stack =
      compiled(recipe({Entry("rock", "solid"), Entry("lie", "liar").join(Combine::subtract),
                       Entry("skin", "roughness").set("amount_m", 0.01)}),
               frame(), catalog);
  StackScratch scratch;
  std::optional<BoundFault> fault;
  for (std::uint64_t i = 0; i < 2000 && !fault; ++i)
    fault = check_bound(stack, random_box(3, i, {{-4, -4, 22}, {12, 12, 38}}, 6), 9, {}, scratch);
  REQUIRE(fault);
  CHECK(fault->address == "lie");
  CHECK_FALSE(fault->bound.contains(fault->value));
}
