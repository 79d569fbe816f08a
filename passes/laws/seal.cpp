// seal: air of a strate reaches a band, the gap, another strate or the outside only inside planned
// openings (03 §3, 10 C9).
//
// Each closed band, and the gap or the outside beyond it, is proven rock by bound; what no bound
// proves is sampled at step 1. Air found there outside every planned opening is a body of its own,
// 26-connected. A body that joins the strate's content to what lies beyond its face is a breach,
// with the widest ball that passes; any other one is an open band.
#include <algorithm>
#include <bit>
#include <cmath>

#include "passes/laws/openings.hpp"
#include "passes/laws/report.hpp"
#include "passes/laws/solid_scan.hpp"
#include "passes/walk/breach.hpp"

namespace strate {

namespace {

/// Bodies searched for their way through, largest first; more are counted as left out.
constexpr std::size_t kMostBodies = 256;
/// Samples around a body that a capsule's way through may need.
constexpr std::int64_t kAroundVx = 18;

/// One face of a strate. z in lattice indices, both ends within.
struct Face {
  std::string_view name;      ///< "ceiling", "bedrock"
  int out;                    ///< −1: out is down, +1: up
  std::int64_t inner, outer;  ///< band: first and last sample from content to face
  std::int64_t beyond;        ///< last sample of the gap or outside that is searched; outer: none
  double face_m;              ///< height of the interface
};

struct Job {
  const LawContext& context;
  const LawStrate& strate;
  const Openings openings;
  LawReport report;
  SolidScan scan;
};

Um voxel_of(const Job& job) { return job.context.def().voxel_um; }

/// Samples searched under the bedrock: what lies between this strate and the next one, at the end
/// of the stack what the lattice holds. Faces are taken as they are, not as `gap_um` says: a moved
/// strate must not hide a hole.
std::int64_t beneath_vx(const WorldDef& def, std::size_t index) {
  if (index + 1 == def.strates.size()) return kLatticeMargin;
  const Um apart = def.strates[index].bottom_um - def.strates[index + 1].top_um;
  return std::max<std::int64_t>(0, ceil_div(apart, def.voxel_um) - 1);
}

std::array<Face, 2> faces_of(const Job& job) {
  const WorldDef& def = job.context.def();
  const StrateWorld& s = job.context.strate(job.strate);
  const Um v = def.voxel_um;
  const bool first = job.strate.index == 0;
  const std::int64_t top = floor_div(s.top_um, v), bottom = ceil_div(s.bottom_um, v);
  return {{{"ceiling", 1, ceil_div(s.top_um - s.seal_um, v), top,
            // A gap belongs to the strate above it.
            first ? top + kLatticeMargin : top, metres(s.top_um)},
           {"bedrock", -1, floor_div(s.bottom_um + s.seal_um, v), bottom,
            bottom - beneath_vx(def, static_cast<std::size_t>(job.strate.index)),
            metres(s.bottom_um)}}};
}

IndexBox slab_of(const Job& job, const Face& face) {
  IndexBox box = job.strate.window;
  box.lo.z = std::min(face.inner, face.beyond);
  box.hi.z = std::max(face.inner, face.beyond) + 1;
  return box;
}

/// Where a sample lies between content and outside.
Side side_of(const Face& face, const Openings& openings, Coord c, Um voxel) {
  const std::int64_t in = (c.z - face.inner) * face.out;  // < 0: content
  if (in < 0) return Side::inside;
  if ((c.z - face.outer) * face.out > 0) return Side::outside;
  return openings.holds(sample_at(c, voxel)) ? Side::excluded : Side::barrier;
}

bool meets(const AirBody& body, const Breach& breach) {
  for (const Coord& c : breach.path) {
    if (!body.box.contains(c)) continue;
    if (body.count > body.samples.size()) return true;
    if (std::find(body.samples.begin(), body.samples.end(), c) != body.samples.end()) return true;
  }
  return false;
}

/// The way through that this body opens, if it joins content and outside.
std::optional<Breach> breach_of(const Job& job, const Face& face, const AirBody& body) {
  const IndexBox box = intersect(grown(body.box, kAroundVx), job.strate.lattice->window());
  const Um voxel = voxel_of(job);
  const auto side = [&](Coord c) { return side_of(face, job.openings, c, voxel); };
  const WalkParams params = WalkParams::make(job.context.def().player, voxel);
  for (Breach& b : find_breaches(*job.strate.lattice, box, side, params, job.context.executor))
    if (meets(body, b)) return std::move(b);
  return std::nullopt;
}

std::string centimetres(double m) {
  const auto cm = static_cast<std::int64_t>(std::floor(m * 100 + 0.5));
  const std::string rest = std::to_string(cm % 100);
  return std::to_string(cm / 100) + (rest.size() < 2 ? ".0" : ".") + rest + " m";
}

Finding breach_finding(const Job& job, const Face& face, const Breach& breach) {
  const Um voxel = voxel_of(job);
  Finding f;
  f.code = "seal.breach";
  f.strate = job.report.strate;
  f.at = sample_at(breach.narrowest, voxel);
  f.measured = breach.width_m;
  f.unit = "m";
  f.text = "air leaves through the " + std::string(face.name) +
           ": the widest ball that passes is " +
           (breach.under_a_voxel ? "under a voxel" : centimetres(breach.width_m)) +
           " wide, the player " + (breach.capsule ? "passes" : "does not pass");
  for (const Coord& c : breach.path) f.witness.push_back(sample_at(c, voxel));
  blame(job.context, f.at, f);
  return f;
}

/// Air inside the band, the gap or the outside that is no way through.
Finding open_finding(const Job& job, const Face& face, const AirBody& body) {
  const Um voxel = voxel_of(job);
  Coord deepest = body.samples.front();
  for (const Coord& c : body.samples)
    if ((c.z - deepest.z) * face.out > 0) deepest = c;
  const double left =
      std::max<double>(0, static_cast<double>((face.outer - deepest.z) * face.out) * metres(voxel));
  const bool past = (deepest.z - face.outer) * face.out > 0;
  Finding f;
  f.code = "seal.open_band";
  f.strate = job.report.strate;
  f.at = sample_at(deepest, voxel);
  f.measured = left;
  f.required = metres(job.context.strate(job.strate).seal_um);
  f.unit = "m";
  f.text = past ? "there is air beyond the " + std::string(face.name)
                : "there is air in the " + std::string(face.name) + " band: " + centimetres(left) +
                      " of rock are left";
  f.witness = {sample_at(body.samples.front(), voxel), f.at};
  blame(job.context, f.at, f);
  return f;
}

/// Height of the surface under (out < 0: over) an air sample, between it and the rock before it.
double surface_m(const Lattice& lattice, Coord air, int out) {
  const Um voxel = lattice.voxel_um();
  const Coord low = out < 0 ? air - Coord{0, 0, 1} : air;
  const int t = lattice.crossing(low, 2);
  const double part = t == 0 ? (out < 0 ? 1 : 0) : t / 256.0;
  return lattice_m(low.z, voxel) + part * metres(voxel);
}

/// The first air over (under) the face in every column of the window; a column whose first air is
/// planned has no say. Rows are taken from the face inwards until one holds unplanned air: no later
/// row can be thinner.
class ThinnestSeal {
 public:
  ThinnestSeal(const Job& job, const Face& face)
      : job_(job),
        face_(face),
        window_(job.strate.window),
        x0_(floor_div(window_.lo.x, 32) * 32),
        words_(ceil_div(window_.hi.x - x0_, 32)) {
    for (std::int64_t y = window_.lo.y; y < window_.hi.y; ++y)
      for (std::int64_t w = 0; w < words_; ++w) left_.push_back(columns_of(w));
  }

