// The documents of a run, as read: what every SourceRef points into.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/result.hpp"

namespace strate {

/// One document. `name` is what messages print: the path relative to where the run started.
struct Source {
  std::string name;
  std::string text;
  std::vector<std::uint32_t> line_starts;  ///< byte offset of every line
  std::vector<std::uint32_t> point_marks;  ///< code points that begin before every 4096th byte
};

/// 1-based line and column; the column counts UTF-8 code points.
struct LineColumn {
  std::uint32_t line = 1, column = 1;
};

class SourceSet {
 public:
  std::uint32_t add(std::string name, std::string text);
  const Source& operator[](std::uint32_t id) const { return sources_[id]; }
  std::size_t size() const { return sources_.size(); }
  LineColumn position(std::uint32_t document, std::uint32_t offset) const;
  /// The text of the 1-based line, without its line end.
  std::string_view line(std::uint32_t document, std::uint32_t number) const;

 private:
  std::vector<Source> sources_;
};

}  // namespace strate
