// stratec digest: the hash of the density bits of a window.
#include <cmath>
#include <ostream>

#include "cli/place_options.hpp"
#include "cli/version.hpp"
#include "cli/world_input.hpp"
#include "formats/manifest/digest_text.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH",
     "a season (or a strate or recipe alone), an output folder or its manifest", "", false, true},
    kWindowOption,
    kSeedOption,
    {"--tile-order", "", "ORDER", "forward, reverse, or a number that shuffles", "forward"},
    {"--no-prune", "", "", "evaluate every operator everywhere; the bits never differ"},
};

constexpr std::string_view kExamples[] = {
    "stratec digest seasons/first-steps/first-steps.season.json --window -8,-8,-40,8,8,-20",
    "stratec digest --tile-order reverse --threads 1 out/first-steps --window -8,-8,-40,8,8,-20",
};

/// Samples of one digest: a cube of 512 m at 1/8 m.
constexpr double kMostSamples = 134217728.0 * 512.0;

/// Refuses a window that would take hours, with its size and the limit.
std::optional<Error> too_large(const Window& window, const IndexBox& box) {
  const Coord n = box.size();
  const double samples =
      static_cast<double>(n.x) * static_cast<double>(n.y) * static_cast<double>(n.z);
  if (samples <= kMostSamples) return std::nullopt;
  const auto side = [&](std::size_t axis) {
    return json::number_text(metres(window.hi[axis] - window.lo[axis]));
  };
  return Error{"usage.window_too_large",
               "a window of " + side(0) + " x " + side(1) + " x " + side(2) + " m has " +
                   json::number_text(std::floor(samples / 1e6)) + " million samples",
               {},
               {"one digest takes at most " + json::number_text(std::floor(kMostSamples / 1e6)) +
                " million, such as a cube of 512 m at 0.125 m: name a smaller --window"}};
}

/// The executor that visits tiles in the order asked for; null: the session's own.
Result<std::unique_ptr<Executor>> ordered(const std::string& order) {
  if (order == "forward") return std::unique_ptr<Executor>();
  if (order == "reverse") return make_shuffled_executor(0);
  if (order.empty() || order.find_first_not_of("0123456789") != std::string::npos)
    return Error{"usage.bad_value",
                 "--tile-order takes forward, reverse or a number, not '" + order + "'",
                 {},
                 {}};
  const Result<std::int64_t> seed = whole_number("--tile-order", order, 1, 1'000'000'000);
  if (!seed) return seed.error();
  return make_shuffled_executor(static_cast<std::uint64_t>(*seed));
}

int run_digest(const Options& options, Io& io) {
  Session session;
  if (const std::optional<int> code = start(options, io, session)) return *code;
  const Result<std::unique_ptr<Executor>> order = ordered(options.text("--tile-order"));
  if (!order) return fail(io, order.error(), kBadInput);
  if (options.has("--window"))
    if (const Result<Window> w = parse_window(options.text("--window")); !w)
      return report(io, session, w.error());
  int exit = kFine;
  const std::optional<World> world = open_world(options.text("WORLD"), options, io, session, exit);
  if (!world) return exit;
  const Result<Window> window = chosen_window(options, session, world->def());
  if (!window) return report(io, session, window.error());
  const Um voxel = world->def().voxel_um;
  const IndexBox box = samples_of(*window, voxel);
  if (box.empty())
    return report(io, session,
                  {"usage.empty_window",
                   "the window holds no sample",
                   {},
                   {"samples lie " + json::number_text(metres(voxel)) +
                    " m apart, on multiples of that: min <= p < max"}});
  if (const std::optional<Error> e = too_large(*window, box)) return report(io, session, *e);
  const Executor& executor = *order ? **order : *session.executor;
  const DensityDigest d = digest(*world, box, executor, !options.has("--no-prune"));
  if (options.has("--json")) {
    json::Writer out;
    out.begin_object().key("tool").value("stratec").key("version").value(version_number());
    out.key("command").value("digest");
    write_digest(out, d, *window, voxel);
    io.out << out.end_object().text();
  } else {
    io.out << hex(d) << "  " << d.samples << " samples\n"
           << taken_window_text(options, *window) << "\n";
  }
  return kFine;
}

}  // namespace

Command command_digest() {
  return {"digest", "print the hash of a window's density bits", kOptions, kExamples, run_digest};
}

}  // namespace strate::cli
