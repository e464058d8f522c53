// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/model/plan.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lanewright::test {

/// What all orders of a tiny problem together can do.
struct AllOrders {
    bool anyFits = false;               ///< whether one of them keeps the limits and reaches its end
    std::array<Fraction, 4> least = {}; ///< where one fits: per objective, by `kObjectives`
    std::int64_t tried = 0;
};

/// Which orders are tried.
enum class Microbatches : std::uint8_t {
    InTurn,     ///< those in which equal ops of one copy of a stage run by microbatch
    InAnyOrder, ///< all there are
};

/// Tries the orders of the problem one by one, F, R, B and W apart and, where a stage says how long a pair takes, every
/// pair too. None when there are more than `most`, or more than a few dozen ops.
///
/// It states the rules of the model anew, in plain words, and shares nothing with what it judges but the types: no
/// bound, no search, no simulator, no number. Links are of pure latency, whatever the problem says.
std::optional<AllOrders> tryAllOrders(const Plan& problem, std::int64_t most,
                                      Microbatches which = Microbatches::InTurn);

} // namespace lanewright::test
