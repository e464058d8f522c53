// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/anneal.h"
#include "core/solve/rule_search.h"
#include "core/solve/starts.h"

#include <optional>

/// Long problems by way of short ones: the steady part of a long schedule repeats, so that it can be searched for with
/// few microbatches (as Lin et al. do in Tessel, HPCA 2024). Inside core/solve only.
namespace lanewright {

/// How many microbatches of each direction suffice to see the steady part; none where the problem has hardly more, or
/// where its directions are not alike.
std::optional<int> shortLength(const Instance& instance);

/// Searches the problem with few microbatches and draws out what it finds. What it learned stays for the next run.
class Repetend {
public:
    Repetend(const Frame& large, int microbatches);

    /// A draft of the long problem; its cost stalls where nothing could be drawn out.
    Draft run(const Effort& effort, Random& random);
    /// See `Timer::findCycles`; there is no way back.
    void findCycles(bool find);

private:
    void makeStart(Allowance& allowance);
    void drawOut(const Draft& draft, Allowance& allowance, Draft& best);

    const Frame& m_large;
    Plan m_problem; ///< with few microbatches
    Frame m_small;
    Annealing m_annealing;
    RuleSearch m_rules;
    Timer m_timer; ///< times the long problem
    Draft m_best = {};
};

} // namespace lanewright
