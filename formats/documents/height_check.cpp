#include "formats/documents/height_check.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "compiler/asset_data.hpp"
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

/// The third number of a place or size.
double third(const OpEntry& entry, std::string_view name) {
  const Value* value = entry.param(name);
  return value && value->numbers.size() == 3 ? value->numbers[2] : 0;
}

double plain(const OpEntry& entry, std::string_view name) {
  const Value* value = entry.param(name);
  return value ? value->lo : 0;
}

/// What bricks of a shape hold its surface lies inside them.
std::optional<Interval> heights_of(const ShapeGrid& shape) {
  const double brick_m = std::ldexp(kShapeBrick, shape.step);
  return Interval{shape.first[2] * brick_m, (shape.first[2] + shape.bricks[2]) * brick_m};
}

/// Heights of a placed shape above its `at_m`; nothing for other operators.
std::optional<Interval> extent_of(const OpEntry& e, const AssetShelf& shelf) {
  const auto around = [](double half) { return Interval{-half, half}; };
  if (e.op == "box") return around(third(e, "size_m") / 2);
  if (e.op == "ellipsoid") return around(third(e, "radii_m"));
  if (e.op == "capsule") {
    const double rise = third(e, "to_m") - third(e, "at_m"), radius = plain(e, "radius_m");
    return Interval{std::min(0.0, rise) - radius, std::max(0.0, rise) + radius};
  }
  if (e.op != "mesh_stamp") return std::nullopt;
  const Value* file = e.param("file");
  const AssetData* data = file ? shelf.find(file->name) : nullptr;
  const ShapeGrid* shape = data ? data->get<ShapeGrid>() : nullptr;
  return shape ? heights_of(*shape) : std::nullopt;
}

void warn_of_place(const OpEntry& entry, Interval extent, double height_m, Diagnostics& diags) {
  const double low = third(entry, "at_m") + extent.lo, high = third(entry, "at_m") + extent.hi;
  if (low < height_m && high > 0) return;
  const auto tidy = [](double v) { return json::number_text(std::floor(v * 100 + 0.5) / 100); };
  Error& e = diags.warning(
      "recipe.outside_strate",
      in_quotes(entry.id) + " lies wholly " + (high <= 0 ? "below" : "above") + " its strate",
      entry.param("at_m")->source);
  e.notes.push_back("it reaches from " + tidy(low) + " to " + tidy(high) +
                    " m, the strate from 0 to " + json::number_text(height_m) +
                    " m: heights are above its bottom");
}

}  // namespace

void warn_of_heights(const std::vector<OpEntry>& stack, const Catalog& catalog, double height_m,
                     std::uint32_t first_authored, const AssetShelf& shelf,
                     const std::set<std::string>& broken, Diagnostics& diags) {
  for (const OpEntry& entry : stack) {
    warn_of_heights(entry.group, catalog, height_m, first_authored, shelf, broken, diags);
    const Value* at = entry.param("at_m");
    if (at && !broken.contains(entry.id) && at->source.known() &&
        at->source.document >= first_authored)
      if (const std::optional<Interval> extent = extent_of(entry, shelf))
        warn_of_place(entry, *extent, height_m, diags);
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
