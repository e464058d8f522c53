// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/profile_samples.h"

#include "core/base/mapped.h"
#include "core/measured/profile/profile.h"
#include "core/model/costs.h"
#include "core/model/dataflow.h"
#include "core/model/microbatch_costs.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace lanewright {

namespace {

/// Values by the op that made them and the rank that receives them.
using Ways = std::map<std::pair<Op, int>, Time>;

/// One step by the op or value that something is said of.
struct StepView {
    std::map<Op, Activity> waits = {}; ///< by the op that waits
    /// Of ops in pairs, where they were told apart; of ops by themselves, what they did before they waited.
    std::map<Op, Extent> halves = {};
    Ways sent = {};                ///< when the sender began to send, where the run says so
    Ways posted = {};              ///< when the receive began, likewise
    Ways received = {};            ///< when it ended, likewise
    std::map<Op, Time> freed = {}; ///< when the op's rank could go on

    /// What an op by itself did before it stood waiting, or before what it needs came within its block.
    const Extent* beforeWaiting(const Span& span) const {
        const auto part = halves.find(span.op);
        return span.paired || part == halves.end() ? nullptr : &part->second;
    }
    /// When a value that was sent could travel: once its receive was posted, too.
    Time thereAt(const Op& made, int rank, Time left) const {
        const auto found = posted.find({made, rank});
        return found == posted.end() ? left : std::max(left, found->second);
    }
};

void addActivity(StepView& view, const Activity& activity) {
    switch (activity.kind) {
    case ActivityKind::Wait: {
        Activity& known = view.waits.try_emplace(*activity.op, activity).first->second;
        known.start = std::min(known.start, activity.start);
        known.end = std::max(known.end, activity.end);
        return;
    }
    case ActivityKind::Part:
        view.halves.insert_or_assign(*activity.op, Extent{.start = activity.start, .end = activity.end});
        return;
    case ActivityKind::Transfer:
    case ActivityKind::Optimizer:
    case ActivityKind::Discarded: return;
    }
}

void addValue(StepView& view, const SideSpan& span) {
    if (span.kind == SideKind::Send)
        view.sent.try_emplace({*span.op, span.peer}, span.start);
    if (span.kind != SideKind::Receive)
        return;
    view.posted.try_emplace({*span.op, span.rank}, span.start);
    if (span.peer >= 0)
        view.received.insert_or_assign({*span.op, span.rank}, span.end);
}

/// Up to where the rank's time belongs to the op at that place.
Time freedAt(const StepView& view, const Lane& lane, std::size_t at, const Reading& reading) {
    const Time end = lane[at].end;
    if (!reading.gapsCount || at + 1 == lane.size())
        return end;
    const Span& next = lane[at + 1];
    for (const Op& op : opsIn(next))
        if (const auto wait = view.waits.find(op); wait != view.waits.end())
            return std::clamp(wait->second.start, end, next.start);
    return next.start;
}

StepView viewOf(const StepRecord& step, const Reading& reading) {
    StepView view;
    for (const Activity& activity : step.others)
        if (activity.op)
            addActivity(view, activity);
    for (const SideSpan& span : step.side)
        if (span.op)
            addValue(view, span);
    for (const Lane& lane : step.wall.lanes)
        for (std::size_t at = 0; at < lane.size(); ++at)
            for (const Op& op : opsIn(lane[at]))
                view.freed[op] = freedAt(view, lane, at, reading);
    return view;
}

class Sampler {
public:
    Sampler(const Plan& plan, const Reading& reading)
        : m_plan(plan), m_alike(plan.costs), m_stages(plan.schedule.stages()),
          m_form(plan.costs.microbatches.areEqual() ? MicrobatchCosts::Form::None : plan.costs.microbatches.form()),
          m_reading(reading) {
        m_alike.microbatches = {};
        m_samples.stages.resize(plan.schedule.placement.directions.size() * static_cast<std::size_t>(m_stages));
    }

