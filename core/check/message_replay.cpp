// SPDX-License-Identifier: Apache-2.0
#include "core/check/message_replay.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <map>
#include <utility>

namespace lanewright {

namespace {

/// Where a rank stands for ever: at a message that is first in its queue, or at an op.
struct Hang {
    int rank = -1;
    int step = -1;
    int peer = -1;     ///< the rank at the other end of the message; −1: it stands at an op
    int peerStep = -1; ///< what is first in that one's queue; −1: nothing
    int batched = 0;   ///< the step is one of so many in a batch that is too large; 0: that is not why
};

/// A rank issues its sends and receives as it comes to them, and stands still at an op until its messages have come.
/// Of each queue of a rank only the first message is under way, or the first batch, and it goes when those have ended.
class Replay {
public:
    Replay(const MessageOrder& order, const Transport& transport, Bytes message)
        : m_order(order), m_transport(transport), m_isEager(transport.eager > 0 && message <= transport.eager),
          m_mostAhead(transport.room > 0 && message > 0 ? transport.room / message : 0), m_ranks(order.steps.size()),
          m_sent(order.messages, false), m_come(order.messages, false) {}

    std::optional<Hang> hang() {
        for (int rank = 0; rank < ranks(); ++rank)
            wake(rank);
        while (!m_ready.empty()) {
            const int rank = m_ready.front();
            m_ready.pop_front();
            m_ranks[rank].isReady = false;
            issue(rank);
            for (std::size_t queue = 0; queue < m_ranks[rank].queues.size(); ++queue)
                settle(rank, m_ranks[rank].queues[queue]);
        }
        for (int rank = 0; rank < ranks(); ++rank)
            if (const std::optional<Hang> found = hangAt(rank))
                return found;
        return {};
    }

private:
    using Kind = MessageStep::Kind;
    struct Entry {
        int index = 0;
        MessageStep step = {};
        bool isOver = false;
    };
    struct Queue {
        int peer = -1;        ///< −1: messages of all
        Kind kind = Kind::Op; ///< Op: of both
        std::deque<Entry> entries = {};
    };
    struct RankState {
        int next = 0;
        bool isReady = false;
        std::vector<Queue> queues = {};
    };

    int ranks() const { return static_cast<int>(m_ranks.size()); }

    void wake(int rank) {
        if (!std::exchange(m_ranks[rank].isReady, true))
            m_ready.push_back(rank);
    }

    /// The queue of the rank for such a message. It stays where it is only until the rank gets another.
    Queue& queueOf(int rank, int peer, Kind kind) {
        const bool isOfAll = m_transport.queue == MessageQueue::PerRank;
        const int ofPeer = isOfAll ? -1 : peer;
        const Kind ofKind = m_transport.queue == MessageQueue::PerLink ? kind : Kind::Op;
        std::vector<Queue>& queues = m_ranks[rank].queues;
        const auto found = std::ranges::find_if(
            queues, [&](const Queue& queue) { return queue.peer == ofPeer && queue.kind == ofKind; });
        return found != queues.end() ? *found : queues.emplace_back(Queue{.peer = ofPeer, .kind = ofKind});
    }

    bool mayPass(const MessageStep& step) const {
        if (step.kind == Kind::SendWait)
            return m_sent[step.message];
        return std::ranges::all_of(step.needs, [&](int message) { return message < 0 || m_come[message]; });
    }

    void issue(int rank) {
        for (int& next = m_ranks[rank].next; next < m_order.steps[rank]; ++next) {
            const MessageStep step = m_order.at(rank, next);
            if (!mayPass(step))
                return;
            if (step.kind == Kind::Send || step.kind == Kind::Receive)
                queueOf(rank, step.peer, step.kind).entries.push_back({next, step});
        }
    }

    /// How many entries of the queue are under way together.
    static std::size_t underWay(const Queue& queue) {
        if (queue.entries.empty())
            return 0;
        const int batch = queue.entries.front().step.batch;
        const auto leaves = [&](const Entry& entry) { return batch < 0 || entry.step.batch != batch; };
        const auto end = std::find_if(queue.entries.begin() + 1, queue.entries.end(), leaves);
        return static_cast<std::size_t>(end - queue.entries.begin());
    }

    /// The first that is under way to or from that rank; of those that tags tell apart, the one of that message.
    Entry* find(Queue& queue, int peer, Kind kind, int message) const {
        const std::size_t count = underWay(queue);
        for (std::size_t at = 0; at < count; ++at) {
            Entry& entry = queue.entries[at];
            if (!entry.isOver && entry.step.kind == kind && entry.step.peer == peer &&
                (m_transport.match == MessageMatch::ByOrder || entry.step.message == message))
                return &entry;
        }
        return nullptr;
    }

    void settle(int rank, Queue& queue) {
        for (std::size_t count = underWay(queue); count > 0; count = underWay(queue)) {
            bool moved = false;
            for (std::size_t at = 0; at < count; ++at)
                moved = (!queue.entries[at].isOver && end(rank, queue, queue.entries[at])) || moved;
            const auto first = queue.entries.begin();
            const auto last = first + static_cast<std::ptrdiff_t>(count);
            if (std::all_of(first, last, [](const Entry& entry) { return entry.isOver; }))
                queue.entries.erase(first, last);
            else if (!moved)
                return;
        }
    }

