// SPDX-License-Identifier: Apache-2.0
#include "core/trace/aligned_pipeline.h"

#include "core/base/mapped.h"
#include "core/trace/op_places.h"

#include <algorithm>
#include <optional>

namespace lanewright {

namespace {

void addCrossings(int number, const std::vector<const TracedStep*>& steps, int stages,
                  std::vector<Crossing>& crossings) {
    forCrossings(placesIn(steps), stages,
                 [&](const Op& consumer, const OpPlace& to, const Op& producer, const OpPlace& from) {
                     crossings.push_back({.from = from.rank,
                                          .to = to.rank,
                                          .made = madeAt(*from.traced),
                                          .used = usedAt(consumer, *to.traced),
                                          .producer = producer,
                                          .consumer = consumer,
                                          .step = number});
                 });
}

std::vector<Time> originsOf(const std::vector<const TracedStep*>& steps) {
    return mapped(steps, [](const TracedStep* step) { return step->ops.front().start; });
}

/// Aligns ranks whose clocks run through all steps.
Result<AlignedPipeline> alignedAtOnce(const TracedPipeline& pipeline, int stages) {
    AlignedPipeline result;
    std::vector<Crossing> crossings;
    for (const auto& [number, steps] : pipeline.steps)
        addCrossings(number, steps, stages, crossings);
    result.shared.origins = originsOf(pipeline.steps.begin()->second);
    Result<ClockFit> fit = fitClocks(crossings, result.shared.origins);
    if (!fit)
        return fit.error();
    result.shared.fit = *std::move(fit);
    result.uncertainty = result.shared.fit.uncertainty;
    return result;
}

/// The same where each rank's clock begins anew with each step. Steps that no clocks fit are left out, unless that is
/// true of all.
Result<AlignedPipeline> alignedByStep(const TracedPipeline& pipeline, int stages) {
    AlignedPipeline result{.uncertainty = std::vector<Time>(pipeline.ranks.size(), 0)};
    std::optional<Error> wrong;
    for (const auto& [number, steps] : pipeline.steps) {
        StepClock clock{.origins = originsOf(steps)};
        std::vector<Crossing> crossings;
        addCrossings(number, steps, stages, crossings);
        Result<ClockFit> fit = fitClocks(crossings, clock.origins, /*rawMayStay=*/false);
        if (!fit) {
            ++result.misfits;
            wrong = wrong.value_or(fit.error());
            continue;
        }
        clock.fit = *std::move(fit);
        for (std::size_t rank = 0; rank < result.uncertainty.size(); ++rank)
            result.uncertainty[rank] = std::max(result.uncertainty[rank], clock.fit.uncertainty[rank]);
        result.ofStep.emplace(number, std::move(clock));
    }
    if (result.ofStep.empty())
        return *wrong;
    result.shared = result.ofStep.begin()->second;
    return result;
}

} // namespace

Result<AlignedPipeline> aligned(const TracedPipeline& pipeline, int stages, bool clockPerStep) {
    return clockPerStep ? alignedByStep(pipeline, stages) : alignedAtOnce(pipeline, stages);
}

} // namespace lanewright
