// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/asked_shape.h"

#include "core/base/mapped.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/layout/layout_text.h"
#include "core/model/model_spec.h"
#include "core/model/replicas.h"

#include <algorithm>

namespace lanewright {

namespace {

/// The letters of a model whose stages have as many blocks.
std::vector<std::string> lettersOfBlocks(const std::vector<int>& blocks) {
    std::vector<std::string> letters =
        mapped(blocks, [](int count) { return std::string(static_cast<std::size_t>(count), 't'); });
    letters.front().insert(0, "E");
    letters.back() += "L";
    return letters;
}

bool areEqualCounts(const std::vector<int>& counts) {
    return std::ranges::adjacent_find(counts, std::ranges::not_equal_to{}) == counts.end();
}

} // namespace

bool AskedShape::isOf(std::string_view generator) const { return std::ranges::find(orders, generator) != orders.end(); }

Plan onePipelineOf(const Plan& plan) {
    const std::vector<Plan> replicas = replicasOf(plan);
    const Schedule& first = replicas.front().schedule;
    const bool areAlike = std::ranges::all_of(replicas, [&](const Plan& each) {
        return each.schedule.ranks() == first.ranks() && each.schedule.microbatches == first.microbatches;
    });
    return areAlike ? replicas.front() : plan;
}

AskedShape shapeOf(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    AskedShape shape{.ranks = schedule.ranks(),
                     .chunks = std::max(1, schedule.stages() / std::max(1, schedule.ranks())),
                     .microbatches = schedule.microbatches};
    for (const OwnOrder& own : ownOrders()) {
        const Generator* const generator = findGenerator(own.generator);
        if (shape.isOf(own.generator) || !generator)
            continue;
        const std::optional<int> group = generator->takesGroup ? firstGroupOf(schedule) : std::nullopt;
        if (!isOrderOf(plan, own.generator, Choices{.group = group}))
            continue;
        shape.orders.emplace_back(own.generator);
        if (group)
            shape.group = group;
    }
    if (plan.model) {
        const std::vector<int> blocks = layersOf(*plan.model, schedule.stages());
        shape.layers = plan.model->layers;
        // A file's reader has refused what is no layout.
        if (const auto said = stagesFromLayout(plan.model->layout); said && !plan.model->layout.empty())
            shape.layout = *said;
        else if (!blocks.empty() && !areEqualCounts(blocks))
            shape.layout = lettersOfBlocks(blocks);
    }
    return shape;
}

WholeCosts WholeCosts::ofUnits(int ranks) {
    return {.forward = ranks * kTimeUnit,
            .backwardInput = ranks * kTimeUnit,
            .backwardWeight = ranks * kTimeUnit,
            .memory = ranks * kMemoryUnit};
}

WholeCosts WholeCosts::of(const Plan& plan) {
    WholeCosts whole{.transfer = plan.costs.transfer.every, .timeUnit = plan.timeUnit, .memoryUnit = plan.memoryUnit};
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const StageCosts& costs = plan.costs.of(0, stage);
        whole.forward += costs.forward;
        whole.backwardInput += costs.backwardInput;
        whole.backwardWeight += costs.backwardWeight;
        whole.memory += plan.memory.of(0, stage).forward;
    }
    return whole;
}

Result<Plan> planOf(const AskedShape& shape, std::string_view name, const WholeCosts& whole) {
    const Generator* const generator = findGenerator(name);
    if (!generator)
        return generate(name, {});
    const Bytes memory = whole.memory / std::max(1, shape.ranks);
    const Time each = std::max(1, shape.ranks);
    const Result<Plan> problem = problemOf({.ranks = shape.ranks,
                                            .microbatches = shape.microbatches,
                                            .chunks = generator->takesChunks ? shape.chunks : 1,
                                            .timeUnit = whole.timeUnit,
                                            .memoryUnit = whole.memoryUnit,
                                            .forward = whole.forward / each,
                                            .backwardInput = whole.backwardInput / each,
                                            .backwardWeight = whole.backwardWeight / each,
                                            .transfer = whole.transfer,
                                            .memory = {.forward = memory, .backwardWeight = -memory}});
    if (!problem)
        return problem.error();
    const Plan prepared = preparedFor(*generator, *problem);
    if (const int chunks = prepared.schedule.stages() / shape.ranks; chunks != shape.chunks)
        return Error{sayCounted(countedPhrase("framework rule", "%1 gives each rank %2 chunks, not %3",
                                              "%1 gives each rank %2 chunk, not %3"),
                                chunks, name, chunks, shape.chunks)};
    return generate(name, prepared, Choices{.group = generator->takesGroup ? shape.group : std::nullopt});
}

} // namespace lanewright
