#include "passes/ops/catalog.hpp"

namespace strate {

namespace ops {
#define STRATE_OP(id) OperatorRow id##_row();
#include "passes/ops/ops.def"
#undef STRATE_OP
}  // namespace ops

namespace archetypes {
#define STRATE_ARCHETYPE(id) ArchetypeRow id##_row();
#include "passes/archetypes/archetypes.def"
#undef STRATE_ARCHETYPE
}  // namespace archetypes

Catalog shipped_catalog() {
  Catalog catalog;
#define STRATE_OP(id) catalog.operators.push_back(ops::id##_row());
#include "passes/ops/ops.def"
#undef STRATE_OP
#define STRATE_ARCHETYPE(id) catalog.archetypes.push_back(archetypes::id##_row());
#include "passes/archetypes/archetypes.def"
#undef STRATE_ARCHETYPE
  return catalog;
}

}  // namespace strate
