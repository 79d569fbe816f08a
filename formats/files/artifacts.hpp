// artifacts.json (05): every file of an output folder with its hash, the list itself included.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hash.hpp"
#include "compiler/result.hpp"

namespace strate {

inline constexpr std::string_view kArtifactsSchema = "artifacts-1";
inline constexpr std::string_view kArtifactsFile = "artifacts.json";

/// One file of an output folder.
struct Artifact {
  std::string path;  ///< relative to the folder, with '/'
  std::uint64_t size = 0;
  Hash128 hash;
  std::string pass;                 ///< the pass that wrote it
  std::vector<std::string> inputs;  ///< what it was made from
  friend bool operator==(const Artifact&, const Artifact&) = default;
};

struct ArtifactList {
  std::string tool;             ///< "stratec 0.1.0"
  Hash128 manifest;             ///< of season_manifest.json's bytes; zero if there is none
  std::vector<Artifact> files;  ///< ascending path; all files but artifacts.json
  friend bool operator==(const ArtifactList&, const ArtifactList&) = default;
};

/// Canonical bytes, with a hash over themselves. Files come out sorted.
std::string write_artifacts(ArtifactList list);

/// Accepts nothing but what write_artifacts writes. Codes "artifacts.…" (exit 3).
Result<ArtifactList> read_artifacts(std::string_view bytes);

}  // namespace strate
