// SPDX-License-Identifier: Apache-2.0
#include "core/explain/reasons.h"

#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// Builds the sentence of an explanation.
class Sentence {
public:
    Sentence(const Plan& plan, const Explanation& about, Time gap) : m_plan(&plan), m_about(&about), m_gap(gap) {}

    Message text(const Span& span) const {
        const std::string op = toText(Block{.op = span.op, .paired = span.paired}, m_plan->costs.weightParts);
        switch (m_about->binding) {
        case Binding::Start:
            return say(phrase("reason", "%1 starts at %2, first on rank %3, and needs nothing."), op, start(), rank());
        case Binding::Dependency: return dependency(op);
        case Binding::RankBusy:
            return inTurn({say(phrase("reason", "%1 starts at %2, as soon as rank %3 is done with %4."), op, start(),
                               rank(), before()),
                           input()});
        case Binding::Gap: return inTurn({gap(op), input()});
        }
        return {};
    }

private:
    Message time(Time ticks) const { return inUnit(ticks, m_plan->timeUnit); }
    Message start() const { return time(m_about->start); }
    std::string name(const Op& op) const { return toText(op, m_plan->costs.weightParts); }
    int rank() const { return m_about->slot.rank; }
    Message before() const {
        return m_about->before ? Message(name(*m_about->before)) : say(phrase("reason", "nothing"));
    }

    const Arrival* last() const {
        const auto found = std::ranges::max_element(m_about->inputs, {}, &Arrival::arrives);
        return found == m_about->inputs.end() ? nullptr : &*found;
    }

    Message dependency(const std::string& op) const {
        const Arrival& arrival = *last();
        const std::string producer = name(arrival.producer);
        const bool own = arrival.fromRank == m_about->slot.rank;
        const Time idle = m_about->idleBefore;
        if (own && idle > 0)
            return say(
                phrase("reason", "%1 starts at %2, when the output of %3 is there; rank %4 was idle for %5 before."),
                op, start(), producer, rank(), time(idle));
        if (own)
            return say(phrase("reason", "%1 starts at %2, when the output of %3 is there."), op, start(), producer);
        if (idle > 0)
            return say(phrase("reason", "%1 starts at %2, when the output of %3 arrives from rank %4; rank %5 was idle "
                                        "for %6 before."),
                       op, start(), producer, arrival.fromRank, rank(), time(idle));
        return say(phrase("reason", "%1 starts at %2, when the output of %3 arrives from rank %4."), op, start(),
                   producer, arrival.fromRank);
    }

    Message gap(const std::string& op) const {
        if (m_about->before)
            return say(phrase("reason", "%1 starts at %2, held back by its gap of %3 after %4."), op, start(),
                       time(m_gap), name(*m_about->before));
        return say(phrase("reason", "%1 starts at %2, held back by its gap of %3."), op, start(), time(m_gap));
    }

    /// How long the last value has been there.
    Message input() const {
        const Arrival* arrival = last();
        if (!arrival || arrival->slack < 0)
            return {};
        if (arrival->slack == 0)
            return say(phrase("reason", "The output of %1 arrives at the same time."), name(arrival->producer));
        return say(phrase("reason", "What it needs has been there for %1."), time(arrival->slack));
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
    : m_plan(&plan), m_timeline(&timeline), m_causes(plan, timeline), m_long(plan, m_causes, timeline),
      m_parts(std::max(1, plan.costs.weightParts)), m_spans(plan, m_parts), m_order(plan, m_parts) {
    const auto enterAll = [](Places& places, const auto& rows) {
        forEachSlot(rows, [&](const Slot& slot, const auto& block) {
            for (const Op& op : opsIn(block))
                places.enter(op, slot);
        });
    };
    enterAll(m_spans, timeline.lanes);
    enterAll(m_order, plan.schedule.order);
}

void Reasons::addConsumers(const Op& op, std::vector<std::pair<Slot, Op>>& consumers) const {
    const DataflowEntry& yields = m_causes.dataflow().of(op);
    const auto needsIt = [&](const Op& other) {
        const DataflowEntry& entry = m_causes.dataflow().of(other);
        for (int need = 0; need < entry.needCount; ++need)
            for (int yield = 0; yield < yields.yieldCount; ++yield)
                if (entry.needs[need] == yields.yields[yield])
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
    for (const Op& each : opsIn(span))
        addConsumers(each, consumers);
    std::ranges::sort(consumers);
    about.consumers.reserve(consumers.size());
    for (const auto& [where, consumer] : consumers)
        about.consumers.push_back(consumer);
    about.sentence = Sentence(*m_plan, about, m_causes.gapAt(*slot)).text(span);
    if (const std::optional<LongBlock> block = m_long.behind(*slot, about.rankFree, span.start)) {
        about.longOp = block->op;
        about.sentence = inTurn({about.sentence, m_long.sentence(*block)});
    }
    return about;
}

std::optional<Explanation> explain(const Plan& plan, const Timeline& timeline, const Op& op) {
    return Reasons(plan, timeline).of(op);
}

} // namespace lanewright
