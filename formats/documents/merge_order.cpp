#include "formats/documents/merge_order.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

namespace strate::layout {
namespace {

/// Lists that both sides moved things in are compared pair by pair, up to this length.
constexpr std::size_t kMostMoved = 2'000;

using Places = std::map<std::string_view, std::size_t>;

Places places_of(const Names& names) {
  Places out;
  for (std::size_t i = 0; i < names.size(); ++i) out.emplace(names[i], i);
  return out;
}

Names only(const Names& names, const Places& of) {
  Names out;
  for (const std::string_view name : names)
    if (of.contains(name)) out.push_back(name);
  return out;
}

/// Whether `a` comes before `b` when each side may have moved them; empty if no side says.
std::optional<bool> before(std::string_view a, std::string_view b, const Places& base,
                           const Places& ours, const Places& theirs) {
  const bool in_ours = ours.at(a) < ours.at(b), in_theirs = theirs.at(a) < theirs.at(b);
  if (in_ours == in_theirs) return in_ours;
  const auto x = base.find(a), y = base.find(b);
  if (x == base.end() || y == base.end()) return std::nullopt;
  return !(x->second < y->second);
}

/// An order of `shared` in which every pair stands as the side that moved it has it; none if the
/// moves contradict each other.
std::optional<Names> both_moved(const Names& shared, const Places& base, const Places& ours,
                                const Places& theirs) {
  const std::size_t n = shared.size();
  if (n > kMostMoved) return std::nullopt;
  std::vector<std::size_t> above(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 1; k < n; ++k) {
      const std::optional<bool> first = before(shared[i], shared[k], base, ours, theirs);
      if (!first) return std::nullopt;
      ++above[*first ? k : i];
    }
  Names out(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!out[above[i]].empty()) return std::nullopt;  // a ring
    out[above[i]] = shared[i];
  }
  return out;
}

/// The order of what both sides have; none if they contradict each other.
std::optional<Names> merge_shared(const Names& base, const Names& ours, const Names& theirs) {
  const Places in_ours = places_of(ours), in_theirs = places_of(theirs);
  const Names a = only(ours, in_theirs), b = only(theirs, in_ours);
  if (a == b) return a;
  const Places shared = places_of(a);
  const Names before = only(base, shared);
  if (before == a) return b;
  if (before == b) return a;
  return both_moved(a, places_of(before), in_ours, in_theirs);
}

/// What one side added, by the shared name that it stands behind ("" in front of all).
std::map<std::string_view, Names> runs_of(const Names& side, const Places& shared) {
  std::map<std::string_view, Names> out;
  std::string_view anchor;
  for (const std::string_view name : side) {
    if (shared.contains(name))
      anchor = name;
    else
      out[anchor].push_back(name);
  }
  return out;
}

class Placer {
 public:
  Placer(const Names& ours, const Names& theirs, const Places& shared)
      : ours_(runs_of(ours, shared)), theirs_(runs_of(theirs, shared)) {}

  Names place(const Names& shared, MergedOrder& into) {
    into.beside.clear();
    Names out;
    behind({}, out, into);
    for (const std::string_view name : shared) {
      out.push_back(name);
      behind(name, out, into);
    }
    return out;
  }

 private:
  void behind(std::string_view anchor, Names& out, MergedOrder& into) const {
    const auto a = ours_.find(anchor), b = theirs_.find(anchor);
    const Names none;
    const Names* first = a == ours_.end() ? &none : &a->second;
    const Names* second = b == theirs_.end() ? &none : &b->second;
    if (!first->empty() && !second->empty()) {
      if (second->front() < first->front()) std::swap(first, second);
      into.beside.emplace_back(first->front(), second->front());
    }
    out.insert(out.end(), first->begin(), first->end());
    out.insert(out.end(), second->begin(), second->end());
  }

  std::map<std::string_view, Names> ours_, theirs_;
};

}  // namespace

MergedOrder merge_order(const Names& base, const Names& ours, const Names& theirs) {
  const Names a = only(ours, places_of(theirs)), b = only(theirs, places_of(ours));
  MergedOrder out;
  Placer placer(ours, theirs, places_of(a));
  const std::optional<Names> shared = merge_shared(base, ours, theirs);
  out.clash = !shared;
  if (out.clash) out.theirs = placer.place(b, out);
  out.names = placer.place(shared.value_or(a), out);
  return out;
}

}  // namespace strate::layout
