// SPDX-License-Identifier: Apache-2.0
#include "core/generate/placing.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// A chunk's part of the memory of a whole rank. What is allocated is what the rounded shares of B and W free again, so
/// that the changes of a chunk add up to 0 too.
StageMemory memoryShare(const StageMemory& whole, int part, int parts) {
    StageMemory share{.backwardInput = shareOf(whole.backwardInput, part, parts),
                      .backwardWeight = shareOf(whole.backwardWeight, part, parts),
                      .fixed = shareOf(whole.fixed, part, parts)};
    const Bytes allocated = -(share.backwardInput + share.backwardWeight);
    share.forward = whole.recompute == 0 ? allocated : std::min(allocated, shareOf(whole.forward, part, parts));
    share.recompute = allocated - share.forward;
    return share;
}

void addShare(StageMemory& sum, const StageMemory& stage, int part, int parts) {
    const StageMemory share = memoryShare(stage, part, parts);
    for (Bytes StageMemory::*const bytes : {&StageMemory::forward, &StageMemory::backwardInput,
                                            &StageMemory::backwardWeight, &StageMemory::recompute, &StageMemory::fixed})
        sum.*bytes += share.*bytes;
}

void addShare(StageCosts& sum, const StageCosts& stage, int part, int parts) {
    for (Time StageCosts::*const time : {&StageCosts::forward, &StageCosts::backwardInput, &StageCosts::backwardWeight,
                                         &StageCosts::optimizer, &StageCosts::allReduce})
        sum.*time += shareOf(stage.*time, part, parts);
    if (stage.recompute)
        sum.recompute = sum.recompute.value_or(0) + shareOf(*stage.recompute, part, parts);
    // A pair of joined stages is as fast as we know only where all of them say so.
    if (sum.overlapped && stage.overlapped)
        *sum.overlapped += shareOf(*stage.overlapped, part, parts);
    else
        sum.overlapped.reset();
}

/// Where each stage of a new cut comes from: the stages of the old and the share of each.
using Pieces = std::vector<std::vector<MicrobatchCosts::Piece>>;

void append(Chain& chain, const Chain& more) { chain.insert(chain.end(), more.begin(), more.end()); }

/// Segments of a joined stage follow each other, those of a backward in the other order; a share has all of them.
std::vector<StageSegments> segmentsOn(const Costs& old, const Pieces& pieces) {
    std::vector<StageSegments> segments;
    for (const std::vector<MicrobatchCosts::Piece>& stage : pieces) {
        StageSegments sum;
        const auto partOf = [&](const MicrobatchCosts::Piece& piece, Chain StageSegments::*kind, Time whole) {
            const StageSegments& own = old.pairs.segments[piece.stage];
            return stretchedTo(own.*kind, shareOf(whole, piece.part, piece.parts));
        };
        for (const MicrobatchCosts::Piece& piece : stage)
            append(sum.forward, partOf(piece, &StageSegments::forward, old.of(0, piece.stage).forward));
        for (auto piece = stage.rbegin(); piece != stage.rend(); ++piece) {
            const StageCosts& costs = old.of(0, piece->stage);
            append(sum.backwardInput, partOf(*piece, &StageSegments::backwardInput, costs.backwardInput));
            append(sum.backwardWeight, partOf(*piece, &StageSegments::backwardWeight, costs.backwardWeight));
        }
        segments.push_back(std::move(sum));
    }
    return segments;
}

/// A pair of joined stages takes what their pairs take, chunk by chunk, where all of them say so; one of shares its
/// share.
std::vector<std::optional<Time>> matrixOn(const std::vector<std::optional<Time>>& old, std::size_t oldStages,
                                          const Pieces& pieces) {
    std::vector<std::optional<Time>> matrix;
    for (std::size_t forward = 0; forward < (old.empty() ? 0 : pieces.size()); ++forward)
        for (const std::vector<MicrobatchCosts::Piece>& backward : pieces) {
            std::optional<Time> sum;
            if (pieces[forward].size() == backward.size())
                sum = 0;
            for (std::size_t at = 0; sum && at < backward.size(); ++at) {
                const MicrobatchCosts::Piece& front = pieces[forward][at];
                const MicrobatchCosts::Piece& back = backward[at];
                const std::optional<Time>& time =
                    old[static_cast<std::size_t>(front.stage) * oldStages + static_cast<std::size_t>(back.stage)];
                if (time && front.parts == back.parts)
                    *sum += shareOf(*time, front.part, front.parts);
                else
                    sum.reset();
            }
            matrix.push_back(sum);
        }
    return matrix;
}

PairCosts pairsOn(const Costs& old, const Pieces& pieces) {
    const std::size_t stages = old.stages.front().size();
    return {.withB = matrixOn(old.pairs.withB, stages, pieces),
            .withBW = matrixOn(old.pairs.withBW, stages, pieces),
            .segments = old.pairs.segments.empty() ? std::vector<StageSegments>{} : segmentsOn(old, pieces),
            .sharing = old.pairs.sharing};
}

