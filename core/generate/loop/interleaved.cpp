// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

#include "core/generate/in_turn.h"
#include "core/generate/placing.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <optional>

namespace lanewright {

namespace {

bool runs(const Plan& problem, const Schedule& schedule) {
    return reachesEnd(schedule, simulate(schedule, problem.costs));
}

/// Half as many microbatches as there are ranks, rounded up.
int halfOf(const Plan& problem) { return (problem.schedule.ranks() + 1) / 2; }

/// The method with groups of as many microbatches as `asked` or, where nobody asked, balanced ones; with fewer than
/// `fewest`, else than there are ranks, they would wait for each other. So can they for a last group that is too short;
/// it then joins the group before it.
Result<Schedule> inGroups(const Plan& problem, const std::optional<int>& asked, const char* method, TurnRule rule,
                          std::optional<int> fewest = {}) {
    const int ranks = problem.schedule.ranks();
    const int least = fewest.value_or(ranks);
    const int microbatches = problem.schedule.microbatches;
    const int group = asked.value_or(microbatches);
    if (group < 1 || (group < least && group < microbatches))
        return Error{sayCounted(least < ranks
                                    ? countedPhrase("refusal",
                                                    "%1 needs groups of at least %2 microbatches, not %3: with fewer "
                                                    "than half as many as there are ranks they wait for each other",
                                                    "%1 needs groups of at least %2 microbatch, not %3: with fewer "
                                                    "than half as many as there are ranks they wait for each other")
                                    : countedPhrase("refusal",
                                                    "%1 needs groups of at least %2 microbatches, not %3: with fewer "
                                                    "than there are ranks they wait for each other",
                                                    "%1 needs groups of at least %2 microbatch, not %3: with fewer "
                                                    "than there are ranks they wait for each other"),
                                std::min(least, microbatches), method, std::min(least, microbatches), group),
                     "group"};
    rule.groups = asked ? groupsOf(microbatches, std::min(group, microbatches)) : balancedGroups(microbatches, ranks);
    Schedule schedule = orderInTurn(problem, rule);
    if (rule.groups.back() < rule.groups.front() && !runs(problem, schedule)) {
        const int rest = rule.groups.back();
        rule.groups.pop_back();
        rule.groups.back() += rest;
        schedule = orderInTurn(problem, rule);
    }
    return schedule;
}

} // namespace

Plan inLoop(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    return placedOn(problem, loopedAlong(lineOf(placement), std::max(2, chunksPerRank(placement))));
}

// Interleaved 1F1B (Narayanan et al.: Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM,
// arXiv:2104.04473). Each rank hosts v chunks, so that the pipeline fills with ops of a v-th of the length and the
// bubble shrinks as much. All ranks pass the chunks in the same turns, a group of p microbatches on each, and run one
// forward, one backward in turn after a warm-up that is longer the earlier the rank.
Result<Schedule> makeInterleaved(const Plan& problem, const Choices& choices) {
    return inGroups(problem, choices.group, "Interleaved 1F1B", {.slope = 2});
}

Result<Schedule> makeInterleavedZb(const Plan& problem, const Choices& choices) {
    return inGroups(problem, choices.group, "Interleaved ZB", {.split = true, .waiting = 1});
}

// Megatron-LM's combined 1F1B: the warm-up of interleaved 1F1B and a forward more, then pairs, then backwards.
Result<Schedule> makeCombinedInterleaved(const Plan& problem, const Choices& choices) {
    return inGroups(problem, choices.group, "Combined interleaved 1F1B", {.slope = 2, .combined = true});
}

// The gradient leaves with B, and W follows the pair.
Result<Schedule> makeCombinedInterleavedDelayed(const Plan& problem, const Choices& choices) {
    return inGroups(problem, choices.group, "Combined interleaved 1F1B with delayed W",
                    {.slope = 2, .split = true, .combined = true});
}

// The generalized interleaved schedule of PipeOffload: B and W apart let the gradient through before W, so that a
// forward per rank is ahead enough, not two, and the memory is that of 1F1B.
Result<Schedule> makeGis(const Plan& problem, const Choices& choices) {
    return inGroups(problem, choices.group.value_or(problem.schedule.ranks()), "GIS", {.split = true}, halfOf(problem));
}

// Groups of half as many microbatches as ranks: each passes its chunks with half the activations in flight, and waits
// for the way around the ranks once per chunk while the pipeline fills and once while it drains.
Result<Schedule> makeGisH(const Plan& problem, const Choices& choices) {
    return inGroups(problem, choices.group.value_or(halfOf(problem)), "GIS-H", {.split = true}, halfOf(problem));
}

} // namespace lanewright
