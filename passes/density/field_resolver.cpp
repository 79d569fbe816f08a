// How names of fields become ids (11 §4).
#include <algorithm>
#include <cmath>
#include <limits>

#include "passes/density/stack_builder.hpp"

namespace strate {
namespace {

using Kind = FieldDef::Kind;

struct BuiltIn {
  std::string_view name;
  Kind kind;
  bool column;
};

/// relief and moisture are noises; they are made elsewhere.
constexpr BuiltIn kBuiltIns[] = {
    {"height_m", Kind::height, false},
    {"depth_m", Kind::depth, false},
    {"rock_m", Kind::rock, false},
    {"below_ground_m", Kind::below_ground, false},
    {"passage_m", Kind::passage, false},
    {"water_m", Kind::water, false},
    {"spine_m", Kind::spine, true},
    {"edge_m", Kind::edge, true},
    {"x_m", Kind::x, true},
    {"y_m", Kind::y, true},
    {"slope_deg", Kind::slope, true},
    {"draw", Kind::draw, true},
    {"border", Kind::border, true},
};

Error fault(std::string code, std::string text, SourceRef at) {
  return {std::move(code), std::move(text), at, {}};
}

Polyline line_of(const std::vector<Stop>& stops) {
  std::vector<double> at, value;
  for (const Stop& s : stops) at.push_back(s.at), value.push_back(s.lo);
  return make_polyline(at, value);
}

bool ascending(const std::vector<Stop>& stops) {
  return !stops.empty() && std::is_sorted(stops.begin(), stops.end(),
                                          [](const Stop& a, const Stop& b) { return a.at < b.at; });
}

/// Own fields and curves take over what their parts depend on.
void inherit(FieldDef& def, const FieldDef& part) {
  def.column = def.column && part.column;
  def.lasting = def.lasting && part.lasting;
  def.site_only = def.site_only || part.site_only;
  def.density = def.density || part.density;
  def.passages = def.passages || part.passages;
}

std::string key_of(std::string_view name, int n) {
  return std::string(name) + '@' + std::to_string(n);
}

}  // namespace

FieldId StackBuilder::intern(const std::string& key, FieldDef def) {
  if (const auto known = interned_.find(key); known != interned_.end()) return known->second;
  const FieldId id = core_->fields.add(std::move(def));
  interned_.emplace(key, id);
  return id;
}

FieldId StackBuilder::noise(std::string_view name, std::uint64_t seed, double scale_m, int octaves,
                            bool flat, const std::vector<Stop>& stops) {
  FieldDef def;
  def.kind = Kind::noise;
  def.column = def.flat = flat;
  def.noise = make_fbm(seed, 1 / scale_m, octaves);
  def.line = line_of(stops);
  return intern(key_of(name, 0), std::move(def));
}

Result<FieldId> StackBuilder::field(const std::string& name, FieldUser user, SourceRef at) {
  for (const BuiltIn& b : kBuiltIns)
    if (b.name == name) return built_in(name, b.kind, user, at);
  if (name == "relief" || name == "moisture") {
    const StrateFrame& f = core_->frame;
    ClimateMap map =
        name == "relief" ? relief_map(f.seed, f.climate) : moisture_map(f.seed, f.climate);
    FieldDef def;
    def.kind = Kind::noise;
    def.column = def.flat = true;
    def.noise = map.noise;
    def.line = std::move(map.line);
    return intern(key_of(name, 0), std::move(def));
  }
  const NamedField* field = named(name, *core_->node(user.node).entry);
  if (!field) return fault("field.unknown", "there is no field \"" + name + "\"", at);
  if (std::find(resolving_.begin(), resolving_.end(), field->name) != resolving_.end())
    return fault("field.cycle", "the field \"" + name + "\" depends on itself", field->source);
  const std::tuple seen{field, user.node, user.site};
  if (const auto known = resolved_.find(seen); known != resolved_.end()) return known->second;
  if (resolving_.size() == kMostFieldDepth)
    return fault("field.too_deep", "the field \"" + resolving_.front() + "\" stands on too many",
                 field->source);
  resolving_.push_back(field->name);
  auto id = own(*field, user);
  resolving_.pop_back();
  if (id) resolved_.emplace(seen, *id);
  return id;
}

const NamedField* StackBuilder::named(std::string_view name, const OpEntry& user) const {
  const std::size_t dot = user.id.rfind('.');
  const std::string beside =
      dot == std::string::npos ? "" : user.id.substr(0, dot + 1) + std::string(name);
  const NamedField* found = nullptr;
  for (const NamedField& f : core_->recipe.fields) {
    if (f.name == name) return &f;
    if (!beside.empty() && f.name == beside) found = &f;
  }
  return found;
}

int StackBuilder::ground_source(int node) const {
  auto* ground = dynamic_cast<GroundOperator*>(core_->node(node).op.get());
  if (!ground || !ground->rewritten()) return ground ? node : -1;
  while (core_->node(node).op.get() != ground->rewritten()) --node;
  return node;
}

int StackBuilder::ground_above(FieldUser user) const {
  const std::string& of = core_->node(user.node).entry->of;
  for (int i = user.node - 1; i >= 0; --i) {
    const int source = ground_source(i);
    if (source >= 0 && (of.empty() || of == core_->node(source).entry->id)) return i;
  }
  return -1;
}

CompileContext::Ground StackBuilder::ground_of(int modifier) const {
  const int top = ground_above({modifier, false});
  const int list = core_->node(modifier).parent;
  if (top < 0 || (list >= 0 && !encloses(list, top))) return {};
  const auto op = [&](int i) { return dynamic_cast<GroundOperator*>(core_->node(i).op.get()); };
  return {op(top), op(ground_source(top))};
}

Result<FieldId> StackBuilder::rock(FieldUser user, SourceRef at) {
  if (core_->node(user.node).first())
    return fault("field.no_rock",
                 "rock_m means the rock above in the same list, and nothing stands "
                 "above the first entry",
                 at);
  FieldDef def;
  def.kind = user.site ? Kind::above : Kind::rock;
  def.node = user.node;
  def.lasting = user.site;
  def.density = true;
  return intern(key_of(user.site ? "rock_m of sites" : "rock_m", user.site ? user.node : 0),
                std::move(def));
}

Result<FieldId> StackBuilder::built_in(std::string_view name, FieldDef::Kind kind, FieldUser user,
                                       SourceRef at) {
  if (kind == Kind::rock) return rock(user, at);
  if (kind == Kind::water && !core_->frame.has_water)
    return fault("field.no_water", "water_m needs a water level", at);
  if (kind == Kind::border && !core_->fields.biomes())
    return fault("field.no_biomes", "border needs biomes", at);
  if (kind == Kind::draw && !user.site)
    return fault("field.draw", "draw is the number of a site: it has no meaning here", at);
  FieldDef def;
  def.kind = kind;
  for (const BuiltIn& b : kBuiltIns)
    if (b.kind == kind) def.column = b.column;
  def.site_only = kind == Kind::draw;
  def.passages = kind == Kind::passage;
  if (kind != Kind::below_ground && kind != Kind::slope)
    return intern(key_of(name, 0), std::move(def));
  const int ground = ground_above(user);
  if (ground < 0)
    return fault("field.no_ground", std::string(name) + " needs a heightfield or heightmap above",
                 at);
  def.ground = dynamic_cast<const GroundOperator*>(core_->node(ground).op.get());
  return intern(key_of(name, ground), std::move(def));
}

Result<FieldId> StackBuilder::own(const NamedField& f, FieldUser user) {
  if (f.kind == NamedField::Kind::place) return own_place(f, user);
  if (!ascending(f.stops))
    return fault("field.stops", "the stops of \"" + f.name + "\" must ascend", f.source);
  if (f.kind == NamedField::Kind::density_of) return own_reach(f, user);
  if (f.kind == NamedField::Kind::noise) {
    const std::uint64_t seed =
        draw(core_->frame.seed, string_hash("fields." + core_->frame.region + f.name), 0);
    return noise("own " + f.name, seed, f.scale_m, kFieldOctaves, f.noise_xy, f.stops);
  }
  return own_curve(f, user);
}

namespace {

FieldDef curve_over(FieldId child, const FieldDef& part, const std::vector<Stop>& stops) {
  FieldDef def;
  def.kind = Kind::curve;
  def.child = child;
  def.column = true;
  inherit(def, part);
  def.line = line_of(stops);
  return def;
}

}  // namespace

Result<FieldId> StackBuilder::own_curve(const NamedField& f, FieldUser user) {
  auto child = field(f.by, user, f.source);
  if (!child) return child;
  return intern(key_of("own " + f.name, static_cast<int>(*child)),
                curve_over(*child, core_->fields[*child], f.stops));
}

Result<FieldId> StackBuilder::curve(const Curve& c, FieldUser user, SourceRef at) {
  if (!ascending(c.stops)) return fault("field.stops", "the stops of a curve must ascend", at);
  auto child = field(c.by, user, at);
  if (!child) return child;
  return core_->fields.add(curve_over(*child, core_->fields[*child], c.stops));
}

Result<FieldId> StackBuilder::own_reach(const NamedField& f, FieldUser user) {
  const Node* n = find(f.by, *core_->node(user.node).entry, user.node);
  if (!n)
    return fault("field.looks_down",
                 "\"" + f.name + "\" means \"" + f.by +
                     "\", which does not stand "
                     "above its user",
                 f.source);
  if (n->modifier || encloses(n->slot, user.node))
    return fault("field.no_shape", "\"" + f.by + "\" has no shape of its own here", f.source);
  FieldDef def;
  def.kind = Kind::reach;
  def.density = true;
  def.node = n->slot;
  def.line = line_of(f.stops);
  return intern(key_of("own " + f.name, n->slot), std::move(def));
}

Result<FieldId> StackBuilder::own_place(const NamedField& f, FieldUser user) {
  auto where = scope(f.where, user);
  if (!where) return where.error();
  auto except = scope(f.except, user);
  if (!except) return except.error();
  FieldDef def;
  def.kind = Kind::place;
  def.column = true;
  def.place.where = std::move(*where);
  def.place.except = std::move(*except);
  std::string key = "own " + f.name;
  def.place.each_field([&](FieldId id) {
    inherit(def, core_->fields[id]);
    key = key_of(key, static_cast<int>(id));
  });
  return intern(key, std::move(def));
}

Result<CompiledScope> StackBuilder::scope(const Scope& s, FieldUser user) {
  CompiledScope out;
  for (const std::vector<ScopeTerm>& clause : s.any) {
    std::vector<CompiledScope::Term>& terms = out.clauses.emplace_back();
    for (const ScopeTerm& t : clause) {
      auto compiled = term(t, user);
      if (!compiled) return compiled.error();
      terms.push_back(*compiled);
    }
  }
  return out;
}

Result<CompiledScope::Term> StackBuilder::term(const ScopeTerm& t, FieldUser user) {
  constexpr float kOpen = std::numeric_limits<float>::infinity();
  using TermKind = CompiledScope::Term::Kind;
  CompiledScope::Term out;
  out.limits = {t.band.lo ? static_cast<float>(*t.band.lo) : -kOpen,
                t.band.hi ? static_cast<float>(*t.band.hi) : kOpen,
                static_cast<float>(t.band.feather)};
  out.at = t.at, out.to = t.to, out.radius = t.radius;
  if (t.kind == ScopeTerm::Kind::disc || t.kind == ScopeTerm::Kind::box) {
    out.kind = t.kind == ScopeTerm::Kind::disc ? TermKind::disc : TermKind::box;
    out.limits.lo = 0, out.limits.hi = kOpen;
    return out;
  }
  auto id = t.kind == ScopeTerm::Kind::biome ? ruled(t) : field(t.field, user, t.source);
  if (!id) return id.error();
  out.field = *id;
  if (t.kind == ScopeTerm::Kind::biome) {
    out.kind = TermKind::weight;
    return out;
  }
  const bool place = core_->fields[*id].kind == Kind::place;
  if (place != (t.kind == ScopeTerm::Kind::place))
    return fault("field.kind",
                 place ? "\"" + t.field + "\" is a place: it has no band"
                       : "\"" + t.field + "\" is a number, not a place",
                 t.source);
  out.kind = place ? TermKind::weight : TermKind::band;
  return out;
}

/// 1 where a biome that the term names rules.
Result<FieldId> StackBuilder::ruled(const ScopeTerm& t) {
  const BiomeMap& map = core_->frame.biomes;
  FieldDef def;
  def.kind = Kind::biome;
  def.column = true;
  for (const std::string& name : t.biomes) {
    const int b = map.find(name);
    if (b < 0) return fault("field.unknown", "there is no biome \"" + name + "\"", t.source);
    def.biomes |= BiomeBits{1} << b;
  }
  return intern(key_of("biome", static_cast<int>(def.biomes)), std::move(def));
}

}  // namespace strate
