// SPDX-License-Identifier: Apache-2.0
#include "core/explain/pair_overlap.h"

#include "core/model/costs.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <cstddef>

namespace lanewright {

namespace {

class PairTimes {
public:
    explicit PairTimes(const Plan& plan) : m_plan(plan) {}

    Time alone(const Op& op) const { return durationOf(m_plan.schedule, m_plan.costs, {.op = op}); }
    Time compute(const Op& op) const { return m_plan.costs.compute(op, directionOf(op)); }
    Time together(const Op& forward, const Op& backward) const {
        return durationOf(m_plan.schedule, m_plan.costs, pairOf(forward, backward));
    }
    Time saved(const Op& forward, const Op& backward) const {
        return alone(forward) + alone(backward) - together(forward, backward);
    }
    Chain chain(const Op& op) const { return chainOf(m_plan.costs, op, directionOf(op), compute(op)); }

private:
    int directionOf(const Op& op) const { return m_plan.schedule.direction(op.microbatch); }

    const Plan& m_plan;
};

/// The backward of the row that suits the F best, where it saves more than the block does.
std::optional<BetterPartner> betterPartner(const PairTimes& times, const Row& row, const Block& pair) {
    std::optional<BetterPartner> best;
    Time most = pair.paired ? times.saved(pair.op, *pair.paired) : 0;
    for (const Block& block : row) {
        const Op& backward = block.last();
        if ((backward.kind != OpKind::B && backward.kind != OpKind::BW) || backward.microbatch == pair.op.microbatch)
            continue;
        if (const Time saved = times.saved(pair.op, backward); saved > most) {
            most = saved;
            best = BetterPartner{backward, saved};
        }
    }
    return best;
}

} // namespace

std::optional<PairOverlap> pairOverlapOf(const Plan& plan, const Block& block) {
    const bool hasSegments = !plan.costs.pairs.segments.empty();
    const PairTimes times(plan);
    if (!block.paired) {
        const Time network = hasSegments ? lengthOn(Resource::Network, times.chain(block.op)) : 0;
        const Time length = times.alone(block.op);
        return network > 0
                   ? std::optional(PairOverlap{.paired = false, .apart = length, .length = length, .network = network})
                   : std::nullopt;
    }
    if (block.op.kind != OpKind::F)
        return {};
    PairOverlap overlap{.apart = times.alone(block.op) + times.alone(*block.paired),
                        .length = times.together(block.op, *block.paired)};
    if (hasSegments) {
        const Chain forward = times.chain(block.op);
        const Chain backward = times.chain(*block.paired);
        overlap.network = lengthOn(Resource::Network, forward) + lengthOn(Resource::Network, backward);
        // One resource is the network whenever two work.
        overlap.hidden = times.compute(block.op) + times.compute(*block.paired) - leastEndOf(forward, backward);
    }
    return overlap;
}

std::optional<PairOverlap> pairOverlapOf(const Plan& plan, const Op& op) {
    const std::optional<Slot> slot = slotOf(plan.schedule, op);
    if (!slot)
        return {};
    const Row& row = plan.schedule.order[slot->rank];
    const Block& block = row[slot->position];
    std::optional<PairOverlap> overlap = pairOverlapOf(plan, block);
    if (overlap && block.op.kind == OpKind::F)
        overlap->better = betterPartner(PairTimes(plan), row, block);
    return overlap;
}

std::vector<Message> sentencesOf(const PairOverlap& overlap, TimeUnit unit) {
    std::vector<Message> sentences;
    if (!overlap.paired)
        sentences.push_back(
            say(phrase("reason",
                       "It is on the network for %1 of its %2, all of it exposed: no other op computes beside it."),
                inUnit(overlap.network, unit), inUnit(overlap.length, unit)));
    else if (overlap.saved() > 0)
        sentences.push_back(
            say(phrase("reason", "The pair takes %1, which is %2 less than its ops one after the other."),
                inUnit(overlap.length, unit), inUnit(overlap.saved(), unit)));
    else
        sentences.push_back(
            say(phrase("reason", "The pair takes %1 and saves nothing: its ops one after the other take %2."),
                inUnit(overlap.length, unit), inUnit(overlap.apart, unit)));
    if (overlap.paired && overlap.network > 0)
        sentences.push_back(
            say(phrase("reason", "Of %1 on the network, %2 are hidden behind compute and %3 are exposed."),
                inUnit(overlap.network, unit), inUnit(overlap.hidden, unit), inUnit(overlap.exposed(), unit)));
    if (overlap.better)
        sentences.push_back(say(phrase("reason", "With a backward as %1 the F would save %2."),
                                toText(overlap.better->backward), inUnit(overlap.better->saved, unit)));
    return sentences;
}

} // namespace lanewright
