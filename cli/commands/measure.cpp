// stratec measure: player-fit figures of strates, or of one window.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/figure_label.hpp"
#include "cli/place_options.hpp"
#include "cli/progress.hpp"
#include "cli/share_table.hpp"
#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "cli/world_input.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "passes/measure_place.hpp"
#include "passes/operator_shares.hpp"
#include "passes/to_walk.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH",
     "a season (or a strate or recipe alone), an output folder or its manifest", "", false, true},
    {"--strate", "", "ID", "this strate alone, or with --window the part of it inside"},
    {"--window", "", "x0,y0,z0,x1,y1,z1",
     "metres, lattice points min <= p < max; without it the strates as they are baked"},
    {"--operators", "", "",
     "instead: in how many boxes of the bake each entry of the stacks is skipped"},
    kSeedOption,
    kTimeBudgetOption,
    kMemoryBudgetOption,
};

constexpr std::string_view kExamples[] = {
    "stratec measure seasons/first-steps/first-steps.season.json",
    "stratec measure --json out/first-steps --strate choir --window -16,-16,-110,16,16,-45",
};

/// What one run measured.
struct Answer {
  std::vector<MeasuredPlace> places;
  std::vector<Figure> stack;  ///< of the descent; only where the whole bake was measured
  Um voxel_um = 0;
};

const Figure* find(const std::vector<Figure>& figures, std::string_view name) {
  for (const Figure& f : figures)
    if (f.name == name) return &f;
  return nullptr;
}

/// Every figure that a place has, each after the one it follows there.
std::vector<std::string> names_of(const std::vector<MeasuredPlace>& places) {
  std::vector<std::string> names;
  for (const MeasuredPlace& p : places) {
    auto at = names.begin();
    for (const Figure& f : p.figures) {
      const auto known = std::find(names.begin(), names.end(), f.name);
      at = (known != names.end() ? known : names.insert(at, f.name)) + 1;
    }
  }
  return names;
}

std::string row(const std::string& label, std::string_view unit,
                const std::vector<std::string>& cells) {
  std::string text = fmt::format("{:<24}", label);
  for (const std::string& c : cells) text += fmt::format("  {:>16}", c);
  if (!unit.empty()) text += "  " + std::string(unit);
  return text + "\n";
}

template <class Cell>
std::string row_of(const std::string& label, std::string_view unit, const Answer& answer,
                   Cell&& cell) {
  std::vector<std::string> cells;
  for (const MeasuredPlace& p : answer.places) cells.push_back(cell(p));
  return row(label, unit, cells);
}

std::string open_text(const OpenCount& c) {
  if (c.open == 0) return fmt::format("{}", c.all);
  if (c.open < c.all) return fmt::format("{}, {} open", c.all, c.open);
  return c.all == 1 ? "1, open" : fmt::format("{}, all open", c.all);
}

std::string place_name(const MeasuredPlace& p) {
  return p.strate.empty() ? "window" : utf8::printable(p.strate);
}

/// Says where the window ended what was measured.
std::string cut_text(const MeasuredPlace& p) {
  if (p.headroom_cut_fraction == 0) return "";
  return fmt::format(
      "{}: the window's top cuts the headroom over {:.3g} % of the reached floor; "
      "with a higher top it is more\n",
      place_name(p), 100 * p.headroom_cut_fraction);
}

std::string text_of(const Answer& answer) {
  std::string text;
  for (const MeasuredPlace& p : answer.places)
    text += fmt::format("{}: window {}, step {:g} m\n", place_name(p),
                        window_text(window_of(p.window, answer.voxel_um)), metres(answer.voxel_um));
  text += "\n" + row_of("", "", answer, place_name);
  for (const std::string& name : names_of(answer.places)) {
    const auto [label, unit] = figure_label(name);
    text += row_of(label, unit, answer, [&](const MeasuredPlace& p) {
      const Figure* f = find(p.figures, name);
      return f ? fmt::format("{:.6g}", f->value) : std::string("-");
    });
  }
  text += row_of("begins at", "", answer, [](const MeasuredPlace& p) { return p.start; });
  text += row_of("bodies", "", answer, [](const MeasuredPlace& p) { return open_text(p.fits); });
  text += row_of("floors", "", answer, [](const MeasuredPlace& p) { return open_text(p.floors); });
  text += row_of("main body, main floor", "", answer, [](const MeasuredPlace& p) {
    const auto side = [](bool open) { return open ? "open" : "closed"; };
    return fmt::format("{}, {}", side(p.fits.main_open), side(p.floors.main_open));
  });
  for (const MeasuredPlace& p : answer.places) text += cut_text(p);
  if (answer.stack.empty()) return text;
  text += "\nthe descent\n";
  for (const Figure& f : answer.stack) {
    const auto [label, unit] = figure_label(f.name);
    text += row(label, unit, {fmt::format("{:.6g}", f.value)});
  }
  return text;
}

void write_count(json::Writer& out, std::string_view key, const OpenCount& c) {
  out.key(key).begin_object().key("count").value(c.all).key("open").value(c.open);
  out.key("main_open").value(c.main_open).end_object();
}

std::string json_of(const Answer& answer, const Options& options) {
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command).key("step_m").value(metres(answer.voxel_um));
  out.key("places").begin_array();
  for (const MeasuredPlace& p : answer.places) {
    out.begin_object().key("strate").value(p.strate).key("window_m");
    write_window(out, window_of(p.window, answer.voxel_um));
    out.key("begins_at").value(p.start).key("figures").begin_object();
    for (const Figure& f : p.figures) out.key(f.name).value(f.value);
    out.end_object().key("headroom_cut_fraction").value(p.headroom_cut_fraction);
    write_count(out, "bodies", p.fits);
    write_count(out, "floors", p.floors);
    out.end_object();
  }
  out.end_array().key("stack").begin_object();
  for (const Figure& f : answer.stack) out.key(f.name).value(f.value);
  return out.end_object().end_object().text();
}

