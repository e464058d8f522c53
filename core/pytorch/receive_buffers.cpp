// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/receive_buffers.h"

#include "core/model/block_ops.h"
#include "core/pytorch/csv_lower.h"
#include "core/simulate/amounts.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// A value that a stage of a rank receives, and from which place to which of the rank's row it holds a buffer, both
/// included.
struct Receive {
    Value value = {};
    int stage = 0; ///< that receives it
    int from = 0;
    int to = 0;

    bool isGradient() const { return value.kind == ValueKind::Gradient; }
};

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
std::vector<Receive> receivesAtNeed(const Schedule& schedule, int rank) {
    const Row& row = schedule.order[rank];
    const std::map<StageBatch, int> ends = endsIn(row);
    std::vector<Receive> receives;
    for (int position = 0; position < static_cast<int>(row.size()); ++position)
        for (const Op& op : opsIn(row[position])) {
            const bool isForward = op.kind == OpKind::F;
            const int other = op.stage + (isForward ? -1 : 1);
            if (!(isForward || isBackward(op.kind)) || other < 0 || other >= schedule.stages() ||
                schedule.placement.rankOf(schedule.direction(op.microbatch), other) == rank)
                continue;
            const auto end = ends.find({op.stage, op.microbatch});
            receives.push_back({.value = receivedBy(op.stage, op.microbatch, isForward),
                                .stage = op.stage,
                                .from = position,
                                .to = end == ends.end() ? static_cast<int>(row.size()) : end->second});
        }
    return receives;
}

/// Each from its RECV on; places are those of cells.
std::vector<Receive> receivesIn(const pytorch::CellRow& row) {
    std::vector<Receive> receives;
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

Bytes sizeOf(const Costs& costs, const Value& value) {
    if (costs.boundary.size.empty())
        return 0;
    const Bytes size = costs.boundary.size[boundaryOf(value)];
    return costs.microbatches.areEqual() ? size : costs.microbatches.sizeOf(value.microbatch, size);
}

/// The most that receives hold at one time. One place may free one and take another, and holds both.
template <typename Amount>
std::int64_t mostAtOnce(const std::vector<Receive>& receives, const Amount& amount) {
    std::vector<std::pair<std::int64_t, std::int64_t>> changes;
    changes.reserve(2 * receives.size());
    for (const Receive& receive : receives) {
        changes.emplace_back(2 * std::int64_t{receive.from}, amount(receive));
        changes.emplace_back(2 * std::int64_t{receive.to} + 1, -amount(receive));
    }
    std::ranges::sort(changes, {}, &std::pair<std::int64_t, std::int64_t>::first);
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const auto& [place, change] : changes)
        most = std::max(most, now += change);
    return most;
}

int mostAtOnce(const std::vector<Receive>& receives) {
    return static_cast<int>(mostAtOnce(receives, [](const Receive&) { return std::int64_t{1}; }));
}

/// A buffer for each message.
RankBuffers oneEach(const Costs& costs, const std::vector<Receive>& receives) {
    RankBuffers buffers{.slots = static_cast<int>(receives.size())};
    for (const Receive& receive : receives)
        buffers.bytes += sizeOf(costs, receive.value);
    buffers.always = buffers.bytes;
    return buffers;
}

/// Which pool a message comes from.
std::pair<bool, int> poolOf(const Receive& receive, ReceiveBuffers how) {
    switch (how) {
    case ReceiveBuffers::StagePools: return {receive.isGradient(), receive.stage};
    case ReceiveBuffers::DirectionPools: return {receive.isGradient(), 0};
    case ReceiveBuffers::PerMicrobatch:
    case ReceiveBuffers::RankPool:
    case ReceiveBuffers::OnReceive: return {};
    }
    return {};
}

RankBuffers pooled(const Costs& costs, const std::vector<Receive>& receives, ReceiveBuffers how) {
    std::map<std::pair<bool, int>, std::vector<Receive>> pools;
    for (const Receive& receive : receives)
        pools[poolOf(receive, how)].push_back(receive);
    RankBuffers buffers;
    for (const auto& [pool, own] : pools) {
        Bytes largest = 0;
        for (const Receive& receive : own)
            largest = std::max(largest, sizeOf(costs, receive.value));
        const int slots = mostAtOnce(own);
        buffers.slots += slots;
        buffers.bytes += slots * largest;
    }
    buffers.always = buffers.bytes;
    return buffers;
}

RankBuffers atNeed(const Costs& costs, const std::vector<Receive>& receives, std::size_t blocks) {
    const auto bytes = [&](const Receive& receive) { return sizeOf(costs, receive.value); };
    RankBuffers buffers{.slots = mostAtOnce(receives),
                        .bytes = mostAtOnce(receives, bytes),
                        .taken = std::vector<Bytes>(blocks, 0),
                        .freed = std::vector<Bytes>(blocks, 0)};
    for (const Receive& receive : receives) {
        buffers.taken[receive.from] += bytes(receive);
        if (receive.to < static_cast<int>(blocks))
            buffers.freed[receive.to] += bytes(receive);
    }
    return buffers;
}

/// As the runtime of PyTorch prepares the order.
Result<pytorch::Sheet> loweredByPytorch(const Plan& plan) {
    return pytorch::lower(
        plan, {.flavour = PytorchFlavour::ComputeComms, .torch = kTorchWaits, .ticks = false, .fsdp = true});
}

} // namespace

