#include <algorithm>
#include <cctype>

#include "cli/reference.hpp"
#include "cli/version.hpp"
#include "compiler/utf8.hpp"

namespace strate::cli {

namespace {

constexpr std::size_t kWidth = 78;
constexpr char kHexDigits[] = "0123456789ABCDEF";

/// "\[u2026]": at least four digits.
std::string escape_of(char32_t code) {
  std::string digits;
  for (; code > 0 || digits.size() < 4; code >>= 4) digits += kHexDigits[code & 15];
  std::reverse(digits.begin(), digits.end());
  return "\\[u" + digits + "]";
}

/// Text that roff prints as it stands, in ASCII. Of a paragraph: `code` in bold.
std::string roff(std::string_view text, bool paragraph) {
  std::string out;
  bool bold = false;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Point p = utf8::decode(text, at);
    const std::size_t size = std::max<std::uint32_t>(p.size, 1);
    const char c = text[at];
    at += size;
    if (size > 1)
      out += escape_of(p.code);
    else if (c == '`' && paragraph)
      out += (bold = !bold) ? "\\fB" : "\\fR";
    else if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out;
}

/// A line of text must not begin like a request.
std::string line_of(std::string text) {
  return (text.starts_with('.') ? "\\&" : "") + std::move(text) + "\n";
}

/// Lines of at most kWidth bytes, each sentence on a line of its own.
std::string paragraph(std::string_view text) {
  const std::string all = roff(text, true);
  std::string out, line;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find(' ', at), all.size());
    const std::string word = all.substr(at, end - at);
    at = end + 1;
    if (!line.empty() && line.size() + 1 + word.size() > kWidth)
      out += line_of(std::move(line)), line = {};
    line += (line.empty() ? "" : " ") + word;
    if (word.ends_with('.')) out += line_of(std::move(line)), line = {};
  }
  return line.empty() ? out : out + line_of(std::move(line));
}

/// One argument of a macro.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : roff(text, false)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return out + "\"";
}

std::string listing(const ReferenceListing& l) {
  std::string out = ".PP\n" + paragraph(l.title + ":") + ".PP\n.RS 4\n.nf\n";
  for (std::size_t at = 0; at <= l.text.size();) {
    const std::size_t end = std::min(l.text.find('\n', at), l.text.size());
    out += line_of(roff(l.text.substr(at, end - at), false));
    at = end + 1;
  }
  return out + ".fi\n.RE\n";
}

std::string row_of(const ReferenceRow& r) {
  std::string out = ".TP\n.B " + quoted(r.name) + "\n" + paragraph(r.doc);
  std::string facts = r.takes;
  if (!r.follows.empty() && r.follows != "nothing") facts += "; follows " + r.follows;
  if (!facts.empty()) out += ".br\n" + paragraph(facts);
  return out;
}

std::string entry_of(const ReferenceEntry& e) {
  std::string out = ".SS " + quoted(e.id) + "\n";
  std::string text = sentence(e.doc);
  for (const std::string& fact : e.facts) text += " " + fact;
  out += paragraph(text);
  for (const ReferenceListing& l : e.listings) out += listing(l);
  for (const ReferenceRow& r : e.rows) out += row_of(r);
  return out;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// "stratec-operators"; "stratec" for the whole reference.
std::string page_name(std::string_view name) {
  return name.empty() ? "stratec" : "stratec-" + std::string(name);
}

std::string about(const std::vector<ReferenceTopic>& topics, std::string_view name) {
  if (name.empty()) return "reference of the offline world compiler";
  const ReferenceTopic& first = topics.front();
  return first.id == name ? "reference of its " + first.id : first.entries.front().doc;
}

}  // namespace

std::string as_man(const std::vector<ReferenceTopic>& topics, std::string_view name) {
  const int section = name.empty() ? 7 : topics.front().man_section;
  std::string out = ".TH " + quoted(upper(page_name(name))) + " " + std::to_string(section) + " " +
                    "\"" + version_date() + "\" " + quoted("stratec " + version_number()) + "\n";
  out += ".SH NAME\n" + paragraph(page_name(name) + " - " + about(topics, name));
  for (const ReferenceTopic& t : topics) {
    out += ".SH " + quoted(upper(t.title)) + "\n" + paragraph(t.doc);
    for (const ReferenceEntry& e : t.entries) out += entry_of(e);
  }
  return out;
}

}  // namespace strate::cli
