# stratec: `make demo` cooks a world, `make check` runs every test. Both install the Debian packages
# they need when they may (root, or sudo without a password); `make packages` prints the list.
BUILD ?= build
JOBS ?= $(shell nproc)
SEASON := seasons/katabasis/katabasis.season.json
OUT := out/katabasis
PACKAGES := $(shell sed 's/\#.*//' packages.txt)
CTEST := ctest --test-dir $(BUILD) --output-on-failure --no-tests=error

.PHONY: all demo check build soak bench setup packages format clean
all: build

packages:
	@echo $(PACKAGES)

setup:
	@sh cmake/setup.sh $(PACKAGES)

build: setup
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release
	cmake --build $(BUILD) -j $(JOBS)

demo: setup
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release
	cmake --build $(BUILD) -j $(JOBS) --target stratec
	$(BUILD)/stratec cook $(SEASON) -o $(OUT)
	@echo
	@echo "A world lies in $(OUT):"
	@echo "  $(OUT)/section.png                 the whole stack in section, the descent drawn"
	@echo "  $(OUT)/<strate>/view-1.png         what a player sees"
	@echo "  $(OUT)/<strate>/{mesh.obj,density.vdb}"
	@echo "  $(OUT)/season_manifest.json        the hashed world; check it: $(BUILD)/stratec verify $(OUT)"

check: build
	$(CTEST) -j $(JOBS)

# Slow sweeps: the same tests with more cases, the other compiler, sanitizers, aarch64.
soak: build
	sh tests/soak/soak.sh $(BUILD)

bench: setup
	cmake -S . -B $(BUILD)-bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTRATEC_BENCH=ON -DSTRATEC_TESTS=OFF
	cmake --build $(BUILD)-bench -j $(JOBS) --target stratec_bench
	$(BUILD)-bench/tests/bench/stratec_bench

format:
	clang-format -i $$(git ls-files '*.cpp' '*.hpp')

clean:
	rm -rf $(BUILD) $(BUILD)-* out
