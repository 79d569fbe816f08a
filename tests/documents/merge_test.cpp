// Three-way merges of documents by id and key (11 §9).
#include "formats/documents/merge.hpp"

#include <catch2/catch.hpp>

#include "formats/documents/merge_order.hpp"
#include "passes/ops/catalog.hpp"
#include "tests/documents/support/layout.hpp"
#include "tests/documents/support/load.hpp"

using namespace strate;
using layout::Names;
using test::laid_out;

namespace {

struct Merged {
  bool fine = false;
  MergedDocument document;
  SourceSet sources;
  Diagnostics diags;
  std::string printed() const { return print(diags, sources); }
  const std::string& text() const { return document.text; }
};

Merged merge(const std::string& base, const std::string& ours, const std::string& theirs) {
  Merged out;
  MergeSides sides;
  sides.base = out.sources.add("x (base)", base);
  sides.ours = out.sources.add("x (ours)", ours);
  sides.theirs = out.sources.add("x (theirs)", theirs);
  out.fine = merge_documents(out.sources, sides, shipped_catalog(), out.document, out.diags);
  return out;
}

/// What three texts merge to, whichever side is ours; the test fails if they contradict each other.
std::string clean(const std::string& base, const std::string& ours, const std::string& theirs) {
  const Merged a = merge(base, ours, theirs), b = merge(base, theirs, ours);
  INFO(a.printed());
  REQUIRE(a.fine);
  REQUIRE(a.document.conflicts == 0);
  CHECK_FALSE(a.diags.has_errors());
  CHECK(a.text() == b.text());
  return a.text();
}

/// A strate whose `add` holds these entries.
std::string stack(const std::string& entries) { return "{\"add\":[" + entries + "]}"; }

std::string entry(const std::string& id) { return "{\"id\":\"" + id + "\",\"op\":\"solid\"}"; }

/// The ids of a merged `add`, in order.
std::string ids(const std::string& text) {
  std::string out;
  for (std::size_t at = text.find("\"id\": \""); at != std::string::npos;
       at = text.find("\"id\": \"", at + 1))
    out += text.substr(at + 7, text.find('"', at + 7) - at - 7);
  return out;
}

std::string entries(const std::string& letters) {
  std::string out;
  for (const char c : letters) out += (out.empty() ? "" : ",") + entry(std::string(1, c));
  return stack(out);
}

Names names(const std::string& letters) {
  static const std::string kAll = "abcdefghijklmnopqrstuvwxyz";
  Names out;
  for (const char c : letters)
    out.push_back(std::string_view(kAll).substr(static_cast<std::size_t>(c - 'a'), 1));
  return out;
}

std::string joined(const Names& list) {
  std::string out;
  for (const std::string_view n : list) out += n;
  return out;
}

}  // namespace

TEST_CASE("merge: edits of two keys of one object come together") {
  CHECK(clean(R"({"set":{"rooms":{"radius_m":[4,10],"squash":0.5}}})",
              R"({"set":{"rooms":{"radius_m":[5,10],"squash":0.5}}})",
              R"({"set":{"rooms":{"radius_m":[4,10],"squash":0.8,"spacing_m":30}}})") ==
        laid_out(R"({"set":{"rooms":{"radius_m":[5,10],"squash":0.8,"spacing_m":30}}})"));
}

TEST_CASE("merge: the same edit on both sides is one, in whatever layout and spelling") {
  CHECK(clean(R"({"a":1,"b":[1,2]})", R"({"a":2,"b":[1,3]})",
              "{\n  \"b\": [1, 3],\n  \"a\": 2\n}") == laid_out(R"({"b":[1,3],"a":2})"));
  const Merged m = merge(R"({"a":1})", R"({"a":2})", R"({"a":2.0})");
  CHECK(m.document.conflicts == 0);
  CHECK(m.text() == laid_out(R"({"a":2})"));
}

