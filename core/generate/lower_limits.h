// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/order_search.h"
#include "core/model/plan.h"

#include <cstdint>
#include <vector>

/// More memory must not give a worse order, so automatic methods try less than there is, too. Inside core/generate
/// only.
namespace lanewright {

/// No order of the problem is below this within `limits`, one per rank.
Fraction leastWithin(const Plan& problem, Objective objective, const std::vector<Bytes>& limits);

/// The most memory of each rank with so many microbatches in flight, of the largest where they differ. Only one
/// activation is ever made again before its B.
std::vector<Bytes> roomFor(const Instance& instance, int microbatches);
/// The problem with those limits.
Plan withRoomFor(const Plan& problem, int microbatches);

/// What is tried under each lower limit: rounds, then list schedules by so many rules.
struct LessSearch {
    std::int64_t (*offerRounds)(const Instance& instance, OrderSearch& search); ///< returns how many ops it placed
    RuleTable rules;
    int mostRules = 0;
    std::int64_t budget = 0; ///< ops to place, for all limits together
};

/// Searches on under lower limits, from those just below the search's own to room for one microbatch, for as long as a
/// bound says that such limits could allow a better order than the best.
void tryLowerLimits(const Plan& problem, OrderSearch& search, const LessSearch& less);

} // namespace lanewright
