// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// Orders made op by op along the clock, for several chunks per rank. Inside core/generate only.
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
    bool backwardFirst = true;     ///< of an F and a B that are both there, the B
    bool lateForwardsFirst = true; ///< an F of a later chunk comes before a B, too
    int patience = 0;              ///< quarters of an F: an F waits for a gradient that is known to come sooner
    int overrun = 0;               ///< quarters of a W: how far, for `Fit`, a W may reach beyond its gap
    bool wholeWeights = true;      ///< all parts of a W at once, where it has parts

    friend bool operator==(const ChunkListRule&, const ChunkListRule&) = default;
};

/// When to give an order up: a rank that must pass one of these makes it no better than one that is known.
struct Cutoff {
    Time longestSpan = std::numeric_limits<Time>::max();
    Time makespan = std::numeric_limits<Time>::max();
};

/// Follows the clock in O(ops · log ranks). Never holds more than a rank has room for, as long as it has room for one
/// microbatch: an op is put off while the microbatches on the rank could then not end one after the other.
///
/// The instance has one direction.
class ChunkListScheduler {
public:
    explicit ChunkListScheduler(const Instance& instance);

    /// Writes the words of `rule` into `words`. False when it gave up.
    bool build(const ChunkListRule& rule, const Cutoff& cutoff, Words& words);

    /// Ops placed so far, in orders that were given up, too: a measure of the work done.
    std::int64_t placed() const { return m_placed; }

private:
    struct Rank {
        int number = 0;
        std::vector<int> chunks = {};  ///< in the order in which a microbatch passes them
        std::vector<int> phases = {};  ///< microbatches that have done so many ops here, F and B, or more
        std::vector<Bytes> holds = {}; ///< by phase: of a microbatch there, its W done
        std::vector<Bytes> needs = {}; ///< by phase: the most that it takes more on its way to the end
        Time work = 0;
        Time first = -1;
        Time free = 0;
        Time idle = 0;
        Bytes held = 0;
        Bytes waitingMemory = 0; ///< that W give back when they run
        int waiting = 0;         ///< parts of W
    };
    struct Progress {
        int forwards = 0;
        int backwards = 0;
        int weights = 0; ///< parts
    };
    struct Wake {
        Time time = 0;
        int rank = 0;
        friend auto operator<=>(const Wake&, const Wake&) = default;
    };
    struct Choice {
        int place = -1; ///< in Rank::chunks
        OpKind kind = OpKind::F;
    };

    void prepare(Rank& rank) const;
    void reset(Words& words);
    void wake(Time time, int rank);
    bool serve(int rank, Time now);
    std::optional<Choice> choose(const Rank& rank, Time now) const;
    std::optional<Choice> orWeight(const Rank& rank, const Choice& choice) const;
    bool takesWeight(const Rank& rank, Time now, Time next) const;
    bool keepsSafe(const Rank& rank, const Choice& choice) const;
    Bytes neededFor(const Rank& rank, const Choice& choice) const;
    Time forwardAt(int chunk) const;
    Time backwardAt(int chunk) const;
    int nextWeight(const Rank& rank) const;
    void run(int rank, const Choice& choice, Time now);
    void runWeight(int rank, int place);
    void put(int rank, int place, OpKind kind);

    const Instance& m_instance;
    std::size_t m_microbatches = 0;
    const ChunkListRule* m_rule = nullptr;
    Words* m_words = nullptr;
    std::vector<Rank> m_ranks;
    std::vector<std::uint8_t> m_letters; ///< per chunk: its place in `Instance::onRank`
    std::vector<Progress> m_progress;    ///< per chunk
    std::vector<Time> m_forwardEnd;      ///< `[chunk * microbatches + microbatch]`, known when the op starts
    std::vector<Time> m_backwardEnd;
    std::int64_t m_placed = 0;
    std::vector<Wake> m_wakes; ///< a heap, the earliest on top
};

} // namespace lanewright
