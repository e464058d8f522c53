// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// One op in two timelines. Starts count from the first start of their own timeline.
struct Deviation {
    Op op = {};
    int rank = 0;
    Time plannedStart = 0;
    Time actualStart = 0;
    Time plannedLength = 0;
    Time actualLength = 0;

    Time slip() const { return actualStart - plannedStart; }
    Time stretch() const { return actualLength - plannedLength; }
    friend bool operator==(const Deviation&, const Deviation&) = default;
};

/// Two ops of one rank that follow each other in the planned lane and run in the other order in the actual one. One
/// block that moves far makes one inversion, not one for each block it passes.
struct Inversion {
    int rank = 0;
    Op first = {}; ///< first in the planned timeline, second in the actual one
    Op second = {};

    friend bool operator==(const Inversion&, const Inversion&) = default;
};

/// How much of what two timelines run is the same.
enum class Likeness : std::uint8_t {
    OtherStages,       ///< the model is cut otherwise: no op of one is an op of the other
    OtherMicrobatches, ///< their numbers differ
    OtherOps,          ///< one lacks an op that the other has, or repeats one
    OtherRanks,        ///< an op runs on another rank
    OtherPairs,        ///< other ops run as overlapped pairs
    SameBlocks,
};

/// Where the difference of the two makespans comes from. `durations` and `waits` add up to `difference`, and so do the
/// five finer parts: each is what the makespan grows by when one thing more is taken from the actual timeline, in this
/// order. Where the planned timeline was measured too, its own waits and jitter are taken off.
struct LostTime {
    Time difference = 0; ///< actual − planned makespan
    Time durations = 0;  ///< what the planned order loses when its ops take their actual lengths
    Time waits = 0;      ///< the rest: transfers, launches, another order

    Time schedule = 0; ///< the actual order, where it is another
    Time opTimes = 0;  ///< the ops of a stage and kind take their median length
    Time jitter = 0;   ///< each op takes its own
    Time transfers =
        0;           ///< each link takes the median time from the end of an op to the start of one that waited for it
    Time launch = 0; ///< what remains: the time between ops of one rank

    friend bool operator==(const LostTime&, const LostTime&) = default;
};

/// A planned against an actual timeline (or any two).
struct Comparison {
    Likeness likeness = Likeness::SameBlocks;
    std::vector<Deviation> deviations = {}; ///< the ops in both, by rank, then planned start
    std::vector<Inversion> inversions = {};
    std::vector<Op> onlyPlanned = {};
    std::vector<Op> onlyActual = {};
    Time plannedMakespan = 0;
    Time actualMakespan = 0;
    Time plannedLongestSpan = 0;
    Time actualLongestSpan = 0;
    std::optional<LostTime> lost = {}; ///< only where both run the same blocks on the same ranks: it is told op by op

    Time difference() const { return actualMakespan - plannedMakespan; }
    friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// `planned` is a timeline of `plan`, simulated or measured, and `actual` one of `ran`, which may be any other plan.
/// Where the plan's order never reaches its end, all of the difference beyond what runs counts as waits.
///
/// Source of the parts: a replay each, so that a delay counts only as far as it reaches the end.
Comparison compare(const Plan& plan, const Timeline& planned, const Plan& ran, const Timeline& actual);

/// The plan's order when each op takes the length that it has in `actual`; those that it lacks keep the planned one.
Timeline retimed(const Plan& plan, const Timeline& actual);

} // namespace lanewright
