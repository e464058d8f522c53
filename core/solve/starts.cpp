// SPDX-License-Identifier: Apache-2.0
#include "core/solve/starts.h"

#include "core/base/switches.h"
#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/gaps.h"
#include "core/solve/rule_search.h"

#include <algorithm>
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

/// List rules tried at each step of the ladder, and the most steps.
constexpr int kRulesOfStep = 16;
constexpr int kMostSteps = 40;

/// The limits of a step: what one microbatch takes and `halves` halves of the largest forward more, or the problem's
/// own where those are less.
std::vector<Bytes> limitsAt(const OpTable& table, int halves) {
    std::vector<Bytes> limits = table.limit;
    for (int rank = 0; rank < table.ranks(); ++rank) {
        Bytes need = 0;
        for (int direction = 0; direction < table.directions; ++direction)
            need = std::max(need, table.need[rank * table.directions + direction]);
        Bytes forward = 0;
        for (int place = 0; place < table.places(rank); ++place)
            forward = std::max(forward, table.cell(rank, codeOf(place, OpKind::F)).rise);
        // Halves of a huge forward may not add up any more.
        const Bytes room = Instance::kNoLimit - need;
        const Bytes more = forward > 0 && halves > room / forward ? room : halves * forward / 2;
        limits[rank] = std::min(limits[rank], need + more);
    }
    return limits;
}

/// The best of a few list rules within the limits of table and instance.
Draft bestOfLists(const OpTable& table, const Instance& instance, Objective objective, const Effort& effort) {
    Draft best;
    RuleSearch search(table, instance, objective);
    int tried = 0;
    for (const ListRule& rule : listRules(instance)) {
        if (tried++ == kRulesOfStep || effort.isOver())
            break;
        if (RuleDraft made = search.attempt(rule); made.draft.cost.energy < best.cost.energy)
            best = std::move(made.draft);
    }
    return best;
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
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline))
        return false;
    const Fraction value = valueOf(measure(plan, timeline), objective);
    if ((incumbent.hasSchedule() && value >= incumbent.value()) || !isValid(validate(plan, timeline)))
        return false;
    incumbent.offer(std::move(plan.schedule), value, {method});
    return true;
}

Schedule scheduleFrom(const Frame& frame, const Sequences& sequences) {
    return keepGaps(frame.problem,
                    scheduleOf(frame.problem, frame.instance, withFreeWeights(frame.table, frame.instance, sequences)));
}

std::optional<Start> startFrom(const Frame& frame, Schedule schedule, MadeBy madeBy) {
    Plan plan = frame.problem;
    plan.schedule.order = keepGaps(frame.problem, std::move(schedule)).order;
    if (!fitsShape(plan.schedule, plan.costs.weightParts))
        return {};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline) || !isValid(validate(plan, timeline)))
        return {};
    Start start{.madeBy = std::move(madeBy)};
    start.value = valueOf(measure(plan, timeline), frame.objective);
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

std::vector<Start> madeStarts(const Frame& frame, const Effort& effort) {
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

std::vector<Start> lowerStarts(const Frame& frame, const Effort& effort) {
    std::vector<Start> starts;
    OpTable table = frame.table;
    Instance instance = frame.instance;
    int halves = 0;
    for (int step = 0; step < kMostSteps && !effort.isOver() && !isOff("lower-limits"); ++step) {
        table.limit = limitsAt(frame.table, halves);
        instance.limit = table.limit;
        if (table.limit == frame.table.limit)
            break;
        halves += std::max(1, halves / 8);
        Start start{.draft = bestOfLists(table, instance, frame.objective, effort), .madeBy = {Method::ListScheduling}};
        if (start.draft.cost.stalls())
            continue;
        start.schedule = scheduleFrom(frame, start.draft.sequences);
        start.value = exactValue(frame.problem, start.schedule, frame.objective);
        starts.push_back(std::move(start));
    }
    return starts;
}

} // namespace lanewright
