// SPDX-License-Identifier: Apache-2.0
#include "core/generate/checks.h"

#include "core/generate/catalogue.h"
#include "core/model/limits.h"
#include "core/model/totals.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// Whether every stage of every direction has a rank, costs and memory.
bool isWhole(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    const auto stages = static_cast<std::size_t>(placement.stages());
    const auto covers = [&](const auto& lists) {
        return !lists.empty() && std::ranges::all_of(lists, [&](const auto& list) { return list.size() >= stages; });
    };
    const std::size_t ranks = placement.ranks;
    const Boundaries& boundary = problem.costs.boundary;
    const auto isPerPair = [&](const Transfers& pairs) {
        return pairs.matrix.empty() || (pairs.matrix.size() == ranks * ranks && pairs.ranks == placement.ranks);
    };
    const auto isPerBoundary = [&](const auto& list) { return list.empty() || list.size() + 1 == stages; };
    const bool placed = std::ranges::all_of(placement.directions, [&](const std::vector<int>& direction) {
        return direction.size() == stages &&
               std::ranges::all_of(direction, [&](int rank) { return rank >= 0 && rank < placement.ranks; });
    });
    return placed && covers(problem.costs.stages) && covers(problem.memory.stages) &&
           isPerPair(problem.costs.transfer) && isPerPair(boundary.bandwidth) && isPerBoundary(boundary.time) &&
           isPerBoundary(boundary.size);
}

/// Fails for times beyond what a file may say, whose sums could overflow.
Result<Done> checkTimes(const Costs& costs) {
    if (costs.transfer.every < 0)
        return Error{say(phrase("refusal", "the transfer time must not be negative")), "costs"};
    if (costs.transfer.every > kMaxTime)
        return Error{say(phrase("refusal", "the transfer time is more than can be counted")), "costs"};
    for (const std::vector<StageCosts>& direction : costs.stages)
        for (std::size_t stage = 0; stage < direction.size(); ++stage) {
            const StageCosts& own = direction[stage];
            for (const Time time : {own.forward, own.backwardInput, own.backwardWeight, own.recompute.value_or(0),
                                    own.overlapped.value_or(0), own.optimizer, own.allReduce})
                if (time < 0 || time > kMaxTime)
                    return Error{
                        time < 0 ? say(phrase("refusal", "the times of stage %1 must not be negative"), stage)
                                 : say(phrase("refusal", "the times of stage %1 are more than can be counted"), stage),
                        "costs"};
        }
    // Those of joined stages are added up.
    const auto isTooLong = [](Time time) { return time > kMaxTime; };
    const auto isTooLongPair = [&](const std::optional<Time>& time) { return isTooLong(time.value_or(0)); };
    if (std::ranges::any_of(costs.pairs.withB, isTooLongPair) || std::ranges::any_of(costs.pairs.withBW, isTooLongPair))
        return Error{say(phrase("refusal", "the times of pairs are more than can be counted")), "costs"};
    for (const std::vector<Time>& times : costs.microbatches.table())
        if (std::ranges::any_of(times, isTooLong))
            return Error{say(phrase("refusal", "the times of microbatches are more than can be counted")),
                         "microbatch"};
    return Done{};
}

/// Fails for ops of more segments than a file may say, which joined stages may have.
Result<Done> checkSegments(const PairCosts& pairs) {
    for (std::size_t stage = 0; stage < pairs.segments.size(); ++stage) {
        const StageSegments& own = pairs.segments[stage];
        if (std::max({own.forward.size(), own.backwardInput.size(), own.backwardWeight.size()}) >
            PairCosts::kMostSegments)
            return Error{
                say(phrase("refusal", "an op of stage %1 has more than %2 segments"), stage, PairCosts::kMostSegments),
                "costs"};
    }
    return Done{};
}

/// Whether B and W free what F and R allocate, each of which is at most `kMaxMemory`. What is freed has no such bound,
/// so it is taken off what is allocated and never added up.
bool isBalanced(const StageMemory& memory) {
    if (memory.forward < 0 || memory.recompute < 0 || memory.backwardInput > 0 || memory.backwardWeight > 0)
        return false;
    const Bytes allocated = memory.forward + memory.recompute;
    return memory.backwardInput >= -allocated && memory.backwardWeight == -(allocated + memory.backwardInput);
}

Result<Done> checkMemory(const MemoryCosts& costs) {
    for (const std::vector<StageMemory>& direction : costs.stages)
        for (std::size_t stage = 0; stage < direction.size(); ++stage) {
            const StageMemory& memory = direction[stage];
            if (std::max({memory.forward, memory.recompute, memory.fixed}) > kMaxMemory)
                return Error{say(phrase("refusal", "the memory of stage %1 is more than can be counted"), stage),
                             "memory"};
            if (!isBalanced(memory))
                return Error{
                    say(phrase("refusal", "B and W of stage %1 must free what F allocates, no more and no less"),
                        stage),
                    "memory"};
        }
    return Done{};
}

/// Fails for more ops than are made, and for more pairs of stage and microbatch than fit a file.
Result<Done> checkSize(const Schedule& schedule, int weightParts) {
    const std::int64_t perMicrobatch = std::int64_t{2} + weightParts;
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
    if (Result<Done> fits = checkSize(schedule, problem.costs.weightParts); !fits)
        return fits;
    if (const int given = problem.costs.microbatches.count(); given != 0 && given != schedule.microbatches)
        return Error{
            say(phrase("refusal", "it says how %1 microbatches differ, but has %2"), given, schedule.microbatches),
            "microbatch"};
    if (Message missing = missingWay(problem.costs.transfer, schedule.placement); !missing.empty())
        return Error{std::move(missing), "costs.transfer"};
    if (Message missing = missingWay(problem.costs.boundary.bandwidth, schedule.placement); !missing.empty())
        return Error{std::move(missing), "costs.boundary.bandwidth"};
    if (Result<Done> times = checkTimes(problem.costs); !times)
        return times;
    if (Result<Done> segments = checkSegments(problem.costs.pairs); !segments)
        return segments;
    if (Result<Done> memory = checkMemory(problem.memory); !memory)
        return memory;
    return checkTotals(problem);
}

} // namespace lanewright
