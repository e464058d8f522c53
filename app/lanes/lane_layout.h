// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/costs.h"
#include "core/model/op.h"
#include "core/model/schedule.h"
#include "core/model/timeline.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

/// Where blocks stand: orders with their times in, positioned blocks out. Knows neither widgets nor colours.
namespace lanewright::app {

/// A block with its place in time and what the painter must know of it.
struct PlacedBlock {
    Op op = {};
    std::optional<Op> paired = {};
    Time start = 0;
    Time end = 0;
    Time gap = 0;  ///< explicit, before the block
    int chunk = 0; ///< place of the op's stage among those of its rank
    int pairedChunk = 0;
    bool parked = false; ///< its rank stalled before it: the times are only a place to draw it

    bool holds(const Op& other) const { return op == other || paired == other; }
    friend bool operator==(const PlacedBlock&, const PlacedBlock&) = default;
};

/// The blocks of a rank by start. In a plan the index is the position in the order.
struct PlacedLane {
    std::vector<PlacedBlock> blocks = {};
    std::vector<int> gaps = {}; ///< positions of the blocks that run behind an explicit gap
    bool namesStage = false;    ///< the rank hosts several stages, so labels name theirs
    Op widest = {};             ///< the largest numbers that a label of the lane may have to say

    friend bool operator==(const PlacedLane&, const PlacedLane&) = default;
};

/// Tells one placing from all others, so that drawings of it can be kept. Equal lanes are equal whatever it is.
struct PlacingSerial {
    std::uint64_t number = 0; ///< 0: nothing is kept

    friend bool operator==(const PlacingSerial&, const PlacingSerial&) { return true; }
};

struct PlacedLanes {
    std::vector<PlacedLane> lanes = {};
    PlacingSerial serial = {};
    Time reached = 0; ///< the latest end of what runs
    Time end = 0;     ///< the latest end of anything, parked blocks too
    bool stalls = false;
    int stalledRank = -1; ///< the one that all others wait for in the end; −1: nothing stalls
    Time stalledAt = 0;   ///< when that one has run its last block

    const PlacedBlock* find(Slot slot) const;
    friend bool operator==(const PlacedLanes&, const PlacedLanes&) = default;
};

/// The plan's blocks: as simulated, and those that never start parked behind the latest end, one after the other.
PlacedLanes placePlan(const Schedule& schedule, const Costs& costs, const Timeline& timeline);

/// Measured blocks, shifted so that the first starts at 0.
PlacedLanes placeRun(const Schedule& schedule, const Timeline& timeline);

/// Indices of the blocks of a lane that are at least partly in [from, to): [first, last).
struct Visible {
    std::size_t first = 0;
    std::size_t last = 0;
};
Visible visibleIn(const PlacedLane& lane, Time from, Time to);

/// The block at a time; none in a bubble.
std::optional<int> blockAt(const PlacedLane& lane, Time time);

/// The boundary that a thing dropped at `time` falls into: the number of blocks whose middle is earlier.
int boundaryAt(const PlacedLane& lane, Time time);

/// As above, yet it keeps `previous` until the middle of the next block is passed by more than `stickiness`, so that a
/// caret does not flicker.
int stickyBoundaryAt(const PlacedLane& lane, Time time, int previous, Time stickiness);

/// Where the ops stand, by rank and position. `rankOf` names the lane an op belongs on.
std::optional<Slot> slotOf(const PlacedLanes& lanes, const Schedule& schedule, const Op& op);
std::vector<Slot> slotsOf(const PlacedLanes& lanes, const Schedule& schedule, const std::set<Op>& ops);

/// In which order lanes are shown, and which of them stay at the top. A matter of the view, never of the plan.
struct LaneOrder {
    std::vector<int> ranks = {}; ///< from the top; empty: by number
    int pinned = 0;              ///< the first so many

    /// The order of so many lanes: of another number none of it holds.
    LaneOrder of(int lanes) const;
    /// Puts the rank among the pinned ones, last of them; or back, first behind them.
    LaneOrder toggled(int rank, int lanes) const;
    /// Moves the rank in front of the row; it is pinned where it comes to stand among those.
    LaneOrder moved(int rank, int row, int lanes) const;
    std::vector<int> rows() const; ///< per rank
    friend bool operator==(const LaneOrder&, const LaneOrder&) = default;
};

/// The rows and bars of the lanes, in whole pixels from the top of the viewport.
struct LaneGeometry {
    int lanes = 0;
    int top = 0;         ///< where the first lane begins: below the ruler
    int laneHeight = 92; ///< from one lane to the next
    int scroll = 0;      ///< pixels the lanes are moved up
    bool withBars = false;
    std::vector<int> rows = {}; ///< the row of each rank, from the top; empty: that of its number
    int pinned = 0;             ///< so many rows at the top do not move with `scroll`

    /// Ranks that do not exist stand below all others.
    int rowOf(int rank) const {
        return rank >= 0 && rank < static_cast<int>(rows.size()) ? rows[static_cast<std::size_t>(rank)] : rank;
    }
    bool isPinned(int rank) const { return rowOf(rank) < pinned; }
    int laneTop(int rank) const { return top + rowOf(rank) * laneHeight - (isPinned(rank) ? 0 : scroll); }
    /// Where the lane is covered by those that are pinned, or by the ruler: nothing of it is drawn above.
    int ceilingOf(int rank) const { return isPinned(rank) ? top : top + pinned * laneHeight; }
    int padding() const;
    int blockTop(int rank) const { return laneTop(rank) + padding(); }
    int blockHeight() const;
    int barTop(int rank) const;
    int barHeight() const;
    /// The lane at a height; −1 above the first and below the last.
    int rankAt(double y) const;

    friend bool operator==(const LaneGeometry&, const LaneGeometry&) = default;
};

} // namespace lanewright::app
