// SPDX-License-Identifier: Apache-2.0
#include "core/program/enqueue_list_builder.h"

#include <algorithm>

namespace lanewright {

bool shareStream(const Command& one, const Command& other) {
    const auto isOf = [](const Command& command, CommandKind a, CommandKind b) {
        return command.kind == a || command.kind == b;
    };
    using enum CommandKind;
    if (one.process != other.process)
        return false;
    if (isOf(one, Send, Receive) || isOf(other, Send, Receive))
        return one.link == other.link;
    return one.rank == other.rank && (one.kind == other.kind || (isOf(one, Add, Adopt) && isOf(other, Add, Adopt)));
}

int EnqueueListBuilder::add(Command command) {
    command.process = processOf(command.rank);
    std::ranges::sort(command.waits);
    const auto repeated = std::ranges::unique(command.waits);
    command.waits.erase(repeated.begin(), repeated.end());
    std::erase_if(command.waits,
                  [&](int before) { return before < 0 || shareStream(m_list->commands[before], command); });
    m_list->commands.push_back(std::move(command));
    return next() - 1;
}

EnqueueListBuilder::Ends EnqueueListBuilder::addTransfer(const Command& what, int from, int to,
                                                         std::vector<int> beforeSending,
                                                         std::vector<int> beforeReceiving) {
    const auto [link, isNew] = m_links.try_emplace({from, to}, static_cast<int>(m_list->links.size()));
    if (isNew)
        m_list->links.push_back({processOf(from), processOf(to)});
    Command end = what;
    end.link = link->second;
    end.kind = CommandKind::Send;
    end.rank = from;
    end.partner = next() + 1;
    end.waits = std::move(beforeSending);
    const int send = add(end);
    end.kind = CommandKind::Receive;
    end.rank = to;
    end.partner = send;
    end.waits = std::move(beforeReceiving);
    return {send, add(end)};
}

} // namespace lanewright
