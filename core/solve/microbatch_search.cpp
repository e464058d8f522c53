// SPDX-License-Identifier: Apache-2.0
#include "core/solve/microbatch_search.h"

#include "core/model/dataflow.h"
#include "core/model/replicas.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace lanewright {

namespace {

constexpr Time kNotYet = -(Time{1} << 60);
/// How much the mean span of a replica's ranks counts beside its value.
constexpr double kOfSpans = 0.05;
/// How hot annealing is at its begin and its end, in mean lengths of a block.
constexpr double kHottest = 0.3;
constexpr double kColdest = 0.002;
constexpr int kBetweenHeats = 64;
/// Up to so many turns all orders of a replica are tried at the end: 8! of them.
constexpr int kMostTurnsOfAll = 8;

} // namespace

MicrobatchSearch::MicrobatchSearch(const Plan& problem, Objective objective, bool deals)
    : m_plan(problem), m_objective(objective), m_deals(deals), m_iterationEnd(iterationEndOf(problem)) {
    for (int rank = 0; rank < problem.schedule.ranks(); ++rank)
        m_watchesMemory = m_watchesMemory || problem.memory.limitOf(rank).has_value();
    // A microbatch of the same size takes the same room, unless another direction's stages hold more.
    m_watchesMemory = m_watchesMemory && (!problem.memory.sizes.empty() || problem.memory.stages.size() > 1);
}

std::optional<Schedule> MicrobatchSearch::run(const Schedule& start, const Effort& effort, Random& random) {
    m_triedAll = false;
    if (!lay(start))
        return {};
    judgeAll();
    m_best.clear();
    remember();
    const std::vector<int> before = m_holds;
    for (const bool longFirst : {true, false}) {
        sortReplicas(longFirst);
        tryStart();
    }
    if (m_deals && m_replicas.size() > 1) {
        std::vector<int> turns(m_holds.size());
        std::iota(turns.begin(), turns.end(), 0);
        std::ranges::stable_sort(turns, std::greater<>{}, [&](int turn) { return workOf(turn); });
        std::vector<int> longFirst;
        longFirst.reserve(turns.size());
        for (const int turn : turns)
            longFirst.push_back(m_holds[turn]);
        dealToAndFro(longFirst);
        tryStart();
        dealByLoad(longFirst);
        tryStart();
    }
    recall();
    if (m_replicas.size() == 1 && hasFewTurns(m_replicas.front())) {
        const Effort half = partOf(effort, 0.5);
        Allowance allowance(half);
        m_triedAll = tryAll(m_replicas.front(), allowance);
        remember();
    }
    if (!m_triedAll) {
        anneal(partOf(effort, 0.9), random);
        recall();
        settleWorst(effort);
    }
    recall();
    if (m_holds == before)
        return {};
    Schedule found = m_plan.schedule;
    if (!m_deals || m_replicas.size() < 2)
        found.directionOf = start.directionOf;
    return found;
}

