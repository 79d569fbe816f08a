#include "passes/ops/site_modifier.hpp"

#include <algorithm>
#include <string>

#include "passes/density/fields.hpp"
#include "passes/density/smooth.hpp"
#include "passes/ops/room_graph.hpp"
#include "passes/ops/site_settings.hpp"

namespace strate {
namespace {

/// Beyond, a box is bounded by what any site may do.
constexpr double kCellsMax = 100;
constexpr int kReliefOctaves = 3;

/// A worker's own, by cell. `exists`: `sites` keeps it.
class SitesCache final : public OperatorCache {
 public:
  struct Entry {
    std::shared_ptr<const Site> site;
    bool exists = false;
  };
  SitesCache() : entries_(kSide * kSide) {}
  Entry& at(std::int64_t i, std::int64_t j) { return entries_[index(i) * kSide + index(j)]; }

 private:
  static constexpr std::size_t kSide = 16;
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i) % kSide; }
  std::vector<Entry> entries_;
};

Box3 hull_of(const Box3& a, const Box3& b) {
  return {{std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)},
          {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)}};
}

/// Sets site.near; false if a shape leaves the region in which the cell's site is looked for.
bool enclose(const SiteModifier::Settings& s, Site& site) {
  site.near = site_shape_box(site.shapes[0]);
  for (std::size_t n = 1; n < site.count; ++n)
    site.near = hull_of(site.near, site_shape_box(site.shapes[n]));
  const double most = s.reach + kCapM + kSiteJitter * s.spacing;
  const double x = static_cast<double>(site.i) * s.spacing;
  const double y = static_cast<double>(site.j) * s.spacing;
  return site.near.lo.x >= x - most && site.near.hi.x <= x + most && site.near.lo.y >= y - most &&
         site.near.hi.y <= y + most;
}

}  // namespace

std::shared_ptr<const Site> SiteModifier::decided(StackContext& context, std::int64_t i,
                                                  std::int64_t j) const {
  auto site = std::make_shared<Site>();
  site->i = i, site->j = j;
  Survey survey(s_, context, i, j);
  site->number = survey.number();
  if (!place(survey, *site) || !enclose(s_, *site)) site->count = 0;
  return site;
}

/// Null if there is none. Where parameters may follow the passages each worker decides for itself
/// once there are any.
const Site* SiteModifier::site_at(StackContext& context, std::int64_t i, std::int64_t j) const {
  SitesCache::Entry& kept = context.cache<SitesCache>(s_.slot).at(i, j);
  if (!kept.site || kept.site->i != i || kept.site->j != j) {
    const bool own = s_.follows_passages && context.env().passages;
    std::shared_ptr<const Site> site =
        own ? decided(context, i, j) : memo_.site(i, j, [&] { return decided(context, i, j); });
    SitePoint point(context, site->centre, site->number);
    kept.exists = site->count > 0 && (s_.sites.all() || s_.sites.keeps(point));
    kept.site = std::move(site);
  }
  return kept.exists ? kept.site.get() : nullptr;
}

/// Visits the shapes that come under the cap in the box; without pruning also those farther away.
template <class Visit>
void SiteModifier::for_shapes(StackContext& context, const Box3& box, Visit visit) const {
  const bool all = !context.prune();
  for_sites(context, box, [&](const Site& site) {
    for (std::size_t n = 0; n < site.count; ++n) {
      const Interval over = site_shape_over(site.shapes[n], box);
      if (all || over.lo < kCapM) visit(site.shapes[n], over);
    }
  });
}

bool SiteModifier::too_large(const Box3& box) const {
  return cells_near(box, 0).count() > kCellsMax;
}

void SiteModifier::eval(EvalContext& context, float* values) const {
  const Axes& axes = context.axes();
  float* shape = nullptr;
  for_shapes(context, axes.box(), [&](const SiteShape& s, Interval) {
    if (!shape) {
      shape = context.take_block();
      kernels().fill(shape, context.rows(), static_cast<float>(kCapM));
    }
    fold_site_shape(s, axes, shape);
  });
  if (!shape) return;
  float* relief = context.take_block();
  kernels().fbm(s_.noise, axes, context.scratch().noise, relief);
  kernels().affine(relief, context.rows(), static_cast<float>(s_.relief / kNoiseSup), 0);
  const auto merge = s_.carves ? kernels().carve_shapes : kernels().heap_shapes;
  merge(values, shape, relief, context.rows(), static_cast<float>(s_.blend));
}

Interval SiteModifier::bound(BoundContext& context, Interval in) const {
  const Box3& box = context.box();
  Interval s{kCapM, kCapM};
  if (too_large(box))
    s = {-s_.deepest, kCapM};
  else
    for_shapes(context, box, [&](const SiteShape&, Interval over) { s = min(s, over); });
  if (s.lo >= kCapM) return in;
  // All as if rock were heaped up: a carved hollow is the mirror image.
  const Interval t = widened(s + magnitude(s_.relief)), old = s_.carves ? -in : in;
  if (t.lo - old.hi >= s_.blend) return in;
  Interval out = smooth_min_over(old, t, s_.blend);
  if (s.hi >= kCapM) out = hull(out, old);
  return s_.carves ? -out : out;
}

bool SpotModifier::place(Survey& survey, Site& site) const {
  while (survey.next()) {
    site.count = 0;
    if (stand(survey, site)) return true;
  }
  return false;
}

Result<SiteModifier::Settings> site_settings(
    CompileContext& context, std::initializer_list<std::pair<const char*, Driver*>> drivers,
    double relief_scale_m) {
  SiteModifier::Settings s;
  const Result<Done> read = ops::read_site_settings(context, drivers, s);
  if (!read) return read.error();
  for (const auto& [name, driver] : drivers)
    driver->each_field([&](FieldId id) {
      const FieldDef& by = context.fields()[id];
      s.follows_passages = s.follows_passages || by.passages || by.density;
    });
  auto rock = context.rock_above();
  if (!rock) return rock.error();
  auto noise = context.noise(1, relief_scale_m, kReliefOctaves);
  if (!noise) return noise.error();
  s.rock_above = *rock;
  s.noise = *noise;
  return s;
}

std::vector<Error> check_share(const OpEntry& entry, std::string_view part, Interval part_standard,
                               std::string_view whole, Interval whole_standard, double share,
                               std::string_view why) {
  const double most = share * values_of(entry, whole, whole_standard).lo;
  if (values_of(entry, part, part_standard).hi < most) return {};
  const Value* v = entry.param(part);
  const std::string of = share < 1 ? "half of " : "";
  return {{"coupled." + entry.op + "_" + std::string(part.substr(0, part.rfind('_'))),
           std::string(why) + ": the largest " + std::string(part) + " must be less than " + of +
               std::string(whole),
           v && v->source.known() ? v->source : entry.source,
           {}}};
}

}  // namespace strate
