// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/list_scheduler.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Rules of list scheduling for one direction, with several chunks per rank. Inside core/generate only.
namespace lanewright {

/// When a rank runs a W that nothing forces it to run.
enum class WeightRule : std::uint8_t {
    Fill,  ///< when nothing else is there to run
    Fit,   ///< when nothing else is there and it ends before the next value that is known to come
    Steady ///< at once when more of them wait than `waiting` allows; else as Fit
};

/// What a free rank takes. Of two F, and of two B, that are both there it takes the one further on its way.
struct ChunkListRule {
    std::vector<int> inFlight = {}; ///< per chunk: the most microbatches between F and B; at least 1
    std::vector<int> waiting = {};  ///< per rank, for `Steady`: the most W that may wait
    WeightRule weights = WeightRule::Fit;
    bool backwardFirst = true;     ///< takes the B where an F and a B are both there
    bool lateForwardsFirst = true; ///< an F of a later chunk comes before a B, too
    int gradientWait = 0;          ///< quarters of an F: an F waits for a gradient that is known to come sooner
    int overrun = 0;               ///< quarters of a W: how far, for `Fit`, a W may reach beyond its gap
    bool wholeWeights = true;      ///< all parts of a W at once, where it has parts

    friend bool operator==(const ChunkListRule&, const ChunkListRule&) = default;
};

/// Never holds more than a rank has room for, as long as it has room for one microbatch.
///
/// As in the banker's algorithm (Dijkstra 1965), an op is put off while the microbatches on the rank could not end one
/// after the other, the oldest first, once it has run; so an order never gets stuck for lack of memory.
class ChunkListScheduler {
public:
    explicit ChunkListScheduler(const Instance& instance);

    /// Writes the order of `rule`. False when it gave up.
    bool build(const ChunkListRule& rule, const Cutoff& cutoff, Sequences& sequences);

    /// Ops placed so far, in orders that were given up, too: a measure of the work done.
    std::int64_t placed() const { return m_scheduler.placed(); }

private:
    /// What a microbatch holds and needs by how many ops, F and B, it has done on the rank, its W done.
    struct Phases {
        std::vector<Code> ops = {}; ///< per phase but the first: the op that leads to it
        std::vector<Bytes> holds = {};
        std::vector<Bytes> needs = {}; ///< the most that it takes more on its way to the end
    };

    Phases phasesOn(int rank) const;
    int take(int rank, Time now) const;
    bool mayEnter(int rank, int place) const;
    int orWeight(int rank, int code) const;
    bool takesWeight(int rank, int weight, Time now, Time next) const;
    bool keepsSafe(int rank, Code code) const;

    const Instance& m_instance;
    OpTable m_table;
    ListScheduler m_scheduler;
    std::vector<Phases> m_phases; ///< per rank
    const ChunkListRule* m_rule = nullptr;
};

} // namespace lanewright
