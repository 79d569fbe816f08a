// The topics of the reference that explain the language itself. Internal to reference().
#pragma once

#include "cli/reference.hpp"

namespace strate::cli {

/// The words of a stack's entry: an entry of the topic each.
ReferenceTopic words_topic();
/// What stands behind keys: curves, bands, knobs, own fields.
ReferenceTopic values_topic();
/// The keys of each kind of document.
ReferenceTopic documents_topic();

}  // namespace strate::cli
