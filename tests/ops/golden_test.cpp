// The bits of every operator at its defaults: a changed line is a changed world (bump
// kWorldFunction). STRATEC_REGOLD=1 test_ops "[golden]" rewrites tests/golden/operators.txt.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/ops/support/scene.hpp"

using namespace strate;
using namespace strate::sample;

namespace {

const std::string kFile = std::string(STRATEC_SOURCE_DIR) + "/tests/golden/operators.txt";

Entry at_defaults(const OperatorRow& row) {
  Entry e("it", std::string(row.id));
  for (const FieldSpec& spec : row.params) {
    const std::string name(spec.name);
    if (spec.kind == FieldKind::name) e.named(name, "graph");
    if (name == "at_m") e.point(name, {1.5, -2.25, 30});
    if (name == "to_m") e.point(name, {9, 3.5, 26});
    // A scallop's size_m is a number.
    if (spec.kind == FieldKind::point3 && (name == "size_m" || name == "radii_m"))
      e.point(name, {7, 4.5, 3});
    if (spec.kind == FieldKind::point2 && name == "size_m") e.point(name, {60, 45});
    if (spec.kind == FieldKind::file) e.file(spec);
    if (spec.kind == FieldKind::number && !spec.lo) e.set(name, 3);
  }
  return e;
}

bool acts_at_sites(const OperatorRow& row) { return row.role == Role::modifier && row.has_sites; }

/// The stacks, without the operator, in which it is sampled.
std::vector<std::vector<Entry>> stacks_for(const OperatorRow& row) {
  if (row.world) return {{}};
  if (acts_at_sites(row)) return {scene_under(row.id)};
  std::vector<std::vector<Entry>> out;
  if (!row.needs_ground) {
    std::vector<Entry>& list = out.emplace_back(std::vector<Entry>{rock()});
    if (row.role == Role::modifier) list.push_back(hall());
    if (row.id == "tunnels") list.push_back(Entry("graph", "rooms").join(Combine::subtract));
  }
  if (row.needs_ground || row.rewrites_height) out.push_back({air(), steep_ground()});
  return out;
}

Stack stack_with(std::vector<Entry> list, const OperatorRow& row) {
  Entry it = at_defaults(row);
  if (row.role == Role::source && !row.world) it.join(Combine::smooth_subtract, 1);
  list.push_back(it);
  return compiled(recipe(std::move(list)));
}

/// What the operator is not; of a world the other one.
Stack stack_without(std::vector<Entry> list, const OperatorRow& row) {
  if (row.world) list = {row.id == "solid" ? air() : rock()};
  return compiled(recipe(std::move(list)));
}

struct SamplePlan {
  std::int64_t step_um = 125'000;
  std::vector<Coord> corners;  ///< of blocks of 32³ samples
};

/// Five tiles. They come no nearer than 0.42 m to the hall's floor and ceiling, which roughness
/// reaches; the other modifiers are sampled in two columns of tiles, from the bottom to the top,
/// those that act at sites alone at a step of 1 m, over some of them.
SamplePlan samples_of(const OperatorRow& row) {
  SamplePlan plan;
  if (acts_at_sites(row)) {
    plan.step_um = 1'000'000;
    for (std::int64_t y = -64; y < 64; y += 32)
      for (std::int64_t x = -64; x < 64; x += 32)
        for (std::int64_t z = 0; z < 64; z += 32) plan.corners.push_back({x, y, z});
  } else if (row.role == Role::source || row.id == "roughness") {
    plan.corners = {
        {-16, -16, 100}, {-16, -24, 228}, {-200, 31, 300}, {80, -16, 470}, {1000, 900, 128}};
  } else {
    for (std::int64_t z = 0; z < 512; z += 32)
      for (Coord corner : {Coord{-16, -16, z}, Coord{300, -210, z}}) plan.corners.push_back(corner);
  }
  return plan;
}

/// Adds the raw density of the stack's blocks.
void add_digest(const Stack& stack, const SamplePlan& plan, DensityDigest& sum) {
  StackScratch scratch;
  const std::int64_t um = plan.step_um;
  for (Coord corner : plan.corners) {
    const Block block(corner, 32, 32, 32, static_cast<double>(um) / 1e6);
    Values values(block.floats());
    stack.eval(block.axes(), nullptr, {}, scratch, values.data());
    for (int iz = 0; iz < block.nz; ++iz)
      for (int iy = 0; iy < block.ny; ++iy)
        kernels().digest_row(values.data() + block_index(block.ny, 0, iy, iz), block.nx,
                             corner.x * um, um, (corner.y + iy) * um, (corner.z + iz) * um, sum);
  }
}

std::string digest_of(const Stack& stack, const SamplePlan& plan) {
  DensityDigest sum;
  add_digest(stack, plan, sum);
  return hex(sum);
}

/// Of all stacks together.
std::string digest_of(const OperatorRow& row) {
  DensityDigest sum;
  for (const std::vector<Entry>& list : stacks_for(row))
    add_digest(stack_with(list, row), samples_of(row), sum);
  return hex(sum);
}

}  // namespace

TEST_CASE("operators: the bits at the defaults are the golden ones", "[golden]") {
  std::ostringstream fresh;
  for (const OperatorRow& row : shipped_catalog().operators)
    fresh << row.id << ' ' << digest_of(row) << '\n';
  if (std::getenv("STRATEC_REGOLD")) std::ofstream(kFile) << fresh.str();
  std::ifstream file(kFile);
  std::ostringstream golden;
  golden << file.rdbuf();
  CHECK(fresh.str() == golden.str());
}

TEST_CASE("operators: each acts where its golden sample is taken") {
  for (const OperatorRow& row : shipped_catalog().operators)
    for (const std::vector<Entry>& list : stacks_for(row)) {
      INFO(row.id << " after " << (list.empty() ? "nothing" : list.back().op));
      const SamplePlan plan = samples_of(row);
      CHECK(digest_of(stack_with(list, row), plan) != digest_of(stack_without(list, row), plan));
    }
}
