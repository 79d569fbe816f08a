// stratec render: the pictures of a cook, or a view from anywhere, without cooking.
#include <ostream>

#include "cli/output_file.hpp"
#include "cli/place_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/version.hpp"
#include "cli/world_input.hpp"
#include "compiler/file_system.hpp"
#include "compiler/json.hpp"
#include "compiler/utf8.hpp"
#include "formats/files/writable.hpp"
#include "formats/manifest/manifest.hpp"
#include "passes/emit_pictures.hpp"
#include "passes/to_walk.hpp"

namespace strate::cli {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WORLD", "", "PATH",
     "a season (or a strate or recipe alone), an output folder or its manifest", "", false, true},
    {"--out", "-o", "PATH", "a *.png for one picture, else the folder that they are put into", "",
     false, true},
    {"--strate", "", "ID", "whose pictures; with nothing else named, all that a cook draws of it"},
    {"--views", "", "N", "player-eye views of the first N good places, 1 to 64"},
    {"--map", "", "", "the floor from above"},
    {"--biomes", "", "", "maps of its biomes, and of the relief and moisture they follow"},
    {"--section", "", "", "the cut, looking north; without --strate that of the whole stack"},
    {"--at", "", "x,y,z", "a view from this eye in metres, with --look"},
    {"--look", "", "yaw,pitch", "degrees: yaw 0 is +x and turns towards +y, pitch is up"},
    {"--size", "", "WxH", "pixels of a view above its caption bar, 64 to 4096 a side (1280x720)"},
    kSeedOption,
    kTimeBudgetOption,
    kMemoryBudgetOption,
};

constexpr std::string_view kExamples[] = {
    "stratec render out/first-steps --strate choir --views 4 --map -o pictures/choir",
    "stratec render out/first-steps --at 0,0,-9 --look 30,-4 --size 960x540 -o eye.png",
};

constexpr int kMostViews = 64, kLeastSide = 64, kMostSide = 4096;

/// What is asked for.
struct Wish {
  std::string out;
  std::optional<std::size_t> strate;  ///< none: the whole stack
  int views = 0;
  bool map = false, section = false, biomes = false;
  std::optional<Aim> aim;
  ViewSize size;

  bool one_file() const { return out.ends_with(".png"); }
  bool any() const { return views > 0 || map || section || biomes || aim; }
  std::string folder() const { return one_file() ? parent_path(out) : out; }
  int pictures() const { return views + map + section + 3 * biomes + aim.has_value(); }
};

/// Files that may be written: what will be drawn is known when the world is.
std::vector<std::string> files_of(const Wish& wish) {
  if (wish.one_file()) return {wish.out};
  std::vector<std::string> names{"section.png",  "map.png",     "biome.png", "relief.png",
                                 "moisture.png", "view-at.png", "views.json"};
  for (int i = 1; i <= kMostViews; ++i) names.push_back("view-" + std::to_string(i) + ".png");
  for (std::string& name : names) name = join_path(wish.out, name);
  return names;
}

struct Picture {
  std::string name, kind;
  RgbImage image;
  std::optional<View> view;  ///< of views: the camera
};

struct Pictures {
  std::vector<Picture> list;
  std::string views_json;
};

Error usage(std::string code, std::string text, std::vector<std::string> notes = {}) {
  return {"usage." + std::move(code), std::move(text), {}, std::move(notes)};
}

/// Numbers between commas; an error that shows the form.
Result<std::vector<double>> numbers_of(const std::string& option, const std::string& text,
                                       std::size_t count, const std::string& form) {
  std::vector<double> values;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::optional<Um> v =
        parse_metres(without_blanks(std::string_view(text).substr(begin, comma - begin)));
    if (!v) break;
    values.push_back(metres(*v));
    begin = comma + 1;
  }
  if (values.size() == count && begin > text.size()) return values;
  return usage("bad_value", option + " takes " + form + ", not '" + text + "'");
}

