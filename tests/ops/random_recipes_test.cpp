// Bounds over recipes that nobody wrote: any operators in any legal order, in groups, masked,
// within places, with sites, on drawn parameters. What a bound calls uniform must be.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "passes/density/bounds_check.hpp"
#include "tests/support/rolled_entry.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

constexpr int kMostEntries = 6, kMostGroup = 3;

/// Draws legal recipes; what breaks a rule is drawn again by legal_stack.
class Author {
 public:
  Author(const Catalog& catalog, std::uint64_t seed) : catalog_(catalog), dice_(seed) {}

  Recipe write() {
    solid_ = dice_.unit() < 0.5;
    std::vector<Entry> list{solid_ ? rock() : air()};
    if (!solid_ && chance(0.7)) list.push_back(steep_ground()), ground_ = true;
    const int more = 1 + below(kMostEntries);
    for (int i = 0; i < more; ++i) add(list, i);
    return recipe(std::move(list));
  }

 private:
  bool chance(double share) { return dice_.unit() < share; }
  int below(int n) { return static_cast<int>(dice_.unit() * n); }

  void add(std::vector<Entry>& list, int number) {
    const OperatorRow& row = any_row();
    const std::string id = "e" + std::to_string(number);
    if (chance(0.15)) return list.push_back(group(id));
    Entry entry = rolled_entry(id, row, Roll(below(4)), dice_);
    if (entry.param("joins")) list.push_back(merged(Entry("graph", "rooms")));
    if (row.role == Role::source) entry = merged(std::move(entry));
    if (row.has_sites && chance(0.4)) entry.sites.any = {{place()}};
    list.push_back(scoped(std::move(entry)));
  }

  const OperatorRow& any_row() {
    for (;;) {
      const OperatorRow& row =
          catalog_.operators[static_cast<std::size_t>(below(int(catalog_.operators.size())))];
      if (row.world || (row.needs_ground && !ground_)) continue;
      if (std::any_of(row.params.begin(), row.params.end(), [](const FieldSpec& s) {
            return s.kind == FieldKind::name && s.name != "joins";
          }))
        continue;
      return row;
    }
  }

  /// One source, and modifiers of it alone.
  Entry group(const std::string& id) {
    std::vector<Entry> members;
    for (int i = 0; i <= kMostGroup; ++i) {
      const OperatorRow& row = any_row();
      const bool source = row.role == Role::source;
      if (source != members.empty() || row.needs_ground || row.rewrites_height) continue;
      Entry member = rolled_entry(id + "_" + std::to_string(i), row, Roll(below(3)), dice_);
      if (member.param("joins")) continue;
      members.push_back(std::move(member));
    }
    if (members.empty()) members.push_back(ball(id + "_ball", 3, 2, 30, 6));
    return scoped(merged(Entry(id, std::move(members))));
  }

  Entry merged(Entry entry) {
    const bool smooth = chance(0.5);
    const bool carves = chance(solid_ ? 0.8 : 0.3);
    const double blend = smooth ? 0.25 + 1.25 * dice_.unit() : 0;
    entry.join(carves ? (smooth ? Combine::smooth_subtract : Combine::subtract)
                      : (smooth ? Combine::smooth_union : Combine::union_),
               blend);
    return entry;
  }

  ScopeTerm place() {
    static constexpr const char* kFields[] = {"height_m", "depth_m", "spine_m", "x_m", "relief"};
    const int i = below(ground_ ? 5 : 4);
    if (i == 4) return band(kFields[4], 0.2 + 0.4 * dice_.unit(), std::nullopt, 0.1);
    const double lo = dice_.between(-30, 40);
    return band(kFields[i], lo, lo + dice_.between(4, 50), dice_.between(0, 3));
  }

  Entry scoped(Entry entry) {
    if (chance(0.3)) entry.where.any = {{place()}};
    if (chance(0.2)) entry.except.any = {{place()}, {place(), place()}};
    if (chance(0.25)) {
      entry.mask.kind = Mask::Kind::curve;
      const double at = dice_.between(0, 30);
      entry.mask.curve = {chance(0.5) ? "spine_m" : "height_m",
                          {{at, dice_.unit(), 0}, {at + 12, dice_.unit(), 0}}};
      for (Stop& s : entry.mask.curve.stops) s.hi = s.lo;
    }
    return entry;
  }

  const Catalog& catalog_;
  Dice dice_;
  bool solid_ = true, ground_ = false;
};

struct Drawn {
  Stack stack;
  std::string operators;
};

/// The first legal stack of a stream; `refused` counts those before it.
Drawn legal_stack(const Catalog& catalog, std::uint64_t seed, std::size_t& refused) {
  for (std::uint64_t attempt = 0; attempt < 200; ++attempt) {
    const Recipe r = Author(catalog, seed * 1009 + attempt).write();
    auto stack = Stack::compile(r, frame(seed), catalog);
    refused += !stack;
    if (!stack) continue;
    std::string operators;
    for (const OpEntry& e : r.stack) operators += (e.op.empty() ? "group" : e.op) + " ";
    return {std::move(*stack), operators};
  }
  FAIL("no legal recipe in 200");
  throw std::logic_error("not reached");
}

}  // namespace

TEST_CASE("bounds: random legal recipes never contradict what is proven of a box") {
  const bool soak = std::getenv("STRATEC_SOAK") != nullptr;
  const std::uint64_t recipes = soak ? 4000 : 120, boxes = soak ? 260 : 90;
  const Catalog catalog = shipped_catalog();
  StackScratch scratch;
  std::size_t tried = 0, uniform = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < recipes; ++seed) {
    const Drawn drawn = legal_stack(catalog, seed, refused);
    for (std::uint64_t i = 0; i < boxes; ++i) {
      const Box3 box = random_box(seed, i, {{-70, -70, -4}, {70, 70, 68}}, 24);
      const auto fault = check_bound(drawn.stack, box, 6, {}, scratch);
      ++tried;
      const Interval bound = drawn.stack.bound(box, {}, scratch);
      uniform += bound.hi < 0 || bound.lo >= 0;
      if (!fault) continue;
      INFO("seed " << seed << ", box " << i << ": " << drawn.operators << "blames "
                   << fault->address << ": " << fault->value << " outside [" << fault->bound.lo
                   << ", " << fault->bound.hi << "]");
      REQUIRE_FALSE(fault);
    }
  }
  CHECK(tried >= (soak ? 1'000'000u : 10'000u));
  CHECK(uniform > tried / 4);
  CHECK(refused < recipes * 20);
}

TEST_CASE("bounds: random legal recipes are pruned without moving a bit") {
  const Catalog catalog = shipped_catalog();
  const std::uint64_t recipes = std::getenv("STRATEC_SOAK") ? 1500 : 40;
  StackScratch scratch;
  std::size_t refused = 0, same = 0;
  for (std::uint64_t seed = 0; seed < recipes; ++seed) {
    const Drawn drawn = legal_stack(catalog, 77'000 + seed, refused);
    const Box3 at = random_box(9, seed, {{-60, -60, 0}, {60, 60, 60}}, 1);
    const Block block(
        {std::int64_t(at.lo.x * 8), std::int64_t(at.lo.y * 8), std::int64_t(at.lo.z * 8)}, 33, 17,
        33);
    INFO("seed " << seed << ": " << drawn.operators);
    const bool equal = samples(drawn.stack, block, {nullptr, true}, scratch) ==
                       samples(drawn.stack, block, {nullptr, false}, scratch);
    CHECK(equal);
    same += equal;
  }
  CHECK(same == recipes);
}
