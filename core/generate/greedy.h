// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <cstdint>
#include <vector>

/// Orders of F and BW on any placement, made along the clock: a free rank takes at once what it likes best of the ops
/// that are there. Inside core/generate only.
///
/// It does not run on `ListScheduler`: here all that ends at a time is there before any rank chooses, which makes
/// another order where ops take no time.
namespace lanewright {

/// What a free rank likes.
enum class Liking : std::uint8_t {
    Backwards, ///< a backward before a forward, then the earlier microbatch, then the deeper stage
    Deepest,   ///< a backward before a forward, then the deeper stage, then the earlier microbatch
    FirstCome, ///< what has been there longest, then as Backwards
};

struct GreedyRule {
    Liking liking = Liking::Backwards;
    int inFlight = 1; ///< per direction: the most microbatches between their first F and their last BW; at least 1
    Costs clock = {}; ///< by which the order is made; it need not be the problem's

    friend bool operator==(const GreedyRule&, const GreedyRule&) = default;
};

/// A complete order that no rank waits in for ever, in O(ops · log ops).
Schedule greedySchedule(const Plan& problem, const GreedyRule& rule);

/// The clock of a figure: every F takes 1, every BW `backward`, nothing else any time.
Costs figureClock(const Plan& problem, Time backward);

/// How many microbatches to try on their way at once in each direction: `usual`, up to twice that, and fewer down to
/// one where there are memory limits. Never more than there are.
std::vector<int> depthsOf(const Plan& problem, int usual);

/// Makes an order by each rule and returns the one with the least makespan by the problem's costs (then longest span,
/// then peak) among those that keep the memory limits. Where none does, one microbatch after the other, which may be
/// too much as well.
Schedule bestGreedy(const Plan& problem, const std::vector<GreedyRule>& rules);

} // namespace lanewright
