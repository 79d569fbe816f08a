// What a file of ours holds, by its content: for `stratec inspect`.
#pragma once

#include <string>

#include "cli/fact_sheet.hpp"
#include "cli/session.hpp"
#include "compiler/file_system.hpp"
#include "formats/files/listing.hpp"

namespace strate::cli {

/// A file with its bytes, and what the list of its output folder says of it.
struct InspectedFile {
  std::string path, bytes;
  Listing listing = Listing::no_list;
};

/// Pictures, volumes, meshes, materials and world assets. A volume is given to OpenVDB only where
/// its listing says `unchanged`: else its head alone is read. Codes: "png.damaged", "vdb.…",
/// "obj.…", "mtl.…", "asset.…".
Result<FactSheet> inspect_binary(const InspectedFile& file, bool& known);

/// Documents that we write: manifest, artifacts, audit, measure, views.
Result<FactSheet> inspect_written(const InspectedFile& file, Session& session, bool& known);

/// Documents that people write: season, strate, recipe. Findings are in `session.diags`; where one
/// is an error the sheet is empty.
FactSheet inspect_authored(const InspectedFile& file, FileSystem& files, Session& session,
                           bool& known);

/// The exit code of what is wrong with a file that we wrote: 3 where its content is, else that of
/// exit_code_of.
int inspect_exit_code(const Error& error);

}  // namespace strate::cli
