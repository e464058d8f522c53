// SPDX-License-Identifier: Apache-2.0
#include "core/explain/long_microbatches.h"

#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <cstddef>

namespace lanewright {

namespace {

constexpr int kLeastOfWait = 10; ///< the least excess that is named is one such part of the wait

using KindTimes = std::array<Time, kOpKinds>;

/// By list of costs and stage, over the microbatches whose directions have that list.
std::vector<std::vector<KindTimes>> meansOf(const Plan& plan) {
    const auto stages = static_cast<std::size_t>(plan.schedule.stages());
    std::vector<std::vector<KindTimes>> means(plan.costs.stages.size(), std::vector<KindTimes>(stages, KindTimes{}));
    std::vector<Time> counts(means.size());
    for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch) {
        const int direction = plan.schedule.direction(microbatch);
        const std::size_t list = std::min(static_cast<std::size_t>(direction), means.size() - 1);
        ++counts[list];
        for (int stage = 0; stage < plan.schedule.stages(); ++stage)
            for (int kind = 0; kind < kOpKinds; ++kind)
                means[list][stage][static_cast<std::size_t>(kind)] += plan.costs.compute(
                    {.kind = static_cast<OpKind>(kind), .stage = stage, .microbatch = microbatch}, direction);
    }
    for (std::size_t list = 0; list < means.size(); ++list)
        for (KindTimes& ofStage : means[list])
            for (Time& time : ofStage)
                time = counts[list] > 0 ? (time + counts[list] / 2) / counts[list] : 0;
    return means;
}

} // namespace

LongMicrobatches::LongMicrobatches(const Plan& plan, const Causes& causes, const Timeline& timeline)
    : m_plan(plan), m_causes(causes), m_timeline(timeline) {
    if (!plan.costs.microbatches.areEqual())
        m_means = meansOf(plan);
}

Time LongMicrobatches::meanOf(const Op& op) const {
    const auto list = std::min(static_cast<std::size_t>(m_plan.schedule.direction(op.microbatch)), m_means.size() - 1);
    const Time mean = m_means[list][op.stage][static_cast<std::size_t>(op.kind)];
    return op.kind == OpKind::W ? shareOf(mean, op.part, m_plan.costs.weightParts) : mean;
}

LongBlock LongMicrobatches::blockAt(const Slot& slot) const {
    const Span& span = m_causes.spanAt(slot);
    const auto above = [this](const Op& op) {
        const Time whole = m_plan.costs.compute(op, m_plan.schedule.direction(op.microbatch));
        return (op.kind == OpKind::W ? shareOf(whole, op.part, m_plan.costs.weightParts) : whole) - meanOf(op);
    };
    LongBlock block{.slot = slot, .op = span.op, .excess = above(span.op)};
    block.costs = durationOf(m_plan.schedule, m_plan.costs, Block{.op = span.op, .paired = span.paired});
    if (!span.paired)
        return block;
    // A pair takes the same share of the sum of its parts, whatever its microbatches.
    const Op paired = *span.paired;
    const Time mean = meanOf(span.op) + meanOf(paired);
    const Time sum = mean + block.excess + above(paired);
    if (above(paired) > block.excess)
        block.op = paired;
    block.excess = block.costs - (sum > 0 ? scaled(block.costs, {.number = mean, .of = sum}) : block.costs);
    return block;
}

std::optional<LongBlock> LongMicrobatches::longestIn(Slot at, Time from, Time to) const {
    std::optional<LongBlock> longest;
    Time most = std::max<Time>(1, (to - from + kLeastOfWait - 1) / kLeastOfWait) - 1;
    // The clocks of a measured run may place a producer behind its consumer; no chain has more blocks than its lanes.
    std::size_t left = 1;
    for (const Lane& lane : m_timeline.lanes)
        left += lane.size();
    for (; left > 0 && m_causes.spanAt(at).end > from; --left) {
        const Span& span = m_causes.spanAt(at);
        const LongBlock block = blockAt(at);
        const Time meanwhile = std::min(block.excess, std::min(span.end, to) - std::max(span.start, from));
        if (meanwhile > most) {
            most = meanwhile;
            longest = block;
        }
        const Causes::Cause cause = m_causes.causeOf(at);
        if (cause.binding == Binding::Start || cause.blame == at)
            break;
        at = cause.blame;
    }
    return longest;
}

std::optional<LongBlock> LongMicrobatches::behind(const Slot& slot, Time from, Time to) const {
    if (m_means.empty() || from >= to)
        return {};
    const Causes::Cause cause = m_causes.causeOf(slot);
    if (cause.binding != Binding::Dependency)
        return {};
    return longestIn(cause.blame, from, to);
}

std::optional<LongBlock> LongMicrobatches::behindTheEnd(Time from, Time to) const {
    if (m_means.empty() || from >= to)
        return {};
    const Slot last = lastSlotOf(m_timeline);
    return last.rank < 0 ? std::nullopt : longestIn(last, from, to);
}

Message LongMicrobatches::sentence(const LongBlock& block) const {
    const Span& span = m_causes.spanAt(block.slot);
    return say(phrase("reason", "Microbatch %1 is long: %2 costs %3, %4 more than the mean on stage %5."),
               block.op.microbatch, toText(Block{.op = span.op, .paired = span.paired}, m_plan.costs.weightParts),
               inUnit(block.costs, m_plan.timeUnit), inUnit(block.excess, m_plan.timeUnit), int{block.op.stage});
}

} // namespace lanewright
