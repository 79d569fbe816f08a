#include "formats/documents/height_check.hpp"

#include "compiler/json.hpp"
#include "formats/recipe/node_reader.hpp"

namespace strate {
namespace {

void warn_of_height(const OpEntry& entry, std::string_view name, const Value& value,
                    double height_m, Diagnostics& diags) {
  const std::string who = in_quotes(entry.id) + ": " + std::string(name);
  const bool all = value.lo > height_m;
  Error& e = diags.warning("recipe.above_strate",
                           who + (all ? " lies above" : " reaches above") + " the strate's top",
                           value.source);
  e.notes.push_back("allowed: 0 to " + json::number_text(height_m) + " m, the strate's height_m");
  e.notes.emplace_back(all ? "all that it makes is moved below the top"
                           : "what lies above has no effect");
}

}  // namespace

void warn_of_heights(const std::vector<OpEntry>& stack, const Catalog& catalog, double height_m,
                     std::uint32_t first_authored, Diagnostics& diags) {
  for (const OpEntry& entry : stack) {
    warn_of_heights(entry.group, catalog, height_m, first_authored, diags);
    const OperatorRow* row = catalog.op(entry.op);
    if (!row) continue;
    for (const FieldSpec& spec : row->params) {
      const Value* value = spec.kind == FieldKind::interval ? entry.param(spec.name) : nullptr;
      if (!value || value->hi <= height_m) continue;
      if (value->source.known() && value->source.document >= first_authored)
        warn_of_height(entry, spec.name, *value, height_m, diags);
    }
  }
}

}  // namespace strate
