// From "two runs differ" to the sample and the operator: what a self-check prints of a world whose
// density depends on how it is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/op.hpp"
#include "compiler/parallel.hpp"
#include "compiler/world.hpp"
#include "passes/density/simd.hpp"
#include "passes/sample.hpp"

namespace strate {

/// How densities are asked for.
struct EvalWay {
  const Executor& executor;  ///< order and threads
  SimdLevel simd = SimdLevel::scalar;
};

/// Kernels run at a level until the end of the scope. No thread may evaluate meanwhile but those
/// that the scope starts.
class SimdScope {
 public:
  explicit SimdScope(SimdLevel level) : before_(simd_level()) { set_simd_level(level); }
  ~SimdScope() { set_simd_level(before_); }
  SimdScope(const SimdScope&) = delete;
  SimdScope& operator=(const SimdScope&) = delete;

 private:
  SimdLevel before_;
};

/// Where two ways give one strate other densities.
struct DensityFault {
  Coord at;  ///< the first such sample, ascending z, y, x, of the first tile
  std::uint32_t one = 0, other = 0;  ///< bits of its raw density each way
  bool unproven = false;             ///< one way a bound proved the sample, the other way none did
  std::string blame;  ///< operator's address or post's name; empty: it did not show again
  SourceRef source;   ///< of the operator
};

/// One strate of a world, asked as `request` says.
struct FaultSearch {
  const WorldDef& def;
  const Catalog& catalog;
  std::size_t strate = 0;
  SampleRequest request;
  Layers::Posts posts = Layers::Posts::all;
  EvalWay one, other;
};

/// Samples the strate both ways, each from a world compiled anew, and compares tile by tile; then
/// looks into the first tile that differs (or, if that differs, into `suspect`), and asks the
/// operators one after the other. None if nothing differs this time.
std::optional<DensityFault> find_density_fault(const FaultSearch& search,
                                               std::optional<Coord> suspect);

}  // namespace strate
