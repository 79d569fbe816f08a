// Lines of an OBJ as fast as memory takes them: fixed-point digits into a buffer sized beforehand.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "compiler/geometry.hpp"
#include "compiler/mesh.hpp"

namespace strate {

/// A place in whole micrometres, nearest, ties up.
inline std::array<std::int64_t, 3> obj_micrometres(Coord units, Um voxel_um) {
  const auto um = [voxel_um](std::int64_t u) {
    return floor_div(u * voxel_um + kMeshUnit / 2, kMeshUnit);
  };
  return {um(units.x), um(units.y), um(units.z)};
}

/// Appends lines to a string.
class ObjText {
 public:
  static constexpr std::size_t kVertexBytes = 3 + 3 * 20;  ///< at most, of a v or vn line
  static constexpr std::size_t kFaceBytes = 3 + 6 * 22;    ///< at most, of an f line

  /// `bytes`: enough for all lines to come.
  ObjText(std::string& out, std::size_t bytes) : out_(out) {
    out_.resize(bytes);
    at_ = out_.data();
  }
  ~ObjText() { out_.resize(static_cast<std::size_t>(at_ - out_.data())); }
  ObjText(const ObjText&) = delete;
  ObjText& operator=(const ObjText&) = delete;

  void position(const std::array<std::int64_t, 3>& um) {
    put("v", 1);
    for (const std::int64_t v : um) fixed(v, 1'000'000, 6);
    *at_++ = '\n';
  }
  void normal(const std::array<float, 3>& n) {
    put("vn", 2);
    for (const float c : n) {
      const double scaled = static_cast<double>(c) * 10'000;
      fixed(static_cast<std::int64_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5), 10'000, 4);
    }
    *at_++ = '\n';
  }
  void face(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    *at_++ = 'f';
    for (const std::uint64_t v : {a, b, c}) {
      *at_++ = ' ';
      char* begin = at_;
      whole(v);
      const auto digits = static_cast<std::size_t>(at_ - begin);
      put("//", 2);
      put(begin, digits);
    }
    *at_++ = '\n';
  }

 private:
  void put(const char* text, std::size_t size) {
    std::memcpy(at_, text, size);
    at_ += size;
  }
  void whole(std::uint64_t v) {
    char digits[20];
    char* p = digits + sizeof digits;
    do {
      *--p = static_cast<char>('0' + v % 10);
      v /= 10;
    } while (v != 0);
    put(p, static_cast<std::size_t>(digits + sizeof digits - p));
  }
  /// " −12.5": `v` over `unit` with at most `decimals` decimals, zeros at the end left out.
  void fixed(std::int64_t v, std::uint64_t unit, std::size_t decimals) {
    *at_++ = ' ';
    if (v < 0) *at_++ = '-';
    const auto magnitude = static_cast<std::uint64_t>(v < 0 ? -v : v);
    whole(magnitude / unit);
    std::uint64_t rest = magnitude % unit;
    if (rest == 0) return;
    *at_++ = '.';
    for (std::size_t i = decimals; i-- > 0; rest /= 10) at_[i] = static_cast<char>('0' + rest % 10);
    while (at_[decimals - 1] == '0') --decimals;
    at_ += decimals;
  }

  std::string& out_;
  char* at_ = nullptr;
};

}  // namespace strate
