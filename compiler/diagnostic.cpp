#include "compiler/diagnostic.hpp"

#include <algorithm>
#include <utility>

namespace strate {

Error& Diagnostics::append(Severity severity, Error error) {
  const SourceRef& at = error.source;
  const bool fresh = seen_.insert({error.code, at.document, at.begin, at.end, error.text}).second;
  if (!fresh) {
    repeated_ = std::move(error);
    return repeated_;
  }
  if (severity == Severity::error) ++errors_;
  list_.push_back({severity, std::move(error)});
  return list_.back().what;
}

Error& Diagnostics::error(std::string code, std::string text, SourceRef at) {
  return append(Severity::error, {std::move(code), std::move(text), at, {}});
}

Error& Diagnostics::warning(std::string code, std::string text, SourceRef at) {
  return append(Severity::warning, {std::move(code), std::move(text), at, {}});
}

void Diagnostics::add(Error error) { append(Severity::error, std::move(error)); }

namespace {

/// Optimal string alignment distance, three rows; words are short here.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 100;
  const std::size_t most = word.size() < 5 ? 1 : 2;
  std::size_t best = most + 1;
  std::string out;
  const bool number = word.find_first_not_of("0123456789.") == std::string_view::npos;
  if (word.size() > kLongest || word.size() < 2 || number) return out;
  for (const std::string& name : known) {
    const std::size_t apart =
        std::max(name.size(), word.size()) - std::min(name.size(), word.size());
    if (apart > most) continue;
    const std::size_t distance = edit_distance(word, name);
    if (distance < best) best = distance, out = name;
  }
  return out;
}

std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& known,
                                       std::size_t most) {
  constexpr std::size_t kLongest = 100, kPart = 3;
  std::vector<std::pair<std::size_t, std::size_t>> order;  // distance, place in `known`
  word = word.substr(0, kLongest);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const bool part = word.size() >= kPart && known[i].find(word) != std::string::npos;
    order.emplace_back(part ? 0 : edit_distance(word, known[i]), i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(most, order.size()));
  std::vector<std::string> out;
  for (const auto& [distance, i] : order) out.push_back(known[i]);
  return out;
}

}  // namespace strate
