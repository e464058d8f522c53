// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/effort.h"
#include "core/solve/incumbent.h"

#include <optional>
#include <string>
#include <vector>

/// The schedules with which searches begin: the problem's own order and those of generators. Inside core/solve only.
namespace lanewright {

/// A whole schedule, and the sequences that come closest to it.
struct Start {
    Schedule schedule = {};
    Fraction value = {};
    Draft draft = {};
    MadeBy madeBy = {};
};

/// A problem in the forms that searches need: as an instance and as a table of its ops.
struct SearchFrame {
    const Plan& problem; ///< orders keep its limits
    Instance instance;
    OpTable table;
    Objective objective;

    SearchFrame(const Plan& limited, Objective goal, Unequal as = Unequal::Mean)
        : problem(limited), instance(instanceOf(limited, as)), table(tableOf(instance, FreeWeights::LeftOut)),
          objective(goal) {}
};

/// The exact value of an order of the problem that is complete and runs to its end.
Fraction exactValue(const Plan& problem, const Schedule& schedule, Objective objective);
/// The sequences as an order of the problem, with the gaps of its own order.
Schedule scheduleFrom(const SearchFrame& frame, const Sequences& sequences);

/// Offers an order that is complete, where it is valid and better than what is known. False where it is not.
bool offerMeasured(const Plan& problem, Objective objective, Schedule schedule, Method method, Incumbent& incumbent);

/// The order of the schedule as a start; none where it is not valid for the problem.
std::optional<Start> startFrom(const SearchFrame& frame, Schedule schedule, MadeBy madeBy);

/// The problem's own order (if valid) and those of all generators that keep its placement and stay within its limits.
/// Stops early when asked to, but not before it has one.
std::vector<Start> madeStarts(const SearchFrame& frame, const Effort& effort);

} // namespace lanewright
