// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/timer.h"
#include "core/solve/blocks/block_annealing.h"

#include <memory>
#include <optional>

/// Simulated annealing on sequences. Inside core/solve only.
namespace lanewright {

/// `BlockAnnealing` where each block is an op, as sequences have them.
class Annealing {
public:
    Annealing(const OpTable& table, Objective objective)
        : m_table(table), m_objective(objective), m_timer(table, objective) {}

    /// The best it saw; `start` is legal and does not stall. `start` itself where there are too many ops to move one by
    /// one.
    Draft run(const Draft& start, const Cooling& cooling, const Effort& effort, Random& random);

private:
    /// Laid out when it is first needed.
    struct Laid {
        Laid(const OpTable& ops, Objective objective) : table(blockTableOf(ops)), annealing(table, objective) {}

        BlockTable table;
        BlockAnnealing annealing;
    };

    const OpTable& m_table;
    Objective m_objective;
    Timer m_timer;
    std::unique_ptr<Laid> m_laid = {};
};

} // namespace lanewright
