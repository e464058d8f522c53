// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/anneal.h"
#include "core/solve/bottleneck.h"
#include "core/solve/pattern_search.h"
#include "core/solve/rule_search.h"
#include "core/solve/starts.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

/// The search methods of a portfolio, in one table. Inside core/solve only.
namespace lanewright {

/// The properties of a problem on which it depends which methods suit it.
struct Shape {
    explicit Shape(const SearchFrame& frame);

    bool hasPatterns = false; ///< see `PatternSearch::isFor`
    bool hasChunks = false;   ///< some rank has several
    bool isLoop = false;      ///< see `canGroup`
    Shortage shortage = Shortage::None;

    bool isTight() const { return shortage == Shortage::Short; }
};

/// What all threads know as a round begins.
struct Known {
    Draft best = {};
    std::vector<Draft> drafts = {};    ///< the best first
    std::vector<RuleDraft> rules = {}; ///< the best first

    /// The best, or one of the best.
    const Draft& pick(Random& random) const;
};

/// What one thread searches with, and what it found in its turn.
struct Worker {
    Worker(const SearchFrame& problem, std::uint64_t seed)
        : frame(problem), annealing(frame.table, frame.objective), rules(frame.table, frame.instance, frame.objective),
          random(seed) {}

    const SearchFrame& frame;
    Annealing annealing;
    RuleSearch rules;
    std::unique_ptr<PatternSearch> patterns = {};
    std::unique_ptr<BottleneckSearch> bottleneck = {};
    Random random;
    Draft found = {};
    RuleDraft rule = {};
    Method method = Method::Unknown; ///< by what `found` was made
};

/// A row of the table. What each method is worth stands in tests/bench/reports/ablation.md.
struct SearchMethod {
    std::string_view name;      ///< also the name of its switch
    int (*turns)(const Shape&); ///< its share of turns (`Dealer`); 0: it does not suit the problem
    void (*run)(Worker&, const Known&, const Effort&);
};

/// All methods, in the order of their first turns.
std::span<const SearchMethod> methods();

} // namespace lanewright
