// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/exact.h"

#include "core/bounds/bounds.h"
#include "core/sequence/op_table.h"
#include "core/sequence/timer.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "core/solve/proof/order_model.h"
#include "core/solve/proof/solver_link.h"

#include <algorithm>

namespace lanewright {

namespace {

using Clock = std::chrono::steady_clock;

Transfers transfersOf(const Instance& instance) {
    Transfers transfers{.ranks = instance.ranks()};
    transfers.matrix.assign(static_cast<std::size_t>(transfers.ranks) * transfers.ranks, Transfers::kUnknown);
    for (int chunk = 0; chunk < static_cast<int>(instance.chunks.size()); ++chunk) {
        const Chunk& own = instance.chunks[chunk];
        if (const int next = instance.after(chunk); next >= 0) {
            const int rank = instance.chunks[next].rank;
            transfers.matrix[static_cast<std::size_t>(own.rank) * transfers.ranks + rank] = own.down;
            transfers.matrix[static_cast<std::size_t>(rank) * transfers.ranks + own.rank] = own.up;
        }
    }
    const IterationEnd& end = instance.iterationEnd;
    for (int rank = 0; rank + 1 < transfers.ranks; ++rank) {
        const std::size_t down = static_cast<std::size_t>(rank) * transfers.ranks + rank + 1;
        const std::size_t up = static_cast<std::size_t>(rank + 1) * transfers.ranks + rank;
        transfers.matrix[down] = end.normDelay[rank] - end.normDelay[rank + 1];
        transfers.matrix[up] = end.decisionDelay[rank] - end.decisionDelay[rank + 1];
    }
    return transfers;
}

/// A problem that `instanceOf` cuts down to the instance.
Plan problemOf(const Instance& instance) {
    Plan plan;
    plan.schedule.placement.ranks = instance.ranks();
    plan.costs.transfer = transfersOf(instance);
    plan.optimizerMode = instance.optimizerMode;
    plan.costs.weightParts = instance.weightParts;
    const std::size_t directions = instance.microbatches.size();
    plan.schedule.placement.directions.resize(directions);
    plan.costs.stages.resize(directions);
    plan.memory.stages.resize(directions);
    for (const Chunk& chunk : instance.chunks) {
        plan.schedule.placement.directions[chunk.direction].push_back(chunk.rank);
        plan.costs.stages[chunk.direction].push_back({.forward = chunk.forward,
                                                      .backwardInput = chunk.backward - chunk.recompute.value_or(0),
                                                      .backwardWeight = chunk.weight,
                                                      .recompute = chunk.recompute,
                                                      .overlapped = chunk.overlapped});
        plan.memory.stages[chunk.direction].push_back({.forward = chunk.forwardMemory,
                                                       .backwardInput = chunk.backwardMemory - chunk.recomputeMemory,
                                                       .backwardWeight = chunk.weightMemory,
                                                       .recompute = chunk.recomputeMemory});
    }
    for (int rank = 0; rank < instance.ranks(); ++rank)
        if (!instance.onRank[rank].empty()) {
            const Chunk& first = instance.chunks[instance.onRank[rank].front()];
            plan.costs.stages[first.direction][first.stage].optimizer = instance.iterationEnd.step[rank];
        }
    for (std::size_t direction = 0; direction < directions; ++direction) {
        plan.schedule.microbatches += instance.microbatches[direction];
        plan.schedule.directionOf.insert(plan.schedule.directionOf.end(), instance.microbatches[direction],
                                         static_cast<int>(direction));
    }
    plan.memory.limit.resize(instance.ranks());
    for (int rank = 0; rank < instance.ranks(); ++rank)
        if (instance.limit[rank] < Instance::kNoLimit)
            plan.memory.limit[rank] = instance.limit[rank];
    return plan;
}

/// The same of microbatches that stand apart, whose sizes no plan of equal ones has: judged by the cells of its ops.
/// Whoever asks measures it against the problem.
bool isBelowApart(const Instance& instance, const Sequences& sequences, Objective objective, const Fraction& below) {
    const OpTable table = tableOf(instance, FreeWeights::Kept);
    for (int rank = 0; rank < instance.ranks(); ++rank)
        if (!isLegal(table, rank, sequences[rank]))
            return false;
    Timer timer(table, objective);
    timer.findCycles(true);
    return timer(sequences).value < below.value();
}

/// True when the sequences run, within the limits, and are as good as asked. Judged as any schedule is.
bool isBelow(const Instance& instance, const Sequences& sequences, Objective objective, const Fraction& below) {
    if (instance.apart)
        return isBelowApart(instance, sequences, objective, below);
    Plan plan = problemOf(instance);
    plan.schedule = scheduleOf(plan, sequences);
    const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    for (int rank = 0; rank < instance.ranks(); ++rank)
        if (peaks[rank] > plan.memory.limitOf(rank).value_or(Instance::kNoLimit))
            return false;
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    return reachesEnd(plan.schedule, timeline) && valueOf(measure(plan, timeline), objective) < below;
}

/// True when an F and a backward op could run as a pair in less time than one after the other.
bool pairsMayPay(const Instance& instance) {
    return std::ranges::any_of(instance.chunks, [&](const Chunk& forward) {
        return forward.overlapped && std::ranges::any_of(instance.onRank[forward.rank], [&](int chunk) {
                   const Chunk& backward = instance.chunks[chunk];
                   return *forward.overlapped < forward.forward + backward.backward + backward.weight;
               });
    });
}

} // namespace

Exact searchBelow(const Instance& instance, Objective objective, const Fraction& below, const std::stop_token& stop,
                  double seconds) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e6)));
    // Bounds of microbatches that stand apart are those of the problem, which whoever asks knows.
    if (!instance.apart && lowerBounds(problemOf(instance), objective, BoundEffort::Full, stop).front().value >= below)
        return {Exact::Answer::None, {}};
    const Fraction value = nextBelow(instance, objective, below);
    for (const Scope scope : {Scope::All, Scope::Written}) {
        const std::optional<OrderModel> model = orderModel(instance, objective, value, scope);
        if (!model)
            return {};
        const Switches found = findSwitches(*model, stop, until);
        const bool isProof = scope == Scope::All && !pairsMayPay(instance);
        if (found.answer == Switches::Answer::None && isProof)
            return {Exact::Answer::None, {}};
        if (found.answer == Switches::Answer::Fit)
            if (Sequences sequences = sequencesOf(instance, *model, found.isOn);
                isBelow(instance, sequences, objective, below))
                return {Exact::Answer::Better, std::move(sequences)};
        if (found.answer == Switches::Answer::Unknown || sequencesAreAll(instance))
            break;
    }
    return {};
}

} // namespace lanewright
