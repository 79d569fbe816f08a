// An audit for people: the table of laws with their margins, then every finding with its blame.
#pragma once

#include <span>
#include <string>

#include "compiler/law.hpp"
#include "compiler/source_set.hpp"
#include "passes/cook.hpp"

namespace strate::cli {

/// "not applicable": a verdict as people read it; documents keep its name.
std::string verdict_words(Verdict verdict);

/// The whole text of `stratec audit`. `color`: verdicts in colour.
std::string audit_text(const Cook& cook, const SourceSet& sources, bool color);

/// The same as the one document of --json.
std::string audit_document(const Cook& cook, const SourceSet& sources, std::string_view command);

/// "length 412.3 m · worst grade 14.2° at … · narrowest …": one line, or that there is none.
std::string descent_text(const Cook& cook);

}  // namespace strate::cli
