// SPDX-License-Identifier: Apache-2.0
#include "core/generate/in_turn.h"

#include "core/base/mapped.h"
#include "core/base/take_last.h"
#include "core/generate/order_writer.h"
#include "core/sequence/turns.h"
#include "core/simulate/simulate.h"

#include <algorithm>

namespace lanewright {

namespace {

/// An F or a backward of a rank.
struct TurnCell {
    int stage = 0;
    int microbatch = 0;
};

/// Writes the row of the rank at the place, step by step: an F, the backward that many turns behind it which the rank
/// is ahead, and the W as many turns behind that as the rank keeps waiting.
void writeRow(OrderWriter& row, const Schedule& shape, const TurnRule& rule, const Groups& groups, int place) {
    const int ranks = shape.ranks();
    const int chunks = shape.stages() / ranks;
    const std::vector<ChunkTurn> turns = turnsOf(groups, chunks);
    const std::vector<TurnCell> forwards = mapped(turns, [&](const ChunkTurn& turn) {
        return TurnCell{turn.chunk * ranks + place, turn.microbatch};
    });
    const std::vector<TurnCell> backwards = mapped(turns, [&](const ChunkTurn& turn) {
        return TurnCell{(chunks - 1 - turn.chunk) * ranks + place, turn.microbatch};
    });
    const int total = static_cast<int>(turns.size());
    // A pair must not hold the F and the backward of one microbatch, so its F is one turn further.
    const int ahead =
        (chunks - 1) * *std::ranges::max_element(groups) + rule.slope * (ranks - 1 - place) + (rule.combined ? 1 : 0);
    const int warmUp = std::min(total, ahead);
    const int waiting = rule.waiting * place;
    for (int step = 0; step < warmUp + total + waiting; ++step) {
        const int back = step - warmUp;
        const int weight = back - waiting;
        const bool isForward = step < total;
        const bool isBackward = back >= 0 && back < total;
        const bool split = rule.split || (rule.splitsEnd && step + 1 >= total);
        const OpKind kind = split ? OpKind::B : OpKind::BW;
        if (rule.combined && isForward && isBackward) {
            row.pair(forwards[step].stage, forwards[step].microbatch, backwards[back].stage, backwards[back].microbatch,
                     kind);
        } else {
            if (isForward)
                row.forward(forwards[step].stage, forwards[step].microbatch);
            if (isBackward)
                row.backward(backwards[back].stage, backwards[back].microbatch, kind);
        }
        if (split && weight >= 0)
            row.weight(backwards[weight].stage, backwards[weight].microbatch);
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
