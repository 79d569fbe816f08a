#include "passes/run_print.hpp"

#include <bit>
#include <span>
#include <type_traits>

#include "compiler/hash.hpp"
#include "passes/walk/slab_impl.hpp"

namespace strate {

namespace {

/// Values one after the other. What is hashed as bytes has no padding.
class Sum {
 public:
  Sum& add(std::uint64_t v) {
    hash_ = mix64(hash_ + v);
    return *this;
  }
  Sum& add(std::int64_t v) { return add(static_cast<std::uint64_t>(v)); }
  Sum& add(double v) { return add(std::bit_cast<std::uint64_t>(v)); }
  Sum& add(const std::string& text) { return add(string_hash(text)); }
  Sum& add(Vec3 v) { return add(v.x).add(v.y).add(v.z); }
  Sum& add(Coord c) { return add(c.x).add(c.y).add(c.z); }
  template <class T>
  Sum& bytes(std::span<const T> list) {
    static_assert(std::has_unique_object_representations_v<T> || std::is_same_v<T, float> ||
                  std::is_same_v<T, std::array<float, 3>>);
    return add(string_hash({reinterpret_cast<const char*>(list.data()), list.size_bytes()}))
        .add(std::uint64_t{list.size()});
  }
  template <class T>
  Sum& bytes(const std::vector<T>& list) {
    return bytes(std::span<const T>(list));
  }
  template <class T, std::size_t n>
  Sum& bytes(const std::array<T, n>& list) {
    return bytes(std::span<const T>(list));
  }
  operator std::uint64_t() const { return hash_; }

 private:
  std::uint64_t hash_ = kSaltStep;
};

StagePrint plan_print(const Cook& cook) {
  return {"plan", "world", "",
          0,      false,   {{string_hash(write_world(cook.def(), cook.options.catalog)), {}}}};
}

std::uint64_t grid_hash(const GridTile& t) {
  return Sum().add(t.solid).add(t.dense).bytes(t.values);
}

std::uint64_t lattice_hash(const Lattice& lattice, std::size_t i) {
  const LatticeTile* t = lattice.tile(i);
  Sum sum;
  if (t == nullptr) return sum.add(std::uint64_t{lattice.uniform_solid(i)});
  sum.bytes(t->solid).bytes(t->t);
  for (const auto& edge : t->edge) sum.bytes(edge);
  return sum;
}

std::uint64_t mesh_hash(const TileMesh& t) {
  return Sum().add(t.tile).bytes(t.position).bytes(t.normal).bytes(t.triangle);
}

std::uint64_t facts_hash(const MeshFacts& f) {
  Sum sum;
  sum.add(f.tiles).add(f.vertices).add(f.triangles).add(f.cut_edges).bytes(f.counts.of);
  for (const MeshFault& fault : f.faults)
    sum.add(static_cast<std::uint64_t>(fault.kind)).add(fault.from).add(fault.to);
  return sum.add(f.cells)
      .add(f.mesh_air)
      .add(f.trilinear_air)
      .add(f.worst_normal)
      .add(f.least_area);
}

class Printer {
 public:
  explicit Printer(const Cook& cook) : cook_(cook) {}

  RunPrint run() {
    if (!cook_.world) return out_;
    out_.push_back(plan_print(cook_));
    for (std::size_t i = 0; i < cook_.sampled.size(); ++i) add_sampled(i);
    if (cook_.walk) add_walk();
    if (!cook_.reports.empty()) add_reports();
    return out_;
  }

 private:
  StagePrint& stage(std::string pass, std::string product, std::size_t i, bool tiled) {
    out_.push_back({std::move(pass), std::move(product), cook_.def().strates[i].id, i, tiled, {}});
    return out_.back();
  }

  void add_sampled(std::size_t i) {
    const SampledStrate& s = cook_.sampled[i];
    StagePrint& grid = stage("sample", "grid", i, true);
    for (std::size_t k = 0; k < s.grid.slots.size(); ++k)
      grid.parts.push_back({grid_hash(s.grid.slots[k]), s.grid.tile_at(k)});
    StagePrint& lattice = stage("sample", "lattice", i, true);
    for (std::size_t k = 0; k < s.lattice.tile_count(); ++k)
      lattice.parts.push_back({lattice_hash(s.lattice, k), s.lattice.tile_at(k)});
    for (const StrateMesh& m : s.meshes) {
      StagePrint& mesh = stage("sample", "mesh", i, true);
      for (const TileMesh& t : m.tiles) mesh.parts.push_back({mesh_hash(t), t.tile});
    }
    stage("sample", "mesh facts", i, false).parts = {{facts_hash(s.mesh_facts), {}}};
    stage("sample", "digest", i, false).parts = {
        {Sum().add(s.digest.a).add(s.digest.b).add(s.digest.samples), {}}};
  }

