#include "passes/density/compile.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "compiler/asset_data.hpp"
#include "compiler/hash.hpp"
#include "passes/density/fields.hpp"
#include "passes/density/interval.hpp"
#include "passes/density/stack_builder.hpp"

namespace strate {

StrateFrame frame_of(const StrateWorld& strate, const WorldDef& world) {
  StrateFrame f;
  f.seed = strate.seed;
  f.height_m = metres(strate.top_um - strate.bottom_um);
  f.content_bottom_m = metres(strate.seal_um);
  f.content_top_m = metres(strate.top_um - strate.bottom_um - strate.seal_um);
  f.voxel_m = metres(world.voxel_um);
  f.radius_m = metres(world.radius_um);
  f.has_water = strate.has_water;
  f.water_m = metres(strate.water_um);
  f.climate = strate.climate;
  f.biomes = strate.biomes;
  f.assets = world.assets;
  return f;
}

Driver::Driver(FieldId by, const std::vector<Stop>& stops) : by_(by) {
  std::vector<double> at, low, high;
  for (const Stop& s : stops) at.push_back(s.at), low.push_back(s.lo), high.push_back(s.hi);
  low_ = make_polyline(at, low);
  high_ = make_polyline(at, high);
  lo_ = stops.front().lo, hi_ = stops.front().hi;
  range_ = {std::min(lo_, hi_), std::max(lo_, hi_)};
  for (const Stop& s : stops) range_ = hull(range_, {std::min(s.lo, s.hi), std::max(s.lo, s.hi)});
}

Driver::Driver(Driver base, std::vector<Driver> variants, std::vector<std::uint8_t> group_of)
    : Driver(std::move(base)) {
  variants_ = std::move(variants);
  group_of_ = std::move(group_of);
  for (const Driver& v : variants_) range_ = hull(range_, v.range_);
}

double Driver::at(SitePoint& site, double pick) const {
  if (variants_.empty()) return own_at(site, pick);
  return group(group_of_[static_cast<std::size_t>(site.biome())]).own_at(site, pick);
}

double Driver::own_at(SitePoint& site, double pick) const {
  if (!follows_field()) return lo_ + pick * (hi_ - lo_);
  const double x = site.field(by_);
  const double lo = polyline_at(low_, x), hi = polyline_at(high_, x);
  return std::clamp(lo + pick * (hi - lo), range_.lo, range_.hi);
}

FieldView Driver::view(EvalContext& context) const {
  return variants_.empty() ? own_view(context) : blended(context);
}

FieldView Driver::own_view(EvalContext& context) const {
  if (!follows_field()) {
    float* row = context.temporary().take<float>(kBlockRow);
    std::fill_n(row, kBlockRow, static_cast<float>(lo_));
    return {row, 0, 0};
  }
  const FieldView by = context.field(by_);
  const std::size_t rows =
      by.plane() ? static_cast<std::size_t>(context.axes().ny) : context.rows();
  float* out = context.temporary().take<float>(rows * kBlockRow);
  kernels().curve(low_, by.data, rows, out);
  return {out, by.y_stride, by.z_stride};
}

FieldView Driver::blended(EvalContext& context) const {
  const Axes& axes = context.axes();
  const double* share[kMostBiomes + 1];
  const BiomeBits present =
      context.fields().biomes()->shares(context.scratch(), axes, groups(), share);
  FieldView views[kMostBiomes + 1];
  bool plane = true;
  for (std::size_t g = 0; g <= variants_.size(); ++g) {
    if (!share[g]) continue;
    views[g] = group(g).own_view(context);
    plane = plane && views[g].plane();
    if (std::has_single_bit(present)) return views[g];
  }
  const int layers = plane ? 1 : axes.nz;
  const std::size_t layer = static_cast<std::size_t>(axes.ny) * kBlockRow;
  float* out = context.temporary().take<float>(layer * static_cast<std::size_t>(layers));
  double sum[kBlockRow];
  for (int iz = 0; iz < layers; ++iz)
    for (int iy = 0; iy < axes.ny; ++iy) {
      std::fill_n(sum, kBlockRow, 0.0);
      for (std::size_t g = 0; g <= variants_.size(); ++g) {
        if (!share[g]) continue;
        const double* s = share[g] + iy * kBlockRow;
        const float* v = views[g].row(iy, iz);
        for (int ix = 0; ix < kBlockRow; ++ix)
          sum[ix] = sum[ix] + s[ix] * static_cast<double>(v[ix]);
      }
      float* row = out + block_index(axes.ny, 0, iy, iz);
      for (int ix = 0; ix < kBlockRow; ++ix) row[ix] = static_cast<float>(sum[ix]);
    }
  return {out, kBlockRow, plane ? 0 : layer};
}

Interval Driver::over(BoundContext& context) const {
  if (variants_.empty()) return own_over(context);
  const Biomes::Range range = context.fields().biomes()->over(context.box(), context.scratch());
  const BiomeBits present = Biomes::groups_in(range.share, groups());
  Interval all{1e300, -1e300};
  for (std::size_t g = 0; g <= variants_.size(); ++g)
    if ((present >> g) & 1) all = hull(all, group(g).own_over(context));
  return std::has_single_bit(present) || all.lo == all.hi ? all : widened(all);
}

Interval Driver::own_over(BoundContext& context) const {
  if (!follows_field()) {
    const double v = static_cast<float>(lo_);
    return {v, v};
  }
  return polyline_over(low_, context.field(by_));
}

double Driver::steepness(BoundContext& context) const {
  if (variants_.empty()) return own_steepness(context);
  const Biomes::Range range = context.fields().biomes()->over(context.box(), context.scratch());
  const BiomeBits present = Biomes::groups_in(range.share, groups());
  double steepest = 0;
  for (std::size_t g = 0; g <= variants_.size(); ++g)
    if ((present >> g) & 1) steepest = std::max(steepest, group(g).own_steepness(context));
  if (std::has_single_bit(present)) return steepest;
  const Interval v = over(context);
  // Blending, and the rounding of two floats over kSlopeStepM.
  return steepest + range.steepness * width(v) +
         std::max(std::fabs(v.lo), std::fabs(v.hi)) / 4194304 / kSlopeStepM;
}

double Driver::own_steepness(BoundContext& context) const {
  if (!follows_field()) return 0;
  return curve_steepness(low_, by_, context);
}

const StrateFrame& CompileContext::frame() const { return builder_.core().frame; }

std::uint64_t CompileContext::address_hash() const {
  return string_hash(entry_.salt.empty() ? frame().region + entry_.id : entry_.salt);
}

std::uint64_t CompileContext::noise_seed(std::uint64_t salt) const {
  return draw(frame().seed, address_hash(), salt);
}

const BiomeSet* CompileContext::set_by(int biome) const {
  return frame().biomes.biomes[static_cast<std::size_t>(biome)].of(entry_.id);
}

const Value* CompileContext::param(std::string_view name) const {
  const BiomeSet* set = biome_ >= 0 ? set_by(biome_) : nullptr;
  if (const Value* changed = set ? set->param(name) : nullptr) return changed;
  if (const Value* written = entry_.param(name)) return written;
  for (const FieldSpec& spec : row_.params) {
    if (spec.name != name || !spec.lo) continue;
    Value v;
    v.lo = *spec.lo;
    v.hi = spec.hi.value_or(v.lo);
    v.kind = v.lo == v.hi ? Value::Kind::number : Value::Kind::pair;
    v.flag = v.lo != 0;
    return builder_.keep(std::move(v));
  }
  return nullptr;
}

double CompileContext::number(std::string_view name) const {
  const Value* v = param(name);
  return v ? v->lo : 0;
}

Interval CompileContext::pair(std::string_view name) const {
  const Value* v = param(name);
  if (!v) return {0, 0};
  return {v->lo, v->kind == Value::Kind::number ? v->lo : v->hi};
}

bool CompileContext::flag(std::string_view name) const {
  const Value* v = param(name);
  return v && v->flag;
}

Result<std::shared_ptr<const AssetData>> CompileContext::asset(std::string_view name) const {
  const Value* v = entry_.param(name);
  AssetKind kind{};
  for (const FieldSpec& spec : row_.params)
    if (spec.name == name) kind = spec.asset;
  for (const WorldAsset& a : frame().assets) {
    if (!v || a.file != v->name || !a.data) continue;
    if (a.data->kind() == kind) return a.data;
    return error("asset.wrong_kind", "the world asset '" + a.file + "' is of another kind", name);
  }
  return error("asset.not_loaded",
               "the world asset '" + (v ? v->name : std::string()) + "' is not loaded", name);
}

Vec3 CompileContext::point(std::string_view name) const {
  const Value* v = param(name);
  Vec3 p;
  if (!v) return p;
  if (v->numbers.size() > 0) p.x = v->numbers[0];
  if (v->numbers.size() > 1) p.y = v->numbers[1];
  if (v->numbers.size() > 2) p.z = v->numbers[2];
  return p;
}

CompileContext::Ground CompileContext::ground() const { return builder_.ground_of(slot_); }

const CompiledWeight& CompileContext::weight() const { return builder_.core().node(slot_).weight; }

const FieldTable& CompileContext::fields() const { return builder_.core().fields; }

Error CompileContext::error(std::string code, std::string text, std::string_view name) const {
  const Value* v = name.empty() ? nullptr : entry_.param(name);
  return {std::move(code), std::move(text), v && v->source.known() ? v->source : entry_.source, {}};
}

Result<Driver> CompileContext::driver(std::string_view name) {
  auto base = own_driver(name, param(name));
  if (!base || biome_ != kEveryBiome) return base;
  std::vector<Driver> variants;
  std::vector<std::uint8_t> group_of;
  for (const Biome& biome : frame().biomes.biomes) {
    const BiomeSet* set = biome.of(entry_.id);
    const Value* changed = set ? set->param(name) : nullptr;
    group_of.push_back(0);
    if (!changed) continue;
    auto variant = own_driver(name, changed);
    if (!variant) return variant;
    variants.push_back(std::move(*variant));
    group_of.back() = static_cast<std::uint8_t>(variants.size());
  }
  if (variants.empty()) return base;
  return Driver(std::move(*base), std::move(variants), std::move(group_of));
}

Result<Driver> CompileContext::own_driver(std::string_view name, const Value* v) {
  if (!v) return error("param.missing", "\"" + std::string(name) + "\" is missing");
  if (v->kind != Value::Kind::curve)
    return Driver(v->lo, v->kind == Value::Kind::number ? v->lo : v->hi);
  Drive drive = Drive::fixed;
  for (const FieldSpec& spec : row_.params)
    if (spec.name == name) drive = spec.drive;
  if (drive == Drive::fixed || v->curve.stops.empty())
    return error("param.fixed", "\"" + std::string(name) + "\" is the same everywhere", name);
  auto by = builder_.field(v->curve.by, {slot_, drive == Drive::per_site}, v->source);
  if (!by) return by.error();
  if (drive == Drive::per_column && !builder_.core().fields[*by].column)
    return error("field.not_column",
                 "\"" + std::string(name) + "\" follows fields of x and y only; \"" + v->curve.by +
                     "\" changes with height",
                 name);
  return Driver(*by, v->curve.stops);
}

Result<FieldId> CompileContext::field(const std::string& name) {
  return builder_.field(name, {slot_, false}, entry_.source);
}

Result<FieldId> CompileContext::rock_above() {
  return builder_.field("rock_m", {slot_, true}, entry_.source);
}

Result<Fbm> CompileContext::noise(std::uint64_t salt, double scale_m, int octaves) {
  constexpr double kCoarsestStepM = 0.25;
  const Fbm f = make_fbm(noise_seed(salt), 1 / scale_m, octaves);
  if (finest_frequency(f) * kCoarsestStepM > 1)
    return error("param.too_fine", "the finest noise would be smaller than 0.25 m", "scale_m");
  return f;
}

Result<Sites> CompileContext::sites() {
  auto scope = builder_.scope(entry_.sites, {slot_, true});
  if (!scope) return scope.error();
  return Sites(std::move(*scope));
}

const Operator* CompileContext::earlier(std::string_view id) const {
  const Node* n = builder_.find(id, entry_, slot_);
  return n ? n->op.get() : nullptr;
}

}  // namespace strate
