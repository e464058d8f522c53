// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/units.h"
#include "core/model/block_stretches.h"
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
namespace lanewright {

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
    int length = -1;     ///< the length that labels say where microbatches differ; −1: they say nothing
    int pairedLength = -1;
    bool inPercent = false; ///< lengths are per cent of the mean, else tokens
    int stretches = -1;     ///< which of the lanes' stretches say how its time is spent; −1: nothing does

    bool holds(const Op& other) const { return op == other || paired == other; }
    friend bool operator==(const PlacedBlock&, const PlacedBlock&) = default;
};

/// The blocks of a rank by start. In a plan the index is the position in the order.
struct PlacedLane {
    std::vector<PlacedBlock> blocks = {};
    std::vector<int> gaps = {}; ///< positions of the blocks that run behind an explicit gap
    bool namesStage = false;    ///< some rank hosts several stages, so labels name theirs
    Op widest = {};             ///< the largest numbers that a label may have to say
    int longest = -1;           ///< the longest microbatch of any lane; −1: labels say no lengths

    friend bool operator==(const PlacedLane&, const PlacedLane&) = default;
};

/// The blocks of one kind, alone or as halves of pairs, and how long nearly all of them are: what labels say is decided
/// by these, once for all blocks, so that no picture numbers its blocks in two ways.
struct BlockSort {
    OpKind kind = OpKind::F;
    bool isHalf = false;
    /// A tenth of them may be shorter. At least half of what is usual among all blocks: a few short ones, which have
    /// room for no label, take none from the others.
    Time length = 0;

    friend bool operator==(const BlockSort&, const BlockSort&) = default;
};

/// Tells one placing from all others, so that drawings of it can be kept. Equal lanes are equal whatever it is.
struct PlacingSerial {
    std::uint64_t number = 0; ///< 0: nothing is kept

    friend bool operator==(const PlacingSerial&, const PlacingSerial&) { return true; }
};

struct PlacedLanes {
    std::vector<PlacedLane> lanes = {};
    std::vector<BlockSort> sorts = {};          ///< that the lanes hold
    std::vector<BlockStretches> stretches = {}; ///< how blocks that overlap or use the network spend time, each once
    PlacingSerial serial = {};
    Time reached = 0; ///< the latest end of what runs
    Time end = 0;     ///< the latest end of anything, parked blocks too
    bool stalls = false;
    int stalledRank = -1; ///< the one that all others wait for in the end; −1: nothing stalls
    Time stalledAt = 0;   ///< when that one has run its last block

    const PlacedBlock* find(Slot slot) const;
    const BlockStretches* stretchesOf(const PlacedBlock& block) const {
        return block.stretches < 0 ? nullptr : &stretches[block.stretches];
    }
    friend bool operator==(const PlacedLanes&, const PlacedLanes&) = default;
};

/// The plan's blocks: as simulated, and those that never start parked behind the latest end, one after the other.
PlacedLanes placePlan(const Schedule& schedule, const Costs& costs, const Timeline& timeline);

/// Measured blocks, shifted so that the first starts at 0.
PlacedLanes placeRun(const Schedule& schedule, const Timeline& timeline);

/// How ops spend their time, as far as lanes tell it, in the order of a legend: hidden, exposed.
std::vector<Spends> spendsIn(const PlacedLanes& lanes);
/// "network, hidden"; where the lanes know of no network, "hidden in the pair".
Phrase nameOf(Spends spends, const PlacedLanes& lanes);

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

} // namespace lanewright
