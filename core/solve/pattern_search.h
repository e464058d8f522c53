// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/starts.h"

#include <vector>

/// Search for what repeats: most good orders run the same few ops again and again, each time of the next microbatches.
/// A pattern says that part, and the whole order follows from it, so that one step of the search changes every
/// microbatch at once. After the building blocks of Qi et al. (Pipeline Parallelism with Controllable Memory, NeurIPS
/// 2024) and modulo scheduling of loops (Rau: Iterative Modulo Scheduling. MICRO 1994). Inside core/solve only.
namespace lanewright {

/// What a rank runs once in each turn of its pattern.
struct PatternStep {
    Code code = 0; ///< a W stands for all its parts
    int lag = 0;   ///< the turn in which it runs for the first time

    friend bool operator==(const PatternStep&, const PatternStep&) = default;
};
using PatternRow = std::vector<PatternStep>;
using Pattern = std::vector<PatternRow>; ///< per rank

/// The rank's sequence: turn after turn each step adds its code, from the turn of its lag on until all ops of that code
/// have run. So the first turns fill the pipeline and the last ones empty it. O(ops).
///
/// False where a lag is larger than there are microbatches.
bool writeOut(const OpTable& table, int rank, const PatternRow& row, Sequence& sequence);

/// Simulated annealing on patterns of a few microbatches. It begins with the way of a microbatch that waits for nobody,
/// started over and over at one distance in time; the distance, how many microbatches one turn has, and waits here and
/// there are drawn at random. What it learned stays for the next run.
///
/// For problems whose microbatches are equal and not too few, see `isFor`.
class PatternSearch {
public:
    explicit PatternSearch(const Frame& frame);

    static bool isFor(const Frame& frame);

    /// The best sequences it saw in this run; they stall where no pattern keeps the limits.
    Draft run(const Effort& effort, Random& random);

private:
    struct Known {
        Pattern pattern = {};
        double energy = Cost::kStalls;
    };

    Pattern drawn(Random& random) const;
    bool read(const Pattern& pattern);
    Pattern begin(Allowance& allowance, Random& random);
    Draft anneal(Pattern& pattern, const Effort& effort, Random& random);
    void keep(const Pattern& pattern, double energy);
    bool change(Pattern& pattern, Random& random);
    void takeBack(Pattern& pattern);

    const Frame& m_frame;
    const OpTable& m_table;
    Timer m_timer;
    double m_unit = 0;                   ///< mean length of an op
    double m_leastTurn = 0;              ///< that one microbatch of each direction takes
    int m_most = 0;                      ///< microbatches of a pattern
    std::vector<Known> m_known = {};     ///< the best first
    Sequences m_sequences = {};          ///< what the pattern says that was read or changed last
    std::vector<int> m_changed = {};     ///< the ranks of the last change
    std::vector<PatternRow> m_rows = {}; ///< what they were
    std::vector<Sequence> m_before = {}; ///< per rank, as they were
};

} // namespace lanewright
