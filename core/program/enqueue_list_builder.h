// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/program/enqueue_list.h"

#include <map>
#include <utility>

namespace lanewright {

/// Writes commands into a list while it is made. Inside core/program only.
class EnqueueListBuilder {
public:
    /// Both outlive this.
    EnqueueListBuilder(EnqueueList& list, const EnqueueTarget& target) : m_list(&list), m_target(&target) {}

    int processOf(int rank) const { return m_target->processOf[rank]; }
    bool shareProcess(int rank, int other) const { return processOf(rank) == processOf(other); }
    /// The number of the command that comes next.
    int next() const { return static_cast<int>(m_list->commands.size()); }
    /// Adds a command on the process of its rank. Waits are left out that are for no command (−1), stand twice, or are
    /// for an earlier command of its own stream.
    int add(Command command);
    /// Both ends of a transfer between processes.
    struct Ends {
        int send = -1;
        int receive = -1;
    };
    /// Adds a transfer of what `what` says from one rank to another on another process, with what each end waits for.
    Ends addTransfer(const Command& what, int from, int to, std::vector<int> beforeSending,
                     std::vector<int> beforeReceiving);

private:
    EnqueueList* m_list;
    const EnqueueTarget* m_target;
    std::map<std::pair<int, int>, int> m_links; ///< by the ranks
};

} // namespace lanewright
