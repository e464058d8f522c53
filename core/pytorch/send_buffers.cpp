// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/send_buffers.h"

#include "core/model/block_ops.h"

#include <map>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// The place of the B or BW of each stage and microbatch in the row.
std::map<std::pair<int, int>, int> backwardsIn(const Row& row) {
    std::map<std::pair<int, int>, int> places;
    for (int position = 0; position < static_cast<int>(row.size()); ++position)
        for (const Op& op : opsIn(row[position]))
            if (isBackward(op.kind))
                places.emplace(std::pair{op.stage, op.microbatch}, position);
    return places;
}

/// PyTorch waits for the send of a forward behind the backward of its microbatch, for that of a backward at the end
/// (`_add_wait_send`).
std::vector<HeldMessage> sendsOf(const Schedule& schedule, int rank, SendBuffers how) {
    const Row& row = schedule.order[rank];
    const auto end = static_cast<int>(row.size());
    const std::map<std::pair<int, int>, int> backwards = backwardsIn(row);
    std::vector<HeldMessage> sends;
    for (int position = 0; position < end; ++position)
        for (const Op& op : opsIn(row[position])) {
            const std::optional<Value> value = crossing(schedule, rank, op, true);
            if (!value)
                continue;
            const auto backward = backwards.find({op.stage, op.microbatch});
            const bool isWaitedFor =
                how == SendBuffers::UntilWaited && op.kind == OpKind::F && backward != backwards.end();
            sends.push_back({.value = *value,
                             .stage = op.stage,
                             .from = position,
                             .to = how == SendBuffers::OnSend ? position
                                   : isWaitedFor              ? backward->second
                                                              : end});
        }
    return sends;
}

} // namespace

std::vector<RankBuffers> sendBuffers(const Plan& plan, SendBuffers how) {
    const Schedule& schedule = plan.schedule;
    std::vector<RankBuffers> all(schedule.ranks());
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        all[rank] = buffersWhileHeld(plan.costs, sendsOf(schedule, rank, how), schedule.order[rank].size());
        all[rank].least = mostAtOnce(sendsOf(schedule, rank, SendBuffers::OnSend));
    }
    return all;
}

} // namespace lanewright
