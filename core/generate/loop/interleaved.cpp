// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

#include "core/generate/checks.h"
#include "core/generate/memory_limits.h"
#include "core/generate/placing.h"
#include "core/generate/rank_writer.h"
#include "core/simulate/simulate.h"

#include <algorithm>

namespace lanewright {

namespace {

// Interleaved 1F1B (Narayanan et al.: Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM,
// arXiv:2104.04473). Each rank hosts v chunks, so that the pipeline fills with ops of a v-th of the length and the
// bubble shrinks as much. All ranks pass the chunks in the same turns, a group of p microbatches on each, and run one
// forward, one backward in turn after a warm-up that is longer the earlier the rank.

/// The k-th F or backward of a rank, whose chunk is counted from the end for backwards.
struct ChunkTurn {
    int chunk = 0;
    int microbatch = 0;
};

/// Groups of microbatches pass one chunk after the other before the next group comes.
std::vector<ChunkTurn> turnsOf(const std::vector<int>& groups, int chunks) {
    std::vector<ChunkTurn> turns;
    int first = 0;
    for (const int group : groups) {
        for (int chunk = 0; chunk < chunks; ++chunk)
            for (int microbatch = first; microbatch < first + group; ++microbatch)
                turns.push_back({chunk, microbatch});
        first += group;
    }
    return turns;
}

/// Full groups, and what is left as one more.
std::vector<int> groupsOf(int microbatches, int group) {
    std::vector<int> groups(microbatches / group, group);
    if (microbatches % group > 0)
        groups.push_back(microbatches % group);
    return groups;
}

/// How an interleaved method differs from the others.
struct Manner {
    std::vector<int> groups = {};
    int slope = 2;      ///< forwards more in the warm-up for each rank nearer to the first stage
    bool split = false; ///< B and W apart, each rank keeping as many W waiting as there are ranks before it
};

Row rowOf(const Plan& problem, const Manner& manner, int place) {
    const int ranks = problem.schedule.ranks();
    const int chunks = problem.schedule.stages() / ranks;
    const std::vector<ChunkTurn> turns = turnsOf(manner.groups, chunks);
    const int total = static_cast<int>(turns.size());
    const int largest = *std::ranges::max_element(manner.groups);
    const int warmUp = std::min(total, (chunks - 1) * largest + manner.slope * (ranks - 1 - place));
    const auto backStage = [&](const ChunkTurn& turn) { return (chunks - 1 - turn.chunk) * ranks + place; };
    RankWriter row(problem);
    int weights = 0;
    for (int step = 0; step < warmUp + total; ++step) {
        if (step < total)
            row.forward(turns[step].chunk * ranks + place, turns[step].microbatch);
        if (step < warmUp)
            continue;
        const ChunkTurn& turn = turns[step - warmUp];
        if (!manner.split) {
            row.fused(backStage(turn), turn.microbatch);
            continue;
        }
        row.backward(backStage(turn), turn.microbatch);
        if (step - warmUp >= place) {
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

/// The method with groups of `group`. A last group that is too short can make ranks wait for each other; it then joins
/// the group before it.
Result<Schedule> inGroups(const Plan& problem, Manner manner, int group, const std::string& method) {
    const int ranks = problem.schedule.ranks();
    const int microbatches = problem.schedule.microbatches;
    if (group < 1 || (group < ranks && group < microbatches))
        return Error{sayCounted(countedPhrase("refusal",
                                              "%1 needs groups of at least %2 microbatches, not %3: with fewer than "
                                              "there are ranks they wait for each other",
                                              "%1 needs groups of at least %2 microbatch, not %3: with fewer than "
                                              "there are ranks they wait for each other"),
                                std::min(ranks, microbatches), method, std::min(ranks, microbatches), group),
                     "group"};
    manner.groups = groupsOf(microbatches, std::min(group, microbatches));
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
    return inGroups(problem, {}, choices.group.value_or(problem.schedule.ranks()), "Interleaved 1F1B");
}

// As many rounds as there are full groups of one microbatch per rank, each as large as the others if that goes.
Result<Schedule> makeInterleavedZb(const Plan& problem, const Choices& choices) {
    const int microbatches = problem.schedule.microbatches;
    const int rounds = std::max(1, microbatches / problem.schedule.ranks());
    const int group = choices.group.value_or((microbatches + rounds - 1) / rounds);
    return inGroups(problem, {.slope = 1, .split = true}, group, "Interleaved ZB");
}

} // namespace lanewright
