// Reading back what write_obj wrote.
#include <algorithm>
#include <charconv>
#include <vector>

#include "compiler/hash.hpp"
#include "formats/files/obj.hpp"
#include "formats/files/obj_text.hpp"

namespace strate {

namespace {

using Place = std::array<std::int64_t, 3>;

std::uint64_t place_hash(const Place& p) {
  std::uint64_t h = 0;
  for (const std::int64_t v : p) h = mix64(h + static_cast<std::uint64_t>(v) * kSaltStep + 1);
  return h;
}

void add_vertex(ObjFacts& facts, const Place& p) {
  for (std::size_t k = 0; k < 3; ++k) {
    facts.lo_um[k] = facts.vertices == 0 ? p[k] : std::min(facts.lo_um[k], p[k]);
    facts.hi_um[k] = facts.vertices == 0 ? p[k] : std::max(facts.hi_um[k], p[k]);
  }
  ++facts.vertices;
  facts.vertex_digest += place_hash(p);
}

void add_triangle(ObjFacts& facts, std::size_t surface, const Place& a, const Place& b,
                  const Place& c) {
  ++facts.triangles;
  ++facts.by_class[surface];
  std::uint64_t h = surface + 1;
  for (const Place* p : {&a, &b, &c}) h = mix64(h + place_hash(*p));
  facts.triangle_digest += h;
}

Error syntax(std::size_t line, std::string what) {
  return {"obj.syntax", "line " + std::to_string(line) + ": " + std::move(what), {}, {}};
}

/// Words of one line, one after the other.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  std::string_view next() {
    const std::size_t begin = rest_.find_first_not_of(' ');
    if (begin == std::string_view::npos) return {};
    rest_.remove_prefix(begin);
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }

 private:
  std::string_view rest_;
};

/// A fixed-point number in units of 10^-decimals.
bool parse_fixed(std::string_view word, int decimals, std::int64_t& value) {
  const bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  const std::size_t dot = word.find('.');
  std::string digits(word.substr(0, dot));
  if (digits.starts_with('-')) return false;  // from_chars would take it
  const std::string_view after = dot == std::string_view::npos ? "" : word.substr(dot + 1);
  if (digits.empty() || after.size() > static_cast<std::size_t>(decimals)) return false;
  digits += after;
  digits.append(static_cast<std::size_t>(decimals) - after.size(), '0');
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return false;
  if (negative) value = -value;
  return true;
}

bool parse_place(Words& words, int decimals, Place& place) {
  for (std::int64_t& v : place)
    if (!parse_fixed(words.next(), decimals, v)) return false;
  return words.next().empty();
}

/// "7//7" → 7.
bool parse_corner(std::string_view word, std::uint64_t& index) {
  const std::size_t bar = word.find("//");
  if (bar == std::string_view::npos || word.substr(0, bar) != word.substr(bar + 2)) return false;
  const auto [end, error] = std::from_chars(word.data(), word.data() + bar, index);
  return error == std::errc() && end == word.data() + bar;
}

class Reader {
 public:
  Result<ObjFacts> read(std::string_view text) {
    std::size_t number = 0;
    if (!text.ends_with('\n'))
      return syntax(1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
                    "the file does not end with a line end");
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      if (Result<Done> r = line(text.substr(0, end), ++number); !r) return r.error();
      text.remove_prefix(end + 1);
    }
    return facts_;
  }

 private:
  Result<Done> line(std::string_view text, std::size_t number) {
    Words words(text);
    const std::string_view key = words.next();
    Place place{};
    if (key == "v") {
      if (!parse_place(words, 6, place)) return syntax(number, "not a position");
      places_.push_back(place);
      add_vertex(facts_, place);
    } else if (key == "vn") {
      if (!parse_place(words, 4, place)) return syntax(number, "not a normal");
      ++facts_.normals;
    } else if (key == "f") {
      return face(words, number);
    } else if (key == "g") {
      return group(words.next(), number);
    } else if (key != "#" && key != "mtllib" && key != "usemtl" && key != "o") {
      return syntax(number, "a line that stratec does not write");
    }
    return Done{};
  }

  Result<Done> face(Words& words, std::size_t number) {
    std::array<std::uint64_t, 3> corner{};
    for (std::uint64_t& c : corner)
      if (!parse_corner(words.next(), c)) return syntax(number, "not a triangle");
    if (!words.next().empty()) return syntax(number, "more than a triangle");
    for (const std::uint64_t c : corner)
      if (c == 0 || c > places_.size())
        return Error{"obj.index",
                     "line " + std::to_string(number) + ": vertex " + std::to_string(c) + " of " +
                         std::to_string(places_.size()),
                     {},
                     {}};
    add_triangle(facts_, surface_, places_[corner[0] - 1], places_[corner[1] - 1],
                 places_[corner[2] - 1]);
    return Done{};
  }

  Result<Done> group(std::string_view name, std::size_t number) {
    if (name.ends_with("_ground"))
      surface_ = 0;
    else if (name.ends_with("_wall"))
      surface_ = 1;
    else if (name.ends_with("_ceiling"))
      surface_ = 2;
    else
      return syntax(number, "a group that is neither ground, wall nor ceiling");
    return Done{};
  }

  ObjFacts facts_;
  std::vector<Place> places_;
  std::size_t surface_ = 0;
};

}  // namespace

ObjFacts obj_facts(const StrateMesh& mesh) {
  ObjFacts facts;
  for (const TileMesh& tile : mesh.tiles) {
    std::vector<Place> places;
    for (std::uint32_t v = 0; v < tile.position.size(); ++v) {
      places.push_back(obj_micrometres(mesh_units(tile, v), mesh.voxel_um));
      add_vertex(facts, places.back());
    }
    facts.normals += tile.normal.size();
    for (const auto& t : tile.triangle)
      add_triangle(facts, static_cast<std::size_t>(surface_class(tile, t)), places[t[0]],
                   places[t[1]], places[t[2]]);
  }
  return facts;
}

Result<ObjFacts> inspect_obj(std::string_view text) { return Reader().read(text); }

}  // namespace strate
