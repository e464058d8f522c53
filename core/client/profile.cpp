// SPDX-License-Identifier: Apache-2.0
#include "core/client/profile.h"

#include "core/model/costs.h"
#include "core/model/dataflow.h"
#include "core/model/microbatch_costs.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace lanewright {

namespace {

/// How much of what a microbatch of share 1 takes an op of another takes, in parts of this.
constexpr std::int64_t kShare = 1'000'000;

/// How long something took, and of what share it was.
struct Taken {
    Time time = 0;
    std::int64_t share = kShare;
};

/// Samples of everything there is to measure.
struct Samples {
    struct Stage {
        std::vector<Taken> forward, backwardInput, backwardWeight, recompute, overlapped, optimizer;
    };
    std::vector<Stage> stages = {}; ///< `[direction * stages + stage]`
    std::map<std::pair<int, int>, std::vector<Taken>> waited = {};
    std::map<std::pair<int, int>, std::vector<Taken>> seen = {};
    std::map<Op, std::vector<Time>> ops = {}; ///< where the plan has a table
};

/// What a microbatch of share 1 took. The mean is that of which all shares together make what was taken.
Measured perShare(const std::vector<Taken>& samples) {
    std::vector<Time> each;
    std::int64_t shares = 0;
    Time sum = 0;
    bool areAlike = true;
    for (const auto& [time, share] : samples) {
        if (share <= 0)
            continue; // of nothing
        areAlike = areAlike && share == kShare;
        each.push_back(share == kShare ? time : scaled(std::max<Time>(0, time), {kShare, share}));
        shares += share;
        sum += std::max<Time>(0, time);
    }
    Measured measured = measuredOf(std::move(each));
    if (!areAlike)
        measured.mean = scaled(sum, {kShare, shares});
    return measured;
}

/// One step's activities, by the op that waits.
using Waits = std::map<Op, Activity>;

class Sampler {
public:
    explicit Sampler(const Plan& plan)
        : m_plan(plan), m_alike(plan.costs), m_stages(plan.schedule.stages()),
          m_form(plan.costs.microbatches.areEqual() ? MicrobatchCosts::Form::None : plan.costs.microbatches.form()) {
        m_alike.microbatches = {};
        m_samples.stages.resize(plan.schedule.placement.directions.size() * static_cast<std::size_t>(m_stages));
    }

    void add(const StepRecord& step) {
        Waits waits;
        for (const Activity& activity : step.others) {
            if (activity.kind == ActivityKind::Wait && activity.op)
                widen(waits.try_emplace(*activity.op, activity).first->second, activity);
            if (activity.kind == ActivityKind::Transfer)
                m_samples.seen[{activity.rank, activity.peer}].push_back(
                    {activity.end - activity.start, activity.op ? sizeOf(activity.op->microbatch) : kShare});
            if (activity.kind == ActivityKind::Optimizer)
                addOptimizer(activity);
        }
        m_free.clear();
        for (const Lane& lane : step.wall.lanes)
            addLane(lane, waits);
        for (int rank = 0; rank < static_cast<int>(step.wall.lanes.size()); ++rank)
            for (const Span& span : step.wall.lanes[rank])
                addTransfer(rank, span, waits);
    }

    Samples take() { return std::move(m_samples); }

private:
    /// The parts of a W that have run: how long, and how many. By stage and microbatch.
    using Parts = std::map<std::pair<int, int>, std::pair<Time, int>>;

    // Of microbatches that differ only lengths are trained; all others are alike to the engine.

    std::int64_t workOf(const Op& op) const {
        return m_form == MicrobatchCosts::Form::Lengths ? m_plan.costs.microbatches.timeOf(op, kShare) : kShare;
    }
    std::int64_t sizeOf(int microbatch) const {
        return m_form == MicrobatchCosts::Form::Lengths ? m_plan.costs.microbatches.sizeOf(microbatch, kShare) : kShare;
    }
    /// Of a pair: as its parts together by the plan's own costs.
    std::int64_t workOf(const Span& pair) const {
        const Block block{.op = pair.op, .paired = pair.paired};
        const auto timeBy = [&](const Costs& costs) {
            Time sum = 0;
            for (const Op& op : {block.op, *block.paired})
                sum += costs.duration(op, m_plan.schedule.direction(op.microbatch));
            return sum;
        };
        const Time alike = timeBy(m_alike);
        if (m_form != MicrobatchCosts::Form::Lengths || alike <= 0)
            return kShare;
        return scaled(kShare, {timeBy(m_plan.costs), alike});
    }

