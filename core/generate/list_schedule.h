// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/pipe.h"

#include <cstdint>
#include <vector>

/// Orders made op by op along the clock: whenever a stage is free it takes what its rule likes best. Inside
/// core/generate only.
namespace lanewright {

/// When a stage runs a W that nothing forces it to run.
enum class WeightRule : std::uint8_t {
    Fill,  ///< when nothing else is there to run
    Fit,   ///< when nothing else is there and it ends before the next value that is known to come
    Steady ///< at once when more of them wait than `waiting` allows; else as Fit
};

/// What a free stage takes.
struct ListRule {
    std::vector<int> inFlight = {}; ///< per stage: the most microbatches between F and B; at least 1
    std::vector<int> waiting = {};  ///< per stage, for `Steady`: the most W that may wait
    WeightRule weights = WeightRule::Fit;
    bool backwardFirst = true; ///< of an F and a B that are both there, the B
    int patience = 0;          ///< quarters of an F: an F waits for a gradient that is known to come sooner than that
    int overrun = 0;           ///< quarters of a W: how far, for `Fit`, a W may reach beyond its gap

    friend bool operator==(const ListRule&, const ListRule&) = default;
};

/// Up to `most` rules for the pipe, those that did best in trials first: lines, double lines and slopes of microbatches
/// in flight from the first stage to the last, each with several ways to place W.
std::vector<ListRule> listRules(const Pipe& pipe, int most);

/// Follows the clock in O(ops · log stages). Never holds more than a stage has room for, as long as it has room for one
/// microbatch.
class ListScheduler {
public:
    explicit ListScheduler(const Pipe& pipe);

    /// Writes the words of `rule` into `words` (of `emptyWords`).
    void build(const ListRule& rule, PipeWords& words);

private:
    struct Stage {
        int forwards = 0;
        int backwards = 0;
        int weights = 0;
        Time free = 0;
        Bytes held = 0;
        OpKind* end = nullptr;
    };
    struct Wake {
        Time time = 0;
        int stage = 0;
        friend auto operator<=>(const Wake&, const Wake&) = default;
    };

    void wake(Time time, int stage);
    void serve(int stage, Time now);
    bool mayForward(int stage) const;
    bool takes(int stage, Time now, OpKind& kind) const;
    bool takesWeight(int stage, Time now, Time next) const;
    void run(int stage, OpKind kind, Time now);
    Time activationAt(int stage) const;
    Time gradientAt(int stage) const;
    std::size_t at(int stage, int microbatch) const;

    const Pipe& m_pipe;
    const ListRule* m_rule = nullptr;
    std::vector<Stage> m_stages;
    std::vector<Wake> m_wakes;      ///< a heap, the earliest on top
    std::vector<Time> m_forwardEnd; ///< `[stage * microbatches + microbatch]`, known when the op starts
    std::vector<Time> m_backwardEnd;
};

} // namespace lanewright
