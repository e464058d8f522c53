// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/receive_buffers.h"

#include "core/model/block_ops.h"
#include "core/pytorch/csv_lower.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

using StageBatch = std::pair<int, int>; ///< a stage and a microbatch

/// What a stage receives of a microbatch from its neighbour, forwards or backwards.
Value receivedBy(int stage, int microbatch, bool isForward) {
    return isForward ? Value{ValueKind::Activation, stage - 1, microbatch}
                     : Value{ValueKind::Gradient, stage + 1, microbatch};
}

/// The last place of each stage and microbatch in the row at which gradients of weights are made.
std::map<StageBatch, int> endsIn(const Row& row) {
    std::map<StageBatch, int> ends;
    for (int position = 0; position < static_cast<int>(row.size()); ++position)
        for (const Op& op : opsIn(row[position]))
            if (op.kind == OpKind::W || op.kind == OpKind::BW)
                ends[{op.stage, op.microbatch}] = position;
    return ends;
}

/// Each from the block that needs it on; places are those of blocks.
std::vector<HeldMessage> receivesAtNeed(const Schedule& schedule, int rank) {
    const Row& row = schedule.order[rank];
    const std::map<StageBatch, int> ends = endsIn(row);
    std::vector<HeldMessage> receives;
    for (int position = 0; position < static_cast<int>(row.size()); ++position)
        for (const Op& op : opsIn(row[position])) {
            const std::optional<Value> value = crossing(schedule, rank, op, false);
            if (!value)
                continue;
            const auto end = ends.find({op.stage, op.microbatch});
            receives.push_back({.value = *value,
                                .stage = op.stage,
                                .from = position,
                                .to = end == ends.end() ? static_cast<int>(row.size()) : end->second});
        }
    return receives;
}

/// Each from its RECV on; places are those of cells.
std::vector<HeldMessage> receivesIn(const pytorch::CellRow& row) {
    std::vector<HeldMessage> receives;
    std::map<StageBatch, std::vector<std::size_t>> held;
    for (int place = 0; place < static_cast<int>(row.size()); ++place)
        eachAction(row[place], [&](const pytorch::Action& action) {
            const StageBatch key{action.stage, action.microbatch};
            if (pytorch::isReceive(action.act)) {
                held[key].push_back(receives.size());
                receives.push_back(
                    {.value = receivedBy(action.stage, action.microbatch, action.act == pytorch::Act::RecvF),
                     .stage = action.stage,
                     .from = place,
                     .to = static_cast<int>(row.size())});
            }
            if (pytorch::endsWeights(action.act))
                for (const std::size_t each : held[key])
                    receives[each].to = place;
        });
    return receives;
}

/// A buffer for each message.
RankBuffers oneEach(const Costs& costs, const std::vector<HeldMessage>& receives) {
    RankBuffers buffers{.slots = static_cast<int>(receives.size())};
    for (const HeldMessage& receive : receives)
        buffers.bytes += sizeOf(costs, receive.value);
    buffers.always = buffers.bytes;
    return buffers;
}

/// Which pool a message comes from.
std::pair<ValueKind, int> poolOf(const HeldMessage& receive, ReceiveBuffers how) {
    switch (how) {
    case ReceiveBuffers::StagePools: return {receive.value.kind, receive.stage};
    case ReceiveBuffers::DirectionPools: return {receive.value.kind, 0};
    case ReceiveBuffers::PerMicrobatch:
    case ReceiveBuffers::RankPool:
    case ReceiveBuffers::OnReceive: return {};
    }
    return {};
}

RankBuffers pooled(const Costs& costs, const std::vector<HeldMessage>& receives, ReceiveBuffers how) {
    std::map<std::pair<ValueKind, int>, std::vector<HeldMessage>> pools;
    for (const HeldMessage& receive : receives)
        pools[poolOf(receive, how)].push_back(receive);
    RankBuffers buffers;
    for (const auto& [pool, own] : pools) {
        Bytes largest = 0;
        for (const HeldMessage& receive : own)
            largest = std::max(largest, sizeOf(costs, receive.value));
        const int slots = mostAtOnce(own);
        buffers.slots += slots;
        buffers.bytes += slots * largest;
    }
    buffers.always = buffers.bytes;
    return buffers;
}

/// As the runtime of PyTorch prepares the order.
Result<pytorch::Sheet> loweredByPytorch(const Plan& plan) {
    return pytorch::lower(
        plan, {.flavour = PytorchFlavour::ComputeComms, .torch = kTorchWaits, .ticks = false, .fsdp = true});
}

} // namespace

Result<std::vector<RankBuffers>> receiveBuffers(const Plan& plan, ReceiveBuffers how) {
    const bool isAtNeed = how == ReceiveBuffers::PerMicrobatch || how == ReceiveBuffers::OnReceive;
    const Result<pytorch::Sheet> sheet = isAtNeed ? Result<pytorch::Sheet>{pytorch::Sheet{}} : loweredByPytorch(plan);
    if (!sheet)
        return sheet.error();
    std::vector<RankBuffers> all(plan.schedule.ranks());
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank) {
        const std::vector<HeldMessage> receives = receivesAtNeed(plan.schedule, static_cast<int>(rank));
        all[rank] = how == ReceiveBuffers::OnReceive
                        ? buffersWhileHeld(plan.costs, receives, plan.schedule.order[rank].size())
                    : how == ReceiveBuffers::PerMicrobatch ? oneEach(plan.costs, receives)
                                                           : pooled(plan.costs, receivesIn(sheet->rows[rank]), how);
        all[rank].least = mostAtOnce(receives);
    }
    return all;
}

} // namespace lanewright
