// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/process_map.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace lanewright::engine {

std::vector<int> ProcessMap::ranksOn(int process) const {
    std::vector<int> found;
    for (int rank = 0; rank < ranks(); ++rank)
        if (of(rank) == process)
            found.push_back(rank);
    return found;
}

int ProcessMap::lowestRankOn(int process) const {
    return static_cast<int>(std::ranges::find(processOf, process) - processOf.begin());
}

ProcessMap eachAlone(int ranks) {
    ProcessMap processMap{.processOf = std::vector<int>(static_cast<std::size_t>(ranks)), .processes = ranks};
    std::iota(processMap.processOf.begin(), processMap.processOf.end(), 0);
    return processMap;
}

ProcessMap inRuns(int ranks, int processes) {
    ProcessMap processMap{.processes = processes};
    for (int rank = 0; rank < ranks; ++rank)
        processMap.processOf.push_back(static_cast<int>(static_cast<long long>(rank) * processes / ranks));
    return processMap;
}

Result<ProcessMap> processMapFor(int ranks, int processes, const std::vector<int>& wished) {
    if (processes > ranks)
        return Error{"there are " + std::to_string(processes) + " processes with a GPU each for " +
                     std::to_string(ranks) + " ranks; start no more than there are ranks"};
    if (wished.empty())
        return inRuns(ranks, processes);
    if (static_cast<int>(wished.size()) != ranks)
        return Error{"the list of seats has " + std::to_string(wished.size()) + " entries for " +
                     std::to_string(ranks) + " ranks"};
    for (const int process : wished)
        if (process < 0 || process >= processes)
            return Error{"the list of seats names seat " + std::to_string(process) + "; there are " +
                         std::to_string(processes) + ", counted from 0"};
    for (int process = 0; process < processes; ++process)
        if (std::ranges::find(wished, process) == wished.end())
            return Error{"the list of seats leaves seat " + std::to_string(process) + " empty"};
    return ProcessMap{wished, processes};
}

} // namespace lanewright::engine