/// Takes the schedule in. False where it can't be laid out: ranks wait for each other, or an op is missing.
bool MicrobatchSearch::lay(const Schedule& start) {
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
void MicrobatchSearch::findReplicas() {
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
bool MicrobatchSearch::sortSteps(Replica& replica) {
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
bool MicrobatchSearch::addStep(int rank, int position, std::vector<int>& stepOf) {
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
void MicrobatchSearch::sortTurns() {
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

/// Gives turns other microbatches, all at once.
void MicrobatchSearch::hand(const std::vector<Holder>& list) {
    for (const auto& [turn, microbatch] : list) {
        m_holds[turn] = microbatch;
        m_plan.schedule.directionOf[microbatch] = m_directionOfTurn[turn];
    }
    for (const auto& [turn, microbatch] : list)
        for (const int number : m_stepsOf[turn]) {
            const Step& step = m_steps[number];
            const Block& from = m_rows[step.rank][step.position];
            Block& to = m_plan.schedule.order[step.rank][step.position];
            if (from.op.microbatch == turn)
                to.op.microbatch = microbatch;
            if (from.paired && from.paired->microbatch == turn)
                to.paired->microbatch = microbatch;
        }
    for (const auto& [turn, microbatch] : list)
        for (const int number : m_stepsOf[turn])
            measureStep(m_steps[number]);
}

void MicrobatchSearch::measureStep(Step& step) const {
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

bool MicrobatchSearch::keepsLimits(const Replica& replica) const {
    return !m_watchesMemory || std::ranges::all_of(replica.ranks, [&](int rank) {
        const std::optional<Bytes> limit = m_plan.memory.limitOf(rank);
        return !limit || !firstOver(m_plan.schedule, m_plan.memory, m_plan.costs.weightParts, rank, *limit);
    });
}

/// All as early as it can be: from when ranks are free, or from the start of one, the others free forever. Returns the
/// earliest start.
Time MicrobatchSearch::pass(const Replica& replica, int from) {
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

/// Makes value and energy of the replica what they are.
void MicrobatchSearch::judge(Replica& replica) {
    const Time begin = pass(replica, -1);
    Time last = begin;
    Time longest = 0;
    Time norm = 0;
    double sum = 0;
    const bool steps = m_objective == Objective::Iteration && m_plan.optimizerMode == OptimizerMode::PostValidated;
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
    case Objective::Period:
        value = 0;
        for (const int rank : replica.ranks) {
            pass(replica, rank);
            value = std::max(value, m_free[rank] + (steps ? m_iterationEnd.step[rank] : 0));
        }
        break;
    }
    replica.value = static_cast<double>(value);
    replica.energy = replica.value + kOfSpans * sum / static_cast<double>(replica.ranks.size());
}

void MicrobatchSearch::judgeAll() {
    for (Replica& replica : m_replicas)
        judge(replica);
}

int MicrobatchSearch::worstReplica() const {
    const auto worst = std::ranges::max_element(m_replicas, {}, &Replica::score);
    return static_cast<int>(worst - m_replicas.begin());
}

/// The work of the turn's microbatch on all stages.
Time MicrobatchSearch::workOf(int turn) const {
    Time work = 0;
    for (int stage = 0; stage < m_plan.schedule.stages(); ++stage)
        for (const OpKind kind : {OpKind::F, OpKind::BW, OpKind::R})
            work += m_plan.costs.compute({.kind = kind, .stage = stage, .microbatch = m_holds[turn]},
                                         m_directionOfTurn[turn]);
    return work;
}

void MicrobatchSearch::sortReplicas(bool longFirst) {
    std::vector<Holder> list;
    for (const Replica& replica : m_replicas)
        for (const std::vector<int>& turns : replica.turns) {
            std::vector<int> sorted = turns;
            std::ranges::stable_sort(
                sorted, [&](int a, int b) { return longFirst ? workOf(a) > workOf(b) : workOf(a) < workOf(b); });
            for (std::size_t place = 0; place < turns.size(); ++place)
                list.push_back({turns[place], m_holds[sorted[place]]});
        }
    hand(list);
}

/// The longest to the first replicas, the next to the last ones first, and so on.
void MicrobatchSearch::dealToAndFro(const std::vector<int>& longFirst) {
    std::vector<std::vector<int>> turns(m_replicas.size());
    for (std::size_t replica = 0; replica < m_replicas.size(); ++replica)
        for (const std::vector<int>& own : m_replicas[replica].turns)
            turns[replica].insert(turns[replica].end(), own.begin(), own.end());
    std::vector<Holder> list;
    std::size_t next = 0;
    for (std::size_t round = 0; next < longFirst.size(); ++round)
        for (std::size_t i = 0; i < turns.size(); ++i)
            if (const std::vector<int>& own = turns[round % 2 == 0 ? i : turns.size() - 1 - i]; round < own.size())
                list.push_back({own[round], longFirst[next++]});
    hand(list);
}

/// Each to the replica with the least work that has turns left.
void MicrobatchSearch::dealByLoad(const std::vector<int>& longFirst) {
    std::vector<std::vector<int>> turns(m_replicas.size());
    for (std::size_t replica = 0; replica < m_replicas.size(); ++replica) {
        for (const std::vector<int>& own : m_replicas[replica].turns)
            turns[replica].insert(turns[replica].end(), own.begin(), own.end());
        std::ranges::reverse(turns[replica]);
    }
    std::vector<Time> load(m_replicas.size(), 0);
    std::vector<Holder> list;
    std::vector<int> turnOf(m_holds.size(), 0);
    for (int turn = 0; turn < static_cast<int>(m_holds.size()); ++turn)
        turnOf[m_holds[turn]] = turn;
    for (const int microbatch : longFirst) {
        std::size_t least = turns.size();
        for (std::size_t replica = 0; replica < turns.size(); ++replica)
            if (!turns[replica].empty() && (least == turns.size() || load[replica] < load[least]))
                least = replica;
        list.push_back({turns[least].back(), microbatch});
        turns[least].pop_back();
        load[least] += workOf(turnOf[microbatch]);
    }
    hand(list);
}

/// Keeps what was dealt where it is better than the best, and goes back to that.
void MicrobatchSearch::tryStart() {
    judgeAll();
    if (std::ranges::all_of(m_replicas, [&](const Replica& replica) { return keepsLimits(replica); }))
        remember();
    recall();
}

void MicrobatchSearch::remember() {
    const std::pair<double, double> score = m_replicas[worstReplica()].score();
    if (!m_best.empty() && score >= m_least)
        return;
    m_best = m_holds;
    m_least = score;
}

void MicrobatchSearch::recall() {
    std::vector<Holder> list;
    for (int turn = 0; turn < static_cast<int>(m_holds.size()); ++turn)
        if (m_holds[turn] != m_best[turn])
            list.push_back({turn, m_best[turn]});
    hand(list);
    judgeAll();
}

bool MicrobatchSearch::accepts(double before, double after, double heat, Random& random) const {
    return after <= before - heat * std::log(1 - random.unit());
}

/// Two turns of a direction change microbatches, or one goes before others.
void MicrobatchSearch::improve(Replica& replica, double heat, Random& random) {
    if (replica.turns.empty())
        return;
    const std::vector<int>& turns = replica.turns[random.below(static_cast<int>(replica.turns.size()))];
    const auto count = static_cast<int>(turns.size());
    if (count < 2)
        return;
    const int one = random.below(count);
    const int other = (one + 1 + random.below(count - 1)) % count;
    std::vector<Holder> list;
    m_undo.clear();
    if (random.chance(60)) {
        list = {{turns[one], m_holds[turns[other]]}, {turns[other], m_holds[turns[one]]}};
    } else {
        const int step = other > one ? 1 : -1;
        for (int place = one; place != other; place += step)
            list.push_back({turns[place], m_holds[turns[place + step]]});
        list.push_back({turns[other], m_holds[turns[one]]});
    }
    for (const Holder& holder : list)
        m_undo.push_back({holder.turn, m_holds[holder.turn]});
    const double energy = replica.energy;
    const double value = replica.value;
    hand(list);
    judge(replica);
    if (accepts(energy, replica.energy, heat, random) && keepsLimits(replica))
        return;
    hand(m_undo);
    replica.energy = energy;
    replica.value = value;
}

/// A turn of the slowest replica, or of any, and one of another change microbatches.
void MicrobatchSearch::improveBetween(double heat, Random& random) {
    const auto count = static_cast<int>(m_replicas.size());
    const int first = random.chance(60) ? worstReplica() : random.below(count);
    const int second = (first + 1 + random.below(count - 1)) % count;
    Replica& one = m_replicas[first];
    Replica& other = m_replicas[second];
    if (one.turns.empty() || other.turns.empty())
        return;
    const auto anyOf = [&](const Replica& replica) {
        const std::vector<int>& turns = replica.turns[random.below(static_cast<int>(replica.turns.size()))];
        return turns[random.below(static_cast<int>(turns.size()))];
    };
    const int a = anyOf(one);
    const int b = anyOf(other);
    m_undo = {{a, m_holds[a]}, {b, m_holds[b]}};
    const Replica oneBefore{.value = one.value, .energy = one.energy};
    const Replica otherBefore{.value = other.value, .energy = other.energy};
    hand({{a, m_holds[b]}, {b, m_holds[a]}});
    judge(one);
    judge(other);
    if (accepts(std::max(oneBefore.energy, otherBefore.energy), std::max(one.energy, other.energy), heat, random) &&
        keepsLimits(one) && keepsLimits(other))
        return;
    hand(m_undo);
    one.energy = oneBefore.energy;
    one.value = oneBefore.value;
    other.energy = otherBefore.energy;
    other.value = otherBefore.value;
}

/// Few enough to try all of their orders.
bool MicrobatchSearch::hasFewTurns(const Replica& replica) const {
    return replica.turns.size() == 1 && static_cast<int>(replica.turns.front().size()) <= kMostTurnsOfAll;
}

/// All orders of a replica that has few turns, all of one direction; leaves the best. False when the allowance ended
/// before them.
bool MicrobatchSearch::tryAll(Replica& replica, Allowance& allowance) {
    const std::vector<int>& turns = replica.turns.front();
    std::vector<int> trial;
    trial.reserve(turns.size());
    for (const int turn : turns)
        trial.push_back(m_holds[turn]);
    std::vector<int> best = trial;
    std::pair<double, double> least = replica.score();
    const auto place = [&](const std::vector<int>& microbatches) {
        std::vector<Holder> list;
        for (std::size_t i = 0; i < turns.size(); ++i)
            if (m_holds[turns[i]] != microbatches[i])
                list.push_back({turns[i], microbatches[i]});
        hand(list);
        judge(replica);
    };
    std::ranges::sort(trial);
    bool more = true;
    while (more && allowance.spend(replica.lastStep - replica.firstStep)) {
        place(trial);
        if (replica.score() < least && keepsLimits(replica)) {
            least = replica.score();
            best = trial;
        }
        more = std::ranges::next_permutation(trial).found;
    }
    place(best);
    return !more;
}

/// All orders of the slowest replica, and of the one that is the slowest then, as long as that helps.
void MicrobatchSearch::settleWorst(const Effort& effort) {
    Allowance allowance(effort);
    for (std::size_t tried = 0; tried < m_replicas.size() && !effort.isOver(); ++tried) {
        Replica& worst = m_replicas[worstReplica()];
        const std::pair<double, double> score = worst.score();
        if (worst.value > effort.goal && hasFewTurns(worst))
            tryAll(worst, allowance);
        if (worst.score() >= score)
            break;
        remember();
    }
}

void MicrobatchSearch::anneal(const Effort& effort, Random& random) {
    double unit = 0;
    for (const Step& step : m_steps)
        unit += static_cast<double>(step.length);
    unit /= static_cast<double>(std::max<std::size_t>(1, m_steps.size()));
    const bool between = m_deals && m_replicas.size() > 1;
    const auto replicas = static_cast<int>(m_replicas.size());
    const auto steps = static_cast<std::int64_t>(m_steps.size()) / std::max(1, replicas) + 8;
    Allowance allowance(effort);
    double heat = unit * kHottest;
    for (int trial = 0; allowance.spend(between ? 2 * steps : steps); ++trial) {
        if (trial % kBetweenHeats == 0) {
            heat = unit * kHottest * std::pow(kColdest / kHottest, std::min(1.0, allowance.share()));
            if (m_replicas[worstReplica()].value <= effort.goal)
                break;
        }
        if (between && random.chance(50))
            improveBetween(heat, random);
        else
            improve(m_replicas[random.chance(50) ? worstReplica() : random.below(replicas)], heat, random);
        remember();
    }
}

} // namespace lanewright
