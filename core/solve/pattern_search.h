// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/cooling.h"
#include "core/solve/starts.h"

#include <vector>

/// A search for the part of an order that repeats. Most good orders run the same few ops again and again, each time for
/// the next microbatches. A pattern is that part, and the whole order follows from it, so that one change of the
/// pattern moves an op of every microbatch. After the building blocks of Qi et al. (Pipeline Parallelism with
/// Controllable Memory, NeurIPS 2024) and modulo scheduling of loops (Rau: Iterative Modulo Scheduling. MICRO 1994).
/// Inside core/solve only.
namespace lanewright {

/// An op that a rank runs once in each turn of its pattern.
struct PatternStep {
    Code code = 0; ///< for a W, all its parts
    int lag = 0;   ///< the turn in which it runs for the first time

    friend bool operator==(const PatternStep&, const PatternStep&) = default;
};
using PatternRow = std::vector<PatternStep>;
using Pattern = std::vector<PatternRow>; ///< per rank

/// Writes the rank's sequence. In each turn every step adds its code, from the turn of its lag on and until all ops of
/// that code have run; so the first turns fill the pipeline and the last ones empty it. O(ops). False where a lag is
/// larger than the number of ops of its code.
bool writeOut(const OpTable& table, int rank, const PatternRow& row, Sequence& sequence);

/// Simulated annealing on patterns of a few microbatches. A start lets one microbatch pass all stages without waiting,
/// and the others follow it at equal distances in time; the distance, the number of microbatches of a turn, and some
/// waits are drawn at random. The best patterns stay for the next run.
class PatternSearch {
public:
    explicit PatternSearch(const SearchFrame& frame);

    /// True where microbatches are equal and not too few.
    static bool isFor(const SearchFrame& frame);

    /// The best sequences of this run; they stall where no pattern keeps the limits.
    Draft run(const Effort& effort, Random& random);

private:
    struct Known {
        Pattern pattern = {};
        double energy = Cost::kStalls;
    };

    /// Where in a pattern the steps of one rank stand: a share of the turn, from 0 to 1.
    struct Timed {
        double phase = 0;
        PatternStep step = {};
    };
    /// A microbatch that passes all stages, some of its ops with waits ahead of them.
    struct Passage {
        int opWaits = 0;     ///< percent of F and B that wait
        int weightWaits = 0; ///< percent of W that wait
        int unit = 1;        ///< microbatches of a turn
        double distance = 0; ///< between two of them
    };

    Pattern drawn(Random& random) const;
    void draw(int direction, const Passage& passage, Random& random, std::vector<std::vector<Timed>>& ranks) const;
    bool write(int rank, const PatternRow& row);
    bool write(const Pattern& pattern);
    Pattern begin(Allowance& allowance, Random& random);
    Draft anneal(Pattern& pattern, const Effort& effort, Random& random);
    void keep(const Pattern& pattern, double energy);
    bool change(Pattern& pattern, Random& random);
    void takeBack(Pattern& pattern);

    const SearchFrame& m_frame;
    const OpTable& m_table;
    Timer m_timer;
    double m_unit = 0;                   ///< the mean length of an op
    std::vector<int> m_places;           ///< per chunk: its place on its rank
    double m_leastTurn = 0;              ///< the most work that one microbatch of each direction is to a rank
    int m_most = 0;                      ///< the most microbatches of a pattern
    std::vector<Known> m_known = {};     ///< the best first
    Sequences m_sequences = {};          ///< the sequences of the pattern that was written or changed last
    std::vector<int> m_changed = {};     ///< the ranks of the last change
    std::vector<PatternRow> m_rows = {}; ///< the rows of these ranks before it
    std::vector<Sequence> m_before = {}; ///< per rank: its sequence before its last change
};

} // namespace lanewright
