// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/enqueue_list.h"

#include "core/model/text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace lanewright::engine {

namespace {

using Problem = std::optional<std::string>;

class OrderProof {
public:
    OrderProof(const DeviceOrder& order, const Schedule& schedule, const Seating& seating)
        : m_order(order), m_schedule(schedule), m_seating(seating) {}

    Result<Done> prove() {
        for (std::size_t at = 0; at < m_order.entries.size(); ++at)
            if (const Problem problem = look(static_cast<int>(at)))
                return wrong(static_cast<int>(at), *problem);
        for (int at = 0; at < m_order.prefix; ++at)
            if (const Problem problem = lookAgain(at))
                return wrong(at, *problem);
        return replay();
    }

private:
    const Entry& entry(int at) const { return m_order.entries[static_cast<std::size_t>(at)]; }
    bool isEntry(int at) const { return at >= 0 && at < static_cast<int>(m_order.entries.size()); }
    static bool isTransfer(const Entry& entry) {
        return entry.kind == EntryKind::Send || entry.kind == EntryKind::Receive;
    }

    Error wrong(int at, const std::string& problem) const {
        const Entry& bad = entry(at);
        std::string name = "entry " + std::to_string(at) + " of rank " + std::to_string(bad.rank);
        if (bad.kind == EntryKind::Run && bad.turn >= 0 && bad.turn < static_cast<int>(m_order.turns.size()))
            name += ", " + toText(m_order.turns[static_cast<std::size_t>(bad.turn)].block.op) + ",";
        return Error{"the order of all seats can't be run: " + name + " " + problem};
    }

    Problem look(int at) {
        const Entry& own = entry(at);
        if (own.rank < 0 || own.rank >= m_seating.ranks() || own.seat != m_seating.of(own.rank))
            return "is on a seat that does not host its rank";
        for (const int before : own.waits)
            if (!isEntry(before) || before >= at || entry(before).seat != own.seat)
                return "waits for what is not before it on its seat";
        if (isTransfer(own))
            if (Problem problem = lookAtEnds(at))
                return problem;
        switch (own.kind) {
        case EntryKind::Run: return lookAtTurn(at);
        case EntryKind::Copy:
        case EntryKind::Send:
        case EntryKind::Receive: return own.handover >= 0 ? lookAtWay(at) : lookAtHop(at);
        case EntryKind::Add:
        case EntryKind::Adopt: return lookAtHop(at);
        }
        return {};
    }

    Problem lookAtEnds(int at) {
        const Entry& own = entry(at);
        if (!isEntry(own.partner) || entry(own.partner).partner != at || entry(own.partner).kind == own.kind ||
            !isTransfer(entry(own.partner)))
            return "has no other end";
        const Entry& other = entry(own.partner);
        const Entry& send = own.kind == EntryKind::Send ? own : other;
        const Entry& receive = own.kind == EntryKind::Send ? other : own;
        if (own.link != other.link || own.link < 0 || own.link >= static_cast<int>(m_order.links.size()) ||
            m_order.links[static_cast<std::size_t>(own.link)] != LinkEnds{send.seat, receive.seat})
            return "has its other end on another link";
        if (own.handover != other.handover || own.hop != other.hop)
            return "is for something else than its other end";
        int& lastCome = m_lastCome[own.link];
        if (own.kind == EntryKind::Receive && std::exchange(lastCome, own.partner + 1) > own.partner)
            return "comes before what was sent earlier on its link";
        return {};
    }

    /// The entry begins after the end of an earlier one of its seat, −1 for none.
    bool isAfter(int at, int before) const {
        if (before < 0)
            return true;
        if (!isEntry(before) || before >= at)
            return false;
        return shareStream(entry(before), entry(at)) ||
               std::ranges::find(entry(at).waits, before) != entry(at).waits.end();
    }

    /// A piece of memory for values is written: who used it last must have ended.
    Problem write(int at, int piece) {
        const int seat = entry(at).seat;
        if (piece < 0 || piece >= m_order.pieces[static_cast<std::size_t>(seat)])
            return "writes where there is no memory";
        int& used = m_used.try_emplace({seat, piece}, -1).first->second;
        if (!isAfter(at, used))
            return "writes over what has not been read";
        used = at;
        return {};
    }
    /// It is read: who has written it must have ended.
    Problem read(int at, int piece, int writer) {
        int& used = m_used.try_emplace({entry(at).seat, piece}, -1).first->second;
        if (used != writer || !isAfter(at, writer))
            return "reads what has not come";
        used = at;
        return {};
    }

    Problem lookAtTurn(int at) {
        const Turn& turn = m_order.turns[static_cast<std::size_t>(entry(at).turn)];
        for (const Op& op : turn.ops)
            if (op.kind == OpKind::W || op.kind == OpKind::BW)
                m_written[{m_schedule.direction(op.microbatch), op.stage}] = at;
        for (const int number : turn.makes)
            if (Problem problem = write(at, m_order.handovers[static_cast<std::size_t>(number)].room))
                return problem;
        for (const int number : turn.needs) {
            const Handover& value = m_order.handovers[static_cast<std::size_t>(number)];
            const int writer =
                value.came >= 0 ? value.came : m_order.turns[static_cast<std::size_t>(value.producer)].entry;
            if (Problem problem = read(at, value.slot >= 0 ? value.slot : value.room, writer))
                return problem;
        }
        return {};
    }

    Problem lookAtWay(int at) {
        const Handover& value = m_order.handovers[static_cast<std::size_t>(entry(at).handover)];
        const int maker = m_order.turns[static_cast<std::size_t>(value.producer)].entry;
        if (entry(at).kind != EntryKind::Receive)
            if (Problem problem = read(at, value.room, maker))
                return problem;
        return entry(at).kind == EntryKind::Send ? Problem{} : write(at, value.slot);
    }

