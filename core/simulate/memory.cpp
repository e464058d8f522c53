// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/memory.h"

#include "core/model/block_ops.h"
#include "core/model/costs.h"
#include "core/model/dataflow.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// What a block allocates when it starts and frees when it ends.
struct BlockChange {
    Bytes atStart = 0;
    Bytes atEnd = 0;
};

/// What ops change, as a table where microbatches and parts of W are alike, so that a walk along an order asks once per
/// op.
class Changes {
public:
    Changes(const Schedule& schedule, const MemoryCosts& memory, int weightParts)
        : m_schedule(&schedule), m_memory(&memory), m_weightParts(weightParts) {
        if (!memory.sizes.empty() || weightParts > 1)
            return;
        for (int direction = 0; direction < static_cast<int>(schedule.placement.directions.size()); ++direction)
            for (int stage = 0; stage < schedule.stages(); ++stage)
                for (int kind = 0; kind < kOpKinds; ++kind)
                    m_table.push_back(
                        memory.change({.kind = static_cast<OpKind>(kind), .stage = stage}, direction, weightParts));
    }

    /// What a Block or a Span changes: an op, and perhaps a second one.
    BlockChange of(const auto& piece) const {
        BlockChange change;
        for (const Op& op : opsIn(piece)) {
            const Bytes bytes = of(op);
            (bytes > 0 ? change.atStart : change.atEnd) += bytes;
        }
        return change;
    }

private:
    Bytes of(const Op& op) const {
        const int direction = m_schedule->direction(op.microbatch);
        if (m_table.empty())
            return m_memory->change(op, direction, m_weightParts);
        const std::size_t copy = static_cast<std::size_t>(direction) * m_schedule->stages() + op.stage;
        return m_table[copy * kOpKinds + static_cast<std::size_t>(op.kind)];
    }

    const Schedule* m_schedule;
    const MemoryCosts* m_memory;
    int m_weightParts;
    std::vector<Bytes> m_table; ///< `[direction][stage][kind]`
};

void append(MemoryCurve& curve, Time time, Bytes bytes) {
    if (!curve.empty() && curve.back().bytes == bytes)
        return;
    if (!curve.empty() && curve.back().time == time)
        curve.back().bytes = bytes;
    else
        curve.push_back({time, bytes});
}

/// The gradient of the weights of one part of one copy of a stage, of one microbatch.
struct Gradient {
    int direction = 0;
    int stage = 0;
    int part = 0;
    int microbatch = 0;

    friend auto operator<=>(const Gradient&, const Gradient&) = default;
    bool sameTensor(const Gradient& other) const {
        return direction == other.direction && stage == other.stage && part == other.part;
    }
};

/// Calls `visit` with each gradient that the row yields, in its order.
void forEachGradient(const Schedule& schedule, const Row& row, int weightParts, const auto& visit) {
    for (const Block& block : row)
        for (const Op& op : opsIn(block)) {
            if (op.kind != OpKind::W && op.kind != OpKind::BW)
                continue;
            const int direction = schedule.direction(op.microbatch);
            const int parts = op.kind == OpKind::BW ? weightParts : 1;
            for (int part = 0; part < parts; ++part)
                visit(Gradient{direction, op.stage, op.part + part, op.microbatch});
        }
}

/// Looks at one rank after the other whether each tensor's gradients come by microbatch, so that none is held back.
class TurnCheck {
public:
    TurnCheck(const Schedule& schedule, int weightParts) : m_stages(schedule.stages()), m_parts(weightParts) {
        forEachOp(schedule.order, [&](const Op& op) { m_parts = std::max(m_parts, op.part + 1); });
        m_last.resize(schedule.placement.directions.size() * m_stages * m_parts);
    }

    bool inOrder(const Schedule& schedule, int rank, int weightParts) {
        bool inOrder = true;
        forEachGradient(schedule, schedule.order[rank], weightParts, [&](const Gradient& gradient) {
            const std::size_t copy = static_cast<std::size_t>(gradient.direction) * m_stages + gradient.stage;
            Last& last = m_last[copy * m_parts + gradient.part];
            inOrder = inOrder && (last.rank != rank || gradient.microbatch >= last.microbatch);
            last = {rank, gradient.microbatch};
        });
        return inOrder;
    }

private:
    struct Last {
        int rank = -1; ///< another rank's entry counts as none
        int microbatch = 0;
    };
    int m_stages;
    int m_parts;
    std::vector<Last> m_last; ///< `[direction][stage][part]`
};

/// Takes in the gradients of one rank in the order they come, and holds each back until its turn.
class Buffers {
public:
    explicit Buffers(std::vector<Gradient> gradients) : m_turns(std::move(gradients)) {
        std::ranges::sort(m_turns);
        m_turns.erase(std::unique(m_turns.begin(), m_turns.end()), m_turns.end());
        m_here.resize(m_turns.size());
        m_parts.resize(m_turns.size());
        m_held.resize(m_turns.size());
        m_most.resize(m_turns.size());
        for (std::size_t at = 0; at < m_turns.size(); ++at)
            m_turn.push_back(at);
    }

    void take(const Gradient& gradient) {
        const std::size_t at = placeOf(gradient);
        if (m_here[at])
            return;
        m_here[at] = 1;
        hold(gradient, 1);
        std::size_t& next = m_turn[firstOf(gradient)];
        for (; next < m_turns.size() && m_here[next] && m_turns[next].sameTensor(gradient); ++next)
            hold(m_turns[next], -1);
        const std::size_t copy = firstOf({gradient.direction, gradient.stage, 0, 0});
        m_most[copy] = std::max(m_most[copy], m_held[copy]);
    }

