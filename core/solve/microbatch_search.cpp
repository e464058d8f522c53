// SPDX-License-Identifier: Apache-2.0
#include "core/solve/microbatch_search.h"

#include "core/solve/cooling.h"
#include "core/solve/microbatch_turns.h"
#include "core/solve/starts.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// It ends colder than where ops move.
constexpr Cooling kTurnCooling{.to = 0.002};
/// The number of changes between two updates of the temperature.
constexpr int kBetweenHeats = 64;
/// All orders are tried of at most this many turns, which is 8! orders.
constexpr std::size_t kMostTurnsOfAll = 8;

/// What one thread does in a round.
class TurnWalk {
public:
    using Deal = MicrobatchTurns::Deal;
    using Replica = MicrobatchTurns::Replica;

    TurnWalk(const Plan& problem, const Schedule& start, Objective objective, bool deals, Random& random)
        : m_turns(problem, start, objective), m_deals(deals && m_turns.replicas().size() > 1), m_random(random) {
        judgeAll();
        remember();
    }

    /// The best it finds; none where that is the schedule itself.
    std::optional<Schedule> run(const Effort& effort) {
        const std::vector<int> before = m_turns.holds();
        tryStarts();
        m_triedAll = hasFewOrders() && tryAll(Allowance(partOf(effort, 0.5)));
        hold(m_best);
        if (!m_triedAll)
            anneal(effort);
        hold(m_best);
        return m_turns.holds() == before ? std::nullopt : std::optional(m_turns.schedule());
    }
    /// True when every way to hand its microbatches the turns was tried.
    bool triedAll() const { return m_triedAll; }

private:
    const Replica& replica(int number) const { return m_turns.replicas()[number]; }
    int worst() const { return static_cast<int>(std::ranges::max_element(m_costs) - m_costs.begin()); }
    int any(std::size_t count) { return m_random.below(static_cast<int>(count)); }

    void judgeAll() {
        m_costs.clear();
        for (std::size_t each = 0; each < m_turns.replicas().size(); ++each)
            m_costs.push_back(m_turns.judge(static_cast<int>(each)));
    }
    void remember() {
        if (const Cost& cost = m_costs[worst()]; m_best.empty() || cost < m_least) {
            m_least = cost;
            m_best = m_turns.holds();
        }
    }
    /// Hands each turn its microbatch.
    void hold(const std::vector<int>& microbatches) {
        Deal deal;
        for (int turn = 0; turn < static_cast<int>(microbatches.size()); ++turn)
            if (m_turns.holds()[turn] != microbatches[turn])
                deal.push_back({turn, microbatches[turn]});
        m_turns.hand(deal);
        judgeAll();
    }

    /// Leaves the best of all starts.
    void tryStarts() {
        for (const auto& [longFirst, anew] : {std::pair{true, false}, {false, false}, {true, m_deals}}) {
            m_turns.hand(sortedDeal(longFirst, anew));
            judgeAll();
            bool keeps = true;
            for (std::size_t each = 0; keeps && each < m_costs.size(); ++each)
                keeps = m_turns.keepsLimits(static_cast<int>(each));
            if (keeps)
                remember();
            hold(m_best);
        }
    }

    /// Deals all microbatches by how long they take, the longest or the shortest first. Each gets the next turn of its
    /// own direction, or (`anew`) of the replica with the least work among those with turns left (R. L. Graham: Bounds
    /// on Multiprocessing Timing Anomalies. 1969).
    Deal sortedDeal(bool longFirst, bool anew) const {
        struct Queue {
            std::vector<int> turns = {}; ///< the first one last
            Time load = 0;
        };
        std::vector<Queue> queues; // per direction, or per replica
        const std::size_t count = m_turns.holds().size();
        std::vector<std::size_t> own(count); // per turn: its queue
        std::vector<Time> work(count);
        std::vector<int> sorted;
        sorted.reserve(count);
        for (const Replica& replica : m_turns.replicas())
            for (const std::vector<int>& turns : replica.turns) {
                if (!anew || &turns == &replica.turns.front())
                    queues.emplace_back();
                for (const int turn : turns) {
                    own[turn] = queues.size() - 1;
                    work[turn] = m_turns.workOf(turn);
                    sorted.push_back(turn);
                }
                queues.back().turns.insert(queues.back().turns.begin(), turns.rbegin(), turns.rend());
            }
        std::ranges::stable_sort(sorted,
                                 [&](int a, int b) { return longFirst ? work[a] > work[b] : work[a] < work[b]; });
        const auto byLoad = [](const Queue& queue) { return std::pair{queue.turns.empty(), queue.load}; };
        Deal deal;
        for (const int turn : sorted) {
            Queue& queue = anew ? *std::ranges::min_element(queues, {}, byLoad) : queues[own[turn]];
            deal.push_back({queue.turns.back(), m_turns.holds()[turn]});
            queue.turns.pop_back();
            queue.load += work[turn];
        }
        return deal;
    }

