// SPDX-License-Identifier: Apache-2.0
#include "core/program/engine_messages.h"

#include "core/model/text.h"
#include "core/program/enqueue_list.h"

#include <cassert>
#include <numeric>

namespace lanewright {

namespace {

/// The commands of each rank, which is alone on its device, as steps.
class EngineMessages {
public:
    explicit EngineMessages(const Plan& plan, const EnqueueList& list)
        : m_list(list), m_rows(plan.schedule.ranks()), m_messages(list.commands.size(), -1) {
        int messages = 0;
        for (int at = 0; at < static_cast<int>(list.commands.size()); ++at) {
            const Command& command = list.commands[at];
            if (command.kind == CommandKind::Send)
                m_messages[at] = m_messages[command.partner] = messages++;
            m_rows[command.rank].push_back(at);
        }
        m_order.messages = messages;
        m_order.steps.reserve(m_rows.size());
        for (const std::vector<int>& row : m_rows)
            m_order.steps.push_back(static_cast<int>(row.size()));
        m_order.at = [this](int rank, int step) { return stepOf(m_rows[rank][step]); };
    }

    const MessageOrder& order() const { return m_order; }
    const Command& command(int rank, int step) const { return m_list.commands[m_rows[rank][step]]; }

    std::optional<Op> opNear(int rank, int step) const {
        for (int at = step; at >= 0; --at)
            if (command(rank, at).kind == CommandKind::Run)
                return m_list.runs[command(rank, at).run].block.op;
        return {};
    }

    Message text(int rank, int step) const {
        const Command& what = command(rank, step);
        const std::string near = opNear(rank, step) ? toText(*opNear(rank, step)) : std::string{};
        if (what.kind == CommandKind::Send)
            return say(phrase("transport", "a send behind %1"), near);
        return what.kind == CommandKind::Receive ? say(phrase("transport", "a receive behind %1"), near)
                                                 : Message{near};
    }

private:
    MessageStep stepOf(int at) const {
        using Kind = MessageStep::Kind;
        const Command& command = m_list.commands[at];
        MessageStep step;
        if (command.kind == CommandKind::Send || command.kind == CommandKind::Receive) {
            step.kind = command.kind == CommandKind::Send ? Kind::Send : Kind::Receive;
            step.message = m_messages[at];
            step.peer = m_list.commands[command.partner].rank;
        } else if (command.kind == CommandKind::Run) {
            std::size_t count = 0;
            for (const int buffer : m_list.runs[command.run].needs)
                if (const int came = m_list.buffers[buffer].came; came >= 0) {
                    assert(count < step.needs.size());
                    step.needs[count++] = m_messages[came];
                }
        }
        return step;
    }

    const EnqueueList& m_list;
    std::vector<std::vector<int>> m_rows; ///< by rank: its commands
    std::vector<int> m_messages;          ///< by command: the number of the message; −1: it is none
    MessageOrder m_order;
};

} // namespace

Result<std::vector<HangVerdict>> verdictsOfEngine(const Plan& plan, const TransportQuestion& asked) {
    const Result<std::vector<Program>> programs = lower(plan);
    if (!programs)
        return programs.error();
    EnqueueTarget target{.processOf = std::vector<int>(plan.schedule.ranks()),
                         .processes = plan.schedule.ranks(),
                         .gradients = std::vector<std::int64_t>(plan.schedule.stages(), 1)};
    std::iota(target.processOf.begin(), target.processOf.end(), 0);
    const EnqueueList list = makeEnqueueList(plan, *programs, target);
    const EngineMessages messages{plan, list};
    std::vector<HangVerdict> verdicts;
    verdicts.reserve(asked.transports.size());
    for (const Transport& transport : asked.transports) {
        HangVerdict& verdict = verdicts.emplace_back(verdictOn(
            transport, messages.order(), asked.message, [&](int rank, int step) { return messages.text(rank, step); }));
        if (!verdict.runs())
            verdict.op = messages.opNear(verdict.rank, verdict.step);
    }
    return verdicts;
}

} // namespace lanewright
