#include "formats/documents/season_reader.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/limits.hpp"
#include "formats/documents/node_edit.hpp"
#include "formats/documents/settings.hpp"

namespace strate {

using json::Kind;
using json::Member;
using json::Node;

namespace {

class SeasonReader {
 public:
  SeasonReader(const Document& document, Season& out, Diagnostics& diags)
      : reader_(diags),
        settings_(reader_, document.root, season_settings(), "a season"),
        out_(out) {}

  bool run(std::vector<Slot>& slots) {
    settings_.text("title", out_.title);
    std::string note;
    settings_.text("note", note);
    settings_.seed("seed", out_.world.seed);
    settings_.whole("revision", out_.revision);
    if (const Node* n = settings_.find("runtime")) {
      json::Writer writer;
      write_node(writer, *n);
      out_.runtime = writer.text();
    }
    world();
    bake();
    laws();
    read_slots(slots);
    if (const Member* set = settings_.member("set"))
      reader_.error("key.useless", "'set' belongs to a season that extends another",
                    set->key_source);
    return !reader_.failed();
  }

 private:
  void world() {
    const Node* object = settings_.object("world");
    if (!object) return;
    WorldDef& w = out_.world;
    SettingReader s(reader_, *object, members_of(season_settings(), "world"), "a world");
    s.length("voxel_size_m", w.voxel_um);
    const bool radius = s.length("radius_m", w.radius_um);
    const bool edge = s.length("edge_seal_m", w.edge_seal_um);
    s.length("top_z_m", w.top_um);
    s.length("gap_m", w.gap_um);
    if (radius && edge && w.radius_um > 0 && w.radius_um < 2 * w.edge_seal_um)
      reader_
          .error("value.contradiction", "the edge seal takes more than half of the world's radius",
                 s.find("radius_m")->source)
          .notes.push_back("needs radius_m >= 2 x edge_seal_m, which is " +
                           json::number_text(metres(w.edge_seal_um)) + " m");
    const Node* entry = s.object("surface_entry");
    if (!entry) return;
    SettingReader e(reader_, *entry,
                    members_of(members_of(season_settings(), "world"), "surface_entry"),
                    "a surface entry");
    e.flag("open", w.entry.open);
    e.number("radius_m", w.entry.radius_m);
  }

  void bake() {
    const Node* object = settings_.object("bake");
    if (!object) return;
    BakeSettings& b = out_.bake;
    SettingReader s(reader_, *object, members_of(season_settings(), "bake"), "a bake");
    Um window[4] = {b.lo_x, b.lo_y, b.hi_x, b.hi_y};
    s.window("window_m", window);
    if (const Node* n = s.find("window_m")) b.window_source = n->source;
    b.lo_x = window[0], b.lo_y = window[1], b.hi_x = window[2], b.hi_y = window[3];
    s.words("formats", b.formats);
    s.whole("views", b.views);
    if (!s.whole("mesh_step", b.mesh_step) || (b.mesh_step & (b.mesh_step - 1)) == 0) return;
    reader_
        .error("value.out_of_range", "a mesh step is a power of two", s.find("mesh_step")->source)
        .notes.emplace_back("allowed: 1, 2, 4, 8, 16 and 32");
  }

  void laws() {
    const Node* object = settings_.object("laws");
    if (!object) return;
    for (const Member& law : object->members) {
      if (!reader_.is(law.value, Kind::object, "bands over figures")) continue;
      for (const Member& figure : law.value.members) {
        if (figure.key == "note") continue;
        LawBand band{law.key, figure.key, {}, {}, figure.key_source};
        if (read_law_band(figure.value, band)) out_.laws.push_back(std::move(band));
      }
    }
  }

  bool read_law_band(const Node& node, LawBand& out) {
    if (!reader_.is(node, Kind::array, "a band [low, high]")) return false;
    if (node.items.size() != 2) {
      reader_.error("value.wrong_count", "a band has two ends: [low, high], null for an open end",
                    node.source);
      return false;
    }
    bool fine = true;
    for (std::size_t end = 0; end < 2; ++end) {
      if (node.items[end].kind == Kind::null) continue;
      double v = 0;
      fine = reader_.number(node.items[end], {}, v) && fine;
      (end == 0 ? out.lo : out.hi) = v;
    }
    if (fine && out.lo && out.hi && *out.lo > *out.hi) {
      reader_.error("value.pair_order", "the low end is above the high end", node.source);
      return false;
    }
    return fine;
  }

  void read_slots(std::vector<Slot>& slots) {
    const Node* list = settings_.find("slots");
    if (!list || !reader_.is(*list, Kind::array, "a list of slots")) return;
    if (list->items.empty() || list->items.size() > limits::kMostSlots)
      reader_.error("value.wrong_count", "a season has 1 to 256 slots", list->source);
    std::set<std::string> ids;
    for (const Node& item : list->items) {
      if (!reader_.is(item, Kind::object, "a slot {id, strate}")) continue;
      Slot slot;
      slot.source = item.source;
      SettingReader s(reader_, item, slot_settings(), "a slot");
      s.text("note", slot.note);
      slot.has_seed = s.find("seed") && s.seed("seed", slot.seed);
      slot.strate = s.find("strate");
      const Node* id = s.find("id");
      if (id && reader_.id(*id, false, slot.id)) {
        slot.source = id->source;
        if (!ids.insert(slot.id).second)
          reader_.error("season.duplicate_slot", "there is already a slot " + in_quotes(slot.id),
                        id->source);
      }
      slots.push_back(std::move(slot));
    }
  }

  NodeReader reader_;
  SettingReader settings_;
  Season& out_;
};

}  // namespace

std::string stem_of(const std::string& path) {
  std::string name = file_name(path);
  return name.substr(0, name.find('.'));
}

bool read_season(const Document& document, Season& out, std::vector<Slot>& slots,
                 Diagnostics& diags) {
  out.name = stem_of(document.path);
  return SeasonReader(document, out, diags).run(slots);
}

}  // namespace strate
