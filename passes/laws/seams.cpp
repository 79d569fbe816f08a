#include "passes/laws/seams.hpp"

#include <algorithm>
#include <cmath>

#include "passes/density/region_map.hpp"
#include "passes/density/tube.hpp"
#include "passes/laws/report.hpp"
#include "passes/walk/pieces.hpp"

namespace strate {

namespace {

/// A side has this much floor in the final world: twice what planning asks for, since what is
/// planned may join two pieces that were too small. [Units: m²]
constexpr double kJudgedSideM2 = 2 * kLeastSideM2;
/// Height over a floor at which a body is asked whether it stands in something planned, and how far
/// that may be from its walls. [Units: m]
constexpr double kWaistM = 0.9, kBesideM = 0.25;

/// What was planned in a strate: passages and doors.
struct Way {
  const Passage* passage;
  Box3 box;
};

std::vector<Way> ways_of(const WorldDef& def, const std::string& strate) {
  std::vector<Way> out;
  for (const Passage& p : def.passages)
    if (p.upper == strate || p.lower == strate) out.push_back({&p, passage_box(p)});
  for (const SeamDoor& d : def.doors)
    if (d.strate == strate && d.kind == SeamDoor::Kind::door)
      out.push_back({&d.way, passage_box(d.way)});
  return out;
}

class SeamJudge {
 public:
  SeamJudge(const LawContext& context, const LawStrate& strate, const WalkWorld& walk,
            std::size_t slab, LawReport& report)
      : context_(context),
        strate_(context.strate(strate)),
        report_(report),
        walk_(walk),
        ways_(ways_of(context.def(), strate_.id)),
        map_(strate_),
        cells_(map_, strate_.regions.planned_m),
        pieces_(
            walk, slab, static_cast<int>(cells_.sites().size()),
            [&](std::int64_t x, std::int64_t y) {
              const Um v = context.def().voxel_um;
              return cells_.at(lattice_m(x, v), lattice_m(y, v));
            },
            [&](NodeId id) { return own_floor(id); }) {}

  void run() {
    std::vector<const SeamDoor*> stray;
    for (const SeamDoor& d : context_.def().doors)
      if (d.strate == strate_.id) stray.push_back(&d);
    for (const Seam& seam : map_.seams(strate_.regions.planned_m)) {
      const auto is_it = [&](const SeamDoor* d) {
        return d->a == SeamDoor::Site{seam.a.i, seam.a.j} &&
               d->b == SeamDoor::Site{seam.b.i, seam.b.j};
      };
      const auto planned = std::find_if(stray.begin(), stray.end(), is_it);
      if (planned == stray.end())
        add(seam, "seam_unplanned", "the plan says nothing of this seam");
      else
        stray.erase(planned);
      judge(seam);
    }
    for (const SeamDoor* d : stray) {
      const VoronoiSite a = map_.sites().site(d->a.i, d->a.j),
                        b = map_.sites().site(d->b.i, d->b.j);
      add({a, b, 0, 0, {a.x, a.y, 0}, {b.x, b.y, 0}}, "seam_stray",
          "the plan has a door where no regions meet");
    }
    margin("seams", seams_), margin("seams_walked", walked_), margin("seams_blank", blank_);
  }

 private:
  /// Floor that is there without what was planned.
  bool own_floor(NodeId id) const {
    const Vec3 waist = walk_.floor_point(id) + Vec3{0, 0, kWaistM};
    return std::none_of(ways_.begin(), ways_.end(), [&](const Way& w) {
      return overlap(w.box, {waist, waist}) && opening_distance(*w.passage, waist) <= kBesideM;
    });
  }

  bool is_side(int cell) const {
    const double v = metres(context_.def().voxel_um);
    return static_cast<double>(pieces_.main_nodes(cell)) * v * v >= kJudgedSideM2;
  }

  void judge(const Seam& seam) {
    const int a = cells_.index(seam.a), b = cells_.index(seam.b);
    const double share = pieces_.crossed(a, b);
    ++seams_;
    if (share >= kCrossedShare) {
      ++walked_;
    } else if (!is_side(a) || !is_side(b)) {
      ++blank_;
    } else {
      Finding& f = add(seam, "seam", "nobody walks from one region to the other across this seam");
      f.measured = share, f.required = kCrossedShare;
      f.witness = {foot_of(a), foot_of(b)};
    }
  }

  Vec3 foot_of(int cell) const {
    return walk_.floor_point(pieces_.pieces()[pieces_.main_of(cell)].first);
  }

  Finding& add(const Seam& seam, std::string code, std::string text) {
    const auto name = [&](int region) {
      return strate_.regions.list[static_cast<std::size_t>(region)].id;
    };
    Finding f;
    f.code = "connectivity." + code;
    f.text = seam_id(strate_.id, {seam.a.i, seam.a.j}, {seam.b.i, seam.b.j}) + " (" +
             name(seam.region_a) + ", " + name(seam.region_b) + "): " + std::move(text);
    f.strate = strate_.id;
    f.at = (seam.from + seam.to) * 0.5;
    f.at.z = metres((strate_.top_um + strate_.bottom_um) / 2);
    f.witness = {{seam.from.x, seam.from.y, f.at.z}, {seam.to.x, seam.to.y, f.at.z}};
    f.blame_operator = "regions";
    report_.findings.push_back(std::move(f));
    return report_.findings.back();
  }

  void margin(const char* figure, int value) {
    report_.margins.push_back(
        {figure, static_cast<double>(value), {0, 0, metres(strate_.bottom_um)}, ""});
  }

  const LawContext& context_;
  const StrateWorld& strate_;
  LawReport& report_;
  const WalkWorld& walk_;
  const std::vector<Way> ways_;
  const RegionMap map_;
  const SiteCells cells_;
  const WalkPieces pieces_;
  int seams_ = 0, walked_ = 0, blank_ = 0;
};

}  // namespace

bool judge_seams(const LawContext& context, const LawStrate& strate, const WalkWorld& walk,
                 std::size_t slab, LawReport& report) {
  const StrateWorld& s = context.strate(strate);
  if (s.regions.list.size() < 2) return true;
  const Um radius = static_cast<Um>(std::ceil(s.regions.planned_m)) * kUmPerM;
  const Um v = context.def().voxel_um;
  const IndexBox& w = strate.window;
  if (radius <= 0 || w.lo.x * v > -radius || w.lo.y * v > -radius || w.hi.x * v < radius ||
      w.hi.y * v < radius)
    return false;
  SeamJudge(context, strate, walk, slab, report).run();
  return true;
}

}  // namespace strate
