// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/instance.h"

#include "core/base/mapped.h"
#include "core/base/places.h"
#include "core/model/text.h"
#include "core/model/totals.h"
#include "core/sequence/chunk_summary.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>

namespace lanewright {

namespace {

/// The least time of a pair of the stage's F and any backward of its rank; none where no such pair has a time of its
/// own.
std::optional<Time> leastPairOf(const Plan& problem, int direction, int stage, int rank) {
    const std::optional<Time>& overlapped = problem.costs.of(direction, stage).overlapped;
    if (!problem.costs.pairs.areGiven() && (!overlapped || problem.costs.host.areNone()))
        return overlapped;
    const Placement& placement = problem.schedule.placement;
    const Op forward{.kind = OpKind::F, .stage = stage};
    std::optional<Time> least;
    bool own = false;
    for (const StageCopy& copy : copiesOn(placement, rank))
        for (const OpKind kind : {OpKind::B, OpKind::BW}) {
            const Op backward{.kind = kind, .stage = copy.stage};
            const std::optional<Time> pair =
                pairTime(problem.costs, placement, forward, direction, backward, copy.direction);
            const Time apart = problem.costs.usual(forward, direction, placement) +
                               problem.costs.usual(backward, copy.direction, placement);
            own = own || pair.has_value();
            least = std::min(least.value_or(kMaxTotalTime), pair.value_or(apart));
        }
    return own ? least : std::nullopt;
}

Chunk chunkFrom(const Plan& problem, int direction, int stage) {
    const Placement& placement = problem.schedule.placement;
    const StageCosts& costs = problem.costs.of(direction, stage);
    const StageMemory& memory = problem.memory.of(direction, stage);
    const int rank = placement.rankOf(direction, stage);
    const auto usual = [&](OpKind kind) {
        return problem.costs.usual({.kind = kind, .stage = stage}, direction, placement);
    };
    const Bytes recompute = costs.recompute ? memory.recompute : 0;
    Chunk chunk{.direction = direction,
                .stage = stage,
                .rank = rank,
                .forward = usual(OpKind::F),
                .backward = usual(OpKind::B) + usual(OpKind::R),
                .weight = usual(OpKind::W),
                .forwardMemory = memory.forward,
                .backwardMemory = memory.backwardInput + recompute,
                .weightMemory = memory.backwardWeight,
                .recomputeMemory = recompute,
                .overlapped = leastPairOf(problem, direction, stage, rank),
                .recompute = costs.recompute};
    if (stage + 1 < placement.stages()) {
        const int next = placement.rankOf(direction, stage + 1);
        chunk.down = problem.costs.between(stage, rank, next);
        chunk.up = problem.costs.between(stage, next, rank);
    }
    return chunk;
}

/// The most chunks of a rank in an instance: with more, three codes for each would not fit into `Code`.
constexpr std::int64_t kMostApart = 20'000;

/// Sets the time of pairs, where they have times of their own, to the least of the F with any backward of its rank.
void shortenPairs(Instance& instance, const Plan& problem) {
    for (Chunk& forward : instance.chunks) {
        if (!forward.overlapped)
            continue;
        const Op front{.kind = OpKind::F, .stage = forward.stage, .microbatch = forward.direction};
        std::optional<Time> least;
        for (const int index : instance.onRank[forward.rank])
            for (const OpKind kind : {OpKind::B, OpKind::BW}) {
                const Chunk& backward = instance.chunks[index];
                const Op back{.kind = kind, .stage = backward.stage, .microbatch = backward.direction};
                const Time time = durationOf(problem.schedule, problem.costs, pairOf(front, back));
                least = std::min(least.value_or(time), time);
            }
        forward.overlapped = least;
    }
}

/// No chunks yet.
Instance bareInstanceOf(const Plan& problem) {
    Instance instance{.stages = problem.schedule.stages(),
                      .weightParts = problem.costs.weightParts,
                      .optimizerMode = problem.optimizerMode,
                      .iterationEnd = iterationEndOf(problem)};
    instance.onRank.resize(problem.schedule.ranks());
    instance.limit.reserve(problem.schedule.ranks());
    for (const std::optional<Bytes>& room : activationRoom(problem.schedule, problem.memory))
        instance.limit.push_back(
            std::clamp<Bytes>(room.value_or(Instance::kNoLimit), -Instance::kNoLimit, Instance::kNoLimit));
    return instance;
}

void add(const Chunk& chunk, Instance& instance) {
    instance.onRank[chunk.rank].push_back(static_cast<int>(instance.chunks.size()));
    instance.chunks.push_back(chunk);
}

/// `anyDeal`: a chunk sums up all microbatches, not those of its direction.
Instance alikeInstanceOf(const Plan& problem, Unequal as, bool anyDeal) {
    const bool unequal = !problem.costs.microbatches.areEqual();
    const Ratio leastPair = unequal && as == Unequal::Least ? leastShare(problem, anyDeal) : Ratio{};
    const Schedule& schedule = problem.schedule;
    const int directions = static_cast<int>(schedule.placement.directions.size());
    Instance instance = bareInstanceOf(problem);
    instance.microbatches.assign(directions, 0);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        ++instance.microbatches[schedule.direction(microbatch)];
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < instance.stages; ++stage) {
            const Chunk usual = chunkFrom(problem, direction, stage);
            if (!unequal) {
                add(usual, instance);
                continue;
            }
            const std::vector<Chunk> each = chunkPerMicrobatch(usual, problem, anyDeal);
            if (as == Unequal::Mean)
                instance.each.push_back(timesOf(each));
            add(summaryOf(usual, each, problem.costs, as, leastPair), instance);
        }
    return instance;
}

Instance apartInstanceOf(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    Instance instance = bareInstanceOf(problem);
    instance.apart = true;
    instance.microbatches.assign(schedule.microbatches, 1);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        for (int stage = 0; stage < instance.stages; ++stage)
            add(chunkOfMicrobatch(problem, microbatch, schedule.direction(microbatch), stage), instance);
    shortenPairs(instance, problem);
    return instance;
}

/// Why what a microbatch takes of the rank is too much, by what leaves less: its limit or its device.
Message noRoomFor(const Plan& problem, int rank, const Need& need) {
    const auto text = [&](Bytes bytes) { return inUnit(bytes, problem.memoryUnit); };
    const Bytes fixed = staticMemory(problem.schedule, problem.memory)[rank];
    const std::optional<Bytes> limit = problem.memory.limitOf(rank);
    const std::optional<Bytes> device = problem.memory.deviceOf(rank);
    if (device && (!limit || *device - fixed < *limit))
        return say(phrase("refusal",
                          "rank %1 can't run %2: with one microbatch it holds %3, %4 of it at all times, and "
                          "its device has %5"),
                   rank, toText(need.op), text(fixed + need.bytes), text(fixed), text(*device));
    return say(phrase("refusal", "rank %1 can't run %2: one microbatch takes %3 there, and its memory limit is "
                                 "%4; the least limit that would do is %3"),
               rank, toText(need.op), text(need.bytes), text(*limit));
}

/// What the rank runs of a direction at least, to which any `count` microbatches are dealt: the same ones for all its
/// stages there.
Time leastWork(const Plan& problem, int direction, int rank, int count) {
    std::vector<Time> each(problem.schedule.microbatches, 0);
    for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
        for (int stage = 0; stage < problem.schedule.stages(); ++stage)
            if (problem.schedule.placement.rankOf(direction, stage) == rank)
                each[microbatch] += ownTimes(problem, direction, stage, microbatch).work();
    std::ranges::sort(each);
    return std::accumulate(each.begin(), each.begin() + count, Time{0});
}

} // namespace

