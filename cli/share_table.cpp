#include "cli/share_table.hpp"

#include <fmt/format.h>

#include "compiler/utf8.hpp"

namespace strate::cli {

std::string shares_text(const std::vector<StrateShares>& strates) {
  std::string text;
  for (const StrateShares& s : strates) {
    text += fmt::format(
        "{}{}: {} boxes, {:.1f} % proven uniform\n", text.empty() ? "" : "\n",
        utf8::printable(s.strate), s.boxes,
        s.boxes == 0 ? 0 : 100 * static_cast<double>(s.proven) / static_cast<double>(s.boxes));
    text +=
        fmt::format("  {:<32}  {:<18}  {:>9}  {:>8}\n", "entry", "operator", "sampled", "skipped");
    for (const OperatorShare& o : s.operators) {
      const std::string skipped =
          o.in_ground ? "in the ground" : fmt::format("{:>6.1f} %", 100 * o.fraction());
      text += fmt::format("  {:<32}  {:<18}  {:>9}  {}\n", utf8::printable(o.address), o.op,
                          o.sampled, skipped);
    }
  }
  return text;
}

void write_shares(json::Writer& out, const std::vector<StrateShares>& strates) {
  out.begin_array();
  for (const StrateShares& s : strates) {
    out.begin_object().key("strate").value(s.strate).key("boxes").value(s.boxes);
    out.key("proven").value(s.proven).key("operators").begin_array();
    for (const OperatorShare& o : s.operators) {
      out.begin_object().key("address").value(o.address).key("op").value(o.op);
      out.key("in_ground").value(o.in_ground);
      out.key("sampled").value(o.sampled).key("skipped").value(o.skipped).end_object();
    }
    out.end_array().end_object();
  }
  out.end_array();
}

}  // namespace strate::cli
