# Sections of the soak; sourced by soak.sh, which sets $build, $season, $work and say().

# One line of digests over every file of a folder: equal folders give equal lines.
tree_digest() {
  (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-32)
}

simd_present() {  # 0: the level runs here
  "$1/stratec" digest "$season" --window=0,0,-1,1,1,0 --simd "$2" -q >/dev/null 2>&1
}

section_sweeps() {
  STRATEC_SOAK=1 ctest --test-dir "$build" --output-on-failure --no-tests=error >"$work/ctest.log" ||
    { tail -n 60 "$work/ctest.log"; exit 1; }
  say "- sweeps: $(grep -c 'Passed' "$work/ctest.log") test programs with more cases, all passed"
}

configure_clang() {
  cmake -S . -B "$build-clang" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER=clang++ >/dev/null
  cmake --build "$build-clang" >"$work/clang.log" 2>&1 || { tail -n 40 "$work/clang.log"; exit 1; }
}

section_matrix() {
  sh cmake/setup.sh clang
  configure_clang
  cooks=0 absent=""
  reference=""
  for binary in "$build" "$build-clang"; do
    for level in scalar sse4 avx2 avx512; do
      if ! simd_present "$binary" "$level"; then
        absent="$absent $level"
        continue
      fi
      for threads in 1 2 7; do
        out=$work/cook
        rm -rf "$out"
        "$binary/stratec" cook "$season" -o "$out" -q --threads "$threads" --simd "$level" >/dev/null
        if [ -z "$reference" ]; then
          reference=$work/reference
          rm -rf "$reference"
          cp -a "$out" "$reference"
        else
          diff -r "$reference" "$out" || { say "differs: $binary $level $threads"; exit 1; }
        fi
        cooks=$((cooks + 1))
      done
    done
  done
  say "- matrix: $cooks cooks of first-steps, {1, 2, 7} threads × SIMD × {g++, clang}, diff -r silent;" \
    "absent levels:${absent:- none}"
}

section_seeds() {
  seeds="0 1 2147483647 2147483648 2147483649 4294967295 4294967296 4294967297 9007199254740993 \
    9223372036854775808 18446744073709551615"
  count=0
  for seed in $seeds; do
    "$build/stratec" audit "$season" --seed "$seed" -q >"$work/seed.txt" 2>&1 ||
      { cat "$work/seed.txt"; say "seed $seed fails"; exit 1; }
    count=$((count + 1))
  done
  say "- seeds: $count of $count pass every law of first-steps"
}

# kill_after SECONDS COMMAND…: kills it then, whatever it is doing.
kill_after() {
  moment=$1
  shift
  "$@" >/dev/null 2>&1 &
  child=$!
  sleep "$moment"
  kill -9 $child 2>/dev/null || true
  wait $child 2>/dev/null || true
}

section_kills() {
  out=$work/killed
  rm -rf "$out"
  tiny=tests/data/tiny/tiny.season.json
  "$build/stratec" cook "$tiny" -o "$out" -q >/dev/null
  old=$(tree_digest "$out")
  began=$(date +%s%N)
  "$build/stratec" cook "$tiny" -o "$work/other" -q --seed 45 >/dev/null
  span=$(($(date +%s%N) - began))
  new=$(tree_digest "$work/other")
  kills=0 seen_old=0 seen_new=0 seen_absent=0
  while [ $kills -lt 200 ]; do
    # Seeded moments over the length of a cook, and a tenth past it.
    moment=$(awk -v k=$kills -v span=$span \
      'BEGIN { x = (k * 7919 + 13) % 1000; printf "%.4f", 1.1e-9 * span * x / 1000 }')
    kill_after "$moment" "$build/stratec" cook "$tiny" -o "$out" -q --seed $((43 + 2 * (kills % 2)))
    if [ ! -e "$out" ]; then
      seen_absent=$((seen_absent + 1))
    else
      now=$(tree_digest "$out")
      if [ "$now" = "$old" ]; then seen_old=$((seen_old + 1));
      elif [ "$now" = "$new" ]; then seen_new=$((seen_new + 1));
      else say "kill $kills left a folder that is neither old nor new"; exit 1; fi
    fi
    kills=$((kills + 1))
  done
  say "- kills: $kills × kill -9 during a cook: one world $seen_old, the other $seen_new, absent $seen_absent, broken 0"
}

# flip FILE OFFSET BIT: twice is as before.
flip() {
  python3 -c "
import sys
f = open(sys.argv[1], 'r+b'); f.seek(int(sys.argv[2])); b = f.read(1)
f.seek(int(sys.argv[2])); f.write(bytes([b[0] ^ (1 << int(sys.argv[3]) % 8)]))" "$@"
}

section_flips() {
  sh cmake/setup.sh python3-minimal
  count=0
  for file in $(cd "$work/reference" && find . -type f | LC_ALL=C sort); do
    size=$(stat -c %s "$work/reference/$file")
    n=0
    while [ $n -lt 100 ]; do
      offset=$(awk -v n=$n -v s="$size" 'BEGIN { print int((n * 2654435761 + 12345) % 4294967296 / 4294967296 * s) }')
      flip "$work/reference/$file" "$offset" $n
      code=0
      "$build/stratec" verify "$work/reference" -q >/dev/null 2>"$work/flip.txt" || code=$?
      flip "$work/reference/$file" "$offset" $n
      if [ $code -ne 3 ] || ! grep -q "^${file#./}:" "$work/flip.txt"; then
        cat "$work/flip.txt"
        say "flip of bit $n at $offset of $file: exit $code, or the file is not named"
        exit 1
      fi
      count=$((count + 1)) n=$((n + 1))
    done
  done
  "$build/stratec" verify "$work/reference" -q >/dev/null
  say "- flips: $count flipped bits, 100 in every file, each named with exit 3"
}

section_sanitizers() {
  sh cmake/setup.sh clang libclang-rt-14-dev
  cmake -S . -B "$build-sanitize" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_CXX_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -g1 -O1" >/dev/null
  cmake --build "$build-sanitize" >"$work/sanitize.log" 2>&1 ||
    { tail -n 40 "$work/sanitize.log"; exit 1; }
  ctest --test-dir "$build-sanitize" --output-on-failure --no-tests=error -E "$SANITIZE_SKIP" \
    >"$work/sanitize-tests.log" || { tail -n 60 "$work/sanitize-tests.log"; exit 1; }
  say "- sanitizers: $(grep -c 'Passed' "$work/sanitize-tests.log") test programs under ASan and UBSan, all passed"
}
# Not instrumented libraries (OpenVDB, TBB) and timings make these meaningless there.
SANITIZE_SKIP='determinism\.|commands\.|interop\.|kill'

section_aarch64() {
  sh tests/soak/aarch64.sh "$build" "$work"
  say "- aarch64: $(cat "$work/aarch64.txt")"
}

section_fuzz() {
  sh tests/soak/fuzz.sh "$build" "$work"
  say "- fuzz: $(cat "$work/fuzz.txt")"
}
