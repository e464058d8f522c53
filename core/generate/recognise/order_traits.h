// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"

#include <string>
#include <vector>

/// What stands out in an order. Inside core/generate only.
namespace lanewright {

/// The pattern of an order, told without comparing it with any other.
struct OrderTraits {
    int pairs = 0;                  ///< overlapped pairs
    int fused = 0;                  ///< BW
    int apart = 0;                  ///< B with a W of its own
    int weightLag = 0;              ///< how many later B of its chunk run before a W at most
    bool complete = true;           ///< every op stands once, on its rank
    bool alternates = false;        ///< with one chunk: after the warm-up F and B take turns until the F end
    std::vector<int> warmUp = {};   ///< per rank: F before its first B
    std::vector<int> inFlight = {}; ///< per rank: the most F that wait for their B, all chunks together
};

/// Expects an order whose ops exist. O(ops).
OrderTraits traitsOf(const Schedule& schedule, int weightParts);

/// The traits in words: `one chunk per rank; B and W apart, W up to 3 microbatches behind its B; …`.
Message describe(const Placement& placement, const OrderTraits& traits);

/// `one; other`, or what is not empty of them.
Message joined(Message one, Message other);

constexpr std::size_t kReadable = 8; ///< numbers that a person takes in
/// `4, 3, 2, 1`, or the ends of a list too long to read.
std::string listed(const std::vector<int>& numbers);

} // namespace lanewright
