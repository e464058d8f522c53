// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/stretch_lesson.h"

#include <optional>
#include <vector>

namespace lanewright {

namespace {

void shrink(Timeline& timeline, int factor) {
    for (Lane& lane : timeline.lanes)
        for (Span& span : lane) {
            span.start /= factor;
            span.end /= factor;
        }
}

} // namespace

Plan stretched(const Plan& plan, int factor) {
    Plan longer = plan;
    for (auto& list : longer.costs.stages)
        for (StageCosts& stage : list) {
            for (Time* time :
                 {&stage.forward, &stage.backwardInput, &stage.backwardWeight, &stage.optimizer, &stage.allReduce})
                *time *= factor;
            for (std::optional<Time>* time : {&stage.recompute, &stage.overlapped})
                if (*time)
                    **time *= factor;
        }
    for (std::vector<std::optional<Time>>* list : {&longer.costs.pairs.withB, &longer.costs.pairs.withBW})
        for (std::optional<Time>& time : *list)
            if (time)
                *time *= factor;
    setMicrobatches(longer, plan.costs.microbatches.stretched(factor));
    longer.costs.transfer.every *= factor;
    for (Time& time : longer.costs.transfer.matrix)
        if (time != Transfers::kUnknown)
            time *= factor;
    for (Time& time : longer.costs.boundary.time)
        time *= factor;
    Transfers& bandwidth = longer.costs.boundary.bandwidth;
    const auto slower = [factor](std::int64_t rate) { return rate > 0 ? (rate - 1) / factor + 1 : rate; };
    bandwidth.every = slower(bandwidth.every);
    for (std::int64_t& rate : bandwidth.matrix)
        rate = slower(rate);
    longer.costs.host.send *= factor;
    longer.costs.host.receive *= factor;
    for (Row& row : longer.schedule.order)
        for (Block& block : row)
            block.gap *= factor;
    return longer;
}

Run shrunk(Run run, const Plan& plan, int factor) {
    run.plan = plan;
    for (Time& time : run.clockUncertainty)
        time /= factor;
    for (StepRecord& step : run.steps) {
        step.start /= factor;
        shrink(step.wall, factor);
        shrink(step.virtualTime, factor);
        for (Activity& activity : step.others) {
            activity.start /= factor;
            activity.end /= factor;
        }
    }
    return run;
}

} // namespace lanewright