    /// Adds the copies that had to hold something back.
    void addTo(std::vector<StagedCopy>& copies, int rank) const {
        for (std::size_t at = 0; at < m_turns.size(); ++at)
            if (m_most[at] > 0)
                copies.push_back({rank, m_turns[at].direction, m_turns[at].stage, m_most[at]});
    }

private:
    std::size_t placeOf(const Gradient& gradient) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(m_turns, gradient) - m_turns.begin());
    }
    std::size_t firstOf(Gradient gradient) const {
        gradient.microbatch = -1;
        return placeOf(gradient);
    }
    /// One buffer holds all parts of a copy and microbatch; it is named by the first part there is.
    std::size_t bufferOf(Gradient gradient) const {
        for (gradient.part = 0;; ++gradient.part)
            if (const std::size_t at = placeOf(gradient); m_turns[at] == gradient)
                return at;
    }
    void hold(const Gradient& gradient, int by) {
        int& parts = m_parts[bufferOf(gradient)];
        const int before = parts > 0 ? 1 : 0;
        parts += by;
        m_held[firstOf({gradient.direction, gradient.stage, 0, 0})] += (parts > 0 ? 1 : 0) - before;
    }

    std::vector<Gradient> m_turns;
    std::vector<char> m_here = {};
    std::vector<std::size_t> m_turn = {}; ///< at a tensor's first entry: whose turn it is
    std::vector<int> m_parts = {};        ///< at a buffer's entry: the parts it holds
    std::vector<int> m_held = {};         ///< at a copy's first entry: its buffers in use, and the most there were
    std::vector<int> m_most = {};
};

} // namespace

std::vector<StagedCopy> stagedCopies(const Schedule& schedule, int weightParts) {
    std::vector<StagedCopy> copies;
    TurnCheck turns(schedule, weightParts);
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        if (turns.inOrder(schedule, rank, weightParts))
            continue;
        std::vector<Gradient> gradients;
        forEachGradient(schedule, schedule.order[rank], weightParts,
                        [&](const Gradient& gradient) { gradients.push_back(gradient); });
        Buffers buffers(gradients);
        for (const Gradient& gradient : gradients)
            buffers.take(gradient);
        buffers.addTo(copies, rank);
    }
    return copies;
}

std::vector<int> stagedWeights(const Schedule& schedule, int weightParts) {
    std::vector<int> staged(schedule.ranks(), 0);
    for (const StagedCopy& copy : stagedCopies(schedule, weightParts))
        staged[copy.rank] += copy.buffers;
    return staged;
}

Bytes memoryChangeOf(const Plan& plan, const Block& block) {
    Bytes change = 0;
    for (const Op& op : opsIn(block))
        change += plan.memory.change(op, plan.schedule.direction(op.microbatch), plan.costs.weightParts);
    return change;
}

std::vector<MemoryCurve> memoryCurves(const Schedule& schedule, const MemoryCosts& memory, int weightParts,
                                      const Timeline& timeline) {
    const Time begin = extentOf(timeline).start;
    const Changes changes(schedule, memory, weightParts);
    std::vector<MemoryCurve> curves;
    for (const Lane& lane : timeline.lanes) {
        MemoryCurve curve{{begin, 0}};
        Bytes bytes = 0;
        for (const Span& span : lane) {
            const BlockChange change = changes.of(span);
            append(curve, span.start, bytes += change.atStart);
            append(curve, span.end, bytes += change.atEnd);
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

std::vector<Bytes> peakMemory(const Schedule& schedule, const MemoryCosts& memory, int weightParts) {
    std::vector<Bytes> peaks(schedule.ranks(), 0);
    const Changes changes(schedule, memory, weightParts);
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        Bytes bytes = 0;
        for (const Block& block : schedule.order[rank]) {
            const BlockChange change = changes.of(block);
            peaks[rank] = std::max(peaks[rank], bytes += change.atStart);
            bytes += change.atEnd;
        }
    }
    return peaks;
}

std::vector<Bytes> staticMemory(const Schedule& schedule, const MemoryCosts& memory) {
    std::vector<Bytes> bytes(schedule.ranks(), 0);
    for (int direction = 0; direction < static_cast<int>(schedule.placement.directions.size()); ++direction)
        for (int stage = 0; stage < schedule.stages(); ++stage)
            bytes[schedule.placement.rankOf(direction, stage)] += memory.of(direction, stage).fixed;
    return bytes;
}

std::vector<std::optional<Bytes>> activationRoom(const Schedule& schedule, const MemoryCosts& memory) {
    std::vector<std::optional<Bytes>> room(schedule.ranks());
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        room[rank] = memory.limitOf(rank);
    if (memory.device.empty())
        return room;
    const std::vector<Bytes> fixed = staticMemory(schedule, memory);
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        if (const std::optional<Bytes> device = memory.deviceOf(rank))
            room[rank] = std::min(*device - fixed[rank], room[rank].value_or(*device - fixed[rank]));
    return room;
}

std::optional<int> firstOver(const Schedule& schedule, const MemoryCosts& memory, int weightParts, int rank,
                             Bytes limit) {
    Bytes bytes = 0;
    const Changes changes(schedule, memory, weightParts);
    const Row& row = schedule.order[rank];
    for (int position = 0; position < static_cast<int>(row.size()); ++position) {
        const BlockChange change = changes.of(row[position]);
        bytes += change.atStart;
        if (bytes > limit)
            return position;
        bytes += change.atEnd;
    }
    return {};
}

} // namespace lanewright
