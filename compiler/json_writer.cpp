#include <cassert>
#include <charconv>
#include <cmath>

#include "compiler/json.hpp"

namespace strate::json {
namespace {

void append_control(std::string& out, unsigned char c) {
  out += "\\u00";
  out += "0123456789abcdef"[c >> 4];
  out += "0123456789abcdef"[c & 15u];
}

template <class T>
std::string integer_text(T v) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, v);
  return std::string(buffer, end.ptr);
}

}  // namespace

std::string number_text(double v) {
  assert(std::isfinite(v));
  if (v == 0) return "0";
  char buffer[400];  // the longest fixed double has 309 digits before the point or 1074 behind it
  const auto fixed = std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::fixed);
  if (fixed.ec == std::errc()) return std::string(buffer, fixed.ptr);
  const auto any = std::to_chars(buffer, buffer + sizeof buffer, v);
  return std::string(buffer, any.ptr);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      append_control(out, byte);
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

void Writer::newline() {
  out_ += '\n';
  out_.append(2 * levels_.size(), ' ');
}

void Writer::before_item() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (level.row) {
    if (level.any) out_ += ", ";
  } else {
    if (level.any) out_ += ',';
    newline();
  }
  level.any = true;
}

Writer& Writer::begin_object() {
  before_item();
  const bool in_row = !levels_.empty() && levels_.back().row;
  out_ += '{';
  levels_.push_back({true, in_row, false});
  return *this;
}

Writer& Writer::begin_array() {
  before_item();
  const bool in_row = !levels_.empty() && levels_.back().row;
  out_ += '[';
  levels_.push_back({false, in_row, false});
  return *this;
}

Writer& Writer::begin_row() {
  before_item();
  out_ += '[';
  levels_.push_back({false, true, false});
  return *this;
}

Writer& Writer::end_object() {
  assert(!levels_.empty() && levels_.back().object);
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.any && !level.row) newline();
  if (level.any && level.row) out_ += ' ';
  out_ += '}';
  if (levels_.empty()) out_ += '\n';
  return *this;
}

Writer& Writer::end_array() {
  assert(!levels_.empty() && !levels_.back().object);
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.any && !level.row) newline();
  out_ += ']';
  if (levels_.empty()) out_ += '\n';
  return *this;
}

Writer& Writer::key(std::string_view name) {
  assert(!levels_.empty() && levels_.back().object && !after_key_);
  const bool first = !levels_.back().any;
  before_item();
  if (levels_.back().row && first) out_ += ' ';
  out_ += quoted(name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

Writer& Writer::value(double v) { return raw(number_text(v)); }
Writer& Writer::value(std::int64_t v) { return raw(integer_text(v)); }
Writer& Writer::value(std::uint64_t v) { return raw(integer_text(v)); }
Writer& Writer::value(bool v) { return raw(v ? "true" : "false"); }
Writer& Writer::value(std::string_view v) { return raw(quoted(v)); }

Writer& Writer::raw(std::string_view canonical) {
  while (!canonical.empty() && canonical.back() == '\n') canonical.remove_suffix(1);
  before_item();
  for (char c : canonical) {
    out_ += c;
    if (c == '\n') out_.append(2 * levels_.size(), ' ');
  }
  if (levels_.empty()) out_ += '\n';
  return *this;
}

}  // namespace strate::json
