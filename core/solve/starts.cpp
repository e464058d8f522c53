// SPDX-License-Identifier: Apache-2.0
#include "core/solve/starts.h"

#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"
#include "core/generate/catalogue.h"

#include <algorithm>
#include <optional>

namespace lanewright {

namespace {

/// The schedule as a start; none where it is not valid for the problem.
std::optional<Start> startFrom(const Frame& frame, Schedule schedule, std::string method) {
    Plan plan = frame.problem;
    plan.schedule.order = std::move(schedule.order);
    if (!fitsShape(plan.schedule, plan.costs.weightParts))
        return {};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline) || !isValid(validate(plan, timeline)))
        return {};
    Start start{.method = std::move(method)};
    start.value = valueOf(measure(plan, timeline), frame.objective);
    if (const Result<Words> words = wordsOf(plan)) {
        start.draft.tapes = tapesOf(frame.track, *words);
        bool legal = true;
        for (int rank = 0; rank < frame.track.ranks(); ++rank)
            legal = legal && isLegal(frame.track, rank, start.draft.tapes[rank]);
        if (legal)
            start.draft.cost = Timer(frame.track, frame.objective)(start.draft.tapes);
    }
    start.schedule = std::move(plan.schedule);
    return start;
}

bool keepsPlacement(const Generator& generator, const Plan& problem) {
    const Plan prepared = generator.prepare(problem);
    return prepared.schedule.placement == problem.schedule.placement &&
           prepared.schedule.directionOf == problem.schedule.directionOf &&
           prepared.costs.weightParts == problem.costs.weightParts;
}

} // namespace

Fraction exactValue(const Plan& problem, const Schedule& schedule, Objective objective) {
    Plan plan = problem;
    plan.schedule = schedule;
    return valueOf(measure(plan, simulate(plan.schedule, plan.costs)), objective);
}

Schedule scheduleFrom(const Frame& frame, const Tapes& tapes) {
    return scheduleOf(frame.problem, wordsFrom(frame.track, frame.instance, tapes));
}

std::vector<Start> madeStarts(const Frame& frame, const Effort& effort) {
    std::vector<Start> starts;
    const auto add = [&](Schedule schedule, const std::string& method) {
        if (auto start = startFrom(frame, std::move(schedule), method))
            starts.push_back(*std::move(start));
    };
    if (!frame.problem.isProblem())
        add(frame.problem.schedule, "own order");
    Plan problem = frame.problem;
    problem.schedule.order.clear();
    for (const Generator& generator : generators()) {
        const bool late = effort.stop.stop_requested() || (effort.until && Clock::now() > *effort.until);
        if (late && !starts.empty())
            break;
        if (!keepsPlacement(generator, problem))
            continue;
        const Choices choices{.objective = generator.takesObjective ? frame.objective : Choices{}.objective};
        if (Result<Plan> plan = generate(generator.name, problem, choices))
            add(std::move(plan->schedule), std::string{generator.name});
    }
    return starts;
}

} // namespace lanewright
