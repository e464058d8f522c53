// SPDX-License-Identifier: Apache-2.0
#include "core/measured/job_map.h"

#include "core/base/median.h"

#include <algorithm>
#include <iterator>

namespace lanewright {

std::size_t JobMap::slowestIn(std::size_t step) const {
    std::size_t slowest = 0;
    for (std::size_t replica = 1; replica < replicas.size(); ++replica)
        if (at(replica, step) > at(slowest, step))
            slowest = replica;
    return slowest;
}

JobMap jobMapOf(const Run& run) {
    JobMap map;
    std::vector<ReplicaSteps> all = replicaStepsOf(run);
    std::ranges::sort(all, {}, &ReplicaSteps::replica);
    for (const ReplicaSteps& replica : all) {
        map.replicas.push_back(replica.replica);
        for (const StepRecord& step : *replica.steps)
            map.steps.push_back(step.step);
    }
    std::ranges::sort(map.steps);
    const auto repeated = std::ranges::unique(map.steps);
    map.steps.erase(repeated.begin(), repeated.end());
    map.times.assign(map.replicas.size() * map.steps.size(), 0);
    for (std::size_t replica = 0; replica < all.size(); ++replica)
        for (const StepRecord& step : *all[replica].steps) {
            const auto column = std::ranges::lower_bound(map.steps, step.step) - map.steps.begin();
            map.times[replica * map.steps.size() + static_cast<std::size_t>(column)] = extentOf(step.wall).length();
        }
    std::vector<Time> measured;
    std::ranges::copy_if(map.times, std::back_inserter(measured), [](Time time) { return time > 0; });
    if (measured.empty())
        return map;
    const auto [least, most] = std::ranges::minmax(measured);
    map.least = least;
    map.most = most;
    map.median = lowerMedian(measured);
    return map;
}

} // namespace lanewright
