// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

#include "core/generate/in_turn.h"
#include "core/generate/placing.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lanewright {

namespace {

bool runs(const Plan& problem, const Schedule& schedule) {
    return reachesEnd(schedule, simulate(schedule, problem.costs));
}

/// The method with groups of at least `least` microbatches: of `asked` or, where nobody asked, balanced ones. A last
/// group that is too short can make ranks wait for each other; it then joins the group before it.
Result<Schedule> inGroups(const Plan& problem, TurnRule rule, const std::optional<int>& asked, int least,
                          const std::string& method) {
    const int ranks = problem.schedule.ranks();
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
    Schedule schedule = inTurn(problem, rule);
    if (rule.groups.back() < rule.groups.front() && !runs(problem, schedule)) {
        const int rest = rule.groups.back();
        rule.groups.pop_back();
        rule.groups.back() += rest;
        schedule = inTurn(problem, rule);
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
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.slope = 2}, choices.group, ranks, "Interleaved 1F1B");
}

Result<Schedule> makeInterleavedZb(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.split = true, .waiting = 1}, choices.group, ranks, "Interleaved ZB");
}

// Megatron-LM's combined 1F1B: the warm-up of interleaved 1F1B and a forward more, then pairs, then backwards.
Result<Schedule> makeCombinedInterleaved(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.slope = 2, .combined = true}, choices.group, ranks, "Combined interleaved 1F1B");
}

// The gradient leaves with B, and W follows the pair.
Result<Schedule> makeCombinedInterleavedDelayed(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.slope = 2, .split = true, .combined = true}, choices.group, ranks,
                    "Combined interleaved 1F1B with delayed W");
}

// The generalized interleaved schedule of PipeOffload: B and W apart let the gradient through before W, so that a
// forward per rank is ahead enough, not two, and the memory is that of 1F1B.
Result<Schedule> makeGis(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.split = true}, choices.group.value_or(ranks), (ranks + 1) / 2, "GIS");
}

// Groups of half as many microbatches as ranks: each passes its chunks with half the activations in flight, and waits
// for the way around the ranks once per chunk while the pipeline fills and once while it drains.
Result<Schedule> makeGisH(const Plan& problem, const Choices& choices) {
    const int half = (problem.schedule.ranks() + 1) / 2;
    return inGroups(problem, {.split = true}, choices.group.value_or(half), half, "GIS-H");
}

} // namespace lanewright
