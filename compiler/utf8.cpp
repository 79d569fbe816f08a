#include "compiler/utf8.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace strate::utf8 {
namespace {

struct Range {
  char32_t lo, hi;
};

constexpr std::array kCombining{
    Range{0x0300, 0x036f}, Range{0x0483, 0x0489}, Range{0x0591, 0x05bd},
    Range{0x064b, 0x065f}, Range{0x1ab0, 0x1aff}, Range{0x1dc0, 0x1dff},
    Range{0x20d0, 0x20ff}, Range{0xfe00, 0xfe0f}, Range{0xfe20, 0xfe2f}};
constexpr std::array kWide{Range{0x1100, 0x115f},   Range{0x2e80, 0x303e},  Range{0x3041, 0xa4cf},
                           Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},  Range{0xfe30, 0xfe6f},
                           Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},  Range{0x1f300, 0x1f64f},
                           Range{0x1f680, 0x1f9ff}, Range{0x20000, 0x3fffd}};

template <std::size_t N>
bool in_any(const std::array<Range, N>& ranges, char32_t code) {
  for (const Range& r : ranges)
    if (r.lo <= code && code <= r.hi) return true;
  return false;
}

std::uint32_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

void append_hex(std::string& out, std::uint32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += "0123456789abcdef"[(value >> shift) & 15u];
}

void append_escape(std::string& out, char32_t code) {
  if (code == '\n') {
    out += "\\n";
  } else if (code == '\t') {
    out += "\\t";
  } else {
    out += "\\u";
    append_hex(out, static_cast<std::uint32_t>(code), 4);
  }
}

}  // namespace

Point decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::uint32_t size = length_of(byte(0));
  if (size == 0 || text.size() - at < size) return {};
  if (size == 1) return {byte(0), 1};
  char32_t code = byte(0) & (0x7fu >> size);
  for (std::uint32_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return {};
    code = (code << 6) | (byte(i) & 0x3fu);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (overlong || surrogate || code > 0x10ffff) return {};
  return {code, size};
}

std::size_t first_fault(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight = ~std::uint64_t{0};
    if (text.size() - at >= sizeof eight) std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080ull) == 0) {
      at += sizeof eight;
      continue;
    }
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const Point p = decode(text, at);
    if (p.size == 0) return at;
    at += p.size;
  }
  return at;
}

void append(std::string& out, char32_t code) {
  const auto put = [&](char32_t v) { out += static_cast<char>(static_cast<unsigned char>(v)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | (code >> 6)), put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | (code >> 12)), put(0x80 | ((code >> 6) & 0x3f)), put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | (code >> 18)), put(0x80 | ((code >> 12) & 0x3f));
    put(0x80 | ((code >> 6) & 0x3f)), put(0x80 | (code & 0x3f));
  }
}

int columns(char32_t code) {
  if (code < 0x300) return 1;
  if (in_any(kCombining, code)) return 0;
  return in_any(kWide, code) ? 2 : 1;
}

bool is_hostile(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x2069) || code == 0xfeff;
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Point p = decode(text, at);
    if (p.size == 0) {
      out += "\\x";
      append_hex(out, static_cast<unsigned char>(text[at++]), 2);
      continue;
    }
    if (is_hostile(p.code))
      append_escape(out, p.code);
    else
      out.append(text.substr(at, p.size));
    at += p.size;
  }
  return out;
}

}  // namespace strate::utf8
