// SPDX-License-Identifier: Apache-2.0
#include "core/check/message_replay.h"
#include "core/pytorch/csv_check.h"

namespace lanewright::pytorch {

namespace {

bool crosses(const Sheet& sheet, int stage, int other) {
    return other >= 0 && other < sheet.stages() && sheet.rankOf[stage] != sheet.rankOf[other];
}

/// Messages are numbered by the stage that sends and the microbatch, an activation before a gradient.
int messageOf(const Sheet& sheet, int stage, int microbatch, bool isGradient) {
    return static_cast<int>(2 * sheet.slot(stage, microbatch)) + (isGradient ? 1 : 0);
}

/// What an action that computes must wait for; −1: nothing from afar.
int neededBy(const Sheet& sheet, const Action& action) {
    const bool goesBack = isBackward(action.act);
    const int from = action.stage + (goesBack ? 1 : -1);
    if (!(goesBack || action.act == Act::F) || action.microbatch < 0 || !crosses(sheet, action.stage, from))
        return -1;
    return messageOf(sheet, from, action.microbatch, goesBack);
}

/// A step for each cell. Cells of one column are one batch.
MessageStep stepOf(const Sheet& sheet, const Cell& cell) {
    using Kind = MessageStep::Kind;
    const Action& action = cell.action;
    const auto message = [&](Kind kind, int other, int sender, bool isGradient) {
        return MessageStep{.kind = kind,
                           .peer = sheet.rankOf[other],
                           .message = messageOf(sheet, sender, action.microbatch, isGradient),
                           .batch = cell.column};
    };
    switch (action.act) {
    case Act::SendF: return message(Kind::Send, action.stage + 1, action.stage, false);
    case Act::SendB: return message(Kind::Send, action.stage - 1, action.stage, true);
    case Act::RecvF: return message(Kind::Receive, action.stage - 1, action.stage - 1, false);
    case Act::RecvB: return message(Kind::Receive, action.stage + 1, action.stage + 1, true);
    case Act::WaitSendF:
    case Act::WaitSendB:
        return {.kind = Kind::SendWait,
                .message = messageOf(sheet, action.stage, action.microbatch, action.act == Act::WaitSendB)};
    case Act::F:
    case Act::I:
    case Act::W:
    case Act::B:
    case Act::BW:
    case Act::Unshard:
    case Act::Reshard:
    case Act::ReduceGrad:
    case Act::WaitReduceGrad: break;
    }
    return {.needs = {neededBy(sheet, action), cell.isPair() ? neededBy(sheet, cell.overlapped) : -1}};
}

MessageOrder orderOf(const Sheet& sheet) {
    MessageOrder order{.messages = static_cast<int>(2 * sheet.slots()),
                       .at = [&sheet](int rank, int step) { return stepOf(sheet, sheet.rows[rank][step]); }};
    order.steps.reserve(sheet.rows.size());
    for (const CellRow& row : sheet.rows)
        order.steps.push_back(static_cast<int>(row.size()));
    return order;
}

/// What the row computes at the cell or last before it.
std::optional<Op> opNear(const CellRow& row, int step) {
    for (int at = step; at >= 0; --at)
        if (isCompute(row[at].action.act))
            return opOf(row[at].action);
    return {};
}

} // namespace

std::vector<HangVerdict> verdictsOf(const Sheet& sheet, const TransportQuestion& asked, bool isFile) {
    const MessageOrder order = orderOf(sheet);
    const auto text = [&](int rank, int step) {
        const Cell& cell = sheet.rows[rank][step];
        return isFile ? say(phrase("csv", "%1 (row %2, column %3)"), toText(cell), rank + 1, cell.column)
                      : Message{toText(cell)};
    };
    std::vector<HangVerdict> verdicts;
    verdicts.reserve(asked.transports.size());
    for (const Transport& transport : asked.transports) {
        HangVerdict& verdict = verdicts.emplace_back(verdictOn(transport, order, asked.message, text));
        if (!verdict.runs())
            verdict.op = opNear(sheet.rows[verdict.rank], verdict.step);
    }
    return verdicts;
}

} // namespace lanewright::pytorch
