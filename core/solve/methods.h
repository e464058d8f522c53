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

/// The methods that threads take turns at, in one table. Inside core/solve only.
namespace lanewright {

/// What of a problem says which methods suit it.
struct Shape {
    explicit Shape(const Frame& frame);

    bool hasPatterns = false; ///< what a few microbatches do all can do
    bool hasChunks = false;   ///< several on some rank
    bool isLoop = false;      ///< groups may gain
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
    Worker(const Frame& problem, const Shape& shape, std::uint64_t seed)
        : frame(problem), of(shape), annealing(frame.table, frame.objective),
          rules(frame.table, frame.instance, frame.objective), random(seed) {}

    const Frame& frame;
    const Shape& of;
    Annealing annealing;
    RuleSearch rules;
    std::unique_ptr<PatternSearch> patterns = {};
    std::unique_ptr<BottleneckSearch> bottleneck = {};
    Random random;
    Draft found = {};
    RuleDraft rule = {};
    Method method = Method::Unknown;
};

/// A row of the table. Its numbers stand in tests/bench/reports/ablation.md.
struct SearchMethod {
    std::string_view name; ///< also of its switch
    std::string_view suits;
    std::string_view cost;
    std::string_view source;
    int (*turns)(const Shape&); ///< see `Dealer`; 0: it does not suit
    void (*run)(Worker&, const Known&, const Effort&);
};

/// In the order in which they begin.
std::span<const SearchMethod> methods();

} // namespace lanewright
