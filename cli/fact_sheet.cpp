#include "cli/fact_sheet.hpp"

#include <algorithm>

#include "compiler/utf8.hpp"

namespace strate::cli {

namespace {

std::string spaced(std::string_view key) {
  std::string text(key);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// "voxel_m" of a value in m is the voxel.
std::string label_of(std::string_view key, std::string_view unit) {
  if (!unit.empty() && key.ends_with("_" + std::string(unit))) key.remove_suffix(unit.size() + 1);
  return spaced(key);
}

std::string row_text(const std::vector<double>& row) {
  std::string text;
  for (const double v : row) text += (text.empty() ? "" : ", ") + json::number_text(v);
  return text;
}

std::string text_of(const Cell& cell) {
  if (const auto* s = std::get_if<std::string>(&cell)) return utf8::printable(*s);
  if (const auto* d = std::get_if<double>(&cell)) return json::number_text(*d);
  if (const auto* n = std::get_if<std::uint64_t>(&cell)) return std::to_string(*n);
  if (const auto* b = std::get_if<bool>(&cell)) return *b ? "yes" : "no";
  if (const auto* w = std::get_if<Word>(&cell)) return utf8::printable(w->words);
  return row_text(std::get<std::vector<double>>(cell));
}

void write_cell(json::Writer& out, const Cell& cell) {
  if (const auto* s = std::get_if<std::string>(&cell))
    out.value(utf8::printable(*s));
  else if (const auto* d = std::get_if<double>(&cell))
    out.value(*d);
  else if (const auto* n = std::get_if<std::uint64_t>(&cell))
    out.value(*n);
  else if (const auto* b = std::get_if<bool>(&cell))
    out.value(*b);
  else if (const auto* w = std::get_if<Word>(&cell))
    out.value(utf8::printable(w->token));
  else {
    out.begin_row();
    for (const double v : std::get<std::vector<double>>(cell)) out.value(v);
    out.end_array();
  }
}

/// Left-aligned columns, two blanks between them.
std::string table_text(const std::vector<std::string>& columns,
                       const std::vector<std::vector<Cell>>& rows) {
  std::vector<std::vector<std::string>> lines(1);
  for (const std::string& c : columns) lines[0].push_back(spaced(c));
  for (const auto& row : rows) {
    lines.emplace_back();
    for (const Cell& cell : row) lines.back().push_back(text_of(cell));
  }
  std::vector<std::size_t> width(columns.size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < width.size(); ++i) width[i] = std::max(width[i], line[i].size());
  std::string text;
  for (auto& line : lines) {
    text += "  ";
    for (std::size_t i = 0; i < width.size(); ++i) {
      if (i + 1 < width.size()) line[i].resize(width[i] + 2, ' ');
      text += line[i];
    }
    text += "\n";
  }
  return text;
}

}  // namespace

Word word(std::string_view token) { return {std::string(token), spaced(token)}; }

void FactSheet::add(std::string key, Cell value, std::string unit) {
  facts_.push_back({std::move(key), std::move(unit), std::move(value), {}, {}});
}

void FactSheet::add_table(std::string key, std::vector<std::string> columns) {
  facts_.push_back({std::move(key), {}, {}, std::move(columns), {}});
}

void FactSheet::add_row(std::vector<Cell> cells) { facts_.back().rows.push_back(std::move(cells)); }

std::string FactSheet::text() const {
  std::size_t width = 0;
  for (const Fact& f : facts_)
    if (f.columns.empty()) width = std::max(width, label_of(f.key, f.unit).size());
  std::string text;
  for (const Fact& f : facts_) {
    if (!f.columns.empty()) {
      text += spaced(f.key) + "\n" + table_text(f.columns, f.rows);
      continue;
    }
    std::string label = label_of(f.key, f.unit);
    label.resize(width + 2, ' ');
    text += label + text_of(f.value) + (f.unit.empty() ? "" : " " + f.unit) + "\n";
  }
  return text;
}

void FactSheet::write(json::Writer& out) const {
  for (const Fact& f : facts_) {
    out.key(f.key);
    if (f.columns.empty()) {
      write_cell(out, f.value);
      continue;
    }
    out.begin_array();
    for (const auto& row : f.rows) {
      out.begin_object();
      for (std::size_t i = 0; i < f.columns.size(); ++i) {
        out.key(f.columns[i]);
        write_cell(out, row[i]);
      }
      out.end_object();
    }
    out.end_array();
  }
}

}  // namespace strate::cli
