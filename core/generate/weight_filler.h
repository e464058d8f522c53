// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

#include <array>
#include <cstdint>
#include <vector>

/// Puts the W of an order anew. Inside core/generate only.
namespace lanewright {

/// When a W that outlasts its gap goes in.
struct FillRule {
    int overrun = 0;          ///< quarters of a W: how far it may reach beyond its gap
    bool spareIdlest = false; ///< also where the gap would make its rank the idlest of all so far
    bool wholeWeights = true; ///< all parts of a W at once, where it has parts

    friend bool operator==(const FillRule&, const FillRule&) = default;
};

/// Keeps the F and B of each rank in their order, and runs its W where it waits for a value or lacks memory, the oldest
/// first. A class so that filling many orders allocates once. Keeps a reference; the instance has one direction.
class WeightFiller {
public:
    explicit WeightFiller(const Instance& instance);

    /// Writes the words of `order`, whose own W are left out, into `words`. False when a limit can't be kept or the
    /// order stalls. O(ops).
    bool build(const Words& order, const FillRule& rule, Words& words);

private:
    struct Rank {
        std::size_t position = 0;
        std::vector<std::uint8_t> waiting = {}; ///< per part of W: its letter, in the order of the B
        std::size_t nextWeight = 0;
        std::int64_t waitsFor = -1; ///< the value, of `numberOf`
        Time free = 0;
        Time idle = 0;
        bool started = false;
        Bytes held = 0;
    };

    bool advance(int rank);
    bool runNext(Rank& own, int rank, const Letter& letter, Time there);
    void fillGap(Rank& own, int rank, Time until);
    void weight(Rank& own, int rank);
    Time nextLength(const Rank& own, int rank) const;

    const Instance& m_instance;
    FillRule m_rule;
    const Words* m_order = nullptr;
    Words* m_words = nullptr;
    std::size_t m_microbatches = 0;
    std::vector<Rank> m_ranks;
    std::vector<std::array<int, 3>> m_done; ///< per chunk: F, B and parts of W
    std::vector<Time> m_arrival;            ///< per value: activations by chunk, then gradients
    std::vector<int> m_runnable;
    Time m_mostIdle = 0;
};

} // namespace lanewright
