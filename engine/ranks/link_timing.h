// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/inbox.h"

#include <vector>

namespace lanewright::engine {

/// Bytes of a small message, which takes as long as the latency.
constexpr Bytes kSmallMessage = 8;

/// The rounds of a measurement: `exchange(isLarge, counts)` for each, small messages first. The first of either kind
/// make connections and do not count.
void forEachRound(auto exchange) {
    constexpr int kRounds = 21;
    constexpr int kFirst = 3;
    for (const bool isLarge : {false, true})
        for (int round = -kFirst; round < kRounds; ++round)
            exchange(isLarge, round >= 0);
}

/// Times messages there and back on all links at once over which this rank sends values, those to `peers`, in their
/// order: small ones, and some as large as a value of `valueBytes`. All ranks do so together, so that the links disturb
/// each other as they do in a step.
std::vector<LinkTrips> measureLinks(Inbox& inbox, int rank, const std::vector<int>& peers, Bytes valueBytes);

template <>
struct Parts<LinkTrips> {
    static auto of(auto& link) { return std::tie(link.from, link.to, link.valueBytes, link.small, link.large); }
};

/// The ranks to which the program sends values, rising.
std::vector<int> receiversIn(const Program& program);

} // namespace lanewright::engine
