// SPDX-License-Identifier: Apache-2.0
#include "core/planner/estimates.h"

#include "core/simulate/metrics.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace lanewright {

namespace {

Time wholeTime(const Plan& problem, OpKind kind, int stage) {
    return problem.costs.whole({.kind = kind, .stage = stage}, 0, problem.schedule.placement);
}
Time forwardTime(const Plan& problem, int stage) { return wholeTime(problem, OpKind::F, stage); }
Time backwardTime(const Plan& problem, int stage) {
    return wholeTime(problem, OpKind::R, stage) + wholeTime(problem, OpKind::BW, stage);
}

} // namespace

Estimates estimatesOf(const Plan& problem) {
    const int stages = problem.schedule.stages();
    const int ranks = problem.schedule.ranks();
    const Placement& placement = problem.schedule.placement;
    const auto more = static_cast<Time>(problem.schedule.microbatches - 1);
    std::vector<Time> times(ranks);
    std::vector<Time> channels(times.size());
    for (int stage = 0; stage < stages; ++stage) {
        const int rank = placement.rankOf(0, stage);
        times[rank] += forwardTime(problem, stage) + backwardTime(problem, stage);
        if (stage + 1 == stages || placement.rankOf(0, stage + 1) == rank)
            continue;
        const int next = placement.rankOf(0, stage + 1);
        channels[std::min(rank, next)] += 2 * problem.costs.between(stage, rank, next);
    }
    const Time sum = std::accumulate(times.begin(), times.end(), Time{0});
    const Time most = std::ranges::max(times);
    Estimates estimates{.slowest = std::max(most, std::ranges::max(channels)), .fillAndRun = sum + more * most};
    // One microbatch's whole way, during which the pivot takes one, and all the others at the pivot.
    const Time way = sum + std::accumulate(channels.begin(), channels.end(), Time{0});
    const std::vector<Time> steps = stepTimes(problem);
    for (std::size_t rank = 0; rank < times.size(); ++rank)
        estimates.pivot = std::max(estimates.pivot, way + more * times[rank] + steps[rank]);
    if (const Time rounds = more + 4 * stages - 3; stages == ranks)
        estimates.promise = std::min(estimates.slowest, std::numeric_limits<Time>::max() / 2 / rounds) * rounds +
                            std::ranges::max(steps);
    return estimates;
}

} // namespace lanewright
