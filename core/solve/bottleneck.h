// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/partial_order.h"

#include <vector>

/// Orders that are made rank by rank, that first which holds the others up (after J. Adams, E. Balas, D. Zawack: The
/// Shifting Bottleneck Procedure for Job Shop Scheduling. Management Science 1988). Inside core/solve only.
namespace lanewright {

/// How little memory ranks with several chunks have for what they must hold.
enum class Shortage { None, Nearly, Short };

/// The rank that would end last gets its best order among those that have one, the others being never busy, and after
/// each those before it look at theirs again. Where memory is short this finds what moves of single ops do not: on a
/// rank that is full hardly any op can move alone.
class BottleneckSearch {
public:
    explicit BottleneckSearch(const Frame& frame);

    /// This search is for what is short. None, too, where it is not for the problem in another way: for microbatches
    /// that differ, for ranks of one chunk or too many, or for too many ops.
    static Shortage shortageOf(const Frame& frame);

    /// The next complete sequences, other ones each time; they stall where there was no time for all of them, which the
    /// next run then goes on with.
    Draft run(Allowance& allowance, Random& random);
    /// Complete sequences again after up to `ranks` of them, at random or next to each other, have lost their order and
    /// got another among the orders of the rest; they stall where there was no time or no order. What a run began is
    /// lost.
    Draft mend(const Sequences& sequences, int ranks, Allowance& allowance, Random& random);

private:
    int nextRank(Allowance& allowance, Random& random);
    bool orderNext(Allowance& allowance, Random& random);
    bool hasFree() const;
    void orderAgain(int rank, Allowance& allowance, Random& random);
    void freeSome(int ranks, Random& random);
    Sequence orderAmong(int rank, Allowance& allowance, Random& random);
    void beginAnew();

    const Frame& m_frame;
    const OpTable& m_table;
    Timer m_timer;
    PartialOrder m_order;
    /// By what diagrams are off, in mean lengths of an op.
    double m_noise = 0;
    std::vector<int> m_ordered = {}; ///< the ranks that have an order, in the order in which they got it
    std::size_t m_again = 0;         ///< so many of them have looked at theirs again since the last one got its
};

} // namespace lanewright
