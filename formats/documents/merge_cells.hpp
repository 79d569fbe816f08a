// Three-way merge of values with their comments. Internal to formats/documents.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/result.hpp"
#include "compiler/source_set.hpp"
#include "formats/documents/format_tree.hpp"
#include "formats/documents/merge_order.hpp"

namespace strate::layout {

/// The members of an object or the items of a list, by name.
struct Named {
  Names names;  ///< in order
  std::map<std::string_view, const Cell*> cells;

  const Cell* find(std::string_view name) const {
    const auto at = cells.find(name);
    return at == cells.end() ? nullptr : at->second;
  }
};

/// Keys of an object; of a list the ids of its items, or the names of their operators. None if it
/// is a scalar, or a list where an item has no name or two have the same.
std::optional<Named> named_in(const Cell& cell);

/// Merges one document. `base` is null where it has no such value. What `merge` returns holds cells
/// of the sides, whose documents must outlive it.
class Merger {
 public:
  explicit Merger(const SourceSet& sources) : sources_(sources) {}

  Cell merge(const Cell* base, const Cell& ours, const Cell& theirs);

  /// One error a conflict, by its index.
  std::vector<Error>& conflicts() { return conflicts_; }
  const std::vector<Error>& warnings() const { return warnings_; }

 private:
  struct Three {
    const Cell* base;
    const Cell* ours;
    const Cell* theirs;
  };

  /// What is inside of three objects or three lists of named items.
  struct ThreeNamed {
    Named base, ours, theirs;
  };

  bool merge_value(const Three& three, Cell& out);
  bool merge_inside(const Three& three, Cell& out);
  void merge_named(const Three& three, const ThreeNamed& named, Cell& out);
  void merge_items(const Three& three, Cell& out);
  std::optional<Cell> merge_member(const Three& three);
  Cell order_clash(const Three& three, const MergedOrder& order,
                   const std::map<std::string_view, Cell>& merged);
  Cell clash(const std::string& what, const Three& three);
  void warn_beside(const MergedOrder& order, const Named& ours, const Named& theirs);
  std::string line_of(std::string_view side, const Cell& cell) const;
  std::string here() const;

  const SourceSet& sources_;
  std::vector<std::string_view> path_;
  std::vector<Error> conflicts_, warnings_;
};

}  // namespace strate::layout
