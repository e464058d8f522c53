// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_costs.h"

#include "core/base/median.h"
#include "core/measured/profile/run_reading.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace lanewright {

namespace {

/// A B that takes no more of the whole backward than this does nothing.
constexpr double kNothing = 0.1;

/// The run with one of its replicas and one of its steps alone, where that is asked for.
Result<Run> narrowed(Run run, const CostsRequest& request) {
    if (request.replica && *request.replica != run.replica) {
        const auto found = std::ranges::find(run.replicas, *request.replica, &Replica::replica);
        if (found == run.replicas.end())
            return Error{say(phrase("measured", "the run has no replica %1"), *request.replica)};
        run.replica = found->replica;
        run.steps = std::move(found->steps);
    }
    if (request.replica)
        run.replicas.clear();
    if (!request.step)
        return run;
    const auto isOther = [&](const StepRecord& record) { return record.step != *request.step; };
    std::erase_if(run.steps, isOther);
    for (Replica& replica : run.replicas)
        std::erase_if(replica.steps, isOther);
    if (run.steps.empty())
        return Error{say(phrase("measured", "the run has no step %1"), *request.step)};
    return run;
}

Result<Done> checkAlike(const Schedule& run, const Schedule& plan, bool eachMicrobatch) {
    if (run.stages() != plan.stages())
        return Error{say(phrase("measured", "the plan has %1 stages and the run %2"), plan.stages(), run.stages())};
    if (run.ranks() != plan.ranks())
        return Error{say(phrase("measured", "the plan has %1 ranks and the run %2"), plan.ranks(), run.ranks())};
    if (run.placement.directions.size() != plan.placement.directions.size())
        return Error{say(phrase("measured", "the plan has %1 directions and the run %2"),
                         plan.placement.directions.size(), run.placement.directions.size())};
    if (eachMicrobatch && run.microbatches != plan.microbatches)
        return Error{say(phrase("measured", "the plan has %1 microbatches and the run %2"), plan.microbatches,
                         run.microbatches)};
    return Done{};
}

/// All of the backward of stage 0 as its W.
void moveFirstBackward(Plan& plan, MicrobatchCosts::Table& table) {
    for (std::vector<StageCosts>& direction : plan.costs.stages)
        if (!direction.empty()) {
            direction.front().backwardWeight += direction.front().backwardInput;
            direction.front().backwardInput = 0;
        }
    std::vector<Time>& input = table[static_cast<std::size_t>(OpKind::B)];
    std::vector<Time>& weight = table[static_cast<std::size_t>(OpKind::W)];
    if (input.empty() || weight.empty())
        return;
    for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
        weight[microbatch] += std::exchange(input[microbatch], 0);
}

/// What the microbatches of a copy of a stage take of an op, in shares: in the mean, and the most.
struct ShareOfOp {
    double mean = 0;
    double most = 0;
};
ShareOfOp shareOf(const Plan& plan, OpKind kind, const StageCopy& copy) {
    constexpr Time kWhole = 1'000'000'000;
    ShareOfOp shares;
    int count = 0;
    for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
        if (plan.schedule.direction(microbatch) == copy.direction) {
            const Op op{.kind = kind, .stage = copy.stage, .microbatch = microbatch};
            const double share = static_cast<double>(plan.costs.microbatches.timeOf(op, kWhole)) / kWhole;
            shares.mean += share;
            shares.most = std::max(shares.most, share);
            ++count;
        }
    shares.mean /= std::max(1, count);
    return shares;
}

/// Our engine, and PyTorch where it trains in its place, train what has a share and no length as a microbatch of share
/// 1, unless it is held to the plan.
bool trainsAlike(const Run& run) { return (!run.recorder || run.backend == "torch") && !run.paced; }

/// Where microbatches have shares or lengths, costs are those of share 1. What was measured is the mean of all, but
/// where the run knows its lengths, of its own share 1, and where PyTorch trained in our engine's place, which pads all
/// that have lengths, of the longest.
void divideByShares(Plan& plan, const Profile& profile, const Run& run) {
    const MicrobatchCosts& ran = run.plan.costs.microbatches;
    const bool perLength = !ran.areEqual() && ran.form() == MicrobatchCosts::Form::Lengths;
    const bool padded = run.backend == "torch" && plan.costs.microbatches.form() == MicrobatchCosts::Form::Lengths;
    if ((trainsAlike(run) && !padded) || (plan.costs.microbatches.areEqual() && !perLength))
        return;
    for (const StageProfile& stage : profile.stages) {
        StageCosts& costs = plan.costs.stages[stage.copy.direction][stage.copy.stage];
        const auto divide = [&](Time& cost, OpKind kind, bool measured) {
            const ShareOfOp share = shareOf(plan, kind, stage.copy);
            const double own = padded ? share.most : share.mean;
            const double measuredShare = perLength ? shareOf(run.plan, kind, stage.copy).mean : 1;
            if (measured && own > 0)
                cost = std::llround(static_cast<double>(cost) * measuredShare / own);
        };
        const bool fused = stage.backward.samples > 0;
        divide(costs.forward, OpKind::F, stage.forward.samples > 0);
        divide(costs.backwardInput, OpKind::B, fused || stage.backwardInput.samples > 0);
        divide(costs.backwardWeight, OpKind::W, fused || stage.backwardWeight.samples > 0);
        if (costs.recompute)
            divide(*costs.recompute, OpKind::R, stage.recompute.samples > 0);
    }
}

/// The plan of what ran.
Plan ranPlan(const Run& run) {
    Plan plan = run.plan;
    if (trainsAlike(run) && plan.costs.microbatches.form() == MicrobatchCosts::Form::Shares)
        setMicrobatches(plan, {});
    return plan;
}

Result<MicrobatchCosts::Table> tableOf(const Run& run) {
    MicrobatchCosts::Table table = timesPerMicrobatch(run);
    if (table[static_cast<std::size_t>(OpKind::F)].empty())
        return Error{
            say(phrase("measured", "not every microbatch ran through every stage by itself, so there is no time "
                                   "for each of them"))};
    return table;
}

Time medianMakespan(const Run& run) {
    std::vector<Time> makespans;
    for (const StepRecord* const step : warmStepsOf(run)) {
        const bool planned = run.paced && !step->virtualTime.lanes.empty();
        makespans.push_back(extentOf(planned ? step->virtualTime : step->wall).length());
    }
    return measuredOf(std::move(makespans)).median;
}

bool firstStageIsWhole(const Profile& profile) {
    return std::ranges::any_of(profile.stages, [](const StageProfile& stage) {
        const auto whole = static_cast<double>(stage.backwardInput.mean + stage.backwardWeight.mean);
        return stage.copy.stage == 0 && stage.backwardInput.samples > 0 && stage.backwardWeight.samples > 0 &&
               static_cast<double>(stage.backwardInput.mean) < kNothing * whole;
    });
}

bool isSplitAssumed(const Profile& profile) {
    return std::ranges::any_of(profile.stages, [](const StageProfile& stage) {
        return stage.backward.samples > 0 && (stage.backwardInput.samples == 0 || stage.backwardWeight.samples == 0);
    });
}

/// By direction, then stage.
template <typename Value>
using ByCopy = std::map<std::pair<int, int>, Value>;

/// Calls `take` with every place of a lane of which is known what its rank held during it.
void eachHeld(const Run& run, const auto& take) {
    for (const StepRecord* const step : warmStepsOf(run))
        for (std::size_t rank = 0; rank < step->live.size(); ++rank)
            for (std::size_t at = 0; at < step->live[rank].size(); ++at)
                take(step->wall.lanes[rank], step->live[rank], at);
}

/// What an F adds. Nothing is known where blocks are pairs.
ByCopy<Bytes> addedByForward(const Run& run) {
    ByCopy<std::vector<Bytes>> added;
    bool pairs = false;
    eachHeld(run, [&](const Lane& lane, const std::vector<Bytes>& live, std::size_t at) {
        const Op& op = lane[at].op;
        pairs = pairs || lane[at].paired;
        if (op.kind == OpKind::F && (at == 0 || lane[at - 1].op.kind == OpKind::F))
            added[{run.plan.schedule.direction(op.microbatch), op.stage}].push_back(live[at] -
                                                                                    (at == 0 ? 0 : live[at - 1]));
    });
    ByCopy<Bytes> typical;
    if (!pairs)
        for (auto& [copy, samples] : added)
            typical[copy] = upperMedian(samples);
    return typical;
}

/// How what a rank holds has changed after a B.
ByCopy<std::vector<Bytes>> changesAfterB(const Run& run, const ByCopy<Bytes>& forward) {
    const auto copyOf = [&](const Op& op) {
        return std::pair{run.plan.schedule.direction(op.microbatch), int{op.stage}};
    };
    ByCopy<std::vector<Bytes>> changes;
    eachHeld(run, [&](const Lane& lane, const std::vector<Bytes>& live, std::size_t at) {
        if (at + 1 == lane.size() || lane[at].op.kind != OpKind::B)
            return;
        const Op& next = lane[at + 1].op;
        const auto added = forward.find(copyOf(next));
        const Bytes adds = next.kind == OpKind::F && added != forward.end() ? added->second : 0;
        changes[copyOf(lane[at].op)].push_back(live[at + 1] - live[at] - adds);
    });
    return changes;
}

} // namespace

