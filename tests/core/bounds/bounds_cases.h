// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/model/plan.h"

#include <string>
#include <vector>

namespace lanewright::test {

/// Lets `refuteValues` go as far as it can.
constexpr Fraction kAnyValue{Time{1} << 50, 1};

/// A problem of one stage per rank and what is known of its best schedule.
struct BoundCase {
    std::string id = {};
    Plan problem = {};
    bool ofPeriod = false;   ///< else of the makespan
    bool infeasible = false; ///< its limits can't be kept
    Fraction best = {};      ///< the optimum, or the best value that anybody found
    Time proved = 0;         ///< a lower bound proved elsewhere
    bool uniform = false;    ///< all stages alike
};

/// The rows of `tests/data/bounds/<name>`; the test program ends when there are none.
std::vector<BoundCase> boundCases(const std::string& name);

} // namespace lanewright::test
