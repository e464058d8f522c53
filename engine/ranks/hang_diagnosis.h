// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/inbox.h"

#include <functional>
#include <optional>
#include <vector>

namespace lanewright::engine {

/// Where a rank is in its program.
struct Position {
    int step = 0;
    int instruction = -1; ///< its number; past the program's end: beyond its last op

    friend bool operator==(const Position&, const Position&) = default;
};

/// Why a run stands still, read off the programs. `positions` has an entry per rank, nothing for one that does not
/// answer; `complaint` is what the rank `from` that found out had waited for.
FailedEvent diagnose(const RunRequest& request, const std::vector<std::optional<Position>>& positions, int from,
                     const Message& complaint);

/// Finds out on rank 0 why some rank waits in vain. It asks every rank where it is, and ends the run a second later at
/// the latest: with the rank that does not answer, or else with the first transfer of the run that has not come about.
class HangDiagnosis {
public:
    /// `diagnose(positions, from, complaint)` says why, as the function of that name does.
    using Diagnose = std::function<FailedEvent(const std::vector<std::optional<Position>>& positions, int from,
                                               const Message& complaint)>;
    HangDiagnosis(Inbox& inbox, int members, Diagnose diagnose);

    /// Begins a diagnosis; a second complaint changes nothing.
    void begin(int from, const Message& complaint, Position own);
    void setPosition(int from, Position position);
    /// Drops the complaint of a rank whose wait has ended.
    void drop(int from);
    /// Ends the run when all have answered or the time is over. Called every few milliseconds.
    void poll() const;

private:
    Diagnose m_diagnose;
    Inbox* m_inbox;
    std::vector<std::optional<Position>> m_positions;
    int m_from = -1; ///< −1: nobody has complained
    Message m_complaint;
    Time m_end = 0;
};

} // namespace lanewright::engine
