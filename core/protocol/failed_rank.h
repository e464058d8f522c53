// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

/// Reasons why a run has failed that name the rank they are about, as their first argument: where they are said, nobody
/// puts the rank before them.
namespace lanewright {

constexpr Phrase kRankIsSilent = phrase("engine", "rank %1 does not answer; on rank %2, %3");
constexpr Phrase kRankHasEnded = phrase("engine", "rank %1 (process %2 on %3) has ended unexpectedly");

/// Whether the reason is one of these, about this rank.
inline bool namesRank(const Message& reason, int rank) {
    return (reason.phrase() == kRankIsSilent || reason.phrase() == kRankHasEnded) && !reason.arguments().empty() &&
           reason.arguments().front() == Message(rank);
}

} // namespace lanewright
