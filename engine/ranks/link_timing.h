// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/inbox.h"
#include "engine/ranks/waiter.h"

#include <vector>

namespace lanewright::engine {

/// Bytes of a small message, which takes as long as the latency.
constexpr Bytes kSmallMessage = 8;

/// The rounds of a measurement: `exchange(isLarge, counts)` for each, small messages first. The first of either kind
/// make connections and do not count.
template <typename Exchange>
void forEachRound(Exchange exchange) {
    constexpr int kRounds = 21;
    constexpr int kFirst = 3;
    for (const bool isLarge : {false, true})
        for (int round = -kFirst; round < kRounds; ++round)
            exchange(isLarge, round >= 0);
}

/// Times messages there and back on all links at once over which this rank sends values: small ones, and some as large
/// as a value. All ranks do so together, so that the links disturb each other as they do in a step.
class LinkTiming {
public:
    /// From now on messages of others are answered.
    LinkTiming(int rank, Inbox& inbox, Waiter& waiter);

    /// The links to `peers`, in their order. `valueBytes`: of a value.
    std::vector<LinkTrips> measure(const std::vector<int>& peers, Bytes valueBytes);

private:
    /// Sends one message of that size to each peer and waits until all are back; `keep`: notes how long each took.
    void exchange(std::vector<LinkTrips>& links, std::vector<Time> LinkTrips::*trips, Bytes bytes, bool keep);

    int m_rank;
    Inbox* m_inbox;
    Waiter* m_waiter;
};

template <>
struct Parts<LinkTrips> {
    static auto of(auto& link) { return std::tie(link.from, link.to, link.valueBytes, link.small, link.large); }
};

/// The ranks to which the program sends values, rising.
std::vector<int> receiversIn(const Program& program);

} // namespace lanewright::engine
