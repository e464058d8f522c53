// SPDX-License-Identifier: Apache-2.0
#include "core/solve/methods.h"

#include "core/solve/cooling.h"
#include "core/solve/groups.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

/// Annealing begins at this temperature from an order that is good already, in mean lengths of an op; a higher one
/// loses what is good of it. What list rules made is annealed from the lower one, which leaves more time for rules.
constexpr double kFromGood = 0.15;
constexpr double kFromRules = 0.1;
/// The share of a turn that goes into rules, into a pattern, and into making an order rank by rank. Annealing goes
/// on from what they made.
constexpr double kShareOfRules = 0.6;
constexpr double kShareOfPattern = 0.5;
constexpr double kShareOfRanks = 0.75;
/// The smallest share of ranks that `mend` orders anew at once. With fewer, the old order comes back too often.
constexpr double kLeastMended = 0.4;
/// `mend` begins with an order that costs at most this many times as much as the best.
constexpr double kMendable = 1.01;
/// `mend` goes on from an order that costs more by this many mean lengths of an op with a probability of 1/e.
constexpr double kMendSlack = 0.2;
/// An order that was made rank by rank is annealed where it costs at most this many times as much as the best. Most of
/// those that cost more end above it, too.
constexpr double kWorthAnnealing = 1.15;
/// The same for an order that a pattern made.
constexpr double kWorthFilling = 1.1;

void anneal(Worker& worker, const Known& known, const Effort& share) {
    worker.found = worker.annealing.run(known.best, {.from = kFromGood}, share, worker.random);
}

void moveRules(Worker& worker, const Known& known, const Effort& share) {
    if (known.rules.empty()) {
        anneal(worker, known, share);
        return;
    }
    const int count = static_cast<int>(known.rules.size());
    const RuleDraft& start = known.rules[worker.random.chance(50) ? 0 : worker.random.below(count)];
    worker.method = Method::ListScheduling;
    worker.rule = worker.rules.run(start, partOf(share, kShareOfRules), worker.random);
    worker.method = Method::Annealing;
    worker.found = worker.annealing.run(worker.rule.draft, {.from = kFromRules}, share, worker.random);
}

/// A search that a worker makes when it first needs it.
template <class Search>
Search& searchOf(std::unique_ptr<Search>& search, const Worker& worker) {
    if (!search)
        search = std::make_unique<Search>(worker.frame);
    return *search;
}

/// What is left of the time goes into the first and the last turns, which a pattern does not plan.
void findPatterns(Worker& worker, const Known& known, const Effort& share) {
    worker.method = Method::Patterns;
    const Draft made = searchOf(worker.patterns, worker).run(partOf(share, kShareOfPattern), worker.random);
    const bool starts = !made.cost.stalls() && made.cost.energy < kWorthFilling * known.best.cost.energy;
    worker.found = worker.annealing.run(starts ? made : known.best, {.from = kFromGood}, share, worker.random);
}

/// An order that the bottleneck search made, annealed for as long as making it took, which is taken off what is left:
/// the ranks that got their order first did not know what the others would need. Stalls where the order is much dearer
/// than what is known.
Draft annealed(Worker& worker, const Draft& made, const Draft& known, const Allowance& spent, Effort& left) {
    left = after(left, spent.spent());
    if (made.cost.stalls() || made.cost.energy >= kWorthAnnealing * known.cost.energy)
        return {};
    worker.method = Method::Bottleneck;
    if (left.found)
        left.found(made.sequences, made.cost);
    worker.method = Method::Annealing;
    const Effort again = spent.asMuchOf(left);
    left = after(left, again.ops.value_or(0));
    return worker.annealing.run(made, {.from = kFromGood}, again, worker.random);
}

/// Makes orders rank by rank and anneals each.
void orderRankByRank(Worker& worker, const Known& known, const Effort& share) {
    BottleneckSearch& bottleneck = searchOf(worker.bottleneck, worker);
    Method method = Method::Annealing;
    Effort left = share;
    do {
        Allowance allowance(partOf(left, kShareOfRanks));
        const Draft made = bottleneck.run(allowance, worker.random);
        Draft found = annealed(worker, made, known.best, allowance, left);
        if (!isCheaper(found, worker.found))
            continue;
        method = found.cost.value == made.cost.value ? Method::Bottleneck : Method::Annealing;
        worker.found = std::move(found);
    } while (!left.isUsedUp() && worker.found.cost.value > share.goal);
    worker.method = method;
}

/// Orders a few ranks of a good order anew and anneals the result; again and again from what comes of it.
void mend(Worker& worker, const Known& known, const Effort& share) {
    BottleneckSearch& bottleneck = searchOf(worker.bottleneck, worker);
    const Draft& picked = known.pick(worker.random);
    Draft base = picked.cost.energy < kMendable * known.best.cost.energy ? picked : known.best;
    worker.found = base;
    const int least = std::max(1, static_cast<int>(kLeastMended * worker.frame.table.ranks()));
    const double slack = kMendSlack * meanOpLength(worker.frame.table);
    Effort left = share;
    while (!left.isUsedUp() && worker.found.cost.value > share.goal) {
        Allowance allowance(left);
        const int ranks = worker.random.between(least, worker.frame.table.ranks());
        const Draft made = bottleneck.mend(base.sequences, ranks, allowance, worker.random);
        const Draft found = annealed(worker, made, base, allowance, left);
        if (found.cost.energy <= base.cost.energy + drawRise(slack, worker.random))
            base = found;
        if (isCheaper(found, worker.found))
            worker.found = found;
    }
}

/// The numbers of turns are those with which the problems of ablation.md end best.
constexpr std::array kMethods = {
    // Several chunks that are short of memory; a diagram per rank. Adams et al. 1988; Balas, Vazacopoulos 1998.
    SearchMethod{"rank-by-rank", [](const Shape& of) { return of.isTight() ? 8 : 0; }, orderRankByRank},
    SearchMethod{"mending", [](const Shape& of) { return of.isTight() ? 7 : 0; }, mend},
    // Equal microbatches, four or more; O(ops) a trial. Qi et al. 2024.
    SearchMethod{"patterns", [](const Shape& of) { return of.hasPatterns ? of.hasChunks ? 3 : 1 : 0; }, findPatterns},
    // All; O(ops behind a move) a trial. van Laarhoven et al. 1992.
    SearchMethod{"annealing", [](const Shape&) { return 3; }, anneal},
    // All; O(ops log ranks) a trial. Graham 1966.
    SearchMethod{"rules", [](const Shape& of) { return of.isTight() ? 3 : 6; }, moveRules},
};

} // namespace

Shape::Shape(const SearchFrame& frame)
    : hasPatterns(PatternSearch::isFor(frame)), hasChunks(frame.instance.chunks.size() > frame.instance.onRank.size()),
      isLoop(canGroup(frame.instance)), shortage(BottleneckSearch::shortageOf(frame)) {}

const Draft& Known::pick(Random& random) const {
    if (drafts.size() < 2 || random.chance(50))
        return best;
    return drafts[random.below(static_cast<int>(drafts.size()))];
}

std::span<const SearchMethod> methods() { return kMethods; }

} // namespace lanewright
