# Sections of the soak about memory: tests again, more of them, and under sanitizers; sourced by
# soak.sh, which sets $build, $work and say().

# The test programs that have more cases under STRATEC_SOAK.
section_sweeps() {
  longer=$(grep -rl STRATEC_SOAK tests --include='*_test.cpp' |
    sed 's|.*/\([a-z_]*\)/\([a-z_]*\)\.cpp|\1.\2$|' | paste -sd '|')
  STRATEC_SOAK=1 ctest --test-dir "$build" -j "$(nproc)" --output-on-failure --no-tests=error \
    -R "$longer" >"$work/ctest.log" || { tail -n 60 "$work/ctest.log"; exit 1; }
  "$build/tests/test_walk" "[soak]" >>"$work/ctest.log" || { tail -n 60 "$work/ctest.log"; exit 1; }
  say "$(grep -c 'Passed' "$work/ctest.log") test programs with more cases, all passed"
}

section_sanitizers() {
  sh cmake/setup.sh clang libclang-rt-14-dev
  cmake -S . -B "$build-sanitize" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_CXX_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-ignorelist=$PWD/tests/soak/not_ours.txt -g1 -O1" >/dev/null
  cmake --build "$build-sanitize" >"$work/sanitize.log" 2>&1 ||
    { tail -n 40 "$work/sanitize.log"; exit 1; }
  ctest --test-dir "$build-sanitize" -j "$(nproc)" --output-on-failure --no-tests=error -E "$SANITIZE_SKIP" \
    >"$work/sanitize-tests.log" || { tail -n 60 "$work/sanitize-tests.log"; exit 1; }
  say "$(grep -c 'Passed' "$work/sanitize-tests.log") test programs under ASan and UBSan, all passed"
}
# Not instrumented libraries (OpenVDB, TBB), timings and an operator new of its own make these
# meaningless there.
SANITIZE_SKIP='determinism\.|commands\.|interop\.|kill|memory\.|tiny\.|frames'

# The world library, sampling, walking and laws on plain threads under TSan; oneTBB is not instrumented.
section_threads_sanitizer() {
  sh cmake/setup.sh clang libclang-rt-14-dev
  cmake -S . -B "$build-tsan" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_CXX_FLAGS="-fsanitize=thread -g1 -O1" >/dev/null
  cmake --build "$build-tsan" --target test_density test_walk test_mesh test_laws >"$work/tsan.log" 2>&1 ||
    { tail -n 40 "$work/tsan.log"; exit 1; }
  for tests in density walk mesh laws; do
    "$build-tsan/tests/test_$tests" "[threads]" >"$work/tsan-$tests.txt" 2>&1 ||
      { tail -n 60 "$work/tsan-$tests.txt"; exit 1; }
  done
  say "$(cat "$work"/tsan-*.txt | grep -c 'All tests passed') test programs under TSan, no race"
}

section_fuzz() {
  sh tests/soak/fuzz.sh "$build" "$work"
  say "$(cat "$work/fuzz.txt")"
}
