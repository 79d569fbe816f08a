// Facts about a thing, in order: printed as lines and tables for people, or as members of a JSON
// object, from the same rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/json.hpp"

namespace strate::cli {

/// A value; texts may be hostile, both forms escape them.
/// One of a few: JSON tells the token, text its words.
struct Word {
  std::string token, words;
};
/// "not_applicable" in the words "not applicable".
Word word(std::string_view token);

using Cell = std::variant<std::string, double, std::uint64_t, bool, std::vector<double>, Word>;

class FactSheet {
 public:
  /// `key` is the JSON key; the text form shows it with blanks, and `unit` after the value. Keys
  /// carry their unit too ("step_m").
  void add(std::string key, Cell value, std::string unit = {});
  /// A table: an array of objects in JSON. Every row has one cell a column.
  void add_table(std::string key, std::vector<std::string> columns);
  void add_row(std::vector<Cell> cells);  ///< to the table added last

  std::string text() const;
  void write(json::Writer& out) const;  ///< into the object that is open

 private:
  struct Fact {
    std::string key, unit;
    Cell value;
    std::vector<std::string> columns;  ///< not empty: a table
    std::vector<std::vector<Cell>> rows;
  };
  std::vector<Fact> facts_;
};

}  // namespace strate::cli
