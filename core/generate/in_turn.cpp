// SPDX-License-Identifier: Apache-2.0
#include "core/generate/in_turn.h"

#include "core/generate/order_writer.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Writes the row of the rank at the place.
void writeRow(OrderWriter& row, const Schedule& shape, const TurnRule& rule, int place) {
    const int ranks = shape.ranks();
    const int chunks = shape.stages() / ranks;
    const Groups groups = rule.groups.empty() ? Groups{shape.microbatches} : rule.groups;
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

} // namespace

Schedule orderInTurn(const Plan& problem, const TurnRule& rule) {
    OrderWriter order(problem);
    for (int place = 0; place < problem.schedule.ranks(); ++place)
        writeRow(order, problem.schedule, rule, place);
    return order.take();
}

} // namespace lanewright
