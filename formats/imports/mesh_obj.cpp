// A reader of our own: it tells the line of a fault, reads decimals to the last bit and answers
// whatever the bytes. tinyobjloader judges it in a test.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "formats/imports/mesh.hpp"

namespace strate {
namespace {

/// Largest coordinate. [Units: as written]
constexpr double kMostCoordinate = 1e6;
constexpr std::size_t kMostCorners = 256;

/// Words whose lines say nothing of the surface, or nothing that is read.
constexpr std::string_view kIgnored[] = {"vn", "vt", "vp", "g", "o",      "s",
                                         "l",  "p",  "#",  "",  "usemtl", "mtllib"};

class ObjReader {
 public:
  explicit ObjReader(std::string_view bytes) : rest_(bytes) {}

  Result<ImportMesh> run() {
    while (fine_ && !rest_.empty()) line(next_line());
    if (fine_ && out_.triangles.empty()) fail("empty", "has no faces");
    if (!fine_) return error_;
    weld();
    return std::move(out_);
  }

 private:
  using Corners = std::vector<std::uint32_t>;

  bool fail(const char* code, std::string text, std::vector<std::string> notes = {}) {
    if (fine_) error_ = {std::string("asset.") + code, std::move(text), {}, std::move(notes)};
    return fine_ = false;
  }
  std::string here() const { return "line " + std::to_string(number_); }

  std::string_view next_line() {
    ++number_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view out = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (out.ends_with('\r')) out.remove_suffix(1);
    return out;
  }

  static std::string_view word(std::string_view& line) {
    constexpr std::string_view kBlank = " \t";
    const std::size_t begin = std::min(line.find_first_not_of(kBlank), line.size());
    line.remove_prefix(begin);
    const std::string_view out = line.substr(0, line.find_first_of(kBlank));
    line.remove_prefix(out.size());
    return out;
  }

  void line(std::string_view text) {
    const std::string_view key = word(text);
    if (key == "v") return vertex(text);
    if (key == "f") return face(text);
    if (key.starts_with('#')) return;
    if (std::find(std::begin(kIgnored), std::end(kIgnored), key) != std::end(kIgnored)) return;
    fail("obj_syntax", "has something in " + here() + " that is not read",
         {"read are: v, f; passed over: vn, vt, vp, g, o, s, l, p, usemtl, mtllib, #"});
  }

  void vertex(std::string_view text) {
    if (out_.vertices.size() == kMeshMostVertices)
      return void(fail("too_large", "has more than 1048576 vertices"));
    double v[3];
    for (double& axis : v) {
      std::string_view token = word(text);
      if (token.starts_with('+')) token.remove_prefix(1);
      const char* end = token.data() + token.size();
      const auto read = std::from_chars(token.data(), end, axis);
      if (read.ec != std::errc() || read.ptr != end || !(std::fabs(axis) <= kMostCoordinate))
        return void(fail("obj_syntax", "has no three numbers behind v in " + here(),
                         {"allowed: three numbers, each -1000000 to 1000000"}));
    }
    out_.vertices.push_back({v[0] + 0.0, v[1] + 0.0, v[2] + 0.0});
  }

  bool corner(std::string_view token, std::uint32_t& out) {
    token = token.substr(0, token.find('/'));
    std::int64_t index = 0;
    const char* end = token.data() + token.size();
    const auto read = std::from_chars(token.data(), end, index);
    if (read.ec != std::errc() || read.ptr != end)
      return fail("obj_syntax", "has no index of a vertex in " + here());
    const auto count = static_cast<std::int64_t>(out_.vertices.size());
    const std::int64_t from_zero = index < 0 ? count + index : index - 1;
    if (index == 0 || from_zero < 0 || from_zero >= count)
      return fail("obj_index", "names the vertex " + std::to_string(index) + " in " + here() +
                                   ", where there are " + std::to_string(count));
    out = static_cast<std::uint32_t>(from_zero);
    return true;
  }

  void face(std::string_view text) {
    Corners corners;
    for (std::string_view token = word(text); !token.empty(); token = word(text)) {
      std::uint32_t index = 0;
      if (corners.size() == kMostCorners)
        return void(fail("too_large", "has a face of more than 256 corners in " + here()));
      if (!corner(token, index)) return;
      corners.push_back(index);
    }
    if (corners.size() < 3)
      return void(fail("obj_syntax", "has a face of less than three corners in " + here()));
    if (out_.triangles.size() + corners.size() - 2 > kMeshMostTriangles)
      return void(fail("too_large", "has more than 1048576 triangles"));
    cut(corners);
  }

  Vec3 normal(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const Vec3 u = out_.vertices[b] - out_.vertices[a], v = out_.vertices[c] - out_.vertices[a];
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  }

  /// A fan around the first corner from which no triangle is turned over.
  void cut(const Corners& c) {
    const std::size_t n = c.size();
    Vec3 whole;
    for (std::size_t i = 2; i < n; ++i) whole = whole + normal(c[0], c[i - 1], c[i]);
    for (std::size_t from = 0; from < n; ++from) {
      bool fine = true;
      for (std::size_t i = 2; i < n; ++i)
        fine &=
            n == 3 || dot(whole, normal(c[from], c[(from + i - 1) % n], c[(from + i) % n])) >= 0;
      if (!fine) continue;
      for (std::size_t i = 2; i < n; ++i) {
        out_.triangles.push_back({c[from], c[(from + i - 1) % n], c[(from + i) % n]});
        out_.lines.push_back(static_cast<std::uint32_t>(number_));
      }
      return;
    }
    fail("concave_face", "has a face in " + here() + " whose outline is not convex",
         {"cut faces into triangles where the file is made"});
  }

  /// Corners of one place become one vertex: the first of them.
  void weld() {
    std::vector<std::uint32_t> order(out_.vertices.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [&](std::uint32_t i) {
      const Vec3& v = out_.vertices[i];
      return std::array<double, 3>{v.x, v.y, v.z};
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return key(a) != key(b) ? key(a) < key(b) : a < b;
    });
    std::vector<std::uint32_t> first(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      first[order[i]] =
          i > 0 && key(order[i]) == key(order[i - 1]) ? first[order[i - 1]] : order[i];
    for (auto& triangle : out_.triangles)
      for (std::uint32_t& v : triangle) v = first[v];
  }

  std::string_view rest_;
  std::size_t number_ = 0;
  ImportMesh out_;
  Error error_;
  bool fine_ = true;
};

}  // namespace

Result<ImportMesh> read_obj(std::string_view bytes) { return ObjReader(bytes).run(); }

}  // namespace strate