Need needOf(const Instance& instance, int rank, int direction) {
    Need need;
    Bytes held = 0;
    const auto raise = [&](Bytes bytes, OpKind kind, int stage) {
        if (bytes > need.bytes)
            need = {bytes, {.kind = kind, .stage = stage}};
    };
    const Chunk* const chunks = instance.chunks.data() + direction * instance.stages;
    for (int stage = 0; stage < instance.stages; ++stage)
        if (chunks[stage].rank == rank) {
            held += chunks[stage].forwardMemory;
            raise(held, OpKind::F, stage);
        }
    for (int stage = instance.stages; stage-- > 0;)
        if (chunks[stage].rank == rank) {
            raise(held + chunks[stage].recomputeMemory, OpKind::R, stage);
            held += chunks[stage].backwardMemory + chunks[stage].weightMemory;
        }
    return need;
}

Time Instance::workOf(int rank) const {
    return summed(onRank[rank], [this](int chunk) { return microbatchesOf(chunk) * chunks[chunk].work(); });
}

std::vector<int> Instance::places() const {
    std::vector<int> places(chunks.size());
    for (const std::vector<int>& ours : onRank)
        for (std::size_t place = 0; place < ours.size(); ++place)
            places[ours[place]] = static_cast<int>(place);
    return places;
}

