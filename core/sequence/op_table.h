// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/costs.h"
#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// An instance as a table of its ops, so that sequences can be made, changed and timed fast.
namespace lanewright {

/// What the ops with one code on one rank take and wait for.
struct Cell {
    Time time = 0;     ///< how long an op takes; for a W, all its parts
    Bytes rise = 0;    ///< the most it holds for a moment, on top of what is held before it
    Bytes change = 0;  ///< what it leaves behind, all parts of W together
    int source = -1;   ///< the cell that yields what it waits for, on any rank; −1: none
    int arrivals = -1; ///< where the arrivals of what it yields start; −1: nobody waits for it
    int receiver = -1; ///< the rank that waits for what it yields
    Time travel = 0;   ///< how long what it yields is on its way
    int follows = -1;  ///< the code on the same rank that must be ahead: F of B, B of W
    int count = 0;     ///< how often it stands in the sequence
    int parts = 1;     ///< 1, or for W the parts it is cut into
    /// Where microbatches differ, per microbatch in turn: what takes the place of `time` and `travel`, which are means.
    const Time* times = nullptr;
    const Time* travels = nullptr;

    /// The time of op `index`, with all parts of a W.
    Time wholeOf(int index) const { return times ? times[index / parts] : time; }
    Time timeOf(int index) const {
        const Time whole = wholeOf(index);
        return parts == 1 ? whole : shareOf(whole, index % parts, parts);
    }
    Time travelOf(int index) const { return travels ? travels[index] : travel; }
    Bytes changeOf(int index) const { return parts == 1 ? change : shareOf(change, index % parts, parts); }
};

/// An instance laid out for speed: what an op takes and needs is in one cell, found by its rank and code.
struct OpTable {
    std::vector<int> firstCell = {}; ///< per rank: where its cells start; one more entry than ranks
    std::vector<Cell> cells = {};    ///< `[firstCell[rank] + code]`
    std::vector<Bytes> limit = {};   ///< per rank
    std::vector<int> length = {};    ///< per rank: of its sequence
    std::vector<Bytes> need = {};    ///< `[rank * directions + direction]`: what one microbatch alone takes
    std::vector<int> direction = {}; ///< per cell
    int directions = 1;
    int arrivals = 0; ///< how many there are
    OptimizerMode optimizerMode = OptimizerMode::Synchronous;
    IterationEnd iterationEnd = {};
    std::shared_ptr<const std::vector<EachTime>> own = {}; ///< what cells point to; none where all take alike

    int ranks() const { return static_cast<int>(length.size()); }
    int places(int rank) const { return (firstCell[rank + 1] - firstCell[rank]) / kKinds; }
    const Cell& cell(int rank, Code code) const { return cells[firstCell[rank] + code]; }
    int directionOf(int rank, Code code) const { return direction[firstCell[rank] + code]; }
    Bytes needOf(int rank, int ofDirection) const { return need[rank * directions + ofDirection]; }
    Cell& cell(int rank, Code code) { return cells[firstCell[rank] + code]; }
    std::int64_t ops() const;
};

/// The mean time of the table's ops, in ticks.
double meanOpLength(const OpTable& table);

/// What to do with a W that takes no time: it can be an op as any other, or left out of the sequences and be a part of
/// its B, which is never worse, since it frees memory sooner.
enum class FreeWeights { Kept, LeftOut };

OpTable tableOf(const Instance& instance, FreeWeights freeWeights);
/// The same, with every W, as if all microbatches took the mean where they differ.
OpTable tableOfMeans(Instance instance);

/// The sequences less the W that the table leaves out.
Sequences withoutFreeWeights(const OpTable& table, const Sequences& sequences);
/// The sequences with each W that the table leaves out right behind its B.
Sequences withFreeWeights(const OpTable& table, const Instance& instance, const Sequences& sequences);

/// The most that the rank holds at a time; none where its sequence does not have every code as often as it should, has
/// a B before its F or a W before its B, or passes the rank's limit.
std::optional<Bytes> peakOf(const OpTable& table, int rank, const Sequence& sequence);
inline bool isLegal(const OpTable& table, int rank, const Sequence& sequence) {
    return peakOf(table, rank, sequence).has_value();
}

} // namespace lanewright
