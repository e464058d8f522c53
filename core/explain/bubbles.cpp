// SPDX-License-Identifier: Apache-2.0
#include "core/explain/bubbles.h"

#include "core/explain/long_microbatches.h"
#include "core/explain/reasons.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Builds the sentence of a bubble's reason.
class BubbleSentence {
public:
    BubbleSentence(const Plan& plan, const Timeline& timeline, const BubbleReason& about)
        : m_plan(plan), m_timeline(timeline), m_about(about) {}

    Message text() const {
        switch (m_about.kind) {
        case BubbleKind::Fill:
            return say(phrase("bubble",
                              "Rank %1 is idle for %2: the pipeline fills, and its first value, the output of "
                              "%3, comes at %4."),
                       rank(), idle(), producer(), time(m_about.bubble.end));
        case BubbleKind::Dependency:
            return inTurn({say(phrase("bubble", "Rank %1 is idle for %2: %3 needs the output of %4, and rank %5 is not "
                                                "done with that until %6."),
                               rank(), idle(), next(), producer(), m_about.bindingRank, time(producerEnd())),
                           way()});
        case BubbleKind::Transfer:
            return say(phrase("bubble", "Rank %1 is idle for %2: the output of %3 is on its way from rank %4 to %5."),
                       rank(), idle(), producer(), m_about.bindingRank, next());
        case BubbleKind::Gap:
            return say(phrase("bubble", "Rank %1 is idle for %2: the explicit gap before %3 holds it."), rank(), idle(),
                       next());
        case BubbleKind::Drain:
            return say(phrase("bubble", "Rank %1 is idle for %2: the pipeline drains, and nothing is left to run on "
                                        "rank %1."),
                       rank(), idle());
        case BubbleKind::Stall:
            return say(phrase("bubble", "Rank %1 never goes on: %2 does not get what it needs."), rank(), next());
        case BubbleKind::Late:
            return say(phrase("bubble", "Rank %1 is idle for %2, though nothing holds %3: its rank is free and what it "
                                        "needs is there."),
                       rank(), idle(), next());
        }
        return {};
    }

private:
    Message time(Time ticks) const { return inUnit(ticks, m_plan.timeUnit); }
    int rank() const { return m_about.bubble.rank; }
    Message name(const std::optional<Op>& op) const {
        return op ? Message(toText(*op, m_plan.costs.weightParts)) : say(phrase("bubble", "nothing"));
    }
    Message next() const { return name(m_about.next); }
    Message producer() const { return name(m_about.bindingOp); }
    Message idle() const { return time(m_about.bubble.length()); }
    Time producerEnd() const {
        const Span* span = m_about.bindingOp ? spanOf(m_timeline, *m_about.bindingOp) : nullptr;
        return span ? span->end : m_about.bubble.end;
    }
    Message way() const {
        const Time travels = m_about.bubble.end - producerEnd();
        return travels > 0 ? say(phrase("bubble", "The way takes %1."), time(travels)) : Message();
    }

    const Plan& m_plan;
    const Timeline& m_timeline;
    const BubbleReason& m_about;
};

} // namespace

std::vector<Bubble> bubblesOf(const Timeline& timeline, int rank) {
    const Extent whole = extentOf(timeline);
    const Lane& lane = timeline.lanes[rank];
    std::vector<Bubble> bubbles;
    Time free = whole.start;
    for (int position = 0; position <= static_cast<int>(lane.size()); ++position) {
        const bool last = position == static_cast<int>(lane.size());
        const Time start = last ? whole.end : lane[position].start;
        if (start > free)
            bubbles.push_back({rank, position, free, start});
        if (!last)
            free = std::max(free, lane[position].end);
    }
    return bubbles;
}

std::optional<Bubble> bubbleAt(const Timeline& timeline, int rank, Time time) {
    if (rank < 0 || rank >= static_cast<int>(timeline.lanes.size()))
        return {};
    const Extent whole = extentOf(timeline);
    if (time < whole.start || time >= whole.end)
        return {};
    const Lane& lane = timeline.lanes[rank];
    const auto after = std::ranges::upper_bound(lane, time, {}, &Span::start);
    const Time free = after == lane.begin() ? whole.start : std::prev(after)->end;
    if (free > time)
        return {};
    return Bubble{rank, static_cast<int>(after - lane.begin()), free, after == lane.end() ? whole.end : after->start};
}

BubbleReason Reasons::reasonAtEnd(const Bubble& bubble) const {
    const std::vector<Row>& order = m_plan->schedule.order;
    if (bubble.rank >= static_cast<int>(order.size()) || bubble.position >= static_cast<int>(order[bubble.rank].size()))
        return {.bubble = bubble, .kind = BubbleKind::Drain};
    return {.bubble = bubble, .kind = BubbleKind::Stall, .next = order[bubble.rank][bubble.position].op};
}

BubbleReason Reasons::reasonBefore(const Bubble& bubble) const {
    const Slot slot{bubble.rank, bubble.position};
    const Causes::Cause cause = m_causes.causeOf(slot);
    BubbleReason about{.bubble = bubble, .next = m_causes.spanAt(slot).op};
    if (cause.binding == Binding::Gap)
        about.kind = BubbleKind::Gap;
    if (cause.binding == Binding::Dependency) {
        const bool travels = m_causes.spanAt(cause.blame).end <= bubble.start;
        about.kind = bubble.position == 0 ? BubbleKind::Fill : travels ? BubbleKind::Transfer : BubbleKind::Dependency;
        about.bindingOp = cause.op;
        about.bindingRank = cause.blame.rank;
    }
    return about;
}

BubbleReason Reasons::of(const Bubble& bubble) const {
    const bool atEnd = bubble.position >= static_cast<int>(m_timeline->lanes[bubble.rank].size());
    BubbleReason about = atEnd ? reasonAtEnd(bubble) : reasonBefore(bubble);
    about.sentence = BubbleSentence(*m_plan, *m_timeline, about).text();
    std::optional<LongBlock> longest;
    if (about.kind == BubbleKind::Drain)
        longest = m_long.behindTheEnd(bubble.start, bubble.end);
    else if (about.bindingOp)
        longest = m_long.behind({bubble.rank, bubble.position}, bubble.start, bubble.end);
    if (longest) {
        about.longOp = longest->op;
        about.sentence = inTurn({about.sentence, m_long.sentence(*longest)});
    }
    return about;
}

BubbleReason explain(const Plan& plan, const Timeline& timeline, const Bubble& bubble) {
    return Reasons(plan, timeline).of(bubble);
}

} // namespace lanewright
