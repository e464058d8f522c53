// SPDX-License-Identifier: Apache-2.0
#include "core/measured/step_plan.h"
#include "core/model/block_ops.h"

#include "core/edit/replicate.h"
#include "core/measured/profile/run_reading.h"
#include "core/measured/run_costs.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t at(OpKind kind) { return static_cast<std::size_t>(kind); }

/// B and W of a run that has them in one block: all of it as B, so that a search may take the two apart and put them
/// together again without changing any time.
void splitFused(MicrobatchCosts::Table& table) {
    std::vector<Time>& fused = table[at(OpKind::BW)];
    if (fused.empty() || !table[at(OpKind::B)].empty())
        return;
    table[at(OpKind::W)].assign(fused.size(), 0);
    table[at(OpKind::B)] = std::exchange(fused, {});
}

/// Puts one replica's times in the table of all, where each stage has the microbatches of one replica after those of
/// the other. A replica without ops of a kind that another has gets times of 0.
void placeTimes(const Plan& own, int replica, int replicas, MicrobatchCosts::Table& all) {
    const MicrobatchCosts::Table& table = own.costs.microbatches.table();
    const auto stages = static_cast<std::size_t>(own.schedule.stages());
    const auto microbatches = static_cast<std::size_t>(own.schedule.microbatches);
    for (std::size_t kind = 0; kind < table.size(); ++kind) {
        if (table[kind].empty())
            continue;
        all[kind].resize(stages * replicas * microbatches, 0);
        for (std::size_t stage = 0; stage < stages; ++stage)
            for (std::size_t microbatch = 0; microbatch < microbatches; ++microbatch)
                all[kind][(stage * replicas + replica) * microbatches + microbatch] =
                    table[kind][stage * microbatches + microbatch];
    }
}

} // namespace

void placeOrder(const Schedule& own, int replica, Schedule& all) {
    for (int rank = 0; rank < own.ranks(); ++rank) {
        Row& row = all.order[replica * own.ranks() + rank];
        row = own.order[rank];
        for (Block& block : row)
            changeOps(block, [&](Op& op) { op.microbatch += replica * own.microbatches; });
    }
}

Result<StepPlans> StepPlans::of(const Run& run) {
    const Result<RunCosts> costs = costsOf(run, run.plan);
    if (!costs)
        return costs.error();
    StepPlans plans;
    plans.m_run = &run;
    plans.m_typical = costs->plan;
    plans.m_typical.proof = {};
    for (const StepRecord* const step : warmStepsOf(run))
        plans.m_steps.push_back(step->step);
    return plans;
}

Result<Plan> StepPlans::single(const StepRecord& record) const {
    Run alone{.plan = m_run->plan, .recorder = m_run->recorder};
    alone.steps = {record};
    const Result<RunCosts> costs = costsOf(alone, m_typical, {.eachMicrobatch = true});
    if (!costs)
        return costs.error();
    Plan plan = m_typical;
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank) {
        plan.schedule.order[rank].clear();
        for (const Span& span : record.wall.lanes[rank])
            plan.schedule.order[rank].push_back({.op = span.op, .paired = span.paired});
    }
    MicrobatchCosts::Table table = costs->plan.costs.microbatches.table();
    splitFused(table);
    setMicrobatches(plan, MicrobatchCosts::ofTable(plan.schedule.microbatches, std::move(table), {}));
    return plan;
}

std::vector<const StepRecord*> StepPlans::recordsOf(int step) const {
    std::vector<ReplicaSteps> all = replicaStepsOf(*m_run);
    std::ranges::sort(all, {}, &ReplicaSteps::replica);
    std::vector<const StepRecord*> records;
    for (const ReplicaSteps& replica : all)
        if (const auto found = std::ranges::find(*replica.steps, step, &StepRecord::step);
            found != replica.steps->end())
            records.push_back(&*found);
    return records;
}

Result<Plan> StepPlans::all(int step) const {
    const std::vector<const StepRecord*> records = recordsOf(step);
    const int replicas = static_cast<int>(records.size());
    Plan typical = m_typical;
    setMicrobatches(typical, {}); // the table below says it of all
    Result<Plan> plan = replicate(typical, replicas);
    if (!plan)
        return plan;
    MicrobatchCosts::Table times;
    for (int replica = 0; replica < replicas; ++replica) {
        const Result<Plan> own = single(*records[replica]);
        if (!own)
            return own.error();
        placeOrder(own->schedule, replica, plan->schedule);
        placeTimes(*own, replica, replicas, times);
    }
    setMicrobatches(*plan, MicrobatchCosts::ofTable(plan->schedule.microbatches, std::move(times), {}));
    return plan;
}

} // namespace lanewright
