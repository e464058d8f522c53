// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/explain.h"

#include "core/analyse/causes.h"
#include "core/analyse/words.h"
#include "core/model/text.h"

#include <algorithm>
#include <iterator>

namespace lanewright {

namespace {

std::optional<Slot> slotIn(const Timeline& timeline, const Op& op) {
    for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank) {
        const Lane& lane = timeline.lanes[rank];
        const auto found = std::ranges::find_if(lane, [&](const Span& span) { return span.holds(op); });
        if (found != lane.end())
            return Slot{rank, static_cast<int>(found - lane.begin())};
    }
    return {};
}

/// The ops of the order that need what the op yields.
std::vector<Op> consumersOf(const Plan& plan, const Op& op) {
    const Recipes recipes(plan.schedule, plan.costs);
    const Recipe& yields = recipes.of(op);
    std::vector<Op> consumers;
    const auto look = [&](const Op& other) {
        const Recipe& recipe = recipes.of(other);
        for (int need = 0; other.microbatch == op.microbatch && need < recipe.needCount; ++need)
            for (int yield = 0; yield < yields.yieldCount; ++yield)
                if (recipe.needs[need] == yields.yields[yield])
                    consumers.push_back(other);
    };
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row) {
            look(block.op);
            if (block.paired)
                look(*block.paired);
        }
    return consumers;
}

/// Builds the sentence of an explanation.
class Sentence {
public:
    Sentence(const Plan& plan, const Explanation& about, Time gap) : m_plan(&plan), m_about(&about), m_gap(gap) {}

    std::string text(const Span& span) const {
        const Block block{.op = span.op, .paired = span.paired};
        std::string head = toText(block, m_plan->costs.weightParts) + " starts at " + time(m_about->start);
        switch (m_about->binding) {
        case Binding::Start: return head + ", first on rank " + rank() + ", and needs nothing.";
        case Binding::Dependency: return head + dependency();
        case Binding::RankBusy:
            return head + ", as soon as rank " + rank() + " is done with " + before() + "." + input();
        case Binding::Gap: return head + ", held back by its gap of " + time(m_gap) + afterWhat() + "." + input();
        }
        return head;
    }

private:
    std::string time(Time ticks) const { return inUnit(ticks, m_plan->timeUnit); }
    std::string name(const Op& op) const { return toText(op, m_plan->costs.weightParts); }
    std::string rank() const { return std::to_string(m_about->slot.rank); }
    std::string before() const { return m_about->before ? name(*m_about->before) : std::string("nothing"); }
    std::string afterWhat() const { return m_about->before ? " after " + before() : std::string{}; }

    const Arrival* last() const {
        const auto found = std::ranges::max_element(m_about->inputs, {}, &Arrival::arrives);
        return found == m_about->inputs.end() ? nullptr : &*found;
    }

    std::string dependency() const {
        const Arrival& arrival = *last();
        std::string text = ", when what " + name(arrival.producer) + " yields ";
        if (arrival.fromRank == m_about->slot.rank)
            text += "is there";
        else
            text += "arrives from rank " + std::to_string(arrival.fromRank);
        if (m_about->idleBefore > 0)
            text += "; rank " + rank() + " was idle for " + time(m_about->idleBefore) + " before";
        return text + ".";
    }

    /// How long the last value has been there.
    std::string input() const {
        const Arrival* arrival = last();
        if (!arrival || arrival->slack < 0)
            return {};
        if (arrival->slack == 0)
            return " What " + name(arrival->producer) + " yields comes at the same time.";
        return " What it needs has been there for " + time(arrival->slack) + ".";
    }

    const Plan* m_plan;
    const Explanation* m_about;
    Time m_gap;
};

} // namespace

std::optional<Explanation> explain(const Plan& plan, const Timeline& timeline, const Op& op) {
    const std::optional<Slot> slot = slotIn(timeline, op);
    if (!slot)
        return {};
    const Causes causes(plan, timeline);
    const Span& span = causes.spanAt(*slot);
    Explanation about{.slot = *slot, .start = span.start, .end = span.end};
    about.rankFree = causes.rankFree(*slot);
    about.idleBefore = span.start - about.rankFree;
    if (slot->position > 0)
        about.before = causes.spanAt({slot->rank, slot->position - 1}).op;
    for (const Causes::Input& input : causes.inputsOf(*slot))
        about.inputs.push_back({input.producer, input.from.rank, input.arrives, span.start - input.arrives});
    const Causes::Cause cause = causes.causeOf(*slot);
    about.binding = cause.binding;
    if (cause.blame != *slot)
        about.bindingOp = cause.op;
    about.consumers = consumersOf(plan, span.op);
    if (span.paired)
        std::ranges::copy(consumersOf(plan, *span.paired), std::back_inserter(about.consumers));
    about.sentence = Sentence(plan, about, causes.gapAt(*slot)).text(span);
    return about;
}

std::vector<Op> criticalPath(const Plan& plan, const Timeline& timeline) {
    const Causes causes(plan, timeline);
    std::vector<Op> path;
    for (const Slot& slot : causes.criticalSlots())
        path.push_back(causes.spanAt(slot).op);
    return path;
}

} // namespace lanewright
