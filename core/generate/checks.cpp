// SPDX-License-Identifier: Apache-2.0
#include "core/generate/checks.h"

#include "core/generate/catalogue.h"
#include "core/model/limits.h"
#include "core/model/totals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

// Sums of these may pass what an integer holds.
double sizeOf(std::int64_t amount) { return std::abs(static_cast<double>(amount)); }

// Whether the sum of all times may come near what a Time can hold.
bool timesOverflow(const Plan& problem) {
    double work = 0;
    for (const std::vector<StageCosts>& direction : problem.costs.stages)
        for (const StageCosts& stage : direction)
            work += sizeOf(stage.forward) + sizeOf(stage.backwardInput) + sizeOf(stage.backwardWeight) +
                    sizeOf(stage.recompute.value_or(0));
    double farthest = sizeOf(problem.costs.transfer.every);
    for (const Time each : problem.costs.transfer.matrix)
        farthest = std::max(farthest, sizeOf(each));
    const double host = sizeOf(problem.costs.host.send) + sizeOf(problem.costs.host.receive);
    work += 2.0 * problem.schedule.stages() * (farthest + host);
    return work * problem.schedule.microbatches > static_cast<double>(std::numeric_limits<Time>::max()) / 8;
}

bool memoryOverflows(const Plan& problem) {
    double held = 0;
    for (const std::vector<StageMemory>& direction : problem.memory.stages)
        for (const StageMemory& stage : direction)
            held += sizeOf(stage.forward) + sizeOf(stage.recompute) + sizeOf(stage.backwardInput) +
                    sizeOf(stage.backwardWeight);
    const double most = std::max(problem.schedule.microbatches, 4 * problem.schedule.ranks());
    return held * most > static_cast<double>(std::numeric_limits<Bytes>::max()) / 8;
}

// Whether every stage of every direction has a rank, costs and memory.
bool isWhole(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    const auto stages = static_cast<std::size_t>(placement.stages());
    const auto covers = [&](const auto& lists) {
        return !lists.empty() && std::ranges::all_of(lists, [&](const auto& list) { return list.size() >= stages; });
    };
    const std::size_t ranks = placement.ranks;
    const std::size_t entries = problem.costs.transfer.matrix.size();
    const bool placed = std::ranges::all_of(placement.directions, [&](const std::vector<int>& direction) {
        return direction.size() == stages &&
               std::ranges::all_of(direction, [&](int rank) { return rank >= 0 && rank < placement.ranks; });
    });
    return placed && covers(problem.costs.stages) && covers(problem.memory.stages) &&
           (entries == 0 || (entries == ranks * ranks && problem.costs.transfer.ranks == placement.ranks));
}

Result<Done> checkSound(const Plan& problem) {
    if (problem.costs.transfer.every < 0)
        return Error{say(phrase("refusal", "the transfer time must not be negative")), "costs"};
    for (const std::vector<StageCosts>& direction : problem.costs.stages)
        for (std::size_t stage = 0; stage < direction.size(); ++stage) {
            const StageCosts& costs = direction[stage];
            if (costs.forward < 0 || costs.backwardInput < 0 || costs.backwardWeight < 0 ||
                costs.recompute.value_or(0) < 0)
                return Error{say(phrase("refusal", "the times of stage %1 must not be negative"), stage), "costs"};
        }
    for (const std::vector<StageMemory>& direction : problem.memory.stages)
        for (std::size_t stage = 0; stage < direction.size(); ++stage) {
            const StageMemory& memory = direction[stage];
            const Bytes allocated = memory.forward + memory.recompute;
            if (memory.forward < 0 || memory.recompute < 0 || memory.backwardInput > 0 || memory.backwardWeight > 0 ||
                allocated != -(memory.backwardInput + memory.backwardWeight))
                return Error{
                    say(phrase("refusal", "B and W of stage %1 must free what F allocates, no more and no less"),
                        stage),
                    "memory"};
        }
    return Done{};
}

} // namespace

Result<Done> checkProblem(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    if (schedule.ranks() < 1 || schedule.stages() < 1)
        return Error{say(phrase("refusal", "the problem has no stages to order")), "placement"};
    if (schedule.stages() > kMostStages)
        return Error{say(phrase("refusal", "%1 stages are more than the %2 that an op can name"), schedule.stages(),
                         kMostStages),
                     "placement"};
    if (!isWhole(problem))
        return Error{say(phrase("refusal", "the problem does not say rank, costs and memory of every stage")),
                     "placement"};
    if (schedule.microbatches < 1)
        return Error{say(phrase("refusal", "the problem has no microbatches to order")), "microbatches"};
    const std::int64_t perMicrobatch = std::int64_t{2} + problem.costs.weightParts;
    const std::int64_t ops = perMicrobatch * std::max(schedule.stages(), schedule.ranks()) * schedule.microbatches;
    if (ops > kMostOps)
        return Error{
            say(phrase("refusal", "%1 and %2 make %3 ops; at most %4 are made"),
                sayCounted(countedPhrase("refusal", "%1 stages", "%1 stage"), schedule.stages(), schedule.stages()),
                sayCounted(countedPhrase("refusal", "%1 microbatches", "%1 microbatch"), schedule.microbatches,
                           schedule.microbatches),
                ops, kMostOps),
            "microbatches"};
    if (static_cast<std::int64_t>(schedule.stages()) * schedule.microbatches > kMaxCells)
        return Error{say(phrase("refusal", "%1 stages with %2 microbatches are more than the %3 pairs that fit a file"),
                         schedule.stages(), schedule.microbatches, kMaxCells),
                     "microbatches"};
    if (const int given = problem.costs.microbatches.count(); given != 0 && given != schedule.microbatches)
        return Error{
            say(phrase("refusal", "it says how %1 microbatches differ, but has %2"), given, schedule.microbatches),
            "microbatch"};
    if (!problem.costs.microbatches.areEqual())
        if (Result<Done> fits = checkTotals(problem); !fits)
            return fits;
    if (timesOverflow(problem))
        return Error{say(phrase("refusal", "the times of this problem add up to more than can be counted")), "costs"};
    if (memoryOverflows(problem))
        return Error{say(phrase("refusal", "the memory of this problem adds up to more than can be counted")),
                     "memory"};
    if (Message missing = missingWay(problem.costs.transfer, schedule.placement); !missing.empty())
        return Error{std::move(missing), "costs.transfer"};
    return checkSound(problem);
}

} // namespace lanewright