TEST_CASE("merge: entries are found by id, wherever they went") {
  const std::string base = stack(R"({"id":"a","op":"box","round_m":1},{"id":"b","op":"solid"})");
  const std::string ours = stack(R"({"id":"b","op":"solid"},{"id":"a","op":"box","round_m":1})");
  const std::string theirs = stack(R"({"id":"a","op":"box","round_m":2},{"id":"b","op":"solid"})");
  CHECK(clean(base, ours, theirs) ==
        laid_out(stack(R"({"id":"b","op":"solid"},{"id":"a","op":"box","round_m":2})")));
}

TEST_CASE("merge: an entry without an id goes by its operator") {
  CHECK(clean(stack(R"({"op":"roughness","scale_m":4})"),
              stack(R"({"op":"roughness","scale_m":5})"),
              stack(R"({"op":"roughness","scale_m":4,"octaves":2})")) ==
        laid_out(stack(R"({"op":"roughness","scale_m":5,"octaves":2})")));
}

TEST_CASE("merge: what both add is kept, and what stands in the same place is told") {
  CHECK(ids(clean(entries("ab"), entries("axb"), entries("aby"))) == "axby");
  const Merged m = merge(entries("ab"), entries("aby"), entries("abx"));
  CHECK(ids(m.text()) == "abxy");
  REQUIRE(m.diags.all().size() == 1);
  CHECK(m.diags.all()[0].severity == Severity::warning);
  CHECK(m.diags.all()[0].what.code == "merge.same_place");
  CHECK(m.printed().find("'x' stands before 'y'") != std::string::npos);
  CHECK(ids(clean(entries("ab"), entries("aby"), entries("abx"))) == "abxy");
}

TEST_CASE("merge: what one side took out and the other left alone is gone") {
  CHECK(ids(clean(entries("abc"), entries("ac"), entries("abcd"))) == "acd");
  CHECK(clean(R"({"a":1,"b":2})", R"({"b":2})", R"({"a":1,"b":3})") == laid_out(R"({"b":3})"));
  // Another layout, order of keys or comment is no change of what is taken out.
  CHECK(clean(stack(R"({"id":"a","op":"box","round_m":1})"), stack(""),
              stack(R"({"round_m":1.0,"op":"box","id":"a"})")) == laid_out(stack("")));
}

TEST_CASE("merge: a list without ids is one value") {
  CHECK(clean(R"({"stops":[[0,1],[2,3]],"n":1})", R"({"stops":[[0,1],[2,4]],"n":1})",
              R"({"stops":[[0,1],[2,3]],"n":2})") == laid_out(R"({"stops":[[0,1],[2,4]],"n":2})"));
  CHECK(merge(R"({"stops":[[0,1],[2,3]]})", R"({"stops":[[0,1],[2,4]]})",
              R"({"stops":[[0,2],[2,3]]})")
            .document.conflicts == 1);
  // So is one in which two have the same id.
  CHECK(merge(entries("aa"), entries("aab"), entries("aac")).document.conflicts == 1);
}

TEST_CASE("merge: a contradiction stands in the file and names the lines of both sides") {
  const Merged m =
      merge("{\n  \"a\": 1,\n  \"set\": { \"rooms\": { \"squash\": 0.5, \"links\": 2 } }\n}\n",
            "{\n  \"a\": 2,\n\n  \"set\": { \"rooms\": { \"squash\": 0.6, \"links\": 2 } }\n}\n",
            "{\n  \"a\": 1,\n  \"set\": { \"rooms\": { \"squash\": 0.7, \"links\": 3 } }\n}\n");
  REQUIRE(m.fine);
  CHECK(m.document.conflicts == 1);
  CHECK(m.text() == R"({
  "a": 2,

  "set": {
    "rooms": {
<<<<<<< ours
      "squash": 0.6,
=======
      "squash": 0.7,
>>>>>>> theirs
      "links": 3
    }
  }
}
)");
  CHECK(m.printed() ==
        R"(x (ours):4:23: error[merge.conflict]: set.rooms.squash: both sides changed this value
  4 |   "set": { "rooms": { "squash": 0.6, "links": 2 } }
    |                       ^~~~~~~~
  at /set/rooms/squash
  theirs, line 3: "set": { "rooms": { "squash": 0.7, "links": 3 } }
  base, line 3: "set": { "rooms": { "squash": 0.5, "links": 2 } }
  both stand in the merged file from line 6
)");
}

