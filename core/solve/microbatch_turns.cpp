// SPDX-License-Identifier: Apache-2.0
#include "core/solve/microbatch_turns.h"

#include "core/model/dataflow.h"
#include "core/model/replicas.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

constexpr Time kNotYet = -(Time{1} << 60);
/// How much the mean span of a replica's ranks counts beside its value.
constexpr double kOfSpans = 0.05;

} // namespace

std::vector<int> MicrobatchTurns::Replica::allTurns() const {
    std::vector<int> all;
    for (const std::vector<int>& own : turns)
        all.insert(all.end(), own.begin(), own.end());
    return all;
}

MicrobatchTurns::MicrobatchTurns(const Plan& problem, Objective objective)
    : m_plan(problem), m_objective(objective), m_iterationEnd(iterationEndOf(problem)) {
    for (int rank = 0; rank < problem.schedule.ranks(); ++rank)
        m_watchesMemory = m_watchesMemory || problem.memory.limitOf(rank).has_value();
    // A microbatch of the same size takes the same room, unless another direction's stages hold more.
    m_watchesMemory = m_watchesMemory && (!problem.memory.sizes.empty() || problem.memory.stages.size() > 1);
}

bool MicrobatchTurns::lay(const Schedule& start) {
    const int microbatches = start.microbatches;
    m_plan.schedule = start;
    m_rows = start.order;
    m_holds.resize(static_cast<std::size_t>(microbatches));
    std::iota(m_holds.begin(), m_holds.end(), 0);
    m_directionOfTurn.clear();
    for (int turn = 0; turn < microbatches; ++turn)
        m_directionOfTurn.push_back(start.direction(turn));
    m_plan.schedule.directionOf = m_directionOfTurn;
    m_free.assign(static_cast<std::size_t>(start.ranks()), 0);
    m_first.assign(static_cast<std::size_t>(start.ranks()), 0);
    m_steps.clear();
    m_stepsOf.assign(static_cast<std::size_t>(microbatches), {});
    findReplicas();
    for (Replica& replica : m_replicas)
        if (!sortSteps(replica))
            return false;
    for (Step& step : m_steps)
        measureStep(step);
    sortTurns();
    return true;
}

/// Ranks without a stage are in none.
void MicrobatchTurns::findReplicas() {
    const Placement& placement = m_plan.schedule.placement;
    const std::vector<int> numbers = replicaNumbers(placement);
    m_replicaOfRank.assign(static_cast<std::size_t>(placement.ranks), -1);
    m_replicas.assign(static_cast<std::size_t>(std::ranges::max(numbers)) + 1, {});
    for (std::size_t direction = 0; direction < numbers.size(); ++direction)
        for (const int rank : placement.directions[direction])
            m_replicaOfRank[rank] = numbers[direction];
    for (int rank = 0; rank < placement.ranks; ++rank)
        if (m_replicaOfRank[rank] >= 0)
            m_replicas[m_replicaOfRank[rank]].ranks.push_back(rank);
}

/// Adds the replica's blocks, each once all that it waits for is there.
bool MicrobatchTurns::sortSteps(Replica& replica) {
    const Schedule& schedule = m_plan.schedule;
    std::vector<int> stepOf(2 * static_cast<std::size_t>(schedule.stages()) * schedule.microbatches, -1);
    std::vector<std::size_t> next(static_cast<std::size_t>(schedule.ranks()), 0);
    replica.firstStep = static_cast<int>(m_steps.size());
    for (bool moved = true; moved;) {
        moved = false;
        for (const int rank : replica.ranks)
            while (next[rank] < m_rows[rank].size() && addStep(rank, static_cast<int>(next[rank]), stepOf)) {
                ++next[rank];
                moved = true;
            }
    }
    replica.lastStep = static_cast<int>(m_steps.size());
    return std::ranges::all_of(replica.ranks, [&](int rank) { return next[rank] == m_rows[rank].size(); });
}