// What a rank holds during a span is what it held before, and what the span's op adds. So two forwards in a row tell
// what a forward adds, and any two others what the first of them gave back, once what an F adds is known.
std::vector<StageBytes> memoryOf(const Run& run) {
    const ByCopy<Bytes> forward = addedByForward(run);
    ByCopy<std::vector<Bytes>> afterB = changesAfterB(run, forward);
    std::vector<StageBytes> memory;
    memory.reserve(forward.size());
    for (const auto& [copy, added] : forward) {
        StageBytes stage{.copy = {.direction = copy.first, .stage = copy.second}};
        stage.memory.forward = std::max<Bytes>(0, added);
        // What is freed is what was taken; B gives back its part of it, W or BW the rest.
        if (const auto input = afterB.find(copy); input != afterB.end())
            stage.memory.backwardInput = std::clamp<Bytes>(upperMedian(input->second), -stage.memory.forward, 0);
        stage.memory.backwardWeight = -stage.memory.forward - stage.memory.backwardInput;
        memory.push_back(stage);
    }
    return memory;
}

Result<RunCosts> costsOf(const Run& run, const Plan& plan, const CostsRequest& request) {
    if (const Result<Done> alike = checkAlike(run.plan.schedule, plan.schedule, request.eachMicrobatch); !alike)
        return alike.error();
    const Result<Run> narrow = narrowed(run, request);
    if (!narrow)
        return narrow.error();
    if (warmStepsOf(*narrow).empty())
        return Error{say(phrase("measured", "the run holds no measured step"))};
    RunCosts costs;
    costs.profile = profileOf(*narrow);
    costs.memory = memoryOf(*narrow);
    costs.measured = medianMakespan(*narrow);
    costs.firstStageWhole = firstStageIsWhole(costs.profile);
    costs.splitAssumed = isSplitAssumed(costs.profile);
    const Result<MicrobatchCosts::Table> table =
        request.eachMicrobatch ? tableOf(*narrow) : Result<MicrobatchCosts::Table>{MicrobatchCosts::Table{}};
    if (!table)
        return table.error();
    const auto apply = [&](Plan to) {
        if (to.costs.microbatches.form() == MicrobatchCosts::Form::Table)
            setMicrobatches(to, {}); // none of these times is left
        to = withMeasuredMemory(withMeasuredCosts(std::move(to), costs.profile), costs.memory);
        MicrobatchCosts::Table own = *table;
        if (request.asPytorch)
            moveFirstBackward(to, own);
        if (request.eachMicrobatch)
            setMicrobatches(to, MicrobatchCosts::ofTable(to.schedule.microbatches, std::move(own), {}));
        else
            divideByShares(to, costs.profile, run);
        return to;
    };
    costs.plan = apply(plan);
    const Plan ran = apply(ranPlan(run));
    costs.predicted = extentOf(simulate(ran.schedule, ran.costs)).length();
    return costs;
}

} // namespace lanewright
