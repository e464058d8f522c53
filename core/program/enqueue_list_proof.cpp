// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted_up.h"
#include "core/program/enqueue_list.h"

#include "core/model/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

using Problem = std::optional<Phrase>;

class EnqueueListProof {
public:
    EnqueueListProof(const EnqueueList& list, const Schedule& schedule, const EnqueueTarget& target)
        : m_list(list), m_schedule(schedule), m_target(target) {}

    Result<Done> prove() {
        for (std::size_t at = 0; at < m_list.commands.size(); ++at)
            if (const Problem problem = visit(static_cast<int>(at)))
                return wrong(static_cast<int>(at), *problem);
        for (int at = 0; at < m_list.early; ++at)
            if (const Problem problem = checkEarly(at))
                return wrong(at, *problem);
        return replay();
    }

private:
    const Command& command(int at) const { return m_list.commands[at]; }
    bool isCommand(int at) const { return at >= 0 && at < static_cast<int>(m_list.commands.size()); }
    static bool isTransfer(const Command& command) {
        return command.kind == CommandKind::Send || command.kind == CommandKind::Receive;
    }

    Error wrong(int at, const Phrase& problem) const {
        const Command& bad = command(at);
        const bool isBlock =
            bad.kind == CommandKind::Run && bad.run >= 0 && bad.run < static_cast<int>(m_list.runs.size());
        const Message where = isBlock ? say(phrase("engine", "entry %1 of rank %2, %3, %4"), at, bad.rank,
                                            toText(m_list.runs[bad.run].block.op), say(problem))
                                      : say(phrase("engine", "entry %1 of rank %2 %3"), at, bad.rank, say(problem));
        return Error{say(phrase("engine", "the order of all seats can't be run: %1"), where)};
    }

    Problem visit(int at) {
        const Command& own = command(at);
        if (own.rank < 0 || own.rank >= static_cast<int>(m_target.processOf.size()) ||
            own.process != m_target.processOf[own.rank])
            return phrase("engine", "is on a seat that does not host its rank");
        for (const int before : own.waits)
            if (!isCommand(before) || before >= at || command(before).process != own.process)
                return phrase("engine", "waits for what is not before it on its seat");
        if (isTransfer(own))
            if (Problem problem = checkEnds(at))
                return problem;
        switch (own.kind) {
        case CommandKind::Run: return checkRun(at);
        case CommandKind::Copy:
        case CommandKind::Send:
        case CommandKind::Receive: return own.buffer >= 0 ? checkTransfer(at) : checkReduceStep(at);
        case CommandKind::Add:
        case CommandKind::Adopt: return checkReduceStep(at);
        }
        return {};
    }

    Problem checkEnds(int at) {
        const Command& own = command(at);
        if (!isCommand(own.partner) || command(own.partner).partner != at || command(own.partner).kind == own.kind ||
            !isTransfer(command(own.partner)))
            return phrase("engine", "has no other end");
        const Command& other = command(own.partner);
        const Command& send = own.kind == CommandKind::Send ? own : other;
        const Command& receive = own.kind == CommandKind::Send ? other : own;
        if (own.link != other.link || own.link < 0 || own.link >= static_cast<int>(m_list.links.size()) ||
            m_list.links[own.link] != LinkEnds{send.process, receive.process})
            return phrase("engine", "has its other end on another link");
        if (own.buffer != other.buffer || own.reduceStep != other.reduceStep)
            return phrase("engine", "is for something else than its other end");
        int& lastCome = m_lastCome[own.link];
        if (own.kind == CommandKind::Receive && std::exchange(lastCome, own.partner + 1) > own.partner)
            return phrase("engine", "comes before what was sent earlier on its link");
        return {};
    }

    /// The command begins after the end of an earlier one of its process, −1 for none.
    bool isAfter(int at, int before) const {
        if (before < 0)
            return true;
        if (!isCommand(before) || before >= at)
            return false;
        return shareStream(command(before), command(at)) ||
               std::ranges::find(command(at).waits, before) != command(at).waits.end();
    }

    /// A piece of memory for values is written: who used it last must have ended.
    Problem write(int at, int piece) {
        const int process = command(at).process;
        if (piece < 0 || piece >= m_list.pieces[process])
            return phrase("engine", "writes where there is no memory");
        int& used = m_used.try_emplace({process, piece}, -1).first->second;
        if (!isAfter(at, used))
            return phrase("engine", "writes over what has not been read");
        used = at;
        return {};
    }
    /// It is read: who has written it must have ended.
    Problem read(int at, int piece, int writer) {
        int& used = m_used.try_emplace({command(at).process, piece}, -1).first->second;
        if (used != writer || !isAfter(at, writer))
            return phrase("engine", "reads what has not come");
        used = at;
        return {};
    }

    Problem checkRun(int at) {
        const BlockRun& run = m_list.runs[command(at).run];
        for (const Op& op : run.ops)
            if (op.kind == OpKind::W || op.kind == OpKind::BW)
                m_written[{m_schedule.direction(op.microbatch), op.stage}] = at;
        for (const int number : run.makes)
            if (Problem problem = write(at, m_list.buffers[number].room))
                return problem;
        for (const int number : run.needs) {
            const ValueBuffer& value = m_list.buffers[number];
            const int writer = value.came >= 0 ? value.came : m_list.runs[value.producer].command;
            if (Problem problem = read(at, value.slot >= 0 ? value.slot : value.room, writer))
                return problem;
        }
        return {};
    }

