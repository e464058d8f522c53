// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright::pytorch {

namespace {

bool isWaitForSend(Act act) { return act == Act::WaitSendF || act == Act::WaitSendB; }
bool isForwards(Act act) { return act == Act::SendF || act == Act::RecvF || act == Act::WaitSendF; }
bool isTransfer(Act act) { return isSend(act) || isReceive(act) || isWaitForSend(act); }

constexpr Phrase kHangs = phrase("csv", "%1 has no %2 in row %3, so it hangs");

/// The check of one sheet's transfers.
class Transfers {
public:
    Transfers(const Sheet& sheet, const Places& places, Report& report)
        : m_sheet(sheet), m_places(places), m_report(report) {}

    void run() {
        for (int row = 1; row <= m_sheet.ranks(); ++row) {
            const CellRow& cells = m_sheet.rows[static_cast<std::size_t>(row) - 1];
            for (std::size_t index = 0; index < cells.size(); ++index)
                if (isTransfer(cells[index].action.act))
                    checkOne(cells[index].action, row, cells[index].column, static_cast<int>(2 * index));
        }
        for (int stage = 0; stage < m_sheet.stages(); ++stage)
            for (int microbatch = 0; microbatch < m_sheet.microbatches; ++microbatch)
                checkMissing(stage, microbatch);
    }

private:
    int rankOf(int stage) const { return m_sheet.rankOf[stage]; }
    void error(const std::string& code, int row, int column, const Message& message) {
        m_report.add(Severity::Error, code, row, column, message);
    }

    void checkOne(const Action& action, int row, int column, int place) {
        const std::string code = isSend(action.act) ? "send" : isReceive(action.act) ? "receive" : "wait";
        const std::string word = toText(action);
        const int other = otherStage(action);
        if (action.microbatch >= m_sheet.microbatches)
            return error(code, row, column, say(phrase("csv", "%1 is of a microbatch that nothing computes"), word));
        if (other < 0 || other >= m_sheet.stages())
            return error(code, row, column,
                         say(phrase("csv", "%1: there is no stage %2 at the other end"), word, other));
        if (!m_sheet.crosses(action.stage, other))
            return error(code, row, column,
                         say(phrase("csv", "%1: stages %2 and %3 share a rank, between them nothing is sent"), word,
                             int{action.stage}, other));
        if (m_places.of(action.act, action.stage, action.microbatch) != place)
            return error(code, row, column,
                         say(phrase("csv", "%1 stands here again, first %2"), word, m_places.text(action)));
        isWaitForSend(action.act) ? checkWait(action, row, column, place) : checkEnd(action, row, column, place);
    }

    /// A send comes behind the op whose value it sends, a receive before the op that needs it, and each has the other.
    void checkEnd(const Action& action, int row, int column, int place) {
        const bool sends = isSend(action.act);
        const bool forwards = isForwards(action.act);
        const char* const code = sends ? "send" : "receive";
        const int computed = forwards ? m_places.of(Act::F, action.stage, action.microbatch)
                                      : m_places.backward(action.stage, action.microbatch);
        const bool isLate = sends ? computed < 0 || computed > place : computed < place;
        const Phrase why = sends ? (forwards ? phrase("csv", "%1 comes before the F whose output it sends")
                                             : phrase("csv", "%1 comes before the I or B whose output it sends"))
                                 : (forwards ? phrase("csv", "%1 comes after the F that needs it")
                                             : phrase("csv", "%1 comes after the I or B that needs it"));
        if (isLate)
            return error(code, row, column, say(why, toText(action)));
        const Action other = counterpart(action);
        if (m_places.of(other.act, other.stage, other.microbatch) < 0)
            error(code, row, column, say(kHangs, toText(action), toText(other), rankOf(other.stage) + 1));
    }

    void checkWait(const Action& action, int row, int column, int place) {
        const Action send{action.act == Act::WaitSendF ? Act::SendF : Act::SendB, action.stage, action.microbatch};
        const int sent = m_places.of(send.act, send.stage, send.microbatch);
        if (sent < 0 || sent > place)
            error("wait", row, column, say(phrase("csv", "%1 comes before any %2"), toText(action), toText(send)));
    }

    /// Values that cross ranks and that nobody sends and nobody receives; where one end is there it was told above.
    void checkMissing(int stage, int microbatch) {
        const auto check = [&](Act sendAct, int producer) {
            const Action send{sendAct, stage, microbatch};
            if (producer < 0 || !m_sheet.crosses(stage, otherStage(send)))
                return;
            const Action receive = counterpart(send);
            const bool sent = m_places.of(send.act, stage, microbatch) >= 0;
            const bool received = m_places.of(receive.act, receive.stage, microbatch) >= 0;
            if (!sent && !received)
                error("send", rankOf(stage) + 1, m_places.column(stage, producer),
                      say(phrase("csv", "nothing sends its output: %1 and %2 are missing"), toText(send),
                          toText(receive)));
        };
        check(Act::SendF, m_places.of(Act::F, stage, microbatch));
        check(Act::SendB, m_places.backward(stage, microbatch));
    }

    const Sheet& m_sheet;
    const Places& m_places;
    Report& m_report;
};

/// What one rank sends to another.
struct LinkMessages {
    struct Sent {
        Action receive = {};
        int column = 0;
    };

