// Planning of one interface: from two surveys to proven passages. The order of calls is plan.cpp's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "passes/plan/plan.hpp"
#include "passes/plan/screen.hpp"
#include "passes/plan/survey.hpp"
#include "passes/plan/switchback.hpp"

namespace strate {

/// Finds and proves the origin room of a surveyed strate, clear of the ways of its `doors`. `base`
/// holds neither origins nor passages.
Result<OriginRoom> plan_origin(const World& base, const Survey& survey,
                               const std::vector<const Passage*>& doors, const Catalog& catalog,
                               const Executor& executor);

/// Everything that planning one passage reads.
struct PassageTask {
  std::string id;
  const PassageSettings& settings;  ///< of this one connection
  const World& world;               ///< origins and doors of both strates, no passages
  const Survey &upper, &lower;
  Vec3 anchor;
  const Surroundings& around;
};

/// The first spot whose passage is proven; none: the report says what each lacked.
std::optional<Passage> plan_passage(const PassageTask& task, const Executor& executor,
                                    PassageReport& report);

}  // namespace strate