std::vector<Time> workPerRank(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    std::vector<Time> work(schedule.ranks(), 0);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        for (int stage = 0; stage < schedule.stages(); ++stage) {
            const int direction = schedule.direction(microbatch);
            work[schedule.placement.rankOf(direction, stage)] += ownTimes(problem, direction, stage, microbatch).work();
        }
    return work;
}

bool canStandApart(const Plan& problem) {
    std::vector<std::int64_t> chunks(problem.schedule.ranks(), 0);
    for (const std::vector<int>& direction : problem.schedule.placement.directions)
        for (const int rank : direction)
            ++chunks[rank];
    return std::ranges::max(chunks) * problem.schedule.microbatches <= kMostApart;
}

std::vector<std::vector<int>> dealOf(const Plan& problem, const Instance& instance) {
    std::vector<std::vector<int>> dealt(instance.microbatches.size());
    for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
        dealt[instance.apart ? microbatch : problem.schedule.direction(microbatch)].push_back(microbatch);
    return dealt;
}

Chunk chunkOfMicrobatch(const Plan& problem, int microbatch, int direction, int stage) {
    Chunk chunk = forMicrobatch(chunkFrom(problem, direction, stage), problem, microbatch);
    chunk.direction = microbatch;
    return chunk;
}

Instance instanceOf(const Plan& problem, Unequal as) {
    return as == Unequal::Apart ? apartInstanceOf(problem) : alikeInstanceOf(problem, as, false);
}

Instance leastInstanceOfAnyDeal(const Plan& problem) { return alikeInstanceOf(problem, Unequal::Least, true); }

std::vector<Time> leastWorkPerRank(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    const std::vector<std::vector<int>>& directions = schedule.placement.directions;
    std::vector<int> counts(directions.size(), 0);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        ++counts[schedule.direction(microbatch)];
    std::vector<Time> work(schedule.ranks(), 0);
    for (int direction = 0; direction < static_cast<int>(directions.size()); ++direction)
        for (const int rank : std::set<int>(directions[direction].begin(), directions[direction].end()))
            work[rank] += leastWork(problem, direction, rank, counts[direction]);
    return work;
}

Result<Done> checkRoom(const Plan& problem) {
    const Instance instance = instanceOf(problem);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Need need;
        for (int direction = 0; direction < static_cast<int>(instance.microbatches.size()); ++direction)
            if (const Need own = needOf(instance, rank, direction);
                instance.microbatches[direction] > 0 && own.bytes > need.bytes)
                need = own;
        if (need.bytes < 0 || need.bytes <= instance.limit[rank])
            continue;
        return Error{noRoomFor(problem, rank, need), say(kRankPlace, rank)};
    }
    return Done{};
}

} // namespace lanewright
