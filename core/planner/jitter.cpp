// SPDX-License-Identifier: Apache-2.0
#include "core/planner/jitter.h"

#include "core/base/random.h"
#include "core/model/dataflow.h"
#include "core/simulate/iteration_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace lanewright {

namespace {

/// One of two that the polar form would give; drawn anew each time, which is fast enough.
double normalOf(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
    return radius * std::cos(2 * std::numbers::pi * random.unit());
}

/// The blocks of an order such that each comes after all it waits for.
class Course {
public:
    explicit Course(const Plan& plan)
        : m_ranks(plan.schedule.ranks()), m_mode(plan.optimizerMode), m_end(iterationEndOf(plan)) {
        number(plan);
        for (std::size_t block = 0; block < m_blocks.size(); ++block)
            addWaits(plan, block);
        sort();
    }

    /// What an iteration takes by the times of `factor`, called with the rank of each block that is run, in the order
    /// of the course.
    Time run(auto factor) {
        RanksAfter state{.free = std::vector<double>(static_cast<std::size_t>(m_ranks))};
        switch (m_mode) {
        case OptimizerMode::Synchronous:
            // Each iteration begins anew with the norm of the one before.
            for (int rank = 0; rank < m_ranks; ++rank)
                state.free[rank] = static_cast<double>(m_end.freeAfter(rank));
            play(state, factor);
            return static_cast<Time>(std::llround(state.norm));
        case OptimizerMode::PostValidated: {
            // How the ranks come out of one iteration is how they go into the next, so a first one leads up to it.
            play(state, factor);
            const double before = state.norm;
            play(state, factor);
            return static_cast<Time>(std::llround(state.norm - before));
        }
        }
        return 0;
    }

private:
    /// How one iteration leaves the ranks to the next.
    struct RanksAfter {
        std::vector<double> free = {};          ///< per rank: has stepped by itself
        std::vector<double> firstBackward = {}; ///< per rank: starts no earlier; empty: no such hold
        double norm = 0;                        ///< when the last rank knows that of all
    };

    void play(RanksAfter& state, auto factor) {
        std::vector<double>& free = state.free;
        for (const std::size_t at : m_order) {
            const Node& node = m_blocks[at];
            const auto rank = static_cast<std::size_t>(node.rank);
            double start = free[rank];
            for (const Wait& wait : node.waits)
                start = std::max(start, m_ends[wait.block] + wait.travel);
            if (node.isFirstBackward && !state.firstBackward.empty())
                start = std::max(start, state.firstBackward[rank]);
            free[rank] = m_ends[at] = start + node.duration * factor(node.rank);
        }
        state.norm = -std::numeric_limits<double>::infinity();
        for (std::size_t rank = 0; rank < free.size(); ++rank) {
            const auto way = static_cast<double>(m_end.normDelay[rank]);
            state.norm = std::max(state.norm, free[rank] + way);
            free[rank] = state.norm - way + static_cast<double>(m_end.step[rank]);
        }
        state.firstBackward.assign(free.size(), state.norm);
        for (std::size_t rank = 0; rank < free.size(); ++rank)
            state.firstBackward[rank] += static_cast<double>(m_end.decisionDelay[rank]);
    }

    struct Wait {
        std::size_t block = 0;
        double travel = 0;
    };
    struct Node {
        const Block* block = nullptr;
        int rank = 0;
        double duration = 0;
        bool isFirstBackward = false; ///< that of its rank
        std::vector<Wait> waits = {};
    };

    void number(const Plan& plan) {
        for (int rank = 0; rank < m_ranks; ++rank) {
            bool begun = false; // its backwards
            for (const Block& block : plan.schedule.order[rank]) {
                bool isBackward = false;
                for (const Op& op : opsIn(block)) {
                    m_numbers[op] = m_blocks.size();
                    isBackward = isBackward || lanewright::isBackward(op.kind);
                }
                const Time duration = durationOf(plan.schedule, plan.costs, block) + block.gap;
                m_blocks.push_back({&block, rank, static_cast<double>(duration), isBackward && !begun, {}});
                begun = begun || isBackward;
            }
        }
        m_ends.resize(m_blocks.size());
    }

    void addWaits(const Plan& plan, std::size_t at) {
        Node& node = m_blocks[at];
        for (const Op& op : opsIn(*node.block)) {
            const int direction = plan.schedule.direction(op.microbatch);
            for (const Value& value : needsOf(op, plan.schedule.stages(), plan.costs.recomputes(direction, op.stage)))
                for (const bool fused : {false, true}) {
                    const Op maker = producerOf(value, fused, plan.costs.recomputes(direction, value.stage));
                    const auto known = m_numbers.find(maker);
                    if (known == m_numbers.end())
                        continue;
                    const int from = m_blocks[known->second].rank;
                    node.waits.push_back(
                        {known->second, static_cast<double>(plan.costs.travel(value, from, node.rank))});
                    break;
                }
        }
    }

