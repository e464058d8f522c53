// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/process_map.h"

#include "core/base/counted_up.h"

#include <algorithm>

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

ProcessMap eachAlone(int ranks) { return {.processOf = countedUp(ranks), .processes = ranks}; }

ProcessMap inRuns(int ranks, int processes) {
    ProcessMap processMap{.processes = processes};
    for (int rank = 0; rank < ranks; ++rank)
        processMap.processOf.push_back(static_cast<int>(static_cast<long long>(rank) * processes / ranks));
    return processMap;
}

Result<ProcessMap> processMapFor(int ranks, int processes, const std::vector<int>& wished) {
    if (processes > ranks)
        return Error{say(phrase("engine", "there are %1 processes with a GPU each for %2 ranks; start no more than "
                                          "there are ranks"),
                         processes, ranks)};
    if (wished.empty())
        return inRuns(ranks, processes);
    if (static_cast<int>(wished.size()) != ranks)
        return Error{say(phrase("engine", "the list of seats has %1 entries for %2 ranks"), wished.size(), ranks)};
    for (const int process : wished)
        if (process < 0 || process >= processes)
            return Error{say(phrase("engine", "the list of seats names seat %1; there are %2, counted from 0"), process,
                             processes)};
    for (int process = 0; process < processes; ++process)
        if (std::ranges::find(wished, process) == wished.end())
            return Error{say(phrase("engine", "the list of seats leaves seat %1 empty"), process)};
    return ProcessMap{wished, processes};
}

} // namespace lanewright::engine
