// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// A rank that ended before its time.
struct ExitReason {
    int rank = -1;
    Message ending = {}; ///< `was killed by signal 9 (Killed)`, `ended with exit code 1`

    friend bool operator==(const ExitReason&, const ExitReason&) = default;
};

/// Reads from a launcher's complaint (OpenMPI, PRRTE or MPICH) which rank died and how. `pids` are those of the ranks,
/// because MPICH names no rank, and a process may host several.
std::optional<ExitReason> exitReasonIn(std::string_view complaint, const std::vector<int>& pids);

/// What a complaint says last, shortened to be shown on one line: the first paragraph of an explanation between two
/// rules, as OpenMPI writes them, or else a line; never a rule or a blank line.
std::string lastMessage(std::string_view complaint);

/// The file of shared memory that OpenMPI found no room for; empty where it does not complain of that.
std::string fileWithoutRoom(std::string_view complaint);

} // namespace lanewright