/// Adds the block, unless one that it waits for on another rank is missing. `stepOf`: by F or B, stage and turn.
bool MicrobatchTurns::addStep(int rank, int position, std::vector<int>& stepOf) {
    const Schedule& schedule = m_plan.schedule;
    const auto indexOf = [&](bool backward, int stage, int turn) {
        return (static_cast<std::size_t>(backward ? 1 : 0) * schedule.stages() + stage) * schedule.microbatches + turn;
    };
    const Block& block = m_rows[rank][position];
    Step step{.rank = rank, .position = position, .gap = block.gap, .first = position == 0};
    int needs = 0;
    const auto gather = [&](const Op& op) {
        for (const Value& value : needsOf(op, schedule.stages())) {
            if (!crossesRanks(value.kind) ||
                schedule.placement.rankOf(m_directionOfTurn[op.microbatch], value.stage) == rank)
                continue;
            const int producer = stepOf[indexOf(value.kind == ValueKind::Gradient, value.stage, value.microbatch)];
            if (producer < 0)
                return false;
            step.needs[needs++] = producer;
        }
        return true;
    };
    if (!gather(block.op) || (block.paired && !gather(*block.paired)))
        return false;
    const auto number = static_cast<int>(m_steps.size());
    const auto enter = [&](const Op& op) {
        if (op.kind == OpKind::F || isBackward(op.kind))
            stepOf[indexOf(op.kind != OpKind::F, op.stage, op.microbatch)] = number;
        if (m_stepsOf[op.microbatch].empty() || m_stepsOf[op.microbatch].back() != number)
            m_stepsOf[op.microbatch].push_back(number);
    };
    enter(block.op);
    if (block.paired)
        enter(*block.paired);
    m_steps.push_back(step);
    return true;
}

/// Each replica's turns, direction by direction, as their first F stand.
void MicrobatchTurns::sortTurns() {
    const Placement& placement = m_plan.schedule.placement;
    for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction) {
        const int rank = placement.rankOf(direction, 0);
        std::vector<int> turns;
        const auto add = [&](const Op& op) {
            if (op.kind == OpKind::F && op.stage == 0 && m_directionOfTurn[op.microbatch] == direction)
                turns.push_back(op.microbatch);
        };
        for (const Block& block : m_rows[rank]) {
            add(block.op);
            if (block.paired)
                add(*block.paired);
        }
        if (!turns.empty())
            m_replicas[m_replicaOfRank[rank]].turns.push_back(std::move(turns));
    }
}

void MicrobatchTurns::hand(const Deal& deal) {
    for (const auto& [turn, microbatch] : deal) {
        m_holds[turn] = microbatch;
        m_plan.schedule.directionOf[microbatch] = m_directionOfTurn[turn];
    }
    for (const auto& [turn, microbatch] : deal)
        for (const int number : m_stepsOf[turn]) {
            const Step& step = m_steps[number];
            const Block& from = m_rows[step.rank][step.position];
            Block& to = m_plan.schedule.order[step.rank][step.position];
            if (from.op.microbatch == turn)
                to.op.microbatch = microbatch;
            if (from.paired && from.paired->microbatch == turn)
                to.paired->microbatch = microbatch;
        }
    for (const auto& [turn, microbatch] : deal)
        for (const int number : m_stepsOf[turn])
            measureStep(m_steps[number]);
}

void MicrobatchTurns::measureStep(Step& step) const {
    const Block& block = m_plan.schedule.order[step.rank][step.position];
    step.length = durationOf(m_plan.schedule, m_plan.costs, block);
    int needs = 0;
    const auto travel = [&](const Op& op) {
        for (const Value& value : needsOf(op, m_plan.schedule.stages())) {
            const int from =
                crossesRanks(value.kind)
                    ? m_plan.schedule.placement.rankOf(m_plan.schedule.direction(op.microbatch), value.stage)
                    : step.rank;
            if (from != step.rank)
                step.travels[needs++] = m_plan.costs.travel(op.microbatch, from, step.rank);
        }
    };
    travel(block.op);
    if (block.paired)
        travel(*block.paired);
}

bool MicrobatchTurns::keepsLimits(int replica) const {
    return !m_watchesMemory || std::ranges::all_of(m_replicas[replica].ranks, [&](int rank) {
        const std::optional<Bytes> limit = m_plan.memory.limitOf(rank);
        return !limit || !firstOver(m_plan.schedule, m_plan.memory, m_plan.costs.weightParts, rank, *limit);
    });
}