Result<Aim> parse_aim(const Options& options) {
  const Result<std::vector<double>> at =
      numbers_of("--at", options.text("--at"), 3, "x,y,z in metres (at most six decimals)");
  if (!at) return at.error();
  const std::string form = "yaw,pitch in degrees, yaw within 360 and pitch within 89";
  const Result<std::vector<double>> look = numbers_of("--look", options.text("--look"), 2, form);
  if (!look) return look.error();
  const double yaw = (*look)[0], pitch = (*look)[1];
  if (yaw < -360 || yaw > 360 || pitch < -89 || pitch > 89)
    return usage("bad_value", "--look takes " + form + ", not '" + options.text("--look") + "'");
  return Aim{{(*at)[0], (*at)[1], (*at)[2]}, yaw, pitch};
}

Result<ViewSize> parse_size(const std::string& text) {
  const std::size_t x = text.find('x');
  const auto side = [&](const std::string& part) {
    return whole_number("--size", part, kLeastSide, kMostSide);
  };
  if (x == std::string::npos)
    return usage("bad_value", "--size takes WxH, such as 1280x720, not '" + text + "'");
  const Result<std::int64_t> w = side(text.substr(0, x)), h = side(text.substr(x + 1));
  if (!w) return w.error();
  if (!h) return h.error();
  return ViewSize{static_cast<int>(*w), static_cast<int>(*h)};
}

/// Everything that the options alone tell.
Result<Wish> parse_wish(const Options& options) {
  Wish wish;
  wish.out = options.text("--out");
  wish.map = options.has("--map");
  wish.section = options.has("--section");
  wish.biomes = options.has("--biomes");
  if (options.has("--views")) {
    const Result<std::int64_t> n = whole_number("--views", options.text("--views"), 1, kMostViews);
    if (!n) return n.error();
    wish.views = static_cast<int>(*n);
  }
  if (options.has("--at") != options.has("--look"))
    return usage("missing", "--at and --look go together",
                 {"an eye in metres and where it looks: --at 0,0,-20 --look 90,-4"});
  if (options.has("--at")) {
    const Result<Aim> aim = parse_aim(options);
    if (!aim) return aim.error();
    wish.aim = *aim;
  }
  if (!options.has("--size")) return wish;
  const Result<ViewSize> size = parse_size(options.text("--size"));
  if (!size) return size.error();
  wish.size = *size;
  if (wish.views == 0 && !wish.aim && wish.any())
    return usage("no_effect", "--size applies to views alone",
                 {"a pixel of a map is 0.25 m, one of a section 0.125 m"});
  return wish;
}

/// The strate whose heights hold the eye.
Result<std::size_t> strate_of_eye(const World& world, const Aim& aim) {
  const auto um = static_cast<Um>(std::floor(aim.eye.z * 1e6 + 0.5));
  const int found = world.strate_at(um);
  if (found >= 0) return static_cast<std::size_t>(found);
  const WorldDef& def = world.def();
  return usage("eye_outside", "the eye lies in no strate",
               {"the stack lies from " + json::number_text(metres(def.strates.back().bottom_um)) +
                " to " + json::number_text(metres(def.strates.front().top_um)) + " m"});
}

/// An eye in rock sees nothing, one past the bake's sides the world from outside.
Result<Done> check_eye(const World& world, const BakeSettings& bake, const Aim& aim) {
  const auto um = [](double m) { return static_cast<Um>(std::floor(m * 1e6 + 0.5)); };
  const Um x = um(aim.eye.x), y = um(aim.eye.y), z = um(aim.eye.z);
  if (x < bake.lo_x || x > bake.hi_x || y < bake.lo_y || y > bake.hi_y)
    return usage("eye_outside", "the eye lies outside the baked window",
                 {"its x lies from " + json::number_text(metres(bake.lo_x)) + " to " +
                  json::number_text(metres(bake.hi_x)) + " m, its y from " +
                  json::number_text(metres(bake.lo_y)) + " to " +
                  json::number_text(metres(bake.hi_y)) + " m"});
  Scratch scratch;
  const float density = world.at(x, y, z, {}, scratch);
  if (density >= 0) return Done{};
  return usage("eye_in_rock", "the eye lies in rock",
               {"`" + world.decider_at(x, y, z, scratch) +
                "` decides there; `stratec query --at` "
                "tells what is air"});
}