TEST_CASE("merge: either side of a contradiction makes a document when the other is taken out") {
  const Merged m =
      merge(R"({"add":[{"id":"a","op":"box","round_m":1},{"id":"b","op":"solid"}],"x":1})",
            R"({"add":[{"id":"a","op":"slab","round_m":2},{"id":"b","op":"solid"}],"x":2})",
            R"({"add":[{"id":"a","op":"dome","round_m":3},{"id":"b","op":"void"}],"x":3})");
  REQUIRE(m.document.conflicts == 3);
  const auto resolved = [&](bool ours) {
    std::string out;
    int state = 0;  // 1: in ours, 2: in theirs
    for (std::size_t at = 0; at < m.text().size();) {
      const std::size_t end = m.text().find('\n', at);
      const std::string line = m.text().substr(at, end - at);
      if (line == "<<<<<<< ours") {
        state = 1;
      } else if (line == "=======") {
        state = 2;
      } else if (line == ">>>>>>> theirs") {
        state = 0;
      } else if (state == 0 || (state == 1) == ours) {
        out += line + "\n";
      }
      at = end + 1;
    }
    return laid_out(out);
  };
  CHECK(resolved(true) ==
        laid_out(R"({"add":[{"id":"a","op":"slab","round_m":2},{"id":"b","op":"void"}],"x":2})"));
  CHECK(resolved(false) ==
        laid_out(R"({"add":[{"id":"a","op":"dome","round_m":3},{"id":"b","op":"void"}],"x":3})"));
}

TEST_CASE("merge: a change of what the other side took out is a contradiction") {
  for (const bool ours_deletes : {true, false}) {
    const std::string changed =
        stack(R"({"id":"a","op":"box","round_m":2},{"id":"b","op":"solid"})");
    const std::string deleted = stack(R"({"id":"b","op":"solid"})");
    const Merged m = merge(stack(R"({"id":"a","op":"box","round_m":1},{"id":"b","op":"solid"})"),
                           ours_deletes ? deleted : changed, ours_deletes ? changed : deleted);
    CHECK(m.document.conflicts == 1);
    CHECK(m.printed().find("took it out") != std::string::npos);
    CHECK(m.text().find("\"round_m\": 2") != std::string::npos);
  }
}

TEST_CASE("merge: a note is a value, so a note on what is taken out is not lost") {
  CHECK(merge(stack(R"({"id":"a","op":"solid"})"), stack(""),
              stack(R"({"id":"a","op":"solid","note":"keep me"})"))
            .document.conflicts == 1);
}

TEST_CASE("merge: another kind of value on both sides is not mixed") {
  CHECK(merge(R"({"radius_m":6})", R"({"radius_m":{"by":"depth_m","stops":[[0,1],[9,2]]}})",
              R"({"radius_m":{"by":"height_m","stops":[[0,1],[9,2]]}})")
            .document.conflicts == 1);
  CHECK(merge(R"({"a":[1]})", R"({"a":{"b":1}})", R"({"a":2})").document.conflicts == 1);
}

TEST_CASE("merge: a file that both sides made is merged key by key") {
  CHECK(clean("", R"({"title":"x","a":1})", R"({"title":"x","b":2})").find("\"a\": 1") !=
        std::string::npos);
  CHECK(merge("\n", R"({"title":"x"})", R"({"title":"y"})").document.conflicts == 1);
}

