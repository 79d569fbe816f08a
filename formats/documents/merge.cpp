#include "formats/documents/merge.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "formats/documents/format_check.hpp"
#include "formats/documents/format_measure.hpp"
#include "formats/documents/format_order.hpp"
#include "formats/documents/format_print.hpp"
#include "formats/documents/merge_cells.hpp"

namespace strate {
namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Comments behind the root: those of ours, and what theirs has new.
std::vector<layout::Comment> merge_tails(const layout::Text& base, const layout::Text& ours,
                                         const layout::Text& theirs) {
  const auto holds = [](const std::vector<layout::Comment>& list, const layout::Comment& c) {
    return std::any_of(list.begin(), list.end(),
                       [&](const layout::Comment& other) { return other.text == c.text; });
  };
  std::vector<layout::Comment> out;
  for (const layout::Comment& c : ours.tail)
    if (holds(theirs.tail, c) || !holds(base.tail, c)) out.push_back(c);
  for (const layout::Comment& c : theirs.tail)
    if (!holds(ours.tail, c) && !holds(base.tail, c)) out.push_back(c);
  return out;
}

void report(layout::Merger& merger, const layout::Printed& printed, Diagnostics& diags) {
  std::vector<Error>& conflicts = merger.conflicts();
  for (std::size_t i = 0; i < conflicts.size(); ++i) {
    const std::size_t line = i < printed.clashes.size() ? printed.clashes[i] : 0;
    if (line > 0)
      conflicts[i].notes.push_back("both stand in the merged file from line " +
                                   std::to_string(line));
    diags.add(std::move(conflicts[i]));
  }
  for (const Error& w : merger.warnings()) diags.warning(w.code, w.text, w.source).notes = w.notes;
}

}  // namespace

bool merge_documents(const SourceSet& sources, const MergeSides& sides, const Catalog& catalog,
                     MergedDocument& out, Diagnostics& diags) {
  layout::Text base, ours, theirs, merged;
  const bool has_base = !is_blank(sources[sides.base].text);
  bool fine = !has_base || layout::read_text(sources, sides.base, true, base, diags);
  fine = layout::read_text(sources, sides.ours, true, ours, diags) && fine;
  fine = layout::read_text(sources, sides.theirs, true, theirs, diags) && fine;
  if (!fine) return false;
  layout::Merger merger(sources);
  merged.root = merger.merge(has_base ? &base.root : nullptr, ours.root, theirs.root);
  merged.tail = merge_tails(base, ours, theirs);
  layout::arrange(merged.root, catalog);
  layout::measure(merged.root);
  layout::Printed printed = layout::print(merged);
  out.conflicts = merger.conflicts().size();
  report(merger, printed, diags);
  if (out.conflicts == 0 && !layout::holds_the_same(merged, printed.text)) {
    diags.error("bug.merge", "the merged document would not read back as it was merged",
                {sides.ours, 0, 1});
    return false;
  }
  out.text = std::move(printed.text);
  return true;
}

}  // namespace strate
