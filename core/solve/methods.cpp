// SPDX-License-Identifier: Apache-2.0
#include "core/solve/methods.h"

#include "core/solve/groups.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright {

namespace {

/// The least part of all ranks that get another order in one go.
constexpr double kLeastMended = 0.4;
/// Orders at most so much dearer than the best are worth that, and one that is so much dearer, in mean lengths of an op
/// and on the average, is gone on with.
constexpr double kMendable = 1.01;
constexpr double kMendSlack = 0.2;
/// What the orders of ranks are put together to is annealed where it is at most so much dearer than what is known.
constexpr double kWorthAnnealing = 1.15;

bool cheaper(const Draft& a, const Draft& b) { return a.cost.energy < b.cost.energy; }

void anneal(Worker& worker, const Known& known, const Effort& share) {
    worker.found = worker.annealing.run(known.best, {.from = 0.15}, share, worker.random);
}

void moveRules(Worker& worker, const Known& known, const Effort& share) {
    if (known.rules.empty()) {
        anneal(worker, known, share);
        return;
    }
    const int count = static_cast<int>(known.rules.size());
    const RuleDraft& start = known.rules[worker.random.chance(50) ? 0 : worker.random.below(count)];
    worker.method = Method::ListScheduling;
    worker.rule = worker.rules.run(start, partOf(share, 0.6), worker.random);
    worker.method = Method::Annealing;
    worker.found = worker.annealing.run(worker.rule.draft, {.from = 0.1}, share, worker.random);
}

/// A pattern fills and empties the pipeline as it comes, so the rest of the time goes into that.
void findPatterns(Worker& worker, const Known& known, const Effort& share) {
    if (!worker.patterns)
        worker.patterns = std::make_unique<PatternSearch>(worker.frame);
    worker.method = Method::Patterns;
    const Draft made = worker.patterns->run(partOf(share, 0.5), worker.random);
    const bool starts = !made.cost.stalls() && made.cost.energy < 1.1 * known.best.cost.energy;
    worker.found = worker.annealing.run(starts ? made : known.best, {.from = 0.15}, share, worker.random);
}

BottleneckSearch& bottleneckOf(Worker& worker) {
    if (!worker.bottleneck)
        worker.bottleneck = std::make_unique<BottleneckSearch>(worker.frame);
    return *worker.bottleneck;
}

/// What the bottleneck search made, annealed for as long as that took, which is taken off what is left: a rank that has
/// its order does not know what others will need. Stalls where it is much dearer than what is known.
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
    return worker.annealing.run(made, {.from = 0.15}, again, worker.random);
}

/// Which is the best to go on with shows soon.
void orderRankByRank(Worker& worker, const Known& known, const Effort& share) {
    BottleneckSearch& bottleneck = bottleneckOf(worker);
    Method method = Method::Annealing;
    Effort left = share;
    do {
        Allowance allowance(partOf(left, 0.75));
        const Draft made = bottleneck.run(allowance, worker.random);
        Draft found = annealed(worker, made, known.best, allowance, left);
        if (!cheaper(found, worker.found))
            continue;
        method = found.cost.value == made.cost.value ? Method::Bottleneck : Method::Annealing;
        worker.found = std::move(found);
    } while (!left.isUsedUp() && worker.found.cost.value > share.goal);
    worker.method = method;
}

/// From the best order, or one that is nearly as good, a few ranks are ordered anew.
void mend(Worker& worker, const Known& known, const Effort& share) {
    BottleneckSearch& bottleneck = bottleneckOf(worker);
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
        if (found.cost.energy <= base.cost.energy - slack * std::log(1 - worker.random.unit()))
            base = found;
        if (cheaper(found, worker.found))
            worker.found = found;
    }
}

/// Turns are those with which the sets of ablation.md end best. Where memory is short, a turn of one or two orders of
/// all ranks is a long one, and most of them find nothing.
constexpr std::array kMethods = {
    SearchMethod{"rank-by-rank", "several chunks that are short of memory", "a diagram per rank", "Adams et al. 1988",
                 [](const Shape& of) { return of.isTight() ? 8 : 0; }, orderRankByRank},
    SearchMethod{"mending", "several chunks that are short of memory", "a diagram per rank", "Balas, Vazacopoulos 1998",
                 [](const Shape& of) { return of.isTight() ? 7 : 0; }, mend},
    SearchMethod{"patterns", "equal microbatches, four or more", "O(ops) a trial", "Qi et al. 2024",
                 [](const Shape& of) { return of.hasPatterns ? of.hasChunks ? 3 : 1 : 0; }, findPatterns},
    SearchMethod{"annealing", "all", "O(ops behind a move) a trial", "van Laarhoven et al. 1992",
                 [](const Shape&) { return 3; }, anneal},
    SearchMethod{"rules", "all", "O(ops log ranks) a trial", "Graham 1966",
                 [](const Shape& of) { return of.isTight() ? 3 : 6; }, moveRules},
};

} // namespace

Shape::Shape(const Frame& frame)
    : hasPatterns(PatternSearch::isFor(frame)), hasChunks(frame.instance.chunks.size() > frame.instance.onRank.size()),
      isLoop(canGroup(frame.instance)), shortage(BottleneckSearch::shortageOf(frame)) {}

const Draft& Known::pick(Random& random) const {
    if (drafts.size() < 2 || random.chance(50))
        return best;
    return drafts[random.below(static_cast<int>(drafts.size()))];
}

std::span<const SearchMethod> methods() { return kMethods; }

} // namespace lanewright