/// The strates as a cook measures them: all are walked, since ways may lead through others.
Result<Done> measure_bake(Cook& cook, std::optional<std::size_t> only, Progress& progress,
                          Answer& answer) {
  const Result<Done> done =
      run_to_walk(cook, {}, [&](std::string_view what) { progress.begin(what); });
  if (!done) return done;
  for (std::size_t i = 0; i < cook.def().strates.size(); ++i)
    if (!only || *only == i) answer.places.push_back(measured_strate(cook, i));
  if (!only) answer.stack = cook.stack_figures;
  return Done{};
}

/// The strate whose heights hold the whole window.
std::optional<std::size_t> strate_around(const WorldDef& def, const Window& window) {
  for (std::size_t i = 0; i < def.strates.size(); ++i)
    if (def.strates[i].bottom_um <= window.lo[2] && window.hi[2] <= def.strates[i].top_um) return i;
  return std::nullopt;
}

Result<Done> measure_one(const World& world, Window window, std::optional<std::size_t> only,
                         const Session& session, Progress& progress, Answer& answer) {
  const WorldDef& def = world.def();
  if (only) {
    const Result<Window> inside = window_in(window, def.strates[*only]);
    if (!inside) return inside.error();
    window = *inside;
  }
  if (Result<Done> fits = check_window_size(window, def.voxel_um, kSampledBytes, "measure"); !fits)
    return fits;
  const IndexBox box = samples_of(window, def.voxel_um);
  if (box.empty())
    return Error{"usage.window_empty",
                 "no lattice point lies in the window",
                 {},
                 {"they are " + json::number_text(metres(def.voxel_um)) + " m apart"}};
  progress.begin("measure");
  Result<MeasuredPlace> place = measure_window(world, box, only ? only : strate_around(def, window),
                                               progress.counted(*session.executor));
  if (!place) return place.error();
  answer.places.push_back(std::move(*place));
  return Done{};
}

Result<Done> measure(const Options& options, const Session& session, World world,
                     const std::optional<Window>& window, Progress& progress, Answer& answer) {
  answer.voxel_um = world.def().voxel_um;
  std::optional<std::size_t> only;
  if (options.has("--strate")) {
    const Result<std::size_t> named = strate_named(world.def(), options.text("--strate"));
    if (!named) return named.error();
    only = *named;
  }
  if (window) return measure_one(world, *window, only, session, progress, answer);
  Cook cook{session.season, {session.catalog, progress.counted(*session.executor)}};
  cook.world.emplace(std::move(world));
  return measure_bake(cook, only, progress, answer);
}

/// --operators: what bounds spare the bake, strate by strate.
Result<std::vector<StrateShares>> shares_of(const Options& options, const Session& session,
                                            const World& world, Progress& progress) {
  const WorldDef& def = world.def();
  const Result<Window> window = chosen_window(options, session, def);
  if (!window) return window.error();
  std::optional<std::size_t> only;
  if (options.has("--strate")) {
    const Result<std::size_t> named = strate_named(def, options.text("--strate"));
    if (!named) return named.error();
    only = *named;
  }
  std::vector<StrateShares> out;
  progress.begin("operators");
  for (std::size_t i = 0; i < def.strates.size(); ++i) {
    if (only && *only != i) continue;
    Result<StrateShares> shares = operator_shares(def, i, samples_of(*window, def.voxel_um),
                                                  session.catalog, *session.executor);
    if (!shares) return shares.error();
    if (shares->boxes > 0) out.push_back(std::move(*shares));
  }
  return out;
}

int print_shares(const Options& options, Io& io, const Session& session, const World& world) {
  Progress progress(io, options, 1);
  const Result<std::vector<StrateShares>> shares = shares_of(options, session, world, progress);
  progress.finish();
  if (!shares) return report(io, session, shares.error());
  if (!options.has("--json")) {
    io.out << shares_text(*shares);
    return kFine;
  }
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command).key("strates");
  write_shares(out, *shares);
  io.out << out.end_object().text();
  return kFine;
}

int run_watched(const Options& options, Io& io, StopWatch& watch) {
  Session session;
  if (const std::optional<int> code = start(options, io, session, &watch)) return *code;
  std::optional<Window> window;
  if (options.has("--window")) {
    const Result<Window> given = parse_window(options.text("--window"));
    if (!given) return report(io, session, given.error());
    window = *given;
  }
  int exit = kFine;
  std::optional<World> world = open_world(options.text("WORLD"), options, io, session, exit);
  if (!world) return exit;
  if (options.has("--operators")) return print_shares(options, io, session, *world);
  Progress progress(io, options, window ? 1 : kToWalkParts);
  Answer answer;
  const Result<Done> done = measure(options, session, std::move(*world), window, progress, answer);
  progress.finish();
  if (!done) return report(io, session, done.error());
  io.out << (options.has("--json") ? json_of(answer, options) : text_of(answer));
  return kFine;
}

int run_measure(const Options& options, Io& io) { return run_stoppable(options, io, run_watched); }

}  // namespace

Command command_measure() {
  return {"measure", "player-fit figures of strates, or of one window", kOptions, kExamples,
          run_measure};
}

}  // namespace strate::cli
