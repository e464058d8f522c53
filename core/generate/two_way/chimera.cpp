// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/greedy.h"

namespace lanewright {

// Chimera (Li, Hoefler: Chimera, arXiv:2107.06925): two pipelines in opposite directions fill each other's bubbles.
// Half as many microbatches as ranks are on their way in each direction, and up to twice that where it pays; those that
// follow enter as others leave. The order is made along the clock of the paper's figures (BW as long as F, or twice as
// long) or of the real costs, whichever ends first; fewer are on their way where memory is short.
Result<Schedule> makeChimera(const Plan& problem, const Choices&) {
    const int ranks = problem.schedule.ranks();
    if (ranks % 2 != 0)
        return Error{say(phrase("refusal", "%1 needs an even number of ranks, not %2"), "Chimera", ranks), "ranks"};
    const std::vector<Costs> clocks = {figureClock(problem, 1), figureClock(problem, 2), problem.costs};
    std::vector<GreedyRule> rules;
    for (const int depth : depthsOf(problem, ranks / 2))
        for (const Costs& clock : clocks)
            for (const Liking liking : {Liking::Backwards, Liking::Deepest, Liking::FirstCome})
                rules.push_back({.liking = liking, .inFlight = depth, .clock = clock});
    return bestGreedy(problem, rules);
}

} // namespace lanewright