    /// Ends the message of an entry, if it can.
    bool end(int rank, Queue& queue, Entry& entry) {
        const MessageStep& step = entry.step;
        if (find(queue, step.peer, step.kind, step.message) != &entry)
            return false;
        const bool sends = step.kind == Kind::Send;
        std::deque<int>& ahead = m_ahead[sends ? std::pair{rank, step.peer} : std::pair{step.peer, rank}];
        if (sends ? sendAhead(ahead, step.message) : takeAhead(ahead, step.message)) {
            finish(rank, entry);
            wake(step.peer);
            return true;
        }
        const Kind kind = sends ? Kind::Receive : Kind::Send;
        Entry* other = find(queueOf(step.peer, rank, kind), rank, kind, step.message);
        if (other == nullptr || !ahead.empty())
            return false;
        finish(rank, entry);
        finish(step.peer, *other);
        return true;
    }

    bool sendAhead(std::deque<int>& ahead, int message) const {
        const bool fits = m_isEager && (m_mostAhead == 0 || static_cast<Bytes>(ahead.size()) < m_mostAhead);
        if (fits)
            ahead.push_back(message);
        return fits;
    }

    bool takeAhead(std::deque<int>& ahead, int message) const {
        const auto found =
            m_transport.match == MessageMatch::ByOrder ? ahead.begin() : std::ranges::find(ahead, message);
        if (found == ahead.end())
            return false;
        ahead.erase(found);
        return true;
    }

    void finish(int rank, Entry& entry) {
        entry.isOver = true;
        (entry.step.kind == Kind::Send ? m_sent : m_come)[entry.step.message] = true;
        wake(rank);
    }

    std::optional<Hang> hangAt(int rank) {
        RankState& state = m_ranks[rank];
        for (Queue& queue : state.queues)
            for (const Entry& entry : queue.entries) {
                if (entry.isOver)
                    continue;
                const Kind kind = entry.step.kind == Kind::Send ? Kind::Receive : Kind::Send;
                const Queue& other = queueOf(entry.step.peer, rank, kind);
                const auto first = std::ranges::find(other.entries, false, &Entry::isOver);
                return Hang{rank, entry.index, entry.step.peer, first == other.entries.end() ? -1 : first->index};
            }
        if (state.next < m_order.steps[rank])
            return Hang{.rank = rank, .step = state.next};
        return {};
    }

    const MessageOrder& m_order;
    const Transport& m_transport;
    bool m_isEager;
    Bytes m_mostAhead; ///< messages that one rank may have sent another without their receives; 0: any number
    std::vector<RankState> m_ranks;
    std::deque<int> m_ready;
    std::vector<bool> m_sent;
    std::vector<bool> m_come;
    std::map<std::pair<int, int>, std::deque<int>> m_ahead; ///< by sender and receiver
};

/// The first batch of more than `most`.
std::optional<Hang> batchOver(const MessageOrder& order, int most) {
    for (int rank = 0; rank < static_cast<int>(order.steps.size()); ++rank)
        for (int step = 0; step < order.steps[rank];) {
            const int first = step;
            const int batch = order.at(rank, step++).batch;
            while (batch >= 0 && step < order.steps[rank] && order.at(rank, step).batch == batch)
                ++step;
            if (step - first > most)
                return Hang{.rank = rank, .step = first, .batched = step - first};
        }
    return {};
}

std::optional<Hang> hangOf(const MessageOrder& order, const Transport& transport, Bytes message) {
    if (transport.mostOfBatch > 0)
        if (const std::optional<Hang> large = batchOver(order, transport.mostOfBatch))
            return large;
    return Replay{order, transport, message}.hang();
}

Message sentenceOf(const Hang& hang, const Transport& transport, const std::function<Message(int, int)>& text) {
    const Message here = text(hang.rank, hang.step);
    const auto hangs = [&](const Message& what) {
        return say(phrase("transport", "on %1 it hangs %2: %3"), transport.name, say(transport.where), what);
    };
    if (hang.batched > 0)
        return say(phrase("transport",
                          "on %1 it hangs where a batch holds more than %2 sends and receives: rank %3 issues %4 as "
                          "one, from %5 on"),
                   transport.name, transport.mostOfBatch, hang.rank, hang.batched, here);
    if (hang.peer < 0)
        return hangs(say(phrase("transport", "rank %1 never gets past %2"), hang.rank, here));
    if (hang.peerStep < 0)
        return hangs(say(phrase("transport", "rank %1 stands at %2, and rank %3 does not get to the other end"),
                         hang.rank, here, hang.peer));
    return hangs(say(phrase("transport", "rank %1 stands at %2 while rank %3 stands at %4"), hang.rank, here, hang.peer,
                     text(hang.peer, hang.peerStep)));
}

} // namespace

HangVerdict verdictOn(const Transport& transport, const MessageOrder& order, Bytes message,
                      const std::function<Message(int rank, int step)>& text) {
    const std::optional<Hang> hang = hangOf(order, transport, message);
    if (!hang)
        return {.transport = transport};
    return {.transport = transport, .hang = sentenceOf(*hang, transport, text), .rank = hang->rank, .step = hang->step};
}

} // namespace lanewright
