// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan_values.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <utility>

namespace lanewright::api {

Result<std::vector<std::optional<Bytes>>> limitsFromText(const std::string& text, int ranks, MemoryUnit unit) {
    std::vector<std::optional<Bytes>> limits;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty() || word == "-") {
            limits.emplace_back();
            continue;
        }
        const Result<Bytes> limit = ticksFromDecimal(word, scaleOf(unit));
        if (!limit)
            return limit.error();
        if (*limit < 0)
            return Error{"a limit can't be negative"};
        limits.emplace_back(*limit);
    }
    if (limits.size() == 1)
        limits.resize(static_cast<std::size_t>(ranks), limits.front());
    if (limits.size() != static_cast<std::size_t>(ranks))
        return Error{"there are " + std::to_string(limits.size()) + " limits for " + std::to_string(ranks) + " ranks"};
    return limits;
}

Result<Done> setLimits(const std::string& text, Plan& plan) {
    if (text.empty())
        return Done{};
    Result<std::vector<std::optional<Bytes>>> limits = limitsFromText(text, plan.schedule.ranks(), plan.memoryUnit);
    if (!limits)
        return Error{limits.error().message, "--memory-limit"};
    plan.memory.limit = *std::move(limits);
    return Done{};
}

void setOptimizerMode(const std::string& mode, Plan& plan) {
    plan.optimizerMode = optimizerModeFromKey(mode).value_or(plan.optimizerMode);
}

} // namespace lanewright::api
