#!/bin/sh
# The slow half of the tests: `make soak`. Every section says what it counted; the first that fails
# ends the run. The summary of the last run is kept in tests/soak/last.md.
set -eu
build=${1:-build}
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
season=seasons/first-steps/first-steps.season.json
work=$build/soak
rm -rf "$work"
mkdir -p "$work"
summary=$work/summary.md
say() { echo "$@" | tee -a "$summary"; }

say "# Last soak"
say ""

. tests/soak/sections.sh

section_sweeps        # the tests themselves, with more cases
section_matrix        # first-steps: threads × SIMD, g++ and clang, byte for byte
section_seeds         # seeds at the edges of every integer width: all laws
section_kills         # kill -9 during a cook
section_flips         # flipped bytes are noticed
section_sanitizers    # ASan and UBSan over the quick suite
section_aarch64       # noise and stack goldens on another architecture
section_fuzz          # a few minutes of every fuzz target
cp "$summary" tests/soak/last.md
say ""
say "soak passed"
