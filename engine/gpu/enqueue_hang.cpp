// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/enqueue_hang.h"

#include "core/protocol/failed_rank.h"

#include "engine/ranks/timeout.h"

#include <tuple>

namespace lanewright::engine {

FailedEvent diagnoseEnqueueHang(const EnqueueList& list, const ProcessMap& processMap,
                                const std::vector<std::optional<Position>>& positions, int from,
                                const Message& complaint, Time timeout) {
    // Whoever is first in the order of the first unfinished step holds up all others.
    std::optional<Position> first;
    for (int process = 0; process < static_cast<int>(positions.size()); ++process) {
        const std::optional<Position>& at = positions[process];
        const int lowestRank = processMap.lowestRankOn(process);
        if (!at)
            return {.rank = lowestRank,
                    .op = {},
                    .reason = say(kRankIsSilent, lowestRank, processMap.lowestRankOn(from), complaint)};
        const auto key = [](const Position& position) { return std::tuple(position.step, position.instruction); };
        if (at->instruction >= 0 && (!first || key(*at) < key(*first)))
            first = at;
    }
    if (!first)
        return {.rank = processMap.lowestRankOn(from), .op = {}, .reason = complaint};
    const BlockRun& run = list.runs[first->instruction];
    return {.rank = run.rank, .op = run.block.op, .reason = tooLong(say(kBlockNotEnded), timeout)};
}

} // namespace lanewright::engine
