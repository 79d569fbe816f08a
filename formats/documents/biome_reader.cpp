#include "formats/documents/biome_reader.hpp"

#include <algorithm>
#include <cmath>

#include "formats/documents/settings.hpp"

namespace strate {

using json::Kind;
using json::Node;

namespace {

/// Features of a climate map span this many cells at least (02 §6).
constexpr double kLeastCells = 4;

std::string span_text(Interval v) {
  return json::number_text(v.lo) + " to " + json::number_text(v.hi);
}

std::string climate_text(Interval relief, Interval moisture) {
  return "relief " + span_text(relief) + ", moisture " + span_text(moisture);
}

/// The name that a biome goes by: "ash-field".
std::string name_of(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.find('.'));
}

class BiomesReader {
 public:
  BiomesReader(const Document& strate, Library& library, Heritage& heritage, Diagnostics& diags,
               BiomesDraft& out)
      : strate_(strate), library_(library), heritage_(heritage), reader_(diags), out_(out) {}

  bool run() {
    const json::Member* key = strate_.root.find_member("biomes");
    if (!key) return true;
    out_.there = true;
    out_.cell = key->key_source;
    if (!reader_.is(key->value, Kind::object, "an object")) return false;
    SettingReader settings(reader_, key->value, members_of(strate_settings(), "biomes"), "biomes");
    settings.number("cell_m", out_.map.cell_m);
    if (const Node* cell = settings.find("cell_m")) out_.cell = cell->source;
    const Node* use = settings.find("use");
    if (!use || !reader_.is(*use, Kind::array, "a list of biomes")) return false;
    out_.whole = true;
    for (const Node& item : use->items) one(item);
    count(*use);
    if (out_.whole) coverage(*use);
    return !reader_.failed() && out_.whole;
  }

 private:
  /// One entry of `use`: a path, or an object with a file and a set.
  void one(const Node& item) {
    const Node* file = &item;
    const Node* set = nullptr;
    std::string note;
    if (item.kind == Kind::object) {
      SettingReader settings(reader_, item, biome_use_settings(), "a biome that is used");
      settings.text("note", note);
      file = settings.find("file");
      set = settings.find("set");
    } else if (!reader_.is(item, Kind::string, "a path, or { file, set },")) {
      file = nullptr;
    }
    const Document* found =
        file ? library_.open_from(strate_, *file, DocumentKind::biome) : nullptr;
    if (found) found = heritage_.whole(*found);
    if (!found || !document(*found, *file, note)) {
      out_.whole = false;
      return;
    }
    const std::size_t index = out_.map.biomes.size() - 1;
    if (const Node* own = found->root.find("set")) out_.sets.emplace_back(index, *own);
    if (set) out_.sets.emplace_back(index, *set);
  }

  bool document(const Document& found, const Node& file, const std::string& note) {
    Biome biome;
    BiomeLook look;
    biome.source = file.source;
    biome.name = look.name = name_of(found.path);
    NodeReader own(reader_.diags());
    SettingReader s(own, found.root, biome_settings(), "a biome");
    s.text("title", look.title);
    s.text("note", look.note);
    if (!note.empty()) look.note = note;
    s.whole("palette", look.palette);
    s.color("color", look.color);
    if (const Node* climate = s.object("climate")) {
      SettingReader c(own, *climate, members_of(biome_settings(), "climate"), "a climate");
      c.pair("relief", biome.relief.lo, biome.relief.hi);
      c.pair("moisture", biome.moisture.lo, biome.moisture.hi);
    }
    if (out_.map.find(biome.name) >= 0) {
      reader_
          .error("biomes.duplicate", "there is already a biome " + in_quotes(biome.name),
                 file.source)
          .notes.push_back("a biome goes by its file's name");
      return false;
    }
    out_.map.biomes.push_back(std::move(biome));
    out_.looks.push_back(std::move(look));
    return !own.failed();
  }

  void count(const Node& use) {
    if (use.items.empty())
      reader_.error("value.wrong_count", "'use' needs a biome", use.source);
    else if (use.items.size() > kMostBiomes)
      reader_.error("biomes.too_many", "a strate has at most 16 biomes",
                    use.items[kMostBiomes].source);
    out_.whole = out_.whole && !use.items.empty() && use.items.size() <= kMostBiomes;
  }

  void coverage(const Node& use) {
    ClimateBox hole;
    const std::vector<Biome>& all = out_.map.biomes;
    if (find_climate_hole(all, {}, hole)) {
      reader_
          .error("biomes.climate_hole",
                 "no biome covers " + climate_text(hole.relief, hole.moisture), use.source)
          .notes.push_back(
              "every climate needs a biome; where boxes overlap the first in the list rules");
      out_.whole = false;
    }
    for (std::size_t b = 1; b < all.size(); ++b) {
      const std::vector<Biome> before(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(b));
      if (find_climate_hole(before, {all[b].relief, all[b].moisture}, hole)) continue;
      reader_.diags()
          .warning("biomes.never", in_quotes(all[b].name) + " rules nowhere", all[b].source)
          .notes.push_back("biomes before it in the list cover its climate: " +
                           climate_text(all[b].relief, all[b].moisture));
    }
  }

  const Document& strate_;
  Library& library_;
  Heritage& heritage_;
  NodeReader reader_;
  BiomesDraft& out_;
};

}  // namespace

bool read_biomes(const Document& strate, Library& library, Heritage& heritage, Diagnostics& diags,
                 BiomesDraft& out) {
  const std::size_t before = diags.error_count();
  return BiomesReader(strate, library, heritage, diags, out).run() && diags.error_count() == before;
}

void warn_of_climate(const BiomesDraft& draft, const Climate& climate, Diagnostics& diags) {
  struct Side {
    const char* name;
    double scale_m;
    Interval Biome::*box;
  };
  const Side sides[] = {{"relief", climate.relief_scale_m, &Biome::relief},
                        {"moisture", climate.moisture_scale_m, &Biome::moisture}};
  for (const Side& side : sides) {
    const auto parts = [&](const Biome& b) { return (b.*side.box).lo > 0 || (b.*side.box).hi < 1; };
    const std::vector<Biome>& all = draft.map.biomes;
    const double cells = side.scale_m / draft.map.cell_m;
    if (cells >= kLeastCells || std::none_of(all.begin(), all.end(), parts)) continue;
    const std::string name = side.name;
    Error& e = diags.warning("biomes.fine_climate",
                             "features of the map '" + name + "' span " +
                                 json::number_text(std::floor(cells * 100 + 0.5) / 100) +
                                 " cells of biomes: under 4 they lie like salt and pepper",
                             draft.cell);
    e.notes.push_back("cell_m = " + json::number_text(draft.map.cell_m) + ", climate." + name +
                      "_scale_m = " + json::number_text(side.scale_m));
    e.notes.push_back("cell_m up to " + json::number_text(std::floor(side.scale_m / kLeastCells)) +
                      ", or " + name + "_scale_m from " +
                      json::number_text(kLeastCells * draft.map.cell_m));
  }
}

}  // namespace strate
