// SPDX-License-Identifier: Apache-2.0
#include "core/solve/microbatch_search.h"

#include "core/solve/microbatch_deals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lanewright {

namespace {

/// How hot annealing is at its begin and its end, in mean lengths of a block.
constexpr double kHottest = 0.3;
constexpr double kColdest = 0.002;
constexpr int kBetweenHeats = 64;
/// Up to so many turns all orders of a replica are tried at the end: 8! of them.
constexpr int kMostTurnsOfAll = 8;

} // namespace

MicrobatchSearch::MicrobatchSearch(const Plan& problem, Objective objective, bool deals)
    : m_turns(problem, objective), m_deals(deals) {}

std::optional<Schedule> MicrobatchSearch::run(const Schedule& start, const Effort& effort, Random& random) {
    m_triedAll = false;
    if (!m_turns.lay(start))
        return {};
    m_turns.judgeAll();
    m_best.clear();
    remember();
    const std::vector<int> before = m_turns.holds();
    tryStarts();
    if (replicas() == 1 && hasFewTurns(0)) {
        const Effort half = partOf(effort, 0.5);
        Allowance allowance(half);
        m_triedAll = tryAll(0, allowance);
        remember();
    }
    if (!m_triedAll) {
        anneal(partOf(effort, 0.9), random);
        recall();
        settleWorst(effort);
    }
    recall();
    if (m_turns.holds() == before)
        return {};
    Schedule found = m_turns.schedule();
    if (!dealsAnew())
        found.directionOf = start.directionOf;
    return found;
}

/// Leaves the best of all starts.
void MicrobatchSearch::tryStarts() {
    for (const bool longFirst : {true, false})
        tryStart(sortedReplicas(m_turns, longFirst));
    if (dealsAnew()) {
        const std::vector<int> longFirst = longestFirst(m_turns);
        tryStart(dealtToAndFro(m_turns, longFirst));
        tryStart(dealtByLoad(m_turns, longFirst));
    }
    recall();
}

/// Keeps what was dealt where it is better than the best, and goes back to that.
void MicrobatchSearch::tryStart(const Deal& deal) {
    m_turns.hand(deal);
    m_turns.judgeAll();
    if (m_turns.keepLimits())
        remember();
    recall();
}

void MicrobatchSearch::remember() {
    const Score& score = m_turns.worstScore();
    if (!m_best.empty() && score >= m_least)
        return;
    m_best = m_turns.holds();
    m_least = score;
}

void MicrobatchSearch::recall() {
    const std::vector<int>& holds = m_turns.holds();
    Deal deal;
    for (int turn = 0; turn < static_cast<int>(holds.size()); ++turn)
        if (holds[turn] != m_best[turn])
            deal.push_back({turn, m_best[turn]});
    m_turns.hand(deal);
    m_turns.judgeAll();
}

bool MicrobatchSearch::accepts(double before, double after, double heat, Random& random) const {
    return after <= before - heat * std::log(1 - random.unit());
}

/// Two turns of a direction change microbatches, or one goes before others.
void MicrobatchSearch::improve(int replica, double heat, Random& random) {
    const MicrobatchTurns::Replica& own = m_turns.replicas()[replica];
    if (own.turns.empty())
        return;
    const std::vector<int>& holds = m_turns.holds();
    const std::vector<int>& turns = own.turns[random.below(static_cast<int>(own.turns.size()))];
    const auto count = static_cast<int>(turns.size());
    if (count < 2)
        return;
    const int one = random.below(count);
    const int other = (one + 1 + random.below(count - 1)) % count;
    Deal deal;
    m_undo.clear();
    if (random.chance(60)) {
        deal = {{turns[one], holds[turns[other]]}, {turns[other], holds[turns[one]]}};
    } else {
        const int step = other > one ? 1 : -1;
        for (int place = one; place != other; place += step)
            deal.push_back({turns[place], holds[turns[place + step]]});
        deal.push_back({turns[other], holds[turns[one]]});
    }
    for (const auto& [turn, microbatch] : deal)
        m_undo.push_back({turn, holds[turn]});
    const Score before = own.score;
    m_turns.hand(deal);
    m_turns.judge(replica);
    if (accepts(before.energy, own.score.energy, heat, random) && m_turns.keepsLimits(replica))
        return;
    m_turns.hand(m_undo);
    m_turns.setScore(replica, before);
}

