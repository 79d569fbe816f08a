# Sections of the soak about files: whole or not at all, and nothing changed unseen; sourced by
# soak.sh, which sets $build, $season, $tiny, $work and say().

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
  "$build/stratec" cook "$tiny" -o "$out" -q >/dev/null
  old=$(tree_digest "$out")
  started=$(date +%s%N)
  "$build/stratec" cook "$tiny" -o "$work/other" -q --seed 52 >/dev/null
  span=$(($(date +%s%N) - started))
  new=$(tree_digest "$work/other")
  kills=0 seen_old=0 seen_new=0 seen_absent=0
  while [ $kills -lt 200 ]; do
    # Seeded moments over the length of a cook, and a tenth past it.
    moment=$(awk -v k=$kills -v span=$span \
      'BEGIN { x = (k * 7919 + 13) % 1000; printf "%.4f", 1.1e-9 * span * x / 1000 }')
    kill_after "$moment" "$build/stratec" cook "$tiny" -o "$out" -q --seed $((43 + 9 * (kills % 2)))
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
  say "$kills × kill -9 during a cook: one world $seen_old, the other $seen_new, absent $seen_absent, broken 0"
}

# flip FILE OFFSET BIT: twice is as before.
flip() {
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  printf "\\$(printf %03o $((byte ^ (1 << $3 % 8))))" |
    dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

section_flips() {
  count=0
  rm -rf "$work/reference"
  "$build/stratec" cook "$tiny" -o "$work/reference" -q >/dev/null
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
  say "$count flipped bits, 100 in every file, each named with exit 3"
}
