// SPDX-License-Identifier: Apache-2.0
#include "core/model/objective.h"

#include "core/base/choice_named.h"

namespace lanewright {

std::string_view toText(Objective objective) {
    switch (objective) {
    case Objective::Iteration: return "iteration";
    case Objective::Makespan: return "makespan";
    case Objective::Period: return "period";
    case Objective::LongestSpan: return "longest_span";
    }
    return {};
}

std::optional<Objective> objectiveFromText(std::string_view text) { return choiceNamed(text, kObjectives); }

Objective withoutOptimizer(Objective objective, OptimizerMode mode) {
    if (objective != Objective::Iteration)
        return objective;
    return mode == OptimizerMode::Synchronous ? Objective::Makespan : Objective::Period;
}

} // namespace lanewright
