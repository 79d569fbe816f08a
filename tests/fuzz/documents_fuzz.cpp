// Fuzz target of the documents: the bytes stand as a season, a strate and a recipe in turn, in
// memory. Whatever they are, the readers answer with positioned errors or with a world, and what
// they say is harmless to print.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "compiler/memory_file_system.hpp"
#include "compiler/utf8.hpp"
#include "formats/documents/documents.hpp"
#include "passes/ops/catalog.hpp"

namespace {

using namespace strate;

const std::string kSeason =
    R"({ "$schema": "season-1.json", "seed": "1", "slots": [ { "id": "a", "strate": "a.strate.json" },
 { "id": "b", "strate": "a.strate.json" } ] })";
const std::string kStrate = R"({ "$schema": "strate-1.json", "recipe": "a.recipe.json" })";
const std::string kRecipe =
    R"({ "$schema": "recipe-1.json", "stack": [ { "id": "rock", "op": "solid" } ] })";

void try_loading(const std::string& season, const std::string& strate, const std::string& recipe,
                 const Catalog& catalog) {
  MemoryFileSystem files;
  files.put("/w/a.season.json", season);
  files.put("/w/a.strate.json", strate);
  files.put("/w/a.recipe.json", recipe);
  SourceSet sources;
  Season out;
  Diagnostics diags;
  const bool fine = load_season("/w/a.season.json", files, catalog, {}, sources, out, diags);
  if (fine == diags.has_errors()) std::abort();
  const std::string text = print(diags, sources) + print_json(diags, sources);
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') std::abort();
  if (utf8::first_fault(text) != text.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog catalog = shipped_catalog();
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_loading(bytes, kStrate, kRecipe, catalog);
  try_loading(kSeason, bytes, kRecipe, catalog);
  try_loading(kSeason, kStrate, bytes, catalog);
  return 0;
}
