// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/costs.h"
#include "core/model/schedule.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <vector>

namespace lanewright {

/// Runs orders in which every op stands on its own rank, no value is yielded twice, nothing stalls and links are pure
/// latency: all but the broken ones and those with serial links. It gives up on the others.
///
/// On its own rank an op has one consumer of what it sends, on a rank known before, and its other values never leave
/// the rank. So a value that travels is one number, its arrival, and all others are a bit. Keeps references.
class QuickPass {
public:
    QuickPass(const Schedule& schedule, const Costs& costs);

    /// Fills `timeline` with all spans, each rank free from `free` on. False when it gives up.
    bool run(const std::vector<Time>& free, Timeline& timeline);
    /// Fills `ends` with the end of each rank's last block (where it has none: its entry of `free`). False when it
    /// gives up.
    bool run(const std::vector<Time>& free, std::vector<Time>& ends);

private:
    /// A bit for each kind of value. No byte: the compiler takes a store of one for a change of anything.
    using Bits = std::uint16_t;
    /// All that is to know of one kind of op of one copy of a stage, for microbatch 0. Numbers of arrivals of
    /// microbatch j are j higher.
    struct Rule {
        Time duration = 0;    ///< a W's counts all its parts together
        Time travel = 0;      ///< how long what it sends is on its way
        std::int32_t own = 0; ///< where microbatches differ: its first entry in m_lengths and m_travels
        std::int32_t receives = -1;
        std::int32_t sends = -1;
        std::int32_t home = 0;
        std::int32_t receiver = 0; ///< the rank that receives what it sends
        Bits needs = 0;
        Bits yields = 0;
    };
    enum class Step { Done, Waits, GivesUp };

    Rule ruleOf(const Op& op, int direction) const;
    Value sentBy(const Rule& rule, int microbatch) const {
        return valueOf(rule.sends + microbatch, m_stages, m_microbatches);
    }
    const Rule& ruleOf(const Op& op) const;
    void findReceivers(int direction);
    void findLengths();
    bool pass(const std::vector<Time>& free, Timeline* timeline);
    template <bool unequal>
    bool advance(int rank, Lane* lane);
    template <bool unequal>
    Time endOf(const Block& block, const Rule& rule, Time start, int weightParts) const;
    Step gather(const Op& op, const Rule& rule, int rank, Time& start);
    template <bool unequal>
    bool yield(const Op& op, const Rule& rule, Time end);

    const Schedule* m_schedule;
    const Costs* m_costs;
    int m_stages;
    int m_microbatches;
    std::vector<int> m_directions;     ///< per microbatch; empty where there is one direction
    std::vector<Rule> m_rules;         ///< `[direction][stage][kind]`
    std::vector<Time> m_lengths;       ///< where microbatches differ: `[stage][kind][microbatch]`, as `Rule::duration`
    std::vector<Time> m_travels;       ///< likewise
    std::vector<Time> m_arrivals;      ///< `[kind][stage][microbatch]`; kAbsent where nothing was sent yet
    std::vector<Bits> m_there;         ///< `[stage][microbatch]`: of the values that were yielded
    std::vector<int> m_position;       ///< per rank
    std::vector<Time> m_free;          ///< per rank
    std::vector<std::int32_t> m_waits; ///< per rank: the arrival it waits for, or −1
    std::vector<std::int32_t> m_ready; ///< ranks that can go on
};

} // namespace lanewright
