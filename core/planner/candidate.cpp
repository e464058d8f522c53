// SPDX-License-Identifier: Apache-2.0
#include "core/planner/candidate.h"

#include "core/bounds/bounds.h"
#include "core/generate/catalogue.h"
#include "core/planner/shape.h"
#include "core/planner/shared_devices.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// The generators that follow costs and memory limits; where pairs hide something, those too that make them.
std::vector<const char*> ordersFor(Shape shape, bool overlaps) {
    std::vector<const char*> orders;
    switch (shape) {
    case Shape::Linear:
        orders = {"zb-auto", "1f1b"};
        if (overlaps)
            orders.insert(orders.end(), {"combined-1f1b", "combined-1f1b-delay-w"});
        return orders;
    case Shape::V:
        orders = {"zbv", "1f1b-v"};
        if (overlaps)
            orders.push_back("dualpipev");
        return orders;
    case Shape::Loop:
        orders = {"interleaved-1f1b", "interleaved-zb", "gis", "gis-h"};
        if (overlaps)
            orders.insert(orders.end(), {"combined-interleaved-1f1b", "combined-interleaved-1f1b-delay-w"});
        return orders;
    }
    return orders;
}

/// What a generator is asked to make small, where it can be asked.
Choices choicesFor(const char* order) {
    return findGenerator(order)->takesObjective ? Choices{.objective = Objective::Iteration} : Choices{};
}

/// What a microbatch travels there and back.
Time wayOf(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    Time way = 0;
    for (int stage = 1; stage < placement.stages(); ++stage)
        way += 2 * problem.costs.transfer.between(placement.rankOf(0, stage - 1), placement.rankOf(0, stage));
    return way;
}

} // namespace

std::string_view toText(CutMethod method) {
    switch (method) {
    case CutMethod::EqualLayers: return "equal layers";
    case CutMethod::AsManyAsFit: return "as many layers as fit";
    case CutMethod::AfterSpp: return "after SPP";
    case CutMethod::AfterSppReplicated: return "after SPP, replicated";
    case CutMethod::V: return "V";
    case CutMethod::VReplicated: return "V, replicated";
    case CutMethod::Loop: return "loop";
    case CutMethod::LoopReplicated: return "loop, replicated";
    case CutMethod::SlowestStage: return "slowest stage, by PipeDream's formula";
    case CutMethod::PivotStage: return "pivot stage, by DAPPLE's formula";
    case CutMethod::FillAndRun: return "fill and run, by Alpa's formula";
    case CutMethod::Changed: return "changed";
    case CutMethod::All: return "all";
    case CutMethod::Given: return "given";
    case CutMethod::ByHand: return "by hand";
    }
    return "?";
}

bool Candidate::isAsGoodAs(const Candidate& other) const {
    return iterationTime <= other.iterationTime && memory <= other.memory && devices <= other.devices;
}

void judge(const Pricing& pricing, Candidate& candidate) {
    candidate.onDevices.reset();
    if (replicasOf(candidate.partition) > 1)
        if (Result<Plan> spread = asReplicas(pricing, candidate.partition, candidate.plan))
            candidate.onDevices = *std::move(spread);
    const Plan& plan = candidate.asRun();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    std::optional<Fraction> time = iterationTimeOf(plan, timeline, plan.optimizerMode);
    if (!time) // too long to find; a synchronous one is never below it
        time = iterationTimeOf(plan, timeline, OptimizerMode::Synchronous);
    candidate.iterationTime = *time;
    candidate.memory =
        std::ranges::max(totalMemory(plan, peakMemory(plan.schedule, plan.memory, plan.costs.weightParts)));
}

Time promiseOf(const Pricing& pricing, const Partition& partition) {
    const Plan problem = pricing.problem(partition);
    const Estimates estimates = estimatesOf(problem);
    const Time microbatches = problem.schedule.microbatches;
    Time fill = estimates.fillAndRun;
    Time slowest = estimates.slowest;
    if (pricing.model().overlaps()) {
        // The first microbatch has nothing to overlap with; of the others a rank is busy for what is left after
        // overlap.
        double way = 0;
        double most = 0;
        for (int rank = 0; rank < ranksOf(partition); ++rank) {
            double busy = 0;
            for (const int each : partsOn(partition, rank)) {
                const Part& part = partition[each];
                const PartTimes times = pricing.times(part.first, part.end, part.devices, part.recompute);
                busy += times.all();
                way += times.all() + times.hidden;
            }
            most = std::max(most, busy);
        }
        slowest = ticksOf(most);
        fill = ticksOf(way) + (microbatches - 1) * slowest;
    }
    // The pipeline fills chunk by chunk, but has more ways to go.
    if (shapeOf(partition) == Shape::Loop)
        fill = microbatches * slowest + (fill - microbatches * slowest) / chunksOf(partition) + wayOf(problem);
    switch (problem.optimizerMode) {
    case OptimizerMode::Synchronous: return fill;
    case OptimizerMode::PostValidated: return microbatches * slowest;
    }
    return 0;
}

Fraction leastIterationOf(const Candidate& candidate, const std::stop_token& stop) {
    return lowerBounds(candidate.asRun(), Objective::Iteration, BoundEffort::Quick, stop).front().value;
}

Result<Candidate> ordered(const Pricing& pricing, Partition partition, CutMethod method) {
    const Error doesNotFit{say(phrase("planner", "a stage does not fit into the memory of its device"))};
    partition = asModelWants(std::move(partition), pricing.model());
    if (!pricing.fits(partition))
        return doesNotFit;
    const Plan problem = pricing.problem(partition);
    if (const Result<Done> countable = checkCountable(problem); !countable)
        return countable.error();
    std::optional<Candidate> best;
    for (const char* const order : ordersFor(shapeOf(partition), pricing.model().overlaps())) {
        Result<Plan> plan = generate(order, problem, choicesFor(order));
        if (!plan)
            continue;
        plan->title = problem.title;
        Candidate candidate{.partition = partition, .plan = *std::move(plan), .order = order};
        judge(pricing, candidate);
        if (candidate.onDevices && !checkCountable(*candidate.onDevices))
            continue;
        if (!best || candidate.iterationTime < best->iterationTime)
            best = std::move(candidate);
    }
    if (!best)
        return doesNotFit;
    best->method = method;
    best->devices = devicesOf(partition);
    best->estimates = estimatesOf(problem);
    best->spread = pricing.spread(partition);
    return *std::move(best);
}

} // namespace lanewright