bool MicrobatchTurns::keepLimits() const {
    bool keep = true;
    for (int replica = 0; keep && replica < static_cast<int>(m_replicas.size()); ++replica)
        keep = keepsLimits(replica);
    return keep;
}

/// All as early as it can be: from when ranks are free, or from the start of one, the others free forever. Returns the
/// earliest start.
Time MicrobatchTurns::pass(const Replica& replica, int from) {
    const bool waits = m_objective == Objective::Iteration && m_plan.optimizerMode == OptimizerMode::Synchronous;
    for (const int rank : replica.ranks) {
        m_free[rank] = from < 0 ? (waits ? m_iterationEnd.freeAfter(rank) : 0) : rank == from ? 0 : kNotYet;
        m_first[rank] = m_free[rank];
    }
    Time begin = std::numeric_limits<Time>::max();
    for (int number = replica.firstStep; number < replica.lastStep; ++number) {
        Step& step = m_steps[number];
        Time start = m_free[step.rank] + step.gap;
        for (int need = 0; need < 2 && step.needs[need] >= 0; ++need)
            start = std::max(start, m_steps[step.needs[need]].end + step.travels[need]);
        if (step.first) {
            m_first[step.rank] = start;
            begin = std::min(begin, start);
        }
        m_free[step.rank] = step.end = start + step.length;
    }
    return begin;
}

/// Whether optimizer steps count as parts of spans.
bool MicrobatchTurns::addsSteps() const {
    return m_objective == Objective::Iteration && m_plan.optimizerMode == OptimizerMode::PostValidated;
}

/// The longest way of a rank from its own start to its own end.
Time MicrobatchTurns::periodOf(const Replica& replica) {
    Time longest = 0;
    for (const int rank : replica.ranks) {
        pass(replica, rank);
        longest = std::max(longest, m_free[rank] + (addsSteps() ? m_iterationEnd.step[rank] : 0));
    }
    return longest;
}

void MicrobatchTurns::judge(int number) {
    Replica& replica = m_replicas[number];
    const Time begin = pass(replica, -1);
    Time last = begin;
    Time longest = 0;
    Time norm = 0;
    double sum = 0;
    const bool steps = addsSteps();
    for (const int rank : replica.ranks) {
        const Time span = m_free[rank] - m_first[rank] + (steps ? m_iterationEnd.step[rank] : 0);
        sum += static_cast<double>(span);
        longest = std::max(longest, span);
        last = std::max(last, m_free[rank]);
        norm = std::max(norm, m_free[rank] + m_iterationEnd.normDelay[rank]);
    }
    Time value = longest;
    switch (withoutOptimizer(m_objective, m_plan.optimizerMode)) {
    case Objective::Iteration: break;
    case Objective::Makespan: value = m_objective == Objective::Iteration ? norm : last - begin; break;
    case Objective::LongestSpan: break;
    case Objective::Period: value = periodOf(replica); break;
    }
    replica.score.value = static_cast<double>(value);
    replica.score.energy = replica.score.value + kOfSpans * sum / static_cast<double>(replica.ranks.size());
}

void MicrobatchTurns::judgeAll() {
    for (int replica = 0; replica < static_cast<int>(m_replicas.size()); ++replica)
        judge(replica);
}

int MicrobatchTurns::worst() const {
    const auto worst = std::ranges::max_element(m_replicas, {}, &Replica::score);
    return static_cast<int>(worst - m_replicas.begin());
}

Time MicrobatchTurns::workOf(int turn) const {
    Time work = 0;
    for (int stage = 0; stage < m_plan.schedule.stages(); ++stage)
        for (const OpKind kind : {OpKind::F, OpKind::BW, OpKind::R})
            work += m_plan.costs.compute({.kind = kind, .stage = stage, .microbatch = m_holds[turn]},
                                         m_directionOfTurn[turn]);
    return work;
}

double MicrobatchTurns::meanLength() const {
    double sum = 0;
    for (const Step& step : m_steps)
        sum += static_cast<double>(step.length);
    return sum / static_cast<double>(std::max<std::size_t>(1, m_steps.size()));
}

} // namespace lanewright
