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

/// Writes a rank's row, the next microbatch of its chunk for each op.
class RowWriter {
public:
    /// `dealt`: per direction its microbatches. All outlive it.
    RowWriter(const Instance& instance, const std::vector<std::vector<int>>& dealt, const std::vector<int>& chunks)
        : m_instance(instance), m_dealt(dealt), m_chunks(chunks), m_done(chunks.size(), {0, 0}),
          m_waiting(chunks.size()) {}

    void add(const PairBlock& block) {
        if (block.isPair())
            addPair(block);
        else if (kindOf(block.op) == OpKind::W)
            addWeight(block.op);
        else
            m_row.push_back(
                {.op = kindOf(block.op) == OpKind::B ? nextGradient(block.op, OpKind::B) : nextForward(block.op)});
    }
    Row row() && { return std::move(m_row); }

private:
    static std::size_t at(Code code) { return static_cast<std::size_t>(placeOf(code)); }
    Op opOf(Code code, OpKind kind, int index) const {
        const Chunk& chunk = m_instance.chunks[static_cast<std::size_t>(m_chunks[at(code)])];
        return {.kind = kind,
                .stage = chunk.stage,
                .microbatch = m_dealt[static_cast<std::size_t>(chunk.direction)][static_cast<std::size_t>(index)]};
    }
    Op nextForward(Code code) { return opOf(code, OpKind::F, m_done[at(code)][0]++); }
    /// As B, whose W is still to come, or as BW.
    Op nextGradient(Code code, OpKind kind) {
        const int index = m_done[at(code)][1]++;
        if (kind == OpKind::B)
            m_waiting[at(code)].push_back(index);
        return opOf(code, kind, index);
    }
    void addPair(const PairBlock& block) {
        const Op forward = nextForward(block.op);
        m_row.push_back(pairOf(forward, nextGradient(block.partner, block.fused ? OpKind::BW : OpKind::B)));
    }
    void addWeight(Code code) {
        std::vector<int>& waiting = m_waiting[at(code)];
        Op weight = opOf(code, OpKind::W, waiting.front());
        waiting.erase(waiting.begin());
        for (weight.part = 0; weight.part < m_instance.weightParts; ++weight.part)
            m_row.push_back({.op = weight});
    }

    const Instance& m_instance;
    const std::vector<std::vector<int>>& m_dealt;
    const std::vector<int>& m_chunks;
    std::vector<std::array<int, 2>> m_done;  ///< per chunk: how many F and how many backwards
    std::vector<std::vector<int>> m_waiting; ///< per chunk: microbatches whose W has no turn yet
    Row m_row = {};
};

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
    const auto hasPairs = [](const Chunk& chunk) { return chunk.overlapped.has_value(); };
    if (!suits(problem, instance) || std::ranges::none_of(instance.chunks, hasPairs))
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
    schedule.order.clear();
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        RowWriter writer(instance, dealt, instance.onRank[rank]);
        for (const PairBlock& block : rows[rank])
            writer.add(block);
        schedule.order.push_back(std::move(writer).row());
    }
    return schedule;
}

} // namespace lanewright
