// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/greedy.h"

namespace lanewright {

// Hanayo (Liu, Cheng, Zhou, You: Hanayo, SC 2023): microbatches go down the ranks and back up, wave after wave, which
// is Chimera's order without a second copy of the weights. The waves are ordered along the clock. How many microbatches
// are on their way at once is tried out: the ranks' number is what one wave of the paper holds, up to twice that keeps
// the waves rolling. Where memory is short, fewer.
Result<Schedule> makeHanayo(const Plan& problem, const Choices&) {
    std::vector<GreedyRule> rules;
    for (const int depth : depthsOf(problem, problem.schedule.ranks()))
        for (const Liking liking : {Liking::Backwards, Liking::FirstCome})
            rules.push_back({.liking = liking, .inFlight = depth, .clock = problem.costs});
    return bestGreedy(problem, rules);
}

} // namespace lanewright