    std::vector<Sent> sent = {}; ///< in the order in which they are issued
    std::size_t next = 0;        ///< which is to be received
    bool outOfStep = false;      ///< two did not match, so nothing is known of those behind
};

/// By sender and receiver.
using MessagesByLink = std::map<std::pair<int, int>, LinkMessages>;

MessagesByLink messagesOf(const Sheet& sheet) {
    MessagesByLink messages;
    for (int rank = 0; rank < sheet.ranks(); ++rank)
        for (const Cell& cell : sheet.rows[rank])
            if (isSend(cell.action.act)) {
                const int to = sheet.rankOf[otherStage(cell.action)];
                messages[{rank, to}].sent.push_back({counterpart(cell.action), cell.column});
            }
    return messages;
}

/// Messages between two ranks match in the order in which they are issued, unless all that is `asked` about has tags.
/// Where they do, values that are swapped end in wrong gradients, of equal shapes without a word: PyTorch gives all
/// messages one tag. Each send of the sheet has its receive and the reverse, as `Transfers` asks, so that a receive
/// always meets a message.
void checkCrossed(const Sheet& sheet, const TransportQuestion& asked, Report& report) {
    const bool isError = asked.hasOneWithoutTags();
    const Phrase sentence =
        isError ? phrase("csv", "%1 meets %2 (row %3, column %4): messages from one rank to another match in order, so "
                                "sends and receives must stand alike")
                : phrase("csv", "%1 stands where %2 (row %3, column %4) comes first: a transport with tags tells them "
                                "apart, one without swaps them");
    MessagesByLink messages = messagesOf(sheet);
    for (int rank = 0; rank < sheet.ranks(); ++rank)
        for (const Cell& cell : sheet.rows[rank]) {
            if (!isReceive(cell.action.act))
                continue;
            const int from = sheet.rankOf[otherStage(cell.action)];
            LinkMessages& link = messages[{from, rank}];
            if (link.outOfStep)
                continue;
            assert(link.next < link.sent.size());
            const LinkMessages::Sent& message = link.sent[link.next++];
            link.outOfStep = message.receive != cell.action;
            if (link.outOfStep)
                report.add(
                    isError ? Severity::Error : Severity::Warning, "crossed", rank + 1, cell.column,
                    say(sentence, toText(cell.action), toText(counterpart(message.receive)), from + 1, message.column));
        }
}

/// Since torch 2.15 every send has its wait; before, none has.
void checkWaits(const Sheet& sheet, const Places& places, Report& report) {
    bool any = false;
    std::optional<PytorchFinding> missing;
    for (int row = 1; row <= sheet.ranks(); ++row)
        for (const Cell& cell : sheet.rows[static_cast<std::size_t>(row) - 1]) {
            const Action& action = cell.action;
            any = any || isWaitForSend(action.act) || action.act == Act::WaitReduceGrad;
            if (!isSend(action.act) || action.microbatch >= sheet.microbatches || missing)
                continue;
            const Action wait{action.act == Act::SendF ? Act::WaitSendF : Act::WaitSendB, action.stage,
                              action.microbatch};
            if (places.of(wait.act, wait.stage, wait.microbatch) < 0)
                missing = {
                    "wait", Severity::Error, row, cell.column,
                    say(phrase("csv", "%1 has no %2, though this file has waits"), toText(action), toText(wait))};
        }
    if (any && missing)
        report.add(missing->severity, missing->code, missing->row, missing->column, missing->message);
    else if (missing && !report.hasErrors())
        report.add(Severity::Note, "wait", 0, 0,
                   say(phrase("csv", "sends have no WAIT_SEND_F and WAIT_SEND_B, which torch 2.15 and newer ask for in "
                                     "compute_comms")));
}

} // namespace

void checkComms(const Sheet& sheet, const Places& places, bool reductions, const TransportQuestion& asked,
                Report& report) {
    for (int row = 1; row <= sheet.ranks(); ++row)
        if (const int column = sheet.firstEmpty[static_cast<std::size_t>(row) - 1]; column != 0)
            report.add(
                Severity::Error, "empty-cell", row, column,
                say(phrase("csv", "an empty cell: compute_comms has no idle ticks and no comma at the end of a row")));
    checkStageActions(sheet, reductions, report);
    const auto holds = [&](auto test) {
        return std::ranges::any_of(sheet.rows, [&](const CellRow& row) {
            return std::ranges::any_of(row, [&](const Cell& cell) { return test(cell.action.act); });
        });
    };
    if (sheet.ranks() > 1 && !holds(isTransfer))
        return report.add(
            Severity::Error, "unlowered", 0, 0,
            say(phrase("csv",
                       "nothing is sent between the ranks, so this is no compute_comms; without its actions on whole "
                       "stages it is a compute_only file (what PyTorch shows of its 1F1B looks like this)")));
    Report transfers;
    Transfers{sheet, places, transfers}.run();
    const bool paired = !transfers.hasErrors();
    for (PytorchFinding& each : transfers.take())
        report.add(each.severity, each.code, each.row, each.column, each.message);
    checkWaits(sheet, places, report);
    if (paired)
        checkCrossed(sheet, asked, report);
}

} // namespace lanewright::pytorch
