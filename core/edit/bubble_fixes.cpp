// SPDX-License-Identifier: Apache-2.0
#include "core/edit/bubble_fixes.h"

#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/explain/reasons.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr int kMostTries = 32;
/// So many of them are judged by `validate`, best first; more are hardly read.
constexpr int kMostJudged = 4;
/// How far ahead of those before it the op that is waited for is tried.
constexpr int kFarthestAhead = 4;

std::ptrdiff_t errorCount(const std::vector<Finding>& findings) {
    return std::ranges::count(findings, Severity::Error, &Finding::severity);
}

/// A change with what it gives.
struct Trial {
    BubbleFix fix = {};
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

    std::vector<BubbleFix> best() {
        tryGap();
        tryProducer();
        tryLaterBlocks();
        std::ranges::stable_sort(m_trials, {}, [](const Trial& trial) {
            return std::tuple{trial.fix.makespanAfter, trial.left};
        });
        if (m_trials.size() > kMostJudged)
            m_trials.resize(kMostJudged);
        const std::ptrdiff_t errors = errorCount(validate(m_plan, m_timeline));
        std::vector<BubbleFix> fixes;
        for (const Trial& trial : m_trials) {
            Plan next = m_plan;
            next.schedule = withFix(m_plan.schedule, trial.fix);
            if (errorCount(validate(next)) <= errors)
                fixes.push_back(trial.fix);
        }
        return fixes;
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
            if (m_tried >= kMostTries)
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

    void attempt(BubbleFix fix) {
        ++m_tried;
        const Schedule next = withFix(m_plan.schedule, fix);
        simulate(next, m_plan.costs, m_then);
        if (!reachesEnd(next, m_then))
            return;
        fix.op = m_plan.schedule.order[fix.from.rank][fix.from.position].op;
        fix.makespanBefore = m_makespan;
        fix.makespanAfter = extentOf(m_then).length();
        const Time left = idleIn(m_then);
        if (fix.makespanAfter <= m_makespan && left < m_bubble.length())
            m_trials.push_back({fix, left});
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

} // namespace

std::vector<BubbleFix> fixesOf(const Plan& plan, const Timeline& timeline, const Bubble& bubble) {
    return Trials(plan, timeline, bubble).best();
}

Schedule withFix(const Schedule& schedule, const BubbleFix& fix) {
    Result<Schedule> next = fix.removesGap ? setGap(schedule, fix.from, 0) : moveBlock(schedule, fix.from, fix.before);
    return next ? *std::move(next) : schedule;
}

} // namespace lanewright
