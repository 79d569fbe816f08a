// The bits of every operator at its defaults: a changed line is a changed world (bump
// kWorldFunction). STRATEC_REGOLD=1 test_ops "[golden]" rewrites tests/golden/operators.txt.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/stack_sample.hpp"

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
    if (name == "size_m" || name == "radii_m") e.point(name, {7, 4.5, 3});
    if (spec.kind == FieldKind::number && !spec.lo) e.set(name, 3);
  }
  return e;
}

Stack stack_of(const OperatorRow& row) {
  if (row.world) return compiled(recipe({at_defaults(row)}));
  std::vector<Entry> list{rock()};
  if (row.role == Role::modifier) list.push_back(hall());
  if (row.id == "tunnels") list.push_back(Entry("graph", "rooms").join(Combine::subtract));
  Entry it = at_defaults(row);
  if (row.role == Role::source) it.join(Combine::smooth_subtract, 1);
  list.push_back(it);
  return compiled(recipe(std::move(list)));
}

/// Digest of the raw density over five tiles' worth of samples.
std::string digest_of(const Stack& stack) {
  StackScratch scratch;
  DensityDigest sum;
  for (Coord corner : {Coord{-16, -16, 100}, Coord{-16, -24, 228}, Coord{-200, 31, 300},
                       Coord{80, -16, 470}, Coord{1000, 900, 128}}) {
    const Block block(corner, 32, 32, 32);
    Values values(block.floats());
    stack.eval(block.axes(), nullptr, {}, scratch, values.data());
    for (int iz = 0; iz < block.nz; ++iz)
      for (int iy = 0; iy < block.ny; ++iy)
        kernels().digest_row(values.data() + block_index(block.ny, 0, iy, iz), block.nx,
                             corner.x * 125'000, 125'000, (corner.y + iy) * 125'000,
                             (corner.z + iz) * 125'000, sum);
  }
  return hex(sum);
}

}  // namespace

TEST_CASE("operators: the bits at the defaults are the golden ones", "[golden]") {
  std::ostringstream fresh;
  for (const OperatorRow& row : shipped_catalog().operators)
    fresh << row.id << ' ' << digest_of(stack_of(row)) << '\n';
  if (std::getenv("STRATEC_REGOLD")) std::ofstream(kFile) << fresh.str();
  std::ifstream file(kFile);
  std::ostringstream golden;
  golden << file.rdbuf();
  CHECK(fresh.str() == golden.str());
}
