// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/sequence/timer.h"
#include "core/solve/effort.h"

/// Simulated annealing on sequences. Inside core/solve only. After Kirkpatrick, Gelatt, Vecchi: Optimization by
/// Simulated Annealing. Science 1983; moving ops of the critical path: van Laarhoven, Aarts, Lenstra: Job Shop
/// Scheduling by Simulated Annealing. Operations Research 1992.
namespace lanewright {

/// How hot it is, in mean lengths of an op: a step uphill of that much is taken one time in e.
struct Cooling {
    double from = 0.3;
    double to = 0.004;
};

/// Changes sequences a little at a time and keeps what is not much worse, ever less so. A class for the memory it
/// reuses.
///
/// A change moves a code by a few places or far; half of the time one on the longest way through the schedule, to the
/// ends of the run of ops without a pause that it stands in. Some change the same op on several ranks in a row, or
/// several ops of one rank, since what suits one often suits all.
class Annealing {
public:
    Annealing(const OpTable& table, Objective objective);

    /// The best it saw; `start` is legal and does not stall.
    Draft run(const Draft& start, const Cooling& cooling, const Effort& effort, Random& random);

    void findCycles() { m_timer.findCycles(true); }

private:
    struct Place {
        int rank = 0;
        int position = 0;
    };
    struct Undo {
        int rank = 0;
        int from = 0;
        int to = 0;
    };

    bool change(Random& random);
    bool changeOne(int rank, Random& random);
    bool changeCritical(Random& random);
    bool changeRun(Random& random);
    bool shift(int rank, int from, int to);
    int positionOf(int rank, Code code, int index) const;
    int reach(Random& random) const;
    void undo();
    void findCritical();
    int costliest() const;

    const OpTable& m_table;
    Timer m_timer;
    Timer m_drawing;
    Sequences m_sequences;
    std::vector<Undo> m_undo;
    std::vector<Place> m_critical;
    std::vector<int> m_bare; ///< ranks with too few codes to change anything
    bool m_stale = true;     ///< the critical places are those of sequences long changed
    int m_sinceCritical = 0;
};

} // namespace lanewright