    /// Two turns of a direction change microbatches, or one goes before others.
    Deal drawOrder(int number) {
        const Replica& own = replica(number);
        const std::vector<int>& holds = m_turns.holds();
        Deal deal;
        if (own.turns.empty())
            return deal;
        const std::vector<int>& turns = own.turns[any(own.turns.size())];
        const auto count = static_cast<int>(turns.size());
        if (count < 2)
            return deal;
        const int one = m_random.below(count);
        const int other = (one + 1 + m_random.below(count - 1)) % count;
        const int step = m_random.chance(60) ? other - one : other > one ? 1 : -1;
        for (int place = one; place != other; place += step)
            deal.push_back({turns[place], holds[turns[place + step]]});
        deal.push_back({turns[other], holds[turns[one]]});
        return deal;
    }
    /// A turn of each of the two replicas change microbatches.
    Deal drawBetween(const Replica& one, const Replica& other) {
        if (one.turns.empty() || other.turns.empty())
            return {};
        const auto anyOf = [&](const Replica& replica) {
            const std::vector<int>& turns = replica.turns[any(replica.turns.size())];
            return turns[any(turns.size())];
        };
        const int a = anyOf(one);
        const int b = anyOf(other);
        return {{a, m_turns.holds()[b]}, {b, m_turns.holds()[a]}};
    }

    /// A change of the slowest replica, or of any, by itself or with another one.
    void change(double heat) {
        const int count = static_cast<int>(m_costs.size());
        const bool isBetween = m_deals && m_random.chance(50);
        const int one = m_random.chance(isBetween ? 60 : 50) ? worst() : m_random.below(count);
        const int other = isBetween ? (one + 1 + m_random.below(count - 1)) % count : one;
        const Deal deal = isBetween ? drawBetween(replica(one), replica(other)) : drawOrder(one);
        Deal undo;
        for (const auto& [turn, microbatch] : deal)
            undo.push_back({turn, m_turns.holds()[turn]});
        m_turns.hand(deal);
        const double before = std::max(m_costs[one].energy, m_costs[other].energy);
        const Cost ofOne = m_turns.judge(one);
        const Cost ofOther = isBetween ? m_turns.judge(other) : ofOne;
        if (std::max(ofOne.energy, ofOther.energy) <= before + drawRise(heat, m_random) && m_turns.keepsLimits(one) &&
            m_turns.keepsLimits(other)) {
            m_costs[one] = ofOne;
            m_costs[other] = ofOther;
        } else
            m_turns.hand(undo);
    }

    void anneal(const Effort& effort) {
        const double unit = m_turns.meanLength();
        const std::int64_t blocks = m_turns.blocks() / static_cast<std::int64_t>(m_costs.size()) + 8;
        Allowance allowance(effort);
        double heat = 0;
        for (int trial = 0; allowance.spend(m_deals ? 2 * blocks : blocks); ++trial) {
            if (trial % kBetweenHeats == 0) {
                heat = kTurnCooling.at(unit, allowance.share());
                if (m_least.value <= effort.goal)
                    break;
            }
            change(heat);
            remember();
        }
    }

    /// One replica of one direction, with so few turns that all of their orders can be tried.
    bool hasFewOrders() const {
        return m_turns.replicas().size() == 1 && replica(0).turns.size() == 1 &&
               m_turns.holds().size() <= kMostTurnsOfAll;
    }
    /// Tries all orders of the microbatches. False when the allowance ended before them.
    bool tryAll(Allowance allowance) {
        std::vector<int> trial = m_turns.holds();
        std::ranges::sort(trial);
        do {
            if (!allowance.spend(m_turns.blocks()))
                return false;
            hold(trial);
            if (m_turns.keepsLimits(0))
                remember();
        } while (std::ranges::next_permutation(trial).found);
        return true;
    }

    MicrobatchTurns m_turns;
    bool m_deals;
    Random& m_random;
    bool m_triedAll = false;
    std::vector<Cost> m_costs = {}; ///< per replica
    std::vector<int> m_best = {};   ///< per turn: its microbatch
    Cost m_least = {};              ///< what the slowest replica costs with `m_best`
};

} // namespace

MicrobatchSearch::MicrobatchSearch(const Plan& problem, Objective objective, bool deals, Incumbent& incumbent,
                                   std::uint64_t seed, int threads)
    : m_problem(problem), m_objective(objective), m_deals(deals), m_incumbent(incumbent) {
    for (int thread = 0; thread < threads; ++thread)
        m_randoms.emplace_back(seed * 1'000'033 + static_cast<std::uint64_t>(thread));
}

bool MicrobatchSearch::isExhausted() const {
    return m_allTried && m_incumbent.hasSchedule() && *m_allTried == m_incumbent.solution().schedule;
}

void MicrobatchSearch::round(const Effort& share) {
    if (!m_incumbent.hasSchedule() || isExhausted())
        return;
    const Schedule start = m_incumbent.solution().schedule;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    std::vector<std::optional<Schedule>> found(m_randoms.size());
    runThreads(found.size(), [&](std::size_t thread) {
        TurnWalk walk(m_problem, start, m_objective, m_deals, m_randoms[thread]);
        found[thread] = walk.run(effort);
        if (!found[thread] && walk.triedAll() && thread == 0)
            m_allTried = start;
    });
    ++m_calm;
    for (std::optional<Schedule>& each : found) {
        if (!each)
            continue;
        if (!m_deals)
            each->directionOf = start.directionOf;
        if (offerMeasured(m_problem, m_objective, *std::move(each), Method::MicrobatchOrder, m_incumbent))
            m_calm = 0;
    }
}

} // namespace lanewright
