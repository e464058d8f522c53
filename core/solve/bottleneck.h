// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/partial_order.h"

#include <vector>

/// The shifting bottleneck: orders are made rank by rank, beginning with the rank that holds the others up (J. Adams,
/// E. Balas, D. Zawack: The Shifting Bottleneck Procedure for Job Shop Scheduling. Management Science 1988). Inside
/// core/solve only.
namespace lanewright {

/// How short of memory ranks with several chunks are.
enum class Shortage { None, Nearly, Short };

/// The rank that would end last of those without an order gets its best order (`orderAlone`), as if the others without
/// an order were never busy. Then each rank that had an order before gets its best order again among the rest.
/// Where memory is short, this finds what moves of single ops do not, since on a full rank hardly any op can move
/// alone.
class BottleneckSearch {
public:
    explicit BottleneckSearch(const SearchFrame& frame);

    /// How much the problem needs this search. None as well where the search can't have the problem: where microbatches
    /// differ, a rank has one chunk, too many chunks or no limit, or there are too many ops.
    static Shortage shortageOf(const SearchFrame& frame);

    /// Makes complete sequences, other ones each time. They stall where the allowance ended before; the next run then
    /// goes on from there.
    Draft run(Allowance& allowance, Random& random);
    /// Takes the orders of up to `ranks` ranks away and makes them anew among the orders of the rest (Balas,
    /// Vazacopoulos 1998). Stalls where the allowance ended before, or a rank has no order among the rest. Forgets what
    /// a run began.
    Draft mend(const Sequences& sequences, int ranks, Allowance& allowance, Random& random);

private:
    Beam beamOf(int nodes) const;
    int nextRank(Allowance& allowance, Random& random);
    bool orderNext(Allowance& allowance, Random& random);
    bool hasFree() const;
    void orderAgain(int rank, Allowance& allowance, Random& random);
    void freeSome(int ranks, Random& random);
    Sequence orderAmong(int rank, Allowance& allowance, Random& random);
    void beginAnew();

    const SearchFrame& m_frame;
    const OpTable& m_table;
    Timer m_timer;
    PartialOrder m_order;
    double m_noise = 0;              ///< `Beam::noise` of the diagrams, in mean lengths of an op
    std::vector<int> m_ordered = {}; ///< the ranks with an order, by when they first got one
    std::size_t m_again = 0;         ///< how many of them were ordered again since the last one got its first order
};

} // namespace lanewright
