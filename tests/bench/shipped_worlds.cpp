#include "shipped_worlds.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>

#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "passes/ops/catalog.hpp"

namespace strate::bench {

namespace {

World compiled(const std::string& id) {
  const Catalog catalog = shipped_catalog();
  MemoryFileSystem files;
  files.put(
      "/b/x.strate.json",
      "{ \"$schema\": \"strate-1.json\", \"title\": \"x\", \"archetype\": \"" + id + "\" }\n");
  SourceSet sources;
  Diagnostics diags;
  Season season;
  const bool fine = load_strate("/b/x.strate.json", files, catalog, {}, sources, season, diags);
  if (fine)
    if (Result<World> world = World::compile(season.world, catalog)) return std::move(*world);
  std::fprintf(stderr, "%s does not compile\n%s", id.c_str(), print(diags, sources).c_str());
  std::exit(1);
}

}  // namespace

std::vector<std::string> archetype_ids() {
  std::vector<std::string> ids;
  for (const ArchetypeRow& row : shipped_catalog().archetypes) ids.emplace_back(row.id);
  return ids;
}

const World& archetype_world(const std::string& id) {
  static std::map<std::string, World> worlds;
  auto found = worlds.find(id);
  if (found == worlds.end()) found = worlds.emplace(id, compiled(id)).first;
  return found->second;
}

SampleRequest archetype_request(const World& world) {
  constexpr Um kHalf = 32 * kUmPerM;
  return strate_request(world.def(), 0, -kHalf, -kHalf, kHalf, kHalf);
}

}  // namespace strate::bench
