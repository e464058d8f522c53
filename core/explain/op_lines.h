// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <vector>

namespace lanewright {

/// An op as a line of a table: where it stands and when it runs.
struct OpLine {
    Op op = {};
    Slot slot = {};      ///< position −1: no row holds it
    bool starts = false; ///< else it never runs, and what follows is 0
    Time start = 0;
    Time end = 0;
    Time wait = 0; ///< how long its rank waits right before the block

    Time length() const { return end - start; }
    friend bool operator==(const OpLine&, const OpLine&) = default;
};

/// All ops of the order, by rank, then position, a pair as two lines; then `unplaced`.
std::vector<OpLine> opLines(const Plan& plan, const Timeline& timeline, const std::vector<Op>& unplaced = {});

/// What lines are sorted by.
enum class LineKey : std::uint8_t { Place, Position, Kind, Stage, Microbatch, Start, End, Length, Wait, Slack };

/// The places of the lines in ascending order of the key, equals by their place. `slack` is by rank and position and
/// may be empty.
std::vector<int> sortedLines(const std::vector<OpLine>& lines, LineKey key,
                             const std::vector<std::vector<Time>>& slack = {});

} // namespace lanewright
