#include "cli/reference.hpp"

namespace strate::cli {

namespace {

/// A cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string code(std::string_view text) { return "`" + cell(text) + "`"; }

std::string table(const ReferenceEntry& e) {
  const bool follows = !e.rows.front().follows.empty();
  std::string name = e.rows_are;
  name.pop_back();  // one of them
  std::string out = "| " + name + " | takes |" + (follows ? " follows |" : "") + " meaning |\n";
  out += follows ? "|---|---|---|---|\n" : "|---|---|---|\n";
  for (const ReferenceRow& r : e.rows) {
    out += "| " + code(r.name) + " | " + cell(r.takes) + " | ";
    if (follows) out += cell(r.follows) + " | ";
    out += cell(r.doc) + " |\n";
  }
  return out;
}

std::string markdown_of(const ReferenceEntry& e) {
  std::string out = "### " + e.id + "\n\n" + sentence(e.doc);
  for (const std::string& fact : e.facts) out += " " + fact;
  out += "\n";
  if (!e.picture.empty()) out += "\n![" + e.id + "](" + e.picture + ")\n";
  for (const ReferenceListing& l : e.listings)
    out += "\n" + l.title + ":\n\n```\n" + l.text + "\n```\n";
  if (!e.rows.empty()) out += "\n" + table(e);
  return out;
}

}  // namespace

std::string as_markdown(const std::vector<ReferenceTopic>& topics) {
  std::string out;
  for (const ReferenceTopic& t : topics) {
    if (!out.empty()) out += "\n";
    out += "## " + t.title + "\n\n" + t.doc + "\n";
    for (const ReferenceEntry& e : t.entries) out += "\n" + markdown_of(e);
  }
  return out;
}

}  // namespace strate::cli
