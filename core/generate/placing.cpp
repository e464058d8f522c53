// SPDX-License-Identifier: Apache-2.0
#include "core/generate/placing.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

StageCosts noCosts() { return {.forward = 0, .backwardInput = 0, .backwardWeight = 0, .overlapped = 0}; }

void addCosts(StageCosts& sum, const StageCosts& stage) {
    sum.forward += stage.forward;
    sum.backwardInput += stage.backwardInput;
    sum.backwardWeight += stage.backwardWeight;
    if (stage.recompute)
        sum.recompute = sum.recompute.value_or(0) + *stage.recompute;
    // A pair of joined stages is as fast as we know only where all of them say so.
    if (sum.overlapped && stage.overlapped)
        *sum.overlapped += *stage.overlapped;
    else
        sum.overlapped.reset();
    sum.optimizer += stage.optimizer;
    sum.allReduce += stage.allReduce;
}

void addMemory(StageMemory& sum, const StageMemory& stage) {
    sum.forward += stage.forward;
    sum.backwardInput += stage.backwardInput;
    sum.backwardWeight += stage.backwardWeight;
    sum.recompute += stage.recompute;
    sum.fixed += stage.fixed;
}

StageCosts costShare(const StageCosts& whole, int part, int parts) {
    const auto share = [&](Time time) { return shareOf(time, part, parts); };
    StageCosts costs{.forward = share(whole.forward),
                     .backwardInput = share(whole.backwardInput),
                     .backwardWeight = share(whole.backwardWeight),
                     .optimizer = share(whole.optimizer),
                     .allReduce = share(whole.allReduce)};
    if (whole.recompute)
        costs.recompute = share(*whole.recompute);
    if (whole.overlapped)
        costs.overlapped = share(*whole.overlapped);
    return costs;
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

// The placement with each rank replaced by the one that stands at its place in the line.
Placement along(const std::vector<int>& line, Placement placement) {
    for (std::vector<int>& direction : placement.directions)
        for (int& rank : direction)
            rank = line[rank];
    return placement;
}

/// The problem on a placement of one direction whose stages are made of these pieces of its own.
Plan cutAnew(const Plan& problem, const Placement& placement, const Pieces& pieces) {
    Plan cut = problem;
    cut.schedule = {.placement = placement, .microbatches = problem.schedule.microbatches};
    cut.costs.stages = {std::vector<StageCosts>(pieces.size(), noCosts())};
    cut.memory.stages = {std::vector<StageMemory>(pieces.size())};
    const bool hasLayers = problem.model && !problem.model->layersPerStage.empty();
    const std::vector<int> layers =
        hasLayers ? layersOf(*problem.model, problem.schedule.stages()) : std::vector<int>{};
    if (hasLayers)
        cut.model->layersPerStage.assign(pieces.size(), 0);
    for (std::size_t stage = 0; stage < pieces.size(); ++stage)
        for (const auto& [old, part, parts] : pieces[stage]) {
            addCosts(cut.costs.stages[0][stage], costShare(problem.costs.of(0, old), part, parts));
            addMemory(cut.memory.stages[0][stage], memoryShare(problem.memory.of(0, old), part, parts));
            if (hasLayers)
                cut.model->layersPerStage[stage] += static_cast<int>(shareOf(layers[old], part, parts));
        }
    cut.costs.pairs = pairsOn(problem.costs, pieces);
    setMicrobatches(cut, problem.costs.microbatches.onStages(pieces));
    return cut;
}

} // namespace

bool isOneChunk(const Placement& placement) {
    if (placement.directions.size() != 1 || placement.stages() != placement.ranks)
        return false;
    std::vector<bool> used(placement.ranks);
    for (const int rank : placement.directions[0])
        used[rank] = true;
    return std::ranges::all_of(used, [](bool each) { return each; });
}

Plan joinChunks(const Plan& problem) {
    const Placement& placement = problem.schedule.placement;
    if (isOneChunk(placement))
        return problem;
    Pieces pieces(placement.ranks);
    for (int stage = 0; stage < placement.stages(); ++stage)
        pieces[placement.rankOf(0, stage)].push_back({.stage = stage});
    return cutAnew(problem, linear(placement.ranks), pieces);
}

// What is allocated is what the rounded shares of B and W free again, so that the changes of a chunk add up to 0 too.
StageMemory memoryShare(const StageMemory& whole, int part, int parts) {
    StageMemory share{.backwardInput = shareOf(whole.backwardInput, part, parts),
                      .backwardWeight = shareOf(whole.backwardWeight, part, parts),
                      .fixed = shareOf(whole.fixed, part, parts)};
    const Bytes allocated = -(share.backwardInput + share.backwardWeight);
    share.forward = whole.recompute == 0 ? allocated : std::min(allocated, shareOf(whole.forward, part, parts));
    share.recompute = allocated - share.forward;
    return share;
}

int chunksPerRank(const Placement& placement) {
    if (placement.directions.empty() || placement.ranks == 0)
        return 0;
    std::vector<int> count(placement.ranks, 0);
    for (const int rank : placement.directions[0])
        ++count[rank];
    return std::ranges::all_of(count, [&](int each) { return each == count[0]; }) ? count[0] : 0;
}

Plan placedOn(const Plan& problem, const Placement& placement) {
    if (problem.schedule.placement == placement)
        return problem;
    Plan placed = problem;
    placed.schedule = {.placement = placement, .microbatches = problem.schedule.microbatches};
    placed.costs.stages.resize(1);
    placed.memory.stages.resize(1);
    if (placement.stages() == problem.schedule.stages())
        return placed;
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

std::vector<int> lineOf(const Placement& placement) {
    std::vector<int> line = linear(placement.ranks).directions[0];
    if (placement.stages() < placement.ranks)
        return line;
    const std::vector<int> first(placement.directions[0].begin(), placement.directions[0].begin() + placement.ranks);
    return std::ranges::is_permutation(first, line) ? first : line;
}

Placement loopedAlong(const std::vector<int>& line, int chunks) {
    const int ranks = static_cast<int>(line.size());
    return along(line, looped(ranks, ranks * chunks));
}

Placement zigzagAlong(const std::vector<int>& line, int chunks) {
    const int ranks = static_cast<int>(line.size());
    return along(line, zigzag(ranks, ranks * chunks));
}

Plan placedTwoWays(const Plan& problem) {
    const Placement target = along(lineOf(problem.schedule.placement), twoWays(problem.schedule.ranks()));
    if (problem.schedule.placement == target)
        return problem;
    Plan placed = placedOn(problem, Placement{.ranks = target.ranks, .directions = {target.directions[0]}});
    placed.schedule = {.placement = target, .microbatches = problem.schedule.microbatches};
    placed.costs.stages.resize(1);
    placed.memory.stages.resize(1);
    return placed;
}

} // namespace lanewright
