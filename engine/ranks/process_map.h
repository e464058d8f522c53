// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <vector>

namespace lanewright::engine {

/// Which process hosts which rank. A process hosts one rank or more; where it has a device of its own they are that
/// device's lanes. Processes count from 0. A run on the CPU has one for each rank, also where they are threads.
struct ProcessMap {
    std::vector<int> processOf = {}; ///< by rank
    int processes = 1;

    int ranks() const { return static_cast<int>(processOf.size()); }
    int of(int rank) const { return processOf[rank]; }
    /// Rising.
    std::vector<int> ranksOn(int process) const;
    /// The lowest rank on a process, by which people know it.
    int lowestRankOn(int process) const;
    friend bool operator==(const ProcessMap&, const ProcessMap&) = default;
};

/// One process for each rank.
ProcessMap eachAlone(int ranks);
/// Consecutive ranks on each process, as many as on any other or one more. There are no more processes than ranks.
ProcessMap inRuns(int ranks, int processes);
/// What a run asks for: `wished` holds the process of each rank, or nothing for `inRuns`. Fails where there are more
/// processes than ranks, or the wish is not for these processes.
Result<ProcessMap> processMapFor(int ranks, int processes, const std::vector<int>& wished);

} // namespace lanewright::engine