    /// Whoever touches a piece of gradients, or a scratch, comes after the one that did so before.
    Problem lookAtHop(int at) {
        const Entry& own = entry(at);
        const Hop& hop = m_order.hops[static_cast<std::size_t>(own.hop)];
        const bool isScratch = hop.scratch >= 0;
        const bool gives = own.kind != EntryKind::Receive && !(own.kind == EntryKind::Add && isScratch);
        const bool takes = own.kind != EntryKind::Send && !(own.kind == EntryKind::Receive && isScratch);
        bool good = true;
        if (gives)
            good = isAfter(at, std::exchange(lastTouch(hop, hop.from), at)) && good;
        if (takes)
            good = isAfter(at, std::exchange(lastTouch(hop, hop.to), at)) && good;
        if (isScratch && own.kind != EntryKind::Send)
            good = isAfter(at, std::exchange(m_scratch.try_emplace({own.rank, hop.scratch}, -1).first->second, at)) &&
                   good;
        return good ? Problem{} : "touches gradients that another still uses";
    }

    /// The entry that last touched a hop's piece of the gradients of one copy: at first the copy's last backward.
    int& lastTouch(const Hop& hop, int direction) {
        const auto written = m_written.find({direction, hop.stage});
        return m_touched
            .try_emplace({direction, hop.stage, hop.first}, written == m_written.end() ? -1 : written->second)
            .first->second;
    }

    /// An entry of the prefix, while the step before still goes on: `m_used` says how that leaves all memory.
    Problem lookAgain(int at) {
        const Entry& own = entry(at);
        for (const int before : own.waitsBefore)
            if (!isEntry(before) || entry(before).seat != own.seat)
                return "waits for what the step before has not on its seat";
        if (isTransfer(own) && own.partner >= m_order.prefix)
            return "has its other end outside the prefix";
        if (own.kind == EntryKind::Run) {
            const Turn& turn = m_order.turns[static_cast<std::size_t>(own.turn)];
            for (const Op& op : turn.ops)
                if (op.kind != OpKind::F)
                    return "stands in the prefix, and is no forward";
            for (const int number : turn.makes)
                if (!isAfterLastStep(at, m_order.handovers[static_cast<std::size_t>(number)].room))
                    return "writes over what the step before has not read";
            return {};
        }
        if (own.handover < 0)
            return "stands in the prefix, and touches gradients";
        const int slot = m_order.handovers[static_cast<std::size_t>(own.handover)].slot;
        return own.kind == EntryKind::Send || isAfterLastStep(at, slot)
                   ? Problem{}
                   : Problem{"writes over what the step before has not read"};
    }
    /// An entry of the prefix writes a piece: if it is the first of its step that does, it comes after the last that
    /// used it in the step before. What comes then has been looked at within the step.
    bool isAfterLastStep(int at, int piece) {
        const Entry& own = entry(at);
        if (!m_taken.insert({own.seat, piece}).second)
            return true;
        const int last = m_used.at({own.seat, piece});
        return shareStream(entry(last), own) || std::ranges::find(own.waitsBefore, last) != own.waitsBefore.end();
    }

    /// Each seat does one entry after the other.
    Result<Done> replay() const {
        std::vector<std::vector<int>> queues(static_cast<std::size_t>(m_seating.seats));
        for (std::size_t at = m_order.entries.size(); at > 0; --at)
            queues[static_cast<std::size_t>(m_order.entries[at - 1].seat)].push_back(static_cast<int>(at - 1));
        const auto head = [&](int seat) {
            const std::vector<int>& queue = queues[static_cast<std::size_t>(seat)];
            return queue.empty() ? -1 : queue.back();
        };
        std::vector<int> going(queues.size());
        std::iota(going.begin(), going.end(), 0);
        while (!going.empty()) {
            const int seat = going.back();
            const int at = head(seat);
            const int partner = at >= 0 && isTransfer(entry(at)) ? entry(at).partner : -1;
            if (at < 0 || (partner >= 0 && head(entry(partner).seat) != partner)) {
                going.pop_back();
                continue;
            }
            queues[static_cast<std::size_t>(seat)].pop_back();
            if (partner < 0)
                continue;
            queues[static_cast<std::size_t>(entry(partner).seat)].pop_back();
            going.push_back(entry(partner).seat);
        }
        int first = -1;
        for (int seat = 0; seat < m_seating.seats; ++seat)
            if (const int at = head(seat); at >= 0 && (first < 0 || at < first))
                first = at;
        return first < 0 ? Result<Done>{Done{}} : wrong(first, "waits for ever for its other end");
    }

    const DeviceOrder& m_order;
    const Schedule& m_schedule;
    const Seating& m_seating;
    std::map<int, int> m_lastCome;                               ///< by link: 1 + the send of what came last
    std::map<std::pair<int, int>, int> m_used;                   ///< by seat and piece: the entry that used it last
    std::set<std::pair<int, int>> m_taken;                       ///< by seat and piece: the next step has written it
    std::map<std::pair<int, int>, int> m_scratch;                ///< by rank and number: the same
    std::map<std::pair<int, int>, int> m_written;                ///< by direction and stage: the copy's last backward
    std::map<std::tuple<int, int, std::int64_t>, int> m_touched; ///< by direction, stage and piece
};

} // namespace

Result<Done> proveOrder(const DeviceOrder& order, const Schedule& schedule, const Seating& seating) {
    return OrderProof(order, schedule, seating).prove();
}

} // namespace lanewright::engine
