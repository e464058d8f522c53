// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan_values.h"

#include "core/base/option_names.h"
#include "core/edit/limits_text.h"

#include <utility>

namespace lanewright::api {

Result<Done> setLimits(const std::string& text, Plan& plan) {
    if (text.empty())
        return Done{};
    Result<std::vector<std::optional<Bytes>>> limits =
        memoryLimitsFromText(text, plan.schedule.ranks(), plan.memoryUnit);
    if (!limits)
        return Error{limits.error().message, optionNamed("--memory-limit")};
    plan.memory.limit = *std::move(limits);
    return Done{};
}

void setOptimizerMode(const std::string& mode, Plan& plan) {
    plan.optimizerMode = optimizerModeFromKey(mode).value_or(plan.optimizerMode);
}

} // namespace lanewright::api