    void add(const StepRecord& step) {
        const StepView view = viewOf(step, m_reading);
        for (const Activity& activity : step.others)
            addActivity(activity);
        for (const Lane& lane : step.wall.lanes)
            addLane(lane, view);
        if (m_reading.hostsAreBusy)
            addHosts(step.side);
        addWays(step.wall.lanes, view);
    }

    Samples take() { return std::move(m_samples); }

private:
    /// The parts of a W that have run: how long, and how many. By stage and microbatch.
    using Parts = std::map<std::pair<int, int>, std::pair<Time, int>>;

    // Where microbatches differ, only lengths are trained; all others are alike to the engine.

    std::int64_t workOf(const Op& op) const {
        return m_form == MicrobatchCosts::Form::Lengths ? m_plan.costs.microbatches.timeOf(op, kShare) : kShare;
    }
    std::int64_t sizeOf(int microbatch) const {
        return m_form == MicrobatchCosts::Form::Lengths ? m_plan.costs.microbatches.sizeOf(microbatch, kShare) : kShare;
    }
    /// A pair counts as its parts together by the plan's own costs.
    std::int64_t workOf(const Span& pair) const {
        const auto timeBy = [&](const Costs& costs) {
            return summed(opsIn(pair),
                          [&](const Op& op) { return costs.compute(op, m_plan.schedule.direction(op.microbatch)); });
        };
        const Time alike = timeBy(m_alike);
        if (m_form != MicrobatchCosts::Form::Lengths || alike <= 0)
            return kShare;
        return scaled(kShare, {timeBy(m_plan.costs), alike});
    }

    void addActivity(const Activity& activity) {
        if (activity.kind == ActivityKind::Transfer)
            m_samples.seen[{activity.rank, activity.peer}].push_back(
                {activity.end - activity.start, activity.op ? sizeOf(activity.op->microbatch) : kShare});
        if (activity.kind == ActivityKind::Optimizer)
            addOptimizer(activity);
    }

    Samples::Stage& at(const Op& op) {
        return m_samples
            .stages[static_cast<std::size_t>(m_plan.schedule.direction(op.microbatch)) * m_stages + op.stage];
    }

    void addLane(const Lane& lane, const StepView& view) {
        Parts parts;
        for (const Span& span : lane)
            addBlock(span, view, parts);
    }

    /// What of a span on the planned clock is host time.
    Time plannedHost(const Span& span) const {
        Time time = 0;
        for (const Op& op : opsIn(span))
            if (m_reading.isPlanned)
                time += m_plan.costs.hostTime(op, m_plan.schedule.direction(op.microbatch), m_plan.schedule.placement);
        return time;
    }

    bool needsAnotherRank(const Op& op) const {
        const bool recomputes = m_plan.costs.recomputes(m_plan.schedule.direction(op.microbatch), op.stage);
        const int rank = m_plan.schedule.rankOf(op);
        return std::ranges::any_of(needsOf(op, m_stages, recomputes), [&](const Value& value) {
            return crossesRanks(value.kind) && m_plan.schedule.rankOf(producerOf(value, false)) != rank;
        });
    }

    /// How long the later op of a pair waited within the block for a value of another rank.
    Time waitedWithin(const Span& pair, const StepView& view) const {
        const auto one = view.halves.find(pair.op);
        const auto other = view.halves.find(*pair.paired);
        if (m_reading.gapsCount || one == view.halves.end() || other == view.halves.end())
            return 0;
        const bool inOrder = one->second.start <= other->second.start;
        const auto& [early, late] = inOrder ? std::tie(*one, *other) : std::tie(*other, *one);
        return needsAnotherRank(late.first) ? std::max<Time>(0, late.second.start - early.second.end) : 0;
    }