TEST_CASE("merge: comments travel with the value they precede, and those of both sides are kept") {
  const Merged m =
      merge("{\n  // old\n  \"a\": 1,\n  \"b\": 2  // two\n}\n",
            "{\n  // old\n  // from ours\n  \"a\": 1,\n  // of c\n  \"c\": 3,\n"
            "  \"b\": 2  // two\n}\n",
            "{\n  // from theirs\n  \"a\": 5,\n  \"b\": 2,  // both\n  // end\n}\n// tail\n");
  REQUIRE(m.document.conflicts == 0);
  CHECK(m.text() == R"({
  // from ours
  // from theirs
  "a": 5,
  // of c
  "c": 3,
  "b": 2  // both
  // end
}
// tail
)");
}

TEST_CASE("merge: a new comment inside of a list is kept beside the other side's new values") {
  const std::string base = "{\"stops\":[[0,1],[2,3]]}";
  const std::string ours = "{\"stops\":[[0,1],\n// why\n[2,3]]}";
  CHECK(merge(base, ours, "{\"stops\":[[0,1],[2,4]]}").text() ==
        "{\n  \"stops\": [\n    [0, 1],\n    // why\n    [2, 4]\n  ]\n}\n");
  CHECK(merge(base, ours, "{\"stops\":[[0,1]]}").text() ==
        "{\n  // why\n  \"stops\": [[0, 1]]\n}\n");
}

TEST_CASE("merge: a side that only laid the document out changes nothing") {
  std::size_t seen = 0;
  for (const test::Shipped& d : test::documents_under("tests/documents/data")) {
    if (d.jsonc) continue;
    INFO(d.path);
    const std::string other = test::on_many_lines(d.text);
    CHECK(test::on_one_line(clean(d.text, d.text, other)) == test::on_one_line(laid_out(d.text)));
    ++seen;
  }
  CHECK(seen >= 5);
}

TEST_CASE("merge: texts that are no JSON are refused with the names of their sides") {
  const Merged m = merge("{}", "{ \"a\": }", "{ \"b\" 1 }");
  CHECK_FALSE(m.fine);
  CHECK(m.text().empty());
  CHECK(m.printed().find("x (ours):1:8") != std::string::npos);
  CHECK(m.printed().find("x (theirs):1:7") != std::string::npos);
}

TEST_CASE("merge order: what one side moved stays moved, both moves count if they can") {
  const auto order = [](const char* base, const char* ours, const char* theirs) {
    const layout::MergedOrder a = layout::merge_order(names(base), names(ours), names(theirs));
    const layout::MergedOrder b = layout::merge_order(names(base), names(theirs), names(ours));
    CHECK(a.clash == b.clash);
    if (!a.clash) CHECK(joined(a.names) == joined(b.names));
    return a.clash ? std::string("clash") : joined(a.names);
  };
  CHECK(order("abcd", "abcd", "dabc") == "dabc");
  CHECK(order("abcd", "bacd", "abdc") == "badc");
  CHECK(order("abcd", "dabc", "dabc") == "dabc");
  CHECK(order("abcd", "xabcd", "abcdy") == "xabcdy");
  CHECK(order("abcd", "axbcd", "dabc") == "daxbc");
  CHECK(order("abc", "bca", "cab") == "cba");
  CHECK(order("abc", "bac", "acb") == "clash");
  CHECK(order("abc", "ac", "cab") == "cab");
  CHECK(order("ab", "axb", "abx") == "clash");
  CHECK(order("", "xy", "yx") == "clash");
  CHECK(order("", "abc", "bcd") == "abcd");
}

TEST_CASE("merge: moves that contradict each other show the list in both orders") {
  const Merged m = merge(entries("abc"), entries("bac"), entries("acb"));
  CHECK(m.document.conflicts == 1);
  CHECK(ids(m.text()) == "bacacb");
  CHECK(m.printed().find("both sides moved the same things in this list") != std::string::npos);
  CHECK(m.printed().find("ours:   b, a, c") != std::string::npos);
  CHECK(m.printed().find("theirs: a, c, b") != std::string::npos);
}

