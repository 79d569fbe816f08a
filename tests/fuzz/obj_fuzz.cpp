// Fuzz target of the readers of surfaces: OBJ, MTL and the head of a .vdb, each by its first byte's
// turn. They answer whatever the bytes; what they accept holds what it says.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/files/obj.hpp"
#include "formats/files/obj_summary.hpp"
#include "formats/files/vdb_header.hpp"

namespace {

using namespace strate;

void try_surface(std::string_view text) {
  const Result<ObjFacts> facts = inspect_obj(text);
  if (!facts && !facts.error().code.starts_with("obj.")) std::abort();
  if (facts && facts->by_class[0] + facts->by_class[1] + facts->by_class[2] != facts->triangles)
    std::abort();
  if (facts && facts->triangles > text.size()) std::abort();
  const Result<ObjSummary> summary = summarize_obj(text);
  if (!summary && !summary.error().code.starts_with("obj.")) std::abort();
  if (facts && summary && !summary->witness && summary->vertices != facts->vertices) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try_surface(bytes);
  const Result<std::vector<std::string>> materials = materials_of(bytes);
  if (!materials && materials.error().code != "mtl.syntax") std::abort();
  const Result<VdbSummary> head = read_vdb_header(bytes);
  if (!head && head.error().code != "vdb.damaged") std::abort();
  if (head && (!is_vdb(bytes) || head->bytes != size)) std::abort();
  return 0;
}
