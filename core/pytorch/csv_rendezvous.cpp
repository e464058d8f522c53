// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

#include <deque>

namespace lanewright::pytorch {

namespace {

/// Plays all rows, each with one queue of messages of which only the first is under way. A row goes past its sends and
/// receives at once, past an op when what it needs has come, past a wait when its send is done.
class Replay {
public:
    explicit Replay(const Sheet& sheet)
        : m_sheet(sheet), m_ranks(sheet.rows.size()), m_done(sheet.slots()), m_woken(sheet.rows.size(), true) {
        for (int rank = 0; rank < sheet.ranks(); ++rank)
            m_ready.push_back(rank);
    }

    /// The first rank that can't go on; −1: all reach their end.
    int stuck() {
        while (!m_ready.empty()) {
            const int rank = m_ready.front();
            m_ready.pop_front();
            m_woken[rank] = false;
            advance(rank);
        }
        for (int rank = 0; rank < m_sheet.ranks(); ++rank)
            if (at(rank).next < cells(rank).size() || !at(rank).queue.empty())
                return rank;
        return -1;
    }

    /// The message at the head of the rank's queue, which is there when the rank is stuck.
    const Cell* head(int rank) const {
        const RankQueue& state = m_ranks[rank];
        return state.queue.empty() ? nullptr : state.queue.front();
    }
    int peerOf(const Action& action) const { return m_sheet.rankOf[otherStage(action)]; }

private:
    struct RankQueue {
        std::size_t next = 0;
        std::deque<const Cell*> queue = {};
    };
    enum Bit : std::uint8_t { SentF = 1, ReceivedF = 2, SentB = 4, ReceivedB = 8 };

    RankQueue& at(int rank) { return m_ranks[rank]; }
    const CellRow& cells(int rank) const { return m_sheet.rows[rank]; }
    bool isDone(const Action& action, Bit bit) const {
        return (m_done[m_sheet.slot(action.stage, action.microbatch)] & bit) != 0;
    }

    bool mayRun(const Action& action) const {
        if (action.act == Act::F)
            return !m_sheet.crosses(action.stage, action.stage - 1) || isDone(action, ReceivedF);
        if (isBackward(action.act))
            return !m_sheet.crosses(action.stage, action.stage + 1) || isDone(action, ReceivedB);
        if (action.act == Act::WaitSendF)
            return isDone(action, SentF);
        return action.act != Act::WaitSendB || isDone(action, SentB);
    }

    void wake(int rank) {
        if (m_woken[rank])
            return;
        m_woken[rank] = true;
        m_ready.push_back(rank);
    }

    void advance(int rank) {
        for (RankQueue& state = at(rank); state.next < cells(rank).size(); ++state.next) {
            const Cell& cell = cells(rank)[state.next];
            if (!mayRun(cell.action) || (cell.isPair() && !mayRun(cell.overlapped)))
                break;
            if (isSend(cell.action.act) || isReceive(cell.action.act))
                state.queue.push_back(&cell);
        }
        while (const Cell* mine = head(rank)) {
            const int peer = peerOf(mine->action);
            const Cell* other = head(peer);
            if (!other || other->action != counterpart(mine->action))
                break;
            finish(mine->action);
            finish(other->action);
            at(rank).queue.pop_front();
            at(peer).queue.pop_front();
            wake(rank), wake(peer);
        }
    }

    void finish(const Action& action) {
        const Bit bit = action.act == Act::SendF   ? SentF
                        : action.act == Act::RecvF ? ReceivedF
                        : action.act == Act::SendB ? SentB
                                                   : ReceivedB;
        m_done[m_sheet.slot(action.stage, action.microbatch)] |= bit;
    }

    const Sheet& m_sheet;
    std::vector<RankQueue> m_ranks;
    std::vector<std::uint8_t> m_done;
    std::vector<bool> m_woken; ///< is in `m_ready`
    std::deque<int> m_ready;
};

} // namespace

void checkRendezvous(const Sheet& sheet, Report& report) {
    Replay replay{sheet};
    const int rank = replay.stuck();
    if (rank < 0)
        return;
    const Cell* cell = replay.head(rank);
    Message words = say(
        phrase("csv", "where messages go one at a time in their order, as with NCCL, rank %1 waits for ever"), rank);
    if (cell) {
        const int peer = replay.peerOf(cell->action);
        const std::string here = toText(cell->action);
        if (const Cell* other = replay.head(peer))
            words = say(phrase("csv", "where messages go one at a time in their order, as with NCCL, rank %1 hangs at "
                                      "%2 while rank %3 is at %4 (row %5, column %6)"),
                        rank, here, peer, toText(other->action), peer + 1, other->column);
        else
            words = say(phrase("csv", "where messages go one at a time in their order, as with NCCL, rank %1 hangs at "
                                      "%2 while rank %3 does not get to the other end"),
                        rank, here, peer);
    }
    report.add(Severity::Warning, "rendezvous", rank + 1, cell ? cell->column : 0, words);
}

} // namespace lanewright::pytorch
