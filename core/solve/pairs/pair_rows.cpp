// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/pair_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

bool suits(const Plan& plan, const Instance& instance) {
    return plan.costs.microbatches.areEqual() && !instance.apart &&
           std::ranges::none_of(instance.chunks, [](const Chunk& chunk) { return chunk.recompute.has_value(); });
}

/// Per direction its microbatches, in order.
std::vector<std::vector<int>> dealOf(const Plan& problem, const Instance& instance) {
    std::vector<std::vector<int>> dealt(instance.microbatches.size());
    for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
        dealt[static_cast<std::size_t>(problem.schedule.direction(microbatch))].push_back(microbatch);
    return dealt;
}

/// The number of a chunk among those of its rank.
Code placeFor(const Instance& instance, const std::vector<int>& places, int direction, int stage, OpKind kind) {
    return codeOf(places[direction * instance.stages + stage], kind);
}

} // namespace

Time pairLength(const Plan& problem, const Chunk& forward, const Chunk& backward, bool fused) {
    const Op front{.kind = OpKind::F, .stage = forward.stage};
    const Op back{.kind = fused ? OpKind::BW : OpKind::B, .stage = backward.stage};
    const Time apart = forward.forward + backward.backward + (fused ? backward.weight : 0);
    return pairTime(problem.costs, problem.schedule.placement, front, forward.direction, back, backward.direction)
        .value_or(apart);
}

bool pairsPay(const Plan& problem) {
    const Instance instance = instanceOf(problem);
    if (!suits(problem, instance))
        return false;
    for (const std::vector<int>& chunks : instance.onRank)
        for (const int forward : chunks)
            for (const int backward : chunks)
                for (const bool fused : {false, true}) {
                    const Chunk& front = instance.chunks[static_cast<std::size_t>(forward)];
                    const Chunk& back = instance.chunks[static_cast<std::size_t>(backward)];
                    if (pairLength(problem, front, back, fused) <
                        front.forward + back.backward + (fused ? back.weight : 0))
                        return true;
                }
    return false;
}

std::optional<PairRows> pairRowsOf(const Plan& plan, const Instance& instance) {
    if (!suits(plan, instance) || static_cast<int>(plan.schedule.order.size()) != instance.ranks())
        return {};
    const std::vector<int> places = instance.places();
    PairRows rows(plan.schedule.order.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const auto code = [&](const Op& op, OpKind kind) {
            return placeFor(instance, places, plan.schedule.direction(op.microbatch), op.stage, kind);
        };
        for (const Block& block : plan.schedule.order[rank]) {
            if (plan.schedule.rankOf(block.op) != static_cast<int>(rank))
                return {};
            if (block.paired) {
                if (!arePairKinds(block.op.kind, block.paired->kind))
                    return {};
                const bool fused = block.paired->kind == OpKind::BW;
                rows[rank].push_back({code(block.op, OpKind::F), code(*block.paired, OpKind::B), fused});
            } else if (block.op.kind == OpKind::BW) {
                rows[rank].push_back({code(block.op, OpKind::B)});
                rows[rank].push_back({code(block.op, OpKind::W)});
            } else if (block.op.kind == OpKind::R)
                return {};
            else if (block.op.kind != OpKind::W || block.op.part == plan.costs.weightParts - 1)
                rows[rank].push_back({code(block.op, block.op.kind)});
        }
    }
    return rows;
}

Schedule scheduleOf(const Plan& problem, const Instance& instance, const PairRows& rows) {
    const std::vector<std::vector<int>> dealt = dealOf(problem, instance);
    Schedule schedule = problem.schedule;
    schedule.order.assign(rows.size(), {});
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const std::vector<int>& chunks = instance.onRank[rank];
        std::vector<std::array<int, 2>> done(chunks.size(), {0, 0});
        std::vector<std::vector<int>> waiting(chunks.size()); // W that have no turn yet
        const auto opOf = [&](Code code, OpKind kind, int index) {
            const Chunk& chunk =
                instance.chunks[static_cast<std::size_t>(chunks[static_cast<std::size_t>(placeOf(code))])];
            return Op{.kind = kind,
                      .stage = chunk.stage,
                      .microbatch = dealt[static_cast<std::size_t>(chunk.direction)][static_cast<std::size_t>(index)]};
        };
        for (const PairBlock& block : rows[rank]) {
            const auto place = static_cast<std::size_t>(placeOf(block.op));
            Row& row = schedule.order[rank];
            if (kindOf(block.op) == OpKind::W) {
                const int index = waiting[place].front();
                waiting[place].erase(waiting[place].begin());
                for (int part = 0; part < instance.weightParts; ++part) {
                    Op weight = opOf(block.op, OpKind::W, index);
                    weight.part = part;
                    row.push_back({.op = weight});
                }
                continue;
            }
            if (kindOf(block.op) == OpKind::B) {
                waiting[place].push_back(done[place][1]);
                row.push_back({.op = opOf(block.op, OpKind::B, done[place][1]++)});
                continue;
            }
            const Op forward = opOf(block.op, OpKind::F, done[place][0]++);
            if (!block.isPair()) {
                row.push_back({.op = forward});
                continue;
            }
            const auto back = static_cast<std::size_t>(placeOf(block.partner));
            const int index = done[back][1]++;
            if (!block.fused)
                waiting[back].push_back(index);
            row.push_back(pairOf(forward, opOf(block.partner, block.fused ? OpKind::BW : OpKind::B, index)));
        }
    }
    return schedule;
}

} // namespace lanewright
