// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/memory.h"

#include "core/model/costs.h"

#include <algorithm>

namespace lanewright {

namespace {

/// What a block allocates when it starts and frees when it ends.
struct BlockChange {
    Bytes atStart = 0;
    Bytes atEnd = 0;
};

template <typename Piece> // a Block or a Span: an op and perhaps a second one
BlockChange changeOf(const Schedule& schedule, const MemoryCosts& memory, int weightParts, const Piece& piece) {
    BlockChange change;
    const auto add = [&](const Op& op) {
        const Bytes bytes = memory.change(op, schedule.direction(op.microbatch), weightParts);
        (bytes > 0 ? change.atStart : change.atEnd) += bytes;
    };
    add(piece.op);
    if (piece.paired)
        add(*piece.paired);
    return change;
}

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

std::vector<Gradient> gradientsOf(const Schedule& schedule, const Row& row) {
    std::vector<Gradient> gradients;
    const auto add = [&](const Op& op) {
        if (op.kind == OpKind::W || op.kind == OpKind::BW)
            gradients.push_back({schedule.direction(op.microbatch), op.stage, op.part, op.microbatch});
    };
    for (const Block& block : row) {
        add(block.op);
        if (block.paired)
            add(*block.paired);
    }
    return gradients;
}

/// Looks at one rank after the other whether each tensor's gradients come by microbatch, so that none is held back.
class TurnCheck {
public:
    explicit TurnCheck(const Schedule& schedule) : m_stages(schedule.stages()) {
        for (const Row& row : schedule.order)
            for (const Block& block : row)
                m_parts = std::max({m_parts, block.op.part + 1, block.paired ? block.paired->part + 1 : 1});
        m_last.resize(schedule.placement.directions.size() * m_stages * m_parts);
    }

    bool inOrder(int rank, const std::vector<Gradient>& gradients) {
        for (const Gradient& gradient : gradients) {
            const std::size_t copy = static_cast<std::size_t>(gradient.direction) * m_stages + gradient.stage;
            Last& last = m_last[copy * m_parts + gradient.part];
            if (last.rank == rank && gradient.microbatch < last.microbatch)
                return false;
            last = {rank, gradient.microbatch};
        }
        return true;
    }

private:
    struct Last {
        int rank = -1; ///< another rank's entry counts as none
        int microbatch = 0;
    };
    int m_stages;
    int m_parts = 1;
    std::vector<Last> m_last; ///< `[direction][stage][part]`
};

/// Adds to `copies` what each copy on one rank must hold back, given its gradients in the order they come.
void holdBack(const std::vector<Gradient>& gradients, std::vector<StagedCopy>& copies, int rank) {
    std::vector<Gradient> turns = gradients;
    std::ranges::sort(turns);
    turns.erase(std::unique(turns.begin(), turns.end()), turns.end());
    std::vector<char> here(turns.size(), 0);
    std::vector<std::size_t> turn(turns.size()); // at a tensor's first entry: whose turn it is
    const auto firstOf = [&](Gradient gradient) {
        gradient.microbatch = -1;
        return static_cast<std::size_t>(std::ranges::lower_bound(turns, gradient) - turns.begin());
    };
    for (std::size_t at = 0; at < turns.size(); ++at)
        turn[at] = at;
    std::vector<int> held(turns.size(), 0); // at a copy's first entry
    std::vector<int> most(turns.size(), 0);
    for (const Gradient& gradient : gradients) {
        const auto at = static_cast<std::size_t>(std::ranges::lower_bound(turns, gradient) - turns.begin());
        const std::size_t copyAt = firstOf({gradient.direction, gradient.stage, 0, 0});
        if (here[at])
            continue;
        here[at] = 1;
        ++held[copyAt];
        std::size_t& next = turn[firstOf(gradient)];
        while (next < turns.size() && here[next] && turns[next].sameTensor(gradient)) {
            --held[copyAt];
            ++next;
        }
        most[copyAt] = std::max(most[copyAt], held[copyAt]);
    }
    for (std::size_t at = 0; at < turns.size(); ++at)
        if (most[at] > 0)
            copies.push_back({rank, turns[at].direction, turns[at].stage, most[at]});
}

} // namespace

std::vector<StagedCopy> stagedCopies(const Schedule& schedule, int weightParts) {
    std::vector<StagedCopy> copies;
    TurnCheck turns(schedule);
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        const std::vector<Gradient> gradients = gradientsOf(schedule, schedule.order[rank]);
        if (!turns.inOrder(rank, gradients))
            holdBack(gradients, copies, rank);
    }
    // Parts were counted one by one; a buffer holds all of a stage's.
    for (StagedCopy& copy : copies)
        copy.buffers = (copy.buffers + weightParts - 1) / weightParts;
    return copies;
}

std::vector<int> stagedWeights(const Schedule& schedule, int weightParts) {
    std::vector<int> staged(schedule.ranks(), 0);
    for (const StagedCopy& copy : stagedCopies(schedule, weightParts))
        staged[copy.rank] += copy.buffers;
    return staged;
}

std::vector<MemoryCurve> memoryCurves(const Schedule& schedule, const MemoryCosts& memory, int weightParts,
                                      const Timeline& timeline) {
    const Time begin = extentOf(timeline).start;
    std::vector<MemoryCurve> curves;
    for (const Lane& lane : timeline.lanes) {
        MemoryCurve curve{{begin, 0}};
        Bytes bytes = 0;
        for (const Span& span : lane) {
            const BlockChange change = changeOf(schedule, memory, weightParts, span);
            append(curve, span.start, bytes += change.atStart);
            append(curve, span.end, bytes += change.atEnd);
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

std::vector<Bytes> peakMemory(const Schedule& schedule, const MemoryCosts& memory, int weightParts) {
    std::vector<Bytes> peaks(schedule.ranks(), 0);
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        Bytes bytes = 0;
        for (const Block& block : schedule.order[rank]) {
            const BlockChange change = changeOf(schedule, memory, weightParts, block);
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

std::optional<int> firstOver(const Schedule& schedule, const MemoryCosts& memory, int weightParts, int rank,
                             Bytes limit) {
    Bytes bytes = 0;
    const Row& row = schedule.order[rank];
    for (int position = 0; position < static_cast<int>(row.size()); ++position) {
        const BlockChange change = changeOf(schedule, memory, weightParts, row[position]);
        bytes += change.atStart;
        if (bytes > limit)
            return position;
        bytes += change.atEnd;
    }
    return {};
}

} // namespace lanewright
