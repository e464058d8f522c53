// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zbv_auto.h"

#include "core/analyse/bounds.h"
#include "core/generate/families.h"
#include "core/generate/order_search.h"
#include "core/generate/v_pattern.h"
#include "core/generate/v_shape.h"
#include "core/generate/zbv_fixed.h"
#include "core/generate/zbv_rounds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright {

namespace {

// How many ops list scheduling may place in all, and how many orders it makes at least and at most.
constexpr std::int64_t kListBudget = 600'000;
constexpr std::int64_t kFewestLists = 3;
constexpr std::int64_t kMostLists = 150;
constexpr int kMostRuns = 8; ///< of the rounds, each with what the one before learnt

constexpr std::array kFills{FillRule{.overrun = 0}, FillRule{.overrun = 0, .spareIdlest = true},
                            FillRule{.overrun = 1, .spareIdlest = true}, FillRule{.overrun = 2},
                            FillRule{.overrun = 3}};

std::int64_t opsOf(const Instance& instance) {
    return static_cast<std::int64_t>(instance.chunks.size()) * instance.microbatches[0] * (2 + instance.weightParts);
}

/// How many activations of a chunk the rank can hold, of its larger one; `most` at most.
int roomOf(const Instance& instance, int place, int most) {
    const Chunk& down = instance.chunks[place];
    const Bytes each = std::max(down.forwardMemory, instance.chunks[2 * instance.ranks() - 1 - place].forwardMemory);
    return each <= 0 ? most : static_cast<int>(std::clamp<Bytes>(instance.limit[down.rank] / each, 0, most));
}

/// Tries all that is known to make orders on a V.
class VSearch {
public:
    VSearch(const Instance& instance, Objective objective, const Fraction& least)
        : m_instance(instance), m_search(instance, objective, least) {
        const int most = 2 * instance.microbatches[0];
        for (int place = 0; place < instance.ranks(); ++place)
            m_rooms.push_back(roomOf(instance, place, most));
        m_room = *std::ranges::min_element(m_rooms);
    }

    void run(const Words& start) {
        if (!start.empty()) {
            m_search.draft() = start;
            m_search.offerFilled(kFills);
        }
        m_search.draft() = serialWords(m_instance);
        m_search.offer();
        m_search.draft() = zbvFixed(m_instance);
        m_search.offerFilled(kFills);
        tryRounds();
        tryPatterns();
        tryLists();
    }

    const Words& best() const { return m_search.best(); }

private:
    void tryRounds() {
        VRoundBuilder builder(m_instance);
        for (const bool fillBeforeBackward : {true, false})
            for (const bool fillBeforeForward : {true, false}) {
                const VRoundRule rule{.fillBeforeForward = fillBeforeForward, .fillBeforeBackward = fillBeforeBackward};
                Time idle = std::numeric_limits<Time>::max();
                for (int run = 0; run < kMostRuns && !m_search.isDone(); ++run) {
                    if (!builder.build(rule, run == 0, m_search.draft()))
                        break;
                    m_search.offer();
                    if (builder.mostIdle() >= idle)
                        break;
                    idle = builder.mostIdle();
                }
            }
    }

    // The richest patterns that the memory allows.
    void tryPatterns() {
        tryPattern(vMinPattern(m_instance.ranks()));
        tryPattern(vHalfPattern(m_instance.ranks()));
        for (const bool fastAtTip : {false, true}) {
            int tried = 0;
            for (int fast = 0; fast < m_instance.ranks() && tried < 2; ++fast)
                tried += tryPattern(mixedPattern(m_instance.ranks(), fast, fastAtTip));
        }
    }

    bool tryPattern(const std::vector<Pattern>& patterns) {
        if (m_search.isDone() || activationsOf(patterns, m_instance.microbatches[0]) > m_room)
            return false;
        m_search.draft() = squeezedWords(patterns, m_instance, m_room);
        m_search.offerFilled(kFills);
        return true;
    }

    // By how many microbatches between F and B the arm down may be ahead, at the open end and at the tip.
    struct Line {
        double first = 1;
        double lessFirst = 0;
        double last = 1;
        double lessLast = 0;
    };

