// The table of `stratec measure --operators`.
#pragma once

#include <string>
#include <vector>

#include "compiler/json.hpp"
#include "passes/operator_shares.hpp"

namespace strate::cli {

std::string shares_text(const std::vector<StrateShares>& strates);
/// The value of "strates": one object each.
void write_shares(json::Writer& out, const std::vector<StrateShares>& strates);

}  // namespace strate::cli
