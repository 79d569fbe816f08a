// Laying out and merging texts of the tests' own.
#pragma once

#include <string>
#include <vector>

#include "compiler/hash.hpp"

namespace strate::test {

/// The canonical form; the test fails if there is none.
std::string laid_out(const std::string& text, bool jsonc = false);

/// The documents of a folder of the repository, with their paths.
struct Shipped {
  std::string path, text;
  bool jsonc = false;
};
std::vector<Shipped> documents_under(const std::string& folder);

/// The same document without any white space that means nothing, and with a new line at every place
/// where there may be one. Only for documents without comments.
std::string on_one_line(const std::string& text);
std::string on_many_lines(const std::string& text);

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() { return state_ = mix64(state_ + kSaltStep); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// A document with anything anywhere: entries, lists, comments in every gap, odd white space.
std::string random_document(Dice& dice);

}  // namespace strate::test
