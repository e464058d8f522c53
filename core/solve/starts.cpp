// SPDX-License-Identifier: Apache-2.0
#include "core/solve/starts.h"

#include "core/base/switches.h"
#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/gaps.h"

#include <optional>
#include <utility>

namespace lanewright {

namespace {

bool keepsPlacement(const Generator& generator, const Plan& problem) {
    const Plan prepared = generator.prepare(problem);
    return prepared.schedule.placement == problem.schedule.placement &&
           prepared.schedule.directionOf == problem.schedule.directionOf &&
           prepared.costs.weightParts == problem.costs.weightParts;
}

/// None where the plan's order is not valid.
std::optional<Fraction> validValue(const Plan& plan, Objective objective) {
    if (!fitsShape(plan.schedule, plan.costs.weightParts))
        return {};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline) || !isValid(validate(plan, timeline)))
        return {};
    return valueOf(measure(plan, timeline), objective);
}

} // namespace

Fraction exactValue(const Plan& problem, const Schedule& schedule, Objective objective) {
    Plan plan = problem;
    plan.schedule = schedule;
    return valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective);
}

bool offerMeasured(const Plan& problem, Objective objective, Schedule schedule, Method method, Incumbent& incumbent) {
    Plan plan = problem;
    plan.schedule = std::move(schedule);
    const std::optional<Fraction> value = validValue(plan, objective);
    if (!value || (incumbent.hasSchedule() && *value >= incumbent.value()))
        return false;
    incumbent.offer(std::move(plan.schedule), *value, {method});
    return true;
}

Schedule scheduleFrom(const SearchFrame& frame, const Sequences& sequences) {
    return keepGaps(frame.problem,
                    scheduleOf(frame.problem, frame.instance, withFreeWeights(frame.table, frame.instance, sequences)));
}

std::optional<Start> startFrom(const SearchFrame& frame, Schedule schedule, MadeBy madeBy) {
    Plan plan = frame.problem;
    plan.schedule.order = keepGaps(frame.problem, std::move(schedule)).order;
    const std::optional<Fraction> value = validValue(plan, frame.objective);
    if (!value)
        return {};
    Start start{.value = *value, .madeBy = std::move(madeBy)};
    if (const Result<Sequences> sequences = sequencesOf(plan, frame.instance)) {
        start.draft.sequences = withoutFreeWeights(frame.table, *sequences);
        bool legal = true;
        for (int rank = 0; rank < frame.table.ranks(); ++rank)
            legal = legal && isLegal(frame.table, rank, start.draft.sequences[rank]);
        if (legal)
            start.draft.cost = Timer(frame.table, frame.objective)(start.draft.sequences);
    }
    start.schedule = std::move(plan.schedule);
    return start;
}

std::vector<Start> madeStarts(const SearchFrame& frame, const Effort& effort) {
    std::vector<Start> starts;
    const auto add = [&](Schedule schedule, const MadeBy& madeBy) {
        if (auto start = startFrom(frame, std::move(schedule), madeBy))
            starts.push_back(*std::move(start));
    };
    if (!frame.problem.isProblem())
        add(frame.problem.schedule, {Method::OwnOrder});
    Plan problem = frame.problem;
    problem.schedule.order.clear();
    for (const Generator& generator : generators()) {
        if (isOff("generators") || (effort.isOver() && !starts.empty()))
            break;
        if (!keepsPlacement(generator, problem))
            continue;
        const Choices choices{.objective = generator.takesObjective ? frame.objective : Choices{}.objective};
        if (Result<Plan> plan = generate(generator.name, problem, choices))
            add(std::move(plan->schedule), {Method::Generator, std::string{generator.name}});
    }
    return starts;
}

} // namespace lanewright