/// True when the first stages of the first direction visit each rank once.
bool beginsWithLine(const Placement& placement) {
    if (placement.stages() < placement.ranks)
        return false;
    const std::vector<int> ranks = linear(placement.ranks).directions[0];
    const std::vector<int>& visits = placement.directions[0];
    return std::is_permutation(ranks.begin(), ranks.end(), visits.begin(), visits.begin() + placement.ranks);
}

/// The ranks in the order in which the first direction visits them, where its first stages visit each once; else 0, 1,
/// …
std::vector<int> lineOf(const Placement& placement) {
    std::vector<int> line = linear(placement.ranks).directions[0];
    if (beginsWithLine(placement))
        std::copy_n(placement.directions[0].begin(), placement.ranks, line.begin());
    return line;
}

/// The placement along the line of the problem's ranks.
Placement along(const Plan& problem, Placement placement) {
    const std::vector<int> line = lineOf(problem.schedule.placement);
    for (std::vector<int>& direction : placement.directions)
        for (int& rank : direction)
            rank = line[rank];
    return placement;
}

/// The problem on another placement, with the costs and memory of its first direction.
Plan movedTo(const Placement& placement, Plan problem) {
    problem.schedule = {.placement = placement, .microbatches = problem.schedule.microbatches};
    problem.costs.stages.resize(1);
    problem.memory.stages.resize(1);
    return problem;
}

/// The problem on a placement of one direction whose stages are made of these pieces of its own.
Plan cutAnew(const Plan& problem, const Placement& placement, const Pieces& pieces) {
    constexpr StageCosts kNone{.forward = 0, .backwardInput = 0, .backwardWeight = 0, .overlapped = 0};
    Plan cut = movedTo(placement, problem);
    cut.costs.stages = {std::vector<StageCosts>(pieces.size(), kNone)};
    cut.memory.stages = {std::vector<StageMemory>(pieces.size())};
    const bool hasLayers = problem.model && !problem.model->layersPerStage.empty();
    const std::vector<int> layers =
        hasLayers ? layersOf(*problem.model, problem.schedule.stages()) : std::vector<int>{};
    if (hasLayers)
        cut.model->layersPerStage.assign(pieces.size(), 0);
    for (std::size_t stage = 0; stage < pieces.size(); ++stage)
        for (const auto& [old, part, parts] : pieces[stage]) {
            addShare(cut.costs.stages[0][stage], problem.costs.of(0, old), part, parts);
            addShare(cut.memory.stages[0][stage], problem.memory.of(0, old), part, parts);
            if (hasLayers)
                cut.model->layersPerStage[stage] += static_cast<int>(shareOf(layers[old], part, parts));
        }
    cut.costs.pairs = pairsOn(problem.costs, pieces);
    setMicrobatches(cut, problem.costs.microbatches.onStages(pieces));
    return cut;
}

} // namespace

Plan joinChunks(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    if (placement.directions.size() == 1 && placement.stages() == placement.ranks && beginsWithLine(placement))
        return problem;
    Pieces pieces(placement.ranks);
    for (int stage = 0; stage < placement.stages(); ++stage)
        pieces[placement.rankOf(0, stage)].push_back({.stage = stage});
    return cutAnew(problem, linear(placement.ranks), pieces);
}

int chunksPerRank(const Placement& placement) {
    if (placement.directions.empty() || placement.ranks == 0)
        return 0;
    std::vector<int> count(placement.ranks, 0);
    for (const int rank : placement.directions[0])
        ++count[rank];
    return std::ranges::all_of(count, [&](int each) { return each == count[0]; }) ? count[0] : 0;
}

namespace {

/// The problem on a placement of one direction. With as many stages as before each keeps its costs, wherever it goes;
/// else the work of each rank is joined and split evenly among its new chunks. Limits and transfers stay.
Plan placedOn(const Plan& problem, const Placement& placement) {
    if (problem.schedule.placement == placement)
        return problem;
    if (placement.stages() == problem.schedule.stages())
        return movedTo(placement, problem);
    const Plan joined = joinChunks(problem);
    const std::vector<int>& ranks = joined.schedule.placement.directions[0];
    Pieces pieces;
    for (int stage = 0; stage < placement.stages(); ++stage) {
        const int rank = placement.rankOf(0, stage);
        pieces.push_back({{.stage = static_cast<int>(std::ranges::find(ranks, rank) - ranks.begin()),
                           .part = chunkOf(placement, 0, stage),
                           .parts = static_cast<int>(copiesOn(placement, rank).size())}});
    }
    return cutAnew(joined, placement, pieces);
}

} // namespace

Plan placedInLoop(const Plan& problem, int chunks) {
    const int ranks = problem.schedule.ranks();
    return placedOn(problem, along(problem, looped(ranks, ranks * chunks)));
}

Plan placedInZigzag(const Plan& problem, int chunks) {
    const int ranks = problem.schedule.ranks();
    return placedOn(problem, along(problem, zigzag(ranks, ranks * chunks)));
}

Plan placedOnV(const Plan& problem) { return placedInZigzag(problem, 2); }

Plan placedTwoWays(const Plan& problem) {
    const Placement target = along(problem, twoWays(problem.schedule.ranks()));
    if (problem.schedule.placement == target)
        return problem;
    return movedTo(target, placedOn(problem, {.ranks = target.ranks, .directions = {target.directions[0]}}));
}

} // namespace lanewright
