// stratec query: density at points, and the floor under them.
#include <array>
#include <ostream>

#include "cli/version.hpp"
#include "cli/world_input.hpp"
#include "compiler/json.hpp"
#include "passes/density/biomes.hpp"
#include "passes/density/floor.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH",
     "a season (or a strate or recipe alone), an output folder or its manifest", "", false, true},
    {"--at", "", "x,y,z", "a point in metres, up to six decimals", "", true, true},
    kSeedOption,
};

constexpr std::string_view kExamples[] = {
    "stratec query seasons/first-steps/first-steps.season.json --at 0,0,-20",
    "stratec query --json out/first-steps --at 0,0,-20 --at 3.5,-2,-60.125",
};

struct Point {
  Um x = 0, y = 0, z = 0;
};

Result<Point> parse_point(const std::string& text) {
  const Error wrong{
      "usage.bad_value",
      "--at takes x,y,z in metres (at most six decimals, within 10 000 km), not '" + text + "'",
      {},
      {}};
  Um value[3];
  std::size_t begin = 0;
  for (int i = 0; i < 3; ++i) {
    const std::size_t comma = text.find(',', begin);
    if ((comma == std::string::npos) != (i == 2)) return wrong;
    const std::optional<Um> v =
        parse_metres(without_blanks(std::string_view(text).substr(begin, comma - begin)));
    if (!v) return wrong;
    value[i] = *v;
    begin = comma + 1;
  }
  return Point{value[0], value[1], value[2]};
}

struct Answer {
  Point at;
  float density = 0;
  bool clamped = false;     ///< the surface is farther away than the density tells
  bool water = false;       ///< air under the strate's water level
  std::optional<Um> floor;  ///< under air or water
  std::string strate, decider;
  const Biomes* biomes = nullptr;
  Biomes::Place ruled;
  float relief = 0, moisture = 0;

  const std::string& biome(int b) const {
    return biomes->map().biomes[static_cast<std::size_t>(b)].name;
  }
};

Answer ask(const World& world, Point p, Scratch& scratch) {
  alignas(64) std::array<float, kBlockRow> row{};
  const float whole = world.at(p.x, p.y, p.z, {}, scratch);
  row[0] = whole;
  clamp_to_band(row.data(), 1);
  const int strate = world.strate_at(p.z);
  Answer a;
  a.at = p, a.density = row[0], a.clamped = row[0] != whole;
  a.decider = world.decider_at(p.x, p.y, p.z, scratch);
  if (strate < 0) return a;
  const StrateWorld& s = world.def().strates[static_cast<std::size_t>(strate)];
  a.strate = s.id;
  if (a.density >= 0)
    a.floor = floor_under(world, p.x, p.y, p.z, world.def().strates.back().bottom_um, scratch);
  a.water = s.has_water && a.density >= 0 && p.z < s.bottom_um + s.water_um;
  a.biomes = world.biomes(strate);
  if (!a.biomes) return a;
  const double x = metres(p.x), y = metres(p.y);
  a.ruled = a.biomes->at(x, y);
  a.relief = relief_map(s.seed, s.climate).at(x, y);
  a.moisture = moisture_map(s.seed, s.climate).at(x, y);
  return a;
}

void print_answer(Io& io, const Answer& a) {
  io.out << json::number_text(metres(a.at.x)) << "," << json::number_text(metres(a.at.y)) << ","
         << json::number_text(metres(a.at.z)) << "  "
         << (a.density < 0 ? "rock"
             : a.water     ? "water"
                           : "air")
         << "  " << json::number_text(static_cast<double>(a.density))
         << (a.clamped ? " m (clamped)  " : " m  ")
         << (a.strate.empty() ? "outside the stack" : a.strate) << "  by " << a.decider;
  if (a.floor) io.out << "  floor " << json::number_text(metres(*a.floor)) << " m";
  if (a.biomes) {
    io.out << "  biome " << a.biome(a.ruled.dominant);
    if (a.ruled.border > 0)
      io.out << " (to " << a.biome(a.ruled.neighbour) << " "
             << json::number_text(static_cast<double>(a.ruled.border)) << ")";
  }
  io.out << "\n";
}

void write_answer(json::Writer& out, const Answer& a) {
  out.begin_object().key("at_m").begin_row();
  out.value(metres(a.at.x)).value(metres(a.at.y)).value(metres(a.at.z)).end_array();
  out.key("density").value(static_cast<double>(a.density)).key("clamped").value(a.clamped);
  out.key("solid").value(a.density < 0).key("water").value(a.water);
  if (a.floor) out.key("floor_m").value(metres(*a.floor));
  out.key("strate").value(a.strate).key("decided_by").value(a.decider);
  if (a.biomes) {
    out.key("biome").value(a.biome(a.ruled.dominant));
    out.key("neighbour").value(a.biome(a.ruled.neighbour));
    out.key("border").value(static_cast<double>(a.ruled.border));
    out.key("relief").value(static_cast<double>(a.relief));
    out.key("moisture").value(static_cast<double>(a.moisture));
  }
  out.end_object();
}

int run_query(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  std::vector<Point> points;
  for (const std::string& text : options.list("--at")) {
    const Result<Point> p = parse_point(text);
    if (!p) return fail(io, p.error(), kBadInput);
    points.push_back(*p);
  }
  int exit = kFine;
  const std::optional<World> world = open_world(options.text("WORLD"), options, io, session, exit);
  if (!world) return exit;
  Scratch scratch;
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value("query").key("points").begin_array();
  for (const Point& p : points) {
    const Answer answer = ask(*world, p, scratch);
    write_answer(out, answer);
    if (!options.has("--json")) print_answer(io, answer);
  }
  if (options.has("--json")) io.out << out.end_array().end_object().text();
  return kFine;
}

}  // namespace

Command command_query() {
  return {"query", "print the density at points", kOptions, kExamples, run_query};
}

}  // namespace strate::cli