    static void widen(Activity& known, const Activity& other) {
        known.start = std::min(known.start, other.start);
        known.end = std::max(known.end, other.end);
    }

    Samples::Stage& at(const Op& op) {
        return m_samples
            .stages[static_cast<std::size_t>(m_plan.schedule.direction(op.microbatch)) * m_stages + op.stage];
    }

    static const Activity* waitOf(const Span& span, const Waits& waits) {
        for (const MaybeOp& op : {MaybeOp(span.op), span.paired})
            if (op)
                if (const auto found = waits.find(*op); found != waits.end())
                    return &found->second;
        return nullptr;
    }

    void addLane(const Lane& lane, const Waits& waits) {
        Parts parts;
        for (std::size_t at = 0; at < lane.size(); ++at) {
            const Span& span = lane[at];
            Time free = span.end;
            if (at + 1 < lane.size()) {
                const Activity* wait = waitOf(lane[at + 1], waits);
                free = wait ? std::clamp(wait->start, span.end, lane[at + 1].start) : lane[at + 1].start;
            }
            addBlock(span, free, parts);
        }
    }

    Taken taken(Op op, Time length) {
        op.part = 0;
        if (m_form == MicrobatchCosts::Form::Table)
            m_samples.ops[op].push_back(length);
        return {length, workOf(op)};
    }

    void addBlock(const Span& span, Time free, Parts& parts) {
        const Time length = free - span.start;
        m_free[span.op] = free;
        if (span.paired) {
            m_free[*span.paired] = free;
            at(span.op).overlapped.push_back({length, workOf(span)});
            return;
        }
        Samples::Stage& stage = at(span.op);
        switch (span.op.kind) {
        case OpKind::F: stage.forward.push_back(taken(span.op, length)); return;
        case OpKind::B: stage.backwardInput.push_back(taken(span.op, length)); return;
        case OpKind::R: stage.recompute.push_back(taken(span.op, length)); return;
        case OpKind::BW: return;
        case OpKind::W: break;
        }
        auto& [whole, count] = parts[{span.op.stage, span.op.microbatch}];
        whole += length;
        if (++count == m_plan.costs.weightParts)
            stage.backwardWeight.push_back(taken(span.op, whole));
    }

