// SPDX-License-Identifier: Apache-2.0
#include "core/generate/placing.h"

#include "core/model/layout/layout_text.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

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
    Plan cut = movedTo(placement, problem);
    cut.costs = problem.costs.onStages(pieces);
    cut.memory = problem.memory.onStages(pieces);
    if (problem.model && !problem.model->layersPerStage.empty()) {
        const std::vector<int> layers = layersOf(*problem.model, problem.schedule.stages());
        cut.model->layersPerStage.assign(pieces.size(), 0);
        for (std::size_t stage = 0; stage < pieces.size(); ++stage)
            for (const auto& [old, part, parts] : pieces[stage])
                cut.model->layersPerStage[stage] += static_cast<int>(shareOf(layers[old], part, parts));
        if (!cut.model->layout.empty())
            cut.model->layout = recut(cut.model->layout, cut.model->layersPerStage);
    }
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

Plan placedOn(const Plan& problem, const Placement& placement) {
    if (problem.schedule.placement == placement)
        return problem;
    if (placement.stages() == problem.schedule.stages())
        return movedTo(placement, problem);
    const Plan joined = joinChunks(problem);
    const Placement first{.ranks = placement.ranks, .directions = {placement.directions[0]}};
    const std::vector<int>& ranks = joined.schedule.placement.directions[0];
    const std::vector<int> chunks = chunksOf(first)[0];
    std::vector<int> stageOf(ranks.size());
    std::vector<int> count(ranks.size(), 0);
    for (std::size_t stage = 0; stage < ranks.size(); ++stage)
        stageOf[ranks[stage]] = static_cast<int>(stage);
    for (const int rank : placement.directions[0])
        ++count[rank];
    Pieces pieces;
    for (int stage = 0; stage < placement.stages(); ++stage) {
        const int rank = first.rankOf(0, stage);
        pieces.push_back({{.stage = stageOf[rank], .part = chunks[stage], .parts = count[rank]}});
    }
    return movedTo(placement, cutAnew(joined, first, pieces));
}

Plan placedInLoop(const Plan& problem, int chunks) {
    const int ranks = problem.schedule.ranks();
    return placedOn(problem, along(problem, looped(ranks, ranks * chunks)));
}

Plan placedInZigzag(const Plan& problem, int chunks) {
    const int ranks = problem.schedule.ranks();
    return placedOn(problem, along(problem, zigzag(ranks, ranks * chunks)));
}

Plan placedOnV(const Plan& problem) { return placedInZigzag(problem, 2); }

Plan placedTwoWays(const Plan& problem) { return placedOn(problem, along(problem, twoWays(problem.schedule.ranks()))); }

} // namespace lanewright
