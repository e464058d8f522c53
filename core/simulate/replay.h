// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/simulate/dataflow_table.h"
#include "core/simulate/quick_pass.h"
#include "core/simulate/serial_links.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace lanewright {

/// Runs an order: every rank in its order, each block as early as it can. The one pass behind every prediction.
///
/// A rank runs until a block misses a value, then waits in that value's list of waiters; the block that yields the
/// value wakes it. So each block is looked at once or twice, whatever the order. Keeps references to its arguments.
class Replay {
public:
    /// From when on ranks may run, and for how long. Empty: from 0 on, as the costs say.
    struct Begin {
        std::vector<Time> free = {};          ///< per rank
        std::vector<Time> firstBackward = {}; ///< per rank: its first B or BW starts no earlier; empty: no such hold
        /// Per rank and position: how long the block takes; empty: as the costs say.
        std::vector<std::vector<Time>> lengths = {};
    };
    /// So early that nothing that begins here binds, even after every duration there is.
    static constexpr Time kNever = std::numeric_limits<Time>::min() / 2;

    Replay(const Schedule& schedule, const Costs& costs);

    /// All spans; lanes end where their rank stalls. The second form uses the memory that `timeline` has.
    Timeline run(const Begin& begin);
    void run(const Begin& begin, Timeline& timeline);
    /// Only when each rank ends its last block. Where it stalls or its row is empty: `kNever`.
    std::vector<Time> ends(const Begin& begin);

private:
    /// What is known of a value.
    struct ValueState {
        Time end = 0;             ///< when its producer ends
        std::int32_t rank = -1;   ///< its producer's; −1 while there is none
        std::int32_t waiter = -1; ///< first rank in its list of waiters
    };
    enum class Outcome { Complete, Stalled, Doubled };

    void runExactly(const Begin& begin, auto&& sink, auto&& forget);
    template <bool serial, typename Sink>
    Outcome pass(const Begin& begin, Sink& sink);
    template <bool serial, typename Sink>
    void advance(int rank, const Begin& begin, Sink& sink);
    template <bool serial>
    bool gather(const Op& op, const DataflowEntry& entry, int rank, Time& start);
    template <bool serial>
    void yield(const Op& op, const DataflowEntry& entry, int rank, int position, Time end);
    template <bool serial>
    Time arrivalOf(int value, const ValueState& state, int rank) const;

    bool maybeQuick(const Begin& begin) const;
    void reset(const Begin& begin);

    const Schedule* m_schedule;
    const Costs* m_costs;
    DataflowTable m_dataflow;
    std::vector<Slot> m_producers; ///< filled when an order needs it: see runExactly
    std::vector<ValueState> m_values;
    std::vector<int> m_position;            ///< per rank
    std::vector<Time> m_free;               ///< per rank
    std::vector<std::int32_t> m_nextWaiter; ///< per rank: the next in the same list
    std::vector<std::int32_t> m_ready;      ///< ranks that can go on
    std::vector<int> m_firstBackward;       ///< per rank: position
    std::unique_ptr<SerialLinks> m_links;   ///< where links are serial
    std::unique_ptr<QuickPass> m_quick;     ///< where links are pure latency
    bool m_doubled = false;
};

/// All ways from each of so many starts are a pass per start, and the circles through them then a cube: false where
/// that is more than 4·10^8 steps, so that there is no answer rather than a long wait.
bool mayLookFromEach(const Schedule& schedule, std::size_t starts);

} // namespace lanewright
