// SPDX-License-Identifier: Apache-2.0
#include "core/solve/microbatch_turns.h"

#include "core/base/mapped.h"
#include "core/model/replicas.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace lanewright {

namespace {

constexpr Time kNotYet = -(Time{1} << 60);

} // namespace

MicrobatchTurns::MicrobatchTurns(const Plan& problem, const Schedule& start, Objective objective)
    : m_plan(problem), m_rankCost(iterationEndOf(problem), problem.optimizerMode, problem.schedule.ranks(), objective),
      m_rows(start.order), m_holds(start.microbatches), m_stepsAt(start.ranks()), m_stepsOf(start.microbatches),
      m_free(start.ranks(), 0), m_first(start.ranks(), 0) {
    std::iota(m_holds.begin(), m_holds.end(), 0);
    for (const int turn : m_holds)
        m_directionOfTurn.push_back(start.direction(turn));
    m_plan.schedule = start;
    m_plan.schedule.directionOf = m_directionOfTurn;
    // A microbatch of the same size takes the same room, unless another direction's stages hold more.
    m_watchesMemory = !problem.memory.sizes.empty() || problem.memory.stages.size() > 1;
    findReplicas();
    sortSteps();
    for (TimedBlock& step : m_steps)
        measure(step);
}

/// Sets the ranks of each replica, and its turns in the order of their first F.
void MicrobatchTurns::findReplicas() {
    const Placement& placement = m_plan.schedule.placement;
    const std::vector<int> numbers = replicaNumbers(placement);
    m_replicas.resize(std::ranges::max(numbers) + 1);
    for (int direction = 0; direction < static_cast<int>(numbers.size()); ++direction) {
        Replica& replica = m_replicas[numbers[direction]];
        for (const int rank : placement.directions[direction])
            if (std::ranges::find(replica.ranks, rank) == replica.ranks.end())
                replica.ranks.push_back(rank);
        std::vector<int> turns;
        for (const Block& block : m_rows[placement.rankOf(direction, 0)])
            for (const Op& op : opsIn(block))
                if (op.kind == OpKind::F && op.stage == 0 && m_directionOfTurn[op.microbatch] == direction)
                    turns.push_back(op.microbatch);
        if (!turns.empty())
            replica.turns.push_back(std::move(turns));
    }
}

/// Puts each replica's blocks in line, each once all that it waits for is there.
void MicrobatchTurns::sortSteps() {
    const DataflowTable dataflow(m_plan.schedule, m_plan.costs);
    const std::vector<Slot> producers = producersOf(m_plan.schedule, dataflow);
    for (Replica& replica : m_replicas) {
        replica.firstStep = blocks();
        for (bool moved = true; moved;) {
            moved = false;
            for (const int rank : replica.ranks)
                while (m_stepsAt[rank].size() < m_rows[rank].size() && addStep(rank, dataflow, producers))
                    moved = true;
        }
        replica.lastStep = blocks();
    }
}

/// Adds the rank's next block, unless one that it waits for on another rank is missing.
bool MicrobatchTurns::addStep(int rank, const DataflowTable& dataflow, const std::vector<Slot>& producers) {
    const auto position = static_cast<int>(m_stepsAt[rank].size());
    const Block& block = m_rows[rank][position];
    TimedBlock step{.rank = rank, .position = position, .gap = block.gap};
    bool isReady = true;
    auto need = step.needs.begin();
    for (const Op& op : opsIn(block)) {
        const DataflowEntry& entry = dataflow.of(op);
        for (int i = 0; i < entry.needCount; ++i) {
            const Slot& slot = producers[entry.needs[i] + op.microbatch];
            if (slot.rank < 0 || slot.rank == rank)
                continue;
            if (slot.position < static_cast<int>(m_stepsAt[slot.rank].size()))
                *need = m_stepsAt[slot.rank][slot.position];
            else
                isReady = false;
        }
        ++need;
    }
    if (!isReady)
        return false;
    const int number = blocks();
    m_stepsAt[rank].push_back(number);
    m_steps.push_back(step);
    for (const Op& op : opsIn(block))
        m_stepsOf[op.microbatch].push_back(number);
    return true;
}

