// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/rank_buffers.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// The most that messages hold at one time.
template <typename Amount>
std::int64_t mostAtOnce(const std::vector<HeldMessage>& messages, const Amount& amount) {
    std::vector<std::pair<std::int64_t, std::int64_t>> changes;
    changes.reserve(2 * messages.size());
    for (const HeldMessage& message : messages) {
        changes.emplace_back(2 * std::int64_t{message.from}, amount(message));
        changes.emplace_back(2 * std::int64_t{message.to} + 1, -amount(message));
    }
    std::ranges::sort(changes, {}, &std::pair<std::int64_t, std::int64_t>::first);
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const auto& [place, change] : changes)
        most = std::max(most, now += change);
    return most;
}

} // namespace

std::optional<Value> crossing(const Schedule& schedule, int rank, const Op& op, bool sends) {
    const int stages = schedule.stages();
    for (const Value& value : sends ? yieldsOf(op, stages) : needsOf(op, stages)) {
        const int other = (sends ? consumerOf(value) : producerOf(value)).stage;
        if (crossesRanks(value.kind) && schedule.placement.rankOf(schedule.direction(op.microbatch), other) != rank)
            return value;
    }
    return {};
}

Bytes sizeOf(const Costs& costs, const Value& value) {
    if (costs.boundary.size.empty())
        return 0;
    const Bytes size = costs.boundary.size[boundaryOf(value)];
    return costs.microbatches.areEqual() ? size : costs.microbatches.sizeOf(value.microbatch, size);
}

int mostAtOnce(const std::vector<HeldMessage>& messages) {
    return static_cast<int>(mostAtOnce(messages, [](const HeldMessage&) { return std::int64_t{1}; }));
}

RankBuffers buffersWhileHeld(const Costs& costs, const std::vector<HeldMessage>& messages, std::size_t blocks) {
    const auto bytes = [&](const HeldMessage& message) { return sizeOf(costs, message.value); };
    RankBuffers buffers{.slots = mostAtOnce(messages),
                        .bytes = mostAtOnce(messages, bytes),
                        .taken = std::vector<Bytes>(blocks, 0),
                        .freed = std::vector<Bytes>(blocks, 0)};
    for (const HeldMessage& message : messages) {
        buffers.taken[message.from] += bytes(message);
        if (message.to < static_cast<int>(blocks))
            buffers.freed[message.to] += bytes(message);
    }
    return buffers;
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

} // namespace lanewright
