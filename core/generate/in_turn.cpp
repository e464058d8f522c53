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

/// None before the first and after the last.
const TurnCell* cellAt(const std::vector<TurnCell>& cells, int index) {
    return index >= 0 && index < static_cast<int>(cells.size()) ? &cells[static_cast<std::size_t>(index)] : nullptr;
}

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
        const bool split = rule.split || (rule.splitsEnd && step + 1 >= total);
        const OpKind kind = split ? OpKind::B : OpKind::BW;
        const TurnCell* const forward = cellAt(forwards, step);
        const TurnCell* const backward = cellAt(backwards, step - warmUp);
        const TurnCell* const weight = split ? cellAt(backwards, step - warmUp - waiting) : nullptr;
        if (rule.combined && forward && backward) {
            row.pair(forward->stage, forward->microbatch, backward->stage, backward->microbatch, kind);
        } else {
            if (forward)
                row.forward(forward->stage, forward->microbatch);
            if (backward)
                row.backward(backward->stage, backward->microbatch, kind);
        }
        if (weight)
            row.weight(weight->stage, weight->microbatch);
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