    /// A recorder of PyTorch's notes a window for each value that it posts, and one more, later, for one that it waits
    /// to have sent.
    void addHosts(const std::vector<SideSpan>& side) {
        Time finishing = 0;
        std::int64_t sent = 0;
        for (const SideSpan& span : side) {
            const Time length = span.end - span.start;
            if (span.kind == SideKind::Receive)
                m_samples.receives.push_back({length});
            else if (span.kind == SideKind::Send)
                m_samples.sends.push_back({length});
            else if (isOfHost(span))
                finishing += length;
            sent += span.kind == SideKind::Send ? 1 : 0;
        }
        for (std::int64_t at = 0; at < sent; ++at)
            m_samples.sends[m_samples.sends.size() - 1 - static_cast<std::size_t>(at)].time += finishing / sent;
    }

    Taken taken(Op op, Time length) {
        op.part = 0;
        if (m_form == MicrobatchCosts::Form::Table)
            m_samples.ops[op].push_back(length);
        return {length, workOf(op)};
    }

    void addBlock(const Span& span, const StepView& view, Parts& parts) {
        const Extent* const before = view.beforeWaiting(span);
        const Time length = view.freed.at(span.op) - span.start - plannedHost(span) +
                            (before && before->end <= span.start ? before->length() : 0);
        if (span.paired) {
            const Taken both{length - waitedWithin(span, view), workOf(span)};
            at(span.op).overlapped.push_back(both);
            m_samples.pairs[{span.op.stage, span.paired->stage, span.paired->kind}].push_back(both);
        } else if (span.op.kind != OpKind::W) {
            addOp(span.op, length);
        } else {
            auto& [whole, count] = parts[{span.op.stage, span.op.microbatch}];
            whole += length;
            if (++count >= m_plan.costs.weightParts)
                addOp(span.op, whole);
        }
    }

    /// Adds an op by itself, a W with all its parts.
    void addOp(const Op& op, Time length) {
        const auto samplesOf = [](Samples::Stage& stage, OpKind kind) -> std::vector<Taken>& {
            switch (kind) {
            case OpKind::F: return stage.forward;
            case OpKind::B: return stage.backwardInput;
            case OpKind::W: return stage.backwardWeight;
            case OpKind::R: return stage.recompute;
            case OpKind::BW: break;
            }
            return stage.backward;
        };
        samplesOf(at(op), op.kind).push_back(taken(op, length));
        addCell(op, length);
    }

    void addCell(const Op& op, Time length) {
        Samples::Cells& cells = m_samples.cells[static_cast<std::size_t>(op.kind)];
        const std::size_t count = static_cast<std::size_t>(m_stages) * m_plan.schedule.microbatches;
        cells.sum.resize(count);
        cells.count.resize(count);
        const std::size_t cell = static_cast<std::size_t>(op.stage) * m_plan.schedule.microbatches + op.microbatch;
        cells.sum[cell] += length;
        ++cells.count[cell];
    }

    void addWays(const std::vector<Lane>& lanes, const StepView& view) {
        const bool areMeasured = m_reading.receivesCount && !view.received.empty();
        const bool nobodySawWaits =
            !areMeasured && !m_reading.gapsCount && !m_reading.waitsInside && view.waits.empty();
        for (int rank = 0; rank < static_cast<int>(lanes.size()); ++rank) {
            Time free = std::numeric_limits<Time>::min();
            for (const Span& span : lanes[rank]) {
                if (areMeasured)
                    addMeasuredWays(rank, span, free, view);
                else
                    addTransfer(rank, span, view);
                if (nobodySawWaits)
                    addSeenWait(rank, span, free, view);
                free = span.end;
            }
        }
    }

    /// Receives that last until their values are there: a value travels from when both sides are there to their ends.
    /// Of one whose rank was still busy then nobody knows whether it noticed at once.
    void addMeasuredWays(int rank, const Span& span, Time free, const StepView& view) {
        for (const Op& op : opsIn(span))
            eachMaker(op, rank, view, [&](const Op& made, Time) {
                const auto end = view.received.find({made, rank});
                if (end == view.received.end())
                    return;
                const auto sent = view.sent.find({made, rank});
                const Time posted = view.posted.at({made, rank});
                const Time both = sent == view.sent.end() ? posted : std::max(sent->second, posted);
                auto& samples = both < free ? m_samples.seen : m_samples.waited;
                samples[{m_plan.schedule.rankOf(made), rank}].push_back(
                    {std::max<Time>(0, end->second - both), sizeOf(made.microbatch)});
            });
    }

