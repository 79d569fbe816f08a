# strate_embed_examples(TARGET): examples/every_op/*.recipe.json and the files that they name as data
# of TARGET, in the order of their names (cli/operator_examples.hpp).
function(strate_embed_examples target)
  file(GLOB recipes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/every_op/*.recipe.json)
  set(rows "")
  foreach(recipe IN LISTS recipes)
    get_filename_component(op ${recipe} NAME_WE)
    file(READ ${recipe} text)
    string(APPEND rows "    {\"${op}\", R\"json(${text})json\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${recipe})
  endforeach()
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/every_op/files/*)
  set(file_rows "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    file(READ ${file} digits HEX)
    # Lines of 16 bytes, each written as its two digits.
    string(REGEX REPLACE "(................................)" "\\1\n" digits "${digits}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${digits}")
    string(REPLACE "\n" "\"\n\"" bytes "${bytes}")
    string(APPEND file_rows "    file(\"files/${name}\",\n\"${bytes}\"),\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  set(made ${PROJECT_BINARY_DIR}/operator_examples.cpp)
  file(CONFIGURE OUTPUT ${made} @ONLY CONTENT [[
#include "cli/operator_examples.hpp"

namespace strate::cli {

std::span<const OperatorExample> operator_examples() {
  static constexpr OperatorExample kExamples[] = {
@rows@  };
  return kExamples;
}

namespace {

template <std::size_t N>
constexpr ExampleFile file(const char* path, const char (&bytes)[N]) {
  return {path, {bytes, N - 1}};
}

}  // namespace

std::span<const ExampleFile> example_files() {
  static constexpr ExampleFile kFiles[] = {
@file_rows@  };
  return kFiles;
}

}  // namespace strate::cli
]])
  target_sources(${target} PRIVATE ${made})
endfunction()
