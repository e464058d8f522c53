// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/mailroom.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine {

/// Where a rank is.
struct Position {
    int step = 0;
    int instruction = -1; ///< of its program; past the end: beyond its last op

    friend bool operator==(const Position&, const Position&) = default;
};

/// Why a run stands still, read off the programs. `positions` has an entry per rank, nothing for one that does not
/// answer; `complaint` is what the rank `from` that found out had waited for.
FailedEvent diagnose(const RunRequest& request, const std::vector<std::optional<Position>>& positions, int from,
                     const std::string& complaint);

/// Finds out on rank 0 why some rank waits in vain: asks everybody where they are, and gives up on the run a second
/// later, when it names the rank that does not answer, or else the first transfer of the run that has not come about.
class Inquiry {
public:
    /// `diagnose(positions, from, complaint)` says why, as the function of that name does.
    using Diagnose = std::function<FailedEvent(const std::vector<std::optional<Position>>& positions, int from,
                                               const std::string& complaint)>;
    Inquiry(Mailroom& mailroom, int members, Diagnose diagnose);

    /// Begins it; a second complaint changes nothing.
    void open(int from, const std::string& complaint, Position own);
    void hear(int from, Position position);
    /// Drops the complaint of a rank whose wait has ended.
    void close(int from);
    /// Ends the run when all have answered or the time is over. Called every few milliseconds.
    void look() const;

private:
    Diagnose m_diagnose;
    Mailroom* m_mailroom;
    std::vector<std::optional<Position>> m_positions;
    int m_from = -1; ///< −1: nobody has complained
    std::string m_complaint;
    Time m_end = 0;
};

} // namespace lanewright::engine
