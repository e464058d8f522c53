// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/bubbles.h"

#include "core/analyse/memory.h"
#include "core/analyse/reasons.h"
#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"
#include "core/analyse/words.h"
#include "core/model/text.h"

#include <algorithm>
#include <tuple>

namespace lanewright {

namespace {

constexpr int kMostTried = 32;
/// So many of them are judged by `validate`, best first; more are hardly read.
constexpr int kMostJudged = 4;
/// How far ahead of those before it the op that is waited for is tried.
constexpr int kFarthestAhead = 4;

std::ptrdiff_t errorsIn(const std::vector<Finding>& findings) {
    return std::ranges::count(findings, Severity::Error, &Finding::severity);
}

/// A change with what it gives.
struct Trial {
    Remedy remedy = {};
    Time left = 0; ///< idle time before the block behind the bubble
};

/// Tries changes one by one.
class Trials {
public:
    Trials(const Plan& plan, const Timeline& timeline, const Bubble& bubble)
        : m_plan(plan), m_timeline(timeline), m_bubble(bubble), m_reasons(plan, timeline),
          m_makespan(extentOf(timeline).length()) {
        if (bubble.position < static_cast<int>(timeline.lanes[bubble.rank].size()))
            m_next = timeline.lanes[bubble.rank][bubble.position].op;
    }

    std::vector<Remedy> best() {
        tryGap();
        tryProducer();
        tryLaterBlocks();
        std::ranges::stable_sort(m_trials, {}, [](const Trial& trial) {
            return std::tuple{trial.remedy.makespanAfter, trial.left};
        });
        if (m_trials.size() > kMostJudged)
            m_trials.resize(kMostJudged);
        const std::ptrdiff_t errors = errorsIn(validate(m_plan, m_timeline));
        std::vector<Remedy> remedies;
        for (const Trial& trial : m_trials) {
            Plan next = m_plan;
            next.schedule = withRemedy(m_plan.schedule, trial.remedy);
            if (errorsIn(validate(next)) <= errors)
                remedies.push_back(trial.remedy);
        }
        return remedies;
    }

private:
    void tryGap() {
        if (m_next && m_reasons.causes().gapAt({m_bubble.rank, m_bubble.position}) > 0)
            attempt({.from = {m_bubble.rank, m_bubble.position}, .before = m_bubble.position, .removesGap = true});
    }

    void tryProducer() {
        if (!m_next)
            return;
        const std::optional<Explanation> why = m_reasons.of(*m_next);
        if (!why || why->binding != Binding::Dependency || !why->bindingOp)
            return;
        const std::optional<Slot> producer = m_reasons.slotOf(*why->bindingOp);
        if (!producer || producer->rank == m_bubble.rank)
            return;
        for (int ahead = 1; ahead <= kFarthestAhead && producer->position - ahead >= 0; ++ahead)
            attempt({.from = *producer, .before = producer->position - ahead});
    }

    void tryLaterBlocks() {
        const Lane& lane = m_timeline.lanes[m_bubble.rank];
        for (int position = m_bubble.position + 1; position < static_cast<int>(lane.size()); ++position) {
            if (m_tried >= kMostTried)
                return;
            // What it needs is there while the rank is idle.
            Time ready = m_bubble.start;
            bool follows = false;
            m_reasons.causes().eachInput({m_bubble.rank, position}, [&](const Causes::Input& input) {
                ready = std::max(ready, input.arrives);
                follows = follows || (input.from.rank == m_bubble.rank && input.from.position >= m_bubble.position);
            });
            if (!follows && ready < m_bubble.end)
                attempt({.from = {m_bubble.rank, position}, .before = m_bubble.position});
        }
    }

    void attempt(Remedy remedy) {
        ++m_tried;
        const Schedule next = withRemedy(m_plan.schedule, remedy);
        simulate(next, m_plan.costs, m_then);
        if (!reachesEnd(next, m_then))
            return;
        remedy.op = m_plan.schedule.order[remedy.from.rank][remedy.from.position].op;
        remedy.makespanBefore = m_makespan;
        remedy.makespanAfter = extentOf(m_then).length();
        const Time left = idleIn(m_then);
        if (remedy.makespanAfter <= m_makespan && left < m_bubble.length())
            m_trials.push_back({remedy, left});
    }

    /// What is still idle of the bubble's stretch.
    Time idleIn(const Timeline& timeline) const {
        Time idle = m_bubble.length();
        for (const Span& span : timeline.lanes[m_bubble.rank]) {
            if (span.start >= m_bubble.end)
                break;
            idle -= std::max<Time>(0, std::min(span.end, m_bubble.end) - std::max(span.start, m_bubble.start));
        }
        return idle;
    }

