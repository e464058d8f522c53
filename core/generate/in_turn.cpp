// SPDX-License-Identifier: Apache-2.0
#include "core/generate/in_turn.h"

#include "core/base/take_last.h"
#include "core/generate/order_writer.h"
#include "core/sequence/turns.h"
#include "core/simulate/simulate.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Writes the row of the rank at the place.
void writeRow(OrderWriter& row, const Schedule& shape, const TurnRule& rule, const Groups& groups, int place) {
    const int ranks = shape.ranks();
    const int chunks = shape.stages() / ranks;
    const std::vector<ChunkTurn> turns = turnsOf(groups, chunks);
    const int total = static_cast<int>(turns.size());
    // A pair must not hold the F and the backward of one microbatch, so its F is one turn further.
    const int ahead =
        (chunks - 1) * *std::ranges::max_element(groups) + rule.slope * (ranks - 1 - place) + (rule.combined ? 1 : 0);
    const int warmUp = std::min(total, ahead);
    const int waiting = rule.waiting * place;
    const auto stageOf = [&](const ChunkTurn& turn) { return turn.chunk * ranks + place; };
    const auto backStageOf = [&](const ChunkTurn& turn) { return (chunks - 1 - turn.chunk) * ranks + place; };
    for (int step = 0; step < warmUp + total + waiting; ++step) {
        const int back = step - warmUp;
        const bool pairs = rule.combined && back >= 0 && step < total;
        const bool split = rule.split || (rule.splitsEnd && step + 1 >= total);
        const OpKind kind = split ? OpKind::B : OpKind::BW;
        if (step < total && !pairs)
            row.forward(stageOf(turns[step]), turns[step].microbatch);
        if (pairs)
            row.pair(stageOf(turns[step]), turns[step].microbatch, backStageOf(turns[back]), turns[back].microbatch,
                     kind);
        else if (back >= 0 && back < total)
            row.backward(backStageOf(turns[back]), turns[back].microbatch, kind);
        if (split && back >= waiting)
            row.weight(backStageOf(turns[back - waiting]), turns[back - waiting].microbatch);
    }
}

Schedule orderInGroups(const Plan& problem, const TurnRule& rule, const Groups& groups) {
    OrderWriter order(problem);
    for (int place = 0; place < problem.schedule.ranks(); ++place)
        writeRow(order, problem.schedule, rule, groups, place);
    return order.take();
}

Groups groupsFor(const Schedule& shape, GroupSize usual, const std::optional<int>& asked) {
    int group = asked.value_or(shape.microbatches);
    if (!asked)
        switch (usual) {
        case GroupSize::All: break;
        case GroupSize::Balanced: return balancedGroups(shape.microbatches, shape.ranks());
        case GroupSize::Ranks: group = shape.ranks(); break;
        case GroupSize::HalfRanks: group = (shape.ranks() + 1) / 2; break;
        }
    return groupsOf(shape.microbatches, std::min(group, shape.microbatches));
}

} // namespace

Schedule orderInTurn(const Plan& problem, const TurnRule& rule, GroupSize usual, const std::optional<int>& asked) {
    Groups groups = groupsFor(problem.schedule, usual, asked);
    Schedule schedule = orderInGroups(problem, rule, groups);
    if (groups.back() < groups.front() && !reachesEnd(schedule, simulate(schedule, problem.costs))) {
        const int rest = takeLast(groups);
        groups.back() += rest;
        schedule = orderInGroups(problem, rule, groups);
    }
    return schedule;
}

} // namespace lanewright
