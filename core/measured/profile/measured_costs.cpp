// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/profile.h"

#include "core/base/mapped.h"
#include "core/model/costs.h"
#include "core/model/microbatch_costs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

/// What was measured, put in the place of what a plan assumes.
namespace lanewright {

namespace {

/// A BW as its B and its W, in the proportion of the costs.
void divide(StageCosts& costs, Time whole) {
    const auto both = static_cast<double>(costs.backwardInput) + static_cast<double>(costs.backwardWeight);
    const double share = both > 0 ? static_cast<double>(costs.backwardInput) / both : 0.5;
    costs.backwardInput = std::llround(static_cast<double>(whole) * share);
    costs.backwardWeight = whole - costs.backwardInput;
}

/// The table with the means in the places of what was measured. Where B or W were measured apart, BW is their sum from
/// now on.
MicrobatchCosts withMeasuredTimes(const Plan& plan, const std::vector<OpTime>& ops) {
    const MicrobatchCosts& before = plan.costs.microbatches;
    const Schedule& schedule = plan.schedule;
    MicrobatchCosts::Table table = before.table();
    const auto count = static_cast<std::size_t>(schedule.microbatches);
    const bool apart = std::ranges::any_of(
        ops, [](const OpTime& each) { return each.op.kind == OpKind::B || each.op.kind == OpKind::W; });
    if (apart)
        table[static_cast<std::size_t>(OpKind::BW)].clear();
    for (const auto& [op, mean] : ops) {
        if (apart && op.kind == OpKind::BW)
            continue;
        std::vector<Time>& times = table[static_cast<std::size_t>(op.kind)];
        if (times.empty())
            for (int stage = 0; stage < schedule.stages(); ++stage)
                for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
                    times.push_back(plan.costs.compute({.kind = op.kind, .stage = stage, .microbatch = microbatch},
                                                       schedule.direction(microbatch)));
        times[static_cast<std::size_t>(op.stage) * count + static_cast<std::size_t>(op.microbatch)] = mean;
    }
    return MicrobatchCosts::ofTable(schedule.microbatches, std::move(table), before.size());
}

/// An F was measured with backwards of several stages or kinds.
bool dependOnBoth(const std::vector<PairProfile>& pairs) {
    return std::ranges::any_of(pairs, [&](const PairProfile& pair) {
        return std::ranges::any_of(pairs, [&](const PairProfile& other) {
            return other.forward == pair.forward && (other.backward != pair.backward || other.kind != pair.kind);
        });
    });
}

/// What pairs of stages were measured to take. What an earlier plan said of others belongs to other times of their
/// parts: they are the sum of these until they are measured, too.
PairCosts measuredPairs(int stages, const std::vector<PairProfile>& measured) {
    PairCosts pairs;
    for (const PairProfile& pair : measured) {
        if (pair.time.samples == 0)
            continue;
        std::vector<std::optional<Time>>& list = pair.kind == OpKind::B ? pairs.withB : pairs.withBW;
        list.resize(static_cast<std::size_t>(stages) * static_cast<std::size_t>(stages));
        list[static_cast<std::size_t>(pair.forward) * static_cast<std::size_t>(stages) +
             static_cast<std::size_t>(pair.backward)] = pair.time.mean;
    }
    return pairs;
}

/// What sharing costs, by all pairs together: what they took beyond the least end of their segments, as a part of the
/// time in which both resources would work until then. Where a device runs one op after the other it is 1.
std::int64_t measuredSharing(const Costs& costs, const std::vector<PairProfile>& measured) {
    double beyond = 0;
    double shared = 0;
    for (const PairProfile& pair : measured) {
        const auto chain = [&](OpKind kind, int stage) {
            const Op op{.kind = kind, .stage = stage};
            Costs alike = costs;
            alike.microbatches = {};
            return chainOf(alike, op, 0, alike.compute(op, 0));
        };
        const Chain forward = chain(OpKind::F, pair.forward);
        const Chain backward = chain(pair.kind, pair.backward);
        const Time end = leastEndOf(forward, backward);
        const auto count = static_cast<double>(pair.time.samples);
        beyond += count * static_cast<double>(pair.time.mean - end);
        shared += count * static_cast<double>(lengthOf(forward) + lengthOf(backward) - end);
    }
    if (shared <= 0)
        return costs.pairs.sharing;
    return std::llround(std::clamp(beyond / shared, 0.0, 1.0) * static_cast<double>(PairCosts::kOne));
}

/// What values take between ranks; where nobody measured a way, the median of those that were.
Transfers measuredTransfers(std::vector<LinkProfile> links, int ranks) {
    std::erase_if(links, [](const LinkProfile& link) { return link.transfer.samples == 0; });
    std::vector<Time> all = mapped(links, [](const LinkProfile& link) { return link.transfer.mean; });
    Transfers transfer{.ranks = ranks};
    transfer.matrix.assign(static_cast<std::size_t>(ranks) * ranks, measuredOf(std::move(all)).median);
    for (const LinkProfile& link : links)
        transfer.matrix[static_cast<std::size_t>(link.from) * ranks + link.to] = link.transfer.mean;
    for (int rank = 0; rank < ranks; ++rank)
        transfer.matrix[static_cast<std::size_t>(rank) * ranks + rank] = 0;
    transfer.allAtMost = std::ranges::none_of(links, &LinkProfile::waitedFor);
    for (const LinkProfile& link : links)
        if (!transfer.allAtMost && !link.waitedFor)
            transfer.atMost.emplace_back(link.from, link.to);
    return transfer;
}

/// What a stage takes: what was measured of it, and the rest as it was.
StageCosts withMeasured(StageCosts costs, const StageProfile& stage) {
    const auto set = [](Time& cost, const Measured& measured) {
        if (measured.samples > 0)
            cost = measured.mean;
    };
    set(costs.forward, stage.forward);
    if (stage.backwardInput.samples == 0 && stage.backwardWeight.samples == 0 && stage.backward.samples > 0)
        divide(costs, stage.backward.mean);
    set(costs.backwardInput, stage.backwardInput);
    set(costs.backwardWeight, stage.backwardWeight);
    set(costs.optimizer, stage.optimizer);
    if (stage.recompute.samples > 0)
        costs.recompute = stage.recompute.mean;
    return costs;
}

/// An amount that was said in forwards of `was` bytes, in those of `is`.
Bytes asManyForwards(Bytes amount, Bytes was, Bytes is) {
    return was > 0 ? amount / was * is + amount % was * is / was : amount;
}

/// What the largest forward of the rank holds.
Bytes mostForward(const Placement& placement, const MemoryCosts& memory, int rank) {
    return mostOf(copiesOn(placement, rank),
                  [&](const StageCopy& copy) { return memory.of(copy.direction, copy.stage).forward; });
}

} // namespace

Plan withMeasuredCosts(Plan plan, const Profile& profile) {
    const bool fits = plan.costs.microbatches.count() == plan.schedule.microbatches;
    if (fits && plan.costs.microbatches.form() == MicrobatchCosts::Form::Table && !profile.ops.empty())
        setMicrobatches(plan, withMeasuredTimes(plan, profile.ops));
    const std::size_t directions = plan.schedule.placement.directions.size();
    if (plan.costs.stages.size() < directions)
        plan.costs.stages.resize(directions, plan.costs.stages.front());
    const bool bySegments = !plan.costs.pairs.segments.empty();
    const bool byBoth = plan.costs.pairs.areGiven() || dependOnBoth(profile.pairs);
    if (byBoth && !bySegments && !profile.pairs.empty()) {
        plan.costs.pairs = measuredPairs(plan.schedule.stages(), profile.pairs);
        for (std::vector<StageCosts>& stages : plan.costs.stages)
            for (StageCosts& stage : stages)
                stage.overlapped.reset();
    }
    for (const StageProfile& stage : profile.stages) {
        StageCosts& costs = plan.costs.stages[stage.copy.direction][stage.copy.stage];
        costs = withMeasured(costs, stage);
        if (stage.overlapped.samples > 0 && !byBoth)
            costs.overlapped = stage.overlapped.mean;
    }
    if (bySegments)
        plan.costs.pairs.sharing = measuredSharing(plan.costs, profile.pairs);
    if (profile.steps > 0) {
        plan.costs.host = {.send = profile.send.mean, .receive = profile.receive.mean};
        plan.costs.measuredOn = profile.measuredOn;
    }
    if (profile.steps > 0 && plan.timeUnit == TimeUnit::Unit)
        plan.timeUnit = TimeUnit::Ms;
    const auto isMeasured = [](const LinkProfile& link) { return link.transfer.samples > 0; };
    if (std::ranges::any_of(profile.links, isMeasured)) {
        // What was measured between two ranks holds all that their messages took.
        plan.costs.transfer = measuredTransfers(profile.links, plan.schedule.ranks());
        plan.costs.boundary.time.clear();
        plan.costs.boundary.bandwidth = {};
    }
    return plan;
}

Plan withMeasuredMemory(Plan plan, const std::vector<StageBytes>& stages) {
    const MemoryCosts before = plan.memory;
    const std::size_t directions = plan.schedule.placement.directions.size();
    if (plan.memory.stages.size() < directions)
        plan.memory.stages.resize(directions, plan.memory.stages.front());
    const bool inForwards = !stages.empty() && plan.memoryUnit == MemoryUnit::Unit;
    for (const StageBytes& stage : stages) {
        StageMemory& memory = plan.memory.stages[stage.copy.direction][stage.copy.stage];
        const StageMemory was = std::exchange(memory, stage.memory);
        if (!holdsStatic(stage))
            memory.fixed = inForwards ? asManyForwards(was.fixed, was.forward, memory.forward) : was.fixed;
    }
    if (!inForwards)
        return plan;
    plan.memoryUnit = MemoryUnit::MiB;
    for (int rank = 0; rank < static_cast<int>(plan.memory.limit.size()); ++rank)
        if (std::optional<Bytes>& limit = plan.memory.limit[rank])
            *limit = asManyForwards(*limit, mostForward(plan.schedule.placement, before, rank),
                                    mostForward(plan.schedule.placement, plan.memory, rank));
    return plan;
}

} // namespace lanewright
