// A small recipe for every operator, and its picture: what `stratec docs` shows of them. The
// recipes are the files of examples/every_op, built into the program.
#pragma once

#include <span>
#include <string_view>

#include "cli/session.hpp"
#include "formats/files/png.hpp"

namespace strate::cli {

struct OperatorExample {
  std::string_view op;      ///< id of the operator that it shows
  std::string_view recipe;  ///< text of a recipe document
};

/// By the names of the operators, ascending.
std::span<const OperatorExample> operator_examples();

/// What the recipes name, by paths relative to them.
struct ExampleFile {
  std::string_view path, bytes;
};
std::span<const ExampleFile> example_files();

/// Null if there is none.
const OperatorExample* example_of(std::string_view op);

inline constexpr int kExampleWidth = 480, kExampleHeight = 270;

/// What a player sees of the example, cooked alone (load_world). The session gives threads and
/// catalog, and is left as it was.
Result<RgbImage> picture_of(const OperatorExample& example, const Session& session);

}  // namespace strate::cli
