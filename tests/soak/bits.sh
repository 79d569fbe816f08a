# Sections of the soak about bits: the same on every machine, in every order; sourced by soak.sh,
# which sets $build, $season, $tiny, $work and say().

simd_present() {  # 0: the level runs here
  "$1/stratec" digest "$season" --window=0,0,-1,1,1,0 --simd "$2" -q >/dev/null 2>&1
}

configure_clang() {
  cmake -S . -B "$build-clang" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER=clang++ >/dev/null
  cmake --build "$build-clang" >"$work/clang.log" 2>&1 || { tail -n 40 "$work/clang.log"; exit 1; }
}

# equal_cook BINARY SEASON LEVEL THREADS: cooks; the first cook of a season is what the others equal.
equal_cook() {
  reference=$work/reference-$(basename "$2" .season.json)
  rm -rf "$work/cook"
  "$1/stratec" cook "$2" -o "$work/cook" -q --threads "$4" --simd "$3" >/dev/null
  [ -d "$reference" ] || cp -a "$work/cook" "$reference"
  diff -r "$reference" "$work/cook" || { say "differs: $*"; exit 1; }
}

# Every way for the tiny season; for first-steps every compiler and level, each on other threads.
section_matrix() {
  sh cmake/setup.sh clang
  configure_clang
  rm -rf "$work"/reference-*
  small=0 large=0 absent=""
  for binary in "$build" "$build-clang"; do
    for level in scalar sse4 avx2 avx512; do
      if ! simd_present "$binary" "$level"; then
        absent="$absent $level"
        continue
      fi
      for threads in 1 2 7; do
        equal_cook "$binary" "$tiny" "$level" "$threads"
        small=$((small + 1))
      done
      equal_cook "$binary" "$season" "$level" $((large % 3 + 1))
      large=$((large + 1))
    done
  done
  say "$small cooks of tiny, {1, 2, 7} threads × SIMD × {g++, clang}, and $large of first-steps," \
    "SIMD × {g++, clang}: diff -r silent; absent levels:${absent:- none}"
}

# Every count of threads three times, byte for byte.
section_threads() {
  cooks=0 first=""
  for threads in 1 2 3 4 7 8 16 32; do
    for again in 1 2 3; do
      rm -rf "$work/cook"
      "$build/stratec" cook "$tiny" -o "$work/cook" -q --threads $threads >/dev/null
      now=$(tree_digest "$work/cook")
      [ "$now" = "${first:=$now}" ] || { say "differs: $threads threads, run $again"; exit 1; }
      cooks=$((cooks + 1))
    done
  done
  say "$cooks of $cooks cooks equal, {1, 2, 3, 4, 7, 8, 16, 32} × 3"
}

section_orders() {
  window=-33.5,-31,-150,29,34,0
  digest() { "$build/stratec" digest "$season" --window=$window -q "$@"; }
  first=$(digest)
  orders=0
  for order in reverse 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    now=$(digest --tile-order $order)
    [ "$now" = "$first" ] || { say "differs: tile order $order"; exit 1; }
    orders=$((orders + 1))
  done
  say "reversed and 20 shuffled tile orders of first-steps have one digest: $first"
}

# flags_digest FLAGS…: builds the world library with them; the digest of a cooked manifest's window.
flags_digest() {
  rm -rf "$work/flags"
  cmake -S . -B "$work/flags" -G Ninja -DCMAKE_BUILD_TYPE=None -DSTRATEC_WORLD_ONLY=ON \
    -DCMAKE_CXX_COMPILER="$1" -DCMAKE_CXX_FLAGS="$2" >/dev/null
  cmake --build "$work/flags" --target embed >"$work/flags.log" 2>&1 ||
    { tail -n 40 "$work/flags.log" >&2; exit 1; }
  "$work/flags/examples/embed/embed" "$work/tiny/season_manifest.json" -20,-20,-30,20,20,-4
}

# The world library under every optimiser: what a runtime of another build computes.
section_compilers() {
  sh cmake/setup.sh clang
  rm -rf "$work/tiny"
  "$build/stratec" cook "$tiny" -o "$work/tiny" -q >/dev/null
  first=$("$build/examples/embed/embed" "$work/tiny/season_manifest.json" -20,-20,-30,20,20,-4)
  builds=0
  for compiler in g++ clang++; do
    for flags in -O0 -O2 "-O3 -march=x86-64-v2" "-O3 -march=x86-64-v3" "-O2 -flto"; do
      now=$(flags_digest $compiler "$flags")
      [ "$now" = "$first" ] || { say "differs: $compiler $flags: $now, not $first"; exit 1; }
      builds=$((builds + 1))
    done
  done
  say "$builds builds of the world library, {g++, clang} × {O0, O2, O3 v2, O3 v3, LTO}, one digest"
}

section_aarch64() {
  sh tests/soak/aarch64.sh "$build" "$work"
  say "$(cat "$work/aarch64.txt")"
}
