// The season manifest (04 §3): what a runtime rebuilds the world from, and what people review.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/hash.hpp"
#include "compiler/law.hpp"
#include "compiler/op.hpp"
#include "compiler/season.hpp"
#include "compiler/source_set.hpp"
#include "compiler/world.hpp"

namespace strate {

inline constexpr std::string_view kManifestSchema = "season_manifest-1";
inline constexpr std::string_view kManifestFile = "season_manifest.json";

/// A measured figure; its unit is the suffix of its name. Finite.
struct Figure {
  std::string name;
  double value = 0;
  friend bool operator==(const Figure&, const Figure&) = default;
};

/// What people review of one strate; never density.
struct StrateReview {
  std::string slot, title, note;
  std::string file, base;  ///< provenance, as StrateSettings
  Atmosphere atmosphere;
  std::vector<BiomeLook> biomes;  ///< parallel to the world's
  std::vector<Figure> figures;
};

/// The verdict of one law over one strate (empty: the whole stack).
struct LawReview {
  std::string law, strate;
  Verdict verdict = Verdict::not_proven;
  std::array<double, 6> window_m{};  ///< x0, y0, z0, x1, y1, z1
  double step_m = 0;
  std::string proved;
  std::vector<Margin> margins;
};

struct Review {
  std::string name, title;
  std::int64_t revision = 0;
  bool audited = true;                        ///< false: cooked with --skip audit
  Um lo_x = 0, lo_y = 0, hi_x = 0, hi_y = 0;  ///< window baked
  std::vector<StrateReview> strates;          ///< parallel to the world's
  std::vector<Figure> figures;                ///< of the whole stack: the descent
  std::vector<LawReview> laws;
};

/// All of the manifest's own bytes.
struct ManifestHashes {
  Hash128 content, layout, review;
  std::string content_sha256;
  friend bool operator==(const ManifestHashes&, const ManifestHashes&) = default;
};

struct Manifest {
  std::string version;  ///< of the tool: "0.1.0"
  WorldDef world;
  Review review;
  ManifestHashes hashes;  ///< computed by write_manifest, checked by read_manifest
};

/// Canonical bytes. `hashes` of the argument is not read: they are computed.
std::string write_manifest(const Manifest& manifest, const Catalog& catalog);

/// The same, read back: "bug.manifest" if read_manifest would refuse it (a figure out of range, a
/// strate without review …), which is a bug of the caller.
Result<std::string> write_checked_manifest(const Manifest& manifest, const Catalog& catalog);

/// The hashes that write_manifest puts in.
ManifestHashes hashes_of(const Manifest& manifest, const Catalog& catalog);

/// Canonical bytes of the `world` object alone: what `content` hashes.
std::string write_world(const WorldDef& world, const Catalog& catalog);

/// Reads strictly: accepts nothing but what write_manifest writes, by this world function. Every
/// Error has a code "manifest.…" (exit 3) and, for the second form, its place.
Result<Manifest> read_manifest(std::string_view bytes, const Catalog& catalog);
Result<Manifest> read_manifest(const SourceSet& sources, std::uint32_t document,
                               const Catalog& catalog);

/// The reviewed part of a law's report.
LawReview review_of(const LawReport& report, Um voxel_um);
/// The strate's settings without figures.
StrateReview review_of(const StrateSettings& settings);

}  // namespace strate
