// bounds: no box that a bound calls uniform holds a sample that says otherwise (03 §3).
//
// Boxes of the window are drawn by hash, asked what their bound proves, and then every sample is
// evaluated with all skipping switched off. One value outside the interval, or one sign against the
// verdict, is a contradiction: a hole that pruning would leave in the world.
#include <array>
#include <memory>

#include "compiler/hash.hpp"
#include "passes/laws/report.hpp"

namespace strate {

namespace {

constexpr std::size_t kBoxes = 384;
constexpr std::array<int, 6> kSides{1, 2, 4, 8, 16, 32};

struct alignas(64) Values {
  std::array<float, static_cast<std::size_t>(kBlockMax) * kBlockMax * kBlockRow> v;
};

std::int64_t between(std::uint64_t h, std::int64_t lo, std::int64_t hi) {
  return lo + static_cast<std::int64_t>(unit(h) *
                                        static_cast<double>(std::max<std::int64_t>(1, hi - lo)));
}

/// Box k of a window: sides drawn one by one, so slabs and columns occur as well as cubes.
IndexBox drawn_box(const IndexBox& window, std::uint64_t seed, std::uint64_t address,
                   std::size_t k) {
  const auto n = static_cast<std::uint64_t>(k) * 8;
  const auto side = [&](std::uint64_t salt) {
    return kSides[static_cast<std::size_t>(between(draw(seed, address, n + salt), 0, 6))];
  };
  Coord lo{between(draw(seed, address, n), window.lo.x, window.hi.x),
           between(draw(seed, address, n + 1), window.lo.y, window.hi.y),
           between(draw(seed, address, n + 2), window.lo.z, window.hi.z)};
  return intersect({lo, lo + Coord{side(3), side(4), side(5)}}, window);
}

bool contradicts(BoxVerdict verdict, Interval bound, double v) {
  switch (verdict) {
    case BoxVerdict::rock_beyond_band:
      if (v > -kBandM) return true;
      break;
    case BoxVerdict::air_beyond_band:
      if (v < kBandM) return true;
      break;
    case BoxVerdict::rock:
      if (v >= 0) return true;
      break;
    case BoxVerdict::air:
      if (v < 0) return true;
      break;
    case BoxVerdict::unknown:
      break;
  }
  return !bound.contains(v);
}

struct Outcome {
  std::uint64_t samples = 0;
  bool proven = false, wrong = false;
  Coord at;
  double value = 0;
  Interval bound;
};

Outcome try_box(const LawContext& context, const IndexBox& box, Scratch& scratch, Values& values) {
  Outcome out;
  const Layers layers;
  const BoxVerdict verdict = context.world.classify(box, layers, scratch);
  out.proven = verdict != BoxVerdict::unknown;
  out.bound = context.world.bound(box, layers, scratch);
  Layers brute;
  brute.prune = false;
  context.world.sample(box, brute, scratch, values.v.data());
  const Coord n = box.size();
  for (std::int64_t z = 0; z < n.z; ++z)
    for (std::int64_t y = 0; y < n.y; ++y)
      for (std::int64_t x = 0; x < n.x; ++x) {
        const auto v = static_cast<double>(values.v[block_index(
            static_cast<int>(n.y), static_cast<int>(x), static_cast<int>(y), static_cast<int>(z))]);
        ++out.samples;
        if (out.wrong || !contradicts(verdict, out.bound, v)) continue;
        out.wrong = true, out.at = box.lo + Coord{x, y, z}, out.value = v;
      }
  return out;
}

Finding contradiction(const LawContext& context, const LawReport& report, const IndexBox& box,
                      const Outcome& o) {
  const Um voxel = context.def().voxel_um;
  Finding f;
  f.code = "bounds.contradiction";
  f.strate = report.strate;
  f.at = sample_at(o.at, voxel);
  f.measured = o.value;
  f.required = o.value < o.bound.lo ? o.bound.lo : o.bound.hi;
  f.unit = "m";
  f.text = "a sample contradicts what the bound of its box proves";
  f.witness = {sample_at(box.lo, voxel), sample_at(box.hi - Coord{1, 1, 1}, voxel), f.at};
  blame(context, f.at, f);
  return f;
}

LawReport judge(const LawContext& context, const LawStrate& strate) {
  LawReport report = strate_report(context, strate);
  if (strate.window.empty()) return not_proven(std::move(report), "bounds", "the window is empty");
  const std::uint64_t address = string_hash("law.bounds/" + report.strate);
  std::vector<IndexBox> boxes;
  for (std::size_t k = 0; k < kBoxes; ++k)
    boxes.push_back(drawn_box(strate.window, context.def().seed, address, k));
  std::vector<Outcome> outcomes(boxes.size());
  std::vector<std::unique_ptr<Values>> values(context.executor.workers());
  context.executor.for_each(boxes.size(), [&](std::size_t i, unsigned worker) {
    if (!values[worker]) values[worker] = std::make_unique<Values>();
    outcomes[i] = try_box(context, boxes[i], context.scratch[worker], *values[worker]);
  });
  std::uint64_t samples = 0;
  std::size_t proven = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    samples += outcomes[i].samples;
    proven += outcomes[i].proven ? 1 : 0;
    if (outcomes[i].wrong)
      report.findings.push_back(contradiction(context, report, boxes[i], outcomes[i]));
  }
  report.margins.push_back({"contradictions", static_cast<double>(report.findings.size()), {}, ""});
  report.proved = std::to_string(kBoxes) + " boxes, " + std::to_string(proven) +
                  " called uniform, " + std::to_string(samples) + " samples";
  return judged(std::move(report));
}

}  // namespace

LawRow bounds_law() {
  return {"bounds",
          "No box that a bound calls uniform holds a sample that says otherwise.",
          {{"contradictions", "", {}, 0.0, "boxes with a sample outside their bound"}},
          [](const LawContext& context) {
            std::vector<LawReport> reports;
            for (const LawStrate& s : context.strates) reports.push_back(judge(context, s));
            return reports;
          }};
}

}  // namespace strate