    /// How long the value that the op waited for was on its way.
    void addTransfer(int rank, const Span& span, const Waits& waits) {
        for (const MaybeOp& op : {MaybeOp(span.op), span.paired}) {
            const auto wait = op ? waits.find(*op) : waits.end();
            if (wait == waits.end())
                continue;
            for (const Value& value :
                 needsOf(*op, m_stages, m_plan.costs.recomputes(m_plan.schedule.direction(op->microbatch), op->stage)))
                for (const bool fused : {false, true}) {
                    const auto made = m_free.find(producerOf(value, fused));
                    if (!crossesRanks(value.kind) || made == m_free.end())
                        continue;
                    const int from = m_plan.schedule.rankOf(made->first);
                    if (from != rank)
                        m_samples.waited[{from, rank}].push_back(
                            {std::max<Time>(0, wait->second.end - made->second), sizeOf(op->microbatch)});
                    break;
                }
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
    Samples m_samples;
    std::map<Op, Time> m_free; ///< in this step: when the op's rank could go on
};

Profile summed(const Plan& plan, const Samples& samples, int steps) {
    Profile profile{.steps = steps};
    const int stages = plan.schedule.stages();
    for (std::size_t at = 0; at < samples.stages.size(); ++at) {
        const Samples::Stage& stage = samples.stages[at];
        profile.stages.push_back(
            {.copy = {.direction = static_cast<int>(at) / stages, .stage = static_cast<int>(at) % stages},
             .forward = perShare(stage.forward),
             .backwardInput = perShare(stage.backwardInput),
             .backwardWeight = perShare(stage.backwardWeight),
             .recompute = perShare(stage.recompute),
             .overlapped = perShare(stage.overlapped),
             .optimizer = perShare(stage.optimizer)});
    }
    for (const auto& [link, times] : samples.seen) {
        const auto waited = samples.waited.find(link);
        const bool known = waited != samples.waited.end();
        profile.links.push_back({.from = link.first,
                                 .to = link.second,
                                 .transfer = perShare(known ? waited->second : times),
                                 .waitedFor = known});
    }
    for (const auto& [op, times] : samples.ops)
        profile.ops.push_back({op, measuredOf(times).mean});
    return profile;
}

Profile profileOf(const Plan& plan, std::span<const StepRecord* const> steps) {
    Sampler sampler(plan);
    for (const StepRecord* const step : steps)
        sampler.add(*step);
    return summed(plan, sampler.take(), static_cast<int>(steps.size()));
}

/// All steps but the first, by their longest spans.
std::vector<const StepRecord*> warmSteps(const Run& run) {
    std::vector<std::pair<Time, const StepRecord*>> byLength;
    byLength.reserve(run.steps.size());
    for (std::size_t step = run.steps.size() > 1 ? 1 : 0; step < run.steps.size(); ++step)
        byLength.emplace_back(measureRun(run.plan, run.steps[step].wall).longestSpan, &run.steps[step]);
    std::ranges::stable_sort(byLength, {}, &std::pair<Time, const StepRecord*>::first);
    std::vector<const StepRecord*> steps;
    steps.reserve(byLength.size());
    for (const auto& [length, step] : byLength)
        steps.push_back(step);
    return steps;
}

/// Takes over the means of what was measured there.
void takeMeans(Profile& profile, const Profile& from) {
    const auto take = [](Measured& own, const Measured& other) {
        if (other.samples > 0)
            own.mean = other.mean;
    };
    for (std::size_t at = 0; at < profile.stages.size(); ++at)
        for (Measured StageProfile::*const part :
             {&StageProfile::forward, &StageProfile::backwardInput, &StageProfile::backwardWeight,
              &StageProfile::recompute, &StageProfile::overlapped, &StageProfile::optimizer})
            take(profile.stages[at].*part, from.stages[at].*part);
    for (LinkProfile& link : profile.links)
        for (const LinkProfile& other : from.links)
            if (other.from == link.from && other.to == link.to && other.waitedFor == link.waitedFor)
                take(link.transfer, other.transfer);
    if (!from.ops.empty())
        profile.ops = from.ops;
}

} // namespace

Measured measuredOf(std::vector<Time> samples) {
    if (samples.empty())
        return {};
    std::ranges::sort(samples);
    const auto count = static_cast<Time>(samples.size());
    const auto at = [&](std::size_t quarter) { return samples[(samples.size() - 1) * quarter / 4]; };
    return {.mean = (std::accumulate(samples.begin(), samples.end(), Time{0}) + count / 2) / count,
            .median = at(2),
            .low = at(1),
            .high = at(3),
            .samples = static_cast<int>(count)};
}

Profile profileOf(const Run& run) {
    const std::vector<const StepRecord*> steps = warmSteps(run);
    Profile profile = profileOf(run.plan, steps);
    const std::size_t quarter = steps.size() / 4;
    takeMeans(profile, profileOf(run.plan, std::span(steps).subspan(quarter, steps.size() - 2 * quarter)));
    return profile;
}

namespace {

/// The table with the means in the places of what was measured. Where it had BW and B or W were measured, BW is their
/// sum from now on.
MicrobatchCosts withMeasuredTimes(const Plan& plan, const std::vector<OpTime>& ops) {
    const MicrobatchCosts& before = plan.costs.microbatches;
    const Schedule& schedule = plan.schedule;
    MicrobatchCosts::Table table = before.table();
    const auto count = static_cast<std::size_t>(schedule.microbatches);
    for (const auto& [op, mean] : ops) {
        std::vector<Time>& times = table[static_cast<std::size_t>(op.kind)];
        if (times.empty())
            for (int stage = 0; stage < schedule.stages(); ++stage)
                for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
                    times.push_back(plan.costs.whole({.kind = op.kind, .stage = stage, .microbatch = microbatch},
                                                     schedule.direction(microbatch)));
        times[static_cast<std::size_t>(op.stage) * count + static_cast<std::size_t>(op.microbatch)] = mean;
        if (op.kind == OpKind::B || op.kind == OpKind::W)
            table[static_cast<std::size_t>(OpKind::BW)].clear();
    }
    return MicrobatchCosts::ofTable(schedule.microbatches, std::move(table), before.size());
}

} // namespace

Plan withMeasuredCosts(Plan plan, const Profile& profile) {
    const bool fits = plan.costs.microbatches.count() == plan.schedule.microbatches;
    if (fits && plan.costs.microbatches.form() == MicrobatchCosts::Form::Table && !profile.ops.empty())
        setMicrobatches(plan, withMeasuredTimes(plan, profile.ops));
    const std::size_t directions = plan.schedule.placement.directions.size();
    if (plan.costs.stages.size() < directions)
        plan.costs.stages.resize(directions, plan.costs.stages.front());
    const auto set = [](Time& cost, const Measured& measured) {
        if (measured.samples > 0)
            cost = measured.mean;
    };
    for (const StageProfile& stage : profile.stages) {
        StageCosts& costs = plan.costs.stages[stage.copy.direction][stage.copy.stage];
        set(costs.forward, stage.forward);
        set(costs.backwardInput, stage.backwardInput);
        set(costs.backwardWeight, stage.backwardWeight);
        set(costs.optimizer, stage.optimizer);
        if (stage.recompute.samples > 0)
            costs.recompute = stage.recompute.mean;
        if (stage.overlapped.samples > 0)
            costs.overlapped = stage.overlapped.mean;
    }
    if (profile.steps > 0 && plan.timeUnit == TimeUnit::Unit)
        plan.timeUnit = TimeUnit::Ms;
    if (profile.links.empty())
        return plan;
    std::vector<Time> all;
    all.reserve(profile.links.size());
    for (const LinkProfile& link : profile.links)
        all.push_back(link.transfer.mean);
    const int ranks = plan.schedule.ranks();
    Transfers transfer{.every = measuredOf(std::move(all)).median, .ranks = ranks};
    transfer.matrix.assign(static_cast<std::size_t>(ranks) * ranks, transfer.every);
    for (const LinkProfile& link : profile.links)
        transfer.matrix[static_cast<std::size_t>(link.from) * ranks + link.to] = link.transfer.mean;
    for (int rank = 0; rank < ranks; ++rank)
        transfer.matrix[static_cast<std::size_t>(rank) * ranks + rank] = 0;
    plan.costs.transfer = std::move(transfer);
    return plan;
}

void addTrips(Profile& profile, const std::vector<LinkTrips>& trips) {
    for (const LinkTrips& trip : trips) {
        auto link = std::ranges::find_if(
            profile.links, [&](const LinkProfile& each) { return each.from == trip.from && each.to == trip.to; });
        if (link == profile.links.end())
            continue;
        std::vector<Time> small;
        small.reserve(trip.small.size());
        for (const Time there : trip.small)
            small.push_back(there / 2);
        link->latency = measuredOf(std::move(small));
        const Time large = measuredOf(trip.large).median / 2 - link->latency.median;
        if (large > 0)
            link->bytesPerSecond = static_cast<double>(trip.valueBytes) * 1e9 / static_cast<double>(large);
    }
}

Plan withMeasuredMemory(Plan plan, const std::vector<StageBytes>& stages) {
    const MemoryCosts before = plan.memory;
    const std::size_t directions = plan.schedule.placement.directions.size();
    if (plan.memory.stages.size() < directions)
        plan.memory.stages.resize(directions, plan.memory.stages.front());
    for (const StageBytes& stage : stages)
        plan.memory.stages[stage.copy.direction][stage.copy.stage] = stage.memory;
    if (stages.empty() || plan.memoryUnit != MemoryUnit::Unit)
        return plan;
    plan.memoryUnit = MemoryUnit::MiB;
    for (int rank = 0; rank < static_cast<int>(plan.memory.limit.size()); ++rank) {
        Bytes was = 0;
        Bytes is = 0;
        for (const StageCopy& copy : copiesOn(plan.schedule.placement, rank)) {
            was = std::max(was, before.of(copy.direction, copy.stage).forward);
            is = std::max(is, plan.memory.of(copy.direction, copy.stage).forward);
        }
        if (std::optional<Bytes>& limit = plan.memory.limit[rank]; limit && was > 0)
            *limit = *limit / was * is + *limit % was * is / was;
    }
    return plan;
}

} // namespace lanewright
