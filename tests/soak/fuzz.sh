#!/bin/sh
# Builds every fuzz target with clang and runs each for FUZZ_SECONDS (60) from its seeds.
# usage: fuzz.sh BUILD WORK; says what it ran in WORK/fuzz.txt.
#
# Inputs grow to 1 MiB (-max_len): documents that people write are smaller, and the limits of the
# JSON reader that lie beyond (16 MiB, a million values) have tests of their own. Leaks are looked
# for as well.
set -eu
build=$1
work=$(realpath "$2")
sh cmake/setup.sh clang libclang-rt-14-dev
cmake -S . -B "$build-fuzz" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ \
  -DSTRATEC_FUZZ=ON \
  -DCMAKE_CXX_FLAGS="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -O1" \
  >"$work/fuzz.log"
: >"$work/fuzz.txt"
for source in tests/fuzz/*_fuzz.cpp; do
  name=$(basename "$source" _fuzz.cpp)
  cmake --build "$build-fuzz" --target "fuzz_$name" >>"$work/fuzz.log" 2>&1 ||
    { tail -n 40 "$work/fuzz.log"; exit 1; }
  mkdir -p "$work/corpus-$name"
  "$build-fuzz/tests/fuzz/fuzz_$name" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=1048576 \
    -timeout=10 "$work/corpus-$name" "tests/fuzz/seeds/$name" >"$work/fuzz-$name.log" 2>&1 ||
    { tail -n 40 "$work/fuzz-$name.log"; exit 1; }
  runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$work/fuzz-$name.log")
  printf '%s: %s runs without a fault; ' "$name" "$runs" >>"$work/fuzz.txt"
done
