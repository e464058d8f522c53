// SPDX-License-Identifier: Apache-2.0
#include "core/model/totals.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

/// Adds `times` × `amount` without overflow; false once the sum is above `most`.
bool addUpTo(std::int64_t& sum, std::int64_t amount, std::int64_t times, std::int64_t most) {
    if (times > 0 && amount > (most - sum) / times)
        return false;
    sum += amount * times;
    return true;
}

/// How often each stage can run an op of one kind: once per microbatch, or as often as an order that repeats ops says.
std::vector<std::int64_t> timesOfStages(const Schedule& schedule) {
    std::vector<std::int64_t> times(static_cast<std::size_t>(schedule.stages()), 0);
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            ++times[static_cast<std::size_t>(block.op.stage)];
            if (block.paired)
                ++times[static_cast<std::size_t>(block.paired->stage)];
        }
    for (std::int64_t& count : times)
        count = std::max<std::int64_t>(count, schedule.microbatches);
    return times;
}

Time longestTransfer(const Transfers& transfer) {
    return transfer.matrix.empty() ? transfer.every : std::ranges::max(transfer.matrix);
}

bool timesFit(const Plan& plan, const std::vector<std::int64_t>& times) {
    const Time transfer = longestTransfer(plan.costs.transfer);
    Time sum = 0;
    bool fits = true;
    for (const auto& list : plan.costs.stages)
        for (std::size_t stage = 0; stage < list.size(); ++stage) {
            const StageCosts& cost = list[stage];
            const Time each = cost.forward + cost.backwardInput + cost.backwardWeight + cost.recompute.value_or(0) +
                              cost.overlapped.value_or(0) + 2 * transfer;
            fits = fits && addUpTo(sum, each, times[stage], kMaxTotalTime) &&
                   addUpTo(sum, cost.optimizer + cost.allReduce, 1, kMaxTotalTime);
        }
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row)
            fits = fits && addUpTo(sum, block.gap, 1, kMaxTotalTime);
    return fits;
}

bool memoryFits(const Plan& plan, const std::vector<std::int64_t>& times) {
    Bytes sum = 0;
    bool fits = true;
    for (const auto& list : plan.memory.stages)
        for (std::size_t stage = 0; stage < list.size(); ++stage)
            fits = fits && addUpTo(sum, list[stage].forward + list[stage].recompute, times[stage], kMaxTotalMemory) &&
                   addUpTo(sum, list[stage].fixed, 1, kMaxTotalMemory);
    return fits;
}

} // namespace

Result<Done> checkTotals(const Plan& plan) {
    const std::vector<std::int64_t> times = timesOfStages(plan.schedule);
    if (!timesFit(plan, times))
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

} // namespace lanewright
