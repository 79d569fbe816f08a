#include "compiler/law.hpp"

namespace strate {

std::string_view verdict_name(Verdict v) {
  switch (v) {
    case Verdict::holds:
      return "holds";
    case Verdict::fails:
      return "fails";
    case Verdict::waived:
      return "waived";
    case Verdict::not_applicable:
      return "not_applicable";
    case Verdict::not_proven:
      return "not_proven";
  }
  return "not_proven";
}

}  // namespace strate
