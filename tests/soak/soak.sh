#!/bin/sh
# The slow half of the tests: `make soak`, or `sh tests/soak/soak.sh BUILD SECTION…` for a part of it.
# Every section says what it counted; the first that fails ends the run. The summary of the last
# whole run is kept in tests/soak/last.md.
set -eu
build=${1:-build}
[ $# -eq 0 ] || shift
cd "$(dirname "$0")/../.."
season=seasons/first-steps/first-steps.season.json
tiny=tests/data/tiny/tiny.season.json
work=$build/soak
rm -rf "$work"
mkdir -p "$work"
summary=$work/summary.md
say() { echo "$@" | tee -a "$summary"; }

# One digest over every file of a folder: equal folders give equal lines.
tree_digest() {
  (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-32)
}

. tests/soak/memory.sh  # sweeps, sanitizers, threads_sanitizer, fuzz
. tests/soak/bits.sh    # matrix, threads, orders, compilers, aarch64
. tests/soak/worlds.sh  # seeds, baselines, pictures
. tests/soak/files.sh   # kills, flips
all="sweeps matrix threads orders compilers aarch64 seeds baselines pictures kills flips sanitizers threads_sanitizer fuzz"

say "# Last soak"
say ""
for section in ${*:-$all}; do section_$section; done
[ $# -gt 0 ] || cp "$summary" tests/soak/last.md
say ""
say "soak passed"
