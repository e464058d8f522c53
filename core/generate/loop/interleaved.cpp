// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

#include "core/generate/checks.h"
#include "core/generate/memory_limits.h"
#include "core/generate/placing.h"
#include "core/generate/rank_writer.h"
#include "core/sequence/turns.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <optional>

namespace lanewright {

namespace {

// Interleaved 1F1B (Narayanan et al.: Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM,
// arXiv:2104.04473). Each rank hosts v chunks, so that the pipeline fills with ops of a v-th of the length and the
// bubble shrinks as much. All ranks pass the chunks in the same turns, a group of p microbatches on each, and run one
// forward, one backward in turn after a warm-up that is longer the earlier the rank.

/// How an interleaved method differs from the others.
struct Manner {
    std::vector<int> groups = {};
    int slope = 2;         ///< forwards more in the warm-up for each rank nearer to the first stage
    bool split = false;    ///< B and W apart
    bool waits = false;    ///< each rank keeps as many W waiting as there are ranks before it
    bool combined = false; ///< each F after the warm-up makes a pair with the backward after it
};

Row rowOf(const Plan& problem, const Manner& manner, int place) {
    const int ranks = problem.schedule.ranks();
    const int chunks = problem.schedule.stages() / ranks;
    const std::vector<ChunkTurn> turns = turnsOf(manner.groups, chunks);
    const int total = static_cast<int>(turns.size());
    const int largest = *std::ranges::max_element(manner.groups);
    // A pair must not hold the F and the backward of one microbatch, so its F is one turn further.
    const int ahead = (chunks - 1) * largest + manner.slope * (ranks - 1 - place) + (manner.combined ? 1 : 0);
    const int warmUp = std::min(total, ahead);
    const int behind = manner.waits ? place : 0;
    const auto backStage = [&](const ChunkTurn& turn) { return (chunks - 1 - turn.chunk) * ranks + place; };
    RankWriter row(problem);
    int weights = 0;
    for (int step = 0; step < warmUp + total; ++step) {
        const bool pairs = manner.combined && step >= warmUp && step < total;
        if (step < total && !pairs)
            row.forward(turns[step].chunk * ranks + place, turns[step].microbatch);
        if (step < warmUp)
            continue;
        const ChunkTurn& turn = turns[step - warmUp];
        const OpKind kind = manner.split ? OpKind::B : OpKind::BW;
        if (pairs)
            row.pair(turns[step].chunk * ranks + place, turns[step].microbatch, backStage(turn), turn.microbatch, kind);
        else if (manner.split)
            row.backward(backStage(turn), turn.microbatch);
        else
            row.fused(backStage(turn), turn.microbatch);
        if (manner.split && step - warmUp >= behind) {
            row.weight(backStage(turns[weights]), turns[weights].microbatch);
            ++weights;
        }
    }
    for (; manner.split && weights < total; ++weights)
        row.weight(backStage(turns[weights]), turns[weights].microbatch);
    return row.take();
}

Schedule interleaved(const Plan& problem, const Manner& manner) {
    Schedule schedule{.placement = problem.schedule.placement, .microbatches = problem.schedule.microbatches};
    schedule.order.resize(schedule.ranks());
    for (int place = 0; place < schedule.ranks(); ++place)
        schedule.order[schedule.placement.rankOf(0, place)] = rowOf(problem, manner, place);
    return schedule;
}

bool runs(const Plan& problem, const Schedule& schedule) {
    return reachesEnd(schedule, simulate(schedule, problem.costs));
}

/// The method with groups of at least `least` microbatches: of `asked` or, where nobody asked, balanced ones. A last
/// group that is too short can make ranks wait for each other; it then joins the group before it.
Result<Schedule> inGroups(const Plan& problem, Manner manner, const std::optional<int>& asked, int least,
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
    manner.groups = asked ? groupsOf(microbatches, std::min(group, microbatches)) : balancedGroups(microbatches, ranks);
    Schedule schedule = interleaved(problem, manner);
    if (manner.groups.back() < manner.groups.front() && !runs(problem, schedule)) {
        const int rest = manner.groups.back();
        manner.groups.pop_back();
        manner.groups.back() += rest;
        schedule = interleaved(problem, manner);
    }
    return withinLimits(problem, std::move(schedule), method);
}

} // namespace

Plan inLoop(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    return placedOn(problem, loopedAlong(lineOf(placement), std::max(2, chunksPerRank(placement))));
}

Result<Schedule> makeInterleaved(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {}, choices.group, ranks, "Interleaved 1F1B");
}

Result<Schedule> makeInterleavedZb(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.slope = 1, .split = true, .waits = true}, choices.group, ranks, "Interleaved ZB");
}

// Megatron-LM's combined 1F1B: the warm-up of interleaved 1F1B and a forward more, then pairs, then backwards.
Result<Schedule> makeCombinedInterleaved(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.combined = true}, choices.group, ranks, "Combined interleaved 1F1B");
}

// The gradient leaves with B, and W follows the pair.
Result<Schedule> makeCombinedInterleavedDelayed(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.split = true, .combined = true}, choices.group, ranks,
                    "Combined interleaved 1F1B with delayed W");
}

// The generalized interleaved schedule of PipeOffload: B and W apart let the gradient through before W, so that a
// forward per rank is ahead enough, not two, and the memory is that of 1F1B.
Result<Schedule> makeGis(const Plan& problem, const Choices& choices) {
    const int ranks = problem.schedule.ranks();
    return inGroups(problem, {.slope = 1, .split = true}, choices.group.value_or(ranks), (ranks + 1) / 2, "GIS");
}

// Groups of half as many microbatches as ranks: each passes its chunks with half the activations in flight, and waits
// for the way around the ranks once per chunk while the pipeline fills and once while it drains.
Result<Schedule> makeGisH(const Plan& problem, const Choices& choices) {
    const int half = (problem.schedule.ranks() + 1) / 2;
    return inGroups(problem, {.slope = 1, .split = true}, choices.group.value_or(half), half, "GIS-H");
}

} // namespace lanewright
