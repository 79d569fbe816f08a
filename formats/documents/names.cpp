#include "formats/documents/names.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/field.hpp"
#include "formats/recipe/builtin_fields.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

bool is_knob(const Node& node) { return node.kind == Kind::string && node.text.starts_with('$'); }

class KnobWriter {
 public:
  KnobWriter(NameScope& scope, Diagnostics& diags) : scope_(scope), diags_(diags) {}

  bool fine() const { return fine_; }

  void walk(Node& node, std::string_view unit) {
    if (is_knob(node)) {
      if (Knob* knob = find(node, unit)) node = knob->value;
      return;
    }
    const Node* by = node.kind == Kind::object ? node.find("by") : nullptr;
    const bool over_knob = by && is_knob(*by);
    const std::string_view by_unit = by ? unit_of(by->text) : std::string_view();
    for (Member& m : node.members) {
      if (m.key == "note" || m.key == "by") continue;
      if (m.key == "stops" && m.value.kind == Kind::array)
        stops(m.value, by_unit, unit);
      else
        walk(m.value, unit_of(m.key).empty() ? unit : unit_of(m.key));
    }
    for (Node& item : node.items) walk(item, unit);
    if (over_knob) at_knob(node);
  }

 private:
  Knob* find(const Node& node, std::optional<std::string_view> unit) {
    const std::string name = node.text.substr(1);
    const auto it = scope_.knobs.find(name);
    if (it == scope_.knobs.end()) {
      std::vector<std::string> known;
      for (const auto& [knob, value] : scope_.knobs) known.push_back(knob);
      Error& e =
          diags_.error("recipe.unknown_knob", "there is no knob " + in_quotes(name), node.source);
      if (const auto meant = scope_.knobs.find(nearest_name(name, known));
          meant != scope_.knobs.end())
        meant->second.used = true;  // no word that nothing uses it
      note_nearest(e, name, known);
      e.notes.push_back("knobs: " + listed(known));
      fine_ = false;
      return nullptr;
    }
    it->second.used = true;
    if (it->second.lost) {
      fine_ = false;
      return nullptr;
    }
    if (unit && unit_of(name) != *unit) {
      fine_ = false;
      const std::string wanted(*unit);
      diags_
          .error("recipe.knob_unit",
                 "the knob " + in_quotes(name) + " has another unit than what it is used for",
                 node.source)
          .notes.push_back(wanted.empty() ? "a fraction or count is wanted here"
                                          : "its name should end in _" + wanted);
    }
    return &it->second;
  }

  void stops(Node& list, std::string_view by_unit, std::string_view unit) {
    for (Node& stop : list.items)
      for (std::size_t i = 0; i < stop.items.size(); ++i)
        walk(stop.items[i], i == 0 ? by_unit : unit);
  }

  /// { "by": "$size", "stops": … } is a value: the curve at the knob.
  void at_knob(Node& curve) {
    const Node* stops = curve.find("stops");
    const Knob* knob = find(*curve.find("by"), std::nullopt);
    if (!knob || !stops || stops->items.empty()) return;
    const double x = json::number_value(knob->value.text);
    const Node *before = nullptr, *after = nullptr;
    for (const Node& stop : stops->items) {
      if (stop.items.size() != 2 || stop.items[0].kind != Kind::number) return;
      const double at = json::number_value(stop.items[0].text);
      if (at <= x) before = &stop;
      if (at > x && !after) after = &stop;
    }
    if (!before) before = after;
    if (!after) after = before;
    const double a = json::number_value(before->items[0].text);
    const double b = json::number_value(after->items[0].text);
    const double share = a < b ? (x - a) / (b - a) : 0;
    Node value = between(before->items[1], after->items[1], share);
    value.source = curve.source;
    curve = std::move(value);
  }

  static Node between(const Node& a, const Node& b, double share) {
    Node out = a;
    if (a.kind == Kind::number && b.kind == Kind::number) {
      const double low = json::number_value(a.text), high = json::number_value(b.text);
      const double v = low + share * (high - low);
      out.text = json::number_text(std::floor(v * 1e6 + 0.5) / 1e6);
    }
    for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i)
      out.items[i] = between(a.items[i], b.items[i], share);
    return out;
  }

  NameScope& scope_;
  Diagnostics& diags_;
  bool fine_ = true;
};

class AddressWriter {
 public:
  AddressWriter(const NameScope& written, const NameScope& target)
      : written_(written), target_(target) {}

  void field(std::string& name) const {
    if (written_.fields.contains(name))
      name = written_.address(name);
    else if (!builtin_field(name) && target_.fields.contains(name))
      name = target_.address(name);
  }
  void entry(Node& id) const {
    if (id.kind == Kind::string) id.text = target_.address(id.text);
  }
  void curve(Node& node) const {
    for (Member& m : node.members)
      if (m.key == "by" && m.value.kind == Kind::string) field(m.value.text);
  }
  void scope(Node& node) const {
    if (node.kind == Kind::string) field(node.text);
    for (Node& item : node.items) scope(item);
    for (Member& m : node.members) {
      if (m.key == "place" && m.value.kind == Kind::string)
        field(m.value.text);
      else if (m.key != "biome")
        field(m.key);
    }
  }

 private:
  const NameScope& written_;
  const NameScope& target_;
};

bool is_scope(std::string_view key) { return key == "sites" || key == "where" || key == "except"; }

}  // namespace

bool put_knobs(Node& node, std::string_view unit, NameScope& scope, Diagnostics& diags) {
  KnobWriter writer(scope, diags);
  writer.walk(node, unit);
  return writer.fine();
}

void put_addresses(Node& entry, const OperatorRow* row, const NameScope& written,
                   const NameScope& target) {
  const AddressWriter names(written, target);
  for (Member& m : entry.members) {
    if (is_scope(m.key)) {
      names.scope(m.value);
    } else if (m.key == "mask") {
      if (m.value.kind == Kind::string) names.field(m.value.text);
      names.curve(m.value);
    } else if (m.key == "of") {
      names.entry(m.value);
    } else if (row) {
      for (const FieldSpec& spec : row->params) {
        if (spec.name != m.key) continue;
        if (spec.kind == FieldKind::name) names.entry(m.value);
        names.curve(m.value);
      }
    }
  }
}

void put_field_addresses(Node& field, const NameScope& written, const NameScope& target) {
  const AddressWriter names(written, target);
  names.curve(field);
  for (Member& m : field.members) {
    if (m.key == "density_of") names.entry(m.value);
    if (is_scope(m.key)) names.scope(m.value);
  }
}

}  // namespace strate