/// What the world decides: which strate, and what is drawn where nothing is named.
Result<Done> complete(const Options& options, const World& world, const BakeSettings& bake,
                      Wish& wish) {
  const WorldDef& def = world.def();
  if (options.has("--strate")) {
    const Result<std::size_t> named = strate_named(def, options.text("--strate"));
    if (!named) return named.error();
    wish.strate = *named;
  }
  if (wish.aim) {
    const Result<std::size_t> around = strate_of_eye(world, *wish.aim);
    if (!around) return around.error();
    if (wish.strate && *wish.strate != *around)
      return usage("eye_outside", "the eye lies in '" + def.strates[*around].id + "', not in '" +
                                      def.strates[*wish.strate].id + "'");
    wish.strate = *around;
    if (Result<Done> good = check_eye(world, bake, *wish.aim); !good) return good;
  }
  const bool stack_alone = wish.section && !wish.map && !wish.biomes && wish.views == 0;
  if (!wish.strate && !stack_alone) {
    if (def.strates.size() > 1) {
      std::string all = "strates:";
      for (const StrateWorld& s : def.strates) all += " " + s.id;
      return usage("missing", "name whose pictures with --strate", {std::move(all)});
    }
    wish.strate = 0;
  }
  const bool ruled = wish.strate && world.biomes(static_cast<int>(*wish.strate));
  if (wish.biomes && !ruled)
    return usage("no_biomes", "'" + def.strates[*wish.strate].id + "' has no biomes");
  if (!wish.any()) wish.views = bake.views, wish.map = wish.section = true, wish.biomes = ruled;
  if (wish.one_file() && wish.pictures() > 1)
    return usage(
        "bad_value",
        "--out names one picture, but " + std::to_string(wish.pictures()) + " are asked for",
        {"name a folder"});
  return Done{};
}

Result<Done> draw_views_of(const Cook& cook, const Wish& wish, Pictures& out) {
  Result<ViewSet> set = strate_views(cook, *wish.strate, wish.views, wish.size);
  if (!set) return set.error();
  out.views_json = strate_views_json(cook, *wish.strate, *set);
  for (std::size_t i = 0; i < set->views.size(); ++i) {
    RgbImage image = std::move(set->views[i].image);
    out.list.push_back({"view-" + std::to_string(i + 1) + ".png", "view", std::move(image),
                        std::move(set->views[i])});
  }
  return Done{};
}

Result<Pictures> draw(const Cook& cook, const Wish& wish, Progress& progress) {
  Pictures out;
  if (wish.section) {
    progress.begin("section");
    out.list.push_back({"section.png",
                        "section",
                        wish.strate ? strate_section(cook, *wish.strate) : stack_section(cook),
                        {}});
  }
  if (wish.map) {
    progress.begin("map");
    out.list.push_back({"map.png", "map", strate_map(cook, *wish.strate), {}});
  }
  if (wish.biomes) {
    progress.begin("biomes");
    BiomeMaps maps = *strate_biome_maps(cook, *wish.strate);
    out.list.push_back({"biome.png", "biomes", std::move(maps.biome), {}});
    out.list.push_back({"relief.png", "climate", std::move(maps.relief), {}});
    out.list.push_back({"moisture.png", "climate", std::move(maps.moisture), {}});
  }
  if (wish.views > 0) {
    progress.begin("views");
    if (Result<Done> r = draw_views_of(cook, wish, out); !r) return r.error();
  }
  if (wish.aim) {
    progress.begin("view");
    Result<View> view = strate_view(cook, *wish.strate, *wish.aim, wish.size);
    if (!view) return view.error();
    RgbImage image = std::move(view->image);
    out.list.push_back({"view-at.png", "view", std::move(image), std::move(*view)});
  }
  return out;
}

struct Written {
  std::string path;
  std::uint64_t bytes = 0;
};

Result<std::vector<Written>> write(FileSystem& files, const Wish& wish, const Pictures& pictures) {
  const std::string folder = wish.folder();
  if (Result<Done> r = make_folders(files, folder); !r) return r.error();
  std::vector<Written> written;
  for (const Picture& p : pictures.list) {
    const Result<std::string> bytes = encode_png(p.image);
    if (!bytes) return bytes.error();
    written.push_back({wish.one_file() ? wish.out : join_path(folder, p.name), bytes->size()});
    if (Result<Done> r = write_file(files, written.back().path, *bytes); !r) return r.error();
  }
  if (!pictures.views_json.empty() && !wish.one_file())
    if (Result<Done> r = write_file(files, join_path(folder, "views.json"), pictures.views_json);
        !r)
      return r.error();
  return written;
}

