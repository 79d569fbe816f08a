// Parameter values and curves (11 §2).
#include <utility>

#include "formats/recipe/entry_reader.hpp"
#include "formats/recipe/words.hpp"

namespace strate {

using json::Kind;
using json::Node;

namespace {

constexpr std::size_t kMostStops = 64;
constexpr std::size_t kMostPlaced = 256;

NumberSpec range_of(const FieldSpec& spec) {
  return {spec.min, spec.max, unit_of(spec.name), spec.kind == FieldKind::integer};
}

bool read_stop(NodeReader& reader, const Node& node, const NumberSpec& spec, bool pairs,
               Stop& out) {
  if (!reader.is(node, Kind::array, "a stop [at, value]")) return false;
  if (node.items.size() != 2) {
    reader.error("value.wrong_count", "a stop has two parts: [at, value]", node.source);
    return false;
  }
  const bool at = reader.number(node.items[0], {}, out.at);
  const Node& value = node.items[1];
  if (pairs && value.kind == Kind::array) return reader.pair(value, spec, out.lo, out.hi) && at;
  if (!reader.number(value, spec, out.lo)) return false;
  out.hi = out.lo;
  return at;
}

bool read_curve(NodeReader& reader, const Node& node, const NumberSpec& spec, bool pairs,
                Curve& out) {
  reader.only_keys(node, curve_keys(), "a curve");
  const Node* by = node.find("by");
  const Node* stops = node.find("stops");
  if (!by) reader.missing_key(node, "by", "a curve");
  if (!stops) reader.missing_key(node, "stops", "a curve");
  if (!by || !stops) return false;
  const bool named = reader.string(*by, out.by);
  return read_stops(reader, *stops, spec, pairs, out.stops) && named;
}

bool read_number(NodeReader& reader, const Node& node, const FieldSpec& spec, Value& out) {
  const bool pairs = spec.kind == FieldKind::pair;
  const NumberSpec range = range_of(spec);
  if (node.kind == Kind::object && spec.kind != FieldKind::integer) {
    if (spec.drive == Drive::fixed) {
      Error& e = reader.error(
          "recipe.not_drivable",
          in_quotes(spec.name) + " is the same everywhere and cannot follow a field", node.source);
      e.notes.push_back(describe(spec));
      e.notes.push_back("to vary it, use two operators with different `where`");
      return false;
    }
    out.kind = Value::Kind::curve;
    return read_curve(reader, node, range, pairs, out.curve);
  }
  out.kind = pairs ? Value::Kind::pair : Value::Kind::number;
  if (pairs && node.kind == Kind::array) return reader.pair(node, range, out.lo, out.hi);
  if (!reader.number(node, range, out.lo)) return false;
  out.hi = out.lo;
  return true;
}

bool read_placed_room(NodeReader& reader, const Node& node, PlacedRoom& out) {
  if (!reader.is(node, Kind::object, "a room {id, at_m, radius_m}")) return false;
  reader.only_keys(node, placed_room_keys(), "a placed room");
  for (std::string_view key : {"id", "at_m", "radius_m"})
    if (!node.find(key)) reader.missing_key(node, key, "a placed room");
  bool fine = node.find("id") && node.find("at_m") && node.find("radius_m");
  if (const Node* id = node.find("id")) fine = reader.id(*id, false, out.id) && fine;
  std::vector<double> at;
  if (const Node* n = node.find("at_m")) fine = reader.numbers(*n, 3, {}, at) && fine;
  if (at.size() == 3) out.at = {at[0], at[1], at[2]};
  if (const Node* n = node.find("radius_m"))
    fine = reader.number(*n, {2, 32, "m", false}, out.radius) && fine;
  if (const Node* n = node.find("squash"))
    fine = reader.number(*n, {0.3, 1.5, "", false}, out.squash) && fine;
  std::int64_t links = out.links;
  if (const Node* n = node.find("links")) fine = reader.whole(*n, 0, 6, links) && fine;
  out.links = static_cast<int>(links);
  if (const Node* n = node.find("note")) fine = reader.string(*n, out.note) && fine;
  return fine;
}

bool read_file_name(NodeReader& reader, const Node& node, std::string& out) {
  if (!reader.string(node, out)) return false;
  if (!out.empty()) return true;
  reader.error("path.empty", "the path is empty", node.source);
  return false;
}

bool read_placed(NodeReader& reader, const Node& node, Value& out) {
  out.kind = Value::Kind::placed;
  if (!reader.is(node, Kind::array, "a list of rooms")) return false;
  if (node.items.size() > kMostPlaced) {
    reader.error("value.too_many", "more than 256 placed rooms", node.source);
    return false;
  }
  bool fine = true;
  for (const Node& item : node.items) {
    PlacedRoom room;
    fine = read_placed_room(reader, item, room) && fine;
    for (const PlacedRoom& other : out.placed) {
      if (other.id != room.id || room.id.empty()) continue;
      reader.error("recipe.duplicate_id", "there is already a placed room " + in_quotes(room.id),
                   item.source);
      fine = false;
    }
    out.placed.push_back(std::move(room));
  }
  return fine;
}

}  // namespace

bool read_stops(NodeReader& reader, const Node& node, const NumberSpec& spec, bool pairs,
                std::vector<Stop>& out) {
  if (!reader.is(node, Kind::array, "a list of stops [[at, value], …]")) return false;
  if (node.items.size() < 2 || node.items.size() > kMostStops) {
    reader.error("value.wrong_count", "a curve has 2 to 64 stops", node.source);
    return false;
  }
  bool fine = true;
  for (const Node& item : node.items) {
    Stop stop;
    const bool read = read_stop(reader, item, spec, pairs, stop);
    if (read && fine && !out.empty() && stop.at <= out.back().at) {
      reader.error("value.stop_order", "stops must rise", item.items[0].source);
      fine = false;
    }
    fine = fine && read;
    out.push_back(stop);
  }
  return fine;
}

Value default_value(const FieldSpec& spec) {
  Value out;
  out.lo = spec.lo.value_or(0);
  out.hi = spec.hi.value_or(out.lo);
  switch (spec.kind) {
    case FieldKind::pair:
    case FieldKind::interval:
      out.kind = Value::Kind::pair;
      break;
    case FieldKind::flag:
      out = {};
      out.kind = Value::Kind::flag;
      out.flag = spec.lo.value_or(0) != 0;
      break;
    case FieldKind::name:
      out.kind = Value::Kind::name;
      break;
    case FieldKind::point2:
      out.kind = Value::Kind::numbers, out.numbers.assign(2, out.lo);
      break;
    case FieldKind::point3:
      out.kind = Value::Kind::numbers, out.numbers.assign(3, out.lo);
      break;
    case FieldKind::placed:
      out.kind = Value::Kind::placed;
      break;
    case FieldKind::file:
      out.kind = Value::Kind::file;
      break;
    default:
      out.kind = Value::Kind::number;
      break;
  }
  if (out.kind == Value::Kind::number) out.hi = out.lo;
  if (out.kind == Value::Kind::numbers) out.lo = out.hi = 0;
  return out;
}

bool read_value(NodeReader& reader, const Node& node, const FieldSpec& spec, Value& out) {
  out.source = node.source;
  switch (spec.kind) {
    case FieldKind::number:
    case FieldKind::pair:
    case FieldKind::integer:
      return read_number(reader, node, spec, out);
    case FieldKind::interval:
      out.kind = Value::Kind::pair;
      return reader.pair(node, range_of(spec), out.lo, out.hi);
    case FieldKind::flag:
      out.kind = Value::Kind::flag;
      return reader.flag(node, out.flag);
    case FieldKind::name:
      out.kind = Value::Kind::name;
      return reader.id(node, true, out.name);
    case FieldKind::point2:
    case FieldKind::point3:
      out.kind = Value::Kind::numbers;
      return reader.numbers(node, spec.kind == FieldKind::point2 ? 2 : 3, range_of(spec),
                            out.numbers);
    case FieldKind::placed:
      return read_placed(reader, node, out);
    case FieldKind::file:
      out.kind = Value::Kind::file;
      return read_file_name(reader, node, out.name);
  }
  return false;
}

}  // namespace strate
