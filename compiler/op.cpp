#include "compiler/op.hpp"

namespace strate {

const OperatorRow* Catalog::op(std::string_view id) const {
  for (const OperatorRow& row : operators)
    if (row.id == id) return &row;
  return nullptr;
}

const ArchetypeRow* Catalog::archetype(std::string_view id) const {
  for (const ArchetypeRow& row : archetypes)
    if (row.id == id) return &row;
  return nullptr;
}

bool biome_may_set(const OperatorRow& row, std::string_view param) {
  for (const FieldSpec& spec : row.params)
    if (spec.name == param) return row.blends_biomes || spec.drive != Drive::fixed;
  return false;
}

}  // namespace strate
