// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

#include <cstdint>
#include <vector>

/// Words in the form that searches change and time millions of times. Inside core/solve only.
namespace lanewright {

/// A letter: the chunk's place on its rank times three, plus 0 for F, 1 for B, 2 for W.
using Code = std::uint16_t;
using Tape = std::vector<Code>;
/// One tape per rank.
using Tapes = std::vector<Tape>;

constexpr int kKinds = 3; ///< of letters

constexpr Code codeOf(int place, OpKind kind) { return static_cast<Code>(place * kKinds + static_cast<int>(kind)); }
constexpr int placeOf(Code code) { return code / kKinds; }
constexpr OpKind kindOf(Code code) { return static_cast<OpKind>(code % kKinds); }

/// What there is to know of one kind of letter on one rank.
struct Cell {
    Time time = 0;     ///< of all parts of W together
    Bytes rise = 0;    ///< the most it holds for a moment, on top of what is held before it
    Bytes change = 0;  ///< what it leaves behind, all parts of W together
    int source = -1;   ///< the cell that yields what it waits for, on any rank; −1: none
    int arrivals = -1; ///< where the arrivals of what it yields start; −1: nobody waits for it
    int receiver = -1; ///< the rank that waits for what it yields
    Time travel = 0;   ///< of what it yields
    int follows = -1;  ///< the code on the same rank that must be ahead: F of B, B of W
    int count = 0;     ///< how often it stands on the tape
    int parts = 1;     ///< 1, or for W the parts it is cut into

    Time timeOf(int index) const { return parts == 1 ? time : shareOf(time, index % parts, parts); }
    Bytes changeOf(int index) const { return parts == 1 ? change : shareOf(change, index % parts, parts); }
    static std::int64_t shareOf(std::int64_t whole, int part, int parts);
};

/// An instance laid out for speed.
///
/// A W that takes no time is left out of the tapes and belongs to its B: to free memory at once never harms.
struct Track {
    std::vector<int> firstCell = {}; ///< per rank: where its cells start; one more entry than ranks
    std::vector<Cell> cells = {};    ///< `[firstCell[rank] + code]`
    std::vector<Bytes> limit = {};   ///< per rank
    std::vector<int> length = {};    ///< per rank: of its tape
    std::vector<Bytes> need = {};    ///< `[rank * directions + direction]`: what one microbatch alone takes
    std::vector<int> direction = {}; ///< per cell
    int directions = 1;
    int arrivals = 0; ///< how many there are
    OptimizerMode optimizerMode = OptimizerMode::Synchronous;
    IterationEnd iterationEnd = {};

    int ranks() const { return static_cast<int>(length.size()); }
    int places(int rank) const { return (firstCell[rank + 1] - firstCell[rank]) / kKinds; }
    const Cell& cell(int rank, Code code) const { return cells[firstCell[rank] + code]; }
    Cell& cell(int rank, Code code) { return cells[firstCell[rank] + code]; }
    std::int64_t ops() const;
};

double meanOpLength(const Track& track);

Track trackOf(const Instance& instance);

Tapes tapesOf(const Track& track, const Words& words);
Words wordsFrom(const Track& track, const Instance& instance, const Tapes& tapes);

/// True when the rank's tape holds every letter as often as it should, never a B before its F or a W before its B, and
/// never more than the rank's limit.
bool isLegal(const Track& track, int rank, const Tape& tape);

/// The largest of what the tape holds at a time.
Bytes peakOf(const Track& track, int rank, const Tape& tape);

} // namespace lanewright