    /// Where nobody measured waits: the op's rank was free before its last value was there to travel, so the op began
    /// as that arrived.
    void addSeenWait(int rank, const Span& span, Time free, const StepView& view) {
        Time latest = free;
        MaybeOp last;
        for (const Op& op : opsIn(span))
            eachMaker(op, rank, view, [&](const Op& made, Time sent) {
                const Time there = view.thereAt(made, rank, sent);
                if (there <= latest)
                    return;
                latest = there;
                last = made;
            });
        if (last && span.start >= latest)
            m_samples.waited[{m_plan.schedule.rankOf(*last), rank}].push_back(
                {span.start - latest, sizeOf(last->microbatch)});
    }

    /// Calls `take(op, when its value was sent)` for each op of another rank whose value the op needs; no earlier than
    /// the op's end.
    void eachMaker(const Op& op, int rank, const StepView& view, auto&& take) const {
        const bool recomputes = m_plan.costs.recomputes(m_plan.schedule.direction(op.microbatch), op.stage);
        for (const Value& value : needsOf(op, m_stages, recomputes))
            for (const bool fused : {false, true}) {
                const auto made = view.freed.find(producerOf(value, fused));
                if (!crossesRanks(value.kind) || made == view.freed.end())
                    continue;
                if (m_plan.schedule.rankOf(made->first) != rank) {
                    const auto sent = view.sent.find({made->first, rank});
                    take(made->first, sent == view.sent.end() ? made->second : std::max(made->second, sent->second));
                }
                break;
            }
    }

    /// How long the value that the op waited for was on its way. One that was sent before the rank came to wait for it
    /// may have lain ready: it took no longer than until it was used.
    void addTransfer(int rank, const Span& span, const StepView& view) {
        // What was needed somewhere within the block, and not at its start, tells nothing of when it came.
        if (const Extent* const before = view.beforeWaiting(span); before && before->end > span.start)
            return;
        for (const Op& op : opsIn(span)) {
            const auto wait = view.waits.find(op);
            const bool stood = wait != view.waits.end();
            if (!stood && !m_reading.waitsAreWindows)
                continue;
            const Time used = stood ? wait->second.end : span.start;
            eachMaker(op, rank, view, [&](const Op& made, Time sent) {
                if (!stood && m_reading.waitsInside) {
                    m_samples.seen[{m_plan.schedule.rankOf(made), rank}]; // it carried a value, and nobody saw how long
                    return;
                }
                const bool mayBeReady = m_reading.waitsAreWindows && (!stood || sent < wait->second.start);
                auto& samples = mayBeReady ? m_samples.seen : m_samples.waited;
                samples[{m_plan.schedule.rankOf(made), rank}].push_back(
                    {std::max<Time>(0, used - view.thereAt(made, rank, sent)), sizeOf(made.microbatch)});
            });
        }
    }

    void addOptimizer(const Activity& activity) {
        const std::vector<StageCopy> copies = copiesOn(m_plan.schedule.placement, activity.rank);
        for (const StageCopy& copy : copies)
            m_samples.stages[static_cast<std::size_t>(copy.direction) * m_stages + copy.stage].optimizer.push_back(
                {(activity.end - activity.start) / static_cast<Time>(copies.size())});
    }

    const Plan& m_plan;
    Costs m_alike; ///< as if all were of share 1
    int m_stages;
    MicrobatchCosts::Form m_form; ///< None where they are alike
    Reading m_reading;
    Samples m_samples;
};

} // namespace

Samples samplesOf(const Plan& plan, std::span<const StepRecord* const> steps, const Reading& reading) {
    Sampler sampler(plan, reading);
    for (const StepRecord* const step : steps)
        sampler.add(*step);
    return sampler.take();
}

} // namespace lanewright