  void add_slab(std::size_t i) {
    const WalkSlab::Impl& slab = cook_.walk->slab(i).impl();
    StagePrint& fits = stage("walk", "fits", i, true);
    for (std::size_t k = 0; k < slab.grid.tile_count(); ++k) {
      const FitTile& t = slab.grid.tile(k);
      Sum sum;
      sum.add(std::uint64_t{t.full});
      if (t.bits) sum.bytes(t.bits->fits);
      fits.parts.push_back({sum, slab.grid.tile_at(k)});
    }
    Sum nodes;
    nodes.bytes(slab.column).bytes(slab.z).bytes(slab.depth).bytes(slab.moves).add(slab.steep);
    for (const CrossMove& c : slab.crosses)
      nodes.add(std::uint64_t{c.node}).add(c.to).add(std::uint64_t{c.weight});
    stage("walk", "moves", i, false).parts = {{nodes, {}}};
  }

  void add_walk() {
    for (std::size_t i = 0; i < cook_.walk->slab_count(); ++i) add_slab(i);
    Sum components;
    for (const WalkComponent& c : cook_.walk->walk_components())
      components.add(c.nodes).add(std::uint64_t{c.first}).add(std::uint64_t{c.open});
    for (const FitComponent& c : cook_.walk->fit_components())
      components.add(c.samples).add(c.first).add(std::uint64_t{c.open});
    out_.push_back({"walk", "components", "", 0, false, {{components, {}}}});
    for (std::size_t i = 0; i < cook_.figures.size(); ++i)
      add_figures(stage("walk", "figures", i, false), cook_.figures[i]);
    out_.push_back({"walk", "figures", "", 0, false, {}});
    add_figures(out_.back(), cook_.stack_figures);
    Sum way;
    for (const Vec3& p : cook_.descent.figures.points) way.add(p);
    out_.back().parts.push_back({way, {}, "descent"});
  }

  static void add_figures(StagePrint& print, const std::vector<Figure>& figures) {
    for (const Figure& f : figures) print.parts.push_back({Sum().add(f.value), {}, f.name});
  }

  void add_reports() {
    StagePrint print{"audit", "laws", "", 0, false, {}};
    for (const LawReport& r : cook_.reports)
      print.parts.push_back(
          {report_hash(r), {}, r.law + (r.strate.empty() ? "" : " of " + r.strate)});
    out_.push_back(std::move(print));
  }

  static std::uint64_t report_hash(const LawReport& r) {
    Sum sum;
    sum.add(static_cast<std::uint64_t>(r.verdict)).add(r.window.lo).add(r.window.hi).add(r.proved);
    for (const Margin& m : r.margins) sum.add(m.figure).add(m.value).add(m.at);
    for (const Finding& f : r.findings) {
      sum.add(f.code).add(f.text).add(f.strate).add(f.at).add(f.measured).add(f.required);
      sum.add(f.blame_operator);
      for (const Vec3& p : f.witness) sum.add(p);
    }
    return sum.add(std::uint64_t{r.left_out});
  }

  const Cook& cook_;
  RunPrint out_;
};

}  // namespace

RunPrint print_of(const Cook& cook) { return Printer(cook).run(); }

std::optional<PrintDifference> first_difference(const RunPrint& one, const RunPrint& other) {
  for (std::size_t s = 0; s < std::max(one.size(), other.size()); ++s) {
    if (s >= one.size()) return PrintDifference{other[s], {}};
    if (s >= other.size()) return PrintDifference{one[s], {}};
    const std::vector<PrintPart>&a = one[s].parts, &b = other[s].parts;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      if (!(a[i] == b[i])) return PrintDifference{one[s], a[i]};
    if (a.size() != b.size()) return PrintDifference{one[s], {}};
  }
  return std::nullopt;
}

}  // namespace strate
