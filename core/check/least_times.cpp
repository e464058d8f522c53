// SPDX-License-Identifier: Apache-2.0
#include "core/check/least_times.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Calls `each` with all microbatches of the direction.
void forMicrobatches(const Schedule& schedule, int direction, const auto& each) {
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        if (schedule.direction(microbatch) == direction)
            each(microbatch);
}

} // namespace

LeastTimes::LeastTimes(const Plan& plan, Objective objective)
    : m_plan(plan), m_ofIteration(objective == Objective::Iteration),
      m_ofAll(objective == Objective::Makespan || (m_ofIteration && plan.optimizerMode == OptimizerMode::Synchronous)) {
    for (int direction = 0; direction < static_cast<int>(plan.schedule.placement.directions.size()); ++direction)
        for (int stage = 0; stage < plan.schedule.stages(); ++stage)
            m_times.push_back(timesOf({direction, stage}));
    addRanks();
    for (int direction = 0; direction < static_cast<int>(plan.schedule.placement.directions.size()); ++direction)
        addTrips(direction);
}

void LeastTimes::addRanks() {
    const Placement& placement = m_plan.schedule.placement;
    const auto ranks = static_cast<std::size_t>(placement.ranks);
    m_step.assign(ranks, 0);
    m_up.assign(ranks, 0);
    m_down.assign(ranks, 0);
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction)
        for (int stage = 0; stage < placement.stages(); ++stage) {
            const StageCosts& costs = m_plan.costs.of(direction, stage);
            m_step[placement.rankOf(direction, stage)] += costs.optimizer + costs.allReduce;
        }
    for (int rank = placement.ranks - 2; rank >= 0; --rank) {
        m_up[rank] = m_up[rank + 1] + m_plan.costs.transfer.between(rank, rank + 1);
        m_down[rank] = m_down[rank + 1] + m_plan.costs.transfer.between(rank + 1, rank);
    }
}

void LeastTimes::addTrips(int direction) {
    const int last = m_plan.schedule.stages() - 1;
    if (last < 0 || of({direction, 0}).count == 0)
        return;
    for (int stage = last; stage >= 0; --stage) {
        CopyTimes& here = own({direction, stage});
        if (stage < last) {
            const CopyTimes& next = of({direction, stage + 1});
            here.trip = next.trip + here.down + next.forward + next.gradient + here.up;
        }
        here.trip = std::max(here.trip, here.recompute);
    }
    Time rest = 0;
    for (int stage = 0; stage <= last; ++stage) {
        CopyTimes& here = own({direction, stage});
        if (m_ofAll || stage == 0)
            rest = std::max(rest, tail(rankOf({direction, stage})) + here.weight);
        here.restOfAll = rest;
        rest += here.up + here.gradient;
    }
}

std::vector<StageCopy> LeastTimes::copiesOn(int rank) const {
    std::vector<StageCopy> copies = lanewright::copiesOn(m_plan.schedule.placement, rank);
    std::erase_if(copies, [&](const StageCopy& copy) { return of(copy).count == 0; });
    return copies;
}

/// All parts of a W together; R 0 where there is none.
Time LeastTimes::lengthOf(OpKind kind, const StageCopy& copy, int microbatch) const {
    if (kind == OpKind::R && !m_plan.costs.recomputes(copy.direction, copy.stage))
        return 0;
    return m_plan.costs.whole({.kind = kind, .stage = copy.stage, .microbatch = microbatch}, copy.direction,
                              m_plan.schedule.placement);
}

CopyTimes LeastTimes::timesOf(const StageCopy& copy) const {
    CopyTimes least;
    const int rank = rankOf(copy);
    const int next = copy.stage + 1 < m_plan.schedule.stages() ? rankOf({copy.direction, copy.stage + 1}) : rank;
    const auto shorten = [](Time& time, Time other) { time = std::min(time, other); };
    forMicrobatches(m_plan.schedule, copy.direction, [&](int microbatch) {
        const auto length = [&](OpKind kind) { return lengthOf(kind, copy, microbatch); };
        ++least.count;
        shorten(least.forward, length(OpKind::F));
        shorten(least.gradient, std::min(length(OpKind::B), length(OpKind::BW)));
        shorten(least.weight, std::min(length(OpKind::W), std::max<Time>(0, length(OpKind::BW) - length(OpKind::B))));
        shorten(least.recompute, length(OpKind::R));
        shorten(least.down, m_plan.costs.travel({ValueKind::Activation, copy.stage, microbatch}, rank, next));
        shorten(least.up, m_plan.costs.travel({ValueKind::Gradient, copy.stage + 1, microbatch}, next, rank));
    });
    return least;
}

Time LeastTimes::workOf(const StageCopy& copy, bool alone) const {
    Time work = 0;
    forMicrobatches(m_plan.schedule, copy.direction, [&](int microbatch) {
        const auto length = [&](OpKind kind) { return lengthOf(kind, copy, microbatch); };
        work += length(OpKind::F) + length(OpKind::R) +
                std::min(length(OpKind::B) + (alone ? 0 : length(OpKind::W)), length(OpKind::BW));
    });
    return work;
}

Time LeastTimes::start(const StageCopy& copy, int from) const {
    Time start = 0;
    for (int stage = from; stage <= copy.stage; ++stage) {
        const StageCopy own{copy.direction, stage};
        if (m_ofIteration && m_ofAll) // the norm's decision comes back, and the step is made, before the first op
            start = std::max(start, m_down[rankOf(own)] + m_step[rankOf(own)]);
        if (stage < copy.stage)
            start += of(own).forward + of(own).down;
    }
    return start;
}

Time LeastTimes::rest(const StageCopy& copy, int from) const {
    if (from == 0)
        return of(copy).restOfAll;
    Time rest = 0;
    for (int stage = from; stage <= copy.stage; ++stage) {
        const StageCopy own{copy.direction, stage};
        if (m_ofAll || stage == from)
            rest = std::max(rest, tail(rankOf(own)) + of(own).weight);
        if (stage < copy.stage)
            rest += of(own).up + of(own).gradient;
    }
    return rest;
}

Time LeastTimes::tail(int rank) const { return !m_ofIteration ? 0 : m_ofAll ? m_up[rank] : m_step[rank]; }

} // namespace lanewright
