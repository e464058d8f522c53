// SPDX-License-Identifier: Apache-2.0
#include "core/planner/estimates.h"

#include "core/simulate/metrics.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>
#include <vector>

namespace lanewright {

namespace {

/// One microbatch's way: forwards down the stages, backwards up, a channel between two stages each way.
struct StageChain {
    std::vector<int> resource = {}; ///< stages 0 … S − 1, then channels
    std::vector<Time> length = {};
    int stages = 0;

    explicit StageChain(const Plan& problem) : stages(problem.schedule.stages()) {
        for (int stage = 0; stage < stages; ++stage) {
            add(stage, forwardOf(problem, stage));
            if (stage + 1 < stages)
                add(stages + stage, channelOf(problem, stage));
        }
        for (int stage = stages - 1; stage >= 0; --stage) {
            add(stage, backwardOf(problem, stage));
            if (stage > 0)
                add(stages + stage - 1, channelOf(problem, stage - 1));
        }
    }

    static Time forwardOf(const Plan& problem, int stage) { return timeOf(problem, OpKind::F, stage); }
    static Time backwardOf(const Plan& problem, int stage) {
        return timeOf(problem, OpKind::R, stage) + timeOf(problem, OpKind::BW, stage);
    }
    static Time channelOf(const Plan& problem, int stage) { return problem.costs.transfer.between(stage, stage + 1); }

private:
    static Time timeOf(const Plan& problem, OpKind kind, int stage) {
        return problem.costs.whole({.kind = kind, .stage = stage}, 0, problem.schedule.placement);
    }
    void add(int where, Time time) {
        resource.push_back(where);
        length.push_back(time);
    }
};

class OldestFirst {
public:
    explicit OldestFirst(const Plan& problem)
        : m_chain(problem), m_waiting(static_cast<std::size_t>(2 * m_chain.stages - 1)), m_busy(m_waiting.size()) {
        for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
            m_waiting[0].emplace(microbatch, 0);
    }

    Time run() {
        startOn(0);
        while (!m_running.empty()) {
            m_now = std::get<0>(m_running.top());
            // All that ends now is done before anything starts, so that the oldest is seen.
            m_touched.clear();
            while (!m_running.empty() && std::get<0>(m_running.top()) == m_now) {
                const auto [end, microbatch, step] = m_running.top();
                m_running.pop();
                finish(microbatch, step);
            }
            for (const int resource : m_touched)
                startOn(resource);
        }
        return m_now;
    }

private:
    using Waiting = std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>>;

    void finish(int microbatch, int step) {
        const int resource = m_chain.resource[static_cast<std::size_t>(step)];
        m_busy[static_cast<std::size_t>(resource)] = false;
        m_touched.push_back(resource);
        const auto next = static_cast<std::size_t>(step) + 1;
        if (next == m_chain.resource.size())
            return;
        m_waiting[static_cast<std::size_t>(m_chain.resource[next])].emplace(microbatch, step + 1);
        m_touched.push_back(m_chain.resource[next]);
    }

    void startOn(int resource) {
        Waiting& waiting = m_waiting[static_cast<std::size_t>(resource)];
        if (m_busy[static_cast<std::size_t>(resource)] || waiting.empty())
            return;
        const auto [microbatch, step] = waiting.top();
        waiting.pop();
        m_busy[static_cast<std::size_t>(resource)] = true;
        m_running.emplace(m_now + m_chain.length[static_cast<std::size_t>(step)], microbatch, step);
    }

    StageChain m_chain;
    std::vector<Waiting> m_waiting; ///< by resource: microbatch, step of its chain
    std::vector<bool> m_busy;
    std::vector<int> m_touched = {};
    /// End, microbatch, step.
    std::priority_queue<std::tuple<Time, int, int>, std::vector<std::tuple<Time, int, int>>, std::greater<>> m_running =
        {};
    Time m_now = 0;
};

} // namespace

Estimates estimatesOf(const Plan& problem) {
    const int stages = problem.schedule.stages();
    const int ranks = problem.schedule.ranks();
    const Placement& placement = problem.schedule.placement;
    const auto more = static_cast<Time>(problem.schedule.microbatches - 1);
    std::vector<Time> times(static_cast<std::size_t>(ranks));
    std::vector<Time> channels(times.size());
    for (int stage = 0; stage < stages; ++stage) {
        const int rank = placement.rankOf(0, stage);
        times[static_cast<std::size_t>(rank)] +=
            StageChain::forwardOf(problem, stage) + StageChain::backwardOf(problem, stage);
        if (stage + 1 == stages || placement.rankOf(0, stage + 1) == rank)
            continue;
        const int next = placement.rankOf(0, stage + 1);
        channels[static_cast<std::size_t>(std::min(rank, next))] += 2 * problem.costs.transfer.between(rank, next);
    }
    const Time sum = std::accumulate(times.begin(), times.end(), Time{0});
    const Time most = std::ranges::max(times);
    Estimates estimates{.slowest = std::max(most, std::ranges::max(channels)), .fillAndRun = sum + more * most};
    // One microbatch's whole way, during which the pivot takes one, and all the others at the pivot.
    const Time way = sum + std::accumulate(channels.begin(), channels.end(), Time{0});
    const std::vector<Time> steps = stepTimes(problem);
    for (std::size_t rank = 0; rank < times.size(); ++rank)
        estimates.pivot = std::max(estimates.pivot, way + more * times[rank] + steps[rank]);
    if (stages == ranks)
        estimates.promise = (more + 4 * stages - 3) * estimates.slowest + std::ranges::max(steps);
    return estimates;
}

Time oldestFirst(const Plan& problem) {
    if (problem.schedule.microbatches == 0)
        return 0;
    return OldestFirst(problem).run() + std::ranges::max(stepTimes(problem));
}

} // namespace lanewright
