// SPDX-License-Identifier: Apache-2.0
#include "core/edit/replicate.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/model/block_ops.h"
#include "core/model/limits.h"
#include "core/model/title.h"

#include <string>
#include <vector>

namespace lanewright {

namespace {

template <typename T>
std::vector<T> repeated(const std::vector<T>& list, int times) {
    std::vector<T> all;
    all.reserve(list.size() * static_cast<std::size_t>(times));
    for (int i = 0; i < times; ++i)
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

/// A list that stands for all directions goes on to do so.
template <typename T>
std::vector<std::vector<T>> perDirection(const std::vector<std::vector<T>>& lists, int times) {
    return lists.size() == 1 ? lists : repeated(lists, times);
}

Result<Done> checkCounts(const Plan& plan, int replicas) {
    const Schedule& schedule = plan.schedule;
    if (replicas < 1)
        return Error{say(phrase("refusal", "there is at least 1 replica, not %1"), replicas)};
    struct Count {
        std::int64_t each;
        std::int64_t most;
        Phrase tooMany;
    };
    for (const Count& count : {
             Count{schedule.ranks(), kMaxRanks,
                   phrase("refusal", "%1 replicas have %2 ranks, and a file holds %3 at most")},
             Count{static_cast<std::int64_t>(schedule.placement.directions.size()), kMaxDirections,
                   phrase("refusal", "%1 replicas have %2 directions, and a file holds %3 at most")},
             Count{schedule.microbatches, kMaxMicrobatches,
                   phrase("refusal", "%1 replicas have %2 microbatches, and a file holds %3 at most")},
             Count{static_cast<std::int64_t>(schedule.stages()) * schedule.microbatches, kMaxCells,
                   phrase("refusal", "%1 replicas have %2 pairs of stage and microbatch, and a file holds %3 at most")},
         })
        if (count.each * replicas > count.most)
            return Error{say(count.tooMany, replicas, count.each * replicas, count.most)};
    return Done{};
}

Placement replicated(const Placement& placement, int replicas) {
    Placement all{.ranks = placement.ranks * replicas, .directions = repeated(placement.directions, replicas)};
    for (std::size_t direction = 0; direction < all.directions.size(); ++direction)
        for (int& rank : all.directions[direction])
            rank += placement.ranks * static_cast<int>(direction / placement.directions.size());
    return all;
}

/// Between replicas no values go; a matrix says nothing of such pairs.
Transfers replicated(const Transfers& transfer, int ranks, int replicas) {
    Transfers all{.every = transfer.every, .allAtMost = transfer.allAtMost};
    for (int replica = 0; replica < replicas; ++replica)
        for (const auto& [from, to] : transfer.atMost)
            all.atMost.emplace_back(replica * ranks + from, replica * ranks + to);
    if (transfer.matrix.empty())
        return all;
    all.ranks = ranks * replicas;
    for (int from = 0; from < all.ranks; ++from)
        for (int to = 0; to < all.ranks; ++to)
            all.matrix.push_back(from / ranks == to / ranks
                                     ? transfer.matrix[static_cast<std::size_t>(from % ranks) * ranks + to % ranks]
                                     : Transfers::kUnknown);
    return all;
}

/// The direction of each microbatch; empty where they are dealt in equal consecutive parts.
std::vector<int> dealt(const Schedule& schedule, int replicas) {
    const int directions = static_cast<int>(schedule.placement.directions.size());
    if (schedule.directionOf.empty() && schedule.microbatches % directions == 0)
        return {};
    std::vector<int> all;
    for (int replica = 0; replica < replicas; ++replica)
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
            all.push_back(replica * directions + schedule.direction(microbatch));
    return all;
}

std::vector<Row> repeatedRows(const Schedule& schedule, int replicas) {
    std::vector<Row> rows = repeated(schedule.order, replicas);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const int first = schedule.microbatches * static_cast<int>(rank / schedule.order.size());
        for (Block& block : rows[rank])
            changeOps(block, [first](Op& op) { op.microbatch += first; });
    }
    return rows;
}

} // namespace

Result<Plan> replicate(const Plan& plan, int replicas) {
    if (const Result<Done> fits = checkCounts(plan, replicas); !fits)
        return fits.error();
    Plan all = plan;
    all.schedule = {.placement = replicated(plan.schedule.placement, replicas),
                    .microbatches = plan.schedule.microbatches * replicas,
                    .directionOf = dealt(plan.schedule, replicas),
                    .order = repeatedRows(plan.schedule, replicas)};
    all.costs.stages = perDirection(plan.costs.stages, replicas);
    all.costs.transfer = replicated(plan.costs.transfer, plan.schedule.ranks(), replicas);
    all.costs.boundary.bandwidth = replicated(plan.costs.boundary.bandwidth, plan.schedule.ranks(), replicas);
    all.memory.stages = perDirection(plan.memory.stages, replicas);
    all.memory.limit = repeated(plan.memory.limit, replicas);
    all.memory.device = repeated(plan.memory.device, replicas);
    const std::vector<int> same = mapped(countedUp(all.schedule.microbatches),
                                         [&](int microbatch) { return microbatch % plan.schedule.microbatches; });
    setMicrobatches(all, plan.costs.microbatches.picked(same));
    if (replicas > 1)
        all.title = title::ofMade(plan.title, title::counted(title::kReplicas, replicas));
    return all;
}

} // namespace lanewright