TEST_CASE("merge: no edit of any two random sides is lost") {
  test::Dice dice(7);
  std::size_t clean_merges = 0;
  for (int round = 0; round < 400; ++round) {
    const auto document = [](const std::vector<int>& values) {
      std::string out;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] >= 0)
          out += (out.empty() ? "" : ",") + ("{\"id\":\"e" + std::to_string(i)) +
                 "\",\"op\":\"box\",\"round_m\":" + std::to_string(values[i]) + "}";
      return stack(out);
    };
    std::vector<int> base(12), ours, theirs;
    for (int& v : base) v = dice.one_in(3) ? -1 : 1;
    ours = theirs = base;
    for (std::vector<int>* side : {&ours, &theirs})
      for (int edits = 0; edits < 3; ++edits)
        (*side)[dice.below(12)] = static_cast<int>(dice.below(4)) - 1;
    std::vector<int> wanted = ours;
    bool contradicts = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (ours[i] == base[i]) wanted[i] = theirs[i];
      contradicts =
          contradicts || (ours[i] != base[i] && theirs[i] != base[i] && ours[i] != theirs[i]);
    }
    const Merged m = merge(document(base), document(ours), document(theirs));
    REQUIRE(m.fine);
    CHECK((m.document.conflicts > 0) == contradicts);
    if (contradicts) continue;
    ++clean_merges;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::string line =
          "\"id\": \"e" + std::to_string(i) + "\", \"op\": \"box\", \"round_m\": ";
      const std::size_t at = m.text().find(line);
      CHECK((at != std::string::npos) == (wanted[i] >= 0));
      if (at != std::string::npos)
        CHECK(m.text().substr(at + line.size(), 1) == std::to_string(wanted[i]));
    }
  }
  CHECK(clean_merges > 100);
}

TEST_CASE("merge: no comment of any two random sides is lost, nor does any merge fail") {
  test::Dice dice(11);
  std::vector<test::Shipped> documents = test::documents_under("tests/documents/data");
  std::erase_if(documents, [](const test::Shipped& d) { return d.jsonc; });
  REQUIRE(documents.size() >= 5);
  std::size_t clean_merges = 0;
  for (int round = 0; round < 300; ++round) {
    const test::Shipped& d = documents[dice.below(documents.size())];
    std::vector<std::string> comments;
    // Comments in gaps that begin with a comma or a bracket, and other digits, on both sides.
    const auto edited = [&](const std::string& side) {
      std::string out;
      bool in_string = false;
      for (std::size_t i = 0; i < d.text.size(); ++i) {
        const char c = d.text[i];
        if (c == '"' && (i == 0 || d.text[i - 1] != '\\')) in_string = !in_string;
        const bool digit = !in_string && c >= '1' && c <= '9';
        out += digit && dice.one_in(60) ? static_cast<char>('1' + dice.below(9)) : c;
        if (in_string || (c != ',' && c != '{' && c != '[') || !dice.one_in(40)) continue;
        const std::string text = side + std::to_string(comments.size());
        comments.push_back(dice.one_in(2) ? "// " + text : "/* " + text + " */");
        out += comments.back() + (comments.back()[1] == '/' || dice.one_in(2) ? "\n" : " ");
      }
      return out;
    };
    const std::string ours = edited("ours "), theirs = edited("theirs ");
    const Merged m = merge(d.text, ours, theirs);
    INFO(d.path << "\n" << m.printed());
    REQUIRE(m.fine);
    if (m.document.conflicts > 0) continue;
    ++clean_merges;
    INFO(m.text());
    for (const std::string& comment : comments) CHECK(m.text().find(comment) != std::string::npos);
    CHECK(laid_out(m.text(), true) == m.text());
  }
  CHECK(clean_merges > 30);
}
