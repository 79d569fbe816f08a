#!/bin/sh
# The slow half of the tests: `make soak`, or `sh tests/soak/soak.sh BUILD SECTION…` for a part of it.
# Every section says what it counted; the first that fails ends the run. tests/soak/last.md keeps a
# line of every section: what it said when it last passed, in how long, and at which commit.
set -eu
build=${1:-build}
[ $# -eq 0 ] || shift
cd "$(dirname "$0")/../.."
season=seasons/first-steps/first-steps.season.json
tiny=tests/data/tiny/tiny.season.json
work=$build/soak
mkdir -p "$work"
said=$work/said.txt
say() { echo "$@" | tee -a "$said"; }

# One digest over every file of a folder: equal folders give equal lines.
tree_digest() {
  (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-32)
}

. tests/soak/memory.sh  # sweeps, sanitizers, threads_sanitizer, fuzz
. tests/soak/bits.sh    # matrix, threads, orders, compilers, aarch64
. tests/soak/worlds.sh  # seeds, baselines, pictures
. tests/soak/files.sh   # kills, flips
all="orders threads compilers aarch64 matrix kills flips fuzz threads_sanitizer sanitizers sweeps \
baselines pictures seeds"

commit=$(git rev-parse --short HEAD)
git diff --quiet HEAD -- . ':!tests/soak/last.md' || commit="$commit and changes"

# keep SECTION SECONDS: its line in the summary, in the order of `all`.
keep() {
  last=tests/soak/last.md
  { grep -v "^- $1: " "$last" 2>/dev/null || true; } >"$work/lines.txt"
  printf -- '- %s: %s (%s s, at %s)\n' "$1" "$(tr '\n' ' ' <"$said" | sed 's/ $//')" "$2" "$commit" \
    >>"$work/lines.txt"
  {
    echo "# Last soak"
    echo
    for kept in $all; do grep "^- $kept: " "$work/lines.txt" || true; done
  } >"$last"
}

for section in ${*:-$all}; do
  : >"$said"
  section_began=$(date +%s)
  echo "== $section"
  section_"$section"
  keep "$section" $(($(date +%s) - section_began))
done
echo "soak passed"
