# strate_embed_examples(TARGET): examples/every_op/*.recipe.json as data of TARGET, in the order of
# their names (cli/operator_examples.hpp).
function(strate_embed_examples target)
  file(GLOB recipes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/every_op/*.recipe.json)
  set(rows "")
  foreach(recipe IN LISTS recipes)
    get_filename_component(op ${recipe} NAME_WE)
    file(READ ${recipe} text)
    string(APPEND rows "    {\"${op}\", R\"json(${text})json\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${recipe})
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

}  // namespace strate::cli
]])
  target_sources(${target} PRIVATE ${made})
endfunction()