    const Plan& m_plan;
    const Timeline& m_timeline;
    const Bubble& m_bubble;
    Reasons m_reasons;
    Time m_makespan;
    std::optional<Op> m_next;
    std::vector<Trial> m_trials;
    Timeline m_then;
    int m_tried = 0;
};

/// Builds the sentence of a bubble's reason.
class BubbleSentence {
public:
    BubbleSentence(const Plan& plan, const Timeline& timeline, const BubbleReason& about)
        : m_plan(plan), m_timeline(timeline), m_about(about) {}

    std::string text() const {
        switch (m_about.kind) {
        case BubbleKind::Fill:
            return idle() + ": the pipeline fills, and its first value, what " + producer() + " yields, comes at " +
                   time(m_about.bubble.end) + ".";
        case BubbleKind::Dependency:
            return idle() + ": " + next() + " needs what " + producer() + " yields, and rank " +
                   std::to_string(m_about.bindingRank) + " is not done with that until " + time(producerEnd()) + "." +
                   way();
        case BubbleKind::Transfer:
            return idle() + ": what " + producer() + " yields is on its way from rank " +
                   std::to_string(m_about.bindingRank) + " to " + next() + ".";
        case BubbleKind::Gap: return idle() + ": the explicit gap before " + next() + " holds it.";
        case BubbleKind::Drain:
            return idle() + ": the pipeline drains, and nothing is left to run on rank " + rank() + ".";
        case BubbleKind::Stall: return "Rank " + rank() + " never goes on: " + next() + " does not get what it needs.";
        case BubbleKind::Late:
            return idle() + ", though nothing holds " + next() + ": its rank is free and what it needs is there.";
        }
        return {};
    }

private:
    std::string time(Time ticks) const { return inUnit(ticks, m_plan.timeUnit); }
    std::string rank() const { return std::to_string(m_about.bubble.rank); }
    std::string name(const std::optional<Op>& op) const {
        return op ? toText(*op, m_plan.costs.weightParts) : std::string("nothing");
    }
    std::string next() const { return name(m_about.next); }
    std::string producer() const { return name(m_about.bindingOp); }
    std::string idle() const { return "Rank " + rank() + " is idle for " + time(m_about.bubble.length()); }
    Time producerEnd() const {
        const Span* span = m_about.bindingOp ? spanOf(m_timeline, *m_about.bindingOp) : nullptr;
        return span ? span->end : m_about.bubble.end;
    }
    std::string way() const {
        const Time travels = m_about.bubble.end - producerEnd();
        return travels > 0 ? " The way takes " + time(travels) + "." : std::string{};
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

BubbleReason Reasons::of(const Bubble& bubble) const {
    BubbleReason about{.bubble = bubble};
    const std::vector<Row>& order = m_plan->schedule.order;
    if (bubble.position >= static_cast<int>(m_timeline->lanes[bubble.rank].size())) {
        const bool more = bubble.rank < static_cast<int>(order.size()) &&
                          bubble.position < static_cast<int>(order[bubble.rank].size());
        about.kind = more ? BubbleKind::Stall : BubbleKind::Drain;
        if (more)
            about.next = order[bubble.rank][bubble.position].op;
    } else {
        const Slot slot{bubble.rank, bubble.position};
        about.next = m_causes.spanAt(slot).op;
        const Causes::Cause cause = m_causes.causeOf(slot);
        if (cause.binding == Binding::Gap)
            about.kind = BubbleKind::Gap;
        if (cause.binding == Binding::Dependency) {
            about.bindingOp = cause.op;
            about.bindingRank = cause.blame.rank;
            const bool travels = m_causes.spanAt(cause.blame).end <= bubble.start;
            about.kind = bubble.position == 0 ? BubbleKind::Fill
                         : travels            ? BubbleKind::Transfer
                                              : BubbleKind::Dependency;
        }
    }
    about.sentence = BubbleSentence(*m_plan, *m_timeline, about).text();
    return about;
}

BubbleReason explain(const Plan& plan, const Timeline& timeline, const Bubble& bubble) {
    return Reasons(plan, timeline).of(bubble);
}

std::vector<Remedy> remediesOf(const Plan& plan, const Timeline& timeline, const Bubble& bubble) {
    return Trials(plan, timeline, bubble).best();
}

Schedule withRemedy(const Schedule& schedule, const Remedy& remedy) {
    Schedule next = schedule;
    Row& row = next.order[remedy.from.rank];
    if (remedy.removesGap) {
        row[remedy.from.position].gap = 0;
        return next;
    }
    const auto first = row.begin() + std::min(remedy.before, remedy.from.position);
    const auto last = row.begin() + std::max(remedy.before, remedy.from.position + 1);
    const auto middle = remedy.before <= remedy.from.position ? last - 1 : first + 1;
    std::rotate(first, middle, last);
    return next;
}

} // namespace lanewright
