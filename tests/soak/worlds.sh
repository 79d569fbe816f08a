# Sections of the soak about worlds: every law, many seeds; sourced by soak.sh, which
# sets $build, $season, $work and say().

# The edges of every integer width, then as many small ones as make 32.
soak_seeds() {
  echo 0 1 2147483647 2147483648 2147483649 4294967295 4294967296 4294967297 9007199254740991 \
    9007199254740992 9007199254740993 9223372036854775808 18446744073709551615
  seq 2 20
}

# audit_seed SEASON SEED: every law, on one thread; what failed goes to a file of its own.
audit_seed() {
  "$build/stratec" audit "$1" --seed "$2" -q --threads 1 >"$work/seed-$2.txt" 2>&1 &&
    rm "$work/seed-$2.txt" && return
  { echo "seed $2"; grep -E ' FAILS | NOT PROVEN |error' "$work/seed-$2.txt" || true; } >"$work/failed-$2.txt"
}

# Seed × law for every shipped season, as many seeds at a time as there are cores;
# STRATEC_SOAK_SEEDS says how many.
section_seeds() {
  for shipped in seasons/*/*.season.json; do
    rm -f "$work"/failed-*.txt
    seeds=$(soak_seeds | tr ' ' '\n' | head -n "${STRATEC_SOAK_SEEDS:-32}")
    running=0
    for seed in $seeds; do
      audit_seed "$shipped" "$seed" &
      running=$((running + 1))
      [ $((running % $(nproc))) -ne 0 ] || wait
    done
    wait
    if ls "$work"/failed-*.txt >/dev/null 2>&1; then
      cat "$work"/failed-*.txt
      say "$shipped fails"
      exit 1
    fi
    say "$running of $running pass every law of $(basename "$shipped" .season.json);"
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
