// `extends` (11 §5): a document with the values of its parents beneath its own.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "compiler/diagnostic.hpp"
#include "compiler/json.hpp"
#include "formats/documents/library.hpp"

namespace strate {

/// Parents above one document.
inline constexpr std::size_t kMostParents = 3;

/// Lays a document over its parent. Objects merge key by key, `add` lists append, everything else
/// replaces; `extends` is gone. Exceptions that follow from what the keys mean:
///   · an own `archetype`, `recipe` or `regions` drops the parent's whole density part;
///   · a parameter in `set` is one value: a curve or scope is replaced whole, as `set` does it
///     everywhere; so is a named field that says what kind it is;
///   · another `style` drops the block named like the parent's;
///   · a season's `set` is worked off: it changes slots by id, and what fills a slot drops what
///     filled it before.
/// Every value keeps the place where it was written. Errors: "season.unknown_slot",
/// "season.set_changes_id".
json::Node lay_over(json::Node parent, const json::Node& child, DocumentKind kind,
                    Diagnostics& diags);

/// The documents of a run as they stand with their parents. Lives as long as its library.
class Heritage {
 public:
  Heritage(Library& library, Diagnostics& diags) : library_(library), diags_(diags) {}

  /// The document itself if it extends nothing. Null if a parent cannot be used; the error is
  /// reported: "extends.cycle", "extends.too_deep" and those of paths.
  const Document* whole(const Document& document);

 private:
  bool parents_of(const Document& document, std::vector<const Document*>& chain);

  Library& library_;
  Diagnostics& diags_;
  std::map<const Document*, std::unique_ptr<Document>> whole_;
};

}  // namespace strate