    Problem checkTransfer(int at) {
        const ValueBuffer& value = m_list.buffers[command(at).buffer];
        const int maker = m_list.runs[value.producer].command;
        if (command(at).kind != CommandKind::Receive)
            if (Problem problem = read(at, value.room, maker))
                return problem;
        return command(at).kind == CommandKind::Send ? Problem{} : write(at, value.slot);
    }

    /// Whoever touches a piece of gradients, or a scratch, comes after the one that did so before.
    Problem checkReduceStep(int at) {
        const Command& own = command(at);
        const ReduceStep& reduceStep = m_list.reduceSteps[own.reduceStep];
        const bool isScratch = reduceStep.scratch >= 0;
        const bool gives = own.kind != CommandKind::Receive && !(own.kind == CommandKind::Add && isScratch);
        const bool takes = own.kind != CommandKind::Send && !(own.kind == CommandKind::Receive && isScratch);
        bool good = true;
        if (gives)
            good = isAfter(at, std::exchange(lastTouch(reduceStep, reduceStep.from), at)) && good;
        if (takes)
            good = isAfter(at, std::exchange(lastTouch(reduceStep, reduceStep.to), at)) && good;
        if (isScratch && own.kind != CommandKind::Send)
            good = isAfter(at, std::exchange(m_scratch.try_emplace({own.rank, reduceStep.scratch}, -1).first->second,
                                             at)) &&
                   good;
        return good ? Problem{} : Problem{phrase("engine", "touches gradients that another still uses")};
    }

    /// The command that last touched a reduce step's piece of the gradients of one copy: at first the copy's last
    /// backward.
    int& lastTouch(const ReduceStep& reduceStep, int direction) {
        const auto written = m_written.find({direction, reduceStep.stage});
        return m_touched
            .try_emplace({direction, reduceStep.stage, reduceStep.first},
                         written == m_written.end() ? -1 : written->second)
            .first->second;
    }

    /// A command of the early part, while the step before still goes on: `m_used` says how that leaves all memory.
    Problem checkEarly(int at) {
        const Command& own = command(at);
        for (const int before : own.waitsBefore)
            if (!isCommand(before) || command(before).process != own.process)
                return phrase("engine", "waits for what the step before has not on its seat");
        if (isTransfer(own) && own.partner >= m_list.early)
            return phrase("engine", "has its other end outside the prefix");
        if (own.kind == CommandKind::Run) {
            const BlockRun& run = m_list.runs[own.run];
            for (const Op& op : run.ops)
                if (op.kind != OpKind::F)
                    return phrase("engine", "stands in the prefix, and is no forward");
            for (const int number : run.makes)
                if (!isAfterLastStep(at, m_list.buffers[number].room))
                    return phrase("engine", "writes over what the step before has not read");
            return {};
        }
        if (own.buffer < 0)
            return phrase("engine", "stands in the prefix, and touches gradients");
        const int slot = m_list.buffers[own.buffer].slot;
        return own.kind == CommandKind::Send || isAfterLastStep(at, slot)
                   ? Problem{}
                   : Problem{phrase("engine", "writes over what the step before has not read")};
    }
    /// A command of the early part writes a piece: if it is the first of its step that does, it comes after the last
    /// that used it in the step before. What comes then has been looked at within the step.
    bool isAfterLastStep(int at, int piece) {
        const Command& own = command(at);
        if (!m_taken.insert({own.process, piece}).second)
            return true;
        const int last = m_used.at({own.process, piece});
        return shareStream(command(last), own) || std::ranges::find(own.waitsBefore, last) != own.waitsBefore.end();
    }

    /// Each process does one command after the other.
    Result<Done> replay() const {
        std::vector<std::vector<int>> queues(m_target.processes);
        for (std::size_t at = m_list.commands.size(); at > 0; --at)
            queues[m_list.commands[at - 1].process].push_back(static_cast<int>(at - 1));
        const auto head = [&](int process) {
            const std::vector<int>& queue = queues[process];
            return queue.empty() ? -1 : queue.back();
        };
        std::vector<int> going = countedUp(static_cast<int>(queues.size()));
        while (!going.empty()) {
            const int process = going.back();
            const int at = head(process);
            const int partner = at >= 0 && isTransfer(command(at)) ? command(at).partner : -1;
            if (at < 0 || (partner >= 0 && head(command(partner).process) != partner)) {
                going.pop_back();
                continue;
            }
            queues[process].pop_back();
            if (partner < 0)
                continue;
            queues[command(partner).process].pop_back();
            going.push_back(command(partner).process);
        }
        int first = -1;
        for (int process = 0; process < m_target.processes; ++process)
            if (const int at = head(process); at >= 0 && (first < 0 || at < first))
                first = at;
        return first < 0 ? Result<Done>{Done{}} : wrong(first, phrase("engine", "waits for ever for its other end"));
    }

    const EnqueueList& m_list;
    const Schedule& m_schedule;
    const EnqueueTarget& m_target;
    std::map<int, int> m_lastCome;                ///< by link: 1 + the send of what came last
    std::map<std::pair<int, int>, int> m_used;    ///< by process and piece: the command that used it last
    std::set<std::pair<int, int>> m_taken;        ///< by process and piece: the next step has written it
    std::map<std::pair<int, int>, int> m_scratch; ///< by rank and number: the same
    std::map<std::pair<int, int>, int> m_written; ///< by direction and stage: the copy's last backward
    std::map<std::tuple<int, int, std::int64_t>, int> m_touched; ///< by direction, stage and piece
};

} // namespace

Result<Done> proveEnqueueList(const EnqueueList& list, const Schedule& schedule, const EnqueueTarget& target) {
    return EnqueueListProof(list, schedule, target).prove();
}

} // namespace lanewright
