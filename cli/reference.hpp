// The reference of `stratec docs` as data, made from the tables that drive the parser, the schemas,
// the laws and the command line. The renderers know nothing of those tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "compiler/op.hpp"
#include "passes/laws/law.hpp"

namespace strate::json {
class Writer;
}

namespace strate::cli {

/// One parameter, key, figure or option.
struct ReferenceRow {
  std::string name;
  std::string takes;    ///< range, unit and default: "2 to 32 m, default 12"
  std::string follows;  ///< what a parameter may follow; empty outside operators
  std::string doc;
};

/// Text that is set as it stands.
struct ReferenceListing {
  std::string title, text;  ///< the text without a last line break
};

/// One operator, archetype, field, kind of document, law or command.
struct ReferenceEntry {
  std::string id;
  std::string doc;                 ///< one sentence as its table says it; see sentence()
  std::vector<std::string> facts;  ///< further sentences
  std::string rows_are;            ///< "parameters", "figures", "options"; empty without rows
  std::vector<ReferenceRow> rows;
  std::vector<ReferenceListing> listings;
  std::string picture;               ///< path of its picture as links name it; empty: none
  std::vector<std::string> aliases;  ///< other names that `stratec docs` finds it by
};

struct ReferenceTopic {
  std::string id;     ///< "operators"
  std::string title;  ///< "Operators"
  std::string doc;    ///< one paragraph
  int man_section = 7;
  std::vector<ReferenceEntry> entries;
};

/// Every topic, in the order of the reference, entries in the order of their catalog.
std::vector<ReferenceTopic> reference(const Catalog& catalog, const std::vector<LawRow>& laws,
                                      std::span<const Command> commands);

/// The topics, ids and aliases of a reference, in its order, each once: what `stratec docs` takes.
std::vector<std::string> reference_names(const std::vector<ReferenceTopic>& topics);

/// The whole reference for an empty name, one topic, or those topics cut to the entries of that id
/// or alias.
/// Empty if there is none of that name.
std::vector<ReferenceTopic> chosen_topics(std::vector<ReferenceTopic> topics,
                                          std::string_view name);

/// "one wide hall" → "One wide hall.": whatever the table's habit.
std::string sentence(std::string_view doc);

/// Headings, paragraphs and tables.
std::string as_markdown(const std::vector<ReferenceTopic>& topics);

/// One page in man(7) macros, ASCII only. `name` as given to chosen_topics.
std::string as_man(const std::vector<ReferenceTopic>& topics, std::string_view name);

/// A list of objects with the members of ReferenceTopic.
void write_json(json::Writer& out, const std::vector<ReferenceTopic>& topics);

}  // namespace strate::cli
