// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/sequence/timer.h"
#include "core/solve/effort.h"

#include <vector>

/// Large neighbourhoods (Shaw: Using Constraint Programming and Local Search Methods to Solve Vehicle Routing Problems.
/// CP 1998): what no single move reaches, many at once may. A window of a schedule is taken out and put in again in
/// another order, the rest stays. Inside core/solve only.
namespace lanewright {

/// Two kinds of windows: a few codes in a row on one rank, of which all orders are tried; and all codes that start
/// within some time on a few neighbouring ranks, which are dealt again along the clock by rules drawn at random. A
/// class for the memory it reuses.
class Windows {
public:
    Windows(const OpTable& table, Objective objective);

    /// The best it saw; `start` is legal and does not stall. Never takes a step uphill.
    Draft run(const Draft& start, const Effort& effort, Random& random);
    void findCycles() { m_timer.findCycles(true); }

private:
    /// The codes of one rank that are dealt again: [from, to).
    struct Slice {
        int rank = 0;
        int from = 0;
        int to = 0;
        Time free = 0;
        Bytes held = 0;
        std::vector<int> left = {};   ///< per code
        std::vector<Time> taste = {}; ///< per code: by how much later it counts than it could start
        std::vector<Code> codes = {}; ///< in their new order
    };
    /// What a slice could start next.
    struct Choice {
        int code = -1;
        Time start = 0;
    };

    bool tryOrders(Allowance& allowance, Random& random);
    bool dealAgain(Allowance& allowance, Random& random);
    bool cutSlices(Random& random);
    void cutSlice(int rank, Time from, Time to, Random& random);
    bool fillSlices();
    Choice choose(const Slice& slice) const;
    void take(Slice& slice, const Choice& choice);
    Time readyAt(const Slice& slice, Code code) const;
    int ordersOf(const Sequence& sequence, int from, int length) const;

    const OpTable& m_table;
    Timer m_timer;
    Timer m_drawing;
    Draft m_current = {};
    bool m_drawn = false;
    Time m_unit = 0; ///< mean length of an op
    std::vector<Slice> m_slices;
    std::vector<int> m_count;     ///< per cell: codes before the place that is dealt
    std::vector<Time> m_arrivals; ///< as the cells say
    Sequences m_sequences;
};

} // namespace lanewright
