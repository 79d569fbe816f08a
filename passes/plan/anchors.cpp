#include "passes/plan/anchors.hpp"

#include <cmath>
#include <optional>

#include "compiler/hash.hpp"
#include "passes/plan/plan.hpp"
#include "passes/plan/turns.hpp"

namespace strate {

namespace {

enum Salt : std::uint64_t { kAzimuth, kDistance };

double number(const Season& season, std::size_t interface, std::size_t connection, Salt salt) {
  const auto& strates = season.world.strates;
  const std::string address = "passage:" + strates[interface].id + "/" + strates[interface + 1].id +
                              "/" + std::to_string(connection);
  return unit(draw(season.world.seed, string_hash(address), salt));
}

}  // namespace

std::vector<std::vector<Vec3>> anchors_of(const Season& season) {
  std::vector<std::vector<Vec3>> out;
  double azimuth = 0;
  for (std::size_t i = 0; i + 1 < season.strates.size(); ++i) {
    const PassageSettings& s = season.strates[i].passages;
    const double u = number(season, i, 1, kAzimuth);
    azimuth = i == 0 ? u : azimuth + 0.5 + (u - 0.5) / 3;  // opposite ± 60°
    out.emplace_back();
    for (int k = 1; k <= s.connections; ++k) {
      if (const std::optional<Vec3> at = s.connection(k).at) {
        out.back().push_back(on_plan_grid(*at));
        continue;
      }
      const double away =
          s.distance_lo_m + (s.distance_hi_m - s.distance_lo_m) *
                                number(season, i, static_cast<std::size_t>(k), kDistance);
      out.back().push_back(on_plan_grid(turn_vector(azimuth + (k - 1) * kGoldenTurn) * away));
    }
  }
  return out;
}

Vec3 spot_of(Vec3 anchor, double reach_m, int i) {
  const double away = reach_m * std::sqrt(static_cast<double>(i) / (kMaxSpots - 1));
  return on_plan_grid(anchor + turn_vector(i * kGoldenTurn) * away);
}

}  // namespace strate