    void tryLists() {
        const std::int64_t ops = opsOf(m_instance);
        const std::int64_t most = std::clamp(kListBudget / ops, kFewestLists, kMostLists);
        ChunkListScheduler scheduler(m_instance);
        std::int64_t tried = 0;
        for (const ChunkListRule& rule : rules()) {
            if (m_search.isDone() || tried++ == most)
                return;
            if (scheduler.build(rule, m_search.cutoff(), m_search.draft()))
                m_search.offer();
        }
    }

    std::vector<ChunkListRule> rules() const {
        constexpr std::array kLines{Line{1, 1, 0.5, 0}, Line{1, 0, 1, 0},   Line{1, 2, 1, 2},
                                    Line{1, 0, 0.5, 1}, Line{1, 2, 0.5, 1}, Line{1, 1, 0.5, 1}};
        struct Way {
            WeightRule rule;
            int overrun;
            bool backwardFirst;
            bool lateForwardsFirst;
            int patience;
        };
        constexpr std::array kWays{
            Way{WeightRule::Fit, 3, true, true, 0},  Way{WeightRule::Fill, 0, true, false, 0},
            Way{WeightRule::Fit, 1, true, true, 0},  Way{WeightRule::Fit, 3, true, false, 0},
            Way{WeightRule::Fit, 2, false, true, 0}, Way{WeightRule::Fit, 1, true, false, 2},
            Way{WeightRule::Fit, 0, true, true, 0},  Way{WeightRule::Fill, 0, true, true, 0},
            Way{WeightRule::Fit, 2, true, false, 0}, Way{WeightRule::Fit, 0, true, false, 2},
            Way{WeightRule::Fit, 3, false, true, 0}, Way{WeightRule::Fit, 2, false, true, 2},
        };
        std::vector<ChunkListRule> rules;
        for (const Way& way : kWays)
            for (const Line& line : kLines)
                rules.push_back({.inFlight = inFlightBy(line),
                                 .weights = way.rule,
                                 .backwardFirst = way.backwardFirst,
                                 .lateForwardsFirst = way.lateForwardsFirst,
                                 .patience = way.patience,
                                 .overrun = way.overrun});
        return rules;
    }

    std::vector<int> inFlightBy(const Line& line) const {
        const int ranks = m_instance.ranks();
        const int free = m_instance.microbatches[0] + 1;
        std::vector<int> counts(m_instance.chunks.size(), free);
        for (int place = 0; place < ranks; ++place) {
            const double part = ranks == 1 ? 0 : static_cast<double>(place) / (ranks - 1);
            const double room = m_rooms[place];
            const double exact =
                (line.first * room - line.lessFirst) * (1 - part) + (line.last * room - line.lessLast) * part;
            counts[place] = std::clamp(static_cast<int>(std::ceil(exact - 1e-9)), 1, free);
        }
        return counts;
    }

    const Instance& m_instance;
    OrderSearch m_search;
    std::vector<int> m_rooms; ///< per place: activations of a chunk that fit
    int m_room = 0;           ///< the least of them
};

} // namespace

Words bestOnV(const Instance& instance, Objective objective, const Fraction& least, const Words& start) {
    VSearch search(instance, objective, least);
    search.run(start);
    return search.best();
}

Plan placedOnVWithLimit(const Plan& problem) {
    Plan plan = placedOnV(problem);
    const bool limited = std::ranges::any_of(plan.memory.limit, [](const auto& limit) { return limit.has_value(); });
    if (limited)
        return plan;
    const Instance instance = instanceOf(plan);
    plan.memory.limit.assign(instance.ranks(), std::nullopt);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Bytes whole = 0;
        Bytes recompute = 0;
        for (const int chunk : instance.onRank[rank]) {
            whole += instance.chunks[chunk].forwardMemory;
            recompute = std::max(recompute, instance.chunks[chunk].recomputeMemory);
        }
        plan.memory.limit[rank] = instance.ranks() * whole + recompute;
    }
    return plan;
}

Result<Schedule> makeZbv(const Plan& problem, const Choices& choices) {
    if (auto error = lacksRoom(problem))
        return *std::move(error);
    const Fraction least = lowerBounds(problem, choices.objective, BoundEffort::Instant).front().value;
    return scheduleOf(problem, bestOnV(instanceOf(problem), choices.objective, least));
}

} // namespace lanewright