void MicrobatchTurns::hand(const Deal& deal) {
    for (const auto& [turn, microbatch] : deal) {
        m_holds[turn] = microbatch;
        m_plan.schedule.directionOf[microbatch] = m_directionOfTurn[turn];
        for (const int number : m_stepsOf[turn]) {
            const TimedBlock& step = m_steps[number];
            const Block& from = m_rows[step.rank][step.position];
            Block& to = m_plan.schedule.order[step.rank][step.position];
            if (from.op.microbatch == turn)
                to.op.microbatch = microbatch;
            else
                to.paired->microbatch = microbatch;
        }
    }
    for (const auto& [turn, microbatch] : deal)
        for (const int number : m_stepsOf[turn])
            measure(m_steps[number]);
}

void MicrobatchTurns::measure(TimedBlock& step) const {
    const Block& block = m_plan.schedule.order[step.rank][step.position];
    step.length = durationOf(m_plan.schedule, m_plan.costs, block);
    std::size_t each = 0;
    for (const Op& op : opsIn(block)) {
        if (const int need = step.needs[each]; need >= 0)
            for (const Value& value : needsOf(op, m_plan.schedule.stages()))
                if (crossesRanks(value.kind))
                    step.travels[each] = m_plan.costs.travel(value, m_steps[need].rank, step.rank);
        ++each;
    }
}

bool MicrobatchTurns::keepsLimits(int replica) const {
    return !m_watchesMemory || std::ranges::all_of(m_replicas[replica].ranks, [&](int rank) {
        const std::optional<Bytes> limit = m_plan.memory.limitOf(rank);
        return !limit || !firstOver(m_plan.schedule, m_plan.memory, m_plan.costs.weightParts, rank, *limit);
    });
}

/// Times the replica's blocks, each as early as it can be: from when ranks are free, or from the start of one, the
/// others free forever.
void MicrobatchTurns::pass(const Replica& replica, int from) {
    for (const int rank : replica.ranks)
        m_first[rank] = m_free[rank] = from < 0 ? m_rankCost.begins()[rank] : rank == from ? 0 : kNotYet;
    for (int number = replica.firstStep; number < replica.lastStep; ++number) {
        TimedBlock& step = m_steps[number];
        Time start = m_free[step.rank] + step.gap;
        for (std::size_t each = 0; each < step.needs.size(); ++each)
            if (step.needs[each] >= 0)
                start = std::max(start, m_steps[step.needs[each]].end + step.travels[each]);
        if (step.position == 0)
            m_first[step.rank] = start;
        m_free[step.rank] = step.end = start + step.length;
    }
}

Cost MicrobatchTurns::judge(int number) {
    const Replica& replica = m_replicas[number];
    pass(replica, -1);
    Time most = 0;
    double spans = 0;
    for (const int rank : replica.ranks) {
        most = std::max(most, m_rankCost.of(rank, m_first[rank], m_free[rank]));
        spans += static_cast<double>(m_rankCost.spanOf(rank, m_first[rank], m_free[rank]));
    }
    if (!m_rankCost.isMostOfRanks()) {
        most = 0;
        for (const int rank : replica.ranks) {
            pass(replica, rank);
            most = std::max(most, m_free[rank] + m_rankCost.step(rank));
        }
    }
    return costFrom(static_cast<double>(most), spans, static_cast<int>(replica.ranks.size()));
}

Time MicrobatchTurns::workOf(int turn) const {
    return summed(m_stepsOf[turn], [this](int number) { return m_steps[number].length; });
}

double MicrobatchTurns::meanLength() const {
    const double sum = summed(m_steps, [](const TimedBlock& step) { return static_cast<double>(step.length); });
    return sum / static_cast<double>(std::max<std::size_t>(1, m_steps.size()));
}

} // namespace lanewright
