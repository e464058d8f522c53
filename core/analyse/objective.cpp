// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/objective.h"

namespace lanewright {

std::string_view toText(Objective objective) {
    switch (objective) {
    case Objective::Period: return "period";
    case Objective::Makespan: return "makespan";
    case Objective::LongestSpan: return "longest_span";
    }
    return {};
}

std::optional<Objective> objectiveFromText(std::string_view text) {
    for (const Objective objective : kObjectives)
        if (toText(objective) == text)
            return objective;
    return {};
}

Fraction valueOf(const Metrics& metrics, Objective objective) {
    switch (objective) {
    case Objective::Period: return metrics.period.value_or(Fraction{metrics.longestSpan, 1});
    case Objective::Makespan: return {metrics.makespan, 1};
    case Objective::LongestSpan: return {metrics.longestSpan, 1};
    }
    return {};
}

} // namespace lanewright
