// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanewright::test {

/// What one generator did with problems whose ranks have limits of their own.
struct LimitRecord {
    int made = 0;
    int refused = 0;
    int searched = 0; ///< answers held against all orders there are
    int unknown = 0;  ///< refused for another reason than a limit
};

struct LimitTrials {
    int problems = 0;
    int tiny = 0; ///< problems small enough to try all orders
    std::map<std::string, LimitRecord> records = {};
    std::vector<std::string> faults = {}; ///< what should never happen, with its seed
};

/// Gives random problems with a limit per rank to each generator that follows limits and judges its answers: an order
/// is valid and within every limit; a refusal names a rank, an op and the least limit that would do there, and one byte
/// less would not do. Of automatic generators, where all orders can be tried, none of them fits a refused problem.
LimitTrials tryLimits(std::uint64_t firstSeed, int problems);

} // namespace lanewright::test
