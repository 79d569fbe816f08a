// The fail-closed check of an output folder (`stratec verify`).
#pragma once

#include <string>
#include <vector>

#include "compiler/file_system.hpp"
#include "compiler/op.hpp"

namespace strate {

/// What is wrong with one file. Codes: "verify.missing", "verify.extra", "verify.size",
/// "verify.changed", "verify.not_a_file", "verify.manifest_hash", "verify.not_audited", and those
/// of the readers: "artifacts.…", "manifest.…" (all exit 3), "io.…" (exit 4).
struct Problem {
  std::string code;
  std::string file;  ///< relative to the folder
  std::string text;
};

struct VerifyOptions {
  bool allow_not_audited = false;
  bool manifest_only = false;  ///< a manifest alone, without its artifacts
};

struct Verification {
  std::vector<Problem> problems;       ///< ascending file, then code; empty: all is well
  std::uint64_t files = 0, bytes = 0;  ///< checked
};

/// Checks an output folder, or the folder of the manifest at `path`. Files are read in pieces:
/// memory does not grow with their size.
Verification verify(FileSystem& files, const std::string& path, const Catalog& catalog,
                    const VerifyOptions& options = {});

}  // namespace strate
