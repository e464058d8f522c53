// SPDX-License-Identifier: Apache-2.0
#include "core/model/totals.h"

#include "core/model/block_ops.h"
#include "core/model/dataflow.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace lanewright {

namespace {

/// A sum of amounts from 0 on that adds nothing more once it would pass the most that can be counted.
class Total {
public:
    explicit Total(std::int64_t most) : m_most(most) {}

    void add(std::int64_t amount, std::int64_t times = 1) {
        m_fits = m_fits && (times <= 0 || amount <= (m_most - m_sum) / times);
        if (m_fits)
            m_sum += amount * times;
    }
    void add(const Total& other) {
        m_fits = m_fits && other.m_fits;
        add(other.m_sum);
    }
    std::int64_t sum() const { return m_sum; }
    bool fits() const { return m_fits; }

private:
    std::int64_t m_most;
    std::int64_t m_sum = 0;
    bool m_fits = true;
};

/// How often each stage runs an op of one kind at most: once per microbatch, or more often in an order that repeats
/// ops.
std::vector<std::int64_t> timesOfStages(const Schedule& schedule, int weightParts) {
    using Counts = std::array<std::int64_t, kOpKinds>;
    std::vector<Counts> counts(schedule.stages(), Counts{});
    forEachOp(schedule.order, [&](const Op& op) { ++counts[op.stage][static_cast<std::size_t>(op.kind)]; });
    std::vector<std::int64_t> times;
    times.reserve(counts.size());
    for (const Counts& count : counts) {
        const auto of = [&](OpKind kind) { return count[static_cast<std::size_t>(kind)]; };
        const std::int64_t weights = (of(OpKind::W) + weightParts - 1) / weightParts;
        // A BW is a B and a W.
        times.push_back(std::max({std::int64_t{schedule.microbatches}, of(OpKind::F), of(OpKind::R),
                                  of(OpKind::B) + of(OpKind::BW), weights + of(OpKind::BW)}));
    }
    return times;
}

Time longestTransfer(const Transfers& transfer) {
    return transfer.matrix.empty() ? transfer.every : std::ranges::max(transfer.matrix);
}

/// The most that any value takes on its way.
Time longestWay(const Costs& costs) {
    const Boundaries& boundary = costs.boundary;
    Time longest = boundary.time.empty() ? 0 : std::ranges::max(boundary.time);
    std::int64_t slowest = boundary.bandwidth.every;
    for (const std::int64_t rate : boundary.bandwidth.matrix)
        if (rate > 0 && (slowest == 0 || rate < slowest))
            slowest = rate;
    if (slowest > 0 && !boundary.size.empty())
        longest += scaled(std::ranges::max(boundary.size), {1'000'000'000, slowest});
    return longestTransfer(costs.transfer) + std::min(longest, kMaxTotalTime);
}

/// The longest pair with an F of the stage that has a time of its own; those of segments take no longer than their
/// parts.
Time longestPair(const Costs& costs, std::size_t stage) {
    Time longest = 0;
    for (const std::vector<std::optional<Time>>* list : {&costs.pairs.withB, &costs.pairs.withBW}) {
        const std::size_t stages = list->empty() ? 0 : costs.stages.front().size();
        for (std::size_t other = 0; other < stages; ++other)
            longest = std::max(longest, (*list)[stage * stages + other].value_or(0));
    }
    return longest;
}

/// The most that a microbatch keeps the hosts of a stage busy, counted twice where its ops may run as a pair.
Time hostTimeOf(const HostTimes& host) { return 4 * (host.send + host.receive); }

void addGaps(const Schedule& schedule, Total& total) {
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            total.add(block.gap);
}

bool timesFit(const Plan& plan, const std::vector<std::int64_t>& times) {
    const Time transfer = longestWay(plan.costs);
    Total total(kMaxTotalTime);
    for (const auto& list : plan.costs.stages)
        for (std::size_t stage = 0; stage < list.size(); ++stage) {
            const StageCosts& cost = list[stage];
            total.add(cost.forward + cost.backwardInput + cost.backwardWeight + cost.recompute.value_or(0) +
                          cost.overlapped.value_or(0) + longestPair(plan.costs, stage) + 2 * transfer +
                          hostTimeOf(plan.costs.host),
                      times[stage]);
            total.add(cost.optimizer + cost.allReduce);
        }
    addGaps(plan.schedule, total);
    return total.fits();
}

/// What a microbatch takes on a stage: an op of each kind, what its hosts are busy with, and two values on their way.
Total timeOfMicrobatch(const Costs& costs, int direction, int stage, int microbatch, Time transfer) {
    Total own(kMaxTotalTime);
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
        own.add(costs.compute({.kind = kind, .stage = stage, .microbatch = microbatch}, direction));
    own.add(hostTimeOf(costs.host));
    own.add(costs.microbatches.sizeOf(microbatch, transfer), 2);
    return own;
}

/// The same where microbatches differ. An order that repeats ops may repeat the longest.
bool unequalTimesFit(const Plan& plan, const std::vector<std::int64_t>& times) {
    const Costs& costs = plan.costs;
    const Time transfer = longestWay(costs);
    Total total(kMaxTotalTime);
    for (int direction = 0; direction < static_cast<int>(costs.stages.size()); ++direction)
        for (int stage = 0; stage < plan.schedule.stages() && total.fits(); ++stage) {
            Time longest = 0;
            for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch) {
                const Total own = timeOfMicrobatch(costs, direction, stage, microbatch, transfer);
                total.add(own);
                longest = std::max(longest, own.sum());
            }
            total.add(longest, times[stage] - plan.schedule.microbatches);
            total.add(costs.of(direction, stage).optimizer + costs.of(direction, stage).allReduce);
        }
    addGaps(plan.schedule, total);
    forEachSlot(plan.schedule.order, [&](const Slot&, const Block& block) {
        if (block.paired)
            total.add(durationOf(plan.schedule, costs, block));
    });
    return total.fits();
}

bool memoryFits(const Plan& plan, const std::vector<std::int64_t>& times) {
    const MemoryCosts& memory = plan.memory;
    const int unequal = static_cast<int>(memory.sizes.size());
    Total total(kMaxTotalMemory);
    const auto add = [&](const StageMemory& each, std::int64_t count) {
        total.add(each.forward, count);
        total.add(each.recompute, count);
        return each.forward + each.recompute;
    };
    for (int direction = 0; direction < static_cast<int>(memory.stages.size()); ++direction)
        for (int stage = 0; stage < static_cast<int>(memory.stages[direction].size()); ++stage) {
            Bytes most = 0;
            for (int microbatch = 0; microbatch < unequal; ++microbatch)
                most = std::max(most, add(memory.of(direction, stage, microbatch), 1));
            if (unequal == 0)
                add(memory.of(direction, stage), times[stage]);
            else
                total.add(most, times[stage] - unequal);
            total.add(memory.of(direction, stage).fixed);
        }
    return total.fits();
}

} // namespace

Result<Done> checkTotals(const Plan& plan) {
    const std::vector<std::int64_t> times = timesOfStages(plan.schedule, std::max(1, plan.costs.weightParts));
    if (!(plan.costs.microbatches.areEqual() ? timesFit(plan, times) : unequalTimesFit(plan, times)))
        return Error{
            say(phrase("file", "all durations together come to more than 10^16 ns (116 days), which is more than "
                               "can be counted")),
            "costs"};
    if (!memoryFits(plan, times))
        return Error{
            say(phrase("file", "all allocations together come to more than 2^60 bytes, which is more than can be "
                               "counted")),
            "memory"};
    return Done{};
}

Message missingWay(const Transfers& transfer, const Placement& placement) {
    if (transfer.matrix.empty())
        return {};
    const auto known = [&](int from, int to) {
        return transfer.matrix[static_cast<std::size_t>(from) * transfer.ranks + to] != Transfers::kUnknown;
    };
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction)
        for (int stage = 0; stage + 1 < placement.stages(); ++stage) {
            const int from = placement.rankOf(direction, stage);
            const int to = placement.rankOf(direction, stage + 1);
            if (!known(from, to) || !known(to, from))
                return say(phrase("file", "says nothing of ranks %1 and %2, between which stages %3 and %4 exchange "
                                          "values; give the full matrix"),
                           from, to, stage, stage + 1);
        }
    return {};
}

Message missingSize(const Boundaries& boundary) {
    if (boundary.bandwidth == Transfers{} || !boundary.size.empty())
        return {};
    return say(phrase("file", "says how fast messages travel, but nothing says how large they are; give size"));
}

} // namespace lanewright
