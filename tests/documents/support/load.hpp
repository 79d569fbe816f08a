// Loading documents from memory or from the test data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/memory_file_system.hpp"
#include "formats/documents/documents.hpp"
#include "formats/documents/expect.hpp"
#include "tests/support/test_catalog.hpp"

namespace strate::test {

struct Loaded {
  SourceSet sources;
  Season season;
  Expect expect;
  Diagnostics diags;
  bool fine = false;
  std::string printed() const { return print(diags, sources); }
  std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const Diagnostic& d : diags.all()) out.push_back(d.what.code);
    return out;
  }
};

using Files = std::vector<std::pair<std::string, std::string>>;

/// Puts the files under /w and loads the first of them as a season or strate.
inline Loaded load(const Files& files, const LoadOptions& options = {},
                   const Catalog& catalog = test_catalog()) {
  MemoryFileSystem memory;
  for (const auto& [name, text] : files) memory.put("/w/" + name, text);
  Loaded out;
  const std::string path = "/w/" + files.front().first;
  const bool season = path.find(".season.json") != std::string::npos;
  out.fine = (season ? load_season : load_strate)(path, memory, catalog, options, out.sources,
                                                  out.season, out.diags);
  return out;
}

/// A strate document with these members, loaded alone.
inline Loaded load_members(const std::string& members, const Files& more = {}) {
  Files files{{"a.strate.json", "{ \"$schema\": \"strate-1.json\", " + members + " }"}};
  files.insert(files.end(), more.begin(), more.end());
  return load(files);
}

/// Whether a text holds control characters beside line ends.
bool drives_terminal(const std::string& text);

/// A folder of tests/documents/data.
std::string data_path(const std::string& name);
std::string read_text(const std::string& path);
/// Loads a season, a strate or an expect.json of the real file system, from within its folder.
Loaded load_in(const std::string& folder, const std::string& name);

}  // namespace strate::test
