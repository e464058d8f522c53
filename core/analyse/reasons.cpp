// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/reasons.h"

#include "core/analyse/words.h"
#include "core/model/text.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

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

Reasons::Places::Places(const Plan& plan, int parts)
    : m_stages(plan.schedule.stages()), m_microbatches(plan.schedule.microbatches),
      m_slots((static_cast<std::size_t>(kOpKinds) - 1 + parts) * m_stages * m_microbatches, Slot{-1, 0}) {}

std::size_t Reasons::Places::indexOf(const Op& op) const {
    if (op.stage < 0 || op.stage >= m_stages || op.microbatch < 0 || op.microbatch >= m_microbatches)
        return m_slots.size();
    // The parts of W behind all other kinds.
    const int kind = op.kind == OpKind::W && op.part > 0 ? kOpKinds - 1 + op.part : static_cast<int>(op.kind);
    return (static_cast<std::size_t>(kind) * m_stages + op.stage) * m_microbatches + op.microbatch;
}

void Reasons::Places::enter(const Op& op, const Slot& slot) {
    const std::size_t index = indexOf(op);
    if (index < m_slots.size() && m_slots[index].rank < 0)
        m_slots[index] = slot;
}

std::optional<Slot> Reasons::Places::of(const Op& op) const {
    const std::size_t index = indexOf(op);
    if (index >= m_slots.size() || m_slots[index].rank < 0)
        return {};
    return m_slots[index];
}

Reasons::Reasons(const Plan& plan, const Timeline& timeline)
    : m_plan(&plan), m_timeline(&timeline), m_causes(plan, timeline), m_parts(std::max(1, plan.costs.weightParts)),
      m_spans(plan, m_parts), m_order(plan, m_parts) {
    const auto enterAll = [](Places& places, const auto& rows) {
        for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
            for (int position = 0; position < static_cast<int>(rows[rank].size()); ++position) {
                places.enter(rows[rank][position].op, {rank, position});
                if (rows[rank][position].paired)
                    places.enter(*rows[rank][position].paired, {rank, position});
            }
    };
    enterAll(m_spans, timeline.lanes);
    enterAll(m_order, plan.schedule.order);
}

void Reasons::addConsumers(const Op& op, std::vector<std::pair<Slot, Op>>& consumers) const {
    const Recipe& yields = m_causes.recipes().of(op);
    const auto needsIt = [&](const Op& other) {
        const Recipe& recipe = m_causes.recipes().of(other);
        for (int need = 0; need < recipe.needCount; ++need)
            for (int yield = 0; yield < yields.yieldCount; ++yield)
                if (recipe.needs[need] == yields.yields[yield])
                    return true;
        return false;
    };
    // Values go to the same stage or to the next one in either direction.
    const int last = m_plan->schedule.stages() - 1;
    for (int stage = std::max(0, op.stage - 1); stage <= std::min(last, op.stage + 1); ++stage)
        for (int kind = 0; kind < kOpKinds; ++kind)
            for (int part = 0; part < (static_cast<OpKind>(kind) == OpKind::W ? m_parts : 1); ++part) {
                const Op other{
                    .kind = static_cast<OpKind>(kind), .part = part, .stage = stage, .microbatch = op.microbatch};
                if (needsIt(other))
                    if (const std::optional<Slot> slot = m_order.of(other))
                        consumers.emplace_back(*slot, other);
            }
}

std::optional<Explanation> Reasons::of(const Op& op) const {
    const std::optional<Slot> slot = slotOf(op);
    if (!slot)
        return {};
    const Span& span = m_causes.spanAt(*slot);
    Explanation about{.slot = *slot, .start = span.start, .end = span.end};
    about.rankFree = m_causes.rankFree(*slot);
    about.idleBefore = span.start - about.rankFree;
    if (slot->position > 0)
        about.before = m_causes.spanAt({slot->rank, slot->position - 1}).op;
    m_causes.eachInput(*slot, [&](const Causes::Input& input) {
        about.inputs.push_back({input.producer, input.from.rank, input.arrives, span.start - input.arrives});
    });
    const Causes::Cause cause = m_causes.causeOf(*slot);
    about.binding = cause.binding;
    if (cause.blame != *slot)
        about.bindingOp = cause.op;
    std::vector<std::pair<Slot, Op>> consumers;
    addConsumers(span.op, consumers);
    if (span.paired)
        addConsumers(*span.paired, consumers);
    std::ranges::sort(consumers);
    about.consumers.reserve(consumers.size());
    for (const auto& [where, consumer] : consumers)
        about.consumers.push_back(consumer);
    about.sentence = Sentence(*m_plan, about, m_causes.gapAt(*slot)).text(span);
    return about;
}

} // namespace lanewright
