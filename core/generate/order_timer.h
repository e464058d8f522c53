// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/objective.h"
#include "core/sequence/instance.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// What orders of words cost. Inside core/generate only.
namespace lanewright {

/// The numbers by which automatic methods rank orders.
struct OrderCost {
    Time longestSpan = 0;
    Time makespan = 0;
    Bytes peak = 0;       ///< of the rank that holds most
    Fraction period = {}; ///< known only where it is the objective

    friend bool operator==(const OrderCost&, const OrderCost&) = default;
};

/// True when `a` is the better: by the objective (see `withoutOptimizer`), then longest span, makespan and peak.
bool isBetter(const OrderCost& a, const OrderCost& b, Objective objective);

/// Times words of a problem with one direction, every op as early as it can. A class so that timing many words
/// allocates once. Keeps a reference.
class OrderTimer {
public:
    explicit OrderTimer(const Instance& instance);

    /// What the words cost, without the period; none when they pass a limit or stall. O(ops).
    std::optional<OrderCost> operator()(const Words& words);

    /// The period of words that do not stall (see `Metrics::period`), or something at or above `enough` where it is
    /// not below that. A pass for each rank at most; the longest span, which is never below it, where those were too
    /// many. `cost` is what the words cost.
    Fraction period(const Words& words, const OrderCost& cost, const std::optional<Fraction>& enough);

private:
    struct Stop {
        std::uint32_t position = 0;
        Time first = 0;
        Time free = 0;
        Bytes held = 0;
        Bytes peak = 0;
        std::int64_t waitsFor = -1; ///< the value, of `numberOf`
    };

    bool pass(const Words& words, int onlyFrom);
    void advance(const Words& words, int rank);
    void produce(std::size_t value, Time there, int receiver);

    const Instance& m_instance;
    std::size_t m_microbatches = 0;
    std::vector<Stop> m_ranks;
    std::vector<std::array<int, 3>> m_done; ///< per chunk: F, B and W
    std::vector<Time> m_arrival;            ///< per value: when it is where it is needed
    std::vector<int> m_runnable;
    bool m_stalls = false;
};

} // namespace lanewright
