#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>

#include "compiler/memory_file_system.hpp"
#include "tests/support/staged_sample.hpp"

using namespace strate;
using namespace strate::testing;

namespace {

constexpr std::size_t kSize = 200;
const std::uint64_t kSeeds = std::getenv("STRATEC_SOAK") ? 200 : 8;

using Refuse = FaultyFileSystem::Refuse;

/// How many steps publishing version 2 over version 1 takes.
std::size_t steps_of(const Refuse& refuse) {
  MemoryFileSystem memory;
  REQUIRE(publish(memory, "/out", 1, kSize));
  FaultyFileSystem faulty(memory, refuse);
  REQUIRE(publish(faulty, "/out", 2, kSize));
  return faulty.steps();
}

const char* no_exchange(std::string_view step, std::size_t) {
  return step == "exchange" ? "io.unsupported" : nullptr;
}

const char* nothing(std::string_view, std::size_t) { return nullptr; }

/// Only the folder may be left: what the next run finds and cleans.
void check_next_run(MemoryFileSystem& memory) {
  REQUIRE(publish(memory, "/out", 3, kSize));
  REQUIRE(state_of(memory, "/out", kSize) == "3");
  REQUIRE(memory.list("/")->size() == 1);
}

}  // namespace

TEST_CASE("staging: whichever single step fails, the output is old or new and whole") {
  for (const Refuse& base : {Refuse(nothing), Refuse(no_exchange)}) {
    const std::size_t steps = steps_of(base);
    REQUIRE(steps > 60);
    std::size_t failed = 0;
    for (std::size_t k = 0; k < steps; ++k)
      for (const char* error : {"io.disk_full", "io.device"}) {
        MemoryFileSystem memory;
        REQUIRE(publish(memory, "/out", 1, kSize));
        FaultyFileSystem faulty(memory, [&](std::string_view step, std::size_t index) {
          return index == k ? error : base(step, index);
        });
        const Result<Done> done = publish(faulty, "/out", 2, kSize);
        const std::string state = state_of(memory, "/out", kSize);
        INFO("step " << k << " of " << steps << ": " << state);
        if (done) {
          REQUIRE(state == "2");
        } else {
          ++failed;
          REQUIRE((state == "1" || state == "2"));
          REQUIRE(done.error().code.starts_with("io."));
        }
        check_next_run(memory);
      }
    CHECK(failed > steps);
  }
}

TEST_CASE("staging: a full disk at any size is reported and harms nothing") {
  std::size_t full = 0;
  bool fitted = false;
  MemoryFileSystem probe;
  REQUIRE(publish(probe, "/out", 1, kSize));
  for (std::uint64_t room = 0; !fitted; room += 97) {
    MemoryFileSystem memory;
    REQUIRE(publish(memory, "/out", 1, kSize));
    std::uint64_t used = 0;
    const Result<std::vector<FolderEntry>> tree = walk_tree(memory, "/out");
    for (const FolderEntry& e : *tree) used += memory.status("/out/" + e.name)->size;
    memory.set_capacity(used + room);
    const Result<Done> done = publish(memory, "/out", 2, kSize);
    REQUIRE(state_of(memory, "/out", kSize) == (done ? "2" : "1"));
    if (!done) {
      CHECK(done.error().code == "io.disk_full");
      REQUIRE(memory.list("/")->size() == 1);
      ++full;
    }
    fitted = static_cast<bool>(done);
  }
  CHECK(full > 50);
}

TEST_CASE("staging: after a power cut at any step the output is old or new, new once promised") {
  std::set<std::string> states;
  const std::size_t steps = steps_of(nothing);
  for (std::size_t dead = 0; dead <= steps; ++dead)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      MemoryFileSystem memory;
      REQUIRE(publish(memory, "/out", 1, kSize));
      FaultyFileSystem faulty(memory, [&](std::string_view, std::size_t index) {
        return index >= dead ? "io.device" : nullptr;
      });
      const Result<Done> done = publish(faulty, "/out", 2, kSize);
      memory.lose_power(seed);
      const std::string state = state_of(memory, "/out", kSize);
      INFO("dead at " << dead << " of " << steps << ", seed " << seed << ": " << state);
      REQUIRE((state == "2" || (!done && state == "1")));
      states.insert(state);
      if (seed == 0) check_next_run(memory);
    }
  CHECK(states.size() == 2);
}

TEST_CASE("staging: without exchange the output may be absent, and the next run brings it back") {
  std::set<std::string> states;
  const std::size_t steps = steps_of(no_exchange);
  for (std::size_t dead = 0; dead <= steps; ++dead)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      MemoryFileSystem memory;
      REQUIRE(publish(memory, "/out", 1, kSize));
      FaultyFileSystem faulty(memory, [&](std::string_view step, std::size_t index) {
        return index >= dead ? "io.device" : no_exchange(step, index);
      });
      const Result<Done> done = publish(faulty, "/out", 2, kSize);
      memory.lose_power(seed);
      const std::string state = state_of(memory, "/out", kSize);
      INFO("dead at " << dead << " of " << steps << ", seed " << seed << ": " << state);
      REQUIRE((state == "2" || (!done && (state == "1" || state == "absent"))));
      states.insert(state);
      {
        const auto next = Staging::open(memory, "/out");
        REQUIRE(next);
        const std::string recovered = state_of(memory, "/out", kSize);
        REQUIRE(recovered == (state == "2" ? "2" : "1"));
      }
      if (seed == 0) check_next_run(memory);
    }
  CHECK(states.size() == 3);
}

TEST_CASE("staging: a first run that dies leaves nothing or all") {
  std::set<std::string> states;
  for (std::size_t dead = 0; dead < 90; ++dead)
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      MemoryFileSystem memory;
      FaultyFileSystem faulty(memory, [&](std::string_view, std::size_t index) {
        return index >= dead ? "io.device" : nullptr;
      });
      const Result<Done> done = publish(faulty, "/deep/out", 2, kSize);
      memory.lose_power(seed);
      const std::string state = state_of(memory, "/deep/out", kSize);
      INFO("dead at " << dead << ", seed " << seed << ": " << state);
      REQUIRE((state == "2" || (!done && state == "absent")));
      states.insert(state);
    }
  CHECK(states.size() == 2);
}