/// A turn of the slowest replica, or of any, and one of another change microbatches.
void MicrobatchSearch::improveBetween(double heat, Random& random) {
    const int first = random.chance(60) ? m_turns.worst() : random.below(replicas());
    const int second = (first + 1 + random.below(replicas() - 1)) % replicas();
    const MicrobatchTurns::Replica& one = m_turns.replicas()[first];
    const MicrobatchTurns::Replica& other = m_turns.replicas()[second];
    if (one.turns.empty() || other.turns.empty())
        return;
    const auto anyOf = [&](const MicrobatchTurns::Replica& replica) {
        const std::vector<int>& turns = replica.turns[random.below(static_cast<int>(replica.turns.size()))];
        return turns[random.below(static_cast<int>(turns.size()))];
    };
    const int a = anyOf(one);
    const int b = anyOf(other);
    const std::vector<int>& holds = m_turns.holds();
    m_undo = {{a, holds[a]}, {b, holds[b]}};
    const Score oneBefore = one.score;
    const Score otherBefore = other.score;
    m_turns.hand({{a, holds[b]}, {b, holds[a]}});
    m_turns.judge(first);
    m_turns.judge(second);
    if (accepts(std::max(oneBefore.energy, otherBefore.energy), std::max(one.score.energy, other.score.energy), heat,
                random) &&
        m_turns.keepsLimits(first) && m_turns.keepsLimits(second))
        return;
    m_turns.hand(m_undo);
    m_turns.setScore(first, oneBefore);
    m_turns.setScore(second, otherBefore);
}

/// Few enough to try all of their orders.
bool MicrobatchSearch::hasFewTurns(int replica) const {
    const std::vector<std::vector<int>>& turns = m_turns.replicas()[replica].turns;
    return turns.size() == 1 && static_cast<int>(turns.front().size()) <= kMostTurnsOfAll;
}

/// All orders of a replica that has few turns, all of one direction; leaves the best. False when the allowance ended
/// before them.
bool MicrobatchSearch::tryAll(int replica, Allowance& allowance) {
    const MicrobatchTurns::Replica& own = m_turns.replicas()[replica];
    const std::vector<int>& turns = own.turns.front();
    const std::vector<int>& holds = m_turns.holds();
    std::vector<int> trial;
    trial.reserve(turns.size());
    for (const int turn : turns)
        trial.push_back(holds[turn]);
    std::vector<int> best = trial;
    Score least = own.score;
    const auto place = [&](const std::vector<int>& microbatches) {
        Deal deal;
        for (std::size_t i = 0; i < turns.size(); ++i)
            if (holds[turns[i]] != microbatches[i])
                deal.push_back({turns[i], microbatches[i]});
        m_turns.hand(deal);
        m_turns.judge(replica);
    };
    std::ranges::sort(trial);
    bool more = true;
    while (more && allowance.spend(own.steps())) {
        place(trial);
        if (own.score < least && m_turns.keepsLimits(replica)) {
            least = own.score;
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
    for (int tried = 0; tried < replicas() && !effort.isOver(); ++tried) {
        const int worst = m_turns.worst();
        const Score score = m_turns.worstScore();
        if (score.value > effort.goal && hasFewTurns(worst))
            tryAll(worst, allowance);
        if (m_turns.replicas()[worst].score >= score)
            break;
        remember();
    }
}

void MicrobatchSearch::anneal(const Effort& effort, Random& random) {
    const double unit = m_turns.meanLength();
    const std::int64_t blocks = m_turns.blocks() / std::max(1, replicas()) + 8;
    Allowance allowance(effort);
    double heat = unit * kHottest;
    for (int trial = 0; allowance.spend(dealsAnew() ? 2 * blocks : blocks); ++trial) {
        if (trial % kBetweenHeats == 0) {
            heat = unit * kHottest * std::pow(kColdest / kHottest, std::min(1.0, allowance.share()));
            if (m_turns.worstScore().value <= effort.goal)
                break;
        }
        if (dealsAnew() && random.chance(50))
            improveBetween(heat, random);
        else
            improve(random.chance(50) ? m_turns.worst() : random.below(replicas()), heat, random);
        remember();
    }
}

} // namespace lanewright
