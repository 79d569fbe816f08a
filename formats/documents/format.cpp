#include "formats/documents/format.hpp"

#include <utility>

#include "formats/documents/format_check.hpp"
#include "formats/documents/format_measure.hpp"
#include "formats/documents/format_order.hpp"
#include "formats/documents/format_print.hpp"

namespace strate {

bool format_document(const SourceSet& sources, std::uint32_t document, bool jsonc,
                     const Catalog& catalog, std::string& out, Diagnostics& diags) {
  layout::Text text;
  if (!layout::read_text(sources, document, jsonc, text, diags)) return false;
  layout::arrange(text.root, catalog);
  layout::measure(text.root);
  std::string printed = layout::print(text).text;
  if (!layout::holds_the_same(text, printed)) {
    diags.error("bug.format", "the layout would change what this document says",
                {document, text.root.place.begin, text.root.place.begin + 1});
    return false;
  }
  out = std::move(printed);
  return true;
}

}  // namespace strate
