// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_order.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanewright::engine {

namespace {

/// Gives out memory for values. A piece is free again for blocks planned to start when its last use has ended.
class Pieces {
public:
    /// A piece, and whose use of it came last.
    std::pair<int, LastUse> take(Time start) {
        const auto free =
            std::ranges::find_if(m_pieces, [&](const Piece& piece) { return !piece.isOut && piece.free <= start; });
        const auto at = free - m_pieces.begin();
        if (free == m_pieces.end())
            m_pieces.emplace_back();
        Piece& piece = m_pieces[static_cast<std::size_t>(at)];
        piece.isOut = true;
        return {static_cast<int>(at), piece.last};
    }
    void giveBack(int piece, Time end, const LastUse& use) {
        m_pieces[static_cast<std::size_t>(piece)] = {.free = end, .last = use};
    }
    int count() const { return static_cast<int>(m_pieces.size()); }

private:
    struct Piece {
        bool isOut = false;
        Time free = 0;
        LastUse last = {};
    };
    std::vector<Piece> m_pieces;
};

/// Puts all blocks into one order.
class Ordering {
public:
    explicit Ordering(const RunRequest& request)
        : m_request(&request), m_schedule(&request.plan.schedule),
          m_next(static_cast<std::size_t>(m_schedule->ranks())) {
        m_order.index.assign(static_cast<std::size_t>(kValueKinds) * m_schedule->stages() * m_schedule->microbatches,
                             -1);
        for (const Program& program : request.programs) {
            std::vector<Turn>& turns = m_waiting.emplace_back();
            for (const Instruction& instruction : program.code)
                if (instruction.act == Act::Run)
                    turns.push_back(turnOf(program.rank, instruction));
        }
    }

    DeviceOrder order() {
        for (int rank = nextRank(); rank >= 0; rank = nextRank()) {
            Turn& turn = m_waiting[static_cast<std::size_t>(rank)][m_next[static_cast<std::size_t>(rank)]++];
            place(turn);
            m_order.turns.push_back(std::move(turn));
        }
        m_order.pieces = m_pieces.count();
        return std::move(m_order);
    }

private:
    static Turn turnOf(int rank, const Instruction& instruction) {
        const Block& block = instruction.block;
        return {.rank = rank,
                .block = block,
                .start = instruction.start,
                .length = instruction.length,
                .ops = enqueuedOps(block)};
    }

    bool recomputes(const Op& op) const {
        return m_request->plan.costs.recomputes(m_schedule->direction(op.microbatch), op.stage);
    }
    int find(const Value& value) const { return m_order.of(value, m_schedule->stages(), m_schedule->microbatches); }

    template <typename Visit>
    void forEachNeed(const Turn& turn, Visit visit) const {
        for (const Op& op : turn.ops)
            for (const Value& value : needsOf(op, m_schedule->stages(), recomputes(op)))
                if (crossesRanks(value.kind))
                    visit(value);
    }

    bool isReady(const Turn& turn) const {
        bool ready = true;
        forEachNeed(turn, [&](const Value& value) { ready = ready && find(value) >= 0; });
        return ready;
    }

    /// The rank whose block comes next; −1 when all are in.
    int nextRank() const {
        const Turn* best = nullptr;
        for (std::size_t rank = 0; rank < m_waiting.size(); ++rank) {
            if (m_next[rank] == m_waiting[rank].size())
                continue;
            const Turn& turn = m_waiting[rank][m_next[rank]];
            if (isReady(turn) && (best == nullptr || turn.start < best->start))
                best = &turn;
        }
        return best == nullptr ? -1 : best->rank;
    }

    void place(Turn& turn) {
        const int number = static_cast<int>(m_order.turns.size());
        const Time end = turn.start + turn.length;
        forEachNeed(turn, [&](const Value& value) {
            const int at = find(value);
            turn.needs.push_back(at);
            m_order.handovers[static_cast<std::size_t>(at)].reader = number;
        });
        for (const Op& op : turn.ops)
            for (const Value& value : yieldsOf(op, m_schedule->stages(), recomputes(op)))
                if (crossesRanks(value.kind))
                    make(turn, number, value);
        // Only now: what a block makes never lies where it reads.
        for (const int at : turn.needs) {
            const Handover& handover = m_order.handovers[static_cast<std::size_t>(at)];
            m_pieces.giveBack(handover.slot >= 0 ? handover.slot : handover.room, end, {at, false});
        }
    }

    void make(Turn& turn, int number, const Value& value) {
        const int at = static_cast<int>(m_order.handovers.size());
        const Time way = wayOf(value, turn.rank);
        const Time end = turn.start + turn.length;
        Handover handover{.value = value, .producer = number};
        LastUse before;
        std::tie(handover.room, before) = m_pieces.take(turn.start);
        turn.rooms.push_back(before);
        turn.slots.emplace_back();
        if (way > 0) {
            std::tie(handover.slot, turn.slots.back()) = m_pieces.take(end);
            m_pieces.giveBack(handover.room, end + way, {at, true});
        }
        turn.makes.push_back(at);
        m_order.index[static_cast<std::size_t>(indexOf(value, m_schedule->stages(), m_schedule->microbatches))] = at;
        m_order.handovers.push_back(handover);
    }

    /// The planned time of a value's way to its reader.
    Time wayOf(const Value& value, int rank) const {
        const int reader = value.kind == ValueKind::Activation ? value.stage + 1 : value.stage - 1;
        const int other = m_schedule->placement.rankOf(m_schedule->direction(value.microbatch), reader);
        return other == rank ? 0 : m_request->plan.costs.transfer.between(rank, other);
    }

    const RunRequest* m_request;
    const Schedule* m_schedule;
    std::vector<std::vector<Turn>> m_waiting; ///< by rank
    std::vector<std::size_t> m_next;          ///< by rank
    Pieces m_pieces;
    DeviceOrder m_order;
};

} // namespace

std::vector<Op> enqueuedOps(const Block& block) {
    std::vector<Op> ops{block.op};
    if (block.paired)
        ops.insert(block.op.kind == OpKind::F ? ops.end() : ops.begin(), *block.paired);
    return ops;
}

int DeviceOrder::of(const Value& value, int stages, int microbatches) const {
    return index[static_cast<std::size_t>(indexOf(value, stages, microbatches))];
}

DeviceOrder deviceOrder(const RunRequest& request) { return Ordering(request).order(); }

} // namespace lanewright::engine
