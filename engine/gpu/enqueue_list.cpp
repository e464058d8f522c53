// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/enqueue_list.h"

#include "engine/gpu/order_book.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanewright::engine {

namespace {

/// Gives out memory for values. A piece is free again for blocks planned to start when its last use has ended.
class Pieces {
public:
    /// A piece, and the entry that used it last.
    std::pair<int, int> take(Time start) {
        const auto free =
            std::ranges::find_if(m_pieces, [&](const Piece& piece) { return !piece.isOut && piece.free <= start; });
        const auto at = free - m_pieces.begin();
        if (free == m_pieces.end())
            m_pieces.emplace_back();
        Piece& piece = m_pieces[static_cast<std::size_t>(at)];
        piece.isOut = true;
        return {static_cast<int>(at), piece.last};
    }
    void giveBack(int piece, Time end, int entry) {
        m_pieces[static_cast<std::size_t>(piece)] = {.free = end, .last = entry};
    }
    int count() const { return static_cast<int>(m_pieces.size()); }

private:
    struct Piece {
        bool isOut = false;
        Time free = 0;
        int last = -1; ///< entry
    };
    std::vector<Piece> m_pieces;
};

/// Puts all blocks into one order.
class Ordering {
public:
    Ordering(const RunRequest& request, const Seating& seating)
        : m_request(&request), m_schedule(&request.plan.schedule),
          m_next(static_cast<std::size_t>(m_schedule->ranks())), m_pieces(static_cast<std::size_t>(seating.seats)),
          m_book(m_order, seating), m_gradients(request, m_order, m_book) {
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
        if (m_request->optimizer.mode == OptimizerMode::PostValidated)
            placeAll(isForward);
        m_order.prefix = m_book.next();
        placeAll([](const Turn&) { return true; });
        for (const Pieces& pieces : m_pieces)
            m_order.pieces.push_back(pieces.count());
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

    /// A pair holds a backward.
    static bool isForward(const Turn& turn) { return turn.ops.size() == 1 && turn.ops.front().kind == OpKind::F; }

    /// All that come before each rank's first block that is not `among` those wanted.
    template <typename Among>
    void placeAll(Among among) {
        for (int rank = nextRank(among); rank >= 0; rank = nextRank(among)) {
            place(m_waiting[static_cast<std::size_t>(rank)][m_next[static_cast<std::size_t>(rank)]++]);
            m_gradients.follow(m_order.turns.back());
        }
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

    /// The rank whose block comes next; −1 when no more can.
    template <typename Among>
    int nextRank(Among among) const {
        const Turn* best = nullptr;
        for (std::size_t rank = 0; rank < m_waiting.size(); ++rank) {
            if (m_next[rank] == m_waiting[rank].size())
                continue;
            const Turn& turn = m_waiting[rank][m_next[rank]];
            if (among(turn) && isReady(turn) && (best == nullptr || turn.start < best->start))
                best = &turn;
        }
        return best == nullptr ? -1 : best->rank;
    }

    void place(Turn& turn) {
        const int number = static_cast<int>(m_order.turns.size());
        Entry running{.rank = turn.rank, .turn = number};
        turn.entry = m_book.next();
        forEachNeed(turn, [&](const Value& value) {
            const int at = find(value);
            turn.needs.push_back(at);
            Handover& handover = m_order.handovers[static_cast<std::size_t>(at)];
            handover.reader = number;
            running.waits.push_back(handover.came >= 0 ? handover.came : entryOf(handover.producer));
        });
        for (const Op& op : turn.ops)
            for (const Value& value : yieldsOf(op, m_schedule->stages(), recomputes(op)))
                if (crossesRanks(value.kind))
                    running.waits.push_back(make(turn, number, value));
        m_book.add(std::move(running));
        m_order.turns.push_back(std::move(turn));
        for (const int at : m_order.turns.back().makes)
            bring(m_order.turns.back(), at);
        giveBack(m_order.turns.back());
    }

    /// Only now: what a block makes never lies where it reads.
    void giveBack(const Turn& turn) {
        for (const int at : turn.needs) {
            const Handover& handover = m_order.handovers[static_cast<std::size_t>(at)];
            const int piece = handover.slot >= 0 ? handover.slot : handover.room;
            piecesOf(turn.rank).giveBack(piece, turn.start + turn.length, turn.entry);
        }
    }

    int entryOf(int turn) const { return m_order.turns[static_cast<std::size_t>(turn)].entry; }
    Pieces& piecesOf(int rank) { return m_pieces[static_cast<std::size_t>(m_book.seating().of(rank))]; }

    /// Gives a value its room; returns the entry that used it last.
    int make(Turn& turn, int number, const Value& value) {
        const int at = static_cast<int>(m_order.handovers.size());
        const auto [room, used] = piecesOf(turn.rank).take(turn.start);
        turn.makes.push_back(at);
        m_order.index[static_cast<std::size_t>(indexOf(value, m_schedule->stages(), m_schedule->microbatches))] = at;
        m_order.handovers.push_back({.value = value, .room = room, .producer = number});
        return used;
    }

    /// Adds the way of a value to its reader, where that is not at its room.
    void bring(const Turn& turn, int at) {
        Handover& handover = m_order.handovers[static_cast<std::size_t>(at)];
        const int reader = readerOf(handover.value);
        const Time way = reader == turn.rank ? 0 : m_request->plan.costs.transfer.between(turn.rank, reader);
        const bool isFar = !m_book.shareSeat(turn.rank, reader);
        if (way == 0 && !isFar)
            return;
        const Time end = turn.start + turn.length;
        const auto [slot, used] = piecesOf(reader).take(end);
        handover.slot = slot;
        Entry entry{.kind = EntryKind::Copy, .rank = turn.rank, .handover = at, .waits = {turn.entry, used}};
        if (isFar) {
            const auto [send, receive] = m_book.addWay(entry, turn.rank, reader, {turn.entry}, {used});
            handover.sent = send;
            handover.came = receive;
        } else {
            handover.sent = handover.came = m_book.add(std::move(entry));
        }
        // A link takes some time whatever the plan says: the next block need not wait for its end.
        piecesOf(turn.rank).giveBack(handover.room, end + (isFar ? std::max(way, turn.length) : way), handover.sent);
    }

    int readerOf(const Value& value) const {
        const int stage = value.kind == ValueKind::Activation ? value.stage + 1 : value.stage - 1;
        return m_schedule->placement.rankOf(m_schedule->direction(value.microbatch), stage);
    }

    const RunRequest* m_request;
    const Schedule* m_schedule;
    std::vector<std::vector<Turn>> m_waiting; ///< by rank
    std::vector<std::size_t> m_next;          ///< by rank
    std::vector<Pieces> m_pieces;             ///< by seat
    DeviceOrder m_order;
    OrderBook m_book;
    GradientWays m_gradients;
};

/// The pieces of memory for values that an entry reads or writes on its seat.
std::vector<int> piecesUsedBy(const DeviceOrder& order, const Entry& entry) {
    const auto of = [&](int handover) -> const Handover& {
        return order.handovers[static_cast<std::size_t>(handover)];
    };
    switch (entry.kind) {
    case EntryKind::Run: {
        const Turn& turn = order.turns[static_cast<std::size_t>(entry.turn)];
        std::vector<int> pieces;
        pieces.reserve(turn.makes.size() + turn.needs.size());
        for (const int value : turn.makes)
            pieces.push_back(of(value).room);
        for (const int value : turn.needs)
            pieces.push_back(of(value).slot >= 0 ? of(value).slot : of(value).room);
        return pieces;
    }
    case EntryKind::Copy: return {of(entry.handover).room, of(entry.handover).slot};
    case EntryKind::Send: return entry.handover < 0 ? std::vector<int>{} : std::vector{of(entry.handover).room};
    case EntryKind::Receive: return entry.handover < 0 ? std::vector<int>{} : std::vector{of(entry.handover).slot};
    case EntryKind::Add:
    case EntryKind::Adopt: return {};
    }
    return {};
}

/// Lets what the prefix uses first in a step wait for who used it last in the step before.
///
/// Where a step uses all that it makes this follows from the flow of its values: a first stage is through with its
/// backwards when all else has been read. The waits say so where the proof can see it, and hold nobody up.
void linkSteps(DeviceOrder& order) {
    struct Use {
        int first = 0;
        int last = 0;
    };
    std::map<std::pair<int, int>, Use> uses; // by seat and piece
    for (int at = 0; at < static_cast<int>(order.entries.size()); ++at) {
        const Entry& entry = order.entries[static_cast<std::size_t>(at)];
        for (const int piece : piecesUsedBy(order, entry))
            uses.try_emplace({entry.seat, piece}, Use{at, at}).first->second.last = at;
    }
    for (const auto& [piece, use] : uses) {
        Entry& first = order.entries[static_cast<std::size_t>(use.first)];
        if (use.first < order.prefix && !shareStream(order.entries[static_cast<std::size_t>(use.last)], first))
            first.waitsBefore.push_back(use.last);
    }
}

} // namespace

std::vector<Op> enqueuedOps(const Block& block) {
    std::vector<Op> ops{block.op};
    if (block.paired)
        ops.push_back(*block.paired);
    return ops;
}

int DeviceOrder::of(const Value& value, int stages, int microbatches) const {
    return index[static_cast<std::size_t>(indexOf(value, stages, microbatches))];
}

DeviceOrder deviceOrder(const RunRequest& request, const Seating& seating) {
    DeviceOrder order = Ordering(request, seating).order();
    linkSteps(order);
    return order;
}

} // namespace lanewright::engine