void write_point(json::Writer& out, std::string_view key, Vec3 v) {
  out.key(key).begin_row().value(v.x).value(v.y).value(v.z).end_array();
}

std::string json_of(const Options& options, const Pictures& pictures,
                    const std::vector<Written>& written) {
  json::Writer out;
  out.begin_object().key("tool").value("stratec").key("version").value(version_number());
  out.key("command").value(options.command).key("pictures").begin_array();
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Picture& p = pictures.list[i];
    out.begin_object().key("file").value(utf8::printable(written[i].path));
    out.key("kind").value(p.kind).key("bytes").value(written[i].bytes);
    out.key("width").value(p.image.width).key("height").value(p.image.height);
    if (p.view) {
      write_point(out, "eye_m", p.view->eye);
      write_point(out, "forward", p.view->forward);
      out.key("free_m").value(p.view->free_m);
    }
    out.end_object();
  }
  return out.end_array().end_object().text();
}

std::string text_of(const Pictures& pictures, const std::vector<Written>& written) {
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const RgbImage& image = pictures.list[i].image;
    text += utf8::printable(written[i].path) + "  " + std::to_string(image.width) + " x " +
            std::to_string(image.height) + " pixels\n";
  }
  return text;
}

/// Fewer places than asked for are no error where a folder takes what there is.
Result<Done> check_views(Io& io, const Wish& wish, const Pictures& pictures) {
  int found = 0;
  for (const Picture& p : pictures.list) found += p.name.starts_with("view-");
  found -= wish.aim.has_value();
  if (found == wish.views) return Done{};
  const std::string text = "only " + std::to_string(found) + " of " + std::to_string(wish.views) +
                           " views: there are no more places that are worth a picture";
  if (wish.one_file()) return Error{"render.no_view", text, {}, {"`--at` looks from anywhere"}};
  io.err << "stratec: " << text << "\n";
  return Done{};
}

int run_watched(const Options& options, Io& io, StopWatch& watch) {
  Session session;
  if (const std::optional<int> code = start(options, io, session, &watch)) return *code;
  Result<Wish> wish = parse_wish(options);
  if (!wish) return report(io, session, wish.error());
  session.outputs = files_of(*wish);
  if (const Result<Done> r = check_output_files(io.files, session.outputs); !r)
    return report(io, session, r.error());
  if (const Result<Done> r = check_writable(io.files, wish->out, wish->folder()); !r)
    return report(io, session, r.error());
  int exit = kFine;
  std::optional<World> world = open_world(options.text("WORLD"), options, io, session, exit);
  if (!world) return exit;
  if (Result<Done> r = complete(options, *world, session.season.bake, *wish); !r)
    return report(io, session, r.error());
  // Maps of biomes need no more than the world.
  const bool walked = wish->pictures() > 3 * wish->biomes;
  Progress progress(io, options,
                    (walked ? kToWalkParts : 0) + wish->map + wish->section + wish->biomes +
                        (wish->views > 0) + wish->aim.has_value());
  Cook cook{session.season, {session.catalog, progress.counted(*session.executor)}};
  cook.world.emplace(std::move(*world));
  std::vector<std::size_t> surfaces;
  if (wish->views > 0 || wish->aim) surfaces = {*wish->strate};
  const auto begin = [&](std::string_view what) { watch.check(), progress.begin(what); };
  if (Result<Done> r = walked ? run_to_walk(cook, surfaces, begin) : Result<Done>(Done{}); !r) {
    progress.finish();
    return report(io, session, r.error());
  }
  const Result<Pictures> pictures = draw(cook, *wish, progress);
  progress.finish();
  if (!pictures) return report(io, session, pictures.error());
  if (Result<Done> r = check_views(io, *wish, *pictures); !r) return report(io, session, r.error());
  watch.publish();
  const Result<std::vector<Written>> written = write(io.files, *wish, *pictures);
  if (!written) return report(io, session, written.error());
  io.out << (options.has("--json") ? json_of(options, *pictures, *written)
                                   : text_of(*pictures, *written));
  return kFine;
}

int run_render(const Options& options, Io& io) { return run_stoppable(options, io, run_watched); }

}  // namespace

Command command_render() {
  return {"render", "pictures of a world: views, map, section", kOptions, kExamples, run_render};
}

}  // namespace strate::cli