  std::optional<Margin> run() {
    const IndexBox& w = window_;
    for (std::int64_t z = face_.outer; w.lo.z <= z && z < w.hi.z && !thinnest_; z -= face_.out)
      for (std::int64_t y = w.lo.y; y < w.hi.y; ++y)
        for (std::int64_t i = 0; i < words_; ++i) look(i, y, z);
    return thinnest_;
  }

 private:
  /// Bits of word `w` that lie in the window.
  std::uint32_t columns_of(std::int64_t w) const {
    std::uint32_t bits = 0;
    for (std::int64_t k = 0; k < 32; ++k) {
      const std::int64_t x = x0_ + 32 * w + k;
      if (window_.lo.x <= x && x < window_.hi.x) bits |= 1u << k;
    }
    return bits;
  }

  void look(std::int64_t word, std::int64_t y, std::int64_t z) {
    const Lattice& lattice = *job_.strate.lattice;
    const std::int64_t x0 = x0_ + 32 * word;
    std::uint32_t& left = left_[static_cast<std::size_t>((y - window_.lo.y) * words_ + word)];
    const std::uint32_t air = left & ~lattice.solid_word(x0, y, z);
    left &= ~air;
    for (std::uint32_t m = air; m != 0; m &= m - 1) {
      const Coord c{x0 + std::countr_zero(m), y, z};
      const Vec3 at = sample_at(c, lattice.voxel_um());
      if (job_.openings.holds(at)) continue;
      const double thick = std::fabs(surface_m(lattice, c, face_.out) - face_.face_m);
      if (!thinnest_ || thick < thinnest_->value) thinnest_ = {"thinnest_seal_m", thick, at, "m"};
    }
  }

