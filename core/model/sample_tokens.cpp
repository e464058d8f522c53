// SPDX-License-Identifier: Apache-2.0
#include "core/model/sample_tokens.h"

#include "core/model/microbatch_costs.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lanewright {

namespace {

/// The share of the context that the microbatch's length is of the longest's; 0 where that is less than half a token.
int shareOfContext(const ModelSpec& model, int length, int longest) {
    return static_cast<int>(scaled(model.context, {length, longest}));
}

} // namespace

std::vector<int> contextsOf(const ModelSpec& model, const Plan& plan) {
    std::vector<int> contexts(plan.schedule.microbatches, model.context);
    const std::vector<int>& lengths = plan.costs.microbatches.length();
    if (lengths.empty())
        return contexts;
    const int longest = *std::ranges::max_element(lengths);
    for (std::size_t at = 0; at < std::min(contexts.size(), lengths.size()); ++at)
        contexts[at] = std::max(1, shareOfContext(model, lengths[at], longest));
    return contexts;
}

Result<Done> checkContexts(const ModelSpec& model, const Plan& plan) {
    const std::vector<int>& lengths = plan.costs.microbatches.length();
    if (lengths.empty())
        return Done{};
    const int longest = *std::ranges::max_element(lengths);
    for (std::size_t at = 0; at < lengths.size(); ++at)
        if (shareOfContext(model, lengths[at], longest) == 0)
            return Error{say(phrase("engine", "microbatch %1 has %2 tokens where the longest has %3, which is less "
                                              "than half a token of the model's context of %4; take a longer context"),
                             at, lengths[at], longest, model.context),
                         "microbatch"};
    return Done{};
}

std::int64_t tokensPerStep(const ModelSpec& model, const Plan& plan) {
    const std::vector<int> contexts = contextsOf(model, plan);
    return model.batch * std::accumulate(contexts.begin(), contexts.end(), std::int64_t{0});
}

Message unlikePlan(const Plan& plan) {
    const MicrobatchCosts& microbatches = plan.costs.microbatches;
    if (microbatches.areEqual() || microbatches.form() == MicrobatchCosts::Form::Lengths)
        return {};
    return say(phrase("engine", "the plan says how long each microbatch takes, but not how many tokens it has; "
                                "training gives all of them equally many"));
}

} // namespace lanewright