Result<std::vector<RankBuffers>> receiveBuffers(const Plan& plan, ReceiveBuffers how) {
    const auto rows = static_cast<int>(plan.schedule.order.size());
    std::vector<RankBuffers> all;
    all.reserve(plan.schedule.ranks());
    if (how == ReceiveBuffers::PerMicrobatch || how == ReceiveBuffers::OnReceive) {
        for (int rank = 0; rank < rows; ++rank) {
            const std::vector<Receive> receives = receivesAtNeed(plan.schedule, rank);
            all.push_back(how == ReceiveBuffers::OnReceive
                              ? atNeed(plan.costs, receives, plan.schedule.order[rank].size())
                              : oneEach(plan.costs, receives));
        }
    } else {
        const Result<pytorch::Sheet> sheet = loweredByPytorch(plan);
        if (!sheet)
            return sheet.error();
        for (const pytorch::CellRow& row : sheet->rows)
            all.push_back(pooled(plan.costs, receivesIn(row), how));
    }
    all.resize(plan.schedule.ranks());
    return all;
}

MemoryCurve bufferCurve(const RankBuffers& buffers, const Lane& lane, Time begin) {
    MemoryCurve curve{{begin, buffers.always}};
    Bytes now = buffers.always;
    const auto change = [&](Time time, const std::vector<Bytes>& list, std::size_t block, int sign) {
        if (block >= list.size() || list[block] == 0)
            return;
        now += sign * list[block];
        if (curve.back().time == time)
            curve.back().bytes = now;
        else
            curve.push_back({time, now});
    };
    for (std::size_t block = 0; block < lane.size(); ++block) {
        change(lane[block].start, buffers.taken, block, 1);
        change(lane[block].end, buffers.freed, block, -1);
    }
    return curve;
}

MemoryCurve sumOf(const MemoryCurve& one, const MemoryCurve& other) {
    MemoryCurve sum;
    auto left = one.begin();
    auto right = other.begin();
    Bytes here = 0;
    Bytes there = 0;
    while (left != one.end() || right != other.end()) {
        const bool both = left != one.end() && right != other.end();
        const Time time = both ? std::min(left->time, right->time) : left != one.end() ? left->time : right->time;
        if (left != one.end() && left->time == time)
            here = (left++)->bytes;
        if (right != other.end() && right->time == time)
            there = (right++)->bytes;
        sum.push_back({time, here + there});
    }
    return sum;
}

std::vector<Bytes> peakWithBuffers(const Plan& plan, std::span<const RankBuffers> buffers) {
    std::vector<Bytes> peaks(plan.schedule.ranks(), 0);
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank) {
        const RankBuffers& own = buffers[rank];
        Bytes now = own.always;
        peaks[rank] = now;
        const Row& row = plan.schedule.order[rank];
        for (std::size_t block = 0; block < row.size(); ++block) {
            Bytes freed = block < own.freed.size() ? own.freed[block] : 0;
            now += block < own.taken.size() ? own.taken[block] : 0;
            for (const Op& op : opsIn(row[block])) {
                const Bytes change =
                    plan.memory.change(op, plan.schedule.direction(op.microbatch), plan.costs.weightParts);
                change > 0 ? now += change : freed -= change;
            }
            peaks[rank] = std::max(peaks[rank], now);
            now -= freed;
        }
    }
    return peaks;
}

namespace {

/// The note about the rank that keeps most buffers beyond those that would do.
std::optional<Finding> moreThanNeeded(const Plan& plan, const std::vector<RankBuffers>& kept) {
    const Result<std::vector<RankBuffers>> least = receiveBuffers(plan, ReceiveBuffers::OnReceive);
    int rank = -1;
    int most = 0;
    for (int each = 0; least && each < plan.schedule.ranks(); ++each)
        if (const int beyond = kept[each].slots - (*least)[each].slots; beyond > most) {
            rank = each;
            most = beyond;
        }
    if (rank < 0)
        return {};
    Finding note{.code = "receive-buffers", .severity = Severity::Note, .rank = rank};
    if (plan.costs.boundary.size.empty())
        note.message = say(phrase("finding", "Rank %1 keeps %2 buffers for what it receives; %3 would do where each is "
                                             "taken just before the op that needs it."),
                           rank, kept[rank].slots, (*least)[rank].slots);
    else
        note.message =
            say(phrase("finding", "Rank %1 keeps %2 buffers for what it receives, %3; %4 would do where each is taken "
                                  "just before the op that needs it."),
                rank, kept[rank].slots, inUnit(kept[rank].bytes, plan.memoryUnit), (*least)[rank].slots);
    return note;
}

} // namespace

std::vector<Finding> findingsOfBuffers(const Plan& plan) {
    if (!plan.memory.receiveBuffers || plan.isProblem())
        return {};
    const Result<std::vector<RankBuffers>> kept = receiveBuffers(plan, *plan.memory.receiveBuffers);
    if (!kept)
        return {{.code = "receive-buffers",
                 .severity = Severity::Warning,
                 .message = say(phrase("finding", "Receive buffers are not counted: %1."), kept.error().message)}};
    std::vector<Finding> findings;
    const std::vector<Bytes> without =
        totalMemory(plan, peakMemory(plan.schedule, plan.memory, plan.costs.weightParts));
    const std::vector<Bytes> with = totalMemory(plan, peakWithBuffers(plan, *kept));
    const auto text = [&](Bytes bytes) { return inUnit(bytes, plan.memoryUnit); };
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        if (const std::optional<Bytes> device = plan.memory.deviceOf(rank);
            device && without[rank] <= *device && with[rank] > *device)
            findings.push_back({.code = "device-memory",
                                .rank = rank,
                                .message = say(phrase("finding", "Rank %1 needs %2 with its weights and its %3 receive "
                                                                 "buffers, but its device has %4, %5 too little."),
                                               rank, text(with[rank]), (*kept)[rank].slots, text(*device),
                                               text(with[rank] - *device))});
    if (std::optional<Finding> note = moreThanNeeded(plan, *kept))
        findings.push_back(*std::move(note));
    return findings;
}

} // namespace lanewright
