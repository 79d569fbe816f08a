#!/bin/sh
# Cross-builds the world library and its golden tests for aarch64 and runs them under emulation.
# usage: aarch64.sh BUILD WORK; says what it ran in WORK/aarch64.txt.
set -eu
build=$1
work=$(realpath "$2")
sh cmake/setup.sh g++-aarch64-linux-gnu qemu-user

# The target's libraries come from Debian's arm64 packages, unpacked beside the build: this
# machine's own package state is not touched.
apt=$work/apt
sysroot=$work/sysroot
if [ ! -e "$sysroot/ready" ]; then
  rm -rf "$apt" "$sysroot"
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$sysroot"
  foreign="-o APT::Architectures::=arm64 -o Dir::State=$apt/state -o Dir::State::status=/dev/null \
    -o Dir::Cache=$apt/cache -o APT::Sandbox::User=root"
  apt-get $foreign -qq update
  (cd "$apt" && apt-get $foreign -qq download libhwy-dev:arm64 libhwy1:arm64 libssl-dev:arm64 \
    libssl3:arm64 libxxhash-dev:arm64 catch2)
  for package in "$apt"/*.deb; do dpkg -x "$package" "$sysroot"; done
  touch "$sysroot/ready"
fi

lib=$sysroot/usr/lib/aarch64-linux-gnu
cmake -S . -B "$build-aarch64" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTRATEC_WORLD_ONLY=ON \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CXX_FLAGS="-isystem $sysroot/usr/include -isystem $sysroot/usr/include/aarch64-linux-gnu" \
  -DCatch2_DIR="$(dirname "$(find "$sysroot" -name Catch2Config.cmake)")" \
  -DCMAKE_EXE_LINKER_FLAGS="-L$lib -Wl,-rpath-link,$lib" >"$work/aarch64.log"
cmake --build "$build-aarch64" --target test_density test_ops embed >>"$work/aarch64.log" 2>&1 ||
  { tail -n 40 "$work/aarch64.log"; exit 1; }

emulated() {
  qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH="$lib:/usr/aarch64-linux-gnu/lib" "$@"
}
: >"$work/aarch64.txt"
for tests in test_density test_ops; do
  emulated "$build-aarch64/tests/$tests" "[golden]" >"$work/aarch64-run.txt" ||
    { tail -n 40 "$work/aarch64-run.txt"; exit 1; }
  printf '%s %s; ' "$tests" "$(grep passed "$work/aarch64-run.txt")" >>"$work/aarch64.txt"
done

# A whole world: the manifest of a cook on this machine, its density on the other one.
window=-20,-20,-30,20,20,-4
"$build/stratec" cook tests/data/tiny/tiny.season.json -o "$work/tiny" -q >/dev/null
here=$("$build/examples/embed/embed" "$work/tiny/season_manifest.json" "$window")
there=$(emulated "$build-aarch64/examples/embed/embed" "$work/tiny/season_manifest.json" "$window")
[ "$here" = "$there" ] || { echo "here $here"; echo "there $there"; exit 1; }
printf 'a cooked manifest has the digest of this machine' >>"$work/aarch64.txt"
