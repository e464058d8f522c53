// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <cstdint>

namespace lanewright::test {

/// Random numbers that are the same on every machine and with every library.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15u + 1) {}

    std::uint64_t next();
    /// From `low` to `high`, both included.
    int roll(int low, int high) { return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1)); }
    /// True `percent` times of a hundred.
    bool chance(int percent) { return roll(1, 100) <= percent; }

private:
    std::uint64_t m_state;
};

/// What a random plan may hold.
struct RandomShape {
    int mostRanks = 5;
    int mostChunks = 3;
    int mostMicrobatches = 6;
    bool twoDirections = true;
    bool gaps = true;
    bool pairs = true;
    bool pairsByBoth = true; ///< now and then pairs have times that depend on both partners
    bool parts = true;       ///< cuts W
    bool recompute = true;
    bool serial = true; ///< links
    int longestTransfer = 12;
    bool host = true;     ///< now and then ranks are busy with values
    bool boundary = true; ///< now and then messages differ from boundary to boundary
    bool unequal = false; ///< microbatches differ, in one of the three ways
};

/// A plan with unequal costs and memory and a valid order, made by running whatever is ready, at random.
Plan randomPlan(std::uint64_t seed, const RandomShape& shape = {});

/// The same with an order that is broken in a few places: blocks swapped, dropped, doubled, moved to another rank or
/// paired at random. Now and then it is still valid.
Plan brokenPlan(std::uint64_t seed, const RandomShape& shape = {});

} // namespace lanewright::test
