# Sections of the soak about worlds: every law, many seeds; sourced by soak.sh, which
# sets $build, $season, $work and say().

# The edges of every integer width, then as many small ones as make 32.
soak_seeds() {
  echo 0 1 2147483647 2147483648 2147483649 4294967295 4294967296 4294967297 9007199254740991 \
    9007199254740992 9007199254740993 9223372036854775808 18446744073709551615
  seq 2 20
}

# Seed × law for every shipped season, on one thread each, as many at a time as there are cores;
# STRATEC_SOAK_SEEDS says how many, STRATEC_SOAK_SEASONS of which seasons.
section_seeds() {
  for name in ${STRATEC_SOAK_SEASONS:-$(ls seasons)}; do
    shipped=seasons/$name/$name.season.json
    rm -f "$work"/seed-*.txt
    seeds=$(soak_seeds | tr ' ' '\n' | head -n "${STRATEC_SOAK_SEEDS:-32}")
    echo "$seeds" | xargs -P "$(nproc)" -I SEED sh -c \
      '"$1/stratec" audit "$2" --seed SEED -q --threads 1 >"$3/seed-SEED.txt" 2>&1 &&
        rm "$3/seed-SEED.txt"' audit "$build" "$shipped" "$work" || {
      for log in "$work"/seed-*.txt; do
        echo "$log"
        grep -E ' FAILS | NOT PROVEN |error' "$log" || tail -n 5 "$log"
      done
      say "$shipped fails"
      exit 1
    }
    say "$(echo "$seeds" | wc -l) of $(echo "$seeds" | wc -l) pass every law of $name;"
  done
}

# Figures of shipped seasons against the expectations beside them.
section_baselines() {
  for shipped in seasons/*/*.season.json; do
    "$build/stratec" audit "$shipped" -q --baseline "$(dirname "$shipped")/expect.json" \
      >"$work/baseline.txt" 2>&1 || { cat "$work/baseline.txt"; exit 1; }
    say "$(basename "$shipped" .season.json) is as its expect.json says"
  done
}

# Cooks every shipped season: its size, its time, and that every view shows something.
section_pictures() {
  for shipped in seasons/*/*.season.json; do
    name=$(basename "$shipped" .season.json)
    began=$(date +%s)
    "$build/stratec" cook "$shipped" -o "$work/$name" -q >/dev/null
    seconds=$(($(date +%s) - began))
    STRATEC_COOKED=$(realpath "$work/$name") "$build/tests/test_pictures" "frames:*" \
      >"$work/frames.txt" 2>&1 || { cat "$work/frames.txt"; exit 1; }
    views=$(find "$work/$name" -name 'view-*.png' | wc -l)
    say "$name cooks in $seconds s; its $views views are lit, none black or empty," \
      "no two strates look alike"
    rm -rf "${work:?}/$name"
  done
}
