// Output folders for tests of staging and verification: numbered versions that can be told apart.
#pragma once

#include <string>

#include "formats/files/staging.hpp"
#include "formats/files/verify.hpp"
#include "tests/support/manifest_sample.hpp"

namespace strate::testing {

inline const Catalog& catalog() {
  static const Catalog c = sample::catalog();
  return c;
}

/// Content of a file of version `n`.
inline std::string body(int n, std::size_t size) {
  std::string text;
  while (text.size() < size) text += "version " + std::to_string(n) + "\n";
  return text;
}

inline std::string manifest_of(int n) {
  Manifest m = sample::manifest();
  m.review.revision = n;
  return write_manifest(m, catalog());
}

/// Writes as another library would: nothing is synced.
inline Result<Done> write_unsynced(FileSystem& files, const std::string& path,
                                   const std::string& bytes) {
  Result<std::unique_ptr<FileWriter>> writer = files.create(path);
  if (!writer) return writer.error();
  if (Result<Done> r = (*writer)->write(bytes); !r) return r;
  return (*writer)->close();
}

/// Puts every file of version `n` into the staging; "same.txt" is equal in all versions.
inline Result<Done> fill(FileSystem& files, Staging& staging, int n, std::size_t size) {
  const std::vector<std::string> inputs{"sample.season.json"};
  if (auto r = staging.add("season_manifest.json", manifest_of(n), "emit", inputs); !r) return r;
  if (auto r = staging.add("same.txt", body(0, size), "report", inputs); !r) return r;
  if (auto r = staging.add("ossuary/density.vdb", body(n, size), "bake", inputs); !r) return r;
  const Result<std::string> place = staging.place("ossuary/deep/mesh.obj");
  if (!place) return place.error();
  if (auto r = write_unsynced(files, *place, body(-n, size / 2)); !r) return r;
  if (auto r = staging.adopt("ossuary/deep/mesh.obj", "bake", {}); !r) return r;
  return staging.add("empty.bin", "", "bake", {});
}

inline Result<Done> publish(FileSystem& files, const std::string& out, int n, std::size_t size) {
  Result<std::unique_ptr<Staging>> staging = Staging::open(files, out);
  if (!staging) return staging.error();
  if (Result<Done> r = fill(files, **staging, n, size); !r) return r;
  return (*staging)->publish("stratec 0.1.0");
}

/// "absent", the version that stands there whole ("7"), or what is wrong.
inline std::string state_of(FileSystem& files, const std::string& out, std::size_t size) {
  if (!exists(files, out)) return "absent";
  const Verification found = verify(files, out, catalog());
  if (!found.problems.empty())
    return found.problems[0].code + " " + found.problems[0].file + " " + found.problems[0].text;
  const Result<std::string> bytes = read_file(files, join_path(out, kManifestFile), 1u << 20);
  const Result<Manifest> manifest = read_manifest(*bytes, catalog());
  const int n = static_cast<int>(manifest->review.revision);
  const Result<std::string> density =
      read_file(files, join_path(out, "ossuary/density.vdb"), 1u << 24);
  return *density == body(n, size) ? std::to_string(n) : "mixed";
}

}  // namespace strate::testing
