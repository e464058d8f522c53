// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/recipes.h"

namespace lanewright {

namespace {

Recipe recipeOf(const Op& op, const Schedule& schedule, const Costs& costs, int direction) {
    const int stages = schedule.stages();
    const bool recomputes = costs.recomputes(direction, op.stage);
    Recipe recipe;
    for (const Value& value : needsOf(op, stages, recomputes))
        recipe.needs[recipe.needCount++] = indexOf(value, stages, schedule.microbatches);
    for (const Value& value : yieldsOf(op, stages, recomputes))
        recipe.yields[recipe.yieldCount++] = indexOf(value, stages, schedule.microbatches);
    recipe.duration =
        op.kind == OpKind::W ? costs.of(direction, op.stage).backwardWeight : costs.duration(op, direction);
    return recipe;
}

} // namespace

Recipes::Recipes(const Schedule& schedule, const Costs& costs)
    : m_costs(&costs), m_stages(schedule.stages()), m_microbatches(schedule.microbatches),
      m_weightParts(costs.weightParts) {
    const int directions = static_cast<int>(schedule.placement.directions.size());
    if (directions > 1)
        for (int microbatch = 0; microbatch < m_microbatches; ++microbatch)
            m_directions.push_back(schedule.direction(microbatch));
    m_recipes.reserve(static_cast<std::size_t>(directions) * m_stages * kOpKinds);
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < m_stages; ++stage)
            for (int kind = 0; kind < kOpKinds; ++kind)
                m_recipes.push_back(
                    recipeOf({.kind = static_cast<OpKind>(kind), .stage = stage}, schedule, costs, direction));
}

Value Recipes::valueAt(int index) const {
    const int copy = index / m_microbatches;
    return {static_cast<ValueKind>(copy / m_stages), copy % m_stages, index % m_microbatches};
}

std::vector<Slot> yieldersOf(const Schedule& schedule, const Recipes& recipes) {
    std::vector<Slot> yielders(static_cast<std::size_t>(recipes.values()), Slot{-1, 0});
    const auto enter = [&](const Op& op, const Slot& slot) {
        const Recipe& recipe = recipes.of(op);
        for (int i = 0; i < recipe.yieldCount; ++i)
            if (Slot& yielder = yielders[recipe.yields[i] + op.microbatch]; yielder.rank < 0)
                yielder = slot;
    };
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        for (int position = 0; position < static_cast<int>(schedule.order[rank].size()); ++position) {
            const Block& block = schedule.order[rank][position];
            enter(block.op, {rank, position});
            if (block.paired)
                enter(*block.paired, {rank, position});
        }
    return yielders;
}

Op producerIn(const Block& block, const Recipes& recipes, int value) {
    const Recipe& recipe = recipes.of(block.op);
    for (int i = 0; i < recipe.yieldCount; ++i)
        if (recipe.yields[i] + block.op.microbatch == value)
            return block.op;
    return block.last();
}

} // namespace lanewright
