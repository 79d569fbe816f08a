#include "tests/documents/support/layout.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string_view>

#include "formats/documents/format.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/documents/support/load.hpp"

namespace strate::test {
namespace {

/// Copies a document, calling `between` wherever white space may stand.
template <class Between>
std::string respaced(const std::string& text, Between between) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string || c == '"') {
      out += c;
      if (in_string && c == '\\') out += text[++i];
      if (c == '"') in_string = !in_string;
      continue;
    }
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') continue;
    const bool mark = std::string_view("{}[],:").find(c) != std::string_view::npos;
    if (mark) between(out);
    out += c;
    if (mark) between(out);
  }
  return out;
}

const std::vector<std::string> kKeys{
    "id",   "op",       "combine", "blend_m",
    "note", "where",    "group",   "mask",
    "a",    "radius_m", "stops",   "on",
    "use",  "sites",    "after",   "a much longer key than others"};
const std::vector<std::string> kValues{"1",
                                       "-0.50",
                                       "1e3",
                                       "true",
                                       "null",
                                       "\"rooms\"",
                                       "\"\\u00e9 \\\"//\\\" é 字\"",
                                       "\"a text that takes a good part of the line it stands on\"",
                                       "[]",
                                       "{}",
                                       "[4, 10]",
                                       "[[8,4],[52,9]]"};
const std::vector<std::string> kComments{"// short",
                                         "/* block */",
                                         "/* of\n   two lines */",
                                         "/*\n * starred\n */",
                                         "//",
                                         "// wide 字 and \"quoted\" , ] }"};

class Generator {
 public:
  explicit Generator(Dice& dice) : dice_(dice) {}

  std::string document() {
    gap();
    value(0);
    gap();
    return std::move(out_);
  }

 private:
  void gap() {
    while (dice_.one_in(3)) out_ += dice_.one_in(2) ? " " : dice_.one_in(3) ? "\r\n" : "\n";
    if (!dice_.one_in(6)) return;
    const std::string& comment = kComments[dice_.below(kComments.size())];
    out_ += comment;
    if (comment.starts_with("//")) out_ += dice_.one_in(2) ? "  \n" : "\n";
    gap();
  }

  void value(int depth) {
    if (depth > 4 || (depth > 0 && dice_.one_in(2))) {
      out_ += kValues[dice_.below(kValues.size())];
      return;
    }
    const bool object = dice_.one_in(2);
    out_ += object ? '{' : '[';
    std::vector<std::string> keys = kKeys;
    const std::size_t n = dice_.below(7);
    for (std::size_t i = 0; i < n; ++i) {
      gap();
      if (object) {
        const std::size_t which = dice_.below(keys.size());
        out_ += "\"" + keys[which] + "\"";
        keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(which));
        gap();
        out_ += ':';
        gap();
      }
      value(depth + 1);
      gap();
      if (i + 1 < n || dice_.one_in(4)) out_ += ',';
    }
    gap();
    out_ += object ? '}' : ']';
  }

  Dice& dice_;
  std::string out_;
};

}  // namespace

std::string laid_out(const std::string& text, bool jsonc) {
  SourceSet sources;
  Diagnostics diags;
  std::string out;
  const std::uint32_t id = sources.add("x", text);
  const bool fine = format_document(sources, id, jsonc, shipped_catalog(), out, diags);
  INFO(print(diags, sources));
  REQUIRE(fine);
  return out;
}

std::vector<Shipped> documents_under(const std::string& folder) {
  std::vector<Shipped> out;
  const std::string root = std::string(STRATEC_SOURCE_DIR) + "/" + folder;
  for (const auto& e : std::filesystem::recursive_directory_iterator(root)) {
    const std::string path = e.path().string();
    const bool jsonc = path.ends_with(".jsonc");
    if (e.is_regular_file() && (jsonc || path.ends_with(".json")))
      out.push_back({path, read_text(path), jsonc});
  }
  std::sort(out.begin(), out.end(),
            [](const Shipped& a, const Shipped& b) { return a.path < b.path; });
  return out;
}

std::string on_one_line(const std::string& text) {
  return respaced(text, [](std::string&) {});
}

std::string on_many_lines(const std::string& text) {
  return respaced(text, [](std::string& out) { out += out.ends_with('\n') ? "\t" : "\r\n"; });
}

std::string random_document(Dice& dice) { return Generator(dice).document(); }

}  // namespace strate::test