  const Job& job_;
  const Face& face_;
  const IndexBox window_;
  const std::int64_t x0_, words_;
  std::vector<std::uint32_t> left_;  ///< columns whose first air is still to be found
  std::optional<Margin> thinnest_;
};

void judge_face(Job& job, const Face& face) {
  const Um voxel = voxel_of(job);
  SolidScan scan = scan_solid(job.context, {slab_of(job, face), {}, [&](Coord c) {
                                              return job.openings.holds(sample_at(c, voxel));
                                            }});
  std::vector<AirBody> bodies = air_bodies(scan);
  std::stable_sort(bodies.begin(), bodies.end(),
                   [](const AirBody& a, const AirBody& b) { return a.count > b.count; });
  if (bodies.size() > kMostBodies) {
    job.report.left_out += bodies.size() - kMostBodies;
    bodies.resize(kMostBodies);
  }
  for (const AirBody& body : bodies) {
    const std::optional<Breach> breach = breach_of(job, face, body);
    job.report.findings.push_back(breach ? breach_finding(job, face, *breach)
                                         : open_finding(job, face, body));
    if (breach)
      keep_most(job.report.margins,
                {"breach_width_m", breach->width_m, job.report.findings.back().at, "m"});
  }
  if (const std::optional<Margin> m = ThinnestSeal(job, face).run())
    keep_least(job.report.margins, *m);
  job.scan += std::move(scan);
}

/// Seals thinner than the season asks for, though whole.
void judge_thickness(Job& job) {
  if (!job.report.findings.empty()) return;
  const LawLimit limit = job.context.limit("thinnest_seal_m");
  for (const Margin& m : job.report.margins) {
    if (m.figure != "thinnest_seal_m" || m.value >= limit.lo) continue;
    Finding f;
    f.code = "seal.thin";
    f.text = "only " + centimetres(m.value) + " of rock lie between air and the strate's face";
    f.strate = job.report.strate;
    f.at = m.at;
    f.measured = m.value;
    f.required = limit.lo;
    f.unit = "m";
    f.witness = {m.at};
    blame(job.context, f.at, f);
    job.report.findings.push_back(std::move(f));
    return;
  }
}

LawReport judge(const LawContext& context, const LawStrate& strate) {
  Job job{
      context, strate, Openings(context.def(), strate.index), strate_report(context, strate), {}};
  if (!strate.lattice)
    return not_proven(std::move(job.report), "seal", "the strate was not sampled");
  for (const Face& face : faces_of(job)) judge_face(job, face);
  judge_thickness(job);
  job.report.proved = job.scan.shares();
  if (!job.report.findings.empty()) return judged(std::move(job.report));
  const std::string missing = missing_window(job.openings, strate.window, context.def().voxel_um);
  if (!missing.empty()) return not_proven(std::move(job.report), "seal", missing);
  return judged(std::move(job.report));
}

}  // namespace

LawRow seal_law() {
  return {
      "seal",
      "Air of a strate reaches a band, the gap, another strate or the outside only inside planned "
      "passages.",
      {{"thinnest_seal_m", "m", 0.5, {}, "least rock between a strate's air and its face"},
       {"breach_width_m", "m", {}, 0.0, "widest ball that passes a band outside the passages"}},
      [](const LawContext& context) {
        std::vector<LawReport> reports;
        for (const LawStrate& s : context.strates) reports.push_back(judge(context, s));
        return reports;
      }};
}

}  // namespace strate
