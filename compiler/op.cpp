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

}  // namespace strate
