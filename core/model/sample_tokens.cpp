// SPDX-License-Identifier: Apache-2.0
#include "core/model/sample_tokens.h"

#include "core/base/mapped.h"
#include "core/model/microbatch_costs.h"

#include <algorithm>
#include <cstddef>

namespace lanewright {

namespace {

/// What microbatches with lengths have of the most that any has.
class Shares {
public:
    explicit Shares(const MicrobatchCosts& given) : m_lengths(&given.length()), m_samples(&given.samples()) {
        for (std::size_t at = 1; at < m_lengths->size(); ++at) {
            if (std::int64_t{(*m_lengths)[at]} * samplesOf(m_longest) >
                std::int64_t{(*m_lengths)[m_longest]} * samplesOf(at))
                m_longest = at;
            if (samplesOf(at) > samplesOf(m_largest))
                m_largest = at;
        }
    }

    /// Its share of the model's batch and of its context, each 0 where it is less than a half.
    MicrobatchShape of(const ModelSpec& model, std::size_t at) const {
        const Ratio context{std::int64_t{(*m_lengths)[at]} * samplesOf(m_longest),
                            std::int64_t{(*m_lengths)[m_longest]} * samplesOf(at)};
        return {static_cast<int>(scaled(model.batch, {samplesOf(at), samplesOf(m_largest)})),
                static_cast<int>(scaled(model.context, context))};
    }

    Result<Done> check(const ModelSpec& model, std::size_t at) const {
        const MicrobatchShape shape = of(model, at);
        if (shape.samples == 0)
            return refusal(phrase("engine", "microbatch %1 has %2 samples where the largest has %3, which is less than "
                                            "half a sample of the model's batch of %4; take a larger batch"),
                           at, samplesOf(at), samplesOf(m_largest), model.batch);
        if (shape.context > 0)
            return Done{};
        if (m_samples->empty())
            return refusal(phrase("engine", "microbatch %1 has %2 tokens where the longest has %3, which is less than "
                                            "half a token of the model's context of %4; take a longer context"),
                           at, (*m_lengths)[at], (*m_lengths)[m_longest], model.context);
        return refusal(phrase("engine", "microbatch %1 has %2 tokens in %3 samples where the longest are %4 in %5, "
                                        "which is less than half a token of the model's context of %6; take a longer "
                                        "context"),
                       at, (*m_lengths)[at], samplesOf(at), (*m_lengths)[m_longest], samplesOf(m_longest),
                       model.context);
    }

private:
    static Error refusal(const Phrase& words, const auto&... numbers) {
        return Error{say(words, numbers...), "microbatch"};
    }
    int samplesOf(std::size_t at) const { return m_samples->empty() ? 1 : (*m_samples)[at]; }

    const std::vector<int>* m_lengths;
    const std::vector<int>* m_samples;
    std::size_t m_longest = 0; ///< whose samples have the most tokens
    std::size_t m_largest = 0; ///< that has the most samples
};

} // namespace

std::vector<MicrobatchShape> microbatchShapes(const ModelSpec& model, const Plan& plan) {
    const Shares shares(plan.costs.microbatches);
    std::vector<MicrobatchShape> shapes(plan.schedule.microbatches, {model.batch, model.context});
    const std::size_t given = std::min(shapes.size(), plan.costs.microbatches.length().size());
    for (std::size_t at = 0; at < given; ++at) {
        const MicrobatchShape share = shares.of(model, at);
        shapes[at] = {std::max(1, share.samples), std::max(1, share.context)};
    }
    return shapes;
}

Result<Done> checkShapes(const ModelSpec& model, const Plan& plan) {
    const Shares shares(plan.costs.microbatches);
    for (std::size_t at = 0; at < plan.costs.microbatches.length().size(); ++at)
        if (Result<Done> checked = shares.check(model, at); !checked)
            return checked;
    return Done{};
}

std::int64_t tokensIn(const std::vector<MicrobatchShape>& shapes) { return summed(shapes, &MicrobatchShape::tokens); }

std::int64_t tokensPerStep(const ModelSpec& model, const Plan& plan) { return tokensIn(microbatchShapes(model, plan)); }

std::uint64_t samplesPerStep(const ModelSpec& model, const Plan& plan) {
    return static_cast<std::uint64_t>(summed(microbatchShapes(model, plan),
                                             [](const MicrobatchShape& shape) { return std::int64_t{shape.samples}; }));
}

Message unlikePlan(const Plan& plan, std::string_view backend) {
    const MicrobatchCosts& microbatches = plan.costs.microbatches;
    if (microbatches.areEqual())
        return {};
    if (microbatches.form() == MicrobatchCosts::Form::Lengths)
        return backend != "torch"
                   ? Message{}
                   : say(phrase("torch", "PyTorch's stages pass values of one shape: the backend torch pads shorter "
                                         "microbatches, which take as long as the longest, and their padding counts in "
                                         "no loss"));
    return say(phrase("engine", "the plan says how long each microbatch takes, but not how many tokens it has; "
                                "training gives all of them equally many"));
}

} // namespace lanewright
