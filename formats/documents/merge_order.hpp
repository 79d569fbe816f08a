// Three-way merge of the order of things with names. Internal to formats/documents.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace strate::layout {

using Names = std::vector<std::string_view>;

struct MergedOrder {
  Names names;         ///< every name of ours and theirs, once
  bool clash = false;  ///< both moved the same things; `names` then follows ours,
  Names theirs;        ///< and this is the same with what both have in their order
  /// First names of two runs that the sides added in the same place.
  std::vector<std::pair<std::string_view, std::string_view>> beside;
};

/// `base` may hold names that are gone; within one list every name stands once. What only one side
/// moved stays moved. What one side added stays behind what it stood behind; of two runs in the
/// same place the one whose first name sorts first comes first, so that the sides may be exchanged.
MergedOrder merge_order(const Names& base, const Names& ours, const Names& theirs);

}  // namespace strate::layout