    void sort() {
        std::vector<int> missing(m_blocks.size());
        std::vector<std::vector<std::size_t>> wakes(m_blocks.size());
        for (std::size_t at = 0; at < m_blocks.size(); ++at) {
            for (const Wait& wait : m_blocks[at].waits)
                wakes[wait.block].push_back(at);
            missing[at] = static_cast<int>(m_blocks[at].waits.size());
            if (at > 0 && m_blocks[at - 1].rank == m_blocks[at].rank) {
                wakes[at - 1].push_back(at);
                ++missing[at];
            }
        }
        for (std::size_t at = 0; at < missing.size(); ++at)
            if (missing[at] == 0)
                m_order.push_back(at);
        for (std::size_t next = 0; next < m_order.size(); ++next)
            for (const std::size_t woken : wakes[m_order[next]])
                if (--missing[woken] == 0)
                    m_order.push_back(woken);
    }

    int m_ranks;
    OptimizerMode m_mode;
    IterationEnd m_end;
    std::vector<Node> m_blocks = {};
    std::map<Op, std::size_t> m_numbers = {};
    std::vector<std::size_t> m_order = {};
    std::vector<double> m_ends = {};
};

Time quantileOf(std::vector<Time>& times, double share) {
    const auto place = static_cast<std::size_t>(std::lround(share * static_cast<double>(times.size() - 1)));
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(place));
    return times[place];
}

} // namespace

Quantiles underJitter(const Plan& plan, std::span<const double> off, const JitterOptions& options,
                      const std::stop_token& stop) {
    Course course(plan);
    Random random(options.seed);
    std::vector<Time> times;
    times.reserve(options.draws);
    std::vector<double> devices(plan.schedule.ranks(), 1);
    for (int draw = 0; draw < options.draws && !stop.stop_requested(); ++draw) {
        for (std::size_t rank = 0; rank < devices.size(); ++rank)
            devices[rank] = rank < off.size() ? std::exp(off[rank] * normalOf(random)) : 1;
        times.push_back(
            course.run([&](int rank) { return devices[rank] * std::exp(options.share * normalOf(random)); }));
    }
    if (times.empty())
        return {};
    return {.median = quantileOf(times, 0.5),
            .p90 = quantileOf(times, 0.9),
            .p99 = quantileOf(times, 0.99),
            .draws = static_cast<int>(times.size())};
}

Quantiles underJitter(const Candidate& candidate, const Cluster& cluster, const JitterOptions& options,
                      const std::stop_token& stop) {
    std::vector<double> off;
    for (int rank = 0; rank < ranksOf(candidate.partition); ++rank) {
        double most = 0;
        for (const int device : candidate.partition[rank].devices) {
            most = std::max(most, cluster.kindOf(device).spread);
            if (candidate.onDevices)
                off.push_back(cluster.kindOf(device).spread);
        }
        if (!candidate.onDevices)
            off.push_back(most);
    }
    return underJitter(candidate.asRun(), off, options, stop);
}

int drawsFor(const std::vector<Candidate>& candidates, int wanted) {
    constexpr double kMostBlocks = 2e8;
    double blocks = 1;
    for (const Candidate& candidate : candidates)
        // Where iterations run into each other a first one leads up to each draw.
        blocks += (candidate.asRun().optimizerMode == OptimizerMode::PostValidated ? 2.0 : 1.0) *
                  opCount(candidate.asRun().schedule);
    return static_cast<int>(std::clamp(kMostBlocks / blocks, 50.0, std::max(50.0, static_cast<double>(wanted))));
}

Robustness robustnessOf(const std::vector<Candidate>& candidates, const Cluster& cluster, const JitterOptions& options,
                        const std::stop_token& stop, const std::function<void(int)>& progress) {
    Robustness robustness;
    for (const Candidate& candidate : candidates) {
        const Quantiles quantiles = underJitter(candidate, cluster, options, stop);
        if (quantiles.draws == 0)
            break;
        robustness.all.push_back(quantiles);
        if (robustness.best < 0 || quantiles.p90 < robustness.all[robustness.best].p90)
            robustness.best = static_cast<int>(robustness.all.size()) - 1;
        if (progress)
            progress(static_cast<int>(robustness.all.size()));
    }
    return robustness;
}

} // namespace lanewright
