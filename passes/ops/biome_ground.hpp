// A ground of several, one for each group of biomes, blended by their shares (02 §6, 10 B3):
//
//   h(x, y) = Σ share(group) · h(group)(x, y)      in the order of groups, in double; where one is
//                                                  alone exactly its own
//
// So biomes may differ in anything, and the ground is as continuous as each of them.
#pragma once

#include <memory>
#include <vector>

#include "passes/ops/surface.hpp"

namespace strate {

class BiomeGround final : public Surface {
 public:
  /// `group_of[biome]`: index into `grounds`. Each tells itself apart from this by its index.
  BiomeGround(int slot, std::vector<std::unique_ptr<Surface>> grounds,
              std::vector<std::uint8_t> group_of)
      : Surface(slot, 0), grounds_(std::move(grounds)), group_of_(std::move(group_of)) {}

  void heights(EvalContext& context, double* out) const override;
  Jet range(BoundContext& context) const override;

 private:
  Biomes::Groups groups() const { return {group_of_.data(), static_cast<int>(grounds_.size())}; }

  std::vector<std::unique_ptr<Surface>> grounds_;
  std::vector<std::uint8_t> group_of_;
};

}  // namespace strate
