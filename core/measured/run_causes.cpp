// SPDX-License-Identifier: Apache-2.0
#include "core/measured/run_causes.h"

#include "core/measured/loss_fix_effects.h"
#include "core/measured/op_factors.h"
#include "core/measured/run_graph.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"
#include "core/solve/solve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright {

namespace {

/// Larger orders are only held against what generators and list scheduling make at once.
constexpr int kMostSearched = 4000;

/// Whether the backwards of an order are all BW (true) or all B and W (false); none where the search can't keep it.
std::optional<bool> fusedIn(const Schedule& schedule) {
    bool fused = false;
    bool apart = false;
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            if (block.paired || block.op.kind == OpKind::R)
                return {};
            fused = fused || block.op.kind == OpKind::BW;
            apart = apart || block.op.kind == OpKind::B || block.op.kind == OpKind::W;
        }
    return fused && apart ? std::nullopt : std::optional(fused);
}

/// Per stage the mean times of ops by themselves, a BW as its B. Of orders without pairs and R.
std::vector<StageCosts> meanCosts(const JobGraph& job, int weightParts) {
    const OpFactors factors(job);
    std::vector<StageCosts> costs(job.stages, StageCosts{.forward = 0, .backwardInput = 0, .backwardWeight = 0});
    for (int family = 0; family < static_cast<int>(job.families.size()); ++family)
        for (int stage = 0; stage < job.stages && job.families[family].op; ++stage) {
            const auto mean = static_cast<Time>(std::llround(factors.stageMean(family, stage)));
            switch (*job.families[family].op) {
            case OpKind::F: costs[stage].forward = mean; break;
            case OpKind::B:
            case OpKind::BW: costs[stage].backwardInput = mean; break;
            case OpKind::W: costs[stage].backwardWeight = mean * weightParts; break;
            case OpKind::R: break;
            }
        }
    return costs;
}

/// What a value takes that is typically the slowest: by their means are what hosts are busy with, by their medians the
/// ways of values.
Time typicalTransfer(const JobGraph& job) {
    const std::vector<Time> typical = typicalTimes(job);
    Time transfer = 0;
    for (std::size_t family = 0; family < typical.size(); ++family)
        if (job.families[family].kind == ActionKind::Transfer && !job.families[family].byMean)
            transfer = std::max(transfer, typical[family]);
    return transfer;
}

/// The run's plan with the mean times of the job, and as its memory the number of microbatches that a rank holds.
Plan typicalPlan(const Run& run, const JobGraph& job, bool fused) {
    Plan plan = run.plan;
    plan.proof = {};
    plan.optimizerMode = OptimizerMode::Synchronous;
    plan.costs = {.stages = {meanCosts(job, plan.costs.weightParts)},
                  .transfer = {.every = typicalTransfer(job)},
                  .weightParts = plan.costs.weightParts};
    plan.memory = uniformMemory(plan.schedule.stages(), plan.schedule.ranks(), {.forward = 1, .backwardWeight = -1});
    plan.memory.limit.clear();
    if (fused)
        plan.costs.weightParts = 1;
    for (const Bytes peak : peakMemory(plan.schedule, plan.memory, plan.costs.weightParts))
        plan.memory.limit.emplace_back(peak);
    return plan;
}

} // namespace

std::optional<Plan> typicalPlanOf(const Run& run, const JobGraph& job) {
    const std::optional<bool> fused = fusedIn(run.plan.schedule);
    return fused ? std::optional(typicalPlan(run, job, *fused)) : std::nullopt;
}

Schedule fusedAsIn(const Run& run, Schedule order) {
    return fusedIn(run.plan.schedule).value_or(false) ? fused(std::move(order)) : order;
}

std::optional<Schedule> betterOrderOf(const Run& run, const JobGraph& job) {
    const std::optional<Plan> plan = typicalPlanOf(run, job);
    if (!plan)
        return {};
    const int rounds = opCount(plan->schedule) <= kMostSearched ? 1 : 0;
    const Result<Solution> solution =
        solve(*plan, {.objective = Objective::Makespan, .seed = 1, .threads = 1, .rounds = rounds});
    const Time own = extentOf(simulate(plan->schedule, plan->costs)).length();
    if (!solution || !(solution->value < Fraction{own, 1}))
        return {};
    return fusedAsIn(run, solution->schedule);
}

Result<LostByCause> lostByCauseOf(const Run& run) {
    const Result<JobGraph> job = jobGraphOf(run);
    if (!job)
        return job.error();
    const std::optional<Schedule> better = betterOrderOf(run, *job);
    const Result<JobGraph> reordered = better ? jobGraphOf(run, &*better) : job;
    LostByCause lost = lostByCause(*job, better && reordered ? &*reordered : nullptr, leastTimeOf(run, *job));
    addEffects(lost, run, *job, better);
    // Where ops may hold waits nobody knows when what they need was there, nor how late they began after it.
    if (run.recorder && run.recorder->waitsInside)
        for (Loss& loss : lost.causes)
            if (loss.cause == LossCause::Launch)
                loss.cause = LossCause::Between;
    return lost;
}

} // namespace lanewright
