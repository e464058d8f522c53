// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/standstill.h"

#include "engine/ranks/patience.h"

#include <tuple>

namespace lanewright::engine {

FailedEvent findStandstill(const DeviceOrder& order, const Seating& seating,
                           const std::vector<std::optional<Position>>& positions, int from,
                           const std::string& complaint, Time patience) {
    // Whoever is first in the order of the first unfinished step holds up all others.
    std::optional<Position> first;
    for (int seat = 0; seat < static_cast<int>(positions.size()); ++seat) {
        const std::optional<Position>& at = positions[static_cast<std::size_t>(seat)];
        const int speaker = seating.speakerOf(seat);
        if (!at)
            return {.rank = speaker,
                    .op = {},
                    .reason = "rank " + std::to_string(speaker) + " does not answer; on rank " +
                              std::to_string(seating.speakerOf(from)) + ", " + complaint};
        const auto key = [](const Position& position) { return std::tuple(position.step, position.instruction); };
        if (at->instruction >= 0 && (!first || key(*at) < key(*first)))
            first = at;
    }
    if (!first)
        return {.rank = seating.speakerOf(from), .op = {}, .reason = complaint};
    const Turn& turn = order.turns[static_cast<std::size_t>(first->instruction)];
    return {.rank = turn.rank, .op = turn.block.op, .reason = tooLong(kBlockNotEnded, patience)};
}

} // namespace lanewright::engine
