// SPDX-License-Identifier: Apache-2.0
#include "core/measured/step_plan.h"

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

} // namespace

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
    Plan one = m_typical;
    setMicrobatches(one, {}); // the table below says it of all
    Result<Plan> plan = replicate(one, static_cast<int>(records.size()));
    if (!plan)
        return plan;
    const int stages = one.schedule.stages();
    const int each = one.schedule.microbatches;
    const int count = plan->schedule.microbatches;
    MicrobatchCosts::Table table;
    for (std::size_t replica = 0; replica < records.size(); ++replica) {
        const Result<Plan> own = single(*records[replica]);
        if (!own)
            return own.error();
        const int first = static_cast<int>(replica) * each;
        for (int rank = 0; rank < one.schedule.ranks(); ++rank) {
            Row row = own->schedule.order[rank];
            for (Block& block : row)
                block.op.microbatch += first;
            plan->schedule.order[replica * one.schedule.ranks() + rank] = std::move(row);
        }
        const MicrobatchCosts::Table& times = own->costs.microbatches.table();
        for (std::size_t kind = 0; kind < times.size(); ++kind) {
            if (times[kind].empty())
                continue;
            table[kind].resize(static_cast<std::size_t>(stages) * count, 0);
            for (int stage = 0; stage < stages; ++stage)
                std::copy_n(times[kind].begin() + static_cast<std::ptrdiff_t>(stage) * each, each,
                            table[kind].begin() + static_cast<std::ptrdiff_t>(stage) * count + first);
        }
    }
    setMicrobatches(*plan, MicrobatchCosts::ofTable(count, std::move(table), {}));
    return plan;
}

} // namespace lanewright
