// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/flat_colours.h"
#include "app/lanes/lane_cover.h"

#include <memory>
#include <vector>

namespace lanewright::app {

/// The covers of a placing in the colours of a theme.
struct PlacingCovers {
    PlacingSerial serial = {};
    const Theme* theme = nullptr;
    BlockStyle style = BlockStyle::Planned;
    std::vector<std::shared_ptr<const LaneCover>> lanes = {}; ///< null: not made yet
};

/// Makes the covers of all lanes, in the colours of the plan; on any thread. Takes a look at every block.
PlacingCovers coversOf(const PlacedLanes& lanes, const Theme& theme);

/// The covers of the latest placings, shared by all that draw them. Each is made when it is first wanted, unless
/// `keep` brought it.
class LaneCovers {
public:
    void keep(PlacingCovers covers);
    /// What is there of a placing; null: nothing.
    const PlacingCovers* find(const PlacedLanes& lanes, const Theme& theme, BlockStyle style) const;
    /// The cover of a lane. Null for lanes of which nothing can be kept.
    const LaneCover* of(const PlacedLanes& lanes, int rank, BlockStyle style, const FlatColours& colours);

private:
    std::vector<PlacingCovers> m_kept; ///< all of one theme, the latest last
};

} // namespace lanewright::app
